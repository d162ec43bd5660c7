// An application in this process, for what needs more than the seed has: accounts with keys, settings, and counts of round trips.
import { createApp, type App } from '../../src/app.ts'
import { systemClock } from '../../src/platform/clock.ts'
import { inTransaction, openDatabase, type Db } from '../../src/platform/db/db.ts'
import { createLog } from '../../src/platform/log.ts'
import { benchConfig } from '../config.ts'
import type { OpenResource } from '../installation.ts'

export interface Accounts {
  readonly app: App
  readonly db: Db
  /** Makes accounts, and returns an access key of each. */
  keys(count: number): Promise<string[]>
  /** Access key of the administrator of the platform. */
  readonly adminKey: () => Promise<string>
}

const actor = { userId: null, means: 'command' } as const

export const openAccounts = async (
  opened: OpenResource,
  { dataFolder, databaseUrl }: { readonly dataFolder: string; readonly databaseUrl: string },
): Promise<Accounts> => {
  const db = await opened(
    async () => openDatabase(databaseUrl),
    it => it.close(),
  )
  const config = benchConfig({ dataFolder, databaseUrl, answerMegabytes: 16 })
  const app = await opened(
    () => createApp({ config, db, clock: systemClock, log: createLog('warn') }),
    it => it.close(),
  )
  const { users, auth } = app.modules
  const keyOf = (userId: number): Promise<string> =>
    auth.createAccessKey({ userId, description: 'programs', scopes: ['write:rest'], expiration: null }, actor)
  return {
    app,
    db,
    keys: async count => {
      const logins = Array.from({ length: count }, (_, index) => `program_${index}`)
      const made = await inTransaction(db, tx =>
        users.createMany(
          tx,
          logins.map(login => ({ login, realName: login, email: `${login}@example.org` })),
          actor,
        ),
      )
      const keys: string[] = []
      for (const id of made.values()) keys.push(await keyOf(id))
      return keys
    },
    adminKey: async () => {
      const admin = await users.findByLogin('admin')
      if (!admin) throw new Error('the installation has no administrator')
      return keyOf(admin.id)
    },
  }
}
