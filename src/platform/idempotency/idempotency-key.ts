import { createHash } from 'node:crypto'
import { Invalid } from '../errors.ts'

/** A call that a client may repeat without a second effect (integrators.md §5). */
export interface IdempotentCall {
  readonly accountId: number
  /** SHA-256 of the key, in hexadecimal digits. */
  readonly keyHash: string
  /** SHA-256 of everything in the request that decides what it does, in hexadecimal digits. */
  readonly fingerprint: string
  /** Number of the advisory lock of account and key. */
  readonly lock: string
}

const VISIBLE_ASCII = /^[\x21-\x7e]{1,255}$/

/** The key of the header: taken as it is, without the quotes of a structured string. */
export const parseIdempotencyKey = (header: string): string => {
  const key = /^"(.*)"$/.exec(header)?.[1] ?? header
  if (!VISIBLE_ASCII.test(key))
    throw new Invalid('`Idempotency-Key` takes 1 to 255 visible ASCII characters', {
      reason: 'idempotency.key',
      parameter: 'Idempotency-Key',
    })
  return key
}

export interface FingerprintInput {
  readonly method: string
  readonly path: string
  /** Text behind the question mark. */
  readonly query: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  /** Limits of the credentials. */
  readonly limits: string
  readonly body: Buffer | undefined
}

const HEADERS = ['if-match', 'if-unmodified-since', 'prefer'] as const

export const idempotentCall = (accountId: number, key: string, input: FingerprintInput): IdempotentCall => {
  const { method, path, query, headers, limits, body } = input
  const parts = [method, path, query.split('&').sort().join('&'), ...HEADERS.map(name => headers[name] ?? null), limits]
  const fingerprint = createHash('sha256')
    .update(JSON.stringify(parts))
    .update(body ?? '')
    .digest('hex')
  const keyHash = createHash('sha256').update(key).digest('hex')
  const lock = createHash('sha256').update(`idempotency ${accountId} ${keyHash}`).digest().readBigInt64BE()
  return { accountId, keyHash, fingerprint, lock: String(lock) }
}
