/** A program of another party that acts for users, as every process caches it (auth.md §6.1). */
export interface Application {
  readonly id: number
  /** Null: an application of the whole platform. */
  readonly projectId: number | null
  readonly name: string
  readonly redirectUri: string
  readonly usesPkce: boolean
  /** SHA-256 of the 32 bytes of its secret. */
  readonly secretHash: Buffer
  readonly createdAt: Date
}

export interface ApplicationPage {
  readonly applications: Application[]
  readonly size: number
}

const CLIENT_ID_PREFIX = 'tlp-client-id-'
export const CLIENT_SECRET_PREFIX = 'tlp-oauth2-c1-'
export const MAX_NAME_LENGTH = 255
const MAX_REDIRECT_URI_LENGTH = 2000

export const clientIdOf = (app: { readonly id: number }): string => `${CLIENT_ID_PREFIX}${app.id}`

/** Id of the application; undefined if the text is no client id of this platform. */
export const parseClientId = (text: string): number | undefined => {
  const digits = text.startsWith(CLIENT_ID_PREFIX) ? text.slice(CLIENT_ID_PREFIX.length) : ''
  return /^[1-9]\d{0,14}$/.test(digits) ? Number(digits) : undefined
}

/** §6.1: the address to which browsers bring a code. Only https, or plain http for a program on the user's machine. */
export const redirectUriFault = (uri: string): string | undefined => {
  if (uri.length > MAX_REDIRECT_URI_LENGTH) return `is longer than ${MAX_REDIRECT_URI_LENGTH} characters`
  if (uri.includes('#')) return 'has a fragment: leave out # and what follows'
  // The address is compared byte by byte and written into a header, so only one spelling is allowed.
  if (!/^[!-~]+$/.test(uri)) return 'has characters that an address has in percent-encoding only'
  const isAllowed = /^https:\/\/[^/?]/i.test(uri) || /^http:\/\/localhost(:\d{1,5})?([/?]|$)/i.test(uri)
  if (!isAllowed || !URL.canParse(uri)) return 'is to be an https address, or one of http://localhost'
  return undefined
}
