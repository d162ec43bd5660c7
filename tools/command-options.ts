// Parses numeric options of this repository's commands; a wrong number is an error with one sentence.

/** A number from the command line; an error names the option, as in `--seconds`. */
export const number = (name: string, text: string, min: number, max = Number.MAX_SAFE_INTEGER): number => {
  const value = Number(text)
  if (text.trim() !== '' && value >= min && value <= max) return value
  throw new Error(`${name} takes a number ${range(min, max)}, not "${text}".`)
}

export const wholeNumber = (name: string, text: string, min: number, max?: number): number => {
  const value = number(name, text, min, max)
  if (Number.isInteger(value)) return value
  throw new Error(`${name} takes whole numbers, not "${text}".`)
}

const range = (min: number, max: number): string =>
  max === Number.MAX_SAFE_INTEGER ? `of at least ${min}` : `from ${min} to ${max}`
