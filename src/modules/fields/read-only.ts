import { Type, type TSchema } from 'typebox'
import { plainDescription } from './description-parts.ts'
import { UNCHANGED, type FieldType, type RepresentContext } from './field-type.ts'
import type { Field, FieldTypeName } from './field.ts'
import type { FieldQuery } from './field-query.ts'
import { fault } from './parsing.ts'

export const noSettings = Type.Object({}, { description: 'This kind has no properties of its own.' })
export const noMembers = Type.Object({}, { description: 'This kind has no value.' })

/** The common parts of all types that store nothing. */
export const withoutValue = {
  settings: noSettings,
  input: noMembers,
  defaultValue: () => undefined,
  isEmpty: () => true,
  same: () => true,
  index: () => [],
  searchText: () => undefined,
  plainText: () => '',
  importSettings: () => ({}),
  exportSettings: () => ({}),
} satisfies Partial<FieldType<never>>

/**
 * A kind of field whose value the platform provides. An entry for it has no effect, because clients may send back a GET (fields.md §3.17).
 */
export const readOnlyType = (type: {
  readonly type: FieldTypeName
  readonly output: TSchema
  readonly isByField?: boolean
  readonly needs?: FieldType['needs']
  readonly represent: (context: RepresentContext) => Record<string, unknown>
  readonly flat: (context: RepresentContext) => number | string | undefined
  /** false: exports leave the type out. */
  readonly isNamed?: false
  readonly extra?: Readonly<Record<string, unknown>>
  readonly query?: FieldQuery
}): FieldType<never> => ({
  ...withoutValue,
  type: type.type,
  family: 'readOnly',
  output: type.output,
  isByField: type.isByField ?? false,
  ...(type.needs && { needs: type.needs }),
  ...(type.query && { query: type.query }),
  parse: () => UNCHANGED,
  represent: (_value, _field, context) => type.represent(context),
  flat: (_value, _field, context) => type.flat(context),
  ...(type.isNamed !== false && {
    toNamed: (_value: undefined, _field: Field, context: RepresentContext) => type.flat(context) ?? null,
    // An exported line can be sent back.
    fromNamed: () => ({}),
  }),
  describe: () => plainDescription(null, {}, type.extra),
})

/** A form element for layout only; it never has an entry (fields.md §3.16). */
export const layoutElementType = (
  name: FieldTypeName,
  family: 'container' | 'static',
  overrides: Partial<FieldType<never>> = {},
): FieldType<never> => ({
  ...withoutValue,
  type: name,
  family,
  output: noMembers,
  isByField: false,
  parse: (_entry, field) => fault(field, 'this form element holds no value.'),
  represent: () => null,
  flat: () => undefined,
  describe: () => plainDescription(null, {}),
  ...overrides,
})
