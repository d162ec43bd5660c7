// The values that the form of a new artifact begins with.
import type { Artifact } from '../artifact-queries.ts'
import type { Field, FieldValue } from '../../fields/field-view.ts'
import { viewOf } from '../../fields/registry.ts'
import type { Tracker } from '../../trackers/tracker-queries.ts'

export type Values = ReadonlyMap<number, FieldValue>

/** Files belong to the artifact that was copied; links say something about it. */
const NOT_COPIED = new Set(['file', 'art_link'])

export const submittable = (tracker: Tracker): readonly Field[] =>
  tracker.fields.filter(
    field =>
      field.is_used &&
      field.permissions.includes('create') &&
      (viewOf(field.type).Edit !== undefined || field.type === 'file'),
  )

/** The address comes before the copied artifact, and that before the defaults. */
export const givenValues = (
  tracker: Tracker,
  address: Readonly<Record<string, unknown>>,
  copied: Artifact | undefined,
): Values => {
  const values = new Map<number, FieldValue>()
  for (const field of submittable(tracker)) {
    const view = viewOf(field.type)
    const written = address[field.name]
    if (typeof written === 'string' || typeof written === 'number') {
      const read = view.fromText(String(written), field)
      if ('value' in read) values.set(field.field_id, read.value)
      continue
    }
    const before = copied?.values?.find(value => value.field_id === field.field_id)
    if (before && !NOT_COPIED.has(field.type)) values.set(field.field_id, before)
    else if (!copied) {
      const value = defaultOf(field)
      if (value && !view.isEmpty(value)) values.set(field.field_id, value)
    }
  }
  return values
}

const fieldMembers = ({ field_id, label, type }: Field) => ({ field_id, label, type })

/** The default as the description of the field tells it, as a value. */
const defaultOf = (field: Field): FieldValue | undefined => {
  const { default_value: given } = field
  const view = viewOf(field.type)
  if (given === null || given === undefined) return undefined
  if (Array.isArray(given)) {
    const chosen = (given as readonly { id?: unknown }[]).filter(each => each.id !== 100 && each.id !== null)
    if (chosen.length === 0) return undefined
    const offered = Array.isArray(field.values) ? (field.values as readonly { id?: unknown }[]) : []
    const values = chosen.map(each => offered.find(value => value.id === each.id) ?? each)
    return {
      ...fieldMembers(field),
      values,
      bind_value_ids: chosen.map(each => each.id),
    } as unknown as FieldValue
  }
  const { format, content } = given as { readonly format?: unknown; readonly content?: unknown }
  if (format === 'html' && typeof content === 'string')
    return { ...fieldMembers(field), format, value: content, post_processed_value: content } as FieldValue
  const text =
    typeof given === 'object'
      ? ((given as { content?: unknown; value?: unknown }).content ?? (given as { value?: unknown }).value)
      : given
  if (typeof text !== 'string' && typeof text !== 'number') return undefined
  const read = view.fromText(String(text), field)
  return 'value' in read ? read.value : undefined
}
