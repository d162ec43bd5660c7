// `npm run bench -- planning`: many people order one long backlog at the same time, and a page of milestones with their counts.
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
const MILESTONES = 50
const PAUSE_MS = 200
const PASSWORD = 'the password of this run'
const OPERATIONS_OF_BATCH = 500

export const planningUsage = `npm run bench -- planning [options]
  --stories N        stories of the backlog (5000)
  --planned N        stories of each of ${MILESTONES} releases (20)
  --people N         people who move stories at the same time (20)
  --moves N          moves of all of them (1000)
  --runs N           requests of the page of milestones (20)`

export interface PlanningOptions {
  readonly stories: number
  readonly planned: number
  readonly people: number
  readonly moves: number
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
