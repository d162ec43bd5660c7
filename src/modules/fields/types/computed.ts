import { Type } from 'typebox'
import { Nullable } from '../../../platform/http/schemas/schema.ts'
import { childNamed, childText, isTrue } from '../../../platform/xml/node.ts'
import { defineFieldType, type ParseResult, type ValueEntry } from '../field-type.ts'
import type { Field } from '../field.ts'
import { fieldChange, textProperty } from '../field-xml.ts'
import { fault, wrongForm } from '../parsing.ts'
import { manualNumberQuery } from '../queries/number-query.ts'
import { quoted, wireBoolean, wireNumber } from '../wire-id.ts'
import { warnOfUnknown } from '../xml-properties.ts'

/** null: a user requested the sum again after a manual value. */
type ComputedValue = { readonly manual: number } | null

const manualOf = (value: ComputedValue | undefined): number | null => value?.manual ?? null

/** The sum over linked artifacts, or a manual value. fields.md §3.11; charts/computed-sum.ts calculates the sum. */
export const computed = defineFieldType<ComputedValue>({
  type: 'computed',
  family: 'writable',
  settings: Type.Object(
    {
      target_field_name: Type.String({
        default: '',
        description: 'Without effect: the name of the field itself counts.',
      }),
      default_value: Nullable(Type.Number({ description: 'Manual value of new artifacts.' }), {
        description: 'Null: new artifacts take the sum.',
      }),
    },
    { description: 'Value of new artifacts.' },
  ),
  input: Type.Object({
    is_autocomputed: Type.Optional(Type.Boolean({ description: 'True: the sum counts, not a manual value.' })),
    manual_value: Type.Optional(
      Type.Union([Type.Number({ description: 'Number.' }), Type.String({ description: 'Number as text.' })], {
        description: 'Counts instead of the sum.',
      }),
    ),
  }),
  output: Type.Object({
    is_autocomputed: Type.Boolean({ description: 'Whether there is no manual value.' }),
    value: Nullable(Type.Number({ description: 'The sum.' }), { description: 'Null when nothing was added.' }),
    manual_value: Nullable(Type.Number({ description: 'The manual value.' }), { description: 'Null when not set.' }),
  }),
  isByField: true,
  needs: ['computed'],

  parse: (entry, field) => parseComputed(entry, field),
  toEntry: value => (value ? { manual_value: value.manual } : { is_autocomputed: true }),
  defaultValue: ({ settings }) =>
    typeof settings['default_value'] === 'number' ? { manual: settings['default_value'] } : undefined,
  // The sum is a value too, and every artifact has it.
  isEmpty: () => false,
  same: (before, after) => manualOf(before) === manualOf(after),

  index: value => (value ? [value.manual] : []),
  searchText: () => undefined,
  query: manualNumberQuery,
  plainText: value => (value ? String(value.manual) : ''),
  addend: value => manualOf(value) ?? 'sum',

  represent: (value, field, context) => {
    const manual = manualOf(value)
    return { is_autocomputed: manual === null, value: context.computedSum(field), manual_value: manual }
  },
  flat: (value, field, context) => manualOf(value) ?? context.computedSum(field),
  toNamed: (value, field, context) => manualOf(value) ?? context.computedSum(field),
  fromNamed: named => (named === null || named === '' ? { is_autocomputed: true } : { manual_value: named }),
  describe: ({ settings }) => {
    const byDefault = settings['default_value'] ?? null
    return {
      values: null,
      bindings: { type: null, list: [] },
      default_value: byDefault === null ? null : { type: 'manual_value', value: byDefault },
      specific_properties: { target_field_name: settings['target_field_name'] ?? '', default_value: byDefault },
    }
  },

  importSettings: (properties, warn) => {
    warnOfUnknown(properties, ['target_field_name', 'default_value', 'fast_compute'], warn)
    const text = textProperty(properties, 'default_value').trim()
    const byDefault = text === '' ? null : wireNumber(text)
    if (byDefault === undefined) warn(`Property default_value is not a number (${quoted(text)}); there is none.`)
    return { target_field_name: textProperty(properties, 'target_field_name'), default_value: byDefault ?? null }
  },
  exportSettings: ({ settings }): Record<string, string> => ({
    ...(typeof settings['target_field_name'] === 'string' &&
      settings['target_field_name'] !== '' && { target_field_name: settings['target_field_name'] }),
    ...(typeof settings['default_value'] === 'number' && { default_value: String(settings['default_value']) }),
  }),
  xmlChangeType: 'computed',
  importValue: (change, field, context) => {
    const manual = childText(change, 'manual_value')
    if (manual !== '') {
      const value = wireNumber(manual)
      if (value !== undefined) return { manual: value }
      context.warn(change, `Field ${field.name}: ${quoted(manual)} is not a number; the change is skipped.`)
      return undefined
    }
    if (isTrue(childText(change, 'is_autocomputed')) || childNamed(change, 'manual_value')) return null
    context.warn(change, `Field ${field.name} has neither a manual value nor asks for the sum; the change is skipped.`)
    return undefined
  },
  exportValue: (value, field) =>
    fieldChange(field, 'computed', [
      value ? { name: 'manual_value', text: String(value.manual) } : { name: 'is_autocomputed', text: '1' },
    ]),
})

const parseComputed = (entry: ValueEntry, field: Field): ParseResult<ComputedValue> => {
  const isAuto = wireBoolean(entry.is_autocomputed)
  const manual = entry.manual_value ?? undefined
  // An entry sent back as read holds a `value` beside the other members; a `value` alone is a mistake (fields.md §3.17).
  if (isAuto === undefined && manual === undefined)
    return wrongForm(field, '{"manual_value": number} or {"is_autocomputed": true}')
  if (isAuto === true && (manual === undefined || manual === '')) return { value: null }
  if (isAuto === true) return fault(field, 'is_autocomputed and a manual_value exclude each other.')
  if (manual === undefined) return fault(field, 'without is_autocomputed a manual_value is needed.')
  const value = wireNumber(manual)
  return value === undefined
    ? fault(field, `the manual value ${quoted(manual)} is not a number.`)
    : { value: { manual: value } }
}
