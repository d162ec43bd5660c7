import { Refusal } from '../../../platform/errors.ts'
import { NO_COUNTS, type Import, type ImportMessage } from '../model/import.ts'
import { moveOn } from '../store/imports.store.ts'
import { forgetDigests, listWritten, type WrittenArtifact } from '../store/lines.store.ts'
import type { ImportDependencies } from './import-dependencies.ts'
import { ImportFailed } from './open-import.ts'

const PORTION = 100

const kept = (artifactId: number, text: string, reason: ImportMessage['reason']): ImportMessage => ({
  line: null,
  column: null,
  level: 'warning',
  reason,
  text: `Artifact ${artifactId}: ${text}`,
})

/**
 * Takes back what an import made of the next artifacts. New ones that nobody changed since go to the trash. Of changed ones the changes are
 * undone, the last one first, as far as nobody changed the fields since.
 */
export const undoPortion = async (deps: ImportDependencies, imported: Import): Promise<'more' | 'done'> => {
  const { db, artifacts } = deps
  const { id, undoOf } = imported
  const next = await listWritten(db.kysely, undoOf ?? 0, imported.byteOffset, PORTION)
  const last = next.at(-1)
  if (!last) return 'done'
  const viewer = await deps.auth.viewerOf(imported.submittedBy, 'import').catch(() => {
    throw new ImportFailed([{ line: null, column: null, level: 'error', reason: null, text: 'The account is gone.' }])
  })
  const cause = { import_id: id }
  const messages: ImportMessage[] = []
  let updated = 0
  const changed = next.filter(({ isNew }) => !isNew)
  for (const written of changed) {
    const message = await undoChanges(deps, viewer, written, id)
    if (message) messages.push(message)
    else updated++
  }
  const created = next.filter(({ isNew }) => isNew)
  const versions = created.map(({ artifactId, changesetIds }) => ({
    artifactId,
    changesetId: changesetIds.at(-1) ?? 0,
  }))
  await artifacts.trashUnchanged(viewer, versions, cause, async (tx, deletedIds) => {
    const deleted = new Set(deletedIds)
    for (const { artifactId } of created)
      if (!deleted.has(artifactId))
        messages.push(kept(artifactId, 'somebody changed or deleted it since, so it stays as it is.', 'undo.overlaid'))
    await forgetDigests(
      tx,
      changed.map(({ artifactId }) => artifactId),
    )
    const counts = { ...NO_COUNTS, done: next.length, created: deleted.size, updated, refused: messages.length }
    await moveOn(tx, id, {
      counts,
      messages,
      place: { offset: last.artifactId, lines: imported.linesDone + next.length },
    })
  })
  return next.length < PORTION ? 'done' : 'more'
}

const undoChanges = async (
  { artifacts }: ImportDependencies,
  viewer: Parameters<ImportDependencies['artifacts']['undoChange']>[0],
  { artifactId, changesetIds }: WrittenArtifact,
  importId: number,
): Promise<ImportMessage | undefined> => {
  try {
    for (const changesetId of [...changesetIds].reverse())
      await artifacts.undoChange(viewer, {
        artifactId,
        changesetId,
        comment: '',
        isPartial: true,
        precondition: {},
        cause: { import_id: importId },
      })
    return undefined
  } catch (error) {
    if (!(error instanceof Refusal) || error.status >= 500) throw error
    return kept(artifactId, `its changes stay: ${error.message}`, error.details.reason)
  }
}
