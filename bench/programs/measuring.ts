// The server, the writers and the figures of all parts of `npm run bench -- programs`.
import { setTimeout as sleep } from 'node:timers/promises'
import { operations, type Seed } from '../operations.ts'

/** The running server that programs talk to. */
export interface ProgramsBench {
  readonly url: string
  /** Of an account that sees all artifacts. */
  readonly headers: Readonly<Record<string, string>>
  readonly serverPid: number
  readonly databaseUrl: string
  readonly databasePid: number
  readonly data: Seed
}

/** Median and 99th percentile, in milliseconds. */
export const latencies = (milliseconds: readonly number[]): string => {
  const sorted = [...milliseconds].sort((left, right) => left - right)
  const at = (share: number): string => (sorted[Math.floor(sorted.length * share)] ?? Number.NaN).toFixed(0)
  return `${at(0.5)} ms (median), ${at(0.99)} ms (99 %)`
}

/** Sends writes at a rate, whether or not earlier ones are answered. Returns the rate that was reached. */
export const writeSteadily = async (writes: number, seconds: number, write: () => Promise<void>): Promise<number> => {
  const began = performance.now()
  const running: Promise<void>[] = []
  const faults: unknown[] = []
  while (performance.now() - began < seconds * 1_000 && faults.length === 0) {
    const due = Math.floor(((performance.now() - began) / 1_000) * writes)
    while (running.length < due) running.push(write().catch((error: unknown) => void faults.push(error)))
    await sleep(2)
  }
  await Promise.all(running)
  if (faults.length > 0) throw faults[0]
  return running.length / ((performance.now() - began) / 1_000)
}

/** Changes one of the artifacts as an ordinary member. Returns its new Etag. */
export const changeOneOf = async (
  { url, data }: Pick<ProgramsBench, 'url' | 'data'>,
  artifactIds: readonly number[],
  random: () => number,
): Promise<string> => {
  const { method, path, headers, body } = operations.put.request({ ...data, artifactIds }, random)
  const answer = await fetch(`${url}${path}`, { method, headers, ...(body !== undefined && { body }) })
  const text = await answer.text()
  if (answer.status === 503) throw new Error('the server has more to do than it can: take fewer writes (--writes)')
  if (answer.status !== 200) throw new Error(`PUT answers ${answer.status}: ${text}`)
  return answer.headers.get('etag') ?? ''
}
