import { pino } from 'pino'
import { createAuthModule, type AuthModule } from '../../src/modules/auth/index.ts'
import { createProjectsModule } from '../../src/modules/projects/index.ts'
import { createSettingsModule, type SettingsModule } from '../../src/modules/settings/index.ts'
import {
  createUsersModule,
  hashPassword,
  type NewUser,
  type User,
  type UsersModule,
} from '../../src/modules/users/index.ts'
import { inTransaction, type Db } from '../../src/platform/db/db.ts'
import { createRefusals } from '../../src/platform/events/refusals.ts'
import { createApiServer } from '../../src/platform/http/server/api-server.ts'
import { testClock, type TestClock } from './clock.ts'

export const PASSWORD = 'correct horse 7'
const actor = { userId: null, means: 'command' } as const

/** One process's users and credentials on a database, and a server with their routes. */
export interface Identity {
  readonly db: Db
  readonly clock: TestClock
  readonly settings: SettingsModule
  readonly users: UsersModule
  readonly auth: AuthModule
  readonly server: ReturnType<typeof createApiServer>
  /** An account with the password PASSWORD. */
  account(login: string, values?: Partial<NewUser>): Promise<User>
  administrator(login: string): Promise<User>
  setAccessMode(mode: 'anonymous' | 'regular' | 'restricted'): Promise<void>
}

export const identityOn = async (db: Db, clock = testClock('2030-05-06T07:08:09Z')): Promise<Identity> => {
  const settings = await createSettingsModule(db, () => 'https://crocus.example')
  const users = createUsersModule({ db, clock, settings })
  const projects = createProjectsModule({ db, settings, users })
  const auth = createAuthModule({
    db,
    clock,
    settings,
    users,
    projects,
    sleep: () => Promise.resolve(),
    maxSignIns: 64,
    mailer: { queue: () => Promise.resolve() },
    refusals: createRefusals({ db, log: pino({ level: 'error' }) }),
  })
  const server = createApiServer({
    routes: [...users.routes, ...auth.routes],
    authenticate: auth.authenticate,
    guard: auth.requireOwnScript,
    logger: pino({ level: 'error' }),
    version: '0',
    checkResponses: true,
  })
  const passwordHash = await hashPassword(PASSWORD)

  const account: Identity['account'] = async (login, values = {}) => {
    const id = await inTransaction(db, tx => users.create(tx, { login, passwordHash, ...values }, actor))
    return (await users.get(id)) as User
  }
  return {
    db,
    clock,
    settings,
    users,
    auth,
    server,
    account,
    administrator: async login => {
      const user = await account(login, { realName: 'Admin' })
      await inTransaction(db, tx => auth.setSiteAdministrator(tx, user.id, true, actor))
      return user
    },
    setAccessMode: mode => settings.set('access_mode', mode, { actorId: null, means: 'command' }),
  }
}

export const basic = (login: string, password = PASSWORD): Record<string, string> => ({
  authorization: `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}`,
})
