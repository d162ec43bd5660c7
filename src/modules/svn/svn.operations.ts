import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Precondition } from '../../platform/http/headers/conditional.ts'
import type { Page } from '../../platform/http/routes/pagination.ts'
import { parseJsonQuery, textCriterion } from '../../platform/http/request/json-query.ts'
import type { ProjectsModule } from '../projects/index.ts'
import type { SettingsModule } from '../settings/index.ts'
import type { UsersModule, Viewer } from '../users/index.ts'
import { checkSettings } from './settings/check-settings.ts'
import { createRepository, type NewRepository } from './settings/create-repository.ts'
import { deleteRepository } from './settings/delete-repository.ts'
import { noSuchRepository, type RepositoryAccess } from './settings/repository-access.ts'
import type { RepositoryDisk } from './disk/repository-disk.ts'
import { listRevisions, type RevisionsPage } from './revisions/list-revisions.ts'
import {
  findRepository,
  listRepositoriesOfProject,
  listAccessFileVersions,
  settingsEtag,
} from './store/repositories.store.ts'
import { showRepository } from './settings/show-repository.ts'
import type { SvnPrograms } from './disk/svn-programs.ts'
import type { SvnServing } from './gateway/svn-serving.ts'
import type { WrittenSettings } from './model/svn.schema.ts'
import { updateRepository } from './settings/update-repository.ts'

export interface OperationDependencies {
  readonly db: Db
  readonly clock: Clock
  readonly settings: SettingsModule
  readonly users: UsersModule
  readonly projects: ProjectsModule
  readonly access: RepositoryAccess
  readonly disk: RepositoryDisk
  readonly programs: SvnPrograms
  readonly makeAccessCurrent: SvnServing['makeAccessCurrent']
}

/** The operations that the routes of this module call, each with its dependencies. */
export const createSvnOperations = (deps: OperationDependencies) => {
  const { db, users, projects, access, disk } = deps
  const check = checkSettings(projects, users)
  const show = showRepository(deps)
  const create = createRepository({ ...deps, check })
  const update = updateRepository({ ...deps, check })
  const remove = deleteRepository(db, deps.clock, access)
  const revisions = listRevisions(deps)

  const showById = async (viewer: Viewer, id: number) => {
    const repository = await findRepository(db, id)
    const project = repository && (await projects.get(repository.projectId))
    if (!repository || !project) throw noSuchRepository()
    return {
      repository: await show.withSettings(viewer, { repository, project }),
      etag: await settingsEtag(db.kysely, repository),
    }
  }
  return {
    create: async (viewer: Viewer, input: NewRepository) => {
      disk.requireInstalled()
      return showById(viewer, await create(viewer, input))
    },
    read: async (viewer: Viewer, id: number) => {
      disk.requireInstalled()
      const found = await access.requireReadable(viewer, id)
      if (!(await access.canAdminister(viewer, found.project)))
        return { repository: show.withoutSettings(found.repository, found.project), etag: undefined }
      // The token before the settings: a change in between makes a write that was planned from them fail.
      const etag = await settingsEtag(db.kysely, found.repository)
      return { repository: await show.withSettings(viewer, found), etag }
    },
    update: async (viewer: Viewer, id: number, written: WrittenSettings, precondition: Precondition) => {
      disk.requireInstalled()
      await update(viewer, id, written, precondition)
      return showById(viewer, id)
    },
    delete: async (viewer: Viewer, id: number, precondition: Precondition): Promise<void> => {
      disk.requireInstalled()
      await remove(viewer, id, precondition)
    },
    listOfProject: listRepositories(deps, show),
    listRevisions: async (viewer: Viewer, id: number, page: RevisionsPage) => {
      disk.requireInstalled()
      return revisions(viewer, id, page)
    },
    examineAccessFile: async (
      viewer: Viewer,
      id: number,
      accessFile: Parameters<RepositoryDisk['examineAccessFile']>[1],
    ) => {
      disk.requireInstalled()
      const { project } = await access.requireAdministeredForReading(viewer, id)
      return disk.examineAccessFile(project, accessFile)
    },
    listAccessFileVersions: listVersionsOfAccessFile(deps),
  }
}

export type SvnOperations = ReturnType<typeof createSvnOperations>

const listRepositories =
  ({ db, projects, disk }: OperationDependencies, show: ReturnType<typeof showRepository>) =>
  async (viewer: Viewer, projectId: number, query: string | undefined, page: Page) => {
    disk.requireInstalled()
    const name = query === undefined ? undefined : textCriterion(parseJsonQuery(query, ['name']), 'name')
    const project = await projects.requireAccess(viewer, projectId)
    const all = await listRepositoriesOfProject(db, projectId)
    const found = name === undefined ? all : all.filter(repository => repository.name === name)
    return {
      repositories: found
        .slice(page.offset, page.offset + page.limit)
        .map(repository => show.withoutSettings(repository, project)),
      size: found.length,
    }
  }

const listVersionsOfAccessFile =
  ({ db, settings, users, access, disk }: OperationDependencies) =>
  async (viewer: Viewer, id: number, page: Page) => {
    disk.requireInstalled()
    const { repository } = await access.requireAdministeredForReading(viewer, id)
    const { versions, size } = await listAccessFileVersions(db.kysely, id, page)
    const authors = await users.getMany(versions.map(version => version.createdBy))
    return {
      versions: versions.map(version => ({
        version: version.version,
        created_on: settings.isoDate(version.createdAt),
        created_by: users.representMinimal(authors.get(version.createdBy), undefined, viewer.nameStyle),
        has_default_permissions: version.hasDefaultPermissions,
        access_file: version.text,
        is_current: version.version === repository.accessFile.version,
      })),
      size,
    }
  }
