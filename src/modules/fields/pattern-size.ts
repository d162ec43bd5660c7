/** PostgreSQL takes memory by the square of it: a pattern of this size some 25 MB, one of 40,000 more than it can. */
export const MAX_PATTERN_SIZE = 5_000

/** Escapes, classes in brackets, repetitions, and all other characters one by one. */
const TOKEN = /\\.|\[\^?\]?(?:\[[:.=].*?[:.=]\]|\\.|[^\]])*\]|\{(\d+)(,?)(\d*)\}[?]?|[\s\S]/g

/**
 * Length of a regular expression with its repetitions written out: PostgreSQL does so, `(a{1,200}){1,200}` has 40,000 characters, before it
 * looks whether the result is too large, and asks for memory as one that broke. So the size is bounded before a query is made of it.
 */
export const patternSize = (pattern: string): number => {
  // Sizes of the groups that are open, each with that of the part to which a repetition belongs.
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
