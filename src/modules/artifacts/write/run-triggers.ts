import type { Logger } from 'pino'
import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/db.ts'
import type { NewEvent } from '../../../platform/events/event-log.ts'
import type { Job } from '../../../platform/jobs/jobs.ts'
import type { ProjectsModule } from '../../projects/index.ts'
import type { SettingsModule } from '../../settings/index.ts'
import type { Tracker, TrackersModule, Trigger } from '../../trackers/index.ts'
import { anonymous, type Viewer } from '../../users/index.ts'
import type { ArtifactWithLinks, LinkEnd } from '../model/artifact.ts'
import { findArtifacts } from '../store/artifacts.store.ts'
import type { UpdateRows } from '../commit/write-artifact.store.ts'
import { commitTriggers, retryOnWriteConflict, TRIGGER_JOB } from '../commit/commit.ts'
import { hasValue } from '../workflow/side-effects.ts'
import { checkWorkflow } from '../workflow/check-workflow.ts'
import { changedValues } from '../model/changed-values.ts'
import type { ModuleActions } from '../workflow/side-effects.ts'
import type { IsKeyword } from '../model/keywords.ts'
import { findPendingTriggers, type PendingTriggers } from '../commit/triggers.store.ts'
import { withDerivedValues, type Derivations } from './derived-values.ts'
import { updateRows } from './update-rows.ts'

interface TriggerDependencies {
  readonly db: Db
  readonly clock: Clock
  readonly settings: SettingsModule
  readonly projects: ProjectsModule
  readonly trackers: TrackersModule
  readonly keywords: () => Promise<IsKeyword>
  readonly actions: ModuleActions
  readonly derivations: Derivations
  readonly log: Logger
}

/** The account of the workflow makes the changes of triggers, with every right (ADR 0031). */
export const workflowManager: Viewer = {
  ...anonymous,
  userId: 90,
  login: 'forge__workflow',
  isAnonymous: false,
  isSiteAdministrator: true,
  means: 'workflow',
}

export interface TriggerRunner {
  /** Runs the triggers and the triggers that these fire, to the end of the chain. A failure is logged, and the job tries again later. */
  follow(pendingIds: readonly string[]): Promise<void>
  /** Like `follow` for the changes of one batch: each of their triggers changes a target once, however many changes fired it. */
  followBatch(pendingIds: readonly string[]): Promise<void>
  /** Runs the triggers that another process left pending. */
  readonly job: Job
}

export const createTriggerRunner = (dependencies: TriggerDependencies): TriggerRunner => {
  const { db, log } = dependencies

  /** Returns the triggers that these changes fire in turn. `done` holds the triggers and targets of the batch that were handled. */
  const run = (id: string, done?: Set<string>): Promise<readonly string[]> =>
    retryOnWriteConflict(async () => {
      const pending = await findPendingTriggers(db, id)
      if (!pending) return []
      const find = (ids: readonly number[]) => findArtifacts(db, ids)
      const { updates, refusals, met } = await planTriggers({ ...dependencies, find }, pending, done)
      for (const { artifactId, payload } of refusals)
        log.warn({ artifactId, ...payload }, 'a trigger was refused by the rules of its target')
      const fired = await commitTriggers(db, id, updates, refusals)
      for (const one of met) done?.add(one)
      return fired
    })

  const runAll = async (ids: readonly string[]): Promise<void> => {
    const waiting = [...ids]
    for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) waiting.push(...(await run(id)))
  }

  const runBatch = async (ids: readonly string[]): Promise<void> => {
    const done = new Set<string>()
    const fired: string[] = []
    for (const id of ids) fired.push(...(await run(id, done)))
    await runAll(fired)
  }
  const complain = (error: unknown): void => log.error({ err: error }, 'triggers failed; they are tried again')

  return {
    follow: ids => runAll(ids).catch(complain),
    followBatch: ids => runBatch(ids).catch(complain),
    job: { name: TRIGGER_JOB, run: async payload => runAll([(payload as { id: string }).id]) },
  }
}

