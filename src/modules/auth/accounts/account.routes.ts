import { done, ok, type Route } from '../../../platform/http/routes/route.ts'
import { route, type Viewer } from '../../users/index.ts'
import {
  AccountRepresentation,
  AccountPatch,
  NewPasswordBody,
  PasswordBody,
  PasswordResetRepresentation,
  resetParams,
  ResetRequest,
} from '../model/account.schema.ts'
import type { OwnAccountChanges } from './change-own-account.ts'

/** The operations that these routes call. */
export interface AccountOperations {
  getAccount(viewer: Viewer): Promise<AccountRepresentation>
  changeOwnAccount(viewer: Viewer, changes: OwnAccountChanges, ip: string): Promise<void>
  changeOwnPassword(viewer: Viewer, current: string, next: string, ip: string): Promise<void>
  requestReset(loginOrEmail: string): Promise<void>
  getReset(token: string): Promise<{ readonly login: string; readonly expiresAt: Date }>
  useReset(token: string, password: string): Promise<void>
  readonly isoDate: (at: Date) => string
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
    responses: { 200: AccountRepresentation },
    errors: [401],
    handler: async ({ viewer }) => ok(await account.getAccount(viewer)),
  }),
  route({
    method: 'PATCH',
    path: '/account',
    access: 'protected',
    isWholeAccount: true,
    operationId: 'patchAccount',
    summary: 'Change name, e-mail address, language, theme or time zone of the caller',
    spec: 'users.md §2, auth.md §5',
    tag,
    body: AccountPatch,
    responses: { 200: AccountRepresentation },
    errors: [400, 401],
    handler: async ({ viewer, body, ip }) => {
      const changes = {
        ...(body.real_name !== undefined && { realName: body.real_name }),
        ...(body.email !== undefined && { email: body.email }),
        ...(body.current_password !== undefined && { currentPassword: body.current_password }),
        ...(body.language !== undefined && { language: body.language }),
        ...(body.theme !== undefined && { theme: body.theme }),
        ...(body.timezone !== undefined && { timezone: body.timezone }),
      }
      await account.changeOwnAccount(viewer, changes, ip)
      return ok(await account.getAccount(viewer))
    },
  }),
  route({
    method: 'PUT',
    path: '/account/password',
    access: 'protected',
    isWholeAccount: true,
    operationId: 'changePassword',
    summary: 'Choose another password; the other sessions of the account end',
    spec: 'auth.md §4.3, §5',
    tag,
    body: PasswordBody,
    responses: { 200: null },
    errors: [400, 401],
    handler: async ({ viewer, body, ip }) => {
      await account.changeOwnPassword(viewer, body.current_password, body.new_password, ip)
      return done()
    },
  }),
  route({
    method: 'POST',
    path: '/password_resets',
    access: 'public',
    operationId: 'requestPasswordReset',
    summary: 'Ask for a mail with a way to choose another password',
    description: 'The answer is the same whether there is such an account or not.',
    spec: 'auth.md §5',
    tag,
    body: ResetRequest,
    responses: { 202: null },
    errors: [400],
    handler: async ({ body }) => {
      await account.requestReset(body.login_or_email)
      return { status: 202 }
    },
  }),
  route({
    method: 'GET',
    path: '/password_resets/{token}',
    access: 'public',
    operationId: 'getPasswordReset',
    summary: 'See what the token of a mail is good for',
    spec: 'auth.md §5',
    tag,
    params: resetParams,
    responses: { 200: PasswordResetRepresentation },
    errors: [404],
    handler: async ({ params }) => {
      const { login, expiresAt } = await account.getReset(params.token)
      return ok({ login, expires_on: account.isoDate(expiresAt) })
    },
  }),
  route({
    method: 'PUT',
    path: '/password_resets/{token}',
    access: 'public',
    operationId: 'usePasswordReset',
    summary: 'Choose another password with the token of a mail, once; all sessions end',
    spec: 'auth.md §5',
    tag,
    params: resetParams,
    body: NewPasswordBody,
    responses: { 200: null },
    errors: [400, 404],
    handler: async ({ params, body }) => {
      await account.useReset(params.token, body.new_password)
      return done()
    },
  }),
]
