// Moves of many artifacts into another tracker, rehearsed first. Each artifact moves by itself.
import { api, bodyOf, done } from '../api/api.ts'
import { eachOf, repeating, type Progress, type RefusedChange, type Written } from './bulk-write.ts'

export interface MoveRehearsal {
  readonly movable: readonly number[]
  /** Labels of fields, of all artifacts together. */
  readonly migrated: ReadonlySet<string>
  readonly changed: ReadonlySet<string>
  readonly lost: ReadonlySet<string>
  readonly refused: readonly RefusedChange[]
}

const requestOf = (id: number, trackerId: number, dry_run: boolean) => ({
  params: { path: { id } },
  body: { move: { tracker_id: trackerId, dry_run, should_populate_feedback_on_success: false } },
  fetch: repeating,
})

/** The fields that would go over, change and go. A stopped rehearsal knows only the artifacts that it reached. */
export const rehearseMoves = async (
  ids: readonly number[],
  trackerId: number,
  progress: Progress,
): Promise<MoveRehearsal> => {
  const migrated = new Set<string>()
  const changed = new Set<string>()
  const lost = new Set<string>()
  const outcome = await eachOf(ids, progress, async id => {
    const { dry_run: told } = await bodyOf(api.PATCH('/artifacts/{id}', requestOf(id, trackerId, true)))
    for (const { label } of told?.fields.fields_migrated ?? []) migrated.add(label)
    for (const { label } of told?.fields.fields_partially_migrated ?? []) changed.add(label)
    for (const { label } of told?.fields.fields_not_migrated ?? []) lost.add(label)
  })
  return { movable: outcome.changed.map(({ id }) => id), migrated, changed, lost, refused: outcome.refused }
}

export const moveArtifacts = (ids: readonly number[], trackerId: number, progress: Progress): Promise<Written> =>
  eachOf(ids, progress, id => done(api.PATCH('/artifacts/{id}', requestOf(id, trackerId, false))))
