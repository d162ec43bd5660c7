import type { Clock } from '../../../platform/clock.ts'
import { invalidate, inTransaction, type Db, type Tx } from '../../../platform/db/db.ts'
import { Conflict, Invalid, faultsOf } from '../../../platform/errors.ts'
import { requireSame, stateEtag, type Precondition } from '../../../platform/http/headers/conditional.ts'
import {
  publishDefinitionChange,
  idOfKey,
  isModuleAction,
  type Key,
  type ModuleAction,
  readTrackerState,
  withContent,
  writeTrackerState,
  type CreatedTrackers,
  type PresentState,
  type TrackersModule,
  type TrackerState,
} from '../../trackers/index.ts'
import type { Actor } from '../../users/index.ts'
import { listAncestors, lockOtherNames } from '../store/tracker-definitions.store.ts'
import { applyEffects } from './apply-effects.ts'
import { faultsOfState } from '../parse/check-state.ts'
import type { CompleteDefinition } from '../model/definition.schema.ts'
import { describeDefinition, partNames } from '../model/describe-definition.ts'
import { definitionPayload } from '../model/definition-event.ts'
import { diffStates, representChange, type DefinitionDifference } from '../model/diff-definitions.ts'
import { effectsOf, type Effects } from '../model/effects.ts'
import { insertVersion } from '../store/definition-versions.store.ts'
import { countLosses } from '../store/effects.store.ts'
import { loadNames, type NamesDependencies, type NamesToLoad } from '../store/load-names.ts'
import type { Names } from '../model/definition-names.ts'

export interface ChangeDependencies extends NamesDependencies {
  readonly trackers: NamesDependencies['trackers'] & Pick<TrackersModule, 'faultsOfActions'>
  readonly db: Db
  readonly clock: Clock
}

/** The outcome of an edit of a tracker. */
export interface EditResult {
  readonly state: TrackerState
  readonly faults?: readonly string[]
  readonly warnings?: readonly string[]
  /** Values that go, by key, with the value that their artifacts get. */
  readonly merges?: ReadonlyMap<Key, Key>
}
export type TrackerEdit = (present: PresentState, names: Names) => EditResult

export interface ChangeOptions {
  /** true: nothing is written, and the report shows the changes. */
  readonly isDryRun?: boolean
  /** true: artifacts may lose values; otherwise such a change is refused. */
  readonly allowDataLoss?: boolean
  readonly precondition?: Precondition
  /** true: a part of the creation of the tracker, whose first version is the definition that results. */
  readonly isCreation?: boolean
  /** Names that the edit will look up. */
  readonly mentions?: Pick<NamesToLoad, 'logins' | 'trackerNames'> & Partial<Pick<NamesToLoad, 'trackerIds'>>
}

/** A field or a value that artifacts lose. */
export interface DataLoss {
  readonly kind: 'field' | 'value'
  readonly name: string
  readonly artifacts: number
}

/** A value that goes, and whose artifacts get another one. */
export interface ValueMerge {
  readonly name: string
  readonly into: string
  readonly artifacts: number
}

export interface ChangeReport {
  readonly isDryRun: boolean
  readonly changes: readonly DefinitionDifference[]
  readonly losses: readonly DataLoss[]
  readonly merges: readonly ValueMerge[]
  /** Number of artifacts with a loss, each counted once. */
  readonly artifacts: number
  readonly warnings: readonly string[]
  /** The definition after the change; in a dry run, after the planned change. */
  readonly definition: CompleteDefinition
  readonly etag: string
  /** `Etag` of the definition before the change. */
  readonly basedOn: string
  /** Ids of all parts; undefined if nothing was written. */
  readonly created: CreatedTrackers | undefined
}

export type ChangeTracker = (
  actor: Actor,
  trackerId: number,
  edit: TrackerEdit,
  options?: ChangeOptions,
) => Promise<ChangeReport>

/**
 * The only way to change a tracker's definition, for all callers: reads, edits, checks, compares, and writes the differences with their
 * effects.
 */
export const changeTracker =
  (deps: ChangeDependencies): ChangeTracker =>
  (actor, trackerId, edit, options = {}) =>
    inTransaction(deps.db, tx => changeTrackerIn(deps, tx, actor, trackerId, edit, options))

