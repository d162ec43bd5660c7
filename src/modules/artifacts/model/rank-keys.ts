// Keys of the order of all artifacts (ADR 84). A key is a fraction in base 62: HEAD digits before the point, then any number of digits, of
// which the last is not 0. Texts in the order of their bytes are then in the order of the fractions, and there is a key between any two.
// The database makes the keys of new artifacts (`artifact_rank_key`): a number from a sequence, without digits after the point.

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const BASE = 62n
const HEAD = 7
/** Possible keys for each place: two moves to one place at the same moment are most unlikely to take the same one. */
const CHOICES = BASE ** 3n
const RANDOM_BITS = 48

/** Longer keys are made short again by a job. */
export const MAX_KEY_LENGTH = 64

const digitOf = new Map([...DIGITS].map((digit, value) => [digit, BigInt(value)]))

const parse = (key: string, length: number): bigint => {
  let number = 0n
  for (const digit of key.slice(0, length).padEnd(length, '0')) number = number * BASE + (digitOf.get(digit) ?? 0n)
  return number
}

const format = (number: bigint, length: number): string => {
  let text = ''
  for (let rest = number, at = 0; at < length; rest /= BASE, at++) text = DIGITS.charAt(Number(rest % BASE)) + text
  return text.slice(0, HEAD) + text.slice(HEAD).replace(/0+$/, '')
}

const random = (below: bigint): bigint => (BigInt(Math.floor(Math.random() * 2 ** RANDOM_BITS)) * below) >> 48n

/** A bound below the first key: one whole number before it. */
export const boundBelow = (first: string): string => format(parse(first.slice(0, HEAD), HEAD) - 1n, HEAD)

/** A bound above the last key: the next whole number. Artifacts that are made later get larger ones. */
export const boundAbove = (last: string): string => format(parse(last.slice(0, HEAD), HEAD) + 1n, HEAD)

/** Ascending keys between two keys, with about the same distances. They are as short as the gap allows. */
export const keysBetween = (lower: string, upper: string, count: number): string[] => {
  const longest = Math.max(HEAD, lower.length, upper.length)
  if (parse(lower, longest) >= parse(upper, longest)) throw new Error(`no key is between ${lower} and ${upper}`)
  for (let length = HEAD; ; length++) {
    // Both are rounded down. A step is more than the rounding, so that the first key is above the lower bound.
    const low = parse(lower, length)
    const step = (parse(upper, length) - low) / (BigInt(count) + 1n)
    if (step < CHOICES) continue
    return Array.from({ length: count }, (_, index) =>
      format(low + step * BigInt(index + 1) - step / 4n + random(step / 2n), length),
    )
  }
}
