import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { BlockList, isIPv6 } from 'node:net'

/** The request ids that a proxy may set: they are sent back in a header and written to the log. */
const wellFormed = /^[\w.:=+/@-]{1,128}$/

/**
 * Makes the id of each request: the `X-Request-Id` of a trusted proxy, else a unique one. Its parts are the process and the number of the
 * request.
 */
export const requestIds = (trustedProxies: readonly string[]): ((request: IncomingMessage) => string) => {
  const prefix = `${randomBytes(6).toString('base64url').replace(/[-_]/g, 'x')}-`
  let last = 0
  const next = (): string => prefix + (++last).toString(36)
  if (trustedProxies.length === 0) return next
  const isTrusted = addressFilter(trustedProxies)
  return request => {
    const given = request.headers['x-request-id']
    return typeof given === 'string' && wellFormed.test(given) && isTrusted(request.socket.remoteAddress)
      ? given
      : next()
  }
}

/** Whether an address is one of `networks`, or lies in one of them. */
const addressFilter = (networks: readonly string[]): ((address: string | undefined) => boolean) => {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', bits] = network.split('/')
    const family = isIPv6(address) ? 'ipv6' : 'ipv4'
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(bits), family)
  }
  return address => address !== undefined && list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
}
