import { BlockList, isIP } from 'node:net'

// Two lists: one alone takes IPv4 addresses for the IPv6 ones that stand for them.
const inside4 = new BlockList()
const inside6 = new BlockList()

// This host, private networks, link-local, shared by carriers, for documentation and tests, multicast and reserved (RFC 6890).
for (const [net, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  inside4.addSubnet(net, prefix, 'ipv4')

// Of IPv6 only what is handed out is public (2000::/3); of that not the parts that stand for IPv4 addresses, tests and documentation.
for (const [net, prefix] of [
  ['::', 3],
  ['4000::', 2],
  ['8000::', 1],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  inside6.addSubnet(net, prefix, 'ipv6')

/** Is it an address of the internet at large, none of this host or of a network inside? */
export const isPublicAddress = (address: string): boolean => {
  const version = isIP(address)
  if (version === 4) return !inside4.check(address, 'ipv4')
  return version === 6 && !inside6.check(address, 'ipv6')
}

const DEFAULT_PORTS: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' }

/** Is the host of the address in the list, with any port or with this one? */
export const isHostAllowed = (url: URL, allowed: readonly string[]): boolean => {
  const port = url.port || DEFAULT_PORTS[url.protocol]
  return allowed.some(entry => {
    const known = entry.toLowerCase()
    return known === url.hostname || known === `${url.hostname}:${port}`
  })
}
