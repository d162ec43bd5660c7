import type { Route } from '../../platform/http/routes/route.ts'
import type { Job } from '../../platform/jobs/jobs.ts'
import type { FilesModule } from '../files/index.ts'
import type { ProjectsModule } from '../projects/index.ts'
import type { SettingsModule } from '../settings/index.ts'
import type { Viewer } from '../users/index.ts'
import { importProject, type ImportProject, type ImportsDependencies } from './run/import-project.ts'
import { loadDeferredRepositories } from './commit/load-deferred-repositories.ts'
import { makeProjects, type MakeProjectsDependencies } from './run/make-projects.ts'
import { archiveUploads, declareProjectArchive, getProjectArchive, MAKE_PROJECTS } from './run/project-archives.ts'
import { projectArchivesRoutes } from './run/project-archives.routes.ts'

export interface ImportsModule {
  readonly importProject: ImportProject
  /** Creates the repositories of imports that ran while Subversion was not installed. */
  loadDeferredRepositories(): Promise<void>
  /** TUS for archives from which projects are created, outside of the API. */
  readonly serveUpload: ReturnType<FilesModule['serveArchiveUpload']>
  readonly jobs: Job[]
  /** Jobs that run too often for the list of system events. */
  readonly frequentJobs: Job[]
  readonly routes: Route<Viewer>[]
}

type ImportsModuleDependencies = ImportsDependencies &
  MakeProjectsDependencies & {
    readonly files: Pick<FilesModule, 'declareArchive' | 'serveArchiveUpload'>
    readonly settings: Pick<SettingsModule, 'get' | 'publicUrl' | 'isoDate'>
    readonly projects: Pick<ProjectsModule, 'userGroups' | 'setArchives'>
  }

/** Registers with `projects` how a new project gets the upload for its archive. */
export const createImportsModule = (deps: ImportsModuleDependencies): ImportsModule => {
  const { db, files, projects, settings } = deps
  const loadKept = loadDeferredRepositories(deps)
  const importArchive = importProject(deps)
  projects.setArchives(declareProjectArchive(deps))
  return {
    importProject: importArchive,
    loadDeferredRepositories: loadKept,
    serveUpload: files.serveArchiveUpload(archiveUploads(deps)),
    jobs: [{ name: 'load_kept_svn_repositories', schedule: '7 * * * *', run: loadKept }],
    frequentJobs: [{ name: MAKE_PROJECTS, schedule: '* * * * *', run: makeProjects(deps, importArchive) }],
    routes: projectArchivesRoutes(getProjectArchive(db), date => settings.isoDate(date)),
  }
}
