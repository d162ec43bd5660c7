// `npm run bench -- programs`: what programs ask of the platform (docs/benchmark.md).
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { wholeNumber } from '../../tools/command-options.ts'
import { openInstallation, prepare, temporaryFolder, type OpenResource } from '../installation.ts'
import { startCrocus } from '../processes.ts'
import { openAccounts } from './accounts.ts'
import { measureBatches } from './batches.ts'
import { measureFeed, measureSnapshot } from './feed.ts'
import { measureImport } from './imports.ts'
import type { ProgramsBench } from './measuring.ts'
import { measureStreams } from './streams.ts'
import { measureWebhooks } from './webhooks.ts'

const PARTS = ['feed', 'snapshot', 'streams', 'batch', 'import', 'webhooks'] as const
type Part = (typeof PARTS)[number]

export const programsUsage = `npm run bench -- programs [options]
  --only PARTS       ${PARTS.join(', ')} (all)
  --artifacts N      artifacts of the copy (20000)
  --changes N        changes that the feed tells (100000)
  --rounds N         rounds of feed and batch, after one that warms up (3)
  --streams N        open streams (2000)
  --writes N         writes a second, while streams and webhooks are told (200)`

export interface ProgramsOptions {
  readonly only: readonly Part[]
  readonly artifacts: number
  readonly changes: number
  readonly rounds: number
  readonly streams: number
  readonly writes: number
}

/** Wrong options are an Error with one sentence. */
export const parseProgramsOptions = (args: readonly string[]): ProgramsOptions | 'help' => {
  const { values } = parseArgs({
    args: [...args],
    options: {
      only: { type: 'string', default: PARTS.join() },
      artifacts: { type: 'string', default: '20000' },
      changes: { type: 'string', default: '100000' },
      rounds: { type: 'string', default: '3' },
      streams: { type: 'string', default: '2000' },
      writes: { type: 'string', default: '200' },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) return 'help'
  const isPart = (name: string): name is Part => (PARTS as readonly string[]).includes(name)
  const only = values.only.split(',')
  if (!only.every(isPart)) throw new Error(`--only takes parts of ${PARTS.join(', ')}`)
  return {
    only,
    artifacts: wholeNumber('--artifacts', values.artifacts, 100, 1_000_000),
    changes: wholeNumber('--changes', values.changes, 1_000, 10_000_000),
    rounds: wholeNumber('--rounds', values.rounds, 1, 100),
    streams: wholeNumber('--streams', values.streams, 1, 3_900),
    writes: wholeNumber('--writes', values.writes, 1, 10_000),
  }
}

export const benchPrograms = async (
  { only, artifacts, changes, rounds, streams, writes }: ProgramsOptions,
  { opened, say }: { readonly opened: OpenResource; readonly say: (line: string) => void },
): Promise<void> => {
  const folder = await temporaryFolder(opened)
  const { dataFolder, databaseUrl, databasePid } = await openInstallation(opened, folder)
  const { data } = await prepare({ dataFolder, databaseUrl, artifacts, names: [], say })
  const start = (dataFolder: string, own: Record<string, string> = {}) =>
    opened(
      () => startCrocus(dataFolder, process.env['BENCH_NODE_OPTIONS'] ?? '', { DATABASE_URL: databaseUrl, ...own }),
      it => it.stop(),
    )
  const server = await start(dataFolder, { CROCUS_BACKGROUND: 'off' })
  const accounts = await openAccounts(opened, { dataFolder: join(folder, 'accounts'), databaseUrl })
  const headers = { 'x-auth-accesskey': data.accessKey }
  const bench: ProgramsBench = { url: server.url, headers, serverPid: server.pid, databaseUrl, databasePid, data }
  const measurements: Readonly<Record<Part, () => Promise<string[]>>> = {
    feed: () => measureFeed(bench, changes, rounds),
    snapshot: () => measureSnapshot(bench),
    streams: () => measureStreams(bench, accounts, { streams, writes }),
    batch: () => measureBatches(bench, accounts, rounds),
    import: () => measureImport(bench, accounts),
    webhooks: async () => {
      const working = await start(join(folder, 'working'), { CROCUS_SHARED: dataFolder })
      return measureWebhooks(bench, accounts, working, writes)
    },
  }
  for (const part of only) {
    say(part)
    for (const line of await measurements[part]()) console.log(line)
  }
}
