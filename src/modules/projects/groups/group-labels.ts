import {
  ADMINS_GROUP,
  ANONYMOUS_GROUP,
  AUTHENTICATED_GROUP,
  FILE_MANAGER_ADMINS_GROUP,
  MEMBERS_GROUP,
  NOBODY_GROUP,
  REGISTERED_GROUP,
  WIKI_ADMINS_GROUP,
  type UserGroupId,
} from '../model/user-group.ts'

/** Labels of the groups that every project has, in the languages of the platform (trackers.md §4.2). */
const labels: ReadonlyMap<UserGroupId, readonly string[]> = new Map([
  [ANONYMOUS_GROUP, ['Anonymous', 'Anonymes']],
  [REGISTERED_GROUP, ['Registered users', 'Utilisateurs enregistrés']],
  [MEMBERS_GROUP, ['Project members', 'Membres du projet']],
  [ADMINS_GROUP, ['Project administrators', 'Administrateurs du projet']],
  [AUTHENTICATED_GROUP, ['Authenticated users', 'Utilisateurs authentifiés']],
  [FILE_MANAGER_ADMINS_GROUP, ['file_manager_admins', 'Administrateurs du gestionnaire de fichiers']],
  [WIKI_ADMINS_GROUP, ['Wiki administrators', 'Administrateurs du wiki']],
  [NOBODY_GROUP, ['Nobody', 'Personne']],
])

/** The group with this label, in any language and case. */
export const groupByLabel = (label: string): UserGroupId | undefined => {
  const wanted = label.trim().toLowerCase()
  for (const [id, names] of labels) if (names.some(name => name.toLowerCase() === wanted)) return id
  return undefined
}
