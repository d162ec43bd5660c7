/**
 * An id as clients write it: a JSON integer, or its digits as text (XML knows nothing else). undefined = not an id. One that no object
 * can have, however large, is an id all the same (artifacts.md §0.3): it becomes `Infinity`, which nothing is found by.
 */
export const wireId = (value: unknown): number | undefined => {
  if (typeof value === 'number') return Number.isInteger(value) && value >= 0 ? safe(value) : undefined
  if (typeof value === 'string' && /^\s*\d+\s*$/.test(value)) return safe(Number(value))
  return undefined
}

const safe = (id: number): number => (Number.isSafeInteger(id) ? id : Infinity)

/** What a client sent, for a message: short, whatever it was. */
export const quoted = (value: unknown): string => {
  const text = typeof value === 'string' ? `"${value}"` : (JSON.stringify(value) ?? String(value))
  return text.length > 80 ? `${text.slice(0, 79)}…` : text
}

/** A JSON boolean, or its name as text; undefined = neither. */
export const wireBoolean = (value: unknown): boolean | undefined =>
  value === true || value === 'true' ? true : value === false || value === 'false' ? false : undefined

const NUMBER = /^[+-]?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i

/** A number, or its decimal text; undefined for anything else, and for what is too large to be one. */
export const wireNumber = (value: unknown): number | undefined => {
  if (typeof value !== 'number' && !(typeof value === 'string' && NUMBER.test(value.trim()))) return undefined
  const number = Number(value)
  // -0 is 0 in JSON, and must not look like a change.
  return Number.isFinite(number) ? number + 0 : undefined
}
