export interface HelpSearch {
  /** Words to find in the guide. */
  readonly q?: string
}

/** Drops every member of the address that is no value of this page. */
export const helpSearch = (search: Record<string, unknown>): HelpSearch =>
  typeof search['q'] === 'string' && search['q'] !== '' ? { q: search['q'] } : {}
