import type { App } from '../src/app.ts'
import type { Db } from '../src/platform/db/db.ts'
import { randomFrom } from '../tools/random.ts'
import { operations, type LoadRequest, type OperationName, type Seed } from './operations.ts'

/** Enough that each of the seeded accounts, drawn at random, was met. */
const WARM_UPS = 150

/**
 * Round trips to the database per request of each operation, with warm caches. For a server with a response cache the second identical
 * request is counted.
 */
export const countRoundTrips = async (
  app: App,
  db: Db,
  seed: Seed,
  names: readonly OperationName[],
): Promise<Map<OperationName, number>> => {
  const random = randomFrom(3)
  const counts = new Map<OperationName, number>()
  for (const name of names) {
    const { server, expectedStatus, otherStatus, request } = operations[name]
    if (server === 'bare') continue
    const send = async ({ method, path, headers, body }: LoadRequest): Promise<number> => {
      const before = db.roundTrips()
      const answer = await app.fastify.inject({
        method,
        url: path,
        headers,
        ...(body === undefined ? {} : { payload: body }),
      })
      if (![expectedStatus, otherStatus].includes(answer.statusCode))
        throw new Error(`${name} answers ${answer.statusCode}, not ${expectedStatus}: ${answer.body.slice(0, 500)}`)
      return db.roundTrips() - before
    }
    for (let time = 0; time < WARM_UPS; time++) await send(request(seed, random))
    const last = request(seed, random)
    const first = await send(last)
    counts.set(name, server === 'forgetful' ? first : await send(last))
  }
  return counts
}
