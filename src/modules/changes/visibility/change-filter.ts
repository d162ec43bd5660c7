import type { LoggedEvent } from '../../../platform/events/event-log.ts'
import type { Change, ChangeKind } from '../model/change.ts'
import { REORDERED, type PreparedEvent } from './prepared-event.ts'

/** The changes that a reader wants. Filters of different names must all hold, values of one name are alternatives. */
export interface ChangeFilter {
  readonly projectIds: readonly number[]
  readonly trackerIds: readonly number[]
  readonly artifactIds: readonly number[]
  readonly kinds: ReadonlySet<ChangeKind> | undefined
  readonly actorId: number | undefined
  readonly means: string | undefined
  /** Projects of the trackers and artifacts above: changes of rights in them concern the reader. */
  readonly projectsOfOthers: ReadonlySet<number>
  /** Trackers of the artifacts above. */
  readonly trackersOfArtifacts: ReadonlySet<number>
}

const isPlaced = ({ projectIds, trackerIds, artifactIds }: ChangeFilter): boolean =>
  projectIds.length > 0 || trackerIds.length > 0 || artifactIds.length > 0

/** Whether an event can become a change that passes: saves the judgement of most others. Never false for one that would pass. */
export const mayPass = (filter: ChangeFilter, event: LoggedEvent): boolean => {
  const { artifactIds, trackerIds, projectIds } = filter
  // Other events may concern rights in the places of the filter.
  if (event.artifactId === null || event.kind === REORDERED) return true
  const isByArtifact = artifactIds.length === 0 || artifactIds.includes(event.artifactId)
  return isByArtifact || projectIds.length > 0 || trackerIds.length > 0
}

/** Whether the reader wants the change. */
export const passes = (filter: ChangeFilter, change: Change, prepared: PreparedEvent): boolean => {
  const { kinds, actorId, means } = filter
  if (kinds && !kinds.has(change.kind)) return false
  // Changes that tell no actor and no means pass no filter of them: the filter would tell both.
  if (actorId !== undefined && !('actorId' in change && change.actorId === actorId)) return false
  if (means !== undefined && !('means' in change && change.means === means)) return false
  if (!isPlaced(filter)) return true
  return change.kind === 'access.changed' ? coversPlace(filter, change) : isInPlace(filter, change, prepared)
}

const coversPlace = (
  { projectIds, trackerIds, projectsOfOthers, trackersOfArtifacts }: ChangeFilter,
  { scope, projectId, trackerId }: Extract<Change, { kind: 'access.changed' }>,
): boolean => {
  if (scope === 'site') return true
  const project = projectId ?? 0
  if (scope === 'project') return projectIds.includes(project) || projectsOfOthers.has(project)
  return projectIds.includes(project) || trackerIds.includes(trackerId ?? 0) || trackersOfArtifacts.has(trackerId ?? 0)
}

/** `project_id` and `artifact_id` together are alternatives, so that one stream serves several tabs. */
const isInPlace = (
  { projectIds, trackerIds, artifactIds, trackersOfArtifacts }: ChangeFilter,
  change: Exclude<Change, { kind: 'access.changed' }>,
  { event, now, before, moved }: PreparedEvent,
): boolean => {
  // Of a change of the order only the artifact that is told counts.
  const told = change.artifactId === null ? undefined : moved.get(change.artifactId)
  const trackers = told ? [told.tracker.id] : [event.trackerId, before?.tracker.id, now?.tracker.id]
  const projects = told ? [told.project.id] : [event.projectId, before?.project.id, now?.project.id]
  const isByTracker = trackerIds.length === 0 || trackers.some(id => typeof id === 'number' && trackerIds.includes(id))
  const isInProject = projects.some(id => typeof id === 'number' && projectIds.includes(id))
  const isOfArtifact =
    change.artifactId === null
      ? trackers.some(id => typeof id === 'number' && trackersOfArtifacts.has(id))
      : artifactIds.includes(change.artifactId)
  const isByPlace =
    projectIds.length === 0 && artifactIds.length === 0
      ? true
      : (projectIds.length > 0 && isInProject) || (artifactIds.length > 0 && isOfArtifact)
  return isByTracker && isByPlace
}