export const changeTrackerIn = async (
  deps: ChangeDependencies,
  tx: Tx,
  actor: Actor,
  trackerId: number,
  edit: TrackerEdit,
  options: ChangeOptions,
): Promise<ChangeReport> => {
  const { present, names } = await lockPresentState(deps, tx, trackerId, options.mentions)
  const before = describeDefinition(present, names)
  const basedOn = stateEtag(before)
  if (options.precondition) requireSame(options.precondition, basedOn)
  const { state: wanted, faults = [], warnings: found = [], merges: merged } = edit(present, names)
  const idle = await faultsOfNewActions(deps, present, wanted)
  const wrong = [
    ...faults,
    ...(faults.length > 0 ? [] : await newFaults(tx, present, wanted)),
    ...(options.isCreation ? [] : idle),
  ]
  // A new tracker keeps actions that do nothing before it is set up elsewhere.
  const warnings = options.isCreation ? [...found, ...idle] : found
  if (wrong.length > 0) throw new Invalid(faultsOf(wrong, { reason: 'parameter.range' }), { localisedList: wrong })

  const changes = diffStates(present, wanted, names)
  const effects = effectsOf(present, wanted, names, merged)
  const { losses, artifacts } = await lossesOf(tx, trackerId, effects)
  const definition = describeDefinition(wanted, names)
  const merges = await mergesOf(tx, trackerId, effects)
  const isDryRun = options.isDryRun ?? false
  const report = { isDryRun, changes, losses, merges, artifacts, warnings, definition, basedOn }
  const etag = stateEtag(definition)
  if (report.isDryRun || changes.length === 0) return { ...report, etag, created: undefined }
  if (losses.length > 0 && !options.allowDataLoss) throw dataLossRefusal(losses, artifacts)

  const created = await writeTrackerState(tx, present, wanted)
  await applyEffects(tx, trackerId, effects, present.tracker.fieldById, created.valueIds, deps.clock.now())
  await publishDefinitionChange(tx, actor, present.tracker, {
    kind: 'tracker.changed',
    payload: definitionPayload(present.tracker, changes, created.fieldIds),
  })
  if (!options.isCreation)
    await insertVersion(tx, {
      trackerId,
      userId: actor.userId,
      at: deps.clock.now(),
      changes: changes.map(representChange),
      before: { definition: before, etag: basedOn },
      after: { definition, etag },
    })
  if (changes.some(change => change.kind === 'general'))
    await invalidate(tx, 'project_trackers', present.value.projectId)
  return { ...report, etag, created }
}

/** Faults of the actions of later modules that the workflow did not have before. */
const faultsOfNewActions = async (
  { trackers }: ChangeDependencies,
  present: PresentState,
  wanted: TrackerState,
): Promise<string[]> => {
  const before = moduleActionsOf(present)
  const added = [...moduleActionsOf(wanted)].filter(type => !before.has(type))
  return (await trackers.faultsOfActions(present.tracker, added)).map(text => `workflow.transitions: ${text}`)
}

const moduleActionsOf = ({ value: { workflow } }: TrackerState): ReadonlySet<ModuleAction> =>
  new Set(
    (workflow?.transitions ?? []).flatMap(({ actions }) =>
      actions.flatMap(({ type }) => (isModuleAction(type) ? [type] : [])),
    ),
  )

/** Locks the tracker until the transaction ends; returns its state with the names of all objects that it refers to. */
export const lockPresentState = async (
  deps: NamesDependencies,
  tx: Tx,
  trackerId: number,
  mentions: ChangeOptions['mentions'] = { logins: [], trackerNames: [] },
): Promise<{ present: PresentState; names: Names }> => {
  const groups = new Set<number>()
  const found = await deps.trackers.get(trackerId)
  if (found) for (const group of await deps.projects.userGroups(found.projectId)) groups.add(group.id)
  const present = await readTrackerState(tx, trackerId, { isThere: id => groups.has(id) })
  const names = await loadNames(deps, present.value.projectId, {
    userIds: withContent(present.value.elements).flatMap(({ bind }) =>
      bind?.type === 'users' ? bind.defaultUserIds : [],
    ),
    ...mentions,
    trackerIds: [
      ...(mentions.trackerIds ?? []),
      ...(present.parentId === null ? [] : [present.parentId]),
      ...impliedTracker(present),
      ...present.triggers.flatMap(trigger => trigger.sources.map(source => source.trackerId)),
    ],
  })
  return { present, names }
}

