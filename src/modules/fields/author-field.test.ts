import { describe, expect, it } from 'vitest'
import { aField, describeContext, fullUser, parseContext, representContext } from '../../../test/harness/fields.ts'
import { luby } from './types/automatic/luby.ts'
import { subby } from './types/automatic/subby.ts'

describe('who wrote an artifact (§3.15)', () => {
  const context = representContext()

  it('shows submitter and last author in full', () => {
    expect(subby.represent(undefined, aField('subby'), context)).toEqual({ value: fullUser(102) })
    expect(luby.represent(undefined, aField('luby'), context)).toEqual({ value: fullUser(103) })
    expect(subby.flat(undefined, aField('subby'), context)).toBe('Ann Lee (ann)')
    expect(luby.userIds?.(undefined, context.artifact, aField('luby'))).toEqual([103])
  })

  it('shows an anonymous author by address', () => {
    const artifact = { ...context.artifact, submittedBy: 0, submittedByEmail: 'me@example.org' }
    expect(subby.represent(undefined, aField('subby'), { ...context, artifact })).toEqual({
      value: fullUser(0, 'me@example.org'),
    })
    expect(subby.userIds?.(undefined, artifact, aField('subby'))).toEqual([])
  })

  it('ignores what is sent (§3.17)', async () => {
    expect(await subby.parse({ value: 5 }, aField('subby'), parseContext())).toEqual({ unchanged: true })
  })

  it('offers no values, as a list that has none: clients go through them', () => {
    for (const type of [subby, luby])
      expect(type.describe(aField(type.type), describeContext())).toMatchObject({ values: [], default_value: null })
  })
})
