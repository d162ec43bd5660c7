// Migrates the database of CROCUS_DATA or DATABASE_URL (`migrate`), recreates it (`reset`), or leaves it empty for a restore (`empty`).
import { parseConfig } from '../src/platform/config.ts'
import { openDatabase } from '../src/platform/db/db.ts'
import { connectTo, migrate } from '../src/platform/db/migrate.ts'
import { Refusal } from '../src/platform/errors.ts'
import { tryLock } from '../src/platform/file-lock.ts'
import { openInstallation, prepareDataFolder } from '../src/platform/installation.ts'
import { createLog } from '../src/platform/log.ts'
import { readInstallationId } from '../src/platform/shared-folder/installation-id.ts'
import { createSharedFolder } from '../src/platform/shared-folder/shared-folder.ts'

const fail = (exitCode: number, ...lines: string[]): never => {
  for (const line of lines) console.error(line)
  process.exit(exitCode)
}

const [verb, confirmation] = process.argv.slice(2)
if (verb !== 'migrate' && verb !== 'reset' && verb !== 'empty') fail(2, 'Say migrate, reset or empty.')
const result = parseConfig(process.env)
const config = 'config' in result ? result.config : fail(2, ...result.faults)

/** Jobs are in a separate schema. */
const empty = async (url: string): Promise<void> => {
  const client = await connectTo(url)
  await client
    .query('drop schema if exists graphile_worker cascade; drop schema public cascade; create schema public')
    .finally(() => client.end())
}

const reset = async (url: string): Promise<void> => {
  await empty(url)
  const applied = await migrate(url)
  await keepFolder(url)
  console.log(`The database is empty again: ${applied.length} migrations applied.`)
}

/** Assigns the shared folder of the former database to the new one. */
const keepFolder = async (url: string): Promise<void> => {
  const folder = config.sharedFolder
  const isClaimed = await readInstallationId(folder).catch(() => undefined)
  if (isClaimed === undefined) return
  const db = openDatabase(url, { poolSize: 1 })
  await createSharedFolder({ db, folder, log: createLog('warn') })
    .accept()
    .finally(() => db.close())
}

try {
  await prepareDataFolder(config.dataFolder)
  if (verb !== 'migrate') {
    if (config.databaseUrl !== undefined && confirmation !== '--yes') {
      fail(
        2,
        'This deletes everything in the database of DATABASE_URL: say "npm run db:' +
          verb +
          ' -- --yes" when you mean it.',
      )
    }
    if (!tryLock(`${config.dataFolder}/server.lock`, 'exclusive')) {
      fail(1, `A server runs on the data folder ${config.dataFolder}: stop it first.`)
    }
  }
  const installation = await openInstallation(config, createLog('warn'))
  try {
    if (verb === 'reset') await reset(installation.databaseUrl)
    else if (verb === 'empty') {
      await empty(installation.databaseUrl)
      console.log('The database is empty.')
    } else console.log('The database is up to date.')
  } finally {
    await installation.close()
  }
} catch (error) {
  if (!(error instanceof Refusal)) throw error
  fail(1, error.message)
}
