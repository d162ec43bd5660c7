import type { Db } from '../../platform/db/db.ts'
import type { Sights } from '../artifacts/index.ts'
import { isLinkChangeSeen, loadLinkChanges } from '../changes/index.ts'
import type { Tracker } from '../trackers/index.ts'
import type { Viewer } from '../users/index.ts'
import type { EntryChange } from './entries.ts'

/** Whether the viewer sees the change of a field: one of links may be about hidden artifacts alone. */
export type SeesField = (viewer: Viewer, changesetId: number, fieldId: number) => boolean

/** Loads the links that the changes touch, for any number of viewers. */
export const loadSeenLinks = async (
  { db, sights }: { readonly db: Pick<Db, 'query'>; readonly sights: Sights },
  changes: readonly {
    readonly tracker: Pick<Tracker, 'fieldById'>
    readonly change: Pick<EntryChange, 'changesetId' | 'fieldIds'>
  }[],
): Promise<SeesField> => {
  const fields = changes.flatMap(({ tracker, change: { changesetId, fieldIds } }) =>
    fieldIds.filter(id => tracker.fieldById.get(id)?.type === 'art_link').map(fieldId => ({ changesetId, fieldId })),
  )
  const links = await loadLinkChanges({ db, sights }, fields)
  return (viewer, changesetId, fieldId) => {
    const change = links.get(changesetId)?.get(fieldId)
    return !change || isLinkChangeSeen(sights, viewer, change)
  }
}
