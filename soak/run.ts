// One run: servers, database and proxies; load and faults; the check.
import { existsSync } from 'node:fs'
import { appendFile, chmod, cp, mkdir, mkdtemp, readdir, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { missingSvnPackages } from '../src/platform/health.ts'
import { openDatabase, type Db } from '../src/platform/db/db.ts'
import { freePort } from '../test/harness/free-port.ts'
import { tcpProxy, type TcpProxy } from '../test/harness/tcp-proxy.ts'
import {
  checkRepository,
  leftoversInDatabase,
  leftoversOnDisk,
  processUnreportedCommits,
  waitForBackgroundWork,
} from './final-checks.ts'
import { check, type CheckOptions, type CheckResult } from './checker.ts'
import { createClient } from './client.ts'
import { embeddedDatabase, startDatabase, type SoakDatabase } from './database.ts'
import { faultOf, mountDisk, type FaultName, type ServerUnderTest } from './faults.ts'
import { emptyExpectedState, recordFinding, type ExpectedState } from './expected-state.ts'
import { runLoad } from './load.ts'
import type { SoakOptions } from './options.ts'
import { isLiving, until } from './processes.ts'
import { seeded } from './random.ts'
import { ADMIN_PASSWORD, createFixture, type Fixture } from './fixture.ts'
import { SoakServer } from './servers.ts'
import { openSinks } from './sinks.ts'
import { auditFindings } from './verify-audit.ts'
import { Statistics, type OperationCounts } from './statistics.ts'
import { FeedReader } from './copy-of-feed.ts'
import { checkReceived, hurryDeliveries, openWebhookReceiver } from './webhook-receiver.ts'

export interface FaultRecord {
  readonly name: FaultName
  /** Milliseconds since the load began. */
  readonly at: number
  readonly tookMs: number
  /** Longest time without any response, from the start of the fault to the start of the next one. */
  readonly outageMs: number
  readonly detail: string
}

export interface SoakResult {
  readonly options: SoakOptions
  readonly findings: readonly string[]
  readonly counts: Readonly<Record<string, number>>
  readonly operations: readonly OperationCounts[]
  readonly faults: readonly FaultRecord[]
  readonly skipped: readonly string[]
  readonly servers: readonly {
    name: string
    starts: number
    slowestStartMs: number
    memory: number
    errors: ReadonlyMap<string, number>
  }[]
  readonly folder: string
}

/** A run after its check, for tests of the checks. */
export interface CheckedRun {
  readonly again: () => Promise<CheckResult>
  readonly db: Db
  readonly filesFolder: string
  readonly expected: ExpectedState
}

export interface SoakHooks {
  readonly say: (line: string) => void
  /** Called after the check, while the database runs: the check may be repeated. */
  readonly afterCheck?: (checked: CheckedRun) => Promise<void>
  readonly stop?: AbortSignal
  /** Asked while the load runs: ends it before its time. */
  readonly isEnough?: (expected: ExpectedState) => boolean
  /** Minimum and maximum milliseconds between two faults. */
  readonly rest?: readonly [number, number]
}

/** Size of the separate file system: more than a run can write in its time. */
const diskMegabytes = (minutes: number): number => Math.ceil(900 + 40 * minutes)
/** Maximum memory of one process, after minutes of load. */
const MOST_MEMORY_MEGABYTES = 700
/** Operations with fewer tries may have met a fault each time. */
const MIN_TRIES = 20
const RECOVERED_WITHIN_MS = 60_000

export const runSoak = async (options: SoakOptions, hooks: SoakHooks): Promise<SoakResult> => {
  const closers: (() => Promise<unknown>)[] = []
  try {
    return await run(options, hooks, closers)
  } finally {
    for (const close of closers.reverse())
      await close().catch((error: unknown) => hooks.say(`cleaning up failed: ${String(error)}`))
  }
}

const run = async (
  options: SoakOptions,
  { say, afterCheck, stop, isEnough, rest = [1_000, 5_000] }: SoakHooks,
  closers: (() => Promise<unknown>)[],
): Promise<SoakResult> => {
  const expected = emptyExpectedState()
  const statistics = new Statistics()
  const folder = await prepareFolder(options)
  const disk = join(folder, 'disk')
  await mkdir(disk)
  const unmount = options.faults.includes('full-disk')
    ? await mountDisk(disk, diskMegabytes(options.minutes))
    : undefined
  if (unmount) closers.push(unmount)
  const sinks = await openSinks(expected)
  closers.push(() => sinks.close())
  const receiver = await openWebhookReceiver(expected, seeded(options.seed + 20_001))
  closers.push(async () => receiver.close())

  // --- database and servers ------------------------------------------------------------------------------------------------
  const shared = join(disk, 'shared')
  let database: SoakDatabase | undefined
  if (!options.isEmbedded) {
    await mkdir(join(disk, 'postgres'))
    database = await startDatabase(join(disk, 'postgres'), say)
    const opened = database
    closers.push(() => opened.close())
  }
  const stages: ServerUnderTest[] = []
  closers.push(() => Promise.all(stages.map(({ server }) => server.kill())))
  for (let number = 1; number <= options.servers; number++) {
    const databaseProxy = database?.target && (await tcpProxy([database.target]))
    if (databaseProxy) closers.push(() => databaseProxy.close())
    const serverFolder = join(disk, `server-${number}`)
    const server = new SoakServer({
      name: `server-${number}`,
      port: await freePort(),
      folder: serverFolder,
      logFolder: folder,
      environment: {
        CROCUS_WORKERS: String(options.workers),
        CROCUS_ADMIN_PASSWORD: ADMIN_PASSWORD,
        CROCUS_ANSWERS_MB: '16',
        CROCUS_SMTP_URL: sinks.smtpUrl,
        ...(options.isEmbedded ? {} : { CROCUS_SHARED: shared }),
        ...(database && databaseProxy ? { DATABASE_URL: through(database.url, databaseProxy) } : {}),
      },
      onFinding: finding => recordFinding(expected, finding),
    })
    stages.push({ server, databaseProxy })
  }
  const [first, ...others] = stages
  if (!first) throw new Error('there is no server')
  // The first server creates the installation.
  await first.server.start()
  await Promise.all(others.map(({ server }) => server.start()))
  const running = database ?? (await embeddedDatabase(first.server.folder))
  if (options.isEmbedded) closers.push(() => running.close())
  const proxy = await tcpProxy(stages.map(({ server }) => ({ host: '127.0.0.1', port: server.port })))
  closers.push(() => proxy.close())

  // --- the load and the faults ---------------------------------------------------------------------------------------------
  const isWithSvn = missingSvnPackages().length === 0
  const fixture = await createFixture(first.server.url, {
    callers: options.callers,
    hookHost: sinks.hookHost,
    receiver,
    isWithSvn,
    statistics,
    expected,
  })
  say(
    `${options.servers} servers of ${options.workers} processes, ${options.callers} callers, seed ${options.seed}, in ${folder}`,
  )
  const ending = new AbortController()
  const end = (): void => {
    statistics.end()
    ending.abort()
  }
  const timer = setTimeout(end, options.minutes * 60_000)
  stop?.addEventListener('abort', end)
  const measuring = setInterval(() => {
    for (const { server } of stages) server.measure()
    if (!ending.signal.aborted && isEnough?.(expected) === true) end()
  }, 2_000)
  const begun = performance.now()
  const reader = new FeedReader({ url: urlOf(proxy), account: fixture.admin, expected })
  const load = runLoad({
    url: urlOf(proxy),
    svnUrl: isWithSvn ? urlOf(proxy) : undefined,
    fixture,
    expected,
    statistics,
    seed: options.seed,
    servers: options.servers,
    folder,
    isDisturbed: options.faults.length > 0,
    stop: ending.signal,
  })
  const skipped: string[] = isWithSvn ? [] : ['svn: the programs of Subversion are missing']
  const records = await causeFaults({
    options,
    stages,
    database: running,
    proxy,
    disk: unmount ? disk : undefined,
    begun,
    statistics,
    expected,
    say,
    skipped,
    ending: ending.signal,
    rest,
  })
  await load
  clearTimeout(timer)
  clearInterval(measuring)
  say(`the load is over after ${Math.round((performance.now() - begun) / 1_000)} s; checking`)

  const used = unmount && (await usedOf(disk))
  // --- the check -----------------------------------------------------------------------------------------------------------
  for (const { server } of stages)
    if (!(await until(() => server.isHealthy(), RECOVERED_WITHIN_MS)))
      recordFinding(expected, `${server.name} is not healthy ${RECOVERED_WITHIN_MS / 1_000} s after the last fault`)
  const db = openDatabase(withName(running.url, 'soak'), { onError: () => undefined })
  const { findings, counts } = await (async () => {
    try {
      receiver.calm()
      await hurryDeliveries(db)
      await processUnreportedCommits(db)
      const open = await waitForBackgroundWork(db)
      await reader.finish(first.server.url)
      const again = async (): Promise<CheckResult> =>
        joined([
          await check(
            checkOptions({ db, expected, fixture, url: first.server.url, faults: records.length, statistics }),
          ),
          await reader.differences(first.server.url),
          await checkReceived(db, expected),
          await auditFindings(first.server.environment),
        ])
      const result = await again()
      const filesFolder = options.isEmbedded ? join(first.server.folder, 'files') : join(shared, 'files')
      const repository = fixture.repository
        ? await checkRepository(db, expected, repositoryFolder(stages, shared, fixture))
        : { findings: [], counts: {} }
      await afterCheck?.({ again, db, filesFolder, expected })
      return {
        findings: [...open, ...result.findings, ...repository.findings, ...(await leftoversOnDisk(filesFolder))],
        counts: { ...result.counts, ...repository.counts, ...used },
      }
    } finally {
      await db.close()
    }
  })()
  const left = await stopAll(stages, running, options)
  const servers = stages.map(({ server }) => ({
    name: server.name,
    starts: server.starts,
    slowestStartMs: server.slowestStartMs,
    memory: Math.round(server.memory),
    errors: server.errors,
  }))
  const large = servers
    .filter(({ memory }) => memory > MOST_MEMORY_MEGABYTES)
    .map(({ name, memory }) => `a process of ${name} held ${memory} MiB`)
  const idle = statistics
    .operations()
    .filter(
      ({ answers, count }) =>
        count >= MIN_TRIES &&
        ![...answers.keys()].some(answer =>
          typeof answer === 'string' ? answer !== 'cut' && answer !== 'silent' && answer !== 'failed' : answer < 400,
        ),
    )
    .map(({ name }) => `of "${name}" nothing ever went well`)
  const all = [...findings, ...left, ...large, ...idle]
  // A file system in memory ends with the run.
  if (all.length > 0 && unmount)
    await cp(disk, join(folder, 'kept'), { recursive: true, filter: path => !path.endsWith('.sock') }).catch(
      () => undefined,
    )
  if (all.length === 0 && options.data === undefined)
    closers.unshift(() => rm(folder, { recursive: true, force: true }))
  return {
    options,
    findings: all,
    counts,
    operations: statistics.operations(),
    faults: records,
    skipped,
    servers,
    folder,
  }
}

const joined = (results: readonly CheckResult[]): CheckResult => ({
  findings: results.flatMap(({ findings }) => findings),
  counts: Object.assign({}, ...results.map(({ counts }) => counts)) as Record<string, number>,
})

/** Reports full disks: they would look like the fault of the same name. */
const usedOf = async (folder: string): Promise<Record<string, number>> => {
  const { blocks, bfree, bsize } = await statfs(folder)
  const mebibytes = (count: number): number => Math.round((count * bsize) / 1024 ** 2)
  return { [`MiB on the disk of ${mebibytes(blocks)}`]: mebibytes(blocks - bfree) }
}

/** As root the database runs as another account, which must be able to enter the folder. */
const prepareFolder = async ({ data }: SoakOptions): Promise<string> => {
  if (data === undefined) {
    const folder = await mkdtemp(join(tmpdir(), 'crocus-soak-'))
    await chmod(folder, 0o711)
    return folder
  }
  const folder = resolve(data)
  await mkdir(folder, { recursive: true, mode: 0o711 })
  if ((await readdir(folder)).length > 0) throw new Error(`${folder} is not empty.`)
  await chmod(folder, 0o711)
  return folder
}

const urlOf = ({ host, port }: TcpProxy): string => `http://${host}:${port}`

const through = (url: string, { host, port }: TcpProxy): string => {
  const changed = new URL(url)
  changed.host = `${host}:${port}`
  return changed.href
}

const withName = (url: string, name: string): string => {
  const changed = new URL(url)
  changed.searchParams.set('application_name', name)
  return changed.href
}

const repositoryFolder = (stages: readonly ServerUnderTest[], shared: string, { projectId }: Fixture): string => {
  for (const folder of [shared, ...stages.map(({ server }) => server.folder)]) {
    const found = join(folder, 'svn', 'repositories', String(projectId), 'main')
    if (existsSync(found)) return found
  }
  throw new Error('the repository is nowhere')
}

const checkOptions = (given: {
  db: Db
  expected: ExpectedState
  fixture: Fixture
  url: string
  faults: number
  statistics: Statistics
}): CheckOptions => {
  const { db, expected, fixture, url, faults, statistics } = given
  const trackers = [fixture.task, fixture.bug]
  return {
    db,
    expected,
    titleIds: trackers.map(tracker => tracker.field('title')),
    textIds: trackers.map(tracker => tracker.field('description')),
    bugTrackerId: fixture.bug.id,
    labelFieldId: fixture.task.field('skills'),
    taskTrackerId: fixture.task.id,
    closedProjectId: fixture.closedProjectId,
    guestId: fixture.guest.id,
    faults,
    download: async path => {
      const client = createClient({ url, headers: fixture.admin.headers, statistics, expected })
      const { status, bytes } = await client.send('download', 'GET', path)
      client.close()
      return { status: status ?? 0, bytes }
    },
  }
}

interface FaultRun {
  readonly options: SoakOptions
  readonly stages: readonly ServerUnderTest[]
  readonly database: SoakDatabase
  readonly proxy: TcpProxy
  readonly disk: string | undefined
  readonly begun: number
  readonly statistics: Statistics
  readonly expected: ExpectedState
  readonly say: (line: string) => void
  readonly skipped: string[]
  readonly ending: AbortSignal
  readonly rest: readonly [number, number]
}

/** Causes faults one after the other in random order, all kinds before a repetition, until the load ends. */
const causeFaults = async (causing: FaultRun): Promise<FaultRecord[]> => {
  const { options, stages, begun, statistics, expected, say, skipped, ending, rest } = causing
  const random = seeded(options.seed)
  const world = { ...causing, random }
  const possible = options.faults.filter(name => {
    const reason = (faultOf(name).isMissing as undefined | ((given: typeof world) => string | undefined))?.(world)
    if (reason !== undefined) skipped.push(`${name}: ${reason}`)
    return reason === undefined
  })
  const pending: Omit<FaultRecord, 'outageMs'>[] = []
  let bag: FaultName[] = []
  const pause = (): Promise<unknown> =>
    sleep(random.between(...rest), undefined, { signal: ending }).catch(() => undefined)
  for (await pause(); !ending.aborted && possible.length > 0; await pause()) {
    if (bag.length === 0) bag = random.shuffle(possible)
    const name = bag.pop()
    if (name === undefined) break
    const at = performance.now() - begun
    try {
      const detail = await faultOf(name).run(world)
      const tookMs = performance.now() - begun - at
      pending.push({ name, at, tookMs, detail })
      await appendFile(
        join(dirname(causing.stages[0]?.server.folder ?? ''), '..', 'faults.log'),
        `${Math.round(at)} ${name} ${detail}\n`,
      )
      say(`${(at / 1_000).toFixed(1)} s: ${name}${detail === '' ? '' : ` (${detail})`}`)
      if (detail.includes('NOT BY ITSELF')) recordFinding(expected, `stop-server: ${detail}`)
    } catch (error) {
      recordFinding(
        expected,
        `${name} at ${Math.round(at)} ms: ${error instanceof Error ? error.message : String(error)}`,
      )
    }
    for (const { server } of stages)
      if (!(await until(() => server.isHealthy(), RECOVERED_WITHIN_MS)))
        recordFinding(expected, `${server.name} is not healthy ${RECOVERED_WITHIN_MS / 1_000} s after ${name}`)
  }
  for (const name of possible)
    if (!pending.some(record => record.name === name)) skipped.push(`${name}: the time was over before its turn`)
  const ends = [...pending.slice(1).map(({ at }) => at), Number.POSITIVE_INFINITY]
  const records = pending.map((record, index) => ({
    ...record,
    outageMs: statistics.longestOutage(begun + record.at, begun + (ends[index] ?? 0)),
  }))
  return records
}

/** Stops everything in order; nothing may stay behind. */
const stopAll = async (
  stages: readonly ServerUnderTest[],
  database: SoakDatabase,
  { isEmbedded }: SoakOptions,
): Promise<string[]> => {
  const left: string[] = []
  const postmaster = database.postmaster()
  for (const { server } of stages)
    if (!(await server.stop())) left.push(`${server.name} did not stop by itself in time`)
  if (!isEmbedded) return [...left, ...(await leftoversInDatabase(withName(database.url, 'soak')))]
  if (postmaster !== undefined && !(await until(() => !isLiving(postmaster), 10_000)))
    left.push('the embedded database runs on after its server')
  return left
}
