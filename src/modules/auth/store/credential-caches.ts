import { readCache, type ReadCache } from '../../../platform/cache.ts'
import type { Db } from '../../../platform/db/db.ts'
import type { SitePermission } from '../../users/index.ts'
import type { AccessKey } from '../model/access-key.ts'
import { loadAccessKeys, loadPermissions, loadTokens, type Token } from './auth.store.ts'
import type { Session } from '../model/session.ts'
import { loadSessions } from './sessions.store.ts'
import { loadFactorFlags, type FactorFlag } from './second-factors.store.ts'

/** Topic of whether an account has a second factor. */
export const SECOND_FACTOR = 'second_factor'

const MAX_CACHED = 50_000

/** The caches from which credentials are checked without a query; a change of a row drops its entry on every process. */
export interface CredentialCaches {
  readonly accessKeys: ReadCache<number, AccessKey>
  /** Keyed by the hexadecimal text of the hash. */
  readonly tokens: ReadCache<string, Token>
  readonly sessions: ReadCache<number, Session>
  /** Keyed by user id; an empty set is cached, too. */
  readonly permissions: ReadCache<number, ReadonlySet<SitePermission>>
  /** Keyed by user id: whether the account has a second factor. */
  readonly secondFactors: ReadCache<number, FactorFlag>
}

export const credentialCaches = (db: Db): CredentialCaches => ({
  accessKeys: readCache<number, AccessKey>({
    invalidations: db.invalidations,
    topic: 'access_key',
    max: MAX_CACHED,
    load: ids => loadAccessKeys(db, ids),
    parseKey: Number,
  }),
  tokens: readCache<string, Token>({
    invalidations: db.invalidations,
    topic: 'token',
    max: MAX_CACHED,
    load: hashes => loadTokens(db, hashes),
    parseKey: text => text,
  }),
  sessions: readCache<number, Session>({
    invalidations: db.invalidations,
    topic: 'session',
    max: MAX_CACHED,
    load: ids => loadSessions(db, ids),
    parseKey: Number,
  }),
  secondFactors: readCache<number, FactorFlag>({
    invalidations: db.invalidations,
    topic: SECOND_FACTOR,
    max: MAX_CACHED,
    load: ids => loadFactorFlags(db.kysely, ids),
    parseKey: Number,
  }),
  permissions: readCache<number, ReadonlySet<SitePermission>>({
    invalidations: db.invalidations,
    topic: 'site_group',
    max: MAX_CACHED,
    load: async userIds => (await loadPermissions(db, userIds)) as Map<number, Set<SitePermission>>,
    parseKey: Number,
  }),
})
