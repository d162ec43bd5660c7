import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Clock } from '../../platform/clock.ts'
import { inTransaction, type Db } from '../../platform/db/db.ts'
import { Conflict, Forbidden, NotFound } from '../../platform/errors.ts'
import type { ArtifactsModule } from '../artifacts/index.ts'
import { formatMessage, type ImportsModule } from '../imports/index.ts'
import type { Project, ProjectsModule } from '../projects/index.ts'
import { mayMoveRepositories, type SvnModule } from '../svn/index.ts'
import type { TrackersModule } from '../trackers/index.ts'
import type { Actor, UsersModule, Viewer } from '../users/index.ts'
import { countArtifacts, writeSampleArchive } from './archive/write-archive.ts'
import { project as identity } from './content/content.ts'
import { people, type Author } from './content/people.ts'
import { findSample, insertSample } from './sample-project.store.ts'

export interface SampleProjectDependencies {
  readonly db: Db
  readonly clock: Clock
  readonly users: UsersModule
  readonly projects: ProjectsModule
  readonly trackers: Pick<TrackersModule, 'listOfProject'>
  readonly artifacts: Pick<ArtifactsModule, 'allocateArtifactIds' | 'eraseProjectArtifacts'>
  readonly svn: Pick<SvnModule, 'isInstalled' | 'listOfProject' | 'eraseProjectFolder'>
  readonly imports: Pick<ImportsModule, 'importProject'>
}

export interface CreatedSample {
  readonly projectId: number
  readonly shortName: string
  readonly label: string
  readonly artifacts: number
  /** false: Subversion is not installed. */
  readonly hasRepository: boolean
}

export interface RemovedSample {
  /** Accounts that were created for the project and are erased. */
  readonly erasedAccounts: number
  /** Accounts that somebody has used meanwhile. */
  readonly keptAccounts: number
}

export const requireSiteAdministrator = (viewer: Viewer): void => {
  if (!viewer.isSiteAdministrator)
    throw new Forbidden('Only site administrators work on the sample project', { reason: 'permission.admin' })
}

/** The sample project of the platform, if there is one. */
export const findSampleProject =
  ({ db, projects }: Pick<SampleProjectDependencies, 'db' | 'projects'>) =>
  async (): Promise<Project | undefined> => {
    const stored = await findSample(db.kysely)
    return stored && projects.get(stored.projectId)
  }

/** At most one process creates or removes the sample project. */
const exclusively = async <Result>(db: Db, work: () => Promise<Result>): Promise<Result> => {
  const lock = await db.locks.tryLock('sample-project')
  if (!lock)
    throw new Conflict('The sample project is being created or removed: try again in a few seconds', {
      reason: 'conflict',
    })
  try {
    return await work()
  } finally {
    await lock.release()
  }
}

/** Creates the sample project by an import; the account becomes its administrator. The caller checks the rights. */
export const createSampleProject =
  (deps: SampleProjectDependencies) =>
  (userId: number): Promise<CreatedSample> =>
    exclusively(deps.db, async () => {
      const { db, clock, users, artifacts, svn, imports } = deps
      if (await findSample(db.kysely)) throw new Conflict('The sample project is here already', { reason: 'conflict' })
      const account = await users.get(userId)
      if (!account) throw new NotFound('There is no such account')
      const shortName = await freeName(identity.shortName, deps)
      const logins = new Map<Author, string>([['me', account.login]])
      for (const { key, login } of people) logins.set(key, await freeName(login, deps))
      const now = clock.now()
      const hasRepository = svn.isInstalled()
      const artifactIds = await inTransaction(db, tx => artifacts.allocateArtifactIds(tx, countArtifacts(now)))
      const folder = await mkdtemp(path.join(tmpdir(), 'crocus-sample-'))
      try {
        await writeSampleArchive({
          folder,
          now,
          shortName,
          loginOf: author => logins.get(author) ?? '',
          artifactIds,
          withRepository: hasRepository,
        })
        const report = await imports.importProject(folder, {
          archiveName: 'the sample project',
          automap: 'no-email,create:A',
          actingUserId: userId,
          artifactIds,
          written: (tx, projectId) =>
            insertSample(
              tx,
              projectId,
              people.map(({ key }) => logins.get(key) ?? ''),
            ),
        })
        const { project } = report
        // The archive is ours: any message about it is a bug.
        if (!project || report.messages.length > 0)
          throw new Error(`the sample project: ${report.messages.map(formatMessage).join('; ')}`)
        return {
          projectId: project.id,
          shortName: project.shortName,
          label: identity.label,
          artifacts: artifactIds.length,
          hasRepository,
        }
      } finally {
        await rm(folder, { recursive: true, force: true })
      }
    })

/** The name, or the name with the first free number. */
const freeName = async (name: string, { users, projects }: SampleProjectDependencies): Promise<string> => {
  for (let number = 1; ; number++) {
    const candidate = number === 1 ? name : `${name}-${number}`
    if (!(await users.findByLogin(candidate)) && !(await projects.findByShortName(candidate))) return candidate
  }
}

/** Erases the project with all that it holds, and the accounts that nobody has used. The caller checks the rights. */
export const removeSampleProject =
  (deps: SampleProjectDependencies) =>
  (actor: Actor): Promise<RemovedSample> =>
    exclusively(deps.db, async () => {
      const { db, projects, trackers, artifacts, users, svn } = deps
      const removed = await inTransaction(db, async tx => {
        const sample = await findSample(tx)
        if (!sample) throw new NotFound('There is no sample project')
        if (!(await mayMoveRepositories(tx)))
          throw new Conflict('A backup is being made: remove the sample project when it is done', {
            reason: 'conflict',
          })
        const trackerIds = (await trackers.listOfProject(sample.projectId)).map(({ id }) => id)
        await artifacts.eraseProjectArtifacts(tx, sample.projectId)
        await projects.eraseProject(tx, sample.projectId, trackerIds, actor)
        const erased = await users.eraseUnused(tx, sample.userIds, actor)
        return {
          projectId: sample.projectId,
          erasedAccounts: erased.length,
          keptAccounts: sample.userIds.length - erased.length,
        }
      })
      // After the commit: a folder without a repository in the database is harmless, a repository without its folder is not.
      await svn.eraseProjectFolder(removed.projectId)
      return { erasedAccounts: removed.erasedAccounts, keptAccounts: removed.keptAccounts }
    })
