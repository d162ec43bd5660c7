import { stat } from 'node:fs/promises'
import path from 'node:path'
import { createContentStore } from '../../modules/files/index.ts'
import { parseConfig, type Config } from '../../platform/config.ts'
import { openDatabase } from '../../platform/db/db.ts'
import { openEmbedded } from '../../platform/db/embedded-postgres.ts'
import { connectTo } from '../../platform/db/migrate.ts'
import { Refusal } from '../../platform/errors.ts'
import { version } from '../../platform/version.ts'
import { createLog } from '../../platform/log.ts'
import { createSharedFolder } from '../../platform/shared-folder/shared-folder.ts'
import type { CliContext } from '../context.ts'
import {
  checkBacklog,
  checkClock,
  checkConnections,
  checkMigrations,
  checkServer,
  checkTransactions,
  checkWebhooks,
} from './check-database.ts'
import { checkDataFolder, checkNode, checkSharedFolder, isServerRunning } from './check-machine.ts'
import { checkAddress, checkBucket, checkCollector, checkContents, checkMail, checkSvn } from './check-services.ts'
import { checkStandbys } from './check-standby.ts'
import { getSetting } from './database.store.ts'
import { ok, problem, runChecks, warning, type Check, type Diagnosis, type Finding } from './diagnosis.ts'

/** Runs all checks and prints their findings; a `Refusal` when there is a problem. */
export const diagnose = async (context: CliContext, isJson: boolean): Promise<void> => {
  const diagnoses: Diagnosis[] = []
  const tell = (found: readonly Diagnosis[]): void => {
    diagnoses.push(...found)
    if (!isJson) found.forEach(diagnosis => context.print(lineOf(diagnosis)))
  }
  const parsed = parseConfig(context.environment)
  await runChecks(
    [
      {
        name: 'settings',
        run: async () =>
          'config' in parsed
            ? [ok('The environment is in order')]
            : parsed.faults.map(fault => problem(fault, 'Correct the variable; the server does not start with it.')),
      },
      { name: 'program', run: async () => checkNode() },
    ],
    tell,
  )
  if ('config' in parsed) await lookInto(parsed.config, tell)
  const count = (status: Diagnosis['status']): number => diagnoses.filter(each => each.status === status).length
  const [problems, warnings] = [count('problem'), count('warning')]
  if (isJson) {
    const status = problems > 0 ? 'problem' : warnings > 0 ? 'warning' : 'ok'
    const checks = diagnoses.map(({ check, status, message, advice = null }) => ({ check, status, message, advice }))
    context.print(JSON.stringify({ status, version, problems, warnings, checks }, null, 2))
  } else if (problems === 0)
    context.print(warnings === 0 ? 'All is well.' : `No problem, ${counted(warnings, 'warning')}.`)
  if (problems > 0)
    throw new Refusal(
      409,
      `${counted(problems, 'problem')}, ${counted(warnings, 'warning')}: each line says what to do.`,
    )
}

const counted = (number: number, word: string): string => `${number} ${word}${number === 1 ? '' : 's'}`

const lineOf = ({ check, status, message, advice }: Diagnosis): string => {
  const word = status === 'problem' ? 'PROBLEM' : status
  return `${word.padEnd(7)}  ${check.padEnd(12)}  ${message.replace(/\.$/, '')}.${advice === undefined ? '' : `\n${' '.repeat(23)}→ ${advice}`}`
}

type Tell = (found: readonly Diagnosis[]) => void

const lookInto = async (config: Config, tell: Tell): Promise<void> => {
  const { dataFolder, sharedFolder } = config
  const isRunning = await isServerRunning(dataFolder).catch(() => false)
  const state: { publicUrl?: string | undefined } = {}
  await runChecks(
    [{ name: 'data folder', run: () => checkDataFolder(dataFolder, config.databaseUrl === undefined) }],
    tell,
  )
  await lookIntoDatabase(config, isRunning, state, tell)
  const checks: Check[] = [
    { name: 'mail', run: () => checkMail(config.smtpUrl, sharedFolder) },
    { name: 'subversion', run: () => checkSvn(sharedFolder) },
    {
      name: 'address',
      run: () =>
        checkAddress(
          isRunning,
          config.port === 0 ? undefined : localAddress(config),
          state.publicUrl ?? config.publicUrl,
        ),
    },
  ]
  const { s3, tracing } = config
  if (s3) checks.unshift({ name: 's3', run: () => checkBucket(s3) })
  if (tracing) checks.push({ name: 'traces', run: () => checkCollector(tracing) })
  await runChecks(checks, tell)
}

const localAddress = ({ host, port }: Config): string => {
  const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`
}

const NAME = 'database'

const lookIntoDatabase = async (
  config: Config,
  isRunning: boolean,
  state: { publicUrl?: string | undefined },
  tell: Tell,
): Promise<void> => {
  const found: { url?: string; close?: () => Promise<void>; client?: Awaited<ReturnType<typeof connectTo>> } = {}
  const check = (run: () => Promise<readonly Finding[]>, withinMs?: number): Promise<Diagnosis[]> =>
    runChecks([{ name: NAME, run }], tell, withinMs)
  try {
    await check(async () => {
      if (config.databaseUrl !== undefined) found.url = config.databaseUrl
      else {
        const folder = path.join(config.dataFolder, 'postgres')
        if (!(await stat(path.join(folder, 'cluster')).catch(() => undefined)))
          return [warning('There is no embedded database yet', 'The first start makes it.')]
        const embedded = await openEmbedded(folder)
        found.url = embedded.url
        found.close = () => embedded.close()
      }
      found.client = await connectTo(found.url)
      return [ok('It can be reached')]
    }, EMBEDDED_START_MS)
    const { client, url } = found
    if (!client || url === undefined) return
    await check(() => checkServer(client))
    await check(() => checkClock(client))
    await check(() => checkConnections(client, config.workers))
    await check(() => checkTransactions(client))
    const { databaseReadUrl } = config
    if (databaseReadUrl !== undefined)
      await runChecks([{ name: 'standby', run: () => checkStandbys(databaseReadUrl, client) }], tell)
    let isCurrent = false
    await check(async () => {
      const outcome = await checkMigrations(client)
      isCurrent = outcome.isCurrent
      return outcome.findings
    })
    if (!isCurrent) return
    state.publicUrl = await getSetting(client, 'public_url').catch(() => undefined)
    await lookIntoTables(config, url, isRunning, tell)
  } finally {
    await found.client?.end().catch(() => undefined)
    await found.close?.()
  }
}

/** Its recovery after a crash may take a while. */
const EMBEDDED_START_MS = 60_000

const lookIntoTables = async (config: Config, url: string, isRunning: boolean, tell: Tell): Promise<void> => {
  const db = openDatabase(url, { poolSize: 1 })
  const { sharedFolder } = config
  const state = createSharedFolder({ db, folder: sharedFolder, log: createLog('silent') })
  try {
    await runChecks(
      [
        { name: 'background', run: () => checkBacklog(db.kysely, isRunning) },
        { name: 'webhooks', run: () => checkWebhooks(db) },
        {
          name: 'shared',
          run: () => checkSharedFolder(sharedFolder, sharedFolder === config.dataFolder, state),
        },
        { name: 'files', run: async () => checkContents(db, await createContentStore(config, state.require)) },
      ],
      tell,
    )
  } finally {
    await db.close()
  }
}
