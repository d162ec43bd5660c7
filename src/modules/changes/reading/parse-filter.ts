import { NotFound, Refusal } from '../../../platform/errors.ts'
import { parseWords } from '../../../platform/http/routes/names.ts'
import type { ProjectsModule } from '../../projects/index.ts'
import type { Tracker, TrackersModule } from '../../trackers/index.ts'
import type { Viewer } from '../../users/index.ts'
import { CHANGE_KINDS } from '../model/change.ts'
import type { ChangeFilter } from '../visibility/change-filter.ts'

export interface FilterParameters {
  readonly project_id?: readonly number[]
  readonly tracker_id?: readonly number[]
  readonly artifact_id?: readonly number[]
  readonly kinds?: string
  readonly actor_id?: number
  readonly means?: string
}

export interface FilterDependencies {
  readonly projects: Pick<ProjectsModule, 'requireAccess'>
  readonly trackers: Pick<TrackersModule, 'requireTracker' | 'listOfProject'>
  readonly findVisible: (
    viewer: Viewer,
    ids: readonly number[],
  ) => Promise<readonly { readonly artifact: { readonly id: number }; readonly tracker: Tracker }[]>
}

/** Throws 404 if the filter names what the caller cannot see, and 400 for unknown kinds. */
export const parseFilter =
  ({ projects, trackers, findVisible }: FilterDependencies) =>
  async (viewer: Viewer, parameters: FilterParameters): Promise<ChangeFilter> => {
    const { project_id: projectIds = [], tracker_id: trackerIds = [], artifact_id: artifactIds = [] } = parameters
    for (const id of projectIds) await asMissing(() => projects.requireAccess(viewer, id))
    const found: Tracker[] = []
    for (const id of trackerIds) found.push((await asMissing(() => trackers.requireTracker(viewer, id))).tracker)
    const artifacts = artifactIds.length > 0 ? await findVisible(viewer, artifactIds.filter(Number.isSafeInteger)) : []
    const seen = new Set(artifacts.map(({ artifact }) => artifact.id))
    if (artifactIds.some(id => !seen.has(id))) throw new NotFound('Artifact does not exist')
    const ofArtifacts = artifacts.map(({ tracker }) => tracker)
    return {
      projectIds,
      trackerIds,
      artifactIds,
      kinds: parameters.kinds === undefined ? undefined : parseWords(parameters.kinds, CHANGE_KINDS, 'kinds'),
      actorId: parameters.actor_id,
      means: parameters.means,
      projectsOfOthers: new Set([...found, ...ofArtifacts].map(({ projectId }) => projectId)),
      trackersOfArtifacts: new Set(ofArtifacts.map(({ id }) => id)),
    }
  }

/** Trackers of a snapshot: those that the filter names, and those of its projects; null: all. */
export const parseScope =
  (deps: FilterDependencies) =>
  async (
    viewer: Viewer,
    { project_id, tracker_id }: Pick<FilterParameters, 'project_id' | 'tracker_id'>,
  ): Promise<readonly number[] | null> => {
    const filter = await parseFilter(deps)(viewer, {
      ...(project_id ? { project_id } : {}),
      ...(tracker_id ? { tracker_id } : {}),
    })
    const { projectIds, trackerIds } = filter
    if (projectIds.length === 0) return trackerIds.length === 0 ? null : trackerIds
    const ofProjects: number[] = []
    for (const id of projectIds) ofProjects.push(...(await deps.trackers.listOfProject(id)).map(tracker => tracker.id))
    return trackerIds.length === 0 ? ofProjects : ofProjects.filter(id => trackerIds.includes(id))
  }

/** These routes answer 404 for all that the caller may not see, where other routes answer 403. */
const asMissing = async <Result>(look: () => Promise<Result>): Promise<Result> => {
  try {
    return await look()
  } catch (error) {
    if (error instanceof Refusal && error.status === 403) throw new NotFound('')
    throw error
  }
}
