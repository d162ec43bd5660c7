import { Type, type Static } from 'typebox'
import { Invalid } from '../../platform/errors.ts'
import { paginated } from '../../platform/http/routes/pagination.ts'
import { created, ok, type Route } from '../../platform/http/routes/route.ts'
import { idParams } from '../../platform/http/schemas/schema.ts'
import { route, type UserStatus, type Viewer } from '../users/index.ts'
import type { AccountWithRights } from './accounts.ts'
import {
  Account,
  AccountsQuery,
  AdministratorBody,
  MAX_ACCOUNTS,
  NewAccount,
  NewAccountBody,
  type AccountRepresentation,
} from './accounts.schema.ts'
import type { SiteOperations } from './site.operations.ts'

const tag = 'Administration of the platform'
const spec = 'users.md §4'

const represent = (site: SiteOperations, viewer: Viewer, account: AccountWithRights): AccountRepresentation => {
  const { user, createdAt, lastAccessAt, rights } = account
  const lastUse = [lastAccessAt, rights.lastUsedAt].reduce<Date | undefined>(
    (last, at) => (at && (!last || at > last) ? at : last),
    undefined,
  )
  return {
    id: user.id,
    username: user.login,
    real_name: user.realName,
    email: user.email,
    status: user.status,
    is_site_administrator: rights.isSiteAdministrator,
    has_second_factor: rights.hasSecondFactor,
    site_permissions: [...rights.sitePermissions],
    created_on: site.isoDate(createdAt),
    last_access_on: lastUse ? site.isoDate(lastUse) : null,
    avatar_url: site.representUser(user, viewer).avatar_url,
  }
}

export const accountsRoutes = (site: SiteOperations): Route<Viewer>[] => [
  route({
    method: 'GET',
    path: '/site/users',
    access: 'protected',
    operationId: 'listAccounts',
    summary: 'List the accounts of the platform, of any status',
    description: 'For site administrators and holders of the user management permission.',
    spec,
    tag,
    query: AccountsQuery,
    responses: { 200: Type.Array(Account, { description: 'By login.' }) },
    errors: [400, 401, 403],
    handler: async ({ viewer, query }) => {
      const found = await site.listAccounts(viewer, { text: query.query ?? '', status: query.status }, query)
      const body = found.accounts.map(account => represent(site, viewer, account))
      return paginated(body, query, found.size, MAX_ACCOUNTS)
    },
  }),
  route({
    method: 'POST',
    path: '/site/users',
    access: 'protected',
    operationId: 'registerAccount',
    summary: 'Make an account',
    description:
      'For site administrators and holders of the user management permission. Without a password the owner gets a mail with a link to choose one, good for seven days.',
    spec,
    tag,
    body: NewAccountBody,
    responses: { 201: NewAccount },
    errors: [400, 401, 403],
    handler: async ({ viewer, body }) => {
      const { username, real_name, email, password } = body
      const account = { login: username, realName: real_name, email, password, status: statusOf(body) }
      const made = represent(site, viewer, await site.registerAccount(viewer, account))
      return created({ ...made, invitation_sent: password === undefined })
    },
  }),
  route({
    method: 'PUT',
    idempotency: 'answer',
    path: '/site/users/{id}/administrator',
    access: 'protected',
    operationId: 'setSiteAdministrator',
    summary: 'Make an account administrator of the platform, or take that away',
    description: 'For site administrators. The last one who may sign in stays.',
    spec: 'auth.md §1.2',
    tag,
    params: idParams('Id of the account.'),
    body: AdministratorBody,
    responses: { 200: Type.Boolean({ description: 'Whether anything changed.' }) },
    errors: [400, 401, 403, 404],
    handler: async ({ viewer, params, body }) =>
      ok(await site.setAdministrator(viewer, params.id, body.is_site_administrator)),
  }),
  route({
    method: 'DELETE',
    path: '/site/users/{id}/second_factors',
    access: 'protected',
    operationId: 'resetSecondFactors',
    summary: 'Remove all second factors and recovery codes of an account',
    description: 'For site administrators: the owner lost them. The owner gets a mail.',
    spec: 'auth.md §2.6',
    tag,
    params: idParams('Id of the account.'),
    responses: { 200: Type.Boolean({ description: 'Whether there were any.' }) },
    errors: [400, 401, 403, 404],
    handler: async ({ viewer, params }) => ok(await site.resetSecondFactors(viewer, params.id)),
  }),
]

const statusOf = ({ status, is_restricted }: Static<typeof NewAccountBody>): UserStatus => {
  if (is_restricted === undefined) return status ?? 'A'
  const said = is_restricted ? 'R' : 'A'
  if (status !== undefined && (status === 'R') !== is_restricted)
    throw new Invalid('`status` and `is_restricted` contradict each other: send one of them', {
      reason: 'parameter.range',
      parameter: 'status',
    })
  return status ?? said
}
