import { randomInt } from 'node:crypto'
import { ACCESS_TOKEN_PREFIX, formatSecretText, hashSecret, newSecret, parseSecretText } from '../../auth/index.ts'
import type { TokenKind } from './tokens.store.ts'

/** auth.md §6.3, §6.4 */
const prefixes: Readonly<Record<TokenKind, string>> = {
  AuthorizationCode: 'tlp-oauth2-ac1-',
  AccessToken: ACCESS_TOKEN_PREFIX,
  RefreshToken: 'tlp-oauth2-rt1-',
}

/** The largest bound of `randomInt`, so that the same number does not come twice. */
const NUMBERS = 2 ** 48 - 1

/** A new code or token. Its number has no meaning: rows are found by the hash of the whole text. */
export const newTokenText = (kind: TokenKind): string =>
  formatSecretText(prefixes[kind], randomInt(1, NUMBERS), newSecret())

/** The key of the stored row; undefined if the text is no code or token of that kind. Accepts digits in upper case. */
export const tokenHash = (kind: TokenKind, text: string): Buffer | undefined => {
  const parsed = parseSecretText(prefixes[kind], text)
  return parsed && hashSecret(formatSecretText(prefixes[kind], parsed.id, parsed.secret))
}
