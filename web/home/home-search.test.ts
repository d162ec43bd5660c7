import { describe, expect, it } from 'vitest'
import { homeSearch } from './home-search.ts'

describe('the address of the start page', () => {
  it.each([
    [{}, {}],
    [{ tab: 'drafts' }, { tab: 'drafts' }],
    [{ tab: 'assigned' }, {}],
    [{ tab: 'inbox' }, { tab: 'inbox' }],
    [{ tab: 'approvals' }, {}],
    [{ tab: ['drafts'] }, {}],
    [
      { group: 'tracker', open: 12 },
      { group: 'tracker', open: 12 },
    ],
    [{ group: 'date', open: -1 }, {}],
    [{ open: 'x', other: 1 }, {}],
  ])('%j is read as %j', (search, expected) => {
    expect(homeSearch(search)).toEqual(expected)
  })
})
