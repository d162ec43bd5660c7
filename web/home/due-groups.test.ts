import { describe, expect, it } from 'vitest'
import { dueDateOf, dueGroupOf } from './due-groups.ts'

/** A day as the server writes it, for an account in Auckland: there it is today already when it is yesterday in Europe. */
const day = (text: string): string => `${text}T00:00:00+13:00`

describe('groups by deadline', () => {
  // 2026-11-24, a Tuesday, in Auckland.
  const now = Date.parse('2026-11-23T20:30:00Z')

  it.each([
    ['2026-11-23', 'overdue'],
    ['2026-11-24', 'today'],
    ['2026-11-25', 'week'],
    ['2026-11-29', 'week'],
    ['2026-11-30', 'later'],
    ['2027-01-01', 'later'],
  ])('%s is %s in a week from Monday', (due, group) => {
    expect(dueGroupOf(day(due), now, 1)).toBe(group)
  })

  it('ends the week on Saturday where it begins on Sunday', () => {
    expect(dueGroupOf(day('2026-11-28'), now, 7)).toBe('week')
    expect(dueGroupOf(day('2026-11-29'), now, 7)).toBe('later')
    expect(dueGroupOf(day('2026-11-30'), Date.parse('2026-11-29T10:00:00+13:00'), 7)).toBe('week')
    expect(dueGroupOf(day('2026-11-30'), Date.parse('2026-11-29T10:00:00+13:00'), 1)).toBe('later')
  })

  it('has a group for artifacts without one', () => {
    expect(dueGroupOf(undefined, now, 1)).toBe('none')
  })
})

describe('the deadline of an artifact', () => {
  const field = (field_id: number, name: string, type = 'date') => ({ field_id, name, type })
  const due = (fields: readonly unknown[], values: readonly unknown[]) =>
    dueDateOf({ values } as never, { fields } as never)
  const dateOf = (field_id: number, value: string | null, is_time_displayed = false) => ({
    field_id,
    value,
    is_time_displayed,
  })

  it('is the first date of a deadline with a value', () => {
    const fields = [field(1, 'start_date'), field(2, 'due_date'), field(3, 'end_date')]
    const values = [dateOf(1, '2026-11-01T00:00:00+00:00'), dateOf(3, '2026-11-27T00:00:00+01:00')]
    expect(due(fields, values)).toBe('2026-11-27T00:00:00+01:00')
    expect(due(fields, [dateOf(2, null), ...values])).toBe('2026-11-27T00:00:00+01:00')
    expect(due(fields, [dateOf(2, '2026-11-25T00:00:00+01:00'), ...values])).toBe('2026-11-25T00:00:00+01:00')
  })

  it('is not there without such a field, a value, or the tracker', () => {
    expect(due([field(1, 'start_date')], [dateOf(1, '2026-11-01T00:00:00+00:00')])).toBeUndefined()
    expect(due([field(2, 'due_date')], [])).toBeUndefined()
    expect(dueDateOf({ values: null } as never, undefined)).toBeUndefined()
  })
})
