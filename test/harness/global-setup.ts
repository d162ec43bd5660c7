import { execFile } from 'node:child_process'
import { chmod, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { openEmbedded, type EmbeddedDatabase } from '../../src/platform/db/embedded-postgres.ts'
import { migrate } from '../../src/platform/db/migrate.ts'
import { tryLock } from '../../src/platform/file-lock.ts'
import { onServer, TEMPLATE, urlOfDatabase } from './databases.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Superuser's addresses of the run's database servers, one for each worker. */
    databaseServers: readonly string[]
  }
}

const PREFIX = 'crocus-test-server-'

/**
 * Starts a database server for each worker, with the migrated database that each test file copies. On a shared server the transactions of
 * one file would delay the events of others, since the log is read up to the server's oldest transaction. CROCUS_TEST_DATABASE_URL names
 * another server to use (as superuser), for instance one of the oldest supported version; then there is one worker.
 */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env['CROCUS_TEST_DATABASE_URL']
  if (given !== undefined) {
    await prepare(given)
    project.provide('databaseServers', [given])
    return () => onServer(given, dropTemplate)
  }
  await removeAbandoned()
  const folders = await Promise.all(Array.from({ length: project.config.maxWorkers }, makeFolder))
  const running: EmbeddedDatabase[] = []
  const tearDown = async (): Promise<void> => {
    await Promise.all(running.map(database => database.close()))
    for (const folder of folders) await rm(folder, { recursive: true, force: true })
  }
  try {
    const [first = '', ...others] = folders
    const model = await openEmbedded(first, { isVolatile: true })
    await prepare(model.adminUrl).finally(() => model.close())
    await Promise.all(others.map(folder => copy(first, folder)))
    running.push(...(await Promise.all(folders.map(folder => openEmbedded(folder, { isVolatile: true })))))
  } catch (error) {
    await tearDown()
    throw error
  }
  project.provide(
    'databaseServers',
    running.map(database => database.adminUrl),
  )
  return tearDown
}

const makeFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), PREFIX))
  // mkdtemp closes it to all others, and as root the database runs as another user.
  await chmod(folder, 0o711)
  return folder
}

/** With owners and rights. */
const copy = promisify((from: string, to: string, done: (error: Error | null) => void) =>
  execFile('cp', ['-a', `${from}/.`, to], done),
)

const dropTemplate = async (client: pg.Client): Promise<void> => {
  await client.query(`drop database if exists ${pg.escapeIdentifier(TEMPLATE)} with (force)`)
}

const prepare = async (server: string): Promise<void> => {
  await onServer(server, async client => {
    await dropTemplate(client)
    await client.query(`create database ${pg.escapeIdentifier(TEMPLATE)} template template0`)
  })
  await migrate(urlOfDatabase(server, TEMPLATE))
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
