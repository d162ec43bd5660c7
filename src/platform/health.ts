import { existsSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { statement, type Db } from './db/db.ts'
import { lastMigration } from './db/migrate.ts'
import { version } from './version.ts'

/** The body of `GET /health`. */
export interface Health {
  readonly status: 'ok' | 'unavailable'
  readonly version: string
  /** `ok`, or the fault. */
  readonly database: string
  /** `on`, or `off: ` and the reason. */
  readonly svn: string
}

const ANSWER_WITHIN_MS = 2_000
const LAST_MIGRATION = statement<{ name: string }>('health_migration', 'select max(name) as name from schema_migration')

/**
 * The migration of a newer server that migrated the database while this server runs. The statements of this server were written for the
 * older tables.
 */
export const findNewerMigration = async (db: Db): Promise<string | undefined> => {
  const known = await lastMigration()
  const [last] = await db.query(LAST_MIGRATION, [])
  return last && last.name > known
    ? `migrated by a newer Crocus (${last.name}): update this server and start it anew`
    : undefined
}

const pingDatabase = async (db: Db): Promise<string> => {
  const answer = findNewerMigration(db).then(
    newer => newer ?? 'ok',
    () => 'unreachable',
  )
  const deadline = new AbortController()
  const late = sleep(ANSWER_WITHIN_MS, 'does not answer', { signal: deadline.signal, ref: false }).catch(
    () => 'does not answer',
  )
  return Promise.race([answer, late]).finally(() => deadline.abort())
}

/**
 * The body and status of `GET /health`: 200 if requests can be served, else 503. A server without repositories is ready. `svn` tells the
 * state of repository hosting.
 */
export const checkHealth =
  (db: Db, svn: () => string) => async (): Promise<{ readonly statusCode: 200 | 503; readonly body: Health }> => {
    const database = await pingDatabase(db)
    const isReady = database === 'ok'
    return {
      statusCode: isReady ? 200 : 503,
      body: { status: isReady ? 'ok' : 'unavailable', version, database, svn: svn() },
    }
  }

/** Packages that Subversion hosting needs on the machine: package → a file of it. */
const SVN_PACKAGES = {
  'apache2-bin': ['/usr/sbin/apache2'],
  'libapache2-mod-svn': ['/usr/lib/apache2/modules/mod_dav_svn.so'],
  subversion: ['/usr/bin/svnadmin'],
  curl: ['/usr/bin/curl'],
} as const

/** The packages for Subversion that are not installed. */
export const missingSvnPackages = (): string[] =>
  Object.entries(SVN_PACKAGES)
    .filter(([, files]) => !files.some(file => existsSync(file)))
    .map(([name]) => name)
