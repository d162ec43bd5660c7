// `npm run bench -- planning`: many people order one long backlog at the same time, a page of milestones with their counts, and a kanban.
import { availableParallelism, cpus, loadavg } from 'node:os'
import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { wholeNumber } from '../tools/command-options.ts'
import { Durations } from '../tools/durations.ts'
import { randomFrom } from '../tools/random.ts'
import { openInstallation, prepare, temporaryFolder, type OpenResource } from './installation.ts'
import { pick } from './operations.ts'
import { startCrocus } from './processes.ts'

const MOVE_GOAL_MS = 50
const PAGE_GOAL_MS = 100
const KANBAN_GOAL_MS = 150
const FLOW_GOAL_MS = 300
const FLOW_POINTS = 90
const PAGE = 100
const MILESTONES = 50
const PAUSE_MS = 200
const PASSWORD = 'the password of this run'
const OPERATIONS_OF_BATCH = 500

export const planningUsage = `npm run bench -- planning [options]
  --stories N        stories of the backlog (5000)
  --planned N        stories of each of ${MILESTONES} releases (20)
  --people N         people who move stories at the same time (20)
  --moves N          moves of all of them (1000)
  --cards N          cards of the kanban (1000)
  --history N        artifacts with a history whose cumulative flow is counted (10000)
  --runs N           requests of each page (20)`

export interface PlanningOptions {
  readonly stories: number
  readonly planned: number
  readonly people: number
  readonly moves: number
  readonly cards: number
  readonly history: number
  readonly runs: number
}

