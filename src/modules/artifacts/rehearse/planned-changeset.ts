import type { UpdateRows } from '../commit/write-artifact.store.ts'
import type { Delta } from '../model/artifact.ts'
import type { Changeset } from '../store/changesets.store.ts'

/** The changeset that a planned write would add. */
export const plannedChangeset = (
  id: number,
  { delta, author }: Pick<UpdateRows, 'delta' | 'author'>,
  comment: UpdateRows['comment'],
): Changeset => ({
  id,
  submittedBy: author.userId,
  submittedByEmail: author.email,
  agent: null,
  submittedOn: author.at,
  delta: JSON.parse(delta) as Delta,
  comment: {
    ...comment,
    editedBy: author.userId,
    editedByEmail: author.email,
    editedOn: author.at,
    versionCount: comment.body === '' ? 0 : 1,
  },
  movedFromTrackerId: null,
})
