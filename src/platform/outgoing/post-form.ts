import { lookup as resolveHost, type LookupAddress, type LookupOptions } from 'node:dns'
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { isHostAllowed, isMetadataAddress, isPublicAddress } from './public-addresses.ts'

/** `unavailable` may succeed later, `refused` never will. */
export type Outcome =
  | { readonly kind: 'accepted' | 'unavailable' | 'refused'; readonly status: number }
  | { readonly kind: 'refused'; readonly reason: string }

export interface OutgoingOptions {
  /** Hosts that may be called although they are internal: `ci.example` or `ci.example:8080`. */
  readonly allowedHosts: readonly string[]
  readonly timeoutMs?: number
  /** For tests: resolves names to other addresses. */
  readonly resolve?: Resolve
}
type Resolve = (
  hostname: string,
  options: LookupOptions & { readonly all: true },
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

const TIMEOUT_MS = 15_000

/** Too early, too many, too slow: the same request may succeed later. */
const LATER: readonly number[] = [408, 425, 429]

/**
 * Posts a form to a configured address. Only public addresses are reachable. Allowed hosts may have any address except the metadata
 * addresses of clouds. The address is checked when the connection is made, so that a name cannot resolve to another address later. No
 * redirect is followed. Throws if the server cannot be reached.
 */
export const postForm = async (
  url: URL,
  form: Readonly<Record<string, string>>,
  { allowedHosts, timeoutMs = TIMEOUT_MS, resolve = resolveHost }: OutgoingOptions,
): Promise<Outcome> => {
  if (!/^https?:$/.test(url.protocol)) return { kind: 'refused', reason: 'only http and https addresses are called' }
  const isTrusted = isHostAllowed(url, allowedHosts)
  const isReachable = isTrusted ? (address: string) => !isMetadataAddress(address) : isPublicAddress
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) !== 0 && !isReachable(host)) return refusedAddress(host, isTrusted)
  try {
    const lookup = lookupWithin(isReachable, resolve)
    const status = await send(url, new URLSearchParams(form).toString(), lookup, timeoutMs)
    if (status < 400) return { kind: 'accepted', status }
    return { kind: status >= 500 || LATER.includes(status) ? 'unavailable' : 'refused', status }
  } catch (error) {
    if (error instanceof ForbiddenAddress) return refusedAddress(host, isTrusted)
    throw error
  }
}

const refusedAddress = (host: string, isTrusted: boolean): Outcome => ({
  kind: 'refused',
  reason: isTrusted
    ? `${host} is link-local, or the address where a cloud answers its machines, which is never called`
    : `${host} is not a public address; an operator can allow it by the setting internal_hosts`,
})

class ForbiddenAddress extends Error {}

/** Resolves to the status; the body is not read. */
const send = (url: URL, body: string, lookup: LookupFunction, timeoutMs: number): Promise<number> =>
  new Promise((resolve, reject) => {
    const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'content-length': Buffer.byteLength(body),
        'user-agent': 'Crocus',
      },
      // A new connection: a kept-alive one was checked by another caller's rules.
      agent: false,
      signal: AbortSignal.timeout(timeoutMs),
      lookup,
    })
    request.on('response', response => {
      resolve(response.statusCode ?? 0)
      response.destroy()
    })
    request.on('error', reject)
    request.end(body)
  })

/** Resolves names for the connection; a name with an address that is not reachable is refused. */
const lookupWithin =
  (isReachable: (address: string) => boolean, resolve: Resolve): LookupFunction =>
  (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? []
      if (error || !first) callback(error ?? new Error(`${hostname} has no address`), '')
      else if (!addresses.every(({ address }) => isReachable(address)))
        callback(new ForbiddenAddress(`${hostname} means an address that is not called`), '')
      else if (options.all) callback(null, addresses)
      else callback(null, first.address, first.family)
    })
  }
