import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'
import { openDatabase, type DatabaseOptions, type Db } from '../../src/platform/db/db.ts'
import { afterFile } from './after-file.ts'
import { onServer, TEMPLATE, urlOfDatabase } from './databases.ts'
import { tcpProxy, type TcpProxy } from './tcp-proxy.ts'

export interface TestDatabaseOptions extends DatabaseOptions {
  /** An empty database instead of a migrated one. */
  readonly isEmpty?: boolean
}

/** Superuser's address of the database server of this worker. */
export const databaseServer = (): string => {
  const servers = inject('databaseServers')
  const server = servers[Number(process.env['VITEST_POOL_ID']) - 1]
  if (server === undefined) throw new Error('There is no database server for this worker.')
  return server
}

/** Makes a database of the test file's own and answers its address; it is dropped when the file's tests are over. */
export const testDatabaseUrl = async (options: TestDatabaseOptions = {}): Promise<string> => {
  const server = databaseServer()
  const name = `crocus_test_${randomBytes(8).toString('hex')}`
  const template = options.isEmpty ? 'template0' : TEMPLATE
  await onServer(server, client =>
    client.query(`create database ${pg.escapeIdentifier(name)} template ${pg.escapeIdentifier(template)}`),
  )
  afterFile(() =>
    onServer(server, client => client.query(`drop database if exists ${pg.escapeIdentifier(name)} with (force)`)),
  )
  return urlOfDatabase(server, name)
}

/**
 * A migrated database of the test file's own. Call it in `beforeAll`: it is closed and dropped when the file's tests are over.
 */
export const testDatabase = async (options: TestDatabaseOptions = {}): Promise<Db> => {
  const db = openDatabase(await testDatabaseUrl(options), options)
  // Hooks of one kind run in reverse order: this one before the drop.
  afterFile(() => db.close())
  return db
}

/** The way to the database of `address` leads through the proxy of its own, by `url`; it is closed when the file's tests are over. */
export const proxiedDatabase = async (address: string): Promise<{ readonly proxy: TcpProxy; readonly url: string }> => {
  const url = new URL(address)
  const port = Number(url.port || 5432)
  const folder = url.searchParams.get('host')
  const socket = folder === null ? {} : { path: join(folder, `.s.PGSQL.${port}`) }
  const proxy = await tcpProxy([{ host: url.hostname, port, ...socket }])
  afterFile(() => proxy.close())
  url.host = `127.0.0.1:${proxy.port}`
  url.searchParams.delete('host')
  return { proxy, url: url.href }
}
