import { Invalid, NotFound } from '../../../platform/errors.ts'
import { sitePermissions, type SitePermission, type User } from '../../users/index.ts'
import type { AuthDependencies } from './auth.dependencies.ts'

export const parseSitePermission = (name: string): SitePermission => {
  const found = sitePermissions.find(each => each === name)
  if (!found)
    throw new Invalid(`there is no permission ${name}; there are ${sitePermissions.join(', ')}`, {
      reason: 'parameter.range',
    })
  return found
}

export const requireUser = async (users: AuthDependencies['users'], login: string): Promise<User> => {
  const user = await users.findByLogin(login)
  if (!user) throw new NotFound(`there is no account ${login}`)
  return user
}
