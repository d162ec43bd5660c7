// Changes from the commit of a write to the receiver of a webhook.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { randomFrom } from '../../tools/random.ts'
import { cpuOfTree } from '../cpu.ts'
import type { Accounts } from './accounts.ts'
import { changeOneOf, latencies, writeSteadily, type ProgramsBench } from './measuring.ts'

const SECONDS = 15
const WAIT_MS = 60_000

/** `working`: a server that does its background work. */
export const measureWebhooks = async (
  { data, databasePid }: ProgramsBench,
  { app, adminKey }: Accounts,
  { url, pid }: { readonly url: string; readonly pid: number },
  writes: number,
): Promise<string[]> => {
  const arrived = new Map<number, number>()
  const receiver = createServer((request, response) => {
    let text = ''
    request.setEncoding('utf8').on('data', (part: string) => (text += part))
    request.on('end', () => {
      const { data } = JSON.parse(text) as { data: { change: { artifact_id: number } } }
      arrived.set(data.change.artifact_id, performance.now())
      response.writeHead(204).end()
    })
  }).listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  try {
    const origin = `127.0.0.1:${(receiver.address() as AddressInfo).port}`
    await app.modules.settings.set('internal_hosts', origin, { actorId: null, means: 'command' })
    const headers = { 'x-auth-accesskey': await adminKey(), 'content-type': 'application/json' }
    const made = await fetch(`${url}/api/webhooks`, {
      method: 'POST',
      headers,
      body: JSON.stringify({
        scope: 'tracker',
        tracker_id: data.trackerId,
        url: `http://${origin}/`,
        kinds: ['artifact.updated'],
      }),
    })
    if (made.status !== 201) throw new Error(`POST /webhooks answers ${made.status}: ${await made.text()}`)
    await sleep(1_000)
    // Each artifact is changed once: changes of one artifact wait for one another.
    const ids = [...data.artifactIds]
    const random = randomFrom(17)
    const committed = new Map<number, number>()
    const before = { server: cpuOfTree(pid), database: cpuOfTree(databasePid) }
    await writeSteadily(writes, SECONDS, async () => {
      const id = ids.pop()
      if (id === undefined) throw new Error('there are fewer artifacts than writes: take more (--artifacts)')
      await changeOneOf({ url, data }, [id], random)
      committed.set(id, performance.now())
    })
    const end = performance.now() + WAIT_MS
    while ([...committed.keys()].some(id => !arrived.has(id)) && performance.now() < end) await sleep(50)
    const missing = [...committed.keys()].filter(id => !arrived.has(id)).length
    if (missing > 0) throw new Error(`${missing} changes did not arrive at the receiver`)
    const cpu = (process: number, earlier: number): string =>
      ((cpuOfTree(process) - earlier) / committed.size).toFixed(1)
    const waited = [...committed].map(([id, at]) => Math.max(0, (arrived.get(id) ?? 0) - at))
    return [
      `webhooks: ${writes} writes/s, ${waited.length} changes told, commit to receiver ${latencies(waited)} (goal 1000 for 99 %); ` +
        `with its write each takes ${cpu(pid, before.server)} ms of CPU in the server and ${cpu(databasePid, before.database)} ms in the database`,
    ]
  } finally {
    receiver.close()
  }
}
