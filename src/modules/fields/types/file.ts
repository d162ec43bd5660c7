import { Type } from 'typebox'
import { NotFound } from '../../../platform/errors.ts'
import { Nullable } from '../../../platform/http/schemas/schema.ts'
import { downloadPath, hasPreview, previewPath } from '../../files/index.ts'
import { childrenNamed } from '../../../platform/xml/node.ts'
import { plainDescription } from '../description-parts.ts'
import {
  defineFieldType,
  UNCHANGED,
  type ImportContext,
  type ParseContext,
  type ParseResult,
  type StoredFile,
  type ValueEntry,
} from '../field-type.ts'
import type { Field } from '../field.ts'
import { fieldChange } from '../field-xml.ts'
import { sameSet } from '../list-bind.ts'
import { fault, integerIn, listIn, wrongForm } from '../parsing.ts'
import { fileQuery } from '../queries/text-query.ts'
import { quoted, wireId } from '../wire-id.ts'
import { warnOfUnknown } from '../xml-properties.ts'

type FileValue = readonly StoredFile[]

const text = (description: string) => Type.String({ description })

const FileDescription = Type.Object(
  {
    id: Type.Integer({ description: 'Id of the file, to be sent back to keep it.' }),
    submitted_by: Type.Integer({ description: 'Id of the account that sent it.' }),
    description: text('Description by the sender of the file.'),
    name: text('Name of the file.'),
    size: Type.Integer({ description: 'Size in bytes.' }),
    type: text('Media type.'),
    html_url: Nullable(text('Path of the content.'), { description: 'Null for a file that is not attached.' }),
    html_preview_url: Nullable(text('Path of a small picture.'), { description: 'Null for what is no image.' }),
    uri: text('Resource of the content.'),
    sha256: Nullable(text('SHA-256 of the content, in hexadecimal digits.'), {
      description: 'Null where it is not known.',
    }),
  },
  { description: 'A file.' },
)

/** Attachments. fields.md §3.8, files.md §3 and §5 */
export const file = defineFieldType<FileValue>({
  type: 'file',
  family: 'writable',
  settings: Type.Object({}, { description: 'Nothing to configure.' }),
  input: Type.Object({
    value: Type.Array(Type.Integer({ description: 'Id of a file.' }), {
      description: 'All files that shall be attached: those left out are detached and their content is deleted.',
    }),
  }),
  output: Type.Object({
    file_descriptions: Type.Array(FileDescription, { description: 'The attached files.' }),
  }),
  isByField: false,

  parse: (entry, field, context) => parseFiles(entry, field, context),
  toEntry: (value = []) => ({ value: value.map(idOf) }),
  defaultValue: () => undefined,
  isEmpty: value => value === undefined || value.length === 0,
  same: (before = [], after = []) => sameSet(before.map(idOf), after.map(idOf)),

  index: () => [],
  // trackers.md §4.2: a search reads names and descriptions.
  searchText: value =>
    value.length === 0
      ? undefined
      : value
          .flatMap(({ name, description }) => [name, description])
          .join('\n')
          .trim(),
  query: fileQuery,
  plainText: value => (value ?? []).map(({ name }) => name).join(', '),

  represent: value => (value === undefined ? null : { file_descriptions: value.map(describeFile) }),
  flat: () => undefined,
  toNamed: value => (value ?? []).map(({ id, name }) => ({ name, url: downloadPath(id, name) })),
  describe: (field, context) =>
    plainDescription(
      null,
      {},
      {
        file_creation_uri: `tracker_fields/${field.id}/files`,
        max_size_upload: context.maxUploadSize,
      },
    ),

  importSettings: (properties, warn) => {
    warnOfUnknown(properties, [], warn)
    return {}
  },
  exportSettings: () => ({}),
  xmlChangeType: 'file',
  importValue: (change, _field, context) => {
    // Files accumulate: a file that is no longer listed stays (import.md §6.3).
    const files = new Map(((context.current as FileValue | undefined) ?? []).map(known => [known.id, known]))
    const keys = childrenNamed(change, 'value').flatMap(node => node.attributes['ref'] ?? [])
    let lost = 0
    for (const key of keys) {
      const found = findFile(key, context)
      if (found) files.set(found.id, found)
      else lost++
    }
    return files.size === 0 && lost > 0 ? undefined : [...files.values()]
  },
  exportValue: (value, field, context) => {
    const refs = value.flatMap(({ id }) => context.fileKey(id) ?? [])
    const none = [{ name: 'value' }]
    return fieldChange(
      field,
      'file',
      refs.length === 0 ? none : refs.map(ref => ({ name: 'value', attributes: { ref } })),
    )
  },
})

const findFile = (key: string, context: ImportContext): StoredFile | undefined =>
  key === '' ? undefined : context.findFile(key)

const idOf = ({ id }: StoredFile): number => id

const parseFiles = async (entry: ValueEntry, field: Field, context: ParseContext): Promise<ParseResult<FileValue>> => {
  // An entry from a GET has no `value`: sent back, the entry changes nothing (fields.md §3.17).
  if (entry.value === undefined || entry.value === null) return UNCHANGED
  const sent = listIn(entry.value)
  if (!sent) return wrongForm(field, '{"value": [id of a file, …]}')

  const current = new Map(((context.current as FileValue | undefined) ?? []).map(known => [known.id, known]))
  const wanted = new Set<number>()
  for (const item of sent) {
    const id = wireId(item)
    // An id out of range is an unknown file too (artifacts.md §0.3).
    if (id === Infinity || (id === undefined && integerIn(item) !== undefined)) throw unknownFile(item)
    if (id === undefined) return fault(field, `${quoted(item)} is not the id of a file.`)
    if (current.has(id) || !context.isFileOfOtherField(id)) wanted.add(id)
  }

  const added = [...wanted].filter(id => !current.has(id))
  const attachable = added.length > 0 ? await context.findAttachableFiles(field, added) : undefined
  const value: StoredFile[] = []
  for (const id of wanted) {
    const found = current.get(id) ?? attachable?.get(id)
    if (!found) throw unknownFile(id)
    value.push(found)
  }
  return { value }
}

const unknownFile = (id: unknown): NotFound =>
  new NotFound(`There is no file ${quoted(id)} that could be attached to this field`)

/** The representation of an attached file (files.md §5). */
export const describeFile = (file: StoredFile) => {
  const { id, name, size, type, description, submittedBy, sha256 } = file
  return {
    id,
    submitted_by: submittedBy,
    description,
    name,
    size,
    type,
    html_url: downloadPath(id, name),
    html_preview_url: hasPreview(file) ? previewPath(id, name) : null,
    uri: `artifact_files/${id}`,
    sha256: sha256 ?? null,
  }
}
