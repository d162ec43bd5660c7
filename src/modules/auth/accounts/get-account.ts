import { Unauthorized } from '../../../platform/errors.ts'
import { PLATFORM_PROJECT_ID } from '../../projects/index.ts'
import type { Viewer } from '../../users/index.ts'
import type { AuthDependencies } from '../model/auth.dependencies.ts'
import type { CredentialCaches } from '../store/credential-caches.ts'
import type { AccountRepresentation } from '../model/account.schema.ts'

/** The caller's own account; pages use it to show possible actions. */
export const getAccount =
  ({ users, projects }: AuthDependencies, { secondFactors }: Pick<CredentialCaches, 'secondFactors'>) =>
  async (viewer: Viewer): Promise<AccountRepresentation> => {
    const user = await users.get(viewer.userId)
    if (!user) throw new Unauthorized('', { reason: 'credentials.missing' })
    // A read-only administrator is an administrator on reading requests only (auth.md §1.2). Pages ask for the rights to write, so this
    // reads the membership.
    const isSiteAdministrator = viewer.memberships.get(PLATFORM_PROJECT_ID)?.isAdmin === true
    const { hasPassword, language, theme, timezone } = await users.ownSettings(user.id)
    return {
      user: users.representFull(user, undefined, viewer.nameStyle),
      is_site_administrator: isSiteAdministrator,
      site_permissions: [...viewer.sitePermissions].sort(),
      can_create_projects: projects.canCreateProjects({ ...viewer, isSiteAdministrator }),
      has_password: hasPassword,
      has_second_factor: (await secondFactors.get(user.id))?.hasFactor === true,
      language,
      theme,
      timezone,
      auth: viewer.credential ?? 'password',
    }
  }
