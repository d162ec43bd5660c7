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
import {
  defineFieldType,
  type ParseContext,
  type ParseResult,
  type TextFormat,
  type ValueEntry,
} from '../field-type.ts'
import type { Field } from '../field.ts'
import { fault, faultOfText, isTextTooLong, textTooLong, wrongForm } from '../parsing.ts'
import { textQuery } from '../queries/text-query.ts'
import { escapeHtml } from '../../../platform/html.ts'
import { isRenderingOf, plainText } from '../rich-text.ts'
import { isTextFormat } from '../text-format.ts'

export interface StoredText {
  readonly content: string
  readonly format: TextFormat
}

const settings = Type.Object({
  rows: Type.Integer({ default: 10, description: 'Height of the input.' }),
  cols: Type.Integer({ default: 50, description: 'Width of the input.' }),
  default_value: Type.String({ default: '', description: 'Text of a new artifact.' }),
})
const settingsOf = (field: Field) => field.settings as Static<typeof settings>

const form = '{"value": "text"} or {"value": {"content": "text", "format": "text|html|commonmark"}}'

/** §3.2: the default is plain text; a user who edits HTML gets it as a paragraph. */
const defaultText = (field: Field, format: TextFormat): StoredText => {
  const text = settingsOf(field).default_value
  return { content: format === 'html' && text !== '' ? `<p>${escapeHtml(text)}</p>` : text, format }
}

const faultOf = (content: string): string | undefined =>
  faultOfText(content) ?? (isTextTooLong(content) ? textTooLong : undefined)

const stored = (content: unknown, format: unknown, field: Field, context: ParseContext): ParseResult<StoredText> => {
  if (typeof content !== 'string') return fault(field, 'the text is not a string.')
  const wrong = faultOf(content)
  if (wrong !== undefined) return fault(field, wrong)
  // §3.2: an unknown format is no error.
  return { value: { content, format: isTextFormat(format) ? format : context.defaultTextFormat } }
}

const parseWith = (
  entry: ValueEntry,
  format: unknown,
  field: Field,
  context: ParseContext,
): ParseResult<StoredText> => {
  const { value } = entry
  if (value === undefined || value === null) return wrongForm(field, form)
  if (typeof value === 'object') {
    if (Array.isArray(value)) return wrongForm(field, form)
    const { content, format: ownFormat } = value as { content?: unknown; format?: unknown }
    return stored(content, ownFormat, field, context)
  }
  const { commonmark } = entry
  // An entry sent back as read: `value` is the rendering of the source in `commonmark`, so the entry means the source.
  if (
    typeof value === 'string' &&
    typeof commonmark === 'string' &&
    faultOf(commonmark) === undefined &&
    isRenderingOf(value, commonmark)
  )
    return { value: { content: commonmark, format: 'commonmark' } }
  return stored(value, format, field, context)
}

/** A text of several lines, in one of three formats. */
export const text = defineFieldType<StoredText>({
  type: 'text',
  family: 'writable',
  settings,
  input: Type.Object({
    value: Type.Union(
      [
        VerbatimText("The text, in the format that the user's preferences name (commonmark if none)."),
        Type.Object(
          {
            content: VerbatimText('The text.'),
            format: Type.Optional(Type.String({ description: 'text, html or commonmark.' })),
          },
          { description: 'The text with its format.' },
        ),
      ],
      { description: 'The text, at most 65,535 bytes; "" empties the field.' },
    ),
  }),
  output: Type.Object({
    value: Type.String({ description: 'The source; of a commonmark text its safe HTML.' }),
    post_processed_value: Type.String({ description: 'Safe HTML, references turned into links.' }),
    format: Type.Union([Type.Literal('text'), Type.Literal('html')], { description: 'Format of `value`.' }),
    commonmark: Type.Optional(Type.String({ description: 'Source of a commonmark text; absent for others.' })),
  }),
  isByField: true,
  parse: (entry, field, context) => parseWith(entry, undefined, field, context),
  parseByField: (entry, field, context) => parseWith(entry, entry['format'], field, context),
  toEntry: ({ content, format } = { content: '', format: 'text' }) => ({ value: { content, format } }),
  defaultValue: (field, context) => defaultText(field, context.defaultTextFormat),
  isEmpty: value => value === undefined || value.content === '',
  // §3.2: a change of the format alone is no change.
  same: (before, after) => (before?.content ?? '') === (after?.content ?? ''),
  index: () => [],
  searchText: value => plainText(value.content, value.format) || undefined,
  query: textQuery,
  plainText: value => (value === undefined ? '' : plainText(value.content, value.format)),
  referenceTexts: value => [value.content],
  represent: (value, _field, context) => {
    if (value === undefined) return null
    const html = context.renderText(value.content, value.format)
    return value.format === 'commonmark'
      ? { value: html, post_processed_value: html, format: 'html', commonmark: value.content }
      : { value: value.content, post_processed_value: html, format: value.format }
  },
  flat: value => (value === undefined ? null : plainText(value.content, value.format)),
  toNamed: value => (value === undefined ? null : { content: value.content, format: value.format }),
  fromNamed: named => ({ value: named === null ? '' : typeof named === 'number' ? String(named) : named }),
  describe: (field, context) => {
    const { content, format } = defaultText(field, context.defaultTextFormat)
    return plainDescription({ format, content }, field.settings)
  },
  importSettings: (properties, warn) => ({
    rows: countProperty(properties, 'rows', 10, warn),
    cols: countProperty(properties, 'cols', 50, warn),
    default_value: textProperty(properties, 'default_value'),
  }),
  exportSettings: field => settingsAsProperties(field.settings, { rows: 10, cols: 50, default_value: '' }),
  importValue: (change, field, context) => {
    const value = onlyValue(change, message => context.warn(change, message))
    if (!value) return undefined
    const wrong = faultOf(value.text)
    const format = value.attributes['format'] ?? 'text'
    if (wrong === undefined && isTextFormat(format)) return { content: value.text, format }
    context.warn(value, `Value of "${field.name}" skipped: ${wrong ?? `unknown format "${format.slice(0, 100)}".`}`)
    return undefined
  },
  exportValue: (value, field) => fieldChange(field, 'text', [valueElement(value.content, { format: value.format })]),
})
