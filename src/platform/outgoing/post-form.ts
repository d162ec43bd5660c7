import { lookup as resolveHost, type LookupAddress } from 'node:dns'
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { isHostAllowed, isPublicAddress } from './addresses.ts'

/** `unavailable` may work later, `refused` never will. */
export type Outcome =
  | { readonly kind: 'accepted' | 'unavailable' | 'refused'; readonly status: number }
  | { readonly kind: 'refused'; readonly reason: string }

export interface OutgoingOptions {
  /** Hosts that may be called though they are inside: `ci.example` or `ci.example:8080`. */
  readonly allowedHosts: readonly string[]
  readonly timeoutMs?: number
}

const TIMEOUT_MS = 15_000

/** Too early, too many, too slow: the same request may be taken later. */
const LATER: readonly number[] = [408, 425, 429]

/**
 * Posts a form to an address that somebody configured. What such an address may reach is guarded: only public addresses, checked as
 * the connection is made (so that a name cannot mean another address then), and no redirect is followed. Throws what keeps the
 * other side from being reached.
 */
export const postForm = async (
  url: URL,
  form: Readonly<Record<string, string>>,
  { allowedHosts, timeoutMs = TIMEOUT_MS }: OutgoingOptions,
): Promise<Outcome> => {
  if (!/^https?:$/.test(url.protocol)) return { kind: 'refused', reason: 'only http and https addresses are called' }
  const isTrusted = isHostAllowed(url, allowedHosts)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (!isTrusted && isIP(host) !== 0 && !isPublicAddress(host)) return refusedAddress(host)
  try {
    const status = await send(url, new URLSearchParams(form).toString(), isTrusted, timeoutMs)
    if (status < 400) return { kind: 'accepted', status }
    return { kind: status >= 500 || LATER.includes(status) ? 'unavailable' : 'refused', status }
  } catch (error) {
    if (error instanceof ForbiddenAddress) return refusedAddress(host)
    throw error
  }
}

const refusedAddress = (host: string): Outcome => ({
  kind: 'refused',
  reason: `${host} is not a public address; an operator can allow it by the setting internal_hosts`,
})

class ForbiddenAddress extends Error {}

/** Answers the status; what comes with it is not read. */
const send = (url: URL, body: string, isTrusted: boolean, timeoutMs: number): Promise<number> =>
  new Promise((resolve, reject) => {
    const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'content-length': Buffer.byteLength(body),
        'user-agent': 'Crocus',
      },
      // A connection of its own: one that is kept open was checked by another caller's rules.
      agent: false,
      signal: AbortSignal.timeout(timeoutMs),
      ...(isTrusted ? {} : { lookup: publicOnly }),
    })
    request.on('response', response => {
      resolve(response.statusCode ?? 0)
      response.destroy()
    })
    request.on('error', reject)
    request.end(body)
  })

/** Resolves names like the connection itself does; one that means any address inside is refused. */
const publicOnly: LookupFunction = (hostname, options, callback) => {
  resolveHost(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
    const [first] = addresses ?? []
    if (error || !first) callback(error ?? new Error(`${hostname} has no address`), '')
    else if (!addresses.every(({ address }) => isPublicAddress(address)))
      callback(new ForbiddenAddress(`${hostname} means an address inside`), '')
    else if (options.all) callback(null, addresses)
    else callback(null, first.address, first.family)
  })
}
