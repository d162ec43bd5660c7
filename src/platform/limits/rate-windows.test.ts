import { beforeAll, afterAll, describe, expect, it } from 'vitest'
import { afterFile } from '../../../test/harness/after-file.ts'
import { testClock } from '../../../test/harness/clock.ts'
import { testDatabaseUrl } from '../../../test/harness/database.ts'
import { openDatabase, type Db } from '../db/db.ts'
import { RateWindows } from './rate-windows.ts'

let db: Db
const clock = testClock()
const errors: unknown[] = []

beforeAll(async () => {
  db = openDatabase(await testDatabaseUrl())
  afterFile(() => db.close())
})

const newWindows = (database = db): RateWindows => {
  const windows = new RateWindows({ db: database, clock, onError: error => errors.push(error) })
  afterAll(() => windows.close())
  return windows
}

/** How many of `uses` are allowed, `atOnce` at the same time. */
const allowed = async (
  windows: RateWindows,
  caller: string,
  uses: number,
  limit: number,
  atOnce = 10,
): Promise<number> => {
  let count = 0
  for (let done = 0; done < uses; done += atOnce) {
    const verdicts = await Promise.all(Array.from({ length: atOnce }, async () => windows.consume(caller, limit)))
    count += verdicts.filter(({ isAllowed }) => isAllowed).length
  }
  return count
}

describe('windows of use', () => {
  it('let one process use exactly the limit, and begin anew with each minute', async () => {
    const windows = newWindows()
    expect(await allowed(windows, 'a', 300, 100)).toBe(100)
    expect(await windows.consume('a', 100)).toMatchObject({ isAllowed: false, limit: 100, remaining: 0 })
    expect(await windows.consume('b', 100)).toMatchObject({ isAllowed: true, remaining: 99 })
    clock.advance(60_000)
    expect(await windows.consume('a', 100)).toMatchObject({ isAllowed: true, remaining: 99 })
  })

  it.each([1, 7, 100, 1_000])(
    'let several processes use no more than the limit of %i and a twentieth each',
    async limit => {
      const processes = Array.from({ length: 4 }, () => newWindows())
      const counts = await Promise.all(
        processes.map(windows => allowed(windows, `shared ${limit}`, limit * 2, limit, 1)),
      )
      const sum = counts.reduce((left, right) => left + right)
      expect(sum).toBeGreaterThanOrEqual(limit)
      expect(sum).toBeLessThanOrEqual(limit + processes.length * Math.max(1, Math.floor(limit / 20)))
      for (const windows of processes)
        expect(await windows.consume(`shared ${limit}`, limit)).toMatchObject({ isAllowed: false })
    },
  )

  it('cost few round trips', async () => {
    const windows = newWindows()
    await windows.consume('warm', 10)
    const before = db.roundTrips()
    expect(await allowed(windows, 'frugal', 5_000, 10_000)).toBe(5_000)
    expect(db.roundTrips() - before).toBeLessThan(20)
  })

  it('continue with local counts while the database is unavailable', async () => {
    const away = openDatabase('postgres://nobody@127.0.0.1:1/nothing')
    const windows = newWindows(away)
    expect(await allowed(windows, 'c', 50, 20)).toBe(20)
    expect(errors.length).toBeGreaterThan(0)
    await away.close()
  })
})
