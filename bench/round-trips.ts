import type { App } from '../src/app.ts'
import type { Db } from '../src/platform/db/db.ts'
import { operations, randomFrom, type OperationName, type Seed } from './operations.ts'

/** Enough that each of the seeded accounts, drawn at random, was met. */
const WARM_UPS = 150

/** Round trips to the database that one request of each operation makes when the caches are warm. */
export const countRoundTrips = async (
  app: App,
  db: Db,
  seed: Seed,
  names: readonly OperationName[],
): Promise<Map<OperationName, number>> => {
  const random = randomFrom(3)
  const counts = new Map<OperationName, number>()
  for (const name of names) {
    const { server, expectedStatus, request } = operations[name]
    if (server === 'bare') continue
    for (let time = 0; time <= WARM_UPS; time++) {
      const { method, path, headers, body } = request(seed, random)
      const before = db.roundTrips()
      const answer = await app.fastify.inject({
        method,
        url: path,
        headers,
        ...(body === undefined ? {} : { payload: body }),
      })
      if (answer.statusCode !== expectedStatus)
        throw new Error(`${name} answers ${answer.statusCode}, not ${expectedStatus}: ${answer.body.slice(0, 500)}`)
      counts.set(name, db.roundTrips() - before)
    }
  }
  return counts
}
