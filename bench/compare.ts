// `npm run bench -- compare`: variants of the server under mixed use, in turns. It decides whether a mechanism is worth its code.
import { writeFile } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { number, wholeNumber } from '../tools/command-options.ts'
import * as ownInstallation from './installation.ts'
import { temporaryFolder, type OpenResource } from './installation.ts'
import { measureLoad, type LoadFigures } from './measure-load.ts'
import { oneOf } from './options.ts'
import { operationNames, operations, type OperationName } from './operations.ts'
import { startCrocus, startLoadGenerator, type LoadGenerator } from './processes.ts'
import { cpuOf, median, tableOf, type Column } from './report.ts'

const WARM_UP_SECONDS = 10
const WARM_UP_CONNECTIONS = 8

export const compareUsage = `npm run bench -- compare --variant NAME[=FOLDER][,VARIABLE=VALUE…] --variant … [options]
  --variant          a server to compare: its name, the checkout that it runs from (this one), variables of its environment;
                     the first one is what the others are held against. Each checkout makes and fills its own database, so
                     an earlier version can be one of them; it needs its packages (npm ci)
  --artifacts N      artifacts to seed for each (5000)
  --seconds S        length of one measurement (3)
  --rounds N         rounds; each measures every variant once (5)
  --concurrency LIST connections (1,8,32)
  --only LIST        operations (mixed)
  --json FILE        writes every single measurement to a file, too`

export interface Variant {
  readonly name: string
  /** Undefined: this checkout. */
  readonly folder: string | undefined
  readonly environment: Readonly<Record<string, string>>
}

export interface CompareOptions {
  readonly variants: readonly Variant[]
  readonly artifacts: number
  readonly seconds: number
  readonly rounds: number
  readonly concurrency: readonly number[]
  readonly only: readonly OperationName[]
  readonly json: string | undefined
}

/** `NAME[=FOLDER][,VARIABLE=VALUE…]` */
const parseVariant = (text: string): Variant => {
  const [head = '', ...variables] = text.split(',')
  const [name = '', folder] = head.split('=')
  if (!/^[\w-]+$/.test(name)) throw new Error(`--variant takes NAME[=FOLDER][,VARIABLE=VALUE…], not "${text}".`)
  const environment = variables.map(variable => {
    const [, key, value] = /^(CROCUS_\w+|NODE_OPTIONS)=(.*)$/.exec(variable) ?? []
    if (key === undefined || value === undefined) throw new Error(`--variant cannot set "${variable}".`)
    return [key, value] as const
  })
  return {
    name,
    folder: folder === undefined ? undefined : resolve(folder),
    environment: Object.fromEntries(environment),
  }
}

