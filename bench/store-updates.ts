// Updates as the store writes them: planned before, committed by several at a time.
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { App } from '../src/app.ts'
import { findArtifacts } from '../src/modules/artifacts/store/artifacts.store.ts'
import type { UpdateRows } from '../src/modules/artifacts/commit/write-artifact.store.ts'
import { updateArtifact } from '../src/modules/artifacts/commit/group-commit.store.ts'
import { updateRows } from '../src/modules/artifacts/write/update-rows.ts'
import type { Db } from '../src/platform/db/db.ts'
import { randomFrom } from '../tools/random.ts'
import { cpuOfTree } from './cpu.ts'
import { pick, prose, type Seed } from './operations.ts'

/** So many that they write less log than starts a checkpoint by itself: then the second time would be one after a checkpoint, too. */
const COUNT = 20_000

export interface Updates {
  readonly perSecond: number
  /** Of one update, CPU milliseconds of the database, and of the process that asks it. */
  readonly databaseCpu: number
  readonly ownCpu: number
  /** Bytes of the log that one update writes, and pages written whole: each once after a checkpoint. */
  readonly logBytes: number
  readonly wholePages: number
}

export interface UpdatesRun {
  /** Number of updates that run at the same time. */
  readonly workers: number
  readonly databasePid: number
  readonly databaseUrl: string
}

/**
 * Measures commits of status, points and a comment each. `cold` commits run right after a checkpoint: PostgreSQL logs each page as a whole
 * at its first change. `warm` commits change the same artifacts again.
 */
export const measureUpdates = async (
  app: App,
  db: Db,
  data: Seed,
  run: UpdatesRun,
): Promise<{ readonly cold: Updates; readonly warm: Updates }> => {
  // Others in each run, on data that are kept.
  const random = randomFrom(Date.now() % 1_000_000)
  const ids = new Set<number>()
  while (ids.size < Math.min(COUNT, data.artifactIds.length)) ids.add(pick(data.artifactIds, random))
  const measured = async (): Promise<Updates> => update(db, await planUpdates(app, db, data, [...ids], random), run)
  return { cold: await measured(), warm: await measured() }
}

const update = async (
  db: Db,
  rows: readonly UpdateRows[],
  { workers, databasePid, databaseUrl }: UpdatesRun,
): Promise<Updates> => {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const log = async (): Promise<LogUsage> =>
    (await client.query<LogUsage>('select wal_bytes::float8 as bytes, wal_fpi::float8 as pages from pg_stat_wal'))
      .rows[0] as LogUsage
  const logBefore = await log()
  const cpuBefore = cpuOfTree(databasePid)
  const ownBefore = process.cpuUsage()
  let next = 0
  const started = performance.now()
  await Promise.all(
    Array.from({ length: workers }, async () => {
      for (let row = rows[next++]; row; row = rows[next++]) {
        if ((await updateArtifact(db, row)) === undefined) throw new Error('an update was overtaken')
      }
    }),
  )
  const seconds = (performance.now() - started) / 1_000
  const databaseCpu = (cpuOfTree(databasePid) - cpuBefore) / rows.length
  const own = process.cpuUsage(ownBefore)
  // Connections tell what they wrote about once a second.
  await sleep(1_500)
  const logAfter = await log()
  await client.end()
  return {
    perSecond: rows.length / seconds,
    databaseCpu,
    ownCpu: (own.user + own.system) / 1_000 / rows.length,
    logBytes: (logAfter.bytes - logBefore.bytes) / rows.length,
    wholePages: (logAfter.pages - logBefore.pages) / rows.length,
  }
}

interface LogUsage {
  bytes: number
  pages: number
}

const planUpdates = async (
  app: App,
  db: Db,
  data: Seed,
  ids: readonly number[],
  random: () => number,
): Promise<UpdateRows[]> => {
  const tracker = await app.modules.trackers.get(data.trackerId)
  if (!tracker) throw new Error('the tracker is gone')
  const viewer = await app.modules.auth.viewerOf(data.userIds[0] ?? 101, 'rest')
  const planned: UpdateRows[] = []
  for (let from = 0; from < ids.length; from += 1_000) {
    for (const artifact of (await findArtifacts(db, ids.slice(from, from + 1_000))).values()) {
      const values = new Map<number, unknown>([
        [data.fields.status, [pick(data.statusIds, random)]],
        [data.fields.points, 100 + Math.floor(random() * 1_000_000)],
      ])
      const comment = { body: prose(20, random), format: 'text', groupIds: null } as const
      planned.push(updateRows(viewer, tracker, artifact, values, comment, new Date(), () => false))
    }
  }
  return planned
}
