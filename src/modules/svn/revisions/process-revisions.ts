import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Logger } from 'pino'
import { inTransaction, type Db } from '../../../platform/db/db.ts'
import { appendEvents } from '../../../platform/events/event-log.store.ts'
import type { Mail, Mailer } from '../../../platform/mail/mail.ts'
import { extractReferences } from '../../fields/index.ts'
import type { Project, ProjectsModule } from '../../projects/index.ts'
import type { SettingsModule } from '../../settings/index.ts'
import type { TrackersModule } from '../../trackers/index.ts'
import type { User, UsersModule } from '../../users/index.ts'
import { invalidateReferences } from '../store/artifact-references.store.ts'
import { commitMails } from './commit-mail.ts'
import { recipientsOf } from './commit-recipients.ts'
import { coversDirectory } from '../model/notified-paths.ts'
import { readRevisionChanges, readRevisionDiff, readRevisionInfo, type RevisionChanges } from './read-revision.ts'
import { listNotifications, findRepository } from '../store/repositories.store.ts'
import type { RepositoryDisk } from '../disk/repository-disk.ts'
import { repositoryPath, type Notification, type Repository } from '../model/repository.ts'
import {
  insertRevision,
  listLiveRepositories,
  lockLastRevision,
  updateMessage,
  type ArtifactMention,
  type Revision,
} from '../store/revisions.store.ts'
import { revisionPage } from '../model/revision-page.ts'
import type { SvnPrograms } from '../disk/svn-programs.ts'

export interface ProcessingDependencies {
  readonly db: Db
  readonly settings: SettingsModule
  readonly users: UsersModule
  readonly projects: ProjectsModule
  readonly trackers: Pick<TrackersModule, 'keywords'>
  readonly mailer: Mailer
  readonly disk: RepositoryDisk
  readonly programs: SvnPrograms
  readonly log: Logger
}

/** Processes commits: stores them, stores their references and sends mails, once each and in the order of the revisions. */
export interface RevisionProcessor {
  /** Processes all unprocessed revisions of the repository. */
  catchUp(repositoryId: number): Promise<void>
  /** Processes all repositories: the commits whose hooks did not reach the server. */
  catchUpAll(): Promise<void>
  /** Handles a changed message of a revision. */
  messageChanged(repositoryId: number, revision: number, actorId: number | null): Promise<void>
}

export const createRevisionProcessor = (deps: ProcessingDependencies): RevisionProcessor => {
  const { db, projects, disk, programs, log } = deps
  const pathOf = (repository: Pick<Repository, 'projectId' | 'name'>): string => disk.pathOf(repository)
  const process = processRevision(deps)

  const catchUp = async (repositoryId: number): Promise<void> => {
    const repository = await findRepository(db, repositoryId)
    const project = repository && (await projects.get(repository.projectId))
    if (!repository || !project) return
    const youngest = await youngestOf(programs, pathOf(repository))
    for (let revision = repository.lastRevision + 1; revision <= youngest; revision++)
      await process(repository, project, revision)
  }
  return {
    catchUp,
    catchUpAll: async () => {
      for (const { id, lastRevision, ...at } of await listLiveRepositories(db.kysely)) {
        try {
          if ((await youngestOf(programs, pathOf(at))) > lastRevision) await catchUp(id)
        } catch (error) {
          // A damaged repository must not stop the processing of the others.
          log.error({ err: error, repositoryId: id }, 'commits of a repository could not be processed')
        }
      }
    },
    messageChanged: async (repositoryId, revision, actorId) => {
      const repository = await findRepository(db, repositoryId)
      if (!repository) return
      const { message } = await readRevisionInfo(programs, pathOf(repository), revision)
      const mentions = mentionsIn(message, await deps.trackers.keywords())
      await inTransaction(db, async tx => {
        if ((await lockLastRevision(tx, repositoryId)) === undefined) return
        await invalidateReferences(tx, repositoryId, revision)
        if (!(await updateMessage(tx, repositoryId, revision, message, mentions))) return
        await invalidateReferences(tx, repositoryId, revision)
        await appendEvents(tx, [
          {
            kind: 'svn.message_changed',
            actorId,
            means: 'svn',
            projectId: repository.projectId,
            payload: { repository_id: repositoryId, name: repository.name, revision },
          },
        ])
      })
    },
  }
}

