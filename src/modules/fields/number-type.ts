import { Type, type Static, type TSchema } from 'typebox'
import { Nullable } from '../../platform/http/schemas/schema.ts'
import { plainDescription } from './description-parts.ts'
import { UNCHANGED, type FieldType, type ParseContext, type ParseResult, type ValueEntry } from './field-type.ts'
import { countProperty, fieldChange, onlyValue, settingsAsProperties, textProperty, valueElement } from './field-xml.ts'
import type { Field } from './field.ts'
import { fault, wrongForm } from './parsing.ts'
import { numberQuery } from './queries/number-query.ts'

const settings = Type.Object({
  maxchars: Type.Integer({ default: 0, description: 'Most characters of the input; 0 = any number.' }),
  size: Type.Integer({ default: 5, description: 'Width of the input.' }),
  default_value: Type.String({ default: '', description: 'Number of a new artifact, as text; "" = none.' }),
})
const settingsOf = (field: Field) => field.settings as Static<typeof settings>

/** The common parts of int and float. The value `null` is a number that a user cleared. */
export const numberType = (kind: {
  readonly type: 'int' | 'float'
  readonly schema: TSchema
  /** Converts a text or a number; undefined if the input is no number of this kind. */
  readonly read: (value: string | number) => number | undefined
  /** Completes the sentence `The value is not …`. */
  readonly noun: string
}): FieldType<number | null> => {
  const parse = (entry: ValueEntry, field: Field, context: ParseContext): ParseResult<number | null> => {
    const { value } = entry
    if (value === undefined || value === null) {
      // The API shows a cleared number as null, so null sent back means no change (fields.md §3.17). For any other value, null is no valid
      // entry (§3).
      return context.current === null ? UNCHANGED : wrongForm(field, '{"value": number}; "" clears it')
    }
    if (value === '') return { value: null }
    const number = typeof value === 'string' || typeof value === 'number' ? kind.read(value) : undefined
    return number === undefined ? fault(field, `the value is not ${kind.noun}.`) : { value: number }
  }

  return {
    type: kind.type,
    family: 'writable',
    settings,
    input: Type.Object({
      value: Type.Union([kind.schema, Type.String({ description: 'The number as text; "" clears the field.' })], {
        description: 'The number.',
      }),
    }),
    output: Type.Object({ value: Nullable(kind.schema, { description: 'The number; null = cleared.' }) }),
    isByField: true,
    parse,
    parseByField: parse,
    toEntry: value => ({ value: value ?? '' }),
    defaultValue: field => kind.read(settingsOf(field).default_value),
    isEmpty: value => value === undefined || value === null,
    same: (before, after) => (before ?? null) === (after ?? null),
    index: value => (value === null ? [] : [value]),
    searchText: () => undefined,
    query: numberQuery,
    plainText: value => (value === undefined || value === null ? '' : String(value)),
    addend: value => value ?? undefined,
    represent: value => (value === undefined ? null : { value }),
    flat: value => value ?? null,
    toNamed: value => value ?? null,
    fromNamed: named => ({ value: named === null ? '' : typeof named === 'string' ? named.trim() : named }),
    describe: field => plainDescription(settingsOf(field).default_value, field.settings),
    importSettings: (properties, warn) => {
      const given = textProperty(properties, 'default_value').trim()
      const isUsable = given === '' || kind.read(given) !== undefined
      if (!isUsable) warn(`Default value "${given.slice(0, 100)}" is not ${kind.noun}; it is left out.`)
      return {
        maxchars: countProperty(properties, 'maxchars', 0, warn),
        size: countProperty(properties, 'size', 5, warn),
        default_value: isUsable ? given : '',
      }
    },
    exportSettings: field => settingsAsProperties(field.settings, { maxchars: 0, size: 5, default_value: '' }),
    importValue: (change, field, context) => {
      const value = onlyValue(change, message => context.warn(change, message))
      if (!value) return undefined
      const text = value.text.trim()
      if (text === '') return null
      const number = kind.read(text)
      if (number === undefined)
        context.warn(value, `Value of "${field.name}" skipped: "${text.slice(0, 100)}" is not ${kind.noun}.`)
      return number
    },
    exportValue: (value, field) => fieldChange(field, kind.type, [valueElement(value === null ? '' : String(value))]),
  }
}
