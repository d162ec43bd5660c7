// Values inside a representation of an artifact: reading one, and painting one before the server has it.
import type { components } from '../../../client/index.ts'
import type { FieldValue } from '../../fields/field-view.ts'
import type { Artifact, LoadedArtifact } from '../artifact-queries.ts'

export type CompleteTracker = components['schemas']['CompleteTracker']

export const valueOf = (artifact: Artifact, fieldId: number): FieldValue | undefined =>
  artifact.values?.find(value => value.field_id === fieldId)

/** The tracker as the artifact has it: frozen fields lack `update`. Undefined: a list loaded the artifact without the form. */
export const trackerOf = (artifact: Artifact): CompleteTracker | undefined =>
  'fields' in artifact.tracker ? artifact.tracker : undefined

interface ListValue {
  readonly label: string
  readonly tlp_color?: string | null
  readonly id: number | string | null
}

type Person = Artifact['assignees'][number]

/** The artifact with another value, and with the members that repeat it: title, status, assignees. */
export const withValue = (loaded: LoadedArtifact, value: FieldValue): LoadedArtifact => {
  const { artifact } = loaded
  const before = artifact.values ?? []
  const isThere = before.some(each => each.field_id === value.field_id)
  const values = isThere ? before.map(each => (each.field_id === value.field_id ? value : each)) : [...before, value]
  return { ...loaded, artifact: { ...artifact, values, ...repeatedMembers(artifact, value) } }
}

const repeatedMembers = (artifact: Artifact, value: FieldValue): Partial<Artifact> => {
  const semantics = trackerOf(artifact)?.semantics
  if (!semantics) return {}
  const { values: chosen = [], value: text } = value as unknown as {
    readonly values?: readonly ListValue[]
    readonly value?: unknown
  }
  if (value.field_id === semantics.title?.field_id && typeof text === 'string' && value.type === 'string')
    return { title: text }
  if (value.field_id === semantics.status?.field_id) {
    const [first] = chosen
    if (!first) return { status: '', full_status: null, is_open: false }
    return {
      status: first.label,
      full_status: { value: first.label, color: first.tlp_color ?? null },
      is_open: semantics.status.value_ids.includes(Number(first.id)),
    }
  }
  if (value.field_id === semantics.contributor?.field_id)
    return { assignees: (chosen as unknown as readonly Person[]).filter(person => person.id !== null) }
  return {}
}

/** Fields whose value follows from each change: nobody wants to hear of them. */
const FOLLOWING: ReadonlySet<string> = new Set(['lud', 'luby', 'cross', 'burndown', 'burnup', 'priority'])

/** Ids of the fields whose values differ between two states of an artifact. */
export const changedFields = (
  one: Artifact,
  other: Artifact,
  same: (fieldId: number, one: FieldValue | undefined, other: FieldValue | undefined) => boolean,
): readonly number[] => {
  const values = [...(one.values ?? []), ...(other.values ?? [])].filter(value => !FOLLOWING.has(value.type))
  const ids = new Set(values.map(value => value.field_id))
  return [...ids].filter(id => !same(id, valueOf(one, id), valueOf(other, id)))
}
