import { inTransaction, type Tx } from '../../../platform/db/db.ts'
import { appendEvents } from '../../../platform/events/event-log.store.ts'
import { enqueueJobs } from '../../../platform/jobs/jobs.store.ts'
import type { Import, ImportMessage } from '../model/import.ts'
import { isFault, type SourceLine } from '../lines/source-line.ts'
import {
  beginImport,
  endImport,
  findImport,
  insertMessages,
  isContentComplete,
  isStopRequested,
  listDueImports,
  moveOnLinks,
} from '../store/imports.store.ts'
import { checkImport } from './check-import.ts'
import type { ImportDependencies } from './import-dependencies.ts'
import { ImportFailed, openImport, readLines } from './open-import.ts'
import { undoPortion } from './undo-import.ts'
import { writeArtifacts } from './write-artifacts.ts'
import { writeLinks } from './write-links.ts'

export const RUN_IMPORTS = 'run_artifact_imports'

/** Maximum starts without progress: a fault of the server, or the end of its process, interrupted each. */
const MAX_ATTEMPTS = 5
/** Lines and changes of one portion. */
const PORTION_LINES = 500
const PORTION_CHANGES = 2_500
/** Time that an import gets before the job begins anew: a server that stops waits for its jobs. */
const SLICE_MS = 15_000

/**
 * Job: runs imports whose content is there, and ends cancelled and expired ones. One process at a time runs an import. If that process dies,
 * the next one goes on behind the last portion.
 */
export const runImports = (deps: ImportDependencies): (() => Promise<void>) => {
  const { db, clock, log } = deps
  return async () => {
    let isLeft = false
    for (const id of await listDueImports(db.kysely, clock.now())) {
      const lock = await db.locks.tryLock(`artifact-import:${id}`)
      if (!lock) continue
      try {
        if ((await runImport(deps, id)) === 'more') isLeft = true
      } catch (error) {
        // A failure of one import must not stop the others; the job tries it again, up to the maximum.
        log.error({ err: error, importId: id }, 'an import broke off')
      } finally {
        await lock.release()
      }
    }
    if (isLeft) await enqueueJobs(db.kysely, [{ name: RUN_IMPORTS, key: RUN_IMPORTS }])
  }
}

type Outcome = 'more' | 'ended'

const error = (text: string): ImportMessage => ({ line: null, column: null, level: 'error', reason: null, text })

const runImport = async (deps: ImportDependencies, id: number): Promise<Outcome> => {
  const { db, clock } = deps
  const found = await findImport(db.kysely, id)
  if (!found) return 'ended'
  if (found.isStopping) return end(deps, found, 'cancelled')
  if (found.status === 'waiting' && found.undoOf === null) {
    if (found.fileId === null) return end(deps, found, 'cancelled')
    if (!(await isContentComplete(db.kysely, found.fileId)))
      return found.expiresAt <= clock.now()
        ? end(deps, found, 'failed', [error('The content did not arrive in time.')])
        : 'ended'
  }
  if ((await inTransaction(db, tx => beginImport(tx, id))) > MAX_ATTEMPTS)
    return end(deps, found, 'failed', [error('The server broke the import off again and again; its log says why.')])
  try {
    return await work(deps, id)
  } catch (failure) {
    if (!(failure instanceof ImportFailed)) throw failure
    return end(deps, found, 'failed', failure.messages)
  }
}

const work = async (deps: ImportDependencies, id: number): Promise<Outcome> => {
  const until = Date.now() + SLICE_MS
  const begun = await requireImport(deps, id)
  if (begun.undoOf === null && begun.status === 'checking') await checkImport(deps, begun)
  for (;;) {
    const imported = await requireImport(deps, id)
    const step = imported.undoOf === null ? await runSlice(deps, imported, until) : await undoPortion(deps, imported)
    if (step === 'done') return end(deps, imported, 'done')
    if (await isStopRequested(deps.db.kysely, id)) return end(deps, imported, 'cancelled')
    if (Date.now() >= until) return 'more'
  }
}

const requireImport = async ({ db }: ImportDependencies, id: number): Promise<Import> => {
  const imported = await findImport(db.kysely, id)
  if (!imported) throw new ImportFailed([error('The import is gone.')])
  return imported
}

