import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/db.ts'
import { Forbidden, NotFound, Unauthorized } from '../../../platform/errors.ts'
import type { ArtifactsModule, Outline, VisibleArtifact } from '../../artifacts/index.ts'
import type { Project, ProjectsModule } from '../../projects/index.ts'
import type { SettingsModule } from '../../settings/index.ts'
import type { TrackersModule } from '../../trackers/index.ts'
import type { Viewer } from '../../users/index.ts'
import type { ArtifactJson } from '../model/artifact-json.ts'
import type { Plan, Plans } from '../model/plans.ts'
import type { PlansQueries } from './plans.queries.ts'

export interface PlanningReading {
  readonly db: Db
  readonly clock: Clock
  readonly settings: Pick<SettingsModule, 'datesIn' | 'dates' | 'get'>
  readonly projects: Pick<ProjectsModule, 'get' | 'requireAccess'>
  readonly trackers: Pick<TrackersModule, 'get' | 'listOfProject' | 'canViewTracker' | 'representReference'>
  readonly artifacts: Pick<
    ArtifactsModule,
    'findVisible' | 'requireViewable' | 'outlines' | 'readArtifactTexts' | 'summaryOf' | 'timeframeOf'
  >
  readonly plans: PlansQueries
}

/** The type of the links from parents to their children. */
export const CHILD = '_is_child'

/** A planning of a project that a viewer may enter. */
export interface PlanPlace {
  readonly project: Project
  readonly plans: Plans
  readonly plan: Plan
}

/** A milestone that the viewer sees. */
export interface MilestonePlace extends PlanPlace {
  readonly milestone: VisibleArtifact
}

/** Throws NotFound for an artifact that is no milestone, and the errors of artifacts.md §1.1 for one that the viewer may not see. */
export const requireMilestone = async (
  { artifacts, plans }: PlanningReading,
  viewer: Viewer,
  id: number,
): Promise<MilestonePlace> => {
  const [milestone] = await artifacts.findVisible(viewer, [id])
  if (!milestone) {
    await requireViewable(artifacts, viewer, id)
    throw new NotFound('Milestone does not exist')
  }
  const ofProject = await plans.of(milestone.project.id)
  const plan = ofProject.ofTracker(milestone.tracker.id)
  if (!plan) throw new NotFound('Milestone does not exist')
  return { milestone, project: milestone.project, plans: ofProject, plan }
}

/** As for an artifact, except that an anonymous caller is asked to sign in (agile.md §2). */
export const requireViewable = async (
  artifacts: Pick<ArtifactsModule, 'requireViewable'>,
  viewer: Viewer,
  id: number,
): Promise<void> => {
  try {
    await artifacts.requireViewable(viewer, id)
  } catch (error) {
    if (viewer.isAnonymous && error instanceof Forbidden) throw new Unauthorized('', { reason: 'credentials.missing' })
    throw error
  }
}

/** The root planning of a project, if the viewer sees its tracker. Throws if the viewer may not enter the project. */
export const findRoot = async (
  { projects, trackers, plans }: PlanningReading,
  viewer: Viewer,
  projectId: number,
): Promise<{ readonly project: Project; readonly place: PlanPlace | undefined }> => {
  const project = await projects.requireAccess(viewer, projectId)
  const ofProject = await plans.of(projectId)
  const { root } = ofProject
  const isSeen = root && trackers.canViewTracker(viewer, project, root.tracker)
  return { project, place: isSeen ? { project, plans: ofProject, plan: root } : undefined }
}

/** Representations of artifacts by id, with all values that the viewer may read. */
export const readJson = async (
  { artifacts }: PlanningReading,
  viewer: Viewer,
  ids: readonly number[],
): Promise<ReadonlyMap<number, ArtifactJson>> =>
  new Map(
    [...(await artifacts.readArtifactTexts(viewer, ids))].map(([id, text]) => [id, JSON.parse(text) as ArtifactJson]),
  )

/** The parent of each artifact with one that the viewer sees, the first by rank; `trackerIds` limits the parents to these trackers. */
export const firstParentsOf = async (
  { artifacts }: Pick<PlanningReading, 'artifacts'>,
  viewer: Viewer,
  ids: readonly number[],
  trackerIds?: readonly number[],
): Promise<ReadonlyMap<number, Outline>> => {
  const links = await artifacts.outlines.linksTo(viewer, ids, { types: [CHILD], ...(trackerIds && { trackerIds }) })
  // The first of several entries of a key must win.
  return new Map(links.toReversed().map(({ source, target }) => [target.id, source]))
}
