import { describe, expect, it } from 'vitest'
import type { Entry, FieldChange } from './activity-queries.ts'
import { foldedEntries, netChanges } from './net-changes.ts'

const change = (field_id: number, before: string, after: string): FieldChange => ({
  field_id,
  name: `f${field_id}`,
  label: `F${field_id}`,
  type: 'string',
  before: { value: before },
  after: { value: after },
})

const entry = (changeset_id: number, minute: number, by: number, members: object = {}): Entry =>
  ({
    changeset_id,
    at: new Date(Date.UTC(2026, 0, 5, 9, minute)).toISOString(),
    by: { id: by },
    comment: null,
    changes: [change(1, `v${changeset_id - 1}`, `v${changeset_id}`)],
    ...members,
  }) as unknown as Entry

describe('changes seen as one', () => {
  it('have the first value before and the last after', () => {
    const changes = netChanges([entry(2, 0, 1), entry(3, 1, 1)])
    expect(changes).toEqual([{ ...change(1, 'v1', 'v3') }])
  })

  it('leave out a value that was changed back', () => {
    const there = { changes: [change(1, 'a', 'b'), change(2, 'x', 'y')] }
    expect(netChanges([there, { changes: [change(1, 'b', 'a')] }])).toEqual([change(2, 'x', 'y')])
  })
})

describe('the entries of the activity', () => {
  const numbers = (entries: readonly Entry[]) => foldedEntries(entries).map(each => each.changeset_id)

  it('fold what one person changed within five minutes', () => {
    expect(numbers([entry(1, 0, 1), entry(2, 1, 1), entry(3, 6, 1), entry(4, 7, 1)])).toEqual([1, 3, 4])
  })

  it('never fold the creation, comments, or two people', () => {
    const comment = { comment: { body: 'Hello' } }
    expect(numbers([entry(1, 0, 1), entry(2, 0, 1, comment), entry(3, 0, 1), entry(4, 0, 2)])).toEqual([1, 2, 3, 4])
  })
})
