import { readFile } from 'node:fs/promises'
import type { Db } from '../../../platform/db/db.ts'
import { Forbidden, Invalid } from '../../../platform/errors.ts'
import type { Page } from '../../../platform/http/routes/pagination.ts'
import type { SettingsModule } from '../../settings/index.ts'
import type { UsersModule, Viewer } from '../../users/index.ts'
import type { RepositoryAccess, RepositoryInProject } from '../settings/repository-access.ts'
import type { RepositoryDisk } from '../disk/repository-disk.ts'
import { revisionPage } from '../model/revision-page.ts'
import { listRevisionRows } from '../store/revisions.store.ts'
import type { RevisionRepresentation } from '../model/svn.schema.ts'
import { accessFileOf } from '../disk/svn-folders.ts'
import type { SvnServing } from '../gateway/svn-serving.ts'
import { SvnProgramFailed, type SvnPrograms } from '../disk/svn-programs.ts'

/** A page of the revisions that touch a path; '' and / are the whole repository. */
export interface RevisionsPage extends Page {
  readonly path: string
}

export interface ListRevisionsDependencies {
  readonly db: Db
  readonly settings: SettingsModule
  readonly users: UsersModule
  readonly access: RepositoryAccess
  readonly disk: RepositoryDisk
  readonly programs: SvnPrograms
  readonly makeAccessCurrent: SvnServing['makeAccessCurrent']
}

/**
 * Processed revisions, the newest first. Only for users who can read the whole repository by svn, and for its administrators, because
 * messages and paths cover the whole repository.
 */
export const listRevisions =
  (deps: ListRevisionsDependencies) =>
  async (
    viewer: Viewer,
    id: number,
    { path, ...page }: RevisionsPage,
  ): Promise<{ revisions: RevisionRepresentation[]; size: number }> => {
    const { db, settings, users, access } = deps
    const { repository, project } = await access.requireReadable(viewer, id)
    if (
      !(await access.canAdminister(viewer, project)) &&
      !(await canReadAll(deps, { repository, project }, viewer.login))
    )
      throw new Forbidden('The access file of the repository lets you read only parts of it, or nothing', {
        reason: 'permission.project',
      })
    const { revisions, size } = await listRevisionRows(db, id, { ...page, path: canonicalPath(path) })
    const authors = await users.getMany(revisions.flatMap(revision => revision.authorId ?? []))
    return {
      size,
      revisions: revisions.map(revision => ({
        revision: revision.revision,
        author_login: revision.author,
        author:
          revision.authorId === null
            ? null
            : users.representMinimal(authors.get(revision.authorId), undefined, viewer.nameStyle),
        committed_on: revision.committedAt === null ? null : settings.isoDate(revision.committedAt),
        message: revision.message,
        changes: revision.changes.map(({ how, path }) => ({ how, path: `/${path.replace(/^\/+/, '')}` })),
        change_count: revision.changeCount,
        artifacts: revision.mentions.map(({ keyword, artifactId }) => ({
          id: artifactId,
          uri: `artifacts/${artifactId}`,
          ref: `${keyword} #${artifactId}`,
        })),
        html_url: revisionPage(project.shortName, repository.name, revision.revision),
      })),
    }
  }

/** A path without slashes around it, as `svnlook` writes it. */
const canonicalPath = (path: string): string => {
  const parts = path.split('/').filter(part => part !== '')
  if (parts.some(part => part === '.' || part === '..'))
    throw new Invalid('path: "." and ".." are no parts of a path in a repository', { reason: 'parameter.range' })
  return parts.join('/')
}

/** Maximum sections that are checked: each starts a program of svn. */
const MAX_SECTIONS = 100

/**
 * Whether svn lets the account read every path that the access file has rules for, and therefore all paths. `svnauthz accessof -R` does not
 * help: it answers for the path alone. A pattern may match any path, so a file with a pattern counts as one that hides something.
 */
const canReadAll = async (
  { disk, programs, makeAccessCurrent }: ListRevisionsDependencies,
  { repository, project }: RepositoryInProject,
  login: string,
): Promise<boolean> => {
  const location = disk.pathOf(repository)
  await makeAccessCurrent(location, repository.accessFile, project)
  const file = accessFileOf(location)
  const sections = sectionsOf(await readFile(file, 'utf8').catch(() => ''))
  const isListable = sections.every(section => section.startsWith('/'))
  if (!isListable || sections.length > MAX_SECTIONS) return false
  for (const section of new Set(['/', ...sections])) {
    // svn stores logins in lower case.
    const args = ['accessof', '--username', login.toLowerCase(), '--path', section, file]
    try {
      if ((await programs.run('svnauthz', args)).toString('utf8').trim() === 'no') return false
    } catch (error) {
      if (error instanceof SvnProgramFailed) return false
      throw error
    }
  }
  return true
}

/** Names of the sections that are paths. */
const sectionsOf = (accessFile: string): string[] =>
  accessFile
    .split('\n')
    .flatMap(line => /^\[([^\]]*)\]/.exec(line)?.[1]?.trim() ?? [])
    .filter(name => name !== 'groups' && name !== 'aliases')
