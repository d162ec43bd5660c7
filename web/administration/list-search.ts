/** What a list shows, in the address: it survives reloading, going back, and being sent to somebody. */
export interface ListSearch {
  readonly query?: string
  readonly status?: string
  readonly offset?: number
}

/** `validateSearch` of a list. */
export const listSearch =
  (statuses: readonly string[]) =>
  ({ query, status, offset }: Record<string, unknown>): ListSearch => ({
    // A number in the address is read as one.
    ...((typeof query === 'string' || typeof query === 'number') && query !== '' && { query: String(query) }),
    ...(typeof status === 'string' && statuses.includes(status) && { status }),
    ...(Number.isSafeInteger(offset) && Number(offset) > 0 && { offset: Number(offset) }),
  })
