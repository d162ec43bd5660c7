import { Forbidden, Unauthorized } from '../../../platform/errors.ts'
import type { Access } from '../../../platform/http/routes/route.ts'
import { anonymous, type Viewer } from '../../users/index.ts'

/** A request outside of the API, as far as it says who is calling. */
export interface PlainCaller {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly method: string
  readonly path: string
  readonly ip: string
}

export type Authenticate = (caller: PlainCaller, access: Access) => Promise<Viewer>

/**
 * Who calls an address of files (files.md §2, §4): by the credentials of the API, with answers of its own. Without any it is an anonymous
 * caller, also where the platform lets none in: those get a 404. A wrong key or token is 403, as is any of
 * OAuth2; other wrong credentials are 401.
 */
export const viewerOf =
  (authenticate: Authenticate) =>
  async (caller: PlainCaller): Promise<Viewer> => {
    try {
      return await authenticate(caller, 'hybrid')
    } catch (error) {
      if (!(error instanceof Unauthorized)) throw error
      const { headers } = caller
      const isBearer = /^\s*bearer\b/i.test(String(headers.authorization))
      if (isBearer || headers['x-auth-accesskey'] !== undefined || headers['x-auth-token'] !== undefined)
        throw new Forbidden(error.message, { reason: 'credentials.invalid' })
      if (headers.authorization !== undefined) throw error
      return anonymous
    }
  }
