import { checkCommit, checkMessageChange } from './check-commit.ts'
import type { SocketResponse, SocketHandler } from './hook-server.ts'
import type { HookName } from '../disk/hook-program.ts'
import type { Project } from '../../projects/index.ts'
import type { Repository } from '../model/repository.ts'
import { placeOfPath, type SvnFolders } from '../disk/svn-folders.ts'
import type { SvnPrograms } from '../disk/svn-programs.ts'
import type { ServingDependencies } from '../model/svn-serving.dependencies.ts'

const allowed: SocketResponse = { status: 200, text: '' }
const refused = (text: string): SocketResponse => ({ status: 403, text })
const verdict = (fault: string | undefined): SocketResponse => (fault === undefined ? allowed : refused(fault))

/** The answers to the hooks of all repositories, by the rules that the database has at that moment. */
export const hookHandlers = (
  dependencies: ServingDependencies,
  programs: SvnPrograms,
  folders: SvnFolders,
): Readonly<Record<HookName, SocketHandler>> => {
  const { findRepository, projects, onCommit: noteCommit, onMessageChange: noteMessageChange, log } = dependencies
  const check = checkCommit({ ...dependencies, programs })
  const checkChange = checkMessageChange(dependencies)

  /** Runs work for a known repository of an existing project. */
  const withRepository =
    (
      work: (repository: Repository, project: Project, form: URLSearchParams, path: string) => Promise<SocketResponse>,
    ) =>
    async (form: URLSearchParams): Promise<SocketResponse> => {
      const path = form.get('repository') ?? ''
      const place = placeOfPath(folders, path)
      const project = place && (await projects.get(place.projectId))
      const repository = project && (await findRepository(project, place.name))
      if (!repository) return refused('This repository is not known to the server any more.')
      return work(repository, project, form, path)
    }

  return {
    'pre-commit': withRepository(async (repository, project, form, repositoryPath) => {
      const name = form.get('transaction') ?? ''
      // The name becomes an argument and part of a path.
      if (!/^\d+-[0-9a-z]+$/.test(name)) return refused('The transaction has no name that is known here.')
      return verdict(await check(repository, project, { repositoryPath, name }))
    }),
    'post-commit': withRepository(async (repository, _project, form) => {
      await noteCommit(repository, Number(form.get('revision')))
      return allowed
    }),
    'pre-revprop-change': withRepository(async (repository, project, form) => {
      const change = {
        property: form.get('property') ?? '',
        action: form.get('action') ?? '',
        value: form.get('value') ?? '',
        login: form.get('user') ?? '',
      }
      return verdict(await checkChange(repository, project, change))
    }),
    'post-revprop-change': withRepository(async (repository, _project, form) => {
      const [revision, login] = [Number(form.get('revision')), form.get('user')]
      log.info({ repositoryId: repository.id, revision, login }, 'message of a revision changed')
      await noteMessageChange(repository, revision)
      return allowed
    }),
  }
}
