import type { Reason } from '../../platform/reasons.ts'
import type { ParseFault } from './field-type.ts'
import type { Field } from './field.ts'

/** A fault of an entry: a sentence that begins with the field's label. */
export const fault = (field: Field, sentence: string, reason: Reason = 'field.value'): ParseFault => ({
  fault: `Field "${field.label}" (${field.id}): ${sentence}`,
  reason,
})

/** The entry lacks the member that the type needs (fields.md §3). */
export const wrongForm = (field: Field, form: string): ParseFault =>
  fault(field, `this kind of field takes an entry of the form ${form}.`)

/** The reason why a text cannot be stored; undefined if it can. */
export const faultOfText = (text: string): string | undefined => {
  if (text.includes('\0')) return 'the text cannot hold the character NUL.'
  if (!text.isWellFormed()) return 'the text is not valid Unicode (half of a surrogate pair).'
  return undefined
}

/** artifacts.md §0.3: accepts integers and numeric strings; undefined for anything else. */
export const integerIn = (value: unknown): number | undefined => {
  if (typeof value === 'string') return /^[+-]?\d{1,15}$/.test(value.trim()) ? Number(value.trim()) + 0 : undefined
  return typeof value === 'number' && Number.isSafeInteger(value) ? value : undefined
}

/** Reads a list from XML or JSON: in XML an empty element is the empty list (xml.md §3.1). */
export const listIn = (value: unknown): readonly unknown[] | undefined =>
  Array.isArray(value) ? value : value === '' ? [] : undefined

/** Number of Unicode characters. */
export const characterCount = (text: string): number => {
  let count = 0
  for (const _ of text) count++
  return count
}

const MAX_TEXT_BYTES = 65_535

/** fields.md §3.2: longer texts are refused; the limit counts bytes. */
export const isTextTooLong = (text: string): boolean =>
  // A character takes at most three bytes per UTF-16 unit, so short texts need no count.
  text.length * 3 > MAX_TEXT_BYTES && Buffer.byteLength(text, 'utf8') > MAX_TEXT_BYTES

export const textTooLong = `the text is longer than ${MAX_TEXT_BYTES} bytes.`
