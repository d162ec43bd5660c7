// `npm run bench -- svn`: repositories through the gateway beside the same Apache without it (docs/benchmark.md).
import { execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmod, chown, mkdir, mkdtemp, open, readdir, rm, writeFile } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs, promisify } from 'node:util'
import { createApp } from '../src/app.ts'
import {
  apacheFiles,
  generationConfiguration,
  hooksEnvironment,
  mainConfiguration,
  projectConfiguration,
} from '../src/modules/svn/gateway/apache-configuration.ts'
import { socketPath } from '../src/modules/svn/hooks/hook-server.ts'
import { ownFolder, svnAccount, svnFolders } from '../src/modules/svn/disk/svn-folders.ts'
import { systemClock } from '../src/platform/clock.ts'
import { parseConfig } from '../src/platform/config.ts'
import { openDatabase } from '../src/platform/db/db.ts'
import { openEmbedded } from '../src/platform/db/embedded-postgres.ts'
import { migrate } from '../src/platform/db/migrate.ts'
import { missingSvnPackages } from '../src/platform/health.ts'
import { createLog } from '../src/platform/log.ts'
import { commandAs } from '../src/platform/system-account.ts'
import { createRepository } from '../test/harness/svn.ts'
import { wholeNumber } from '../tools/command-options.ts'
import { cpuOfTree } from './cpu.ts'
import { residentMiB } from './memory.ts'
import { startCrocus } from './processes.ts'
import { median } from './report.ts'
import { copyRepository, measureNewRepositories, reportNewRepositories } from './svn-projects.ts'

const usage = `npm run bench -- svn [options]
  --rounds N      rounds; each measures everything once (3)
  --files N       files of the checkout, of 40 KiB each (2000)
  --commit N      files of the large commit, of 10 KiB each (1000)
  --single N      one-file commits in a row (10)
  --large MIB     size of the file at whose commit the server's memory is watched; 0: none (1024)
  --projects N    instead of all that: how soon a new repository can be checked out where N projects have some
  --json FILE     writes every measurement to a file, too`

const PASSWORD = 'a password for the benchmark'
const KIB = 1024
const MIB = 1024 * KIB
const DIRECT_PORT_WAIT_MS = 10_000

const run = promisify(execFile)
const say = (line: string): void => console.error(`bench: ${line}`)

interface Sample {
  readonly what: string
  readonly round: number
  readonly seconds: number
  /** CPU seconds of the server with its Apache, and of the other Apache. */
  readonly cpu: number
}

/** Closed in reverse order, however the run ends. */
const closers: (() => Promise<unknown>)[] = []

