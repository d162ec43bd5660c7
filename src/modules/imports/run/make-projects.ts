import { randomUUID } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { inTransaction, type Tx } from '../../../platform/db/db.ts'
import { writeNewFile } from '../../../platform/durable-files.ts'
import type { Mailer } from '../../../platform/mail/mail.ts'
import { contentKey, ContentMissing } from '../../files/index.ts'
import type { ProjectsModule } from '../../projects/index.ts'
import type { SettingsModule } from '../../settings/index.ts'
import { canSignIn, type User } from '../../users/index.ts'
import { composeArchiveMail } from './archive-mail.ts'
import { incomingFolder, type ImportProject, type ImportsDependencies } from './import-project.ts'
import type { ImportMessage } from '../archive/import-messages.ts'
import {
  beginImport,
  endArchive,
  findArchive,
  listDueArchives,
  type ArchiveStatus,
  type ProjectArchive,
} from './project-archives.store.ts'

export interface MakeProjectsDependencies extends Omit<ImportsDependencies, 'settings' | 'projects'> {
  readonly settings: Pick<SettingsModule, 'get' | 'publicUrl'>
  readonly projects: ImportsDependencies['projects'] & Pick<ProjectsModule, 'openArchived' | 'discardArchived'>
  readonly mailer: Mailer
}

/** Maximum starts of an import that a fault of the server, or the end of its process, interrupted. */
const MAX_ATTEMPTS = 5

/** These archives contain no users, so any rule for users works. */
const NO_ACCOUNTS = 'no-email,create:S'

/**
 * Job (projects.md §3.4): creates projects from arrived archives, and discards projects whose archive was cancelled or expired. One process
 * at a time imports an archive. If that process dies, the next one repeats the import, up to the maximum of attempts.
 */
export const makeProjects = (deps: MakeProjectsDependencies, importProject: ImportProject): (() => Promise<void>) => {
  const { db, clock, log } = deps
  const work = importArchive(deps, importProject)
  return async () => {
    for (const id of await listDueArchives(db.kysely, clock.now())) {
      const lock = await db.locks.tryLock(`project-archive:${id}`)
      if (!lock) continue
      try {
        await work(id)
      } catch (error) {
        // A failure of one archive must not stop the others; the job tries it again, up to the maximum.
        log.error({ err: error, archiveId: id }, 'a project could not be made from its archive')
      } finally {
        await lock.release()
      }
    }
  }
}

const importArchive = (
  deps: MakeProjectsDependencies,
  importProject: ImportProject,
): ((id: number) => Promise<void>) => {
  const { db, clock } = deps

  const giveUp = async (
    archive: ProjectArchive,
    status: ArchiveStatus,
    messages: readonly ImportMessage[],
  ): Promise<void> =>
    inTransaction(db, async tx => {
      await endArchive(tx, archive.id, { status, messages, now: clock.now() })
      await deps.projects.discardArchived(tx, archive.projectId, { userId: archive.submittedBy, means: 'import' })
      if (status === 'failed') await mailOutcome(deps, tx, archive, messages)
    })

  return async id => {
    const found = await findArchive(db.kysely, id)
    if (!found || !['waiting', 'importing'].includes(found.archive.status)) return
    const { archive, isComplete } = found
    if (archive.fileId === null) return giveUp(archive, 'cancelled', [])
    if (!isComplete) return archive.expiresAt <= clock.now() ? giveUp(archive, 'expired', []) : undefined
    if ((await beginImport(db.kysely, id)) > MAX_ATTEMPTS) return giveUp(archive, 'failed', [INTERRUPTED])
    const location = await fetchArchive(deps, archive.fileId)
    if (location === undefined) return giveUp(archive, 'failed', [{ level: 'error', text: 'the archive is gone' }])
    try {
      const report = await importProject(location, {
        archiveName: archive.fileName,
        automap: NO_ACCOUNTS,
        actingUserId: archive.submittedBy,
        project: String(archive.projectId),
        newProject: {
          written: async (tx, messages) => {
            await deps.projects.openArchived(tx, archive.projectId, { userId: archive.submittedBy, means: 'import' })
            await endArchive(tx, id, { status: 'imported', messages, now: clock.now() })
            await mailOutcome(deps, tx, archive, messages)
          },
        },
      })
      if (!report.isImported) await giveUp(archive, 'failed', report.messages)
    } finally {
      await rm(location, { force: true })
    }
  }
}

const INTERRUPTED: ImportMessage = {
  level: 'error',
  text: `the server broke the import off ${MAX_ATTEMPTS} times: its administrators find the reason in its log`,
}

/** A copy on this machine, whatever the content store is. */
const fetchArchive = async (deps: MakeProjectsDependencies, fileId: number): Promise<string | undefined> => {
  const folder = incomingFolder(deps)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const location = path.join(folder, `${randomUUID()}.zip`)
  try {
    await writeNewFile(location, await deps.contents.read(contentKey(fileId)))
    return location
  } catch (error) {
    if (error instanceof ContentMissing) return undefined
    await rm(location, { force: true })
    throw error
  }
}

/** Mail to the sender of the archive: the project is ready, or the reasons of the failure. */
const mailOutcome = async (
  { users, projects, settings, mailer }: MakeProjectsDependencies,
  tx: Tx,
  archive: ProjectArchive,
  messages: readonly ImportMessage[],
): Promise<void> => {
  const account: User | undefined = await users.get(archive.submittedBy)
  const project = await projects.get(archive.projectId)
  if (!account || !canSignIn(account) || account.email === '' || !project) return
  await mailer.queue(tx, [
    composeArchiveMail(
      { name: account.realName, address: account.email },
      { project, fileName: archive.fileName, messages, publicUrl: settings.publicUrl() },
    ),
  ])
}
