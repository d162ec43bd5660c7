import { createHash, generateKeyPair } from 'node:crypto'
import { promisify } from 'node:util'
import { readCache } from '../../../platform/cache.ts'
import { invalidate, inTransaction, type Tx } from '../../../platform/db/db.ts'
import type { OauthDependencies } from '../model/oauth.dependencies.ts'
import type { PublicJwk, SigningKey, SigningKeySet } from '../model/signing-key.ts'
import {
  lockSigningKeys,
  loadSigningKeys,
  removeKeysRetiredBefore,
  replaceSigningKey,
} from '../store/signing-keys.store.ts'

/** auth.md §6.7 */
const KEY_BITS = 2048
/** Age at which the job replaces the key; it runs once an hour, maybe a little early. */
const KEY_AGE_MS = 55 * 60_000
/** Longer than the lifetime of ID tokens, and than clients cache the list. */
const RETIRED_MS = 10 * 60_000
const SIGNING_KEY_TOPIC = 'oauth_signing_key'
const ALL = 'all'

export interface SigningKeys {
  /** The key that signs ID tokens; created if there is none. */
  current(): Promise<SigningKey>
  /** All keys that signed valid tokens, newest first. */
  published(): Promise<PublicJwk[]>
  /** Replaces the key now, on every process; returns the id of the new key. */
  rotate(): Promise<string>
  /** For the job: replaces the current key if it is old, and removes keys that no valid token needs. */
  rotateWhenOld(): Promise<void>
}

export const signingKeys = ({ db, clock }: OauthDependencies): SigningKeys => {
  const cache = readCache<string, SigningKeySet>({
    invalidations: db.invalidations,
    topic: SIGNING_KEY_TOPIC,
    max: 1,
    load: async () => {
      const keys = await loadSigningKeys(db.kysely)
      return new Map(keys ? [[ALL, keys]] : [])
    },
    parseKey: () => ALL,
  })

  const replace = async (tx: Tx): Promise<string> => {
    const key = await makeKey()
    await replaceSigningKey(tx, key, clock.now())
    await invalidate(tx, SIGNING_KEY_TOPIC, ALL)
    return key.publicJwk.kid
  }
  const replaceUnless = (isGood: (keys: SigningKeySet) => boolean): Promise<void> =>
    inTransaction(db, async tx => {
      await lockSigningKeys(tx)
      const keys = await loadSigningKeys(tx)
      if (!keys || !isGood(keys)) await replace(tx)
    })
  const all = async (): Promise<SigningKeySet> => {
    const known = await cache.get(ALL)
    if (known) return known
    await replaceUnless(() => true)
    return (await cache.get(ALL)) as SigningKeySet
  }
  const isPublished = (retiredAt: Date): boolean => retiredAt.getTime() > clock.now().getTime() - RETIRED_MS

  return {
    current: async () => (await all()).current,
    published: async () => {
      const { current, retired } = await all()
      return [current, ...retired.filter(key => isPublished(key.retiredAt))].map(key => key.publicJwk)
    },
    rotate: () =>
      inTransaction(db, async tx => {
        await lockSigningKeys(tx)
        return replace(tx)
      }),
    rotateWhenOld: async () => {
      // An installation whose users do not sign in to applications has no key, and needs none.
      if (!(await cache.get(ALL))) return
      const now = clock.now().getTime()
      await replaceUnless(({ current }) => now - current.createdAt.getTime() < KEY_AGE_MS)
      await inTransaction(db, async tx => {
        await removeKeysRetiredBefore(tx, new Date(now - RETIRED_MS))
        await invalidate(tx, SIGNING_KEY_TOPIC, ALL)
      })
    },
  }
}

const generate = promisify(generateKeyPair)

const makeKey = async (): Promise<Pick<SigningKey, 'publicJwk' | 'privateJwk'>> => {
  const { publicKey, privateKey } = await generate('rsa', { modulusLength: KEY_BITS })
  const { n = '', e = '' } = publicKey.export({ format: 'jwk' })
  // The thumbprint of RFC 7638.
  const kid = createHash('sha256')
    .update(JSON.stringify({ e, kty: 'RSA', n }))
    .digest('base64url')
  const named = { kty: 'RSA', alg: 'RS256', use: 'sig', kid } as const
  return { publicJwk: { ...named, n, e }, privateJwk: { ...privateKey.export({ format: 'jwk' }), ...named } }
}
