import type { Tx } from '../../../platform/db/db.ts'
import type { StoredLink } from '../../fields/index.ts'
import { isModuleAction, type ModuleAction } from '../../trackers/index.ts'
import type { Tracker, Trigger, TriggerValue, WorkflowTransition } from '../../trackers/index.ts'
import type { ArtifactDocument } from '../model/artifact.ts'
import { jobUrls } from './post-actions.ts'

/** Triggers that a change of one artifact fired. */
export interface FiredTriggers {
  readonly triggerIds: readonly number[]
  /** Children that the artifact got, if it got or lost children. null: a value of the artifact changed. */
  readonly addedChildIds: readonly number[] | null
  /** Artifacts that the chain of triggers has changed. It changes none of them again, so every chain ends. */
  readonly visitedIds: readonly number[]
}

/** A build to start after the change is saved. */
export interface BuildCall {
  readonly url: string
  /** Label of the state that the artifact gets. */
  readonly state: string
}

/** A change that took a transition, for the action of a later module. */
export interface TransitionTaken {
  readonly projectId: number
  readonly trackerId: number
  readonly artifactId: number
}

/** Carries out the action of a later module, in the transaction that saves the changes. */
export type RunAction = (tx: Tx, changes: readonly TransitionTaken[]) => Promise<void>

/** The actions of later modules; an action without entry does nothing. */
export type ModuleActions = ReadonlyMap<ModuleAction, RunAction>

/** Consequences of a change, stored in the same transaction, so that none is lost. */
export interface SideEffects {
  readonly triggers: readonly FiredTriggers[]
  readonly builds: readonly BuildCall[]
  readonly actions: readonly RunAction[]
}

/** A change that will be written. */
export interface PlannedChange {
  readonly tracker: Tracker
  /** undefined on creation. */
  readonly before: ArtifactDocument | undefined
  /** Values that change. */
  readonly values: ReadonlyMap<number, unknown>
  readonly transition?: WorkflowTransition | undefined
  readonly actions?: ModuleActions
  readonly visitedIds?: readonly number[]
}

/** undefined for none, as in every tracker without triggers and jobs. */
export const sideEffectsOf = (change: PlannedChange): SideEffects | undefined => {
  const { tracker, transition } = change
  const builds = transition ? buildsOf(tracker, transition) : []
  const actions = (transition?.actions ?? []).flatMap(({ type }) =>
    isModuleAction(type) ? (change.actions?.get(type) ?? []) : [],
  )
  const triggers = tracker.triggers.length > 0 ? [...firedByValues(change), ...firedByLinks(change)] : []
  return builds.length + triggers.length + actions.length > 0 ? { triggers, builds, actions } : undefined
}

const buildsOf = ({ workflow, fieldById }: Tracker, transition: WorkflowTransition): BuildCall[] => {
  const bind = fieldById.get(workflow?.fieldId ?? 0)?.bind
  const label = bind?.type === 'static' ? bind.byId.get(transition.toValueId)?.label : undefined
  return jobUrls(transition).map(url => ({ url, state: label ?? '' }))
}

/** Whether the field holds the value. */
export const hasValue = (value: unknown, { valueId }: TriggerValue): boolean =>
  Array.isArray(value) && value.includes(valueId)

/** Triggers that fire because the artifact gets a value that it did not have. */
const firedByValues = ({ tracker, before, values, visitedIds = [] }: PlannedChange): FiredTriggers[] => {
  const isReached = (source: TriggerValue): boolean =>
    source.trackerId === tracker.id &&
    values.has(source.fieldId) &&
    hasValue(values.get(source.fieldId), source) &&
    !hasValue(before?.[source.fieldId], source)
  const fired = tracker.triggers.filter(trigger => trigger.sources.some(isReached))
  return fired.length > 0 ? [{ triggerIds: fired.map(one => one.id), addedChildIds: null, visitedIds }] : []
}

const CHILD = '_is_child'

const childIds = (value: unknown): ReadonlySet<number> =>
  new Set(((value ?? []) as readonly StoredLink[]).filter(link => link.type === CHILD).map(link => link.id))

/** Triggers that fire because the artifact gets or loses children: one child, or all of them, may then have the values of the trigger. */
const firedByLinks = ({ tracker, before, values, visitedIds = [] }: PlannedChange): FiredTriggers[] => {
  const followed = tracker.triggers.filter(
    ({ direction, target }) => direction === 'up' && target.trackerId === tracker.id,
  )
  if (followed.length === 0) return []
  return [...values].flatMap(([fieldId, value]): FiredTriggers[] => {
    if (tracker.fieldById.get(fieldId)?.type !== 'art_link') return []
    const [old, present] = [childIds(before?.[fieldId]), childIds(value)]
    const addedChildIds = [...present].filter(id => !old.has(id))
    const isLess = [...old].some(id => !present.has(id))
    const isConcerned = ({ condition }: Trigger): boolean =>
      addedChildIds.length > 0 || (isLess && condition === 'all_of')
    const triggerIds = followed.filter(isConcerned).map(one => one.id)
    return triggerIds.length > 0 ? [{ triggerIds, addedChildIds, visitedIds }] : []
  })
}
