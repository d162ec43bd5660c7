import { Type, type Static } from 'typebox'
import { VerbatimText } from '../../../platform/http/schemas/schema.ts'
import { plainDescription } from '../description-parts.ts'
import {
  countProperty,
  fieldChange,
  onlyValue,
  settingsAsProperties,
  textProperty,
  valueElement,
} from '../field-xml.ts'
import { defineFieldType, type ParseResult, type ValueEntry } from '../field-type.ts'
import type { Field } from '../field.ts'
import { characterCount, fault, faultOfText, wrongForm } from '../parsing.ts'
import { textQuery } from '../queries/text-query.ts'

const settings = Type.Object({
  maxchars: Type.Integer({ default: 0, description: 'Most characters; 0 = any number.' }),
  size: Type.Integer({ default: 30, description: 'Width of the input.' }),
  default_value: Type.String({ default: '', description: 'Text of a new artifact.' }),
})
const settingsOf = (field: Field) => field.settings as Static<typeof settings>

const faultOf = (text: string, field: Field): string | undefined => {
  const unstorable = faultOfText(text)
  if (unstorable) return unstorable
  if (text.includes('\n') || text.includes('\r')) return 'the text must be a single line.'
  const { maxchars } = settingsOf(field)
  if (maxchars > 0 && text.length > maxchars && characterCount(text) > maxchars)
    return `the text is longer than ${maxchars} characters.`
  return undefined
}

const parse = (entry: ValueEntry, field: Field): ParseResult<string> => {
  const { value } = entry
  if (value === undefined || value === null) return wrongForm(field, '{"value": "text"}')
  if (typeof value !== 'string') return fault(field, 'the value is not a string.')
  const wrong = faultOf(value, field)
  return wrong === undefined ? { value } : fault(field, wrong)
}

/** A line of text. */
export const string = defineFieldType<string>({
  type: 'string',
  family: 'writable',
  settings,
  input: Type.Object({ value: VerbatimText('One line of text; "" empties the field.') }),
  output: Type.Object({ value: Type.String({ description: 'The text.' }) }),
  isByField: true,
  parse,
  parseByField: parse,
  toEntry: (value = '') => ({ value }),
  defaultValue: field => settingsOf(field).default_value,
  isEmpty: value => value === undefined || value === '',
  same: (before, after) => (before ?? '') === (after ?? ''),
  index: () => [],
  searchText: value => value || undefined,
  query: textQuery,
  plainText: value => value ?? '',
  referenceTexts: value => [value],
  represent: value => (value === undefined ? null : { value }),
  flat: value => value ?? null,
  toNamed: value => value ?? null,
  fromNamed: named => ({ value: named === null ? '' : typeof named === 'number' ? String(named) : named }),
  describe: field => plainDescription(settingsOf(field).default_value, field.settings),
  importSettings: (properties, warn) => ({
    maxchars: countProperty(properties, 'maxchars', 0, warn),
    size: countProperty(properties, 'size', 30, warn),
    default_value: textProperty(properties, 'default_value'),
  }),
  exportSettings: field => settingsAsProperties(field.settings, { maxchars: 0, size: 30, default_value: '' }),
  importValue: (change, field, context) => {
    const value = onlyValue(change, message => context.warn(change, message))
    if (!value) return undefined
    const wrong = faultOf(value.text, field)
    if (wrong === undefined) return value.text
    context.warn(value, `Value of "${field.name}" skipped: ${wrong}`)
    return undefined
  },
  exportValue: (value, field) => fieldChange(field, 'string', [valueElement(value)]),
})
