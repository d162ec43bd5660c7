import { inTransaction, type Db } from '../../../platform/db/db.ts'
import { appendEvents } from '../../../platform/events/event-log.store.ts'
import { enqueueJobs } from '../../../platform/jobs/jobs.store.ts'
import { Conflict, Forbidden, Invalid } from '../../../platform/errors.ts'
import type { Project, ProjectsModule } from '../../projects/index.ts'
import type { Viewer } from '../../users/index.ts'
import type { checkSettings } from './check-settings.ts'
import { notAdministrator, type RepositoryAccess } from './repository-access.ts'
import type { RepositoryDisk } from '../disk/repository-disk.ts'
import { insertRepository } from '../store/repositories.store.ts'
import { isRepositoryName } from '../model/repository.ts'
import { PROCESS_COMMITS } from '../model/commit-job.ts'
import type { WrittenSettings } from '../model/svn.schema.ts'

export interface NewRepository {
  readonly projectId: number
  readonly name: string
  readonly settings: WrittenSettings | undefined
  readonly layout: readonly string[]
}

export interface CreateRepositoryDependencies {
  readonly db: Db
  readonly projects: ProjectsModule
  readonly access: RepositoryAccess
  readonly disk: RepositoryDisk
  readonly check: ReturnType<typeof checkSettings>
}

/** Returns the id. Checks in the order of svn.md §2. */
export const createRepository =
  ({ db, projects, access, disk, check }: CreateRepositoryDependencies) =>
  async (viewer: Viewer, input: NewRepository): Promise<number> => {
    const project = await requireProject(projects, viewer, input.projectId)
    const settings = await check(project, input.settings)
    const accessFile = await disk.checkAccessFile(project, settings.accessFile)
    if (!(await access.canAdminister(viewer, project))) throw notAdministrator()
    if (!isRepositoryName(input.name))
      throw new Conflict('The name of a repository has 3 to 255 letters, digits, -, _ and ., the first one a letter')

    // Built in the staging folder: the repository is visible only when both the row and the folder are in place.
    const staged = await disk.stage({ layout: input.layout, author: viewer.login })
    try {
      return await inTransaction(db, async tx => {
        const id = await insertRepository(tx, {
          projectId: project.id,
          name: input.name,
          settings: { ...settings, accessFile: { ...settings.accessFile, text: accessFile.text } },
          creatorId: viewer.userId,
          youngest: staged.youngest,
        })
        if (id === undefined) throw new Conflict(`The project has, or had, a repository named ${input.name}`)
        await appendEvents(tx, [
          {
            kind: 'svn.repository_created',
            actorId: viewer.userId,
            means: viewer.means,
            projectId: project.id,
            payload: { repository_id: id, name: input.name },
          },
        ])
        // Processes the commit of the layout.
        if (staged.youngest > 0) await enqueueJobs(tx, [{ name: PROCESS_COMMITS, payload: { repositoryId: id } }])
        await disk.place(staged, { projectId: project.id, name: input.name }, accessFile)
        return id
      })
    } finally {
      await disk.discard(staged)
    }
  }

const requireProject = async (projects: ProjectsModule, viewer: Viewer, projectId: number): Promise<Project> => {
  const project = await projects.get(projectId)
  if (project?.status === 'suspended')
    throw new Forbidden('The project is suspended: nothing can be changed in it', { reason: 'project.suspended' })
  if (!project)
    throw new Invalid(`\`project_id\`: there is no project ${projectId}`, {
      reason: 'parameter.range',
      parameter: 'project_id',
    })
  if (!project.enabledServices.has('plugin_svn'))
    throw new Invalid('The project does not use the service Subversion', { reason: 'conflict' })
  await projects.requireAccess(viewer, projectId)
  projects.requireWritable(project)
  return project
}
