import { Forbidden } from '../../../platform/errors.ts'
import { inTransaction, type Tx } from '../../../platform/db/db.ts'
import { appendEvents } from '../../../platform/events/event-log.store.ts'
import { requireSame, stateEtag, type Precondition } from '../../../platform/http/headers/conditional.ts'
import { wireIdOf, type Project, type ProjectsModule, type UserGroupId } from '../../projects/index.ts'
import type { Tracker } from '../../trackers/index.ts'
import type { Viewer } from '../../users/index.ts'
import { NO_PLANNING, type NewPlanning, type ProjectPlanning } from '../model/planning.ts'
import type { PlanningSettingsInput, PlanningSettingsRepresentation } from '../model/planning-settings.schema.ts'
import { plansOf } from '../model/plans.ts'
import type { PlanningReading } from '../read/planning-reader.ts'
import { deleteCardwalls, writeCardwalls, type WrittenCardwall } from '../store/cardwalls.store.ts'
import { readCardwall, representCardwall, requireOwnColumns } from './cardwall-settings.ts'
import { invalid } from './planning-writer.ts'
import {
  deletePlannings,
  insertPlannings,
  loadProjectPlannings,
  lockPlannings,
  updatePlannings,
  writeBurnupMode,
  writeExplicitBacklog,
} from '../store/plannings.store.ts'
import { fillTopBacklog, keepInTopBacklog } from '../store/top-backlog.store.ts'

export interface SettingsWriting extends Pick<PlanningReading, 'db' | 'trackers'> {
  readonly projects: Pick<ProjectsModule, 'requireAccess' | 'requireWritable' | 'isAdmin' | 'findUserGroup'>
}

export interface ReadSettings {
  readonly settings: PlanningSettingsRepresentation
  readonly etag: string
}

const requireAdministered = async (
  { projects }: SettingsWriting,
  viewer: Viewer,
  projectId: number,
): Promise<Project> => {
  const project = await projects.requireAccess(viewer, projectId)
  if (!projects.isAdmin(viewer, projectId))
    throw new Forbidden('Only administrators of the project see its settings', { reason: 'permission.admin' })
  return project
}

const trackersById = async ({ trackers }: SettingsWriting, projectId: number): Promise<Map<number, Tracker>> =>
  new Map((await trackers.listOfProject(projectId)).map(tracker => [tracker.id, tracker]))

/** GET /projects/{id}/planning_settings. */
export const getPlanningSettings =
  (writing: SettingsWriting) =>
  async (viewer: Viewer, projectId: number): Promise<ReadSettings> => {
    const project = await requireAdministered(writing, viewer, projectId)
    const found = (await loadProjectPlannings(writing.db.kysely, [projectId])).get(projectId)
    return represent(writing, project, found, await trackersById(writing, projectId))
  }

const represent = (
  { trackers }: SettingsWriting,
  project: Project,
  found: ProjectPlanning | undefined,
  byId: ReadonlyMap<number, Tracker>,
): ReadSettings => {
  const { plannings, hasExplicitBacklog, burnupMode } = found ?? NO_PLANNING
  const reference = (id: number) => {
    const tracker = byId.get(id)
    return tracker ? [trackers.representReference(tracker, project)] : []
  }
  const settings = {
    has_explicit_backlog: hasExplicitBacklog,
    burnup_mode: burnupMode,
    plannings: plannings.flatMap(planning =>
      reference(planning.planningTrackerId).map(milestone_tracker => ({
        id: planning.id,
        label: planning.name,
        plan_title: planning.planTitle,
        backlog_title: planning.backlogTitle,
        milestone_tracker,
        backlog_trackers: planning.backlogTrackerIds.flatMap(reference),
        planner_groups: planning.plannerGroupIds?.map(id => wireIdOf(project.id, id)) ?? null,
        cardwall: planning.cardwall && representCardwall(planning.cardwall, byId, reference),
      })),
    ),
  }
  return { settings, etag: stateEtag(settings) }
}