/** Runs often and for every repository: reads a file instead of starting a program, if the format of the repository is known. */
const youngestOf = async (programs: SvnPrograms, repository: string): Promise<number> => {
  const current = await readFile(path.join(repository, 'db', 'current'), 'utf8').catch(() => '')
  const known = /^(\d{1,15})\b/.exec(current)?.[1]
  return Number(known ?? (await programs.run('svnlook', ['youngest', repository])).toString())
}

/** Processes one revision in one transaction: a second process finds the revision processed and does nothing. */
const processRevision =
  (deps: ProcessingDependencies) =>
  async (repository: Repository, project: Project, number: number): Promise<void> => {
    const { db, mailer, programs, users, log } = deps
    const location = deps.disk.pathOf(repository)
    const info = await readRevisionInfo(programs, location, number)
    const notifications = await listNotifications(db.kysely, repository.id)
    const changed = await readRevisionChanges(programs, location, number, {
      watched: notifications.map(notification => notification.path),
      covers: coversDirectory,
    })
    const author = info.author === null ? undefined : await users.findByLogin(info.author)
    const revision: Revision = { revision: number, ...info, ...changed, authorId: author?.id ?? null }
    const isOurs = number > repository.importedRevision
    const isTold = isOurs && author !== undefined
    const mayMention = isTold || repository.hasCurrentMentions
    const mentions = mayMention ? mentionsIn(info.message, await deps.trackers.keywords()) : []
    const mails = isTold ? await mailsOf(deps, { repository, project, revision, changed, notifications, author }) : []
    if (isOurs && !author)
      log.error(
        { repositoryId: repository.id, revision: number },
        'the author of a commit is unknown: no mails are sent',
      )

    await inTransaction(db, async tx => {
      if ((await lockLastRevision(tx, repository.id)) !== number - 1) return
      const artifactIds = await insertRevision(tx, repository.id, revision, mentions)
      await invalidateReferences(tx, repository.id, number)
      if (!isOurs) return
      await appendEvents(tx, [
        {
          kind: 'svn.committed',
          actorId: revision.authorId,
          means: 'svn',
          projectId: repository.projectId,
          payload: {
            repository_id: repository.id,
            name: repository.name,
            revision: number,
            change_count: revision.changeCount,
            artifact_ids: artifactIds,
          },
        },
      ])
      await mailer.queue(tx, mails)
    })
  }

const NUMBER = /^\d{1,15}$/
const BUILT_IN_KEYWORDS: ReadonlySet<string> = new Set(['art', 'artifact'])
/** Maximum mentions that are stored for one message. */
const MAX_MENTIONS = 200

/** Artifacts that a message may name; storing them checks whether they exist. */
export const mentionsIn = (message: string, keywords: Pick<ReadonlySet<string>, 'has'>): ArtifactMention[] => {
  const found = new Map<string, ArtifactMention>()
  for (const reference of extractReferences(message)) {
    const keyword = reference.keyword.toLowerCase()
    if (!NUMBER.test(reference.value) || !(BUILT_IN_KEYWORDS.has(keyword) || keywords.has(keyword))) continue
    const artifactId = Number(reference.value)
    if (found.size < MAX_MENTIONS) found.set(`${keyword} ${artifactId}`, { keyword, artifactId })
  }
  return [...found.values()]
}

interface RevisionToReport {
  readonly repository: Repository
  readonly project: Project
  readonly revision: Revision
  readonly changed: RevisionChanges
  readonly notifications: readonly Notification[]
  readonly author: User
}

const mailsOf = async (deps: ProcessingDependencies, commit: RevisionToReport): Promise<Mail[]> => {
  const { repository, project, revision, changed, author } = commit
  const told = commit.notifications.filter(notification => changed.covering.includes(notification.path))
  const addresses = await recipientsOf(deps, project, told)
  if (addresses.length === 0) return []
  const publicUrl = deps.settings.publicUrl()
  return commitMails(
    {
      repositoryUrl: `${publicUrl}${repositoryPath(project.shortName, repository.name)}`,
      revisionUrl: `${publicUrl}${revisionPage(project.shortName, repository.name, revision.revision)}`,
      revision: revision.revision,
      author: { login: author.login, email: author.email === '' ? undefined : author.email },
      committedOn: revision.committedAt === null ? '(no date)' : deps.settings.isoDate(revision.committedAt),
      message: revision.message,
      changes: revision.changes,
      changeCount: revision.changeCount,
      directories: changed.directories,
      diff: await readRevisionDiff(deps.programs, deps.disk.pathOf(repository), revision.revision),
    },
    addresses,
  )
}
