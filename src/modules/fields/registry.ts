import { Type, type TObject, type TSchema } from 'typebox'
import { Id, Nullable } from '../../platform/http/schemas/schema.ts'
import type { FieldType } from './field-type.ts'
import type { FieldTypeName } from './field.ts'
import { aid } from './types/automatic/aid.ts'
import { art_link } from './types/art_link.ts'
import { atid } from './types/automatic/atid.ts'
import { burndown } from './types/burndown.ts'
import { burnup } from './types/burnup.ts'
import { cb } from './types/lists/cb.ts'
import { column } from './types/layout/column.ts'
import { computed } from './types/computed.ts'
import { cross } from './types/automatic/cross.ts'
import { date } from './types/date.ts'
import { encrypted } from './types/encrypted.ts'
import { fieldset } from './types/layout/fieldset.ts'
import { file } from './types/file.ts'
import { float } from './types/float.ts'
import { int } from './types/int.ts'
import { linebreak } from './types/layout/linebreak.ts'
import { luby } from './types/automatic/luby.ts'
import { lud } from './types/automatic/lud.ts'
import { msb } from './types/lists/msb.ts'
import { perm } from './types/perm.ts'
import { priority } from './types/automatic/priority.ts'
import { rb } from './types/lists/rb.ts'
import { sb } from './types/lists/sb.ts'
import { separator } from './types/layout/separator.ts'
import { staticrichtext } from './types/layout/staticrichtext.ts'
import { string } from './types/string.ts'
import { subby } from './types/automatic/subby.ts'
import { subon } from './types/automatic/subon.ts'
import { tbl } from './types/lists/tbl.ts'
import { text } from './types/text.ts'
import { ttmstepdef } from './types/ttmstepdef.ts'
import { ttmstepexec } from './types/ttmstepexec.ts'

/** Every kind of form element. A new kind is a file in `types/` and a line here. */
const types: readonly FieldType[] = [
  // texts, numbers, dates, steps, fields that the platform fills, and layout elements
  aid,
  atid,
  column,
  cross,
  date,
  encrypted,
  fieldset,
  float,
  int,
  linebreak,
  lud,
  priority,
  separator,
  staticrichtext,
  string,
  subon,
  text,
  ttmstepdef,
  ttmstepexec,
  // lists, links, files, permissions, sums and charts
  art_link,
  burndown,
  burnup,
  cb,
  computed,
  file,
  luby,
  msb,
  perm,
  rb,
  sb,
  subby,
  tbl,
]

export const fieldTypes: ReadonlyMap<FieldTypeName, FieldType> = new Map(types.map(type => [type.type, type]))

export const fieldTypeNames: readonly FieldTypeName[] = [...fieldTypes.keys()]

export const isFieldTypeName = (text: string): text is FieldTypeName => fieldTypes.has(text as FieldTypeName)

export const fieldType = (name: FieldTypeName): FieldType => {
  const type = fieldTypes.get(name)
  if (!type) throw new Error(`No field type ${name}`)
  return type
}

const membersOf = (schema: TSchema): Record<string, TSchema> => (schema as TObject).properties

/** Settings of a field of this type: missing settings get their default, and unknown ones are left out. */
export const settingsWithDefaults = (
  type: FieldType,
  given: Readonly<Record<string, unknown>>,
): Record<string, unknown> => {
  const settings: Record<string, unknown> = {}
  for (const [name, schema] of Object.entries(membersOf(type.settings)))
    settings[name] = given[name] ?? (schema as { default?: unknown }).default ?? null
  return settings
}

/**
 * Schema of an entry of `values` before its type is known (artifacts.md §2.3). It checks only the members that all types share; the type
 * checks the rest. Unknown members are kept, because a client may send back an entry that it read.
 */
export const valueEntry = Type.Object(
  {
    field_id: Id('Id of a used field of the tracker.'),
    value: Type.Optional(
      Type.Unknown({ description: 'Texts, numbers, dates, files, permissions, steps, open lists.' }),
    ),
    bind_value_ids: Type.Optional(
      Nullable(
        Type.Array(Type.Unknown({ description: 'Id, or label of an open list.' }), { description: 'All of them.' }),
        { description: 'Chosen values of a list.' },
      ),
    ),
    links: Type.Optional(
      Nullable(Type.Array(Type.Unknown({ description: 'Link: {id, type}.' }), { description: 'All of them.' }), {
        description: 'Forward links.',
      }),
    ),
    all_links: Type.Optional(
      Nullable(
        Type.Array(Type.Unknown({ description: 'Link: {id, direction, type}.' }), { description: 'All of them.' }),
        { description: 'Links of both directions.' },
      ),
    ),
    parent: Type.Optional(Type.Unknown({ description: 'The artifact that shall be the parent.' })),
    is_autocomputed: Type.Optional(
      Nullable(Type.Boolean({ description: 'true or false.' }), {
        description: 'Computed field: true takes the sum, false the manual value.',
      }),
    ),
    manual_value: Type.Optional(Type.Unknown({ description: 'Computed field: the manual value.' })),
  },
  { description: 'The new value of one field.', additionalProperties: true },
)

/** The entries that clients may send, type by type, for the API documentation. Decoding uses `valueEntry`. */
export const valueEntryForms = Type.Union(
  types
    .filter(type => type.family === 'writable' || type.family === 'external')
    .map(type =>
      Type.Object(
        { field_id: Id('Id of a used field of the tracker.'), ...membersOf(type.input) },
        { title: `Entry of a field of type ${type.type}`, description: `For fields of type ${type.type}.` },
      ),
    ),
  { description: 'The new value of one field.' },
)

/** One entry of `values` or `values_by_field` in a response. */
export const fieldValue = Type.Union(
  types
    .filter(type => type.family !== 'container' && type.family !== 'static')
    .map(type =>
      Type.Object(
        {
          field_id: Id('Id of the field.'),
          label: Type.String({ description: 'Label of the field.' }),
          type: Type.Literal(type.type, { description: 'Type of the field.' }),
          ...membersOf(type.output),
        },
        { title: `Value of a field of type ${type.type}`, description: `Of a field of type ${type.type}.` },
      ),
    ),
  { description: 'The value of one field.' },
)