/** Writes portions until the end of the content, the end of the time, or a stop. */
const runSlice = async (deps: ImportDependencies, imported: Import, until: number): Promise<'more' | 'done'> => {
  const isLinking = imported.linkOffset !== null
  const { head, linkOffset, linkLines, byteOffset, linesDone } = imported
  const open = await openImport(deps, imported, head)
  const start = isLinking ? { offset: linkOffset ?? 0, lines: linkLines } : { offset: byteOffset, lines: linesDone }
  const lines = new LineQueue(await readLines(deps, imported, { head, columns: open.columns }, start))
  try {
    for (;;) {
      const next = await lines.fill()
      if (next.length === 0) return await endOfContent(deps, imported, isLinking)
      if (isLinking) {
        await writeLinks(deps, open, next)
        lines.drop(next.length)
      } else lines.drop(await writeArtifacts(deps, open, next))
      if (Date.now() >= until || (await isStopRequested(deps.db.kysely, imported.id))) return 'more'
    }
  } finally {
    await lines.close()
  }
}

const endOfContent = async (
  { db }: ImportDependencies,
  { id }: Import,
  isLinking: boolean,
): Promise<'more' | 'done'> => {
  const now = await findImport(db.kysely, id)
  if (isLinking || now?.hasLinks !== true) return 'done'
  await inTransaction(db, tx => moveOnLinks(tx, id, { messages: [], place: { offset: 0, lines: 0 } }))
  return 'more'
}

/** The next lines that belong into one portion. */
class LineQueue {
  readonly #lines: AsyncGenerator<SourceLine>
  readonly #waiting: SourceLine[] = []
  #isAtEnd = false

  constructor(lines: AsyncGenerator<SourceLine>) {
    this.#lines = lines
  }

  /** An external id stands in a portion once, since the second line changes what the first one makes. */
  async fill(): Promise<readonly SourceLine[]> {
    while (!this.#isAtEnd && this.#waiting.length < PORTION_LINES) {
      const next = await this.#lines.next()
      if (next.done === true) this.#isAtEnd = true
      else this.#waiting.push(next.value)
    }
    const ids = new Set<string>()
    let changes = 0
    const end = this.#waiting.findIndex(({ artifact }, index) => {
      if (isFault(artifact)) return false
      changes += artifact.entries.length
      const isAgain = artifact.externalId !== null && ids.has(artifact.externalId)
      if (artifact.externalId !== null) ids.add(artifact.externalId)
      return isAgain || (index > 0 && changes > PORTION_CHANGES)
    })
    return end < 0 ? [...this.#waiting] : this.#waiting.slice(0, end)
  }

  drop(count: number): void {
    this.#waiting.splice(0, count)
  }

  async close(): Promise<void> {
    await this.#lines.return(undefined)
  }
}

/** Ends an import; the audit says what it did. */
const end = async (
  { db, clock }: ImportDependencies,
  { id }: Import,
  status: 'done' | 'failed' | 'cancelled',
  messages: readonly ImportMessage[] = [],
): Promise<Outcome> => {
  await inTransaction(db, async tx => {
    await insertMessages(tx, id, messages)
    await endImport(tx, id, { status, now: clock.now() })
    const ended = await findImport(tx, id)
    if (ended) await noteImportEvent(tx, `import.${status === 'done' ? 'finished' : status}`, ended)
  })
  return 'ended'
}

/** An event of an import, for the audit. */
export const noteImportEvent = (tx: Tx, kind: string, imported: Import): Promise<void> =>
  appendEvents(tx, [
    {
      kind,
      actorId: imported.submittedBy,
      means: 'import',
      projectId: imported.projectId,
      ...(imported.trackerId !== null && { trackerId: imported.trackerId }),
      payload: {
        subject: `import:${imported.id}`,
        source: imported.options.source,
        file_name: imported.fileName,
        is_dry_run: imported.isDryRun,
        original_dates: imported.options.originalDates,
        undo_of: imported.undoOf,
        created: imported.created,
        updated: imported.updated,
        refused: imported.refused,
      },
    },
  ])
