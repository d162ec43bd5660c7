// `npm run fuzz -- --requests 50000 --seed 1`: the API fuzzer over sockets, against a separate server, so that the measured memory is the
// server's alone.
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { startCrocus } from '../../bench/processes.ts'
import { openDatabase } from '../../src/platform/db/db.ts'
import { openEmbedded } from '../../src/platform/db/embedded-postgres.ts'
import { missingSvnPackages } from '../../src/platform/health.ts'
import { number, wholeNumber } from '../../tools/command-options.ts'
import { findInconsistencies } from '../harness/consistency.ts'
import { readDocument, type OpenApi } from './api-document.ts'
import { asCurl, overSockets } from './send-request.ts'
import { ROUTES_WITHOUT_SUCCESS } from './routes-without-success.ts'
import { createApiFuzzer, type Counts, type Fault } from './api-fuzzer.ts'
import { createFixture } from './fixture.ts'

const USAGE = `Usage: npm run fuzz -- [options]

  --requests N   requests of all kinds, beside those that go to every route (50000)
  --seed N       which ones (1); the same seed sends the same requests
  --minutes M    ends earlier when so much time has passed
  --only N       sends request N of the seed alone, to a fresh installation, and shows the answer
  --after N      with --only: the requests from number N on before it
  --keep         leaves the data folder where it is`

const ADMIN_PASSWORD = 'the administrator of the walk'
/** More than caches of a bounded size may hold on top of what they held after a quarter of the requests. */
const GROWTH_MIB = 48
const MEMORY_WAIT_MS = 30_000

