import { randomBytes } from 'node:crypto'
import { hashSecret } from '../../auth/index.ts'
import type { Application } from '../model/application.ts'
import type { AuthorizationRequest, SignedInUser } from '../model/authorization-request.ts'
import { insertInteraction } from '../store/consents.store.ts'
import type { OauthDependencies } from '../model/oauth.dependencies.ts'

/** A request that waits for the user, as it is stored. */
export interface WaitingRequest extends AuthorizationRequest {
  /** In milliseconds. */
  readonly signedInAt: number
}

const LIFETIME_MS = 30 * 60_000

/** Stores the request until the user has decided. Returns the address of the page on which the user decides (auth.md §6.3). */
export const openInteraction =
  ({ db, clock }: OauthDependencies) =>
  async (app: Application, { userId, signedInAt }: SignedInUser, request: AuthorizationRequest): Promise<string> => {
    const uid = randomBytes(24).toString('base64url')
    const waiting: WaitingRequest = { ...request, signedInAt: signedInAt.getTime() }
    const expiresAt = new Date(clock.now().getTime() + LIFETIME_MS)
    await insertInteraction(db.kysely, hashSecret(uid), { userId, appId: app.id, request: waiting }, expiresAt)
    return `/oauth2/consent/${uid}`
  }
