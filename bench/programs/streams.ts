// Changes from the commit of a write to the readers of open streams.
import { Agent, get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { randomFrom } from '../../tools/random.ts'
import { cpuOfTree } from '../cpu.ts'
import { residentMiB } from '../memory.ts'
import type { Accounts } from './accounts.ts'
import { changeOneOf, latencies, writeSteadily, type ProgramsBench } from './measuring.ts'

/** Streams of one account, at most. */
const STREAMS_OF_ACCOUNT = 20
const OPENED_TOGETHER = 50
const SECONDS = 15
const WARM_UP_SECONDS = 3

interface Streams {
  /** Called with the Etag of each change that arrives. */
  onChange: (etag: string) => void
  readonly isOpen: () => number
  close(): void
}

/** Streams of many accounts, each about one of some artifacts, as pages open them. */
const openStreams = async (
  url: string,
  keys: readonly string[],
  ids: readonly number[],
  count: number,
): Promise<Streams> => {
  const agent = new Agent({ keepAlive: false, maxSockets: Infinity })
  const streams = { onChange: (_etag: string): void => undefined }
  let open = 0
  const openOne = (index: number): Promise<void> =>
    new Promise((resolve, reject) => {
      const key = keys[Math.floor(index / STREAMS_OF_ACCOUNT)] ?? ''
      const path = `${url}/api/events?artifact_id=${ids[index % ids.length]}`
      get(path, { agent, headers: { 'x-auth-accesskey': key, accept: 'text/event-stream' } }, response => {
        if (response.statusCode !== 200) return reject(new Error(`GET /events answers ${response.statusCode}`))
        open++
        response.setEncoding('utf8').on('data', (text: string) => {
          for (const [, etag = ''] of text.matchAll(/"etag":"([^"]+)"/g)) streams.onChange(etag)
        })
        response.on('error', () => undefined).on('close', () => open--)
        resolve()
      }).on('error', reject)
    })
  for (let from = 0; from < count; from += OPENED_TOGETHER)
    await Promise.all(
      Array.from({ length: Math.min(OPENED_TOGETHER, count - from) }, (_, index) => openOne(from + index)),
    )
  return {
    set onChange(listener: (etag: string) => void) {
      streams.onChange = listener
    },
    isOpen: () => open,
    close: () => agent.destroy(),
  }
}

export const measureStreams = async (
  bench: ProgramsBench,
  accounts: Accounts,
  { streams: count, writes }: { readonly streams: number; readonly writes: number },
): Promise<string[]> => {
  const { url, serverPid, databasePid, data } = bench
  // Each artifact is open in twenty tabs.
  const ids = data.artifactIds.slice(0, Math.max(1, Math.ceil(count / STREAMS_OF_ACCOUNT)))
  const keys = await accounts.keys(Math.ceil(count / STREAMS_OF_ACCOUNT))
  const before = residentMiB(serverPid)
  const streams = await openStreams(url, keys, ids, count)
  await sleep(2_000)
  const grown = residentMiB(serverPid) - before
  const random = randomFrom(11)
  const committed = new Map<string, number>()
  const early = new Map<string, number[]>()
  const waited: number[] = []
  streams.onChange = etag => {
    const at = committed.get(etag)
    const now = performance.now()
    if (at !== undefined) waited.push(now - at)
    else early.set(etag, [...(early.get(etag) ?? []), now])
  }
  const write = async (): Promise<void> => {
    const etag = await changeOneOf(bench, ids, random)
    committed.set(etag, performance.now())
    // Arrived before the answer of the write.
    for (const _ of early.get(etag) ?? []) waited.push(0)
    early.delete(etag)
  }
  await writeSteadily(writes, WARM_UP_SECONDS, write)
  waited.length = 0
  const cpu = cpuOfTree(serverPid) + cpuOfTree(databasePid)
  const rate = await writeSteadily(writes, SECONDS, write)
  await sleep(500)
  const used = (cpuOfTree(serverPid) + cpuOfTree(databasePid) - cpu) / (SECONDS * 1_000)
  if (streams.isOpen() < count) throw new Error(`${count - streams.isOpen()} streams were closed`)
  streams.close()
  return [
    `streams: ${count} streams take ${grown.toFixed(0)} MiB (goal 60); ${rate.toFixed(0)} writes/s, ${waited.length} changes told, ` +
      `commit to reader ${latencies(waited)} (goal 100, 250); ${used.toFixed(2)} processors for server and database`,
  ]
}
