// The feed of changes from a standing start, and a snapshot of the whole copy.
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { cpuOfTree } from '../cpu.ts'
import { residentMiB } from '../memory.ts'
import { median } from '../report.ts'
import type { ProgramsBench } from './measuring.ts'

const PAGE = 1_000
const MEMORY_MS = 50

interface Page {
  readonly changes: readonly unknown[]
  readonly next: string
  readonly more: boolean
}

/** One event for each changeset, several times over, as if the artifacts had been changed one after the other. */
const APPEND_EVENTS = `
  insert into event (kind, actor_id, means, project_id, tracker_id, artifact_id, changeset_id)
  select 'artifact.updated', c.submitted_by, 'rest', a.project_id, a.tracker_id, a.id, c.id
  from (select id, artifact_id, submitted_by from changeset order by id limit $1) c join artifact a on a.id = c.artifact_id order by c.id`

const pageAfter = async ({ url, headers }: ProgramsBench, cursor: string): Promise<Page> => {
  // A reader in the same network does not ask for compression, which would cost the server as much as all the rest.
  const answer = await fetch(`${url}/api/changes?limit=${PAGE}&since=${cursor}`, {
    headers: { ...headers, 'accept-encoding': 'identity' },
  })
  if (!answer.ok) throw new Error(`GET /changes answers ${answer.status}: ${await answer.text()}`)
  return (await answer.json()) as Page
}

const cursorOfNow = async ({ url, headers }: ProgramsBench): Promise<string> =>
  ((await (await fetch(`${url}/api/changes`, { headers })).json()) as Page).next

/** Changes of one reader that begins at a cursor: how many a second, and the CPU time of server and database. */
export const measureFeed = async (bench: ProgramsBench, changes: number, rounds: number): Promise<string[]> => {
  const cursor = await cursorOfNow(bench)
  const client = new pg.Client({ connectionString: bench.databaseUrl })
  await client.connect()
  let count = 0
  while (count < changes) count += (await client.query(APPEND_EVENTS, [changes - count])).rowCount ?? 0
  await client.query('vacuum analyze event')
  await client.end()
  const figures: { rate: number; server: number; database: number }[] = []
  // The first round compiles the code.
  for (let round = 0; round <= rounds; round++) {
    const before = { at: performance.now(), server: cpuOfTree(bench.serverPid), database: cpuOfTree(bench.databasePid) }
    let told = 0
    for (let place = cursor, more = true; more;) {
      const page = await pageAfter(bench, place)
      told += page.changes.length
      ;({ next: place, more } = page)
    }
    if (told !== changes) throw new Error(`${told} changes were told of ${changes}`)
    const figure = {
      rate: changes / ((performance.now() - before.at) / 1_000),
      server: ((cpuOfTree(bench.serverPid) - before.server) * 1_000) / changes,
      database: ((cpuOfTree(bench.databasePid) - before.database) * 1_000) / changes,
    }
    if (round > 0) figures.push(figure)
  }
  const of = (name: keyof (typeof figures)[number]): number => median(figures.map(figure => figure[name]))
  return [
    `feed: ${of('rate').toFixed(0)} changes a second from a standing start (goal 50000), pages of ${PAGE}; ` +
      `${of('server').toFixed(1)} µs of CPU in the server and ${of('database').toFixed(1)} µs in the database for each`,
  ]
}

export const measureSnapshot = async ({ url, headers, serverPid }: ProgramsBench): Promise<string[]> => {
  const before = residentMiB(serverPid)
  let most = before
  let isRunning = true
  const watching = (async () => {
    while (isRunning) {
      most = Math.max(most, residentMiB(serverPid))
      await sleep(MEMORY_MS)
    }
  })()
  const began = performance.now()
  const cpu = cpuOfTree(serverPid)
  const answer = await fetch(`${url}/api/changes/snapshot`, { headers })
  let bytes = 0
  let last = ''
  const decoder = new TextDecoder()
  for await (const piece of answer.body as AsyncIterable<Uint8Array>) {
    bytes += piece.length
    last = (last + decoder.decode(piece)).slice(-500)
  }
  isRunning = false
  await watching
  const { count } = JSON.parse(last.trim().split('\n').at(-1) ?? '') as { count: number }
  const seconds = (performance.now() - began) / 1_000
  return [
    `snapshot: ${count} artifacts (${(bytes / 1_048_576).toFixed(1)} MiB) in ${seconds.toFixed(1)} s (goal of 1,000,000: 120), ` +
      `${(((cpuOfTree(serverPid) - cpu) * 1_000) / count).toFixed(0)} µs of CPU in the server for each; ` +
      `${(most - before).toFixed(0)} MiB more memory than before (goal 300)`,
  ]
}