export const benchSvn = async (args: readonly string[]): Promise<number> => {
  const { values } = parseArgs({
    args: [...args],
    options: {
      rounds: { type: 'string', default: '3' },
      files: { type: 'string', default: '2000' },
      commit: { type: 'string', default: '1000' },
      single: { type: 'string', default: '10' },
      large: { type: 'string', default: '1024' },
      projects: { type: 'string', default: '0' },
      json: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) {
    console.log(usage)
    return 0
  }
  const missing = missingSvnPackages()
  if (missing.length > 0) throw new Error(`Subversion is off here: install ${missing.join(' ')}`)
  const rounds = wholeNumber('--rounds', values.rounds, 1)
  const files = wholeNumber('--files', values.files, 1)
  const commit = wholeNumber('--commit', values.commit, 1)
  const single = wholeNumber('--single', values.single, 1)
  const large = wholeNumber('--large', values.large, 0)
  const projects = wholeNumber('--projects', values.projects, 0)
  const close = async (): Promise<void> => {
    for (let closer = closers.pop(); closer; closer = closers.pop())
      await closer().catch((e: unknown) => say(String(e)))
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => void close().then(() => process.exit(130)))
  try {
    const folder = await mkdtemp(join(tmpdir(), 'crocus-bench-svn-'))
    closers.push(() => rm(folder, { recursive: true, force: true }))
    await chmod(folder, 0o711)
    const dataFolder = join(folder, 'data')
    await prepare(dataFolder, projects)
    const server = await startCrocus(dataFolder, process.env['BENCH_NODE_OPTIONS'] ?? '')
    closers.push(() => server.stop())
    const gateway = `${server.url}/svnplugin/bench`
    const client = clientIn(folder)
    if (projects > 0) {
      const found = await measureNewRepositories({ folder, serverUrl: server.url, authorization, client, rounds })
      console.log(reportNewRepositories(found))
      console.log(
        `${projects} projects have repositories; ${rounds} rounds; load average: ${loadavg()[0]?.toFixed(1)}.`,
      )
      if (values.json !== undefined) await writeFile(values.json, `${JSON.stringify(found, undefined, 2)}\n`)
      return 0
    }
    // The first request starts the server's Apache, and the socket of its hooks.
    await client(['list', `${gateway}/main`])
    const direct = await startDirect(dataFolder, folder)
    const cpu = (): number => (cpuOfTree(server.pid) + cpuOfTree(direct.pid)) / 1_000
    const urls = { gateway, direct: direct.url }

    say(`${files} files go in`)
    await fillFolder(join(folder, 'tree'), files, 40 * KIB)
    await client(['import', '-q', '-m', 'Tree', 'tree', `${gateway}/main/tree`])

    const samples: Sample[] = []
    const measure = async (what: string, round: number, work: () => Promise<unknown>): Promise<void> => {
      const [before, started] = [cpu(), performance.now()]
      await work()
      samples.push({ what, round, seconds: (performance.now() - started) / 1_000, cpu: cpu() - before })
    }
    const load = loadavg()[0]
    for (let round = 0; round <= rounds; round++) {
      // The first one warms everything up.
      say(round === 0 ? 'warming up' : `round ${round} of ${rounds}`)
      for (const way of ['direct', 'gateway'] as const) {
        const target = join(folder, `wc-${way}`)
        await measure(`checkout, ${way}`, round, () => client(['checkout', '-q', `${urls[way]}/main/tree`, target]))
        await rm(target, { recursive: true })
      }
      for (const way of ['direct', 'gateway'] as const) {
        const [name, target] = [`commit-${way}-${round}`, join(folder, `wc-commit-${way}`)]
        await client(['mkdir', '-q', '-m', name, `${urls[way]}/main/${name}`])
        await client(['checkout', '-q', `${urls[way]}/main/${name}`, target])
        await fillFolder(join(target, 'new'), commit, 10 * KIB)
        await client(['add', '-q', join(target, 'new')])
        await measure(`commit, ${way}`, round, () => client(['commit', '-q', '-m', 'art #1', target]))
        await rm(target, { recursive: true })
      }
      for (const rules of ['bare', 'ruled'] as const) {
        const target = join(folder, `wc-${rules}-${round}`)
        await client(['checkout', '-q', `${gateway}/${rules}/trunk`, target])
        for (let index = 0; index < single; index++) {
          await writeFile(join(target, 'a.txt'), `${round} ${index} ${randomBytes(500).toString('hex')}`)
          if (round === 0 && index === 0) await client(['add', '-q', join(target, 'a.txt')])
          await measure(`one file, ${rules}`, round, () => client(['commit', '-q', '-m', 'See rev #ruled/1', target]))
        }
        await rm(target, { recursive: true })
      }
    }
    console.log(report(samples.filter(sample => sample.round > 0)))
    console.log(
      `Medians of ${rounds} rounds; load average before and after: ${load?.toFixed(1)}, ${loadavg()[0]?.toFixed(1)}.`,
    )
    const memory =
      large > 0 ? await watchLargeCommit(folder, client, `${gateway}/main/large`, server.pid, large) : undefined
    if (values.json !== undefined)
      await writeFile(values.json, `${JSON.stringify({ samples, memory }, undefined, 2)}\n`)
    return 0
  } finally {
    await close()
  }
}

const authorization = `Basic ${Buffer.from(`admin:${PASSWORD}`).toString('base64')}`

const prepare = async (dataFolder: string, projects: number): Promise<void> => {
  const parsed = parseConfig({ CROCUS_DATA: dataFolder, CROCUS_ADMIN_PASSWORD: PASSWORD, PORT: '0' })
  if (!('config' in parsed)) throw new Error(parsed.faults.join(' '))
  const database = await openEmbedded(join(dataFolder, 'postgres'))
  closers.push(() => database.close())
  await migrate(database.url)
  const db = openDatabase(database.url)
  const app = await createApp({ config: parsed.config, db, clock: systemClock, log: createLog('warn') })
  try {
    await app.bootstrap()
    const payload = { shortname: 'bench', label: 'Benchmark', is_public: true, template_id: 100 }
    const made = await app.fastify.inject({ method: 'POST', url: '/api/projects', headers: { authorization }, payload })
    const { id } = made.json<{ id: number }>()
    const layout = ['trunk', 'tags']
    const main = await createRepository(app, db, id, 'main', { layout })
    if (projects > 0) await copyRepository(db, dataFolder, main, projects)
    const bare = await createRepository(app, db, id, 'bare', { layout })
    for (const hook of await readdir(join(bare.path, 'hooks'))) await rm(join(bare.path, 'hooks', hook))
    await createRepository(app, db, id, 'ruled', {
      layout,
      commitRules: { isReferenceMandatory: true, isCommitMessageChangeAllowed: false },
      immutableTags: { paths: ['/tags', '/*/tags'], whitelist: ['/tags/modules'] },
    })
    const actor = { actorId: null, means: 'command' } as const
    await app.modules.settings.set('svn_allow_empty_message', '0', actor)
    await app.modules.settings.set('svn_max_file_size', String(8 * 1024 * MIB), actor)
  } finally {
    await app.close()
    await db.close()
  }
}

/** The same Apache on the same repositories with the same hooks, but open: without gateway, secret and our credentials. */
const startDirect = async (dataFolder: string, folder: string): Promise<{ pid: number; url: string }> => {
  const account = await svnAccount()
  const folders = svnFolders({ dataFolder, sharedFolder: dataFolder })
  const files = apacheFiles(join(folder, 'direct'))
  for (const each of [files.root, join(files.root, 'conf'), files.projects, files.run]) await ownFolder(each, account)
  const port = 20_000 + Math.floor(Math.random() * 30_000)
  const write = async (file: string, text: string): Promise<void> => {
    await writeFile(file, text, { mode: 0o600 })
    if (account) await chown(file, account.uid, account.gid)
  }
  const [projectId = ''] = await readdir(folders.repositories)
  await write(files.secret, '')
  await write(files.generation, generationConfiguration(1))
  await write(files.hooksEnvironment, hooksEnvironment(socketPath(folders.apache)))
  await write(files.main, mainConfiguration(files, port))
  const project = { id: Number(projectId), shortName: 'bench' }
  await write(join(files.projects, 'bench.conf'), projectConfiguration(files, folders, project))
  const found = commandAs(account, '/usr/sbin/apache2', ['-d', files.root, '-f', files.main, '-DFOREGROUND'], {
    folders: [folder],
    endsWithUs: true,
  })
  if ('closedFolder' in found) throw new Error(`${found.closedFolder} is closed`)
  const child = spawn(found.command, found.args, { cwd: '/', stdio: 'ignore', detached: true, ...found.ids })
  closers.push(async () => {
    child.kill('SIGTERM')
    await sleep(500)
  })
  const url = `http://127.0.0.1:${port}/svnplugin/bench`
  for (const end = Date.now() + DIRECT_PORT_WAIT_MS; ; await sleep(50)) {
    const answer = await fetch(`http://127.0.0.1:${port}/ready/1`).catch(() => undefined)
    if (answer?.status === 204) return { pid: child.pid ?? 0, url }
    if (Date.now() > end) throw new Error('the direct Apache does not start')
  }
}

const clientIn = (folder: string) => async (args: readonly string[]) =>
  run(
    '/usr/bin/svn',
    [
      ...args,
      '--config-dir',
      join(folder, 'svn-config'),
      '--non-interactive',
      '--no-auth-cache',
      '--username',
      'admin',
      '--password',
      PASSWORD,
    ],
    { cwd: folder, env: { PATH: '/usr/bin:/bin', LC_ALL: 'C.UTF-8', HOME: folder } },
  )

const fillFolder = async (folder: string, count: number, size: number): Promise<void> => {
  for (let index = 0; index < count; index++) {
    const sub = join(folder, `d${Math.floor(index / 100)}`)
    if (index % 100 === 0) await mkdir(sub, { recursive: true })
    await writeFile(join(sub, `f${index}.txt`), randomBytes(size / 2).toString('hex'))
  }
}

const COMPARISONS = [
  { title: 'bulk checkout', limit: 'checkout, direct', own: 'checkout, gateway', goal: 1.3 },
  { title: 'commit of many files', limit: 'commit, direct', own: 'commit, gateway', goal: 1.6 },
  { title: 'one-file commit, rules', limit: 'one file, bare', own: 'one file, ruled', goal: 2.5 },
]

const report = (samples: readonly Sample[]): string => {
  const of = (what: string, figure: (sample: Sample) => number): number =>
    median(samples.filter(sample => sample.what === what).map(figure))
  const lines = COMPARISONS.map(({ title, limit, own, goal }) => {
    const [wall, cpu] = [(sample: Sample) => sample.seconds, (sample: Sample) => sample.cpu]
    const best = (what: string) => Math.min(...samples.filter(sample => sample.what === what).map(wall))
    const ratio = of(own, wall) / of(limit, wall)
    return [
      title.padEnd(24),
      `${of(limit, wall).toFixed(3)} s`.padStart(10),
      `${of(own, wall).toFixed(3)} s`.padStart(10),
      `×${ratio.toFixed(2)}`.padStart(7),
      `×${(best(own) / best(limit)).toFixed(2)}`.padStart(7),
      `≤ ×${goal} ${ratio <= goal ? 'reached' : 'missed'}`.padStart(15),
      `${of(limit, cpu).toFixed(2)} → ${of(own, cpu).toFixed(2)} s`.padStart(18),
    ].join('  ')
  })
  const heads = ['', 'limit', 'own', 'wall', 'best', 'goal', 'CPU']
  const widths = [24, 10, 10, 7, 7, 15, 18]
  return [heads.map((head, index) => head.padStart(widths[index] ?? 0)).join('  '), ...lines].join('\n')
}

const watchLargeCommit = async (
  folder: string,
  client: ReturnType<typeof clientIn>,
  url: string,
  pid: number,
  size: number,
): Promise<{ before: number; highest: number }> => {
  say(`a file of ${size} MiB is committed`)
  const file = await open(join(folder, 'large'), 'w')
  for (let written = 0; written < size; written++) await file.write(randomBytes(MIB))
  await file.close()
  const before = residentMiB(pid)
  let highest = before
  const timer = setInterval(() => (highest = Math.max(highest, residentMiB(pid))), 100)
  const started = performance.now()
  try {
    await client(['import', '-q', '-m', 'See rev #main/1', 'large', url])
  } finally {
    clearInterval(timer)
  }
  console.log(
    `Commit of ${size} MiB in ${((performance.now() - started) / 1_000).toFixed(1)} s: the server had ${before.toFixed(0)} MiB before, ` +
      `${highest.toFixed(0)} MiB at most.`,
  )
  return { before, highest }
}
