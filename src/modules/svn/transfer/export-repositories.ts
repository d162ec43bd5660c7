import type { ReadableDb } from '../../../platform/db/snapshot.ts'
import type { XmlElement } from '../../../platform/xml/node.ts'
import { listAdministratorGroups } from '../store/administration.store.ts'
import { listRepositoriesOfProject, listNotifications } from '../store/repositories.store.ts'
import type { Notification, Repository } from '../model/repository.ts'

/** A repository as an archive has it (import.md §7). */
export interface ExportedRepository {
  readonly name: string
  /** '' = none. */
  readonly accessFile: string
  readonly notifications: readonly Pick<Notification, 'path' | 'emails'>[]
  /** Path of the dump in the archive; undefined if the repository has no revisions. */
  readonly dumpFile?: string | undefined
}

export interface RepositoriesOfProject {
  readonly repositories: readonly (Repository & { readonly notifications: readonly Notification[] })[]
  /** Messages about content that an archive cannot hold. */
  readonly unsupported: readonly string[]
}

export const readRepositoriesOfProject = async (
  snapshot: ReadableDb,
  projectId: number,
): Promise<RepositoriesOfProject> => {
  const found = await listRepositoriesOfProject(snapshot, projectId)
  const repositories = []
  for (const repository of found)
    repositories.push({ ...repository, notifications: await listNotifications(snapshot.kysely, repository.id) })
  const administrators = await listAdministratorGroups(snapshot, projectId)
  return {
    repositories,
    unsupported: [
      ...repositories.flatMap(repository => unsupportedIn(repository)),
      ...(administrators.length > 0 ? ['which user groups administer the repositories'] : []),
    ],
  }
}

const unsupportedIn = ({
  name,
  commitRules,
  immutableTags,
  accessFile,
  notifications,
}: RepositoriesOfProject['repositories'][number]): string[] => {
  const parts: readonly (readonly [boolean, string])[] = [
    [commitRules.isReferenceMandatory || commitRules.isCommitMessageChangeAllowed, 'commit rules'],
    [immutableTags.paths.length > 0, 'immutable tags'],
    [!accessFile.hasDefaultPermissions, 'access file without default permissions'],
    [
      notifications.some(({ userIds, userGroupIds }) => userIds.length + userGroupIds.length > 0),
      'notifications to users and groups',
    ],
  ]
  return parts.filter(([isThere]) => isThere).map(([, what]) => `${what} of the repository "${name}"`)
}

/** `<svn>`; nothing if there is no repository. */
export const exportRepositories = (repositories: readonly ExportedRepository[]): XmlElement[] =>
  repositories.length === 0
    ? []
    : [
        {
          name: 'svn',
          children: repositories.map(({ name, accessFile, notifications, dumpFile }) => ({
            name: 'repository',
            attributes: { name, 'dump-file': dumpFile },
            children: [
              ...(accessFile === '' ? [] : [{ name: 'access-file', text: accessFile }]),
              ...notifications
                .filter(({ emails }) => emails.length > 0)
                .map(({ path, emails }) => ({ name: 'notification', attributes: { path, emails: emails.join(', ') } })),
            ],
          })),
        },
      ]
