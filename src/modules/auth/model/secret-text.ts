import { hash, randomBytes } from 'node:crypto'

/** A secret in a text `<prefix><id>.<64 hexadecimal digits>`: personal access keys, secrets and tokens of OAuth2. */
export interface SecretText {
  readonly id: number
  readonly secret: Buffer
}

const form = /^(\d+)\.([0-9a-f]{64})$/i

/** Undefined if the text does not have the form; digits in upper case are valid (auth.md §4.1). */
export const parseSecretText = (prefix: string, text: string): SecretText | undefined => {
  const match = text.startsWith(prefix) ? form.exec(text.slice(prefix.length)) : null
  if (!match) return undefined
  // An id beyond the database's range becomes an id that no row has.
  return { id: Math.min(Number(match[1]), Number.MAX_SAFE_INTEGER), secret: Buffer.from(match[2] as string, 'hex') }
}

export const formatSecretText = (prefix: string, id: number, secret: Buffer): string =>
  `${prefix}${id}.${secret.toString('hex')}`

export const newSecret = (): Buffer => randomBytes(32)

/** The stored form of a secret. The secret is random, so a fast hash is enough (DESIGN.md §4). */
export const hashSecret = (secret: Buffer | string): Buffer => hash('sha256', secret, 'buffer')
