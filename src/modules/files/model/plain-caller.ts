import { Forbidden, Unauthorized } from '../../../platform/errors.ts'
import type { Access } from '../../../platform/http/routes/route.ts'
import { anonymous, type Viewer } from '../../users/index.ts'

/** The credentials of a request outside of the API. */
export interface PlainCaller {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly method: string
  readonly path: string
  readonly ip: string
}

export type Authenticate = (caller: PlainCaller, access: Access) => Promise<Viewer>

/**
 * The caller of an address of files (files.md §2, §4), identified by the credentials of the API, with other refusals. A request without
 * credentials is an anonymous caller even if the platform refuses anonymous callers, who then get a 404. A wrong key or token gets 403, as
 * does every OAuth2 token; other wrong credentials get 401.
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
