import { formatSecretText, parseSecretText, type SecretText } from '../model/secret-text.ts'

type Headers = Readonly<Record<string, string | string[] | undefined>>

/** auth.md §2.6. Browsers store a cookie of this name only if it is `Secure`, of this host alone and of the path `/`. */
export const sessionCookieName = (prefix: string): string => `__Host-${prefix}_session_hash`

const attributes = 'Path=/; Secure; HttpOnly; SameSite=Lax'

export const sessionCookie = (name: string, id: number, secret: Buffer, seconds: number): string =>
  `${name}=${formatSecretText('', id, secret)}; Max-Age=${seconds}; ${attributes}`

/** Removes the cookie from the browser. */
export const noSessionCookie = (name: string): string => `${name}=; Max-Age=0; ${attributes}`

/** Parses the cookie; undefined if it is missing or does not have our form. */
export const parseSessionCookie = (headers: Headers, name: string): SecretText | undefined => {
  const { cookie } = headers
  if (typeof cookie !== 'string') return undefined
  for (const part of cookie.split(';')) {
    const equals = part.indexOf('=')
    if (part.slice(0, equals).trim() === name) return parseSecretText('', part.slice(equals + 1).trim())
  }
  return undefined
}