const options = (() => {
  const { values } = parseArgs({
    options: {
      requests: { type: 'string', default: '50000' },
      seed: { type: 'string', default: '1' },
      minutes: { type: 'string', default: '1440' },
      only: { type: 'string' },
      after: { type: 'string' },
      keep: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) {
    console.log(USAGE)
    process.exit(0)
  }
  const optional = (name: string, text: string | undefined): number | undefined =>
    text === undefined ? undefined : wholeNumber(name, text, 0)
  try {
    return {
      requests: wholeNumber('--requests', values.requests, 0),
      seed: wholeNumber('--seed', values.seed, 0),
      minutes: number('--minutes', values.minutes, 0),
      only: optional('--only', values.only),
      from: optional('--after', values.after),
      isKept: values.keep,
    }
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${USAGE}`)
    process.exit(2)
  }
})()

const main = async (): Promise<boolean> => {
  const folder = await mkdtemp(join(tmpdir(), 'crocus-walk-'))
  await chmod(folder, 0o711)
  const closers: (() => Promise<unknown> | void)[] = []
  if (!options.isKept) closers.push(() => rm(folder, { recursive: true, force: true }))
  try {
    const embedded = await openEmbedded(join(folder, 'postgres'), { isVolatile: true })
    closers.unshift(() => embedded.close())
    const memoryFile = join(folder, 'memory.json')
    const server = await startCrocus(
      folder,
      `--disable-warning=ExperimentalWarning --import ${join(import.meta.dirname, 'report-memory.ts')}`,
      { DATABASE_URL: embedded.url, CROCUS_ADMIN_PASSWORD: ADMIN_PASSWORD, WALK_MEMORY_FILE: memoryFile },
    )
    closers.unshift(() => server.stop())
    const db = openDatabase(embedded.url)
    closers.unshift(() => db.close())
    const { exchange, close } = overSockets(server.url)
    closers.unshift(close)

    const memory = async (): Promise<number> => {
      await rm(memoryFile, { force: true })
      process.kill(server.pid, 'SIGUSR2')
      for (let waited = 0; waited < MEMORY_WAIT_MS; waited += 50) {
        await sleep(50)
        const text = existsSync(memoryFile) ? await readFile(memoryFile, 'utf8') : ''
        if (text !== '') return (JSON.parse(text) as { heapUsed: number }).heapUsed / 1024 / 1024
      }
      throw new Error('the server does not tell its memory')
    }

    const admin = ['admin', ADMIN_PASSWORD] as const
    const fixture = await createFixture({ exchange, db, admin, hasSvn: missingSvnPackages().length === 0 })
    const api = await exchange({ method: 'GET', url: '/api/openapi.json', headers: {} })
    const document = readDocument(JSON.parse(api.body.toString()) as OpenApi)
    const { seed, only, from } = options
    const fuzzer = createApiFuzzer({ exchange, db, fixture, document, seed, isAlone: false })
    if (only !== undefined) {
      if (from !== undefined) await fuzzer.runRequests(from, only)
      const { planned, received, faults } = await fuzzer.repeat(only)
      console.log(
        `${planned.kind} ${planned.target.name} as ${planned.caller.name}\n${asCurl(planned.sent, server.url)}\n`,
      )
      console.log(
        `${received.status} ${JSON.stringify(received.headers)}\n${received.body.toString().slice(0, 5_000)}\n`,
      )
      console.log(faults.length > 0 ? `Faults:\n  ${faults.join('\n  ')}` : 'No fault.')
      return faults.length === 0
    }

    const start = Date.now()
    const end = start + options.minutes * 60_000
    await fuzzer.tryEverything()
    await fuzzer.readEverything()
    await fuzzer.writeWithoutRights()
    await fuzzer.writeConcurrently()
    const parts = 10
    let done = 0
    let warm = 0
    for (let part = 0; part < parts; part++) {
      const [first, next] = [part, part + 1].map(each => Math.round((options.requests * each) / parts)) as [
        number,
        number,
      ]
      if (part === 7) await fixture.restrict()
      done += await fuzzer.runRequests(first, next, end)
      const held = await memory()
      if (part === 2) warm = held
      console.log(
        `${seconds(start)} s: ${fuzzer.counts.requests} requests, heap ${held.toFixed(1)} MiB, ${fuzzer.faults.length} faults`,
      )
      if (Date.now() > end) break
    }
    const grown = (await memory()) - (warm || Infinity)
    await fuzzer.deleteEverything()
    const wrong = await findInconsistencies(db)
    const unreached = fuzzer.neverReached().filter(name => !ROUTES_WITHOUT_SUCCESS.includes(name))
    report(fuzzer.counts, fuzzer.faults, seed)
    console.log(
      `\n${fuzzer.counts.requests} requests in ${seconds(start)} s, ${done} of them of all kinds; seed ${seed}`,
    )
    console.log(
      `heap after garbage collection: ${warm.toFixed(1)} MiB after three tenths, ${grown > 0 ? '+' : ''}${grown.toFixed(1)} MiB at the end (bound: +${GROWTH_MIB})`,
    )
    console.log(`routes never reached, beside those that cannot be: ${unreached.join(', ') || 'none'}`)
    console.log(`what is kept twice: ${wrong.length === 0 ? 'says the same' : wrong.join('\n  ')}`)
    console.log(`faults: ${fuzzer.faults.length}`)
    return fuzzer.faults.length === 0 && wrong.length === 0 && !(grown > GROWTH_MIB)
  } finally {
    for (const close of closers) await close()
  }
}

const seconds = (start: number): string => ((Date.now() - start) / 1000).toFixed(0)

const report = (counts: Counts, faults: readonly Fault[], seed: number): void => {
  const line = (cells: readonly (string | number)[], widths: readonly number[]): string =>
    cells
      .map((cell, index) =>
        index === 0 ? String(cell).padEnd(widths[0] ?? 0) : String(cell).padStart(widths[index] ?? 8),
      )
      .join(' ')
  console.log('\nroute'.padEnd(57), 'requests', 'done', 'ms each', 'slowest', '(request)')
  for (const [name, route] of [...counts.routes].sort(([a], [b]) => (a < b ? -1 : 1)))
    console.log(
      line(
        [
          name,
          route.requests,
          route.reached,
          (route.milliseconds / route.requests).toFixed(1),
          route.slowest.toFixed(0),
          route.slowestNumber,
        ],
        [56, 8, 6, 7, 7, 9],
      ),
    )
  console.log('\nkind          requests   done')
  for (const [kind, { requests, reached }] of counts.kinds) console.log(line([kind, requests, reached], [13, 8, 6]))
  console.log(
    '\nstatus',
    [...counts.statuses]
      .sort(([a], [b]) => a - b)
      .map(([status, count]) => `${status}: ${count}`)
      .join(', '),
  )
  console.log('caller', [...counts.callers].map(([name, count]) => `${name}: ${count}`).join(', '))
  for (const { number, what, request, times } of faults) {
    const again =
      number === undefined
        ? ''
        : `\n  again: npm run fuzz -- --seed ${seed} --only ${number} (with what came before: --after 0)`
    console.log(`\nFAULT ×${times}: ${what}\n  ${request}${again}`)
  }
}

process.exitCode = (await main()) ? 0 : 1
