/** The form of short names that the server accepts; reserved and taken names are refused there. */
export const SHORT_NAME = '[A-Za-z0-9][A-Za-z0-9\\-]*'
export const MIN_SHORT_NAME = 3
export const MAX_SHORT_NAME = 30

/** “L’île d’Yeu” → `l-ile-d-yeu`. */
export const shortNameOf = (label: string): string =>
  label
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-/, '')
    .slice(0, MAX_SHORT_NAME)
    .replace(/-$/, '')
