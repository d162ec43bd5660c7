/**
 * PostgreSQL's memory for a pattern grows with the square of the size: about 25 MB at this size, and more than the server can give at
 * 40,000.
 */
export const MAX_PATTERN_SIZE = 5_000

/** Escapes, classes in brackets, repetitions, and all other characters one by one. */
const TOKEN = /\\.|\[\^?\]?(?:\[[:.=].*?[:.=]\]|\\.|[^\]])*\]|\{(\d+)(,?)(\d*)\}[?]?|[\s\S]/g

/**
 * Length of a regular expression with its repetitions written out. PostgreSQL writes them out before it checks the size:
 * `(a{1,200}){1,200}` becomes 40,000 characters, and the server then fails for lack of memory. A query therefore bounds the size first.
 */
export const patternSize = (pattern: string): number => {
  // Sizes of the open groups, each with the size of the last item, to which a repetition applies.
  const open: { size: number; last: number }[] = [{ size: 0, last: 0 }]
  const top = () => open.at(-1) ?? { size: 0, last: 0 }
  const add = (size: number): void => {
    const group = top()
    group.size += size
    group.last = size
  }
  for (const [token, least, , most] of pattern.matchAll(TOKEN)) {
    if (token === '(') open.push({ size: 0, last: 0 })
    else if (token === ')' && open.length > 1) add(open.pop()?.size ?? 0)
    else if (least !== undefined) {
      const group = top()
      const times = Math.max(Number(least), Number(most), 1)
      group.size += group.last * (times - 1)
      group.last *= times
    } else add(1)
  }
  return open.reduce((sum, group) => sum + group.size, 0)
}
