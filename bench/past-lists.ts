// `npm run bench -- past`: lists as of a time since which some artifacts have changed, beside the same lists of now.
import { availableParallelism, cpus, loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { wholeNumber } from '../tools/command-options.ts'
import { Durations } from '../tools/durations.ts'
import { randomFrom } from '../tools/random.ts'
import { openInstallation, prepare, temporaryFolder, type OpenResource } from './installation.ts'
import { pick, prose, type Seed } from './operations.ts'
import { startCrocus } from './processes.ts'

const GOAL_MS = 300
const MINUTE = 60_000
const WARM_UPS = 5

export const pastUsage = `npm run bench -- past [options]
  --artifacts N      artifacts of the tracker (100000)
  --touched N        artifacts with a changeset since (10000)
  --runs N           requests of each list (15)`

export interface PastOptions {
  readonly artifacts: number
  readonly touched: number
  readonly runs: number
}

/** Wrong options are an Error with one sentence. */
export const parsePastOptions = (args: readonly string[]): PastOptions | 'help' => {
  const { values } = parseArgs({
    args: [...args],
    options: {
      artifacts: { type: 'string', default: '100000' },
      touched: { type: 'string', default: '10000' },
      runs: { type: 'string', default: '15' },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) return 'help'
  return {
    artifacts: wholeNumber('--artifacts', values.artifacts, 100, 2_000_000),
    touched: wholeNumber('--touched', values.touched, 1, 50_000),
    runs: wholeNumber('--runs', values.runs, 1, 1_000),
  }
}

interface PastList {
  readonly title: string
  readonly query: (seed: Seed, random: () => number) => Readonly<Record<string, string>>
}

const lists: readonly PastList[] = [
  { title: 'all, by id', query: () => ({}) },
  { title: 'all, by last update', query: () => ({ order_by: '-last_update' }) },
  {
    title: 'one status and one person',
    query: (seed, random) => ({
      tql: `status = "New" AND assigned_to = "bench_${Math.floor(random() * seed.userIds.length)}"`,
    }),
  },
  { title: 'one status, by points', query: () => ({ tql: 'status = "Review"', order_by: '-points' }) },
  { title: 'points within bounds, by title', query: () => ({ tql: 'points BETWEEN(20, 30)', order_by: 'title' }) },
  { title: 'not one status', query: () => ({ tql: 'status != "Done"' }) },
]

export const benchPast = async (
  options: PastOptions,
  { opened, say }: { readonly opened: OpenResource; readonly say: (line: string) => void },
): Promise<void> => {
  const folder = await temporaryFolder(opened)
  const { dataFolder, databaseUrl } = await openInstallation(opened, folder)
  const laterOfEvery = Math.max(1, Math.floor(options.artifacts / options.touched))
  // The later changesets are of the last hour.
  const from = Date.now() - 60 * MINUTE
  const firstDay = from - (options.artifacts + 1) * 4 * MINUTE
  const seedOptions = { historyOfEvery: 10, prose, firstDay, later: { ofEvery: laterOfEvery, from } }
  const { data } = await prepare({
    dataFolder,
    databaseUrl,
    artifacts: options.artifacts,
    names: [],
    seedOptions,
    say,
  })
  const server = await opened(
    () => startCrocus(dataFolder, '', { DATABASE_URL: databaseUrl, CROCUS_BACKGROUND: 'off' }),
    it => it.stop(),
  )
  const measure = async ({ title, query }: PastList, asOf: string | undefined): Promise<string> => {
    const random = randomFrom(3)
    const times = new Durations()
    for (let run = -WARM_UPS; run < options.runs; run++) {
      const parameters = new URLSearchParams({
        limit: '50',
        values: 'all',
        offset: String(pick([0, 50, 100], random)),
        ...query(data, random),
        ...(asOf !== undefined && { as_of: asOf }),
      })
      const started = performance.now()
      const answer = await fetch(`${server.url}/api/trackers/${data.trackerId}/artifacts?${parameters.toString()}`, {
        headers: { 'x-auth-accesskey': data.accessKey },
      })
      const text = await answer.text()
      if (answer.status !== 200) throw new Error(`${title}: ${answer.status} ${text.slice(0, 300)}`)
      if (run >= 0) times.add(performance.now() - started)
    }
    return `${times.percentile(50).toFixed(0)} | ${times.percentile(90).toFixed(0)}`
  }
  const before = new Date(from - MINUTE).toISOString()
  const rows: string[] = []
  for (const list of lists) {
    rows.push(`| ${list.title} | ${await measure(list, undefined)} | ${await measure(list, before)} |`)
    say(rows.at(-1) ?? '')
  }
  console.log(
    `${options.artifacts} artifacts in one tracker, ${Math.ceil(options.artifacts / laterOfEvery)} with a changeset since; ` +
      `goal ${GOAL_MS} ms. Node ${process.version}, ${availableParallelism()} × ${cpus()[0]?.model.trim() ?? 'unknown CPU'}, ` +
      `load average ${loadavg()[0]?.toFixed(1)}.\n`,
  )
  console.log('| 50 whole with total | now: p50 ms | p90 | then: p50 ms | p90 |\n| --- | ---: | ---: | ---: | ---: |')
  console.log(rows.join('\n'))
}
