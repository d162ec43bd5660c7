// A change of many artifacts as people choose it, and the entries that follow for each of them.
import { readArtifacts } from '../api/artifacts-by-id.ts'
import type { Field, FieldEntry, FieldValue } from '../fields/field-view.ts'
import { viewOf } from '../fields/registry.ts'
import type { Tracker } from '../trackers/tracker-queries.ts'
import { NONE, type ArtifactChange } from './bulk-write.ts'
import { changedIds, type Mode } from './changed-ids.ts'

export interface ChosenValue {
  readonly field: Field
  readonly mode: Mode
  readonly value: FieldValue | undefined
}

/** Lists that hold several values. */
const SEVERAL: ReadonlySet<string> = new Set(['msb', 'cb'])
/** Values that belong to one artifact. */
const OWN: ReadonlySet<string> = new Set(['file', 'art_link', 'ttmstepdef', 'ttmstepexec', 'encrypted'])

export const holdsSeveral = ({ type }: Field): boolean => SEVERAL.has(type)

/** Fields of which one value can stand in many artifacts, and that the reader may change. */
export const bulkFields = (tracker: Tracker): readonly Field[] =>
  tracker.fields.filter(
    ({ is_used, type, permissions }) =>
      is_used && permissions.includes('update') && viewOf(type).Edit !== undefined && !OWN.has(type),
  )

const entryOf = ({ field, value }: ChosenValue): FieldEntry | undefined =>
  value === undefined ? undefined : viewOf(field.type).entryOf(value, field)

const idsOf = (entry: FieldEntry | undefined): readonly number[] =>
  ((entry?.['bind_value_ids'] ?? []) as readonly number[]).map(Number).filter(id => id !== NONE)

/** The change of each artifact. Values of lists are read where some are added or removed. */
export const changesOf = async (
  ids: readonly number[],
  chosen: readonly ChosenValue[],
  signal: AbortSignal,
): Promise<ArtifactChange[]> => {
  const set = chosen.filter(({ mode }) => mode === 'set').flatMap(each => entryOf(each) ?? [])
  const merged = chosen.filter(({ mode }) => mode !== 'set')
  if (merged.length === 0) return ids.map(id => ({ id, values: set }))
  const present = new Map((await readArtifacts(ids, signal)).map(({ id, values }) => [id, values]))
  return ids.map(id => ({
    id,
    values: [
      ...set,
      ...merged.map(each => {
        const { field, mode } = each
        const value = present.get(id)?.find(({ field_id }) => field_id === field.field_id)
        const before = value ? idsOf(viewOf(field.type).entryOf(value, field)) : []
        const after = changedIds(mode, before, idsOf(entryOf(each)))
        return {
          field_id: field.field_id,
          bind_value_ids: after.length === 0 && field.bindings.type === 'users' ? [NONE] : after,
        }
      }),
    ],
  }))
}