/** The changes by the triggers, in the current state. */
interface TriggerPlan {
  readonly updates: readonly UpdateRows[]
  readonly refusals: readonly NewEvent[]
  /** Triggers whose condition is met, each with its target. */
  readonly met: readonly string[]
}

const EMPTY_PLAN: TriggerPlan = { updates: [], refusals: [], met: [] }
const CHILD = '_is_child'

export interface TriggerPlanning extends Omit<TriggerDependencies, 'db' | 'log'> {
  readonly find: (ids: readonly number[]) => Promise<ReadonlyMap<number, ArtifactWithLinks>>
}

export const planTriggers = async (
  dependencies: TriggerPlanning,
  pending: PendingTriggers,
  done?: ReadonlySet<string>,
): Promise<TriggerPlan> => {
  const { find, trackers } = dependencies
  const source = (await find([pending.artifactId])).get(pending.artifactId)
  const tracker = source && (await trackers.get(source.trackerId))
  if (!source || !tracker || tracker.isDeleted) return EMPTY_PLAN
  const triggers = tracker.triggers.filter(trigger => pending.triggerIds.includes(trigger.id))
  const candidates = triggers.flatMap(trigger =>
    targetIds(trigger, pending, source, tracker)
      .filter(targetId => !done?.has(keyOf(trigger, targetId)))
      .map(targetId => ({ trigger, targetId })),
  )
  if (candidates.length === 0) return EMPTY_PLAN

  const targets = await find([...new Set(candidates.map(one => one.targetId))])
  const relatives = await find([...relativeIds(candidates, targets)])
  const updates: UpdateRows[] = []
  const refusals: NewEvent[] = []
  const handled: string[] = []
  for (const [targetId, ofTarget] of Map.groupBy(candidates, one => one.targetId)) {
    const target = targets.get(targetId)
    if (!target) continue
    const met = ofTarget.map(one => one.trigger).filter(one => isMet(one, target, relatives, pending))
    handled.push(...met.map(trigger => keyOf(trigger, targetId)))
    const planned =
      met.length > 0 ? await planTarget(dependencies, pending, { source, tracker }, target, met) : undefined
    if (planned && 'kind' in planned) refusals.push(planned)
    else if (planned) updates.push(planned)
  }
  return { updates, refusals, met: handled }
}

const keyOf = (trigger: Trigger, targetId: number): string => `${trigger.id} ${targetId}`

/** Parents or children of the source in the tracker that the trigger changes; the source itself if its children changed. */
const targetIds = (
  { direction, target, sources }: Trigger,
  { addedChildIds, visitedIds }: PendingTriggers,
  source: ArtifactWithLinks,
  tracker: Tracker,
): number[] => {
  const isNew = (id: number): boolean => !visitedIds.includes(id)
  if (addedChildIds) return [source.id].filter(isNew)
  // Another user has removed the value since: that change has precedence.
  const isStill = sources.some(one => one.trackerId === tracker.id && hasValue(source.document[one.fieldId], one))
  if (!isStill) return []
  const ends = direction === 'up' ? source.reverse : source.forward
  return ends
    .filter(end => end.type === CHILD && end.trackerId === target.trackerId && isNew(end.id))
    .map(end => end.id)
}

/** Artifacts on the other side of the target, in the source trackers of a trigger. */
const relativesOf = ({ direction, sources }: Trigger, target: ArtifactWithLinks): LinkEnd[] =>
  (direction === 'up' ? target.forward : target.reverse).filter(
    end => end.type === CHILD && sources.some(source => source.trackerId === end.trackerId),
  )

const relativeIds = (
  candidates: readonly { readonly trigger: Trigger; readonly targetId: number }[],
  targets: ReadonlyMap<number, ArtifactWithLinks>,
): ReadonlySet<number> =>
  new Set(
    candidates.flatMap(({ trigger, targetId }) => {
      const target = targets.get(targetId)
      return target ? relativesOf(trigger, target).map(end => end.id) : []
    }),
  )

