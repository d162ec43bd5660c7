import { BlockList, isIP } from 'node:net'

// Two lists: a single list matches IPv4 addresses with the IPv6 ones that embed them.
const inside4 = new BlockList()
const inside6 = new BlockList()

// This host, private networks, link-local, carrier-grade NAT, documentation and tests, multicast and reserved (RFC 6890).
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

// In IPv6 only the allocated range is public (2000::/3), except the parts for embedded IPv4 addresses, tests and documentation.
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

/** Whether it is an address of the public internet, not of this host or of an internal network. */
export const isPublicAddress = (address: string): boolean => {
  const version = isIP(address)
  if (version === 4) return !inside4.check(address, 'ipv4')
  return version === 6 && !inside6.check(address, 'ipv6')
}

// Metadata addresses, where cloud machines learn their identity and get credentials. No operator means them by allowing an internal host.
// They are all link-local addresses, and the addresses of clouds outside of these: Alibaba, Azure, Oracle; AWS and Google by IPv6.
const metadata4 = new BlockList()
metadata4.addSubnet('169.254.0.0', 16, 'ipv4')
for (const address of ['100.100.100.200', '168.63.129.16', '192.0.0.192']) metadata4.addAddress(address, 'ipv4')
const metadata6 = new BlockList()
metadata6.addSubnet('fe80::', 10, 'ipv6')
metadata6.addSubnet('fd00:ec2::', 32, 'ipv6')
metadata6.addAddress('fd20:ce::254', 'ipv6')

/** Whether it is a metadata address of a cloud or another link-local one, which no setting may reach. */
export const isMetadataAddress = (address: string): boolean => {
  const version = isIP(address)
  if (version === 4) return metadata4.check(address, 'ipv4')
  if (version !== 6) return false
  const groups = groupsOf(address)
  return metadata6.check(address.split('%', 1)[0] ?? '', 'ipv6') || embedded4(groups).some(isMetadataAddress)
}

/** The eight numbers of an IPv6 address. */
const groupsOf = (address: string): number[] => {
  const plain = new URL(`http://[${address.split('%', 1)[0]}]`).hostname.slice(1, -1)
  const [head = '', tail] = plain.split('::')
  const numbers = (text: string): number[] =>
    text === '' ? [] : text.split(':').map(group => Number.parseInt(group, 16))
  const [before, after] = [numbers(head), numbers(tail ?? '')]
  return [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after]
}

/** IPv4 addresses that an IPv6 address may embed: mapped, compatible, NAT64 (at its end), 6to4 (behind its first group). */
const embedded4 = (groups: readonly number[]): string[] => {
  const at = (index: number): string => {
    const [high = 0, low = 0] = groups.slice(index)
    return [high >> 8, high & 0xff, low >> 8, low & 0xff].join('.')
  }
  const isMapped = groups.slice(0, 5).every(group => group === 0)
  const isNat64 = groups[0] === 0x64 && groups[1] === 0xff9b
  return [...(isMapped || isNat64 ? [at(6)] : []), ...(groups[0] === 0x2002 ? [at(1)] : [])]
}

const DEFAULT_PORTS: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' }

/** Whether the host of the address is in the list, with any port or with this one. */
export const isHostAllowed = (url: URL, allowed: readonly string[]): boolean => {
  const port = url.port || DEFAULT_PORTS[url.protocol]
  return allowed.some(entry => {
    const known = entry.toLowerCase()
    return known === url.hostname || known === `${url.hostname}:${port}`
  })
}
