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

/** `/…/` and `!/…/` are regular expressions. */
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

/** Words separated by blanks: all must be there, each anywhere (trackers.md §4.1). */
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

/** Texts: = is "contains", "" is "nothing in it". */
export const textQuery: FieldQuery = {
  comparisons: withNegation(contains, ['=', '!='], not),
  criteria: { contains: words },
  sortKey: field => ({ kind: 'text', fieldId: field.id }),
}

/** Names and descriptions of files: in query language only. */
export const fileQuery: FieldQuery = { comparisons: withNegation(contains, ['=', '!='], not) }
