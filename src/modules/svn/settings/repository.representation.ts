import type { MinimalUserGroup, Project } from '../../projects/index.ts'
import { representMinimalProject } from '../../projects/index.ts'
import type { MinimalUser } from '../../users/index.ts'
import { repositoryPath, type Repository } from '../model/repository.ts'
import type { RepositoryRepresentation } from '../model/svn.schema.ts'

/** A notification with its users and groups. */
export interface ShownNotification {
  readonly path: string
  readonly userGroups: readonly MinimalUserGroup[]
  readonly users: readonly MinimalUser[]
  readonly emails: readonly string[]
}

export interface RepresentationOptions {
  readonly publicUrl: string
  /** Only administrators of the repositories see the settings. */
  readonly notifications?: readonly ShownNotification[]
}

/** svn.md §1.1, §1.2 */
export const representRepository = (
  repository: Repository,
  project: Project,
  { publicUrl, notifications }: RepresentationOptions,
): RepositoryRepresentation => ({
  id: repository.id,
  project: representMinimalProject(project),
  uri: `svn/${repository.id}`,
  name: repository.name,
  svn_url: `${withHostInLowerCase(publicUrl)}${repositoryPath(project.shortName, repository.name)}`,
  ...(notifications && {
    settings: {
      commit_rules: {
        is_reference_mandatory: repository.commitRules.isReferenceMandatory,
        is_commit_message_change_allowed: repository.commitRules.isCommitMessageChangeAllowed,
      },
      immutable_tags: {
        paths: [...repository.immutableTags.paths],
        whitelist: [...repository.immutableTags.whitelist],
      },
      access_file: repository.accessFile.text,
      email_notifications: notifications.map(notification => ({
        user_groups: [...notification.userGroups],
        users: [...notification.users],
        emails: [...notification.emails],
        path: notification.path,
      })),
      has_default_permissions: repository.accessFile.hasDefaultPermissions,
    },
  }),
})

/** svn clients treat addresses that differ in the case of the host as different repositories. */
const withHostInLowerCase = (address: string): string => URL.parse(address)?.href.replace(/\/$/, '') ?? address
