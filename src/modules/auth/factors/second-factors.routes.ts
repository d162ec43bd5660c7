import { created, done, ok, type Route } from '../../../platform/http/routes/route.ts'
import { idParams } from '../../../platform/http/schemas/schema.ts'
import { route, type Viewer } from '../../users/index.ts'
import {
  ConfirmationBody,
  FactorCodeBody,
  NewSecondFactor,
  NewSecondFactorBody,
  RecoveryCodes,
  SecondFactors,
  type NewSecondFactorRepresentation,
  type SecondFactorsRepresentation,
} from '../model/second-factors.schema.ts'

/** The operations that these routes call. */
export interface SecondFactorsOperations {
  list(viewer: Viewer): Promise<SecondFactorsRepresentation>
  begin(viewer: Viewer, name: string, password: string, ip: string): Promise<NewSecondFactorRepresentation>
  confirm(viewer: Viewer, id: number, code: string): Promise<string[]>
  remove(viewer: Viewer, id: number, code: string): Promise<void>
  renewCodes(viewer: Viewer, code: string): Promise<string[]>
}

const common = { access: 'protected', isWholeAccount: true, spec: 'auth.md §2.6', tag: 'Second factors' } as const
const BROWSER_ONLY = 'In a session of a browser only.'
const params = idParams('Id of the second factor.')

export const secondFactorsRoutes = (factors: SecondFactorsOperations): Route<Viewer>[] => [
  route({
    ...common,
    method: 'GET',
    path: '/account/second_factors',
    operationId: 'listSecondFactors',
    summary: 'List the second factors of the caller',
    description: BROWSER_ONLY,
    responses: { 200: SecondFactors },
    errors: [401, 403],
    reasons: ['csrf'],
    handler: async ({ viewer }) => ok(await factors.list(viewer)),
  }),
  route({
    ...common,
    method: 'POST',
    path: '/account/second_factors',
    operationId: 'beginSecondFactor',
    summary: 'Begin to set up an authenticator app',
    description: `It counts when a code of it is confirmed. ${BROWSER_ONLY}`,
    body: NewSecondFactorBody,
    responses: { 201: NewSecondFactor },
    errors: [400, 401, 403, 409],
    reasons: ['csrf'],
    handler: async ({ viewer, body, ip }) =>
      created(await factors.begin(viewer, body.name.trim(), body.current_password, ip)),
  }),
  route({
    ...common,
    method: 'POST',
    path: '/account/second_factors/{id}/confirmation',
    operationId: 'confirmSecondFactor',
    summary: 'Confirm an authenticator app by a code of it',
    description: `From then on each sign-in with the password needs a code. ${BROWSER_ONLY}`,
    params,
    body: ConfirmationBody,
    responses: { 200: RecoveryCodes },
    errors: [400, 401, 403, 404],
    reasons: ['csrf', 'second_factor.invalid'],
    handler: async ({ viewer, params: { id }, body }) =>
      ok({ recovery_codes: await factors.confirm(viewer, id, body.code) }),
  }),
  route({
    ...common,
    method: 'POST',
    path: '/account/second_factors/{id}/removal',
    operationId: 'removeSecondFactor',
    summary: 'Remove a second factor of the caller',
    description: `With the last one the recovery codes go. ${BROWSER_ONLY}`,
    params,
    body: FactorCodeBody,
    responses: { 200: null },
    errors: [400, 401, 403, 404, 429],
    reasons: ['csrf', 'second_factor.invalid'],
    handler: async ({ viewer, params: { id }, body }) => {
      await factors.remove(viewer, id, body.code)
      return done()
    },
  }),
  route({
    ...common,
    method: 'POST',
    path: '/account/recovery_codes',
    operationId: 'renewRecoveryCodes',
    summary: 'Replace the recovery codes of the caller by new ones',
    description: BROWSER_ONLY,
    body: FactorCodeBody,
    responses: { 201: RecoveryCodes },
    errors: [400, 401, 403, 429],
    reasons: ['csrf', 'second_factor.invalid'],
    handler: async ({ viewer, body }) => created({ recovery_codes: await factors.renewCodes(viewer, body.code) }),
  }),
]
