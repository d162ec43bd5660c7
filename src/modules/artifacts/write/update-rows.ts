import type { EventCause } from '../../../platform/events/event-log.ts'
import type { Tracker } from '../../trackers/index.ts'
import type { Viewer } from '../../users/index.ts'
import type { Artifact, NewComment, Original } from '../model/artifact.ts'
import { accessBefore, updatePayload } from '../model/artifacts.events.ts'
import type { UpdateRows } from '../commit/write-artifact.store.ts'
import { sideEffectsOf, type PlannedChange } from '../workflow/side-effects.ts'
import type { IsKeyword } from '../model/keywords.ts'
import { planDocument, pseudoFieldChanges } from './plan.ts'

/** All rows that an edit of an artifact by the viewer writes, from the changed values. */
export const updateRows = (
  viewer: Viewer,
  tracker: Tracker,
  artifact: Artifact,
  values: ReadonlyMap<number, unknown>,
  comment: NewComment,
  now: Date,
  isKeyword: IsKeyword,
  {
    cause,
    original,
    ...workflow
  }: Pick<PlannedChange, 'transition' | 'visitedIds' | 'actions'> & {
    readonly cause?: EventCause
    readonly original?: Original | undefined
  } = {},
): UpdateRows => {
  const author = original ?? { userId: viewer.userId, email: null, at: now }
  const plan = planDocument(tracker, artifact, values, comment, isKeyword)
  const stamps = pseudoFieldChanges(tracker.id, { userId: artifact.updatedBy, at: artifact.updatedOn }, author)
  return {
    artifactId: artifact.id,
    projectId: artifact.projectId,
    trackerId: artifact.trackerId,
    basedOn: artifact.changesetId,
    trackerVersion: tracker.version,
    document: JSON.stringify(plan.changed),
    delta: JSON.stringify(plan.delta),
    title: plan.title,
    grantedGroupIds: plan.grantedGroupIds,
    comment,
    eventPayload: updatePayload(
      accessBefore(tracker, artifact, plan),
      values.size === 0 && comment.body !== '',
      comment,
      cause,
    ),
    author: { ...author, means: viewer.means },
    index: {
      added: [...plan.index.added, ...stamps.added],
      removed: [...plan.index.removed, ...stamps.removed],
      texts: plan.index.texts,
    },
    links: plan.links,
    references: plan.references,
    files: plan.files,
    sideEffects: original ? undefined : sideEffectsOf({ tracker, before: artifact.document, values, ...workflow }),
  }
}
