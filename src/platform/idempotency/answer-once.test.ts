import { beforeAll, expect, it } from 'vitest'
import { testClock } from '../../../test/harness/clock.ts'
import { testDatabase } from '../../../test/harness/database.ts'
import { inTransactionOfScope, type Db } from '../db/db.ts'
import { ClientClosedRequest, Conflict, ServiceUnavailable } from '../errors.ts'
import { answerOnce, type StorableResponse } from './answer-once.ts'
import { idempotentCall } from './idempotency-key.ts'

let db: Db
beforeAll(async () => {
  db = await testDatabase()
})

const callOf = (key: string) =>
  idempotentCall(101, key, { method: 'POST', path: '/x', query: '', headers: {}, limits: '', body: undefined })

/** A server's calls with one key. Each commits a transaction and then does `after`. */
const calls = (key: string, keeps = true) => {
  const once = answerOnce({ db, clock: testClock() })
  let commits = 0
  return {
    commits: () => commits,
    call: (after: () => void = () => undefined): Promise<StorableResponse> =>
      once<StorableResponse>(
        callOf(key),
        201,
        async () => {
          await inTransactionOfScope(db, () => Promise.resolve(commits++))
          after()
          return { status: 201, body: '{}' }
        },
        { keep: answer => (keeps ? answer : undefined), restore: answer => answer },
      ),
  }
}
const failing = (error: Error) => (): never => {
  throw error
}

it.each([new Error('a fault'), new ServiceUnavailable('later'), new ClientClosedRequest()])(
  'does not write again after a commit whose answer failed: %s',
  async error => {
    const { call, commits } = calls(`fails by ${error.message}`)
    await expect(call(failing(error))).rejects.toThrow(error)
    expect(await call()).toEqual({ status: 201, headers: { 'Idempotent-Replayed': 'truncated' }, body: undefined })
    expect(commits()).toBe(1)
  },
)

it('lets a refused call try again', async () => {
  const { call, commits } = calls('refused')
  await expect(call(failing(new Conflict('taken')))).rejects.toThrow('taken')
  expect(await call()).toEqual({ status: 201, body: '{}' })
  expect(commits()).toBe(2)
})

it('keeps nothing of a call that only rehearsed', async () => {
  await calls('rehearsed', false).call()
  expect(await calls('rehearsed').call()).toEqual({ status: 201, body: '{}' })
})
