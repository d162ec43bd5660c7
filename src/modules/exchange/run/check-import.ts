import { inTransaction } from '../../../platform/db/db.ts'
import type { Import, ImportMessage, SheetHead } from '../model/import.ts'
import { mapColumns, readHead } from '../lines/read-csv.ts'
import { startRunning } from '../store/imports.store.ts'
import type { ImportDependencies } from './import-dependencies.ts'
import { ImportFailed, knownFields, openImport, readContent, readLines } from './open-import.ts'

/** Largest number of artifacts of one import. */
export const MAX_LINES = 1_000_000

/** Reads the whole content once: finds the columns of a sheet and counts the artifacts. Throws ImportFailed. */
export const checkImport = async (deps: ImportDependencies, imported: Import): Promise<void> => {
  const head = imported.options.format === 'csv' ? await requireHead(deps, imported) : null
  const open = await openImport(deps, imported, head)
  if (head && open.tracker) {
    const { faults } = mapColumns(
      head,
      imported.options.columns,
      knownFields(deps.artifacts, open.viewer, open.tracker),
    )
    if (faults.length > 0) throw new ImportFailed(faults.map(fault => ({ ...fault, line: 1, level: 'error' })))
  }
  let total = 0
  for await (const _ of await readLines(deps, imported, { head, columns: open.columns }, { offset: 0, lines: 0 }))
    if (++total > MAX_LINES)
      throw new ImportFailed([
        {
          line: null,
          column: null,
          level: 'error',
          reason: 'limit.size',
          text: `An import holds at most ${MAX_LINES} artifacts.`,
        },
      ])
  await inTransaction(deps.db, tx => startRunning(tx, imported.id, { total, head }))
}

const requireHead = async (deps: ImportDependencies, imported: Import): Promise<SheetHead> => {
  const head = await readHead(await readContent(deps, imported, 0))
  if ('cells' in head) return head
  const message: ImportMessage = { ...head, line: 1, level: 'error' }
  throw new ImportFailed([message])
}
