import { MAX_PATTERN_SIZE, patternSize } from '../pattern-size.ts'
import { and, not, type Condition } from '../condition.ts'
import { literalText, withNegation, type Compare, type Criterion, type FieldQuery } from '../field-query.ts'

const contains: Compare = ([value], field) => {
  const text = value && literalText(value)
  if (typeof text !== 'string') return text ?? { fault: 'a value is missing' }
  return text === ''
    ? not({ kind: 'anyText', fieldId: field.id })
    : { kind: 'text', fieldId: field.id, contains: [text] }
}

/** Reads a regular expression, written `/…/` or, negated, `!/…/`. */
export const readPattern = (
  text: string,
): { readonly pattern: string; readonly isNegated: boolean } | { readonly fault: string } | undefined => {
  const match = /^(!?)\/(.+)\/$/s.exec(text.trim())
  if (!match) return undefined
  const pattern = match[2] as string
  if (patternSize(pattern) > MAX_PATTERN_SIZE)
    return {
      fault: `the regular expression is too large: with all repetitions more than ${MAX_PATTERN_SIZE} characters`,
    }
  return { pattern, isNegated: match[1] === '!' }
}

/** Words separated by blanks: the text must contain each word (trackers.md §4.1). */
const words: Criterion = (value, field) => {
  const text = typeof value === 'number' ? String(value) : value
  if (typeof text !== 'string') return { fault: 'a text is expected' }
  const found = readPattern(text)
  if (found && 'fault' in found) return found
  if (found) {
    const condition: Condition = { kind: 'textPattern', fieldId: field.id, pattern: found.pattern }
    return found.isNegated ? not(condition) : condition
  }
  const parts = text.split(/\s+/).filter(part => part !== '')
  return parts.length === 0 ? 'ignored' : and({ kind: 'text', fieldId: field.id, contains: parts })
}

/** Queries for texts: = means "contains", and = "" means "empty". */
export const textQuery: FieldQuery = {
  comparisons: withNegation(contains, ['=', '!='], not),
  criteria: { contains: words },
  sortKey: field => ({ kind: 'text', fieldId: field.id }),
}

/** Queries for names and descriptions of files: only in the query language. */
export const fileQuery: FieldQuery = { comparisons: withNegation(contains, ['=', '!='], not) }
