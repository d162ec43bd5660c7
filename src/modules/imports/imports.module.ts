import type { Job } from '../../platform/jobs/jobs.ts'
import type { ProjectsModule } from '../projects/index.ts'
import { importProject, type ImportProject, type ImportsDeps } from './import-project.ts'
import { loadKeptRepositories } from './load-kept-repositories.ts'

export interface ImportsModule {
  readonly importProject: ImportProject
  /** Makes the repositories of imports that came before Subversion was there. */
  loadKeptRepositories(): Promise<void>
  readonly jobs: Job[]
}

export const createImportsModule = (
  deps: ImportsDeps & { readonly projects: Pick<ProjectsModule, 'userGroups'> },
): ImportsModule => {
  const loadKept = loadKeptRepositories(deps)
  return {
    importProject: importProject(deps),
    loadKeptRepositories: loadKept,
    jobs: [{ name: 'load_kept_svn_repositories', schedule: '7 * * * *', run: loadKept }],
  }
}