/** PUT /projects/{id}/planning_settings: the plannings become exactly these. */
export const changePlanningSettings =
  (writing: SettingsWriting) =>
  async (
    viewer: Viewer,
    projectId: number,
    input: PlanningSettingsInput,
    precondition: Precondition,
  ): Promise<ReadSettings> => {
    const { db, projects } = writing
    const project = await requireAdministered(writing, viewer, projectId)
    projects.requireWritable(project)
    const byId = await trackersById(writing, projectId)
    const plannings = await readPlannings(writing, project, input, byId)
    return inTransaction(db, async tx => {
      await lockPlannings(tx, projectId)
      const before = (await loadProjectPlannings(tx, [projectId])).get(projectId) ?? NO_PLANNING
      requireSame(precondition, represent(writing, project, before, byId).etag)
      const known = new Set(before.plannings.map(({ id }) => id))
      const foreign = plannings.filter(({ id }) => id !== undefined && !known.has(id))
      if (foreign.length > 0) throw invalid(`The project has no planning ${foreign.map(({ id }) => id).join(', ')}`)
      for (const { id, cardwall } of plannings)
        requireOwnColumns(cardwall, before.plannings.find(planning => planning.id === id)?.cardwall ?? null)
      const kept = plannings.flatMap(planning => (planning.id === undefined ? [] : [{ ...planning, id: planning.id }]))
      const gone = [...known].filter(id => kept.every(planning => planning.id !== id))
      await deletePlannings(tx, projectId, gone)
      await updatePlannings(tx, projectId, kept)
      const added = await insertPlannings(
        tx,
        plannings.filter(({ id }) => id === undefined),
      )
      await changeCardwalls(tx, projectId, plannings, added)
      await writeExplicitBacklog(tx, projectId, input.has_explicit_backlog)
      if (input.burnup_mode) await writeBurnupMode(tx, projectId, input.burnup_mode)
      const after = (await loadProjectPlannings(tx, [projectId])).get(projectId) ?? NO_PLANNING
      const { all, root } = plansOf(after, byId)
      const rootTrackerIds = root && input.has_explicit_backlog ? root.backlogTrackers.map(({ id }) => id) : []
      await keepInTopBacklog(tx, projectId, rootTrackerIds)
      if (input.has_explicit_backlog && !before.hasExplicitBacklog)
        await fillTopBacklog(
          tx,
          projectId,
          rootTrackerIds,
          all.map(({ tracker }) => tracker.id),
        )
      const result = represent(writing, project, after, byId)
      await appendEvents(tx, [
        {
          kind: 'project.plannings_changed',
          actorId: viewer.userId,
          means: viewer.means,
          projectId,
          payload: { plannings: after.plannings.map(({ name }) => name) },
        },
      ])
      return result
    })
  }

type WantedPlanning = NewPlanning & {
  readonly id?: number | undefined
  readonly cardwall: Omit<WrittenCardwall, 'planningId'> | null
}

/** `added`: ids of new plannings, by the tracker of their milestones. */
const changeCardwalls = async (
  tx: Tx,
  projectId: number,
  plannings: readonly WantedPlanning[],
  added: ReadonlyMap<number, number>,
): Promise<void> => {
  const all = plannings.flatMap(({ id, planningTrackerId, cardwall }) => {
    const planningId = id ?? added.get(planningTrackerId)
    return planningId === undefined ? [] : [{ planningId, cardwall }]
  })
  await deleteCardwalls(
    tx,
    projectId,
    all.filter(({ cardwall }) => !cardwall).map(({ planningId }) => planningId),
  )
  await writeCardwalls(
    tx,
    projectId,
    all.flatMap(({ planningId, cardwall }) => (cardwall ? [{ planningId, ...cardwall }] : [])),
  )
}

const readPlannings = async (
  writing: SettingsWriting,
  project: Project,
  { plannings }: PlanningSettingsInput,
  byId: ReadonlyMap<number, Tracker>,
): Promise<WantedPlanning[]> => {
  const requireTracker = (id: number): Tracker => {
    const tracker = byId.get(id)
    if (!tracker) throw invalid(`The project has no tracker ${id}`)
    return tracker
  }
  const milestoneTrackers = plannings.map(({ milestone_tracker }) => milestone_tracker.id)
  if (new Set(milestoneTrackers).size < milestoneTrackers.length)
    throw invalid('A tracker holds the milestones of one planning at the most')
  const ids = plannings.flatMap(({ id }) => id ?? [])
  if (new Set(ids).size < ids.length) throw invalid('A planning is there twice')
  return Promise.all(
    plannings.map(async (planning): Promise<WantedPlanning> => {
      const milestoneTracker = requireTracker(planning.milestone_tracker.id)
      if (!milestoneTracker.fields.some(({ isUsed, type }) => isUsed && type === 'art_link'))
        throw invalid(`The tracker ${milestoneTracker.itemName} has no field for links, so it cannot plan anything`)
      const backlogTrackerIds = [...new Set(planning.backlog_trackers.map(({ id }) => requireTracker(id).id))]
      if (backlogTrackerIds.includes(milestoneTracker.id)) throw invalid('A tracker does not plan its own artifacts')
      return {
        id: planning.id,
        projectId: project.id,
        name: planning.label,
        planTitle: planning.plan_title,
        backlogTitle: planning.backlog_title,
        planningTrackerId: milestoneTracker.id,
        backlogTrackerIds,
        plannerGroupIds: await readGroups(writing, project, planning.planner_groups ?? null),
        cardwall: planning.cardwall ? readCardwall(planning.cardwall, milestoneTracker, requireTracker) : null,
      }
    }),
  )
}

const readGroups = async (
  { projects }: SettingsWriting,
  project: Project,
  groups: readonly string[] | null,
): Promise<UserGroupId[] | null> => {
  if (groups === null) return null
  const found = await Promise.all(
    groups.map(async reference => {
      const id = await projects.findUserGroup(project.id, reference)
      if (id === undefined) throw invalid(`The project has no user group ${reference}`)
      return id
    }),
  )
  return [...new Set(found)]
}