const isMet = (
  trigger: Trigger,
  target: ArtifactWithLinks,
  relatives: ReadonlyMap<number, ArtifactWithLinks>,
  { addedChildIds }: PendingTriggers,
): boolean => {
  const known = relativesOf(trigger, target).flatMap(end => relatives.get(end.id) ?? [])
  const hasReached = ({ trackerId, document }: ArtifactWithLinks): boolean =>
    trigger.sources.some(source => source.trackerId === trackerId && hasValue(document[source.fieldId], source))
  if (trigger.condition === 'all_of') return known.length > 0 && known.every(hasReached)
  // An earlier child has had its effect already.
  return !addedChildIds || known.some(one => addedChildIds.includes(one.id) && hasReached(one))
}

/** The change of one target, the reason for its refusal, or undefined if nothing changes. */
const planTarget = async (
  { clock, settings, projects, trackers, keywords, actions, derivations }: TriggerPlanning,
  pending: PendingTriggers,
  cause: { readonly source: ArtifactWithLinks; readonly tracker: Tracker },
  target: ArtifactWithLinks,
  triggers: readonly Trigger[],
): Promise<UpdateRows | NewEvent | undefined> => {
  const tracker = await trackers.get(target.trackerId)
  const project = tracker && (await projects.get(tracker.projectId))
  if (!tracker || tracker.isDeleted || project?.status !== 'active') return undefined
  const values = changedValues(tracker, target.document, valuesToSet(tracker, target, triggers))
  if (values.size === 0) return undefined

  const now = clock.now()
  const body = commentOn(pending, cause)
  const judged = checkWorkflow({
    tracker,
    viewer: workflowManager,
    before: target.document,
    values,
    comment: body,
    now,
    timezone: settings.get('timezone'),
  })
  if (judged.faults.length > 0)
    return {
      kind: 'workflow.trigger_refused',
      actorId: workflowManager.userId,
      means: workflowManager.means,
      projectId: target.projectId,
      trackerId: target.trackerId,
      artifactId: target.id,
      payload: {
        trigger_ids: triggers.map(one => one.id),
        caused_by: cause.source.id,
        faults: judged.faults.map(fault => fault.text),
      },
    }
  const all = await withDerivedValues(derivations, tracker, target, judged.values)
  const comment = { body, format: 'text', groupIds: null } as const
  return updateRows(workflowManager, tracker, target, all, comment, now, await keywords(), {
    transition: judged.transition,
    actions,
    ...(pending.changesetId === null ? {} : { cause: { by_changeset_id: pending.changesetId } }),
    visitedIds: [...new Set([...pending.visitedIds, cause.source.id, target.id])],
  })
}

/**
 * A single list gets the value as its only one; a multiple list gets it beside its values. If two triggers set one field, the later wins.
 */
const valuesToSet = (
  tracker: Tracker,
  target: ArtifactWithLinks,
  triggers: readonly Trigger[],
): Map<number, readonly number[]> => {
  const values = new Map<number, readonly number[]>()
  for (const { target: set } of triggers) {
    const field = tracker.fieldById.get(set.fieldId)
    if (!field?.isUsed || field.bind?.type !== 'static' || !field.bind.byId.has(set.valueId)) continue
    const present = (values.get(field.id) ?? target.document[field.id] ?? []) as readonly number[]
    if (present.includes(set.valueId)) continue
    const isSingle = field.type === 'sb' || field.type === 'rb'
    values.set(field.id, isSingle ? [set.valueId] : [...present, set.valueId])
  }
  return values
}

const commentOn = (
  { addedChildIds }: PendingTriggers,
  { source, tracker }: { readonly source: ArtifactWithLinks; readonly tracker: Tracker },
): string =>
  addedChildIds
    ? 'Set by a trigger, because of the children that were linked or unlinked.'
    : `Set by a trigger, because of ${tracker.itemName} #${source.id}.`
