import { chmod, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { openEmbedded } from '../../src/platform/db/embedded.ts'
import { migrate } from '../../src/platform/db/migrate.ts'
import { tryLock } from '../../src/platform/file-lock.ts'
import { onServer, TEMPLATE, urlOfDatabase } from './databases.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Superuser's address of the run's database server. */
    databaseServer: string
  }
}

const PREFIX = 'crocus-test-server-'

/**
 * One database server for the whole run, with the migrated database that each test file copies. CROCUS_TEST_DATABASE_URL names
 * another server to use (as superuser), for instance one of the oldest version that is supported.
 */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env['CROCUS_TEST_DATABASE_URL']
  if (given !== undefined) {
    await prepare(given, project)
    return () => onServer(given, dropTemplate)
  }
  await removeAbandoned()
  const folder = await mkdtemp(join(tmpdir(), PREFIX))
  // mkdtemp closes it to all others, and as root the database runs as another user.
  await chmod(folder, 0o711)
  const embedded = await openEmbedded(folder, { isVolatile: true })
  const tearDown = async (): Promise<void> => {
    await embedded.close()
    await rm(folder, { recursive: true, force: true })
  }
  await prepare(embedded.adminUrl, project).catch(async (error: unknown) => {
    await tearDown()
    throw error
  })
  return tearDown
}

const dropTemplate = async (client: pg.Client): Promise<void> => {
  await client.query(`drop database if exists ${pg.escapeIdentifier(TEMPLATE)} with (force)`)
}

const prepare = async (server: string, project: TestProject): Promise<void> => {
  await onServer(server, async client => {
    await dropTemplate(client)
    await client.query(`create database ${pg.escapeIdentifier(TEMPLATE)} template template0`)
  })
  await migrate(urlOfDatabase(server, TEMPLATE))
  project.provide('databaseServer', server)
}

const ABANDONED_AFTER_MS = 60_000

/** Ends and removes the servers of runs that were killed before they could. */
const removeAbandoned = async (): Promise<void> => {
  for (const name of await readdir(tmpdir())) {
    if (!name.startsWith(PREFIX)) continue
    const folder = join(tmpdir(), name)
    try {
      if (Date.now() - (await stat(folder)).mtimeMs < ABANDONED_AFTER_MS) continue
      const lock = tryLock(join(folder, 'users.lock'), 'exclusive')
      if (!lock) continue
      lock.release()
      await openEmbedded(folder, { isVolatile: true }).then(abandoned => abandoned.close())
      await rm(folder, { recursive: true, force: true })
    } catch {
      // Another user's, or another run removes it at this moment: not ours to care for.
    }
  }
}