const impliedTracker = ({ value }: TrackerState): number[] => {
  const { timeframe } = value.semantics
  const id = timeframe && 'impliedFromTracker' in timeframe ? idOfKey(timeframe.impliedFromTracker) : undefined
  return id === undefined ? [] : [id]
}

/** Faults that the change causes; faults of the previous state stay allowed. */
const newFaults = async (tx: Tx, present: PresentState, wanted: TrackerState): Promise<string[]> => {
  const { value } = present
  const isRenamed = value.name !== wanted.value.name || value.itemName !== wanted.value.itemName
  const ancestors =
    wanted.parentId === null || wanted.parentId === present.parentId ? [] : await listAncestors(tx, wanted.parentId)
  const neighbours = {
    names: isRenamed ? await lockOtherNames(tx, value.projectId, present.id) : [],
    ancestorsOf: () => ancestors,
  }
  const before = new Set(faultsOfState(present, { names: [], ancestorsOf: () => [] }))
  return [
    ...faultsOfState(wanted, neighbours).filter(fault => !before.has(fault)),
    ...faultsOfForeignTriggers(present, wanted),
  ]
}

/** Faults of triggers of a parent tracker that read values of this one: the triggers must change before the values are removed. */
const faultsOfForeignTriggers = (present: PresentState, wanted: TrackerState): string[] => {
  const elements = new Map(withContent(wanted.value.elements).map(element => [idOfKey(element.key), element]))
  const parts = partNames(present.value)
  return present.triggerSources.flatMap(source => {
    const bind = elements.get(source.fieldId)?.bind
    const hasValue = bind?.type === 'static' && bind.values.some(value => idOfKey(value.key) === source.valueId)
    if (hasValue) return []
    const name = `form.${parts.field(`F${source.fieldId}`)}`
    return [`${name}: the value "${parts.value(`V${source.valueId}`)}" is needed by a trigger of another tracker.`]
  })
}

const lossesOf = async (
  tx: Tx,
  trackerId: number,
  effects: Effects,
): Promise<{ losses: DataLoss[]; artifacts: number }> => {
  const { clearedFields, removedValues } = effects
  if (clearedFields.length === 0 && removedValues.length === 0) return { losses: [], artifacts: 0 }
  const counted = await countLosses(
    tx,
    trackerId,
    clearedFields.map(field => field.id),
    removedValues,
  )
  const losses: DataLoss[] = [
    ...clearedFields.map(({ id, name }) => ({ kind: 'field' as const, name, artifacts: counted.byField.get(id) ?? 0 })),
    ...removedValues.map(({ fieldId, value, name }) => ({
      kind: 'value' as const,
      name,
      artifacts: counted.byValue.get(`${fieldId} ${value}`) ?? 0,
    })),
  ]
  return { losses: losses.filter(loss => loss.artifacts > 0), artifacts: counted.total }
}

const mergesOf = async (tx: Tx, trackerId: number, { mergedValues }: Effects): Promise<ValueMerge[]> => {
  if (mergedValues.length === 0) return []
  const { byValue } = await countLosses(tx, trackerId, [], mergedValues)
  return mergedValues.map(({ fieldId, value, name, intoName }) => ({
    name,
    into: intoName,
    artifacts: byValue.get(`${fieldId} ${value}`) ?? 0,
  }))
}

const dataLossRefusal = (losses: readonly DataLoss[], artifacts: number): Conflict => {
  const lines = [
    `${artifacts} artifact${artifacts === 1 ? '' : 's'} would lose something; allow_data_loss=true does it nevertheless.`,
    ...losses.map(({ kind, name, artifacts: count }) => `The ${kind} "${name}" is filled in ${count}.`),
  ]
  return new Conflict(lines.join('\n'), { localisedList: lines })
}
