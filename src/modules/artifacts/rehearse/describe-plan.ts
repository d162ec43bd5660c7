import { fieldType, type Field, type ValueEntry } from '../../fields/index.ts'
import type { Tracker } from '../../trackers/index.ts'
import type { Viewer } from '../../users/index.ts'
import type { ArtifactContext } from '../access/artifact-access.ts'
import type { CreationRows, UpdateRows } from '../commit/write-artifact.store.ts'
import { buildChange, type Change, type DescribeDependencies } from '../history/describe-change.ts'
import type { ArtifactDocument, ArtifactWithLinks } from '../model/artifact.ts'
import { canRead } from '../model/artifacts.permissions.ts'
import type { VersionFactory } from '../model/etag.ts'
import type { NewOpenValue } from '../model/new-open-value.ts'
import { representArtifacts, type ReadDependencies } from '../read/read-artifacts.ts'
import type { SerializerOf } from '../represent/serializer-cache.ts'
import { entryOf } from '../represent/value-entry.ts'
import { planTriggers, type TriggerPlanning } from '../write/run-triggers.ts'
import type { PlannedWrite } from '../write/planned-write.ts'
import { NO_ID, planArtifacts, type PlannedArtifacts } from './planned-artifact.ts'
import { plannedChangeset } from './planned-changeset.ts'
import type { ArtifactOutcome } from '../represent/rehearsal.schema.ts'

/** Counts what a change would cause in a later module. */
export type CountEffects = (change: Change) => Promise<number>

export interface DescribePlanDependencies extends DescribeDependencies {
  readonly reading: ReadDependencies
  readonly serializerOf: SerializerOf
  readonly versions: VersionFactory
  readonly planning: Omit<TriggerPlanning, 'find'>
  readonly countMails: CountEffects
  readonly countWebhooks: CountEffects
}

type Rows = CreationRows | UpdateRows

/** The effects of a planned write, as far as the viewer may know of them (integrators.md §7). Writes nothing. */
export const describePlan = async (
  deps: DescribePlanDependencies,
  viewer: Viewer,
  plan: PlannedWrite<Rows | undefined>,
): Promise<ArtifactOutcome> => {
  const { context, before, rows } = plan
  const now = rows?.author.at ?? before?.updatedOn ?? deps.reading.clock.now()
  const planned = await planArtifacts(deps.findArtifacts, viewer, plan, now)
  const shown = { ...context, tracker: withOpenValues(context.tracker, plan.additionalWrites.newOpenValues) }
  const isTold = context.rights.isAdmin
  const change = rows && isTold ? await plannedChange(deps, planned.artifact, plan, rows) : undefined
  return {
    artifact: await representPlanned(deps, viewer, planned.artifact, shown),
    changed_fields: await describeFields(deps, viewer, plan),
    is_change: rows !== undefined || planned.others.length > 0,
    transition: describeTransition(plan),
    etag: before ? deps.versions(before.changesetId, before.updatedOn).etag : null,
    triggers: await describeTriggers(deps, viewer, plan, planned),
    mails: isTold ? (change ? await deps.countMails(change) : 0) : null,
    webhooks: isTold ? (change ? await deps.countWebhooks(change) : 0) : null,
    deletions_left: null,
  }
}

/** null also for callers who may not read the field of the workflow. */
const describeTransition = ({
  context: { tracker, rights },
  transition,
}: PlannedWrite<unknown>): ArtifactOutcome['transition'] => {
  const field = tracker.fieldById.get(tracker.workflow?.fieldId ?? 0)
  if (!transition || !field || !canRead(rights, field)) return null
  return { from_id: transition.fromValueId, to_id: transition.toValueId }
}

/** The tracker with values of open lists that the write would create. */
const withOpenValues = (tracker: Tracker, added: readonly NewOpenValue[]): Tracker => {
  if (added.length === 0) return tracker
  const byField = Map.groupBy(added, value => value.fieldId)
  const extended = (field: Field): Field => {
    const values = byField.get(field.id)
    if (!values || field.bind?.type !== 'static') return field
    const openValues = [...field.bind.openValues, ...values.map(({ id, label }) => ({ id, label, isHidden: false }))]
    return { ...field, bind: { ...field.bind, openValues, openById: new Map(openValues.map(one => [one.id, one])) } }
  }
  const fields = tracker.fields.map(extended)
  const used = fields.filter(field => field.isUsed)
  return {
    ...tracker,
    fields,
    fieldById: new Map(fields.map(field => [field.id, field])),
    fieldByName: new Map(used.map(field => [field.name, field])),
  }
}

/** Members that name an artifact by its id. */
const MEMBERS_OF_ID = ['id', 'uri', 'xref', 'html_url', 'changesets_uri']
/** Types of fields that show the id, the number or the rank. */
const TYPES_OF_ID: ReadonlySet<unknown> = new Set(['aid', 'atid', 'priority'])

