import pg from 'pg'

/** The migrated database that the databases of the tests are copies of. */
export const TEMPLATE = 'crocus_test_template'

export const urlOfDatabase = (server: string, name: string): string => {
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}

/** Runs `work` on a connection of its own to the maintenance database of a server. */
export const onServer = async <T>(server: string, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client({ connectionString: server })
  client.on('error', () => undefined)
  await client.connect()
  return work(client).finally(() => client.end())
}
