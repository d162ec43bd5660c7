/** The filter of a list as parameters of the address, which survives reloading, going back and sharing. */
export interface ListSearch {
  readonly query?: string
  readonly status?: string
  readonly offset?: number
}

/** `validateSearch` of a list. */
export const listSearch =
  (statuses: readonly string[]) =>
  ({ query, status, offset }: Record<string, unknown>): ListSearch => ({
    // The router parses digits in the address as a number.
    ...((typeof query === 'string' || typeof query === 'number') && query !== '' && { query: String(query) }),
    ...(typeof status === 'string' && statuses.includes(status) && { status }),
    ...(Number.isSafeInteger(offset) && Number(offset) > 0 && { offset: Number(offset) }),
  })