/** Wrong options are an Error with one sentence. */
export const parseCompareOptions = (args: readonly string[]): CompareOptions | 'help' => {
  const { values } = parseArgs({
    args: [...args],
    options: {
      variant: { type: 'string', multiple: true, default: [] },
      artifacts: { type: 'string', default: '5000' },
      seconds: { type: 'string', default: '3' },
      rounds: { type: 'string', default: '5' },
      concurrency: { type: 'string', default: '1,8,32' },
      only: { type: 'string', default: 'mixed' },
      json: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) return 'help'
  const variants = values.variant.map(parseVariant)
  if (variants.length < 2) throw new Error('--variant must be given at least twice.')
  if (new Set(variants.map(({ name }) => name)).size < variants.length)
    throw new Error('Each --variant needs a name of its own.')
  const known = operationNames.filter(name => operations[name].server === 'crocus')
  return {
    variants,
    artifacts: wholeNumber('--artifacts', values.artifacts, 100, 1_000_000),
    seconds: number('--seconds', values.seconds, 0.2, 600),
    rounds: wholeNumber('--rounds', values.rounds, 1, 100),
    concurrency: values.concurrency.split(',').map(text => wholeNumber('--concurrency', text, 1, 1_000)),
    only: values.only.split(',').map(text => oneOf('--only', text, known)),
    json: values.json,
  }
}

interface RunningVariant extends Variant {
  readonly url: string
  readonly pid: number
  readonly databasePid: number
  readonly load: LoadGenerator
}

interface Measurement extends LoadFigures {
  readonly variant: string
  readonly operation: OperationName
  readonly concurrency: number
  readonly round: number
}

/** Each variant has a database of its own, so that the CPU time of both is known and none reads what another wrote. */
export const benchCompare = async (
  options: CompareOptions,
  { opened, say }: { opened: OpenResource; say: (line: string) => void },
): Promise<void> => {
  const folder = await temporaryFolder(opened)
  const running: RunningVariant[] = []
  for (const variant of options.variants)
    running.push(await start(variant, join(folder, variant.name), options, opened, say))

  const measurements: Measurement[] = []
  for (const operation of options.only) {
    const measure = (variant: RunningVariant, connections: number, seconds: number): Promise<LoadFigures> =>
      measureLoad(variant.load, variant, `${operation} of ${variant.name}`, { operation, connections, seconds })
    say(`${operations[operation].title}: warm-up`)
    for (const variant of running) await measure(variant, WARM_UP_CONNECTIONS, WARM_UP_SECONDS)
    for (let round = 1; round <= options.rounds; round++) {
      say(`${operations[operation].title}: round ${round} of ${options.rounds}`)
      for (const concurrency of options.concurrency)
        // Every other round backwards: no variant is always the one after the same neighbour.
        for (const variant of round % 2 === 1 ? running : [...running].reverse())
          measurements.push({
            variant: variant.name,
            operation,
            concurrency,
            round,
            ...(await measure(variant, concurrency, options.seconds)),
          })
    }
  }
  console.log(
    `${options.artifacts} artifacts, ${options.rounds} rounds of ${options.seconds} s in turns. Ratios are medians of paired rounds.\n`,
  )
  console.log(tableOf(columns, summarise(options, measurements)))
  if (options.json !== undefined)
    await writeFile(options.json, `${JSON.stringify({ options, measurements }, undefined, 2)}\n`)
}

const start = async (
  variant: Variant,
  folder: string,
  { artifacts, only }: CompareOptions,
  opened: OpenResource,
  say: (line: string) => void,
): Promise<RunningVariant> => {
  say(`${variant.name}: ${variant.folder === undefined ? 'this checkout' : basename(variant.folder)}`)
  const { openInstallation, prepare } = await installationOf(variant)
  const { dataFolder, databaseUrl, databasePid } = await openInstallation(opened, folder)
  const { data } = await prepare({ dataFolder, databaseUrl, artifacts, names: only, say })
  const server = await opened(
    () =>
      startCrocus(
        dataFolder,
        variant.environment['NODE_OPTIONS'] ?? process.env['BENCH_NODE_OPTIONS'] ?? '',
        { DATABASE_URL: databaseUrl, CROCUS_BACKGROUND: 'off', ...variant.environment },
        variant.folder,
      ),
    it => it.stop(),
  )
  const load = await opened(
    async () => startLoadGenerator(data),
    it => it.stop(),
  )
  return { ...variant, url: server.url, pid: server.pid, databasePid, load }
}

/** The migrations of a checkout belong to its own program. */
const installationOf = async ({ folder }: Variant): Promise<typeof ownInstallation> =>
  folder === undefined
    ? ownInstallation
    : ((await import(pathToFileURL(join(folder, 'bench/installation.ts')).href)) as typeof ownInstallation)

interface Row {
  readonly variant: string
  readonly operation: OperationName
  readonly concurrency: number
  readonly requestsPerSecond: number
  readonly p50: number
  readonly p99: number
  readonly cpu: number
  readonly serverCpu: number
  readonly databaseCpu: number
  /** Compared with the first variant in the same round: median, lowest, highest. */
  readonly cpuRatio: string
  readonly rateRatio: string
  readonly p50Ratio: string
}

const summarise = ({ variants, only, concurrency }: CompareOptions, measurements: readonly Measurement[]): Row[] =>
  only.flatMap(operation =>
    concurrency.flatMap(connections =>
      variants.map(({ name }) => {
        const of = (variant: string | undefined): Measurement[] =>
          measurements.filter(
            one => one.variant === variant && one.operation === operation && one.concurrency === connections,
          )
        const own = of(name)
        const first = of(variants[0]?.name)
        const ratio = (figure: (one: LoadFigures) => number): string => {
          const ratios = own.flatMap(one => {
            const other = first.find(({ round }) => round === one.round)
            return other ? figure(one) / figure(other) : []
          })
          return `${median(ratios).toFixed(2)} (${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)})`
        }
        return {
          variant: name,
          operation,
          concurrency: connections,
          requestsPerSecond: median(own.map(one => one.requestsPerSecond)),
          p50: median(own.map(one => one.p50)),
          p99: median(own.map(one => one.p99)),
          cpu: median(own.map(cpuOf)),
          serverCpu: median(own.map(one => one.serverCpu)),
          databaseCpu: median(own.map(one => one.databaseCpu)),
          cpuRatio: ratio(cpuOf),
          rateRatio: ratio(one => one.requestsPerSecond),
          p50Ratio: ratio(one => one.p50),
        }
      }),
    ),
  )

const columns: readonly Column<Row>[] = [
  { title: 'operation', text: row => operations[row.operation].title, isLeft: true },
  { title: 'c', text: row => String(row.concurrency) },
  { title: 'variant', text: row => row.variant, isLeft: true },
  { title: 'req/s', text: row => row.requestsPerSecond.toFixed(0) },
  { title: 'p50 ms', text: row => row.p50.toFixed(2) },
  { title: 'p99 ms', text: row => row.p99.toFixed(2) },
  { title: 'CPU ms', text: row => row.cpu.toFixed(3) },
  { title: 'server', text: row => row.serverCpu.toFixed(3) },
  { title: 'database', text: row => row.databaseCpu.toFixed(3) },
  { title: 'CPU ratio', text: row => row.cpuRatio },
  { title: 'req/s ratio', text: row => row.rateRatio },
  { title: 'p50 ratio', text: row => row.p50Ratio },
]
