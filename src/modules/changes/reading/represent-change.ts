import type { Viewer } from '../../users/index.ts'
import { isLoss, type Change, type WholeChange } from '../model/change.ts'

export interface RepresentDependencies {
  readonly isoDate: (viewer: Viewer, at: Date) => string
  readonly etagOf: (changesetId: number) => string
  /** Login of an account in memory. */
  readonly loginOf: (userId: number) => string | undefined
}

/**
 * JSON text of the members of a change without its cursor, up to the closing brace (integrators.md §1.2). Written by hand, because a page has a
 * thousand of them.
 */
export const textOfChange = (deps: RepresentDependencies, viewer: Viewer, change: Change): string => {
  if (change.kind === 'access.changed')
    return `"kind":"access.changed","scope":"${change.scope}","project_id":${change.projectId},"tracker_id":${change.trackerId}}`
  if (!isLoss(change)) return textOfWhole(deps, viewer, change)
  const tracker = change.trackerId === undefined ? '' : `,"tracker_id":${change.trackerId}`
  const deleted = change.kind === 'artifact.deleted' ? ',"deleted":true' : ''
  return `"kind":"${change.kind}","artifact_id":${change.artifactId}${tracker},"changeset_id":${change.changesetId}${deleted}}`
}

const textOfWhole = (
  { isoDate, etagOf, loginOf }: RepresentDependencies,
  viewer: Viewer,
  { kind, at, actorId, means, projectId, trackerId, artifactId, changesetId, ...change }: WholeChange,
): string => {
  const login = actorId === null ? undefined : loginOf(actorId)
  const actor = login === undefined ? 'null' : `{"id":${actorId},"username":${JSON.stringify(login)}}`
  const etag = change.isVersion && changesetId !== null ? `"${etagOf(changesetId)}"` : 'null'
  const fields = change.changedFieldIds === null ? 'null' : `[${change.changedFieldIds.join(',')}]`
  const { commit } = change
  const revision = commit ? `,"repository_id":${commit.repositoryId},"revision":${commit.revision}` : ''
  const from = change.fromTrackerId === undefined ? '' : `,"from_tracker_id":${change.fromTrackerId}`
  return (
    `"at":"${isoDate(viewer, at)}","kind":"${kind}","actor":${actor},"means":${JSON.stringify(means)},"agent":${JSON.stringify(change.cause?.agent ?? null)},` +
    `"project_id":${projectId},"tracker_id":${trackerId},"artifact_id":${artifactId},"changeset_id":${changesetId},` +
    `"etag":${etag},"deleted":false,"changed_field_ids":${fields}${from}${revision},"cause":${JSON.stringify(change.cause)}}`
  )
}

/** The whole change. */
export const withCursor = (cursor: string, members: string): string => `{"cursor":"${cursor}",${members}`
