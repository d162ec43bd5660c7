// 500 creations in one batch beside 500 calls, in an application of this process, which counts its round trips.
import { cpuOfTree } from '../cpu.ts'
import { operations, type LoadRequest } from '../operations.ts'
import { median } from '../report.ts'
import { randomFrom } from '../../tools/random.ts'
import type { Accounts } from './accounts.ts'
import type { ProgramsBench } from './measuring.ts'

const CREATIONS = 500
/** Single calls at a time: those that wait for each other share statements. */
const CONCURRENCY = 8

const KINDS = ['batch', 'alone', 'together'] as const
type Kind = (typeof KINDS)[number]

interface Figure {
  readonly databaseMs: number
  readonly serverMs: number
  readonly trips: number
  readonly wallMs: number
}

export const measureBatches = async (
  { databasePid, data, headers }: ProgramsBench,
  { app, db }: Accounts,
  rounds: number,
): Promise<string[]> => {
  const random = randomFrom(13)
  const send = async ({ method, path, headers, body }: LoadRequest, status: number): Promise<void> => {
    const answer = await app.fastify.inject({ method, url: path, headers, payload: body ?? '' })
    if (answer.statusCode !== status) throw new Error(`${method} ${path} answers ${answer.statusCode}: ${answer.body}`)
  }
  const creation = (): LoadRequest => operations.post.request(data, random)
  const measured = async (work: () => Promise<void>): Promise<Figure> => {
    const { user, system } = process.cpuUsage()
    const before = { database: cpuOfTree(databasePid), trips: db.roundTrips(), at: performance.now() }
    await work()
    const used = process.cpuUsage({ user, system })
    return {
      databaseMs: cpuOfTree(databasePid) - before.database,
      serverMs: (used.user + used.system) / 1_000,
      trips: db.roundTrips() - before.trips,
      wallMs: performance.now() - before.at,
    }
  }
  const batch = async (): Promise<void> => {
    const made = Array.from({ length: CREATIONS }, () => {
      const { method, path, body = '' } = creation()
      return { method, path: path.replace('/api', ''), body: JSON.parse(body) as unknown }
    })
    const json = { 'content-type': 'application/json' }
    const body = JSON.stringify({ operations: made })
    await send({ method: 'POST', path: '/api/batch', headers: { ...headers, ...json }, body }, 200)
  }
  const single = (concurrency: number) => async (): Promise<void> => {
    let left = CREATIONS
    const caller = async (): Promise<void> => {
      while (left-- > 0) await send(creation(), 201)
    }
    await Promise.all(Array.from({ length: concurrency }, caller))
  }
  const figures: Record<Kind, Figure[]> = { batch: [], alone: [], together: [] }
  for (let round = 0; round <= rounds; round++) {
    const found: Record<Kind, Figure> = {
      batch: await measured(batch),
      alone: await measured(single(1)),
      together: await measured(single(CONCURRENCY)),
    }
    if (round > 0) for (const kind of KINDS) figures[kind].push(found[kind])
  }
  const of = (kind: Kind, name: keyof Figure): number => median(figures[kind].map(figure => figure[name]))
  const line = (kind: Kind): string =>
    `${of(kind, 'databaseMs').toFixed(0)} ms of CPU in the database, ${of(kind, 'serverMs').toFixed(0)} ms in the server, ` +
    `${of(kind, 'trips')} round trips, ${of(kind, 'wallMs').toFixed(0)} ms`
  const share = (100 * of('batch', 'databaseMs')) / of('alone', 'databaseMs')
  return [
    `batch: ${CREATIONS} creations in one: ${line('batch')}`,
    `       ${CREATIONS} calls, one after the other: ${line('alone')}`,
    `       ${CREATIONS} calls, ${CONCURRENCY} at a time: ${line('together')}`,
    `       database time of the batch: ${share.toFixed(0)} % of the first (goal 33)`,
  ]
}