const representPlanned = async (
  { reading, serializerOf }: DescribePlanDependencies,
  viewer: Viewer,
  artifact: ArtifactWithLinks,
  context: ArtifactContext,
): Promise<Record<string, unknown>> => {
  const shape = { values: true, valuesByField: true }
  const [represented] = await representArtifacts(reading, serializerOf, viewer, [{ artifact, context }], shape)
  const shown = JSON.parse(represented?.json ?? '{}') as Record<string, unknown>
  if (artifact.id !== NO_ID) return shown
  for (const member of MEMBERS_OF_ID) shown[member] = null
  const entries = [
    ...(shown['values'] as Record<string, unknown>[]),
    ...Object.values(shown['values_by_field'] as Record<string, Record<string, unknown> | null>),
  ]
  for (const entry of entries) if (entry && TYPES_OF_ID.has(entry['type'])) entry['value'] = null
  return shown
}

const describeFields = async (
  deps: DescribePlanDependencies,
  viewer: Viewer,
  { context, before, values, initial, submission, additionalWrites }: PlannedWrite<Rows | undefined>,
): Promise<ArtifactOutcome['changed_fields']> => {
  const labels = new Map(additionalWrites.newOpenValues.map(({ id, label }) => [`o${id}`, label]))
  const changed: ArtifactOutcome['changed_fields'] = []
  for (const [fieldId, value] of values) {
    const field = context.tracker.fieldById.get(fieldId)
    if (!field || !canRead(context.rights, field)) continue
    if (!before && fieldType(field.type).isEmpty(value)) continue
    const after = await entryOf(deps, viewer, field, value)
    changed.push({
      field_id: field.id,
      name: field.name,
      before: await entryOf(deps, viewer, field, before?.document[fieldId]),
      after: after && withNewLabels(after, labels),
      by: initial.get(fieldId) !== value ? 'workflow' : submission.values.has(fieldId) ? 'request' : 'default',
    })
  }
  return changed
}

/** New values of an open list have no id yet: an entry names them by their label. */
const withNewLabels = (entry: ValueEntry, labels: ReadonlyMap<string, string>): ValueEntry => {
  const objects =
    labels.size > 0 ? (entry.value as { bind_value_objects?: unknown } | null)?.bind_value_objects : undefined
  if (!Array.isArray(objects)) return entry
  const named = (objects as { id?: unknown }[]).map(object => {
    const label = labels.get(String(object.id))
    return label === undefined ? object : { label }
  })
  return { ...entry, value: { bind_value_objects: named } }
}

/** Fields that triggers would set, the triggers that these fire included. */
const describeTriggers = async (
  { access, planning, findArtifacts }: DescribePlanDependencies,
  viewer: Viewer,
  { rows, additionalWrites }: PlannedWrite<Rows | undefined>,
  { artifact, others }: PlannedArtifacts,
): Promise<ArtifactOutcome['triggers']> => {
  const states = new Map([artifact, ...others].map(state => [state.id, state]))
  const find = async (ids: readonly number[]) => {
    const found = new Map(await findArtifacts(ids.filter(id => !states.has(id))))
    for (const id of ids) {
      const state = states.get(id)
      if (state) found.set(id, state)
    }
    return found
  }
  const firedBy = (artifactId: number, { sideEffects }: Pick<Rows, 'sideEffects'>) =>
    (sideEffects?.triggers ?? []).map(fired => ({ ...fired, artifactId, changesetId: null }))
  const waiting = [
    ...(rows ? firedBy(artifact.id, rows) : []),
    ...additionalWrites.otherArtifacts(artifact.id).flatMap(update => firedBy(update.artifactId, update)),
  ]
  const set: { readonly target: ArtifactWithLinks; readonly fieldIds: readonly number[] }[] = []
  for (let pending = waiting.shift(); pending; pending = waiting.shift()) {
    for (const update of (await planTriggers({ ...planning, find }, pending)).updates) {
      const target = (await find([update.artifactId])).get(update.artifactId)
      if (!target) continue
      const changed = JSON.parse(update.document) as ArtifactDocument
      states.set(target.id, { ...target, document: { ...target.document, ...changed } })
      set.push({ target, fieldIds: Object.keys(changed).map(Number) })
      waiting.push(...firedBy(target.id, update))
    }
  }
  const contexts = await access.visibleContexts(
    viewer,
    set.map(({ target }) => target),
  )
  return set.flatMap(({ target, fieldIds }) => {
    const context = contexts.get(target.id)
    return fieldIds.flatMap(fieldId => {
      const field = context?.tracker.fieldById.get(fieldId)
      return context && field && canRead(context.rights, field) ? [{ artifact_id: target.id, field_id: fieldId }] : []
    })
  })
}

/** The change as notifications would see it. */
const plannedChange = async (
  deps: DescribePlanDependencies,
  artifact: ArtifactWithLinks,
  { before, comment }: PlannedWrite<Rows | undefined>,
  rows: Rows,
): Promise<Change | undefined> => {
  const earlier = before && (await deps.readEdits([before.changesetId])).get(before.changesetId)
  const commentatorIds = new Set(earlier?.commentatorIds)
  if (comment.body !== '') commentatorIds.add(rows.author.userId)
  const changeset = plannedChangeset(0, rows, comment)
  return buildChange(deps, artifact, { changeset, isFirst: before === undefined, commentatorIds }, undefined)
}