/** Wrong options are an Error with one sentence. */
export const parsePlanningOptions = (args: readonly string[]): PlanningOptions | 'help' => {
  const { values } = parseArgs({
    args: [...args],
    options: {
      stories: { type: 'string', default: '5000' },
      planned: { type: 'string', default: '20' },
      people: { type: 'string', default: '20' },
      moves: { type: 'string', default: '1000' },
      cards: { type: 'string', default: '1000' },
      history: { type: 'string', default: '10000' },
      runs: { type: 'string', default: '20' },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) return 'help'
  return {
    stories: wholeNumber('--stories', values.stories, 10, 100_000),
    planned: wholeNumber('--planned', values.planned, 0, 1_000),
    people: wholeNumber('--people', values.people, 1, 200),
    moves: wholeNumber('--moves', values.moves, 1, 100_000),
    cards: wholeNumber('--cards', values.cards, 1, 10_000),
    history: wholeNumber('--history', values.history, 1, 100_000),
    runs: wholeNumber('--runs', values.runs, 1, 1_000),
  }
}

type Call = <Answer>(method: string, path: string, body?: unknown) => Promise<Answer>

const callerOf =
  (url: string, headers: Readonly<Record<string, string>>): Call =>
  async <Answer>(method: string, path: string, body?: unknown): Promise<Answer> => {
    const answer = await fetch(`${url}/api${path}`, {
      method,
      headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text.slice(0, 300)}`)
    return (text === '' ? undefined : JSON.parse(text)) as Answer
  }

interface Plan {
  readonly projectId: number
  readonly storyIds: readonly number[]
}

interface TrackerFields {
  readonly id: number
  readonly item_name: string
  readonly fields: readonly { readonly name: string; readonly field_id: number }[]
}

/** A project of the template `scrum`: releases with stories, and a backlog of others. */
const givePlan = async (call: Call, { stories, planned }: PlanningOptions): Promise<Plan> => {
  const project = await call<{ id: number }>('POST', '/projects', {
    shortname: 'planned',
    label: 'Planned',
    description: '',
    is_public: false,
    xml_template_name: 'scrum',
  })
  const trackers = await call<readonly TrackerFields[]>('GET', `/projects/${project.id}/trackers?limit=50`)
  const make = async (name: string, titles: readonly string[], links: readonly (readonly number[])[] = []) => {
    const tracker = trackers.find(({ item_name }) => item_name === name)
    const fieldOf = (wanted: string) => tracker?.fields.find(field => field.name === wanted)?.field_id
    const ids: number[] = []
    for (let at = 0; at < titles.length; at += OPERATIONS_OF_BATCH) {
      const operations = titles.slice(at, at + OPERATIONS_OF_BATCH).map((title, index) => ({
        method: 'POST',
        path: '/artifacts',
        body: {
          tracker: { id: tracker?.id },
          values: [
            { field_id: fieldOf('title'), value: title },
            ...(links[at + index]
              ? [{ field_id: fieldOf('links'), links: links[at + index]?.map(id => ({ id })) }]
              : []),
          ],
        },
      }))
      const { results } = await call<{ results: { body: { id: number } }[] }>('POST', '/batch', {
        operations,
        atomic: true,
      })
      ids.push(...results.map(({ body }) => body.id))
    }
    return ids
  }
  const numbered = (count: number, word: string) => Array.from({ length: count }, (_, index) => `${word} ${index + 1}`)
  const plannedIds = await make('story', numbered(MILESTONES * planned, 'Planned story'))
  const ofRelease = (_: unknown, index: number) => plannedIds.slice(index * planned, (index + 1) * planned)
  await make('rel', numbered(MILESTONES, 'Release'), Array.from({ length: MILESTONES }, ofRelease))
  const storyIds = await make('story', numbered(stories, 'Story'))
  await call('PATCH', `/projects/${project.id}/backlog`, { add: storyIds.map(id => ({ id })) })
  return { projectId: project.id, storyIds }
}

interface ListField {
  readonly name: string
  readonly field_id: number
  readonly values: readonly { readonly id: number; readonly label: string }[] | null
}

/** A project of the template `kanban` with artifacts in all columns. `isMoved`: each went through two of them, and half were closed. */
const giveKanban = async (call: Call, shortname: string, count: number, isMoved: boolean): Promise<number> => {
  const project = await call<{ id: number }>('POST', '/projects', {
    shortname,
    label: shortname,
    description: '',
    is_public: false,
    xml_template_name: 'kanban',
  })
  const [tracker] = await call<readonly { readonly id: number; readonly fields: readonly ListField[] }[]>(
    'GET',
    `/projects/${project.id}/trackers?limit=50`,
  )
  const fieldOf = (wanted: string) => tracker?.fields.find(({ name }) => name === wanted)
  const status = (...labels: readonly string[]) => ({
    field_id: fieldOf('status')?.field_id,
    bind_value_ids: fieldOf('status')?.values?.flatMap(({ id, label }) => (labels.includes(label) ? [id] : [])),
  })
  const columns = ['To be done', 'On going', 'In review']
  const batch = (operations: readonly object[]) =>
    call<{ results: { body: { id: number } }[] }>('POST', '/batch', { operations, atomic: true })
  for (let at = 0; at < count; at += OPERATIONS_OF_BATCH) {
    const cards = Array.from({ length: Math.min(OPERATIONS_OF_BATCH, count - at) }, (_, index) => at + index)
    const { results } = await batch(
      cards.map(card => ({
        method: 'POST',
        path: '/artifacts',
        body: {
          tracker: { id: tracker?.id },
          values: [
            { field_id: fieldOf('title')?.field_id, value: `Card ${card + 1}` },
            status(...(isMoved ? [] : [columns[card % 4] ?? ''])),
          ],
        },
      })),
    )
    if (!isMoved) continue
    for (const wanted of [() => 'To be done', () => 'On going', (card: number) => (card % 2 ? 'Done' : 'In review')])
      await batch(
        cards.map((card, index) => ({
          method: 'PUT',
          path: `/artifacts/${results[index]?.body.id}`,
          body: { values: [status(wanted(card))] },
        })),
      )
  }
  const [kanban] = await call<readonly { readonly id: number }[]>('GET', `/projects/${project.id}/kanbans`)
  return kanban?.id ?? 0
}

/** All that a page of the kanban shows: the kanban, and all cards of its backlog and its columns, in parallel. */
const readKanban = async (call: Call, kanbanId: number): Promise<number> => {
  const kanban = await call<{ readonly columns: readonly { readonly id: number }[] }>('GET', `/kanban/${kanbanId}`)
  const uris = [
    `/kanban/${kanbanId}/backlog?`,
    ...kanban.columns.map(({ id }) => `/kanban/${kanbanId}/items?column_id=${id}&`),
  ]
  const lists = await Promise.all(
    uris.map(async uri => {
      const page = (offset: number) =>
        call<{ readonly total_size: number; readonly collection: readonly object[] }>(
          'GET',
          `${uri}limit=${PAGE}&offset=${offset}`,
        )
      const first = await page(0)
      const others = await Promise.all(
        Array.from({ length: Math.ceil(first.total_size / PAGE) - 1 }, (_, index) => page((index + 1) * PAGE)),
      )
      return [first, ...others].reduce((sum, { collection }) => sum + collection.length, 0)
    }),
  )
  return lists.reduce((sum, length) => sum + length, 0)
}

const measureKanban = async (call: Call, kanbanId: number, { cards, runs }: PlanningOptions): Promise<Durations> => {
  const times = new Durations()
  for (let run = -3; run < runs; run++) {
    const started = performance.now()
    const shown = await readKanban(call, kanbanId)
    if (shown !== cards) throw new Error(`${shown} of ${cards} cards are shown`)
    if (run >= 0) times.add(performance.now() - started)
  }
  return times
}

const DAY_MS = 24 * 60 * 60 * 1000

const flowUri = (kanbanId: number): string => {
  const day = (before: number) => new Date(Date.now() - before * DAY_MS).toISOString().slice(0, 10)
  return `/kanban/${kanbanId}/cumulative_flow?start_date=${day(FLOW_POINTS - 2)}&end_date=${day(-1)}&interval_between_point=1`
}

/** `pauseMs`: each person rests about as long between two moves; 0: nobody rests. */
const measureMoves = async (
  call: Call,
  { projectId, storyIds }: Plan,
  { people, moves }: PlanningOptions,
  pauseMs: number,
) => {
  const times = new Durations()
  let left = moves
  const person = async (seed: number): Promise<void> => {
    const random = randomFrom(seed)
    while (left-- > 0) {
      const [id, beside] = [pick(storyIds, random), pick(storyIds, random)]
      if (id === beside) continue
      if (pauseMs > 0) await setTimeout(pauseMs * (0.5 + random()))
      const order = { ids: [id], direction: pick(['before', 'after'], random), compared_to: beside }
      const started = performance.now()
      await call('PATCH', `/projects/${projectId}/backlog`, { order })
      times.add(performance.now() - started)
    }
  }
  await Promise.all(Array.from({ length: people }, (_, index) => person(index + 1)))
  return times
}

const measureReads = async (call: Call, path: string, runs: number): Promise<Durations> => {
  const times = new Durations()
  for (let run = -3; run < runs; run++) {
    const started = performance.now()
    await call('GET', path)
    if (run >= 0) times.add(performance.now() - started)
  }
  return times
}

export const benchPlanning = async (
  options: PlanningOptions,
  { opened, say }: { readonly opened: OpenResource; readonly say: (line: string) => void },
): Promise<void> => {
  const folder = await temporaryFolder(opened)
  const { dataFolder, databaseUrl } = await openInstallation(opened, folder)
  await prepare({ dataFolder, databaseUrl, artifacts: 100, names: [], adminPassword: PASSWORD, say })
  const server = await opened(
    () => startCrocus(dataFolder, '', { DATABASE_URL: databaseUrl, CROCUS_BACKGROUND: 'off' }),
    it => it.stop(),
  )
  const basic = { authorization: `Basic ${Buffer.from(`admin:${PASSWORD}`).toString('base64')}` }
  const key = await callerOf(server.url, basic)<{ identifier: string }>('POST', '/access_keys', {
    description: 'benchmark',
    scopes: ['write:rest'],
  })
  const call = callerOf(server.url, { 'x-auth-accesskey': key.identifier })
  say('plan')
  const plan = await givePlan(call, options)
  say('moves')
  await measureMoves(call, plan, { ...options, moves: 100 }, 0)
  const resting = await measureMoves(call, plan, options, PAUSE_MS)
  const moves = await measureMoves(call, plan, options, 0)
  const left = await countMembers(call, plan)
  if (left !== options.stories) throw new Error(`${left} of ${options.stories} stories are left`)
  say('reads')
  const page = await measureReads(call, `/projects/${plan.projectId}/milestones?limit=${MILESTONES}`, options.runs)
  const list = await measureReads(call, `/projects/${plan.projectId}/backlog?limit=100`, options.runs)
  say('kanban')
  const kanbanId = await giveKanban(call, 'flow', options.cards, false)
  const kanban = await measureKanban(call, kanbanId, options)
  const column = await measureReads(call, `/kanban/${kanbanId}/backlog?limit=${PAGE}`, options.runs)
  say('history')
  const flowId = await giveKanban(call, 'history', options.history, true)
  const flow = await measureReads(call, flowUri(flowId), options.runs)
  const row = (title: string, times: Durations, goal: string): string =>
    `| ${title} | ${times.percentile(50).toFixed(1)} | ${times.percentile(95).toFixed(1)} | ${goal} |`
  console.log(
    `${options.stories} stories, ${MILESTONES} releases of ${options.planned}. Node ${process.version}, ${availableParallelism()} × ` +
      `${cpus()[0]?.model.trim() ?? 'unknown CPU'}, load average ${loadavg()[0]?.toFixed(1)}.\n`,
  )
  console.log('| | p50 ms | p95 ms | goal |\n| --- | ---: | ---: | --- |')
  const people = `a move, ${options.people} people at the same time`
  console.log(row(`${people}, each rests ${PAUSE_MS} ms in between`, resting, `p95 ${MOVE_GOAL_MS} ms`))
  console.log(row(`${people} without rest`, moves, '–'))
  console.log(row(`${MILESTONES} milestones with counts`, page, `${PAGE_GOAL_MS} ms`))
  console.log(row('the first 100 of the backlog', list, '–'))
  console.log(row(`a kanban with all of ${options.cards} cards`, kanban, `${KANBAN_GOAL_MS} ms`))
  console.log(row('the first 100 of a column', column, '–'))
  const counted = `cumulative flow of ${FLOW_POINTS} points over ${options.history} artifacts`
  console.log(row(counted, flow, `${FLOW_GOAL_MS} ms`))
}

/** All stories must still be there after the moves, each once. */
const countMembers = async (call: Call, { projectId, storyIds }: Plan): Promise<number> => {
  const seen = new Set<number>()
  for (let offset = 0; offset < storyIds.length; offset += 100) {
    const page = await call<readonly { id: number }[]>(
      'GET',
      `/projects/${projectId}/backlog?limit=100&offset=${offset}`,
    )
    for (const { id } of page) seen.add(id)
  }
  return seen.size
}
