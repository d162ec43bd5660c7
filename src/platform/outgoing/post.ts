import { lookup as resolveHost, type LookupAddress, type LookupOptions } from 'node:dns'
import { request as requestHttp, type IncomingMessage } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { isHostAllowed, isMetadataAddress, isPublicAddress } from './public-addresses.ts'

/** The address is not called. */
export interface RefusedAddress {
  readonly reason: string
}

export interface OutgoingOptions {
  /** Hosts that may be called although they are internal: `ci.example` or `ci.example:8080`. */
  readonly allowedHosts: readonly string[]
  readonly timeoutMs?: number
  readonly resolve?: Resolve
  /** Ends the call. */
  readonly signal?: AbortSignal
}

export type Resolve = (
  hostname: string,
  options: LookupOptions & { readonly all: true },
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

export interface OutgoingCall {
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

const TIMEOUT_MS = 15_000

/** Posts to a configured address; see `callAddress`. */
export const post = <Result>(
  call: OutgoingCall,
  options: OutgoingOptions,
  read: (response: IncomingMessage) => Promise<Result>,
): Promise<Result | RefusedAddress> => callAddress({ ...call, method: 'POST' }, options, read)

/** Reads from an address that a user names; see `callAddress`. */
export const get = <Result>(
  url: URL,
  options: OutgoingOptions,
  read: (response: IncomingMessage) => Promise<Result>,
): Promise<Result | RefusedAddress> => callAddress({ url, headers: {}, body: '', method: 'GET' }, options, read)

type MethodCall = OutgoingCall & { readonly method: 'GET' | 'POST' }

/**
 * Calls a configured address, and gives the response to `read`. Only public addresses are reachable. Allowed hosts may have any address
 * except the metadata addresses of clouds. The address is checked when the connection is made, so that a name cannot resolve to another
 * address later. No redirect is followed. Throws if the server cannot be reached in time.
 */
const callAddress = async <Result>(
  { url, headers, body, method }: MethodCall,
  { allowedHosts, timeoutMs = TIMEOUT_MS, resolve = resolveHost, signal }: OutgoingOptions,
  read: (response: IncomingMessage) => Promise<Result>,
): Promise<Result | RefusedAddress> => {
  const isTrusted = isHostAllowed(url, allowedHosts)
  const isReachable = isTrusted ? (address: string) => !isMetadataAddress(address) : isPublicAddress
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) !== 0 && !isReachable(host)) return refusedAddress(host, isTrusted)
  const timeout = AbortSignal.timeout(timeoutMs)
  try {
    const response = await send({ url, headers, body, method }, lookupWithin(isReachable, resolve), [
      timeout,
      ...(signal ? [signal] : []),
    ])
    try {
      return await read(response)
    } finally {
      response.destroy()
    }
  } catch (error) {
    if (error instanceof ForbiddenAddress) return refusedAddress(host, isTrusted)
    throw error
  }
}

const refusedAddress = (host: string, isTrusted: boolean): RefusedAddress => ({
  reason: isTrusted
    ? `${host} is link-local, or the address where a cloud answers its machines, which is never called`
    : `${host} is not a public address; an operator can allow it by the setting internal_hosts`,
})

class ForbiddenAddress extends Error {}

/** Resolves to the response when its headers are there. */
const send = (
  { url, headers, body, method }: MethodCall,
  lookup: LookupFunction,
  signals: readonly AbortSignal[],
): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, {
      method,
      headers: {
        ...(method === 'POST' && { 'content-length': Buffer.byteLength(body) }),
        'user-agent': 'Crocus',
        ...headers,
      },
      // A new connection: a kept-alive one was checked by another caller's rules.
      agent: false,
      signal: AbortSignal.any([...signals]),
      lookup,
    })
    request.on('response', resolve)
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

/** Why there was no answer, as a sentence for the administrators of the address. */
export const unreachableReason = (error: unknown, timeoutMs: number): string => {
  if (!(error instanceof Error)) return 'It could not be reached.'
  if (error.name === 'TimeoutError') return `There was no answer within ${timeoutMs / 1_000} seconds.`
  // If attempts at several addresses fail together, the error has no message.
  return error.message || ('code' in error ? String(error.code) : 'It could not be reached.')
}
