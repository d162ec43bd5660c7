import { canRead, canSeeComment } from '../model/artifacts.permissions.ts'
import type { Changeset } from '../store/changesets.store.ts'
import type { ArtifactContext } from './artifact-access.ts'

/** Whether the viewer sees a comment, a deletion of a comment, or a change of a field: the rule of `GET /changesets`. */
export const isChangesetSeen = (
  { tracker, rights }: Pick<ArtifactContext, 'tracker' | 'rights'>,
  { delta, comment }: Changeset,
): boolean =>
  (comment.versionCount > 0 && canSeeComment(rights, comment.groupIds)) ||
  tracker.fields.some(field => field.isUsed && field.id in delta && canRead(rights, field))
