type Headers = Readonly<Record<string, string | string[] | undefined>>

const textOf = (value: string | string[] | undefined): string =>
  Array.isArray(value) ? value.join(', ') : (value ?? '')

const hostOf = (address: string): string => URL.parse(address)?.host ?? ''

/** Hosts, with their ports, under which the request may know this platform: its public address, and the one that was asked. */
const ownHosts = (headers: Headers, publicUrl: string): readonly string[] =>
  [hostOf(publicUrl), textOf(headers.host).toLowerCase()].filter(host => host !== '')

/** auth.md §2.6: whether a script of this platform's own pages makes this call. */
export const isOwnScript = (headers: Headers, publicUrl: string): boolean => {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin' && headers['sec-fetch-mode'] === 'cors'
  return ownHosts(headers, publicUrl).includes(hostOf(textOf(headers.referer)))
}

/**
 * Whether a page of another site makes this call, as far as a browser tells: for calls that need no cookie to do harm (signing the
 * visitor in as somebody else). What is no browser tells nothing.
 */
export const isForeignPage = (headers: Headers, publicUrl: string): boolean => {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site !== 'same-origin'
  const page = headers.origin ?? headers.referer
  return page !== undefined && !ownHosts(headers, publicUrl).includes(hostOf(textOf(page)))
}
