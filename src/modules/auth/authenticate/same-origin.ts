type Headers = Readonly<Record<string, string | string[] | undefined>>

const textOf = (value: string | string[] | undefined): string =>
  Array.isArray(value) ? value.join(', ') : (value ?? '')

const hostOf = (address: string): string => URL.parse(address)?.host ?? ''

/** Hosts, with their ports, by which the request may name this platform: the public address, and the requested host. */
const ownHosts = (headers: Headers, publicUrl: string): readonly string[] =>
  [hostOf(publicUrl), textOf(headers.host).toLowerCase()].filter(host => host !== '')

/** auth.md §2.6: whether a script on a page of this platform makes this call. */
export const isOwnScript = (headers: Headers, publicUrl: string): boolean => {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin' && headers['sec-fetch-mode'] === 'cors'
  return ownHosts(headers, publicUrl).includes(hostOf(textOf(headers.referer)))
}

/**
 * Whether a page of another site makes this call, according to the browser. For calls that can do harm without a cookie (signing the
 * visitor in to another account). Clients other than browsers send nothing and pass.
 */
export const isForeignPage = (headers: Headers, publicUrl: string): boolean => {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site !== 'same-origin'
  const page = headers.origin ?? headers.referer
  return page !== undefined && !ownHosts(headers, publicUrl).includes(hostOf(textOf(page)))
}

/** Addresses whose answers are files for the disk: pages lead the browser to them, so that no script holds the content. */
const DOWNLOADS = /^\/api(?:\/v1)?\/trackers\/\d+\/export$/

/** Whether the browser follows a link on a page of this platform to a download (ADR 80). */
export const isOwnDownload = ({
  headers,
  method,
  path = '',
}: {
  readonly headers: Headers
  readonly method: string
  readonly path?: string
}): boolean =>
  method === 'GET' &&
  DOWNLOADS.test(path) &&
  headers['sec-fetch-site'] === 'same-origin' &&
  headers['sec-fetch-mode'] === 'navigate'
