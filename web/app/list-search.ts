// What the address of a list says about it. Only what differs from the usual stands there.

export interface ListSearch {
  /** Words to look for. */
  readonly q?: string
  readonly offset?: number
}

/** For `validateSearch`. */
export const listSearch = (search: Record<string, unknown>): ListSearch => {
  const { q, offset } = search
  // A word made of digits comes as a number.
  const words = typeof q === 'string' || typeof q === 'number' ? String(q) : ''
  return {
    ...(words === '' ? {} : { q: words }),
    ...(typeof offset === 'number' && offset >= 1 ? { offset: Math.floor(offset) } : {}),
  }
}
