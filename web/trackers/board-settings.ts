// Limits and folded columns of a board. The address holds them as `limits=205:4,none:3` and `folded=205,none`.

/** Key of the column of artifacts without a value. */
export const NONE_KEY = 'none'

export interface BoardSettings {
  /** Most cards by key of a column: the id of its value, or `none`. */
  readonly limits: ReadonlyMap<string, number>
  readonly folded: ReadonlySet<string>
}

export const MAX_LIMIT = 100_000

const isKey = (text: string): boolean => text === NONE_KEY || /^\d{1,15}$/.test(text)

export const parseLimits = (text: string): ReadonlyMap<string, number> =>
  new Map(
    text.split(',').flatMap(part => {
      const [key = '', limit = ''] = part.split(':')
      const number = /^\d{1,6}$/.test(limit) ? Number(limit) : 0
      return isKey(key) && number >= 1 && number <= MAX_LIMIT ? [[key, number] as const] : []
    }),
  )

export const formatLimits = (limits: ReadonlyMap<string, number>): string =>
  [...limits].map(([key, limit]) => `${key}:${limit}`).join(',')

export const parseFolded = (text: string): ReadonlySet<string> => new Set(text.split(',').filter(isKey))

export const formatFolded = (folded: ReadonlySet<string>): string => [...folded].join(',')

/** Key of a value in groups of figures, and of the column of a board. */
export const keyOfValue = (id: number | string | null): string => (id === null ? NONE_KEY : String(id))
export const valueOfKey = (key: string): number | null => (key === NONE_KEY ? null : Number(key))
