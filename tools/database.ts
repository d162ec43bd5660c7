// Brings the database of CROCUS_DATA or DATABASE_URL up to date (`migrate`), or empties it and makes it anew (`reset`).
import { parseConfig } from '../src/platform/config.ts'
import { connectTo, migrate } from '../src/platform/db/migrate.ts'
import { Refusal } from '../src/platform/errors.ts'
import { tryLock } from '../src/platform/file-lock.ts'
import { openInstallation, prepareDataFolder } from '../src/platform/installation.ts'
import { createLog } from '../src/platform/log.ts'

const fail = (exitCode: number, ...lines: string[]): never => {
  for (const line of lines) console.error(line)
  process.exit(exitCode)
}

const [verb, confirmation] = process.argv.slice(2)
if (verb !== 'migrate' && verb !== 'reset') fail(2, 'Say migrate or reset.')
const result = parseConfig(process.env)
const config = 'config' in result ? result.config : fail(2, ...result.faults)

const reset = async (url: string): Promise<void> => {
  const client = await connectTo(url)
  await client.query('drop schema public cascade; create schema public').finally(() => client.end())
  const applied = await migrate(url)
  console.log(`The database is empty again: ${applied.length} migrations applied.`)
}

try {
  await prepareDataFolder(config.dataFolder)
  if (verb === 'reset') {
    if (config.databaseUrl !== undefined && confirmation !== '--yes') {
      fail(
        2,
        'This deletes everything in the database of DATABASE_URL: say "npm run db:reset -- --yes" when you mean it.',
      )
    }
    if (!tryLock(`${config.dataFolder}/server.lock`, 'exclusive')) {
      fail(1, `A server runs on the data folder ${config.dataFolder}: stop it first.`)
    }
  }
  const installation = await openInstallation(config, createLog('warn'))
  try {
    if (verb === 'reset') await reset(installation.databaseUrl)
    else console.log('The database is up to date.')
  } finally {
    await installation.close()
  }
} catch (error) {
  if (!(error instanceof Refusal)) throw error
  fail(1, error.message)
}
