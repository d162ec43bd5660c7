// `npm run bench -- pages`: the pages of a large tracker in a real browser on a slow processor, beside their budgets.
import { availableParallelism, cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { launchChromium } from '../tools/chromium.ts'
import { number, wholeNumber } from '../tools/command-options.ts'
import { openInstallation, prepare, temporaryFolder, type OpenResource } from './installation.ts'
import { prose } from './operations.ts'
import { memoryAfterUse, openSession, type PageSession } from './page-session.ts'
import { startCrocus } from './processes.ts'
import { median, tableOf } from './report.ts'

const ADMIN = { login: 'admin', password: 'a-password-of-the-benchmark' }
/** With the thirteen that each seeded tracker has, as many as a large team's tracker. */
const MORE_FIELDS = 17
const JUMPS = 10
const ARTIFACTS_OPENED = 10
/** Opened during the look at memory. */
const ARTIFACTS_OF_MEMORY = 200

export const pagesUsage = `npm run bench -- pages [options]
  --artifacts N      artifacts of the tracker (100000)
  --rounds N         visits of each page, each by a new browser profile (5)
  --slower F         how many times slower the browser's processor is made (4)
  --minutes M        length of the look at memory (10); 0 leaves it out`

export interface PagesOptions {
  readonly artifacts: number
  readonly rounds: number
  readonly slower: number
  readonly minutes: number
}

/** Wrong options are an Error with one sentence. */
export const parsePagesOptions = (args: readonly string[]): PagesOptions | 'help' => {
  const { values } = parseArgs({
    args: [...args],
    options: {
      artifacts: { type: 'string', default: '100000' },
      rounds: { type: 'string', default: '5' },
      slower: { type: 'string', default: '4' },
      minutes: { type: 'string', default: '10' },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) return 'help'
  return {
    artifacts: wholeNumber('--artifacts', values.artifacts, 1_000, 1_000_000),
    rounds: wholeNumber('--rounds', values.rounds, 1, 100),
    slower: number('--slower', values.slower, 1, 20),
    minutes: number('--minutes', values.minutes, 0, 120),
  }
}

interface Context {
  readonly opened: OpenResource
  readonly say: (line: string) => void
}

interface Figure {
  readonly title: string
  /** All values of the run; the table shows the median and the greatest. */
  readonly values: readonly number[]
  readonly budget: number
  readonly unit: string
}

export const benchPages = async (options: PagesOptions, { opened, say }: Context): Promise<void> => {
  const folder = await temporaryFolder(opened)
  const { dataFolder, databaseUrl } = await openInstallation(opened, folder)
  await prepare({
    dataFolder,
    databaseUrl,
    artifacts: options.artifacts,
    names: [],
    seedOptions: { historyOfEvery: 2, prose, moreFields: MORE_FIELDS },
    adminPassword: ADMIN.password,
    say,
  })
  const server = await opened(
    () => startCrocus(dataFolder, '', { DATABASE_URL: databaseUrl, CROCUS_BACKGROUND: 'off' }),
    it => it.stop(),
  )
  const browser = await opened(
    () => launchChromium(join(folder, 'browser')),
    it => it.close(),
  )
  const newSession = (): Promise<PageSession> =>
    openSession({ browser, origin: new URL(server.url).origin, slower: options.slower, ...ADMIN })

  const visits = new Map<string, number[]>()
  const add = (title: string, value: number): void => {
    visits.set(title, [...(visits.get(title) ?? []), value])
  }
  const load0 = loadavg()[0]?.toFixed(1)
  for (let round = 1; round <= options.rounds; round++) {
    say(`round ${round} of ${options.rounds}`)
    await visit(await newSession(), add)
  }
  const of = (title: string): readonly number[] => visits.get(title) ?? []
  const figures: Figure[] = [
    { title: 'tracker: first rows after the click', values: of('first rows'), budget: 600, unit: 'ms' },
    { title: 'tracker: requests before the first rows', values: of('row requests'), budget: 5, unit: '' },
    { title: 'tracker: steps of these requests', values: of('row steps'), budget: 2, unit: '' },
    { title: 'tracker: jump anywhere', values: of('jump'), budget: 400, unit: 'ms' },
    { title: 'artifact: first content after the click', values: of('title'), budget: 100, unit: 'ms' },
    { title: 'artifact: everything', values: of('everything'), budget: 400, unit: 'ms' },
    { title: 'artifact: requests', values: of('artifact requests'), budget: 4, unit: '' },
    { title: 'artifact: steps of these requests', values: of('artifact steps'), budget: 2, unit: '' },
    { title: 'key in the comment, 95th of 100', values: of('typing'), budget: 100, unit: 'ms' },
    { title: 'arrow in the grid, 95th of 100', values: of('arrows'), budget: 100, unit: 'ms' },
  ]
  if (options.minutes > 0) {
    say(`${options.minutes} minutes of scrolling and ${ARTIFACTS_OF_MEMORY} artifacts`)
    const memory = await memoryAfterUse(await newSession(), {
      minutes: options.minutes,
      artifacts: ARTIFACTS_OF_MEMORY,
    })
    figures.push(
      { title: 'memory after use', values: [memory.heapMegabytes], budget: 250, unit: 'MB' },
      { title: 'rows that no page shows any more', values: [memory.detachedRows], budget: 0, unit: '' },
    )
  }
  console.log(
    `${options.artifacts} artifacts of ${MORE_FIELDS + 13} fields, ${options.rounds} rounds, processor of the browser ${options.slower} times slower. ` +
      `Node ${process.version}, Chromium ${browser.version()}, ${availableParallelism()} × ${cpus()[0]?.model.trim() ?? 'unknown CPU'}, ` +
      `load average before and after: ${load0}, ${loadavg()[0]?.toFixed(1)}.\n`,
  )
  console.log(
    tableOf(
      [
        { title: 'page', text: figure => figure.title, isLeft: true },
        { title: 'median', text: figure => shown(median(figure.values), figure.unit) },
        { title: 'most', text: figure => shown(Math.max(...figure.values), figure.unit) },
        {
          title: 'budget',
          text: figure =>
            `≤ ${shown(figure.budget, figure.unit)} ${median(figure.values) <= figure.budget ? 'reached' : 'missed'}`,
        },
      ],
      figures,
    ),
  )
}

const shown = (value: number, unit: string): string => `${Math.round(value)}${unit && ` ${unit}`}`

/** A person with an empty cache comes from the project, looks around in the tracker, and opens some artifacts. */
const visit = async (session: PageSession, add: (title: string, value: number) => void): Promise<void> => {
  try {
    const rows = await session.openTracker()
    add('first rows', rows.ms)
    add('row requests', rows.requests)
    add('row steps', rows.steps)
    for (let jump = 0; jump < JUMPS; jump++) add('jump', await session.jumpTo(Math.random()))
    add('arrows', await session.arrowKeys(100))
    for (let opened = 0; opened < ARTIFACTS_OPENED; opened++) {
      const artifact = await session.openArtifact()
      // The first visit loads the code of the page.
      if (opened === 0) {
        add('artifact requests', artifact.requests)
        add('artifact steps', artifact.steps)
      } else {
        add('title', artifact.titleMs)
        add('everything', artifact.everythingMs)
      }
      if (opened === ARTIFACTS_OPENED - 1) add('typing', await session.typeComment(100))
      await session.back()
    }
  } finally {
    await session.close()
  }
}
