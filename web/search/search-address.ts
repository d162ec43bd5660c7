/** The state of the page of the search: the address holds what differs from a new search. */
export interface SearchAddress {
  readonly q?: string
  readonly type?: HitType
  readonly project?: number
  readonly tracker?: number
  /** Only what changed in this time. */
  readonly within?: Within
  readonly sort?: 'newest'
  readonly offset?: number
}

export const HIT_TYPES = ['artifact', 'comment', 'file', 'tracker', 'project', 'user'] as const
export type HitType = (typeof HIT_TYPES)[number]
export const TIMES = ['week', 'month', 'year'] as const
export type Within = (typeof TIMES)[number]

const oneOf = <Word extends string>(words: readonly Word[], value: unknown): Word | undefined =>
  words.find(word => word === value)
const count = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : undefined

/** Drops every member of the address that is no value of this page. */
export const searchAddress = (search: Record<string, unknown>): SearchAddress => {
  const q = search['q']
  const state = {
    // A number in the address arrives as one.
    q: typeof q === 'string' && q !== '' ? q : typeof q === 'number' ? String(q) : undefined,
    type: oneOf(HIT_TYPES, search['type']),
    project: count(search['project']),
    tracker: count(search['tracker']),
    within: oneOf(TIMES, search['within']),
    sort: search['sort'] === 'newest' ? ('newest' as const) : undefined,
    offset: count(search['offset']),
  }
  return Object.fromEntries(Object.entries(state).filter(([, value]) => value !== undefined))
}
