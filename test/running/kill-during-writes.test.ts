import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { startServerProcess, stopLeftDatabase, testFolder, type ServerProcess } from '../harness/process.ts'

const ADMIN_PASSWORD = 'kill me if you can'
const WRITES = 2_000
const WRITERS = 8
/** Acknowledged writes after which everything is killed. */
const KILL_AT = [500, 1_200]

const headers = {
  authorization: `Basic ${Buffer.from(`admin:${ADMIN_PASSWORD}`).toString('base64')}`,
  'content-type': 'application/json',
}

/** Process id of the database that runs in a data folder. */
const postmasterOf = async (dataFolder: string): Promise<number> => {
  const found = (await readdir(join(dataFolder, 'postgres'), { recursive: true })).find(name =>
    name.endsWith('postmaster.pid'),
  )
  if (!found) throw new Error('no database runs')
  return Number((await readFile(join(dataFolder, 'postgres', found), 'utf8')).split('\n')[0])
}

describe('an acknowledged write survives the death of every process (DESIGN.md §7)', { timeout: 240_000 }, () => {
  let server: ServerProcess | undefined
  let dataFolder = ''
  afterAll(async () => {
    server?.child.kill('SIGTERM')
    await server?.exit
    if (dataFolder !== '') await stopLeftDatabase(dataFolder)
  })

  it(`keeps all of ${WRITES} while server and database are killed ${KILL_AT.length} times`, async () => {
    dataFolder = join(await testFolder(), 'data')
    const settings = { CROCUS_DATA: dataFolder, CROCUS_ADMIN_PASSWORD: ADMIN_PASSWORD, CROCUS_LOG_LEVEL: 'fatal' }
    server = await startServerProcess(settings)
    const call = async (path: string, body?: unknown): Promise<Response> =>
      fetch(`${server?.address}/api${path}`, {
        headers,
        ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
      })
    const project = { shortname: 'crash', label: 'Crash', is_public: true, template_id: 100 }
    expect((await call('/projects', project)).status).toBe(201)
    const trackers = (await (await call('/projects/101/trackers')).json()) as {
      id: number
      item_name: string
      fields: { field_id: number; name: string }[]
    }[]
    const task = trackers.find(tracker => tracker.item_name === 'task')
    const titleId = task?.fields.find(field => field.name === 'title')?.field_id

    const acknowledged = new Map<number, string>()
    let next = 0
    const writeUntil = async (count: number): Promise<void> => {
      while (acknowledged.size < count) {
        const title = `write ${next++}`
        try {
          const response = await call('/artifacts', {
            tracker: { id: task?.id },
            values: [{ field_id: titleId, value: title }],
          })
          if (response.status === 201) acknowledged.set(((await response.json()) as { id: number }).id, title)
        } catch {
          return // killed under it: not acknowledged
        }
      }
    }

    for (const count of [...KILL_AT, WRITES]) {
      const writing = Promise.all(Array.from({ length: WRITERS }, () => writeUntil(count === WRITES ? count : WRITES)))
      if (count < WRITES) {
        while (acknowledged.size < count) await new Promise(resolve => setTimeout(resolve, 5))
        const postmaster = await postmasterOf(dataFolder)
        process.kill(server.pid, 'SIGKILL')
        process.kill(postmaster, 'SIGKILL')
        await Promise.all([server.exit, writing])
        server = await startServerProcess(settings)
      }
      await writing
    }

    const stored = new Map<number, string>()
    for (let offset = 0; ; offset += 1_000) {
      const page = (await (await call(`/trackers/${task?.id}/artifacts?limit=1000&offset=${offset}`)).json()) as {
        id: number
        title: string
      }[]
      for (const { id, title } of page) stored.set(id, title)
      if (page.length === 0) break
    }
    const lost = [...acknowledged].filter(([id, title]) => stored.get(id) !== title)
    expect(acknowledged.size).toBeGreaterThanOrEqual(WRITES)
    expect(lost).toEqual([])
  })
})
