import type { Account } from '../session/account.ts'

/** The areas of the administration, each with the delegated permission that opens it to others than site administrators. */
const delegated = {
  overview: undefined,
  users: 'user_management',
  projects: 'rest_project_management',
  permissions: undefined,
  applications: undefined,
  settings: undefined,
  deletions: undefined,
  audit: undefined,
  webhooks: undefined,
  jobs: undefined,
  health: undefined,
} as const

export type Area = keyof typeof delegated

/** Programs use some delegated permissions, which open no page. */
const READ_ALL = 'rest_read_only_admin'

export const canChange = (account: Account, area: Area): boolean => {
  const permission = delegated[area]
  return account.is_site_administrator || (permission !== undefined && account.site_permissions.includes(permission))
}

export const canSee = (account: Account, area: Area): boolean =>
  canChange(account, area) || account.site_permissions.includes(READ_ALL)

/** Whether the account may see any page of the administration. */
export const canSeeAny = (account: Account): boolean =>
  (Object.keys(delegated) as Area[]).some(area => canSee(account, area))
