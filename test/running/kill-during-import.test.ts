// An import goes on behind its last portion when its server is killed (integrators.md §12).
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { startServerProcess, stopLeftDatabase, testFolder, type ServerProcess } from '../harness/process.ts'
import { until } from '../harness/until.ts'

const ADMIN_PASSWORD = 'kill me if you can'
const ARTIFACTS = 3_000
const KILLS = 2

const authorization = `Basic ${Buffer.from(`admin:${ADMIN_PASSWORD}`).toString('base64')}`

interface Progress {
  readonly status: string
  readonly done: number
  readonly created: number
  readonly lines_done: number
  readonly messages: readonly unknown[]
}

describe('an import', { timeout: 400_000 }, () => {
  let server: ServerProcess | undefined
  let dataFolder = ''
  afterAll(async () => {
    server?.child.kill('SIGTERM')
    await server?.exit
    if (dataFolder !== '') await stopLeftDatabase(dataFolder)
  })

  it(`writes each of ${ARTIFACTS} artifacts once while its server is killed ${KILLS} times`, async () => {
    dataFolder = join(await testFolder(), 'data')
    const settings = { CROCUS_DATA: dataFolder, CROCUS_ADMIN_PASSWORD: ADMIN_PASSWORD, CROCUS_LOG_LEVEL: 'fatal' }
    server = await startServerProcess(settings)
    const call = (path: string, body?: unknown): Promise<Response> =>
      fetch(`${server?.address}/api${path}`, {
        headers: { authorization, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
      })
    const project = { shortname: 'crash', label: 'Crash', is_public: true, template_id: 100 }
    expect((await call('/projects', project)).status).toBe(201)
    const trackers = (await (await call('/projects/101/trackers')).json()) as { id: number; item_name: string }[]
    const task = trackers.find(tracker => tracker.item_name === 'task')?.id ?? 0

    const content = Array.from({ length: ARTIFACTS }, (_, number) =>
      JSON.stringify({
        type: 'artifact',
        external_id: `K-${number}`,
        values: { title: `Task ${number}` },
        changesets: [{ values: { title: `Task ${number} again` }, comment: 'Changed' }],
      }),
    ).join('\n')
    const declared = await call('/projects/101/imports', {
      source: 'crash',
      format: 'ndjson',
      tracker_id: task,
      file_name: 'tasks.ndjson',
      file_size: Buffer.byteLength(content),
    })
    expect(declared.status).toBe(201)
    const { id, upload_href } = (await declared.json()) as { id: number; upload_href: string }
    const sent = await fetch(`${server.address}${upload_href}`, {
      method: 'PATCH',
      headers: {
        authorization,
        'tus-resumable': '1.0.0',
        'upload-offset': '0',
        'content-type': 'application/offset+octet-stream',
      },
      body: content,
    })
    expect(sent.status).toBe(204)

    const read = async (): Promise<Progress> => (await (await call(`/imports/${id}`)).json()) as Progress
    for (let kill = 1; kill <= KILLS; kill++) {
      const wanted = (ARTIFACTS / (KILLS + 1)) * kill * 0.8
      await until(async () => (await read()).done >= wanted, 120_000)
      const before = await read()
      process.kill(server.pid, 'SIGKILL')
      await server.exit
      server = await startServerProcess(settings)
      const after = await read()
      expect(after.done).toBeGreaterThanOrEqual(before.done)
      expect(after.done).toBeLessThan(ARTIFACTS)
    }
    await until(async () => (await read()).status === 'done', 240_000)
    expect(await read()).toMatchObject({ done: ARTIFACTS, created: ARTIFACTS, lines_done: ARTIFACTS, messages: [] })
    const list = await call(`/trackers/${task}/artifacts?limit=1`)
    expect(list.headers.get('x-pagination-size')).toBe(String(ARTIFACTS))
    const last = await call(`/artifacts?external_id=crash:K-${ARTIFACTS - 1}&project_id=101`)
    const { collection } = (await last.json()) as { collection: { id: number; title: string }[] }
    expect(collection[0]?.title).toBe(`Task ${ARTIFACTS - 1} again`)
    const changesets = await call(`/artifacts/${collection[0]?.id}/changesets`)
    expect(await changesets.json()).toHaveLength(2)
  })
})
