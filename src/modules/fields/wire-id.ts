/**
 * Reads an id from a client: a JSON integer, or its digits as text (XML knows only text). undefined if the value is no id. A number beyond
 * every possible id is an id too (artifacts.md §0.3): the result is `Infinity`, which matches no object.
 */
export const wireId = (value: unknown): number | undefined => {
  if (typeof value === 'number') return Number.isInteger(value) && value >= 0 ? safe(value) : undefined
  if (typeof value === 'string' && /^\s*\d+\s*$/.test(value)) return safe(Number(value))
  return undefined
}

const safe = (id: number): number => (Number.isSafeInteger(id) ? id : Infinity)

/** A value from a client, shortened for a message. */
export const quoted = (value: unknown): string => {
  const text = typeof value === 'string' ? `"${value}"` : (JSON.stringify(value) ?? String(value))
  return text.length > 80 ? `${text.slice(0, 79)}…` : text
}

/** Reads a JSON boolean or its name as text; undefined for anything else. */
export const wireBoolean = (value: unknown): boolean | undefined =>
  value === true || value === 'true' ? true : value === false || value === 'false' ? false : undefined

const NUMBER = /^[+-]?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i

/** Reads a number or its decimal text; undefined for anything else and for a number that is too large. */
export const wireNumber = (value: unknown): number | undefined => {
  if (typeof value !== 'number' && !(typeof value === 'string' && NUMBER.test(value.trim()))) return undefined
  const number = Number(value)
  // JSON writes -0 as 0; the conversion keeps -0 from appearing as a change.
  return Number.isFinite(number) ? number + 0 : undefined
}
