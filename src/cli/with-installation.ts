// The environment of verbs that work on the installation. A separate file: help and usage errors do not load it.
import { pino, type Logger } from 'pino'
import { compose, type Composition, type LazyModules, type Modules } from '../composition.ts'
import { systemClock } from '../platform/clock.ts'
import { secretsOf, type Config } from '../platform/config.ts'
import { inTransaction, openDatabase, type Db } from '../platform/db/db.ts'
import { Refusal } from '../platform/errors.ts'
import type { AuditFacts } from '../platform/events/acting.ts'
import { appendEvents } from '../platform/events/event-log.store.ts'
import { openInstallation } from '../platform/installation.ts'
import { createLog } from '../platform/log.ts'
import type { SharedFolder } from '../platform/shared-folder/shared-folder.ts'
import { isAccountThere } from './first-use.store.ts'

const EXIT_INTERRUPTED = 130

interface Base {
  readonly db: Db
  readonly log: Logger
  readonly config: Config
  readonly databaseUrl: string
}

/** The parameter of a verb that only reads. */
export interface InstallationToRead extends Base {
  readonly load: LazyModules
}

/** The parameter of a verb that changes something. */
export interface OpenInstallation extends Base {
  readonly app: App
}

interface App {
  readonly modules: Modules
  readonly contents: Modules['contents']
  readonly sharedFolder: SharedFolder
}

type Work<Given> = (opened: Given) => Promise<void>
type Note = (text: string) => void

/** Loads no module before the work asks for one. */
export const withModulesToRead = (config: Config, note: Note, work: Work<InstallationToRead>): Promise<void> =>
  withComposition(config, note, async ({ load }, base) => {
    // The first start is complete once its account exists.
    const isReady = await isAccountThere(base.db.kysely)
    return { isReady, work: () => work({ load, ...base }) }
  })

/** Loads all modules: lower ones call functions that upper ones registered, and consumers must be registered before events happen. */
export const withInstallation = (
  config: Config,
  note: Note,
  command: string,
  work: Work<OpenInstallation>,
): Promise<void> =>
  withComposition(config, note, async (composition, base) => {
    const modules = await composition.loadAll()
    const app = { modules, contents: modules.contents, sharedFolder: composition.sharedFolder }
    return { isReady: false, work: () => recorded(base.db, command, () => work({ app, ...base })) }
  })

/** Runs a verb; the audit tells of it, whether it was done or refused. Its arguments may be secrets and are not kept. */
const recorded = async (db: Db, command: string, work: () => Promise<void>): Promise<void> => {
  const record = (audit: AuditFacts): Promise<void> =>
    inTransaction(db, tx =>
      appendEvents(tx, [{ kind: 'command.run', actorId: null, means: 'command', payload: { command, audit } }]),
    )
  try {
    await work()
  } catch (error) {
    if (error instanceof Refusal) await record({ outcome: 'refused', reason: error.details.reason })
    throw error
  }
  await record({})
}

interface PreparedWork {
  /** Whether the first start is complete. */
  readonly isReady: boolean
  readonly work: () => Promise<void>
}

const withComposition = async (
  config: Config,
  note: Note,
  prepare: (composition: Composition, base: Base) => Promise<PreparedWork>,
): Promise<void> => {
  const log = createLog(config.logLevel, pino.destination({ dest: 2, sync: true }), secretsOf(config))
  const installation = await openInstallation(config, log)
  // Closing rolls back the open transaction of the verb: with its session, or with the database if this command alone uses it.
  const interrupt = (): void => void installation.close().finally(() => process.exit(EXIT_INTERRUPTED))
  const signals = ['SIGINT', 'SIGTERM'] as const
  signals.forEach(signal => process.once(signal, interrupt))
  try {
    const { databaseUrl } = installation
    const db = openDatabase(databaseUrl, { onError: error => log.warn({ err: error }, 'database connection lost') })
    try {
      const address = (): string => config.publicUrl ?? `http://${config.host}:${config.port}`
      const composition = compose({ config, db, clock: systemClock, log, address })
      try {
        const { isReady, work } = await prepare(composition, { db, log, config, databaseUrl })
        if (!isReady) await bootstrap(composition, config, note)
        await composition.sharedFolder.check()
        await work()
      } finally {
        await composition.close()
      }
    } finally {
      await db.close()
    }
  } finally {
    signals.forEach(signal => process.removeListener(signal, interrupt))
    await installation.close()
  }
}

const bootstrap = async (composition: Composition, config: Config, note: Note): Promise<void> => {
  const { adminPassword } = await composition.bootstrap()
  if (adminPassword !== undefined && adminPassword !== config.adminPassword) {
    note(`First use: the site administrator is admin, the password is ${adminPassword} (it is not shown again).`)
  }
}
