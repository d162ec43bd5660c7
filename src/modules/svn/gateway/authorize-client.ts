import { LRUCache } from 'lru-cache'
import { Forbidden, NotFound } from '../../../platform/errors.ts'
import type { Caller } from '../../auth/index.ts'
import type { Project } from '../../projects/index.ts'
import type { Repository } from '../model/repository.ts'
import type { ServingDependencies } from '../model/svn-serving.dependencies.ts'
import type { SvnPath } from '../model/svn-path.ts'

/** A client that is authorized for a repository. */
export interface AuthorizedClient {
  readonly project: Project
  readonly repository: Repository
  /** In lower case: the name in access files and in svn:author. */
  readonly login: string
  /** `/svnplugin/<project>/<repository>` as in the configuration of Apache and the access files. */
  readonly root: string
}

const MAX_HINTS = 10_000

/**
 * svn.md §3.1, at every request: checks credentials, project and repository. The refusal does not tell whether a hidden project exists. The
 * access file decides which paths of the repository are open.
 */
export const authorizeClient = ({ authenticate, projects, findRepository }: ServingDependencies) => {
  // A hint needs no invalidation: the project is used only if it still has the name.
  const hints = new LRUCache<string, number>({ max: MAX_HINTS })

  const findProject = async (shortName: string): Promise<Project | undefined> => {
    const key = shortName.toLowerCase()
    const hinted = hints.get(key)
    const cached = hinted === undefined ? undefined : await projects.get(hinted)
    if (cached?.shortName.toLowerCase() === key) return cached
    const found = await projects.findByShortName(shortName)
    if (found) hints.set(key, found.id)
    return found
  }

  return async (caller: Caller, path: SvnPath): Promise<AuthorizedClient> => {
    const viewer = await authenticate(caller)
    const project = await findProject(path.projectShortName)
    const isOpen = project?.status === 'active' || project?.status === 'system'
    if (!project || !isOpen || !projects.canAccess(viewer, project))
      throw new Forbidden('there is no project here that is open to you', { reason: 'permission.project' })
    const repository = project.enabledServices.has('plugin_svn')
      ? await findRepository(project, path.repositoryName)
      : undefined
    if (!repository) throw new NotFound('the project has no repository of this name')
    return {
      project,
      repository,
      login: viewer.login.toLowerCase(),
      root: `/svnplugin/${project.shortName}/${repository.name}`,
    }
  }
}
