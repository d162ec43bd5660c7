import { rm } from 'node:fs/promises'
import path from 'node:path'
import type { Logger } from 'pino'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/db.ts'
import type { EventConsumer } from '../../platform/events/consumer.ts'
import { missingSvnPackages } from '../../platform/health.ts'
import type { Route } from '../../platform/http/routes/route.ts'
import { enqueueJobs } from '../../platform/jobs/jobs.store.ts'
import type { Job } from '../../platform/jobs/jobs.ts'
import type { Mailer } from '../../platform/mail/mail.ts'
import type { ArtifactsModule } from '../artifacts/index.ts'
import type { ProjectsModule, UserGroupId } from '../projects/index.ts'
import type { SettingsModule } from '../settings/index.ts'
import type { TrackersModule } from '../trackers/index.ts'
import type { UsersModule, Viewer } from '../users/index.ts'
import { listAdministratorGroups } from './store/administration.store.ts'
import { artifactTextReader, linkRevision, revisionReferences } from './revisions/artifact-references.ts'
import { createDeletedRepositories, type DeletedRepositories } from './settings/deleted-repositories.ts'
import { stageImport, type StageImport } from './transfer/import-repositories.ts'
import { leaveUserGroup, requireGroupNotInAccessFiles } from './settings/leave-user-group.ts'
import { findCommitReaders, type CommitReaders } from './revisions/commit-readers.ts'
import { createRevisionProcessor, type RevisionProcessor } from './revisions/process-revisions.ts'
import { createRepositoryAccess } from './settings/repository-access.ts'
import type { RepositoryDisk } from './disk/repository-disk.ts'
import {
  findRepository,
  findRepositoryByName,
  listRepositories,
  listRepositoriesOfProject,
  listRepositoryNames,
} from './store/repositories.store.ts'
import type { Repository } from './model/repository.ts'
import { PROCESS_COMMITS, type CommitsToProcess } from './model/commit-job.ts'
import { svnJobs } from './svn.jobs.ts'
import { setAdministratorGroups } from './settings/set-administrator-groups.ts'
import { createSvnOperations } from './svn.operations.ts'
import type { SvnServing } from './gateway/svn-serving.ts'
import { svnRoutes } from './svn.routes.ts'
import { removeDeadTransactions } from './settings/remove-dead-transactions.ts'

export interface SvnDependencies {
  readonly db: Db
  readonly clock: Clock
  readonly settings: SettingsModule
  readonly users: UsersModule
  readonly projects: ProjectsModule
  readonly trackers: TrackersModule
  readonly artifacts: Pick<ArtifactsModule, 'addReferenceSource' | 'addReferenceLinker'>
  readonly mailer: Mailer
  readonly log: Logger
  readonly hosting: Pick<SvnServing, 'disk' | 'programs' | 'makeAccessCurrent'>
}

export interface SvnModule {
  find(id: number): Promise<Repository | undefined>
  /** Ignores the case of the project's short name, not of the repository's name. */
  findByName(projectShortName: string, name: string): Promise<Repository | undefined>
  /** Repositories of all projects, by project. */
  listAll(): Promise<Repository[]>
  /** Ordered by name. */
  listOfProject(projectId: number): Promise<Repository[]>
  readonly processor: RevisionProcessor
  /** For hooks: enqueues a job that processes commits, or a changed message, soon. The job is run again if its process dies. */
  processLater(commits: CommitsToProcess): Promise<void>
  readonly deleted: DeletedRepositories
  /** Does not check rights. */
  setAdministratorGroups: ReturnType<typeof setAdministratorGroups>
  administratorGroups(projectId: number): Promise<UserGroupId[]>
  /** The readers of the commits of a repository; undefined: it is gone. */
  commitReaders(repositoryId: number): Promise<CommitReaders | undefined>
  readonly disk: RepositoryDisk
  readonly stageImport: StageImport
  /** Names of the project's repositories, including deleted ones. */
  namesInProject(projectId: number): Promise<string[]>
  /** Erases the repositories of a project that the database no longer has. */
  eraseProjectFolder(projectId: number): Promise<void>
  /** Without Subversion no repository can be hosted. */
  isInstalled(): boolean
  /** In all repositories; returns how many were removed. */
  removeDeadTransactions(): Promise<number>
  readonly routes: Route<Viewer>[]
  readonly jobs: Job[]
  readonly consumers: EventConsumer[]
}

export const createSvnModule = (deps: SvnDependencies): SvnModule => {
  const { db, clock, settings, projects } = deps
  const { disk, programs, makeAccessCurrent } = deps.hosting
  const access = createRepositoryAccess(db, projects)
  const processor = createRevisionProcessor({ ...deps, disk, programs })
  const deleted = createDeletedRepositories({ db, clock, disk, trashDays: () => settings.get('svn_trash_days') })
  const isInstalled = (): boolean => missingSvnPackages().length === 0
  const upkeep = { db, disk, log: deps.log }
  projects.setRepositoryAdministrators((viewer, project) => access.canAdminister(viewer, project))
  deps.artifacts.addReferenceSource(revisionReferences(db, projects))
  deps.artifacts.addReferenceLinker(linkRevision)
  projects.onUserGroupRenamed(requireGroupNotInAccessFiles)
  projects.onUserGroupDeleted(leaveUserGroup)
  return {
    find: id => findRepository(db, id),
    findByName: (projectShortName, name) => findRepositoryByName(db, projectShortName, name),
    listAll: () => listRepositories(db),
    listOfProject: projectId => listRepositoriesOfProject(db, projectId),
    processor,
    processLater: commits =>
      enqueueJobs(db.kysely, [
        { name: PROCESS_COMMITS, payload: commits, key: `${PROCESS_COMMITS} ${JSON.stringify(commits)}` },
      ]),
    deleted,
    setAdministratorGroups: setAdministratorGroups(db),
    administratorGroups: projectId => listAdministratorGroups(db, projectId),
    commitReaders: findCommitReaders(db, projects),
    disk,
    stageImport: stageImport(disk),
    namesInProject: projectId => listRepositoryNames(db.kysely, projectId),
    eraseProjectFolder: projectId =>
      rm(path.dirname(disk.pathOf({ projectId, name: 'any' })), { recursive: true, force: true }),
    isInstalled,
    removeDeadTransactions: () => removeDeadTransactions(upkeep),
    routes: svnRoutes(createSvnOperations({ ...deps, access, disk, programs, makeAccessCurrent })),
    jobs: svnJobs(processor, deleted, upkeep, isInstalled),
    consumers: [artifactTextReader(projects)],
  }
}
