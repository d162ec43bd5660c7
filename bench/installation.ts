// The installation that a run measures.
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createApp } from '../src/app.ts'
import { systemClock } from '../src/platform/clock.ts'
import { openDatabase } from '../src/platform/db/db.ts'
import { openEmbedded } from '../src/platform/db/embedded-postgres.ts'
import { migrate } from '../src/platform/db/migrate.ts'
import { readPostmaster } from '../src/platform/db/postgres-process.ts'
import { drainConsumers } from '../src/platform/events/consumer.ts'
import { createLog } from '../src/platform/log.ts'
import { benchConfig } from './config.ts'
import type { OperationName, Seed } from './operations.ts'
import { countRoundTrips } from './round-trips.ts'
import { seed, type SeedOptions } from './seed.ts'

/** Opens what a run needs; it is closed when the run ends, however it does. */
export type OpenResource = <Thing>(
  open: () => Promise<Thing>,
  close: (thing: Thing) => Promise<unknown>,
) => Promise<Thing>

/** A folder of the run's own that other accounts may pass through: as root a database runs as another user. */
export const temporaryFolder = async (opened: OpenResource, parent = tmpdir()): Promise<string> => {
  const folder = await opened(
    () => mkdtemp(join(parent, 'crocus-bench-')),
    path => rm(path, { recursive: true, force: true }),
  )
  await chmod(folder, 0o711)
  return folder
}

export interface EmptyInstallation {
  readonly dataFolder: string
  /** Its database runs and has all tables. */
  readonly databaseUrl: string
  readonly adminUrl: string
  readonly databasePid: number
}

/** The data folder of a server below `folder`. */
export const openInstallation = async (opened: OpenResource, folder: string): Promise<EmptyInstallation> => {
  const dataFolder = join(folder, 'data')
  const { url, adminUrl } = await opened(
    () => openEmbedded(join(dataFolder, 'postgres')),
    it => it.close(),
  )
  await migrate(url)
  return { dataFolder, databaseUrl: url, adminUrl, databasePid: databasePidOf(join(dataFolder, 'postgres/cluster')) }
}

/** Of the database server that runs in a cluster's folder. */
export const databasePidOf = (cluster: string): number => {
  const postmaster = readPostmaster(cluster)
  if (!postmaster) throw new Error(`no database runs in ${cluster}`)
  return postmaster.pid
}

export interface Preparation {
  readonly dataFolder: string
  readonly databaseUrl: string
  readonly artifacts: number
  /** Operations whose round trips are counted. */
  readonly names: readonly OperationName[]
  readonly seedOptions?: SeedOptions
  /** Without one the account `admin` gets a password that nobody knows. */
  readonly adminPassword?: string
  readonly say: (line: string) => void
}

/** Fills the database and counts round trips with an application of this process, which is gone before anything is measured. */
export const prepare = async ({
  dataFolder,
  databaseUrl,
  artifacts,
  names,
  seedOptions,
  adminPassword,
  say,
}: Preparation): Promise<{ data: Seed; roundTrips: Map<OperationName, number> }> => {
  const config = { ...benchConfig({ dataFolder, databaseUrl, answerMegabytes: 128 }), adminPassword }
  const db = openDatabase(databaseUrl)
  try {
    const log = createLog('warn')
    const app = await createApp({ config, db, clock: systemClock, log })
    try {
      await app.bootstrap()
      const started = performance.now()
      let said = started
      const onProgress = (done: number): void => {
        if (performance.now() - said < 5_000) return
        said = performance.now()
        say(`${done} of ${artifacts} artifacts`)
      }
      const data = await seed(app, db, artifacts, onProgress, seedOptions)
      say(`${artifacts} artifacts in ${((performance.now() - started) / 1_000).toFixed(1)} s`)
      // Consumers handle the events of the seeding now, so that only requests are measured.
      await drainConsumers({ db, consumers: app.consumers, log })
      return { data, roundTrips: await countRoundTrips(app, db, data, names) }
    } finally {
      await app.close()
    }
  } finally {
    await db.close()
  }
}
