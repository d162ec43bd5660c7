import { readCache, type ReadCache } from '../../platform/cache.ts'
import type { Db } from '../../platform/db/db.ts'
import type { SitePermission } from '../users/index.ts'
import type { AccessKey } from './access-key.ts'
import { readAccessKeys, readPermissions, readTokens, type Token } from './auth.store.ts'
import type { Session } from './session.ts'
import { readSessions } from './sessions.store.ts'

const MAX_CACHED = 50_000

/** What a warm credential check reads instead of the database; each dropped when its row changes, on every process. */
export interface CredentialCaches {
  readonly accessKeys: ReadCache<number, AccessKey>
  /** By the hexadecimal text of the hash. */
  readonly tokens: ReadCache<string, Token>
  readonly sessions: ReadCache<number, Session>
  /** By user; an empty set is remembered too. */
  readonly permissions: ReadCache<number, ReadonlySet<SitePermission>>
}

export const credentialCaches = (db: Db): CredentialCaches => ({
  accessKeys: readCache<number, AccessKey>({
    changes: db.changes,
    topic: 'access_key',
    max: MAX_CACHED,
    load: ids => readAccessKeys(db, ids),
    parseKey: Number,
  }),
  tokens: readCache<string, Token>({
    changes: db.changes,
    topic: 'token',
    max: MAX_CACHED,
    load: hashes => readTokens(db, hashes),
    parseKey: text => text,
  }),
  sessions: readCache<number, Session>({
    changes: db.changes,
    topic: 'session',
    max: MAX_CACHED,
    load: ids => readSessions(db, ids),
    parseKey: Number,
  }),
  permissions: readCache<number, ReadonlySet<SitePermission>>({
    changes: db.changes,
    topic: 'site_group',
    max: MAX_CACHED,
    load: async userIds => (await readPermissions(db, userIds)) as Map<number, Set<SitePermission>>,
    parseKey: Number,
  }),
})
