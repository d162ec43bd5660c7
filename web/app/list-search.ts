// The parameters of a list in the address, which holds only values that differ from the default.

export interface ListSearch {
  /** Search words. */
  readonly q?: string
  readonly offset?: number
}

/** For `validateSearch`. */
export const listSearch = (search: Record<string, unknown>): ListSearch => {
  const { q, offset } = search
  // The router parses a word of digits as a number.
  const words = typeof q === 'string' || typeof q === 'number' ? String(q) : ''
  return {
    ...(words === '' ? {} : { q: words }),
    ...(typeof offset === 'number' && offset >= 1 ? { offset: Math.floor(offset) } : {}),
  }
}
