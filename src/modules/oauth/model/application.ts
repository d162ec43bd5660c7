/** A program of another party that acts for users, as every process caches it (auth.md §6.1). */
export interface Application {
  readonly id: number
  /** Null: an application of the whole platform. */
  readonly projectId: number | null
  readonly name: string
  /** At least one. */
  readonly redirectUris: readonly string[]
  readonly usesPkce: boolean
  /** SHA-256 of the 32 bytes of its secret. Null: a public client, which cannot keep a secret. */
  readonly secretHash: Buffer | null
  readonly createdAt: Date
  /** It registered itself: nobody here has checked it. */
  readonly isSelfRegistered: boolean
  /** Address of its metadata document, which is its client id. Null: it has none. */
  readonly documentUrl: string | null
  readonly documentReadAt: Date | null
  /** Only of applications that register themselves or have a document, to the day. */
  readonly lastTokenAt: Date | null
}

export interface ApplicationPage {
  readonly applications: Application[]
  readonly size: number
}

const CLIENT_ID_PREFIX = 'tlp-client-id-'
export const CLIENT_SECRET_PREFIX = 'tlp-oauth2-c1-'
export const MAX_NAME_LENGTH = 255
const MAX_REDIRECT_URI_LENGTH = 2000

export const MAX_REDIRECT_URIS = 10

export const clientIdOf = ({ id, documentUrl }: Pick<Application, 'id' | 'documentUrl'>): string =>
  documentUrl ?? `${CLIENT_ID_PREFIX}${id}`

/** Nobody here has checked what such an application says of itself. */
export const isUnchecked = ({ isSelfRegistered, documentUrl }: Application): boolean =>
  isSelfRegistered || documentUrl !== null

/** Id of the application; undefined if the text is no client id of this platform. */
export const parseClientId = (text: string): number | undefined => {
  const digits = text.startsWith(CLIENT_ID_PREFIX) ? text.slice(CLIENT_ID_PREFIX.length) : ''
  return /^[1-9]\d{0,14}$/.test(digits) ? Number(digits) : undefined
}

/** Whether a client id is the address of a metadata document: https, with a path, without user, query and fragment. */
export const isDocumentAddress = (clientId: string): boolean => {
  const url = clientId.length <= MAX_REDIRECT_URI_LENGTH ? URL.parse(clientId) : null
  return (
    url?.protocol === 'https:' &&
    url.href === clientId &&
    url.pathname !== '/' &&
    url.username + url.password + url.search + url.hash === ''
  )
}

/** §6.1: the address to which browsers bring a code. Only https, or plain http for a program on the user's machine. */
export const redirectUriFault = (uri: string): string | undefined => {
  if (uri.length > MAX_REDIRECT_URI_LENGTH) return `is longer than ${MAX_REDIRECT_URI_LENGTH} characters`
  if (uri.includes('#')) return 'has a fragment: leave out # and what follows'
  // The address is compared byte by byte and written into a header, so only one spelling is allowed.
  if (!/^[!-~]+$/.test(uri)) return 'has characters that an address has in percent-encoding only'
  const isAllowed =
    /^https:\/\/[^/?]/i.test(uri) || /^http:\/\/localhost(:\d{1,5})?([/?]|$)/i.test(uri) || LOOPBACK.test(uri)
  if (!isAllowed || !URL.canParse(uri))
    return 'is to be an https address, or one of http://localhost, http://127.0.0.1 or http://[::1]'
  return undefined
}

/** A program on the machine of the user takes any free port (RFC 8252 §7.3). */
const LOOPBACK = /^http:\/\/(127\.0\.0\.1|\[::1\])(:\d{1,5})?(?=[/?]|$)/

/** The address of a request, if the application has registered it: byte by byte, but for the port of a loopback address. */
export const isRegisteredUri = (uri: string, { redirectUris }: Pick<Application, 'redirectUris'>): boolean =>
  redirectUris.includes(uri) ||
  (LOOPBACK.test(uri) && URL.canParse(uri) && redirectUris.some(known => withoutPort(known) === withoutPort(uri)))

const withoutPort = (uri: string): string => uri.replace(LOOPBACK, 'http://$1')
