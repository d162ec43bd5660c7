import { ok, type Route } from '../../platform/http/route.ts'
import { route, type Viewer } from '../users/index.ts'
import { AccountAnswer } from './sessions.schema.ts'

/** What these routes call. */
export interface AccountOperations {
  getAccount(viewer: Viewer): Promise<AccountAnswer>
}

const tag = 'Account'

export const accountRoutes = (account: AccountOperations): Route<Viewer>[] => [
  route({
    method: 'GET',
    path: '/account',
    access: 'protected',
    operationId: 'getAccount',
    summary: 'Read the account of the caller, with what it may do',
    spec: 'users.md §1, auth.md §1.2',
    tag,
    responses: { 200: AccountAnswer },
    errors: [401],
    handler: async ({ viewer }) => ok(await account.getAccount(viewer)),
  }),
]
