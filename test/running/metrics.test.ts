import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { testDatabaseUrl } from '../harness/database.ts'
import { startServerProcess, testFolder, type ServerProcess } from '../harness/process.ts'
import { until } from '../harness/until.ts'

const TOKEN = 'a-token-of-the-tests'
const COUNT = /^crocus_http_request_duration_seconds_count\{method="GET",route="\/api\/version",status="2xx"\} (\d+)$/m

const start = async (settings: Readonly<Record<string, string>>): Promise<ServerProcess> =>
  startServerProcess({
    CROCUS_DATA: await testFolder(),
    DATABASE_URL: await testDatabaseUrl(),
    CROCUS_WORKERS: '2',
    CROCUS_METRICS_TOKEN: TOKEN,
    ...settings,
  })
const stop = async (server: ServerProcess): Promise<unknown> => {
  server.child.kill('SIGTERM')
  return server.exit
}
/** Over a connection of its own, so that any of the processes may get it. */
const get = (url: string): Promise<Response> =>
  fetch(url, { headers: { connection: 'close', authorization: `Bearer ${TOKEN}` } })
const textOf = async (url: string): Promise<string> => {
  const response = await get(url)
  expect(response.status).toBe(200)
  return response.text()
}
const callVersion = async ({ address }: ServerProcess, times: number): Promise<void> => {
  for (let turn = 0; turn < times; turn++) await get(`${address}/api/version`)
}

describe('metrics of a server with two processes', { timeout: 60_000 }, () => {
  it('are the sum of both, on a port of their own, and lose nothing when one dies', async () => {
    const server = await start({ CROCUS_METRICS_PORT: '0' })
    try {
      const metrics = /^Metrics for Prometheus: (\S+)$/m.exec(server.stdout())?.[1] ?? ''
      await callVersion(server, 20)
      const text = await textOf(metrics)
      expect(COUNT.exec(text)?.[1]).toBe('20')
      expect(text).toMatch(/^crocus_workers 2$/m)
      // Asked of one process only: the sum is not twice as much.
      expect(text).toMatch(/^crocus_database_up 1$/m)
      expect(text).toMatch(/^crocus_build_info\{.*\} 1$/m)
      expect((await fetch(metrics)).status).toBe(401)
      expect((await get(`${server.address}/metrics`)).status).toBe(404)
      expect((await get(metrics.replace('/metrics', '/other'))).status).toBe(404)

      // The database is elsewhere: all its children are workers.
      const children = await readFile(`/proc/${server.pid}/task/${server.pid}/children`, 'utf8')
      process.kill(Number(children.split(' ')[0]), 'SIGKILL')
      let after = ''
      const areWorkers = (count: number) => async (): Promise<boolean> => {
        after = await textOf(metrics)
        return after.includes(`\ncrocus_workers ${count}\n`)
      }
      await until(areWorkers(1))
      expect(COUNT.exec(after)?.[1]).toBe('20')
      await until(areWorkers(2))
      await callVersion(server, 3)
      expect(COUNT.exec(await textOf(metrics))?.[1]).toBe('23')
    } finally {
      expect(await stop(server)).toBe(0)
    }
  })

  it('are the sum of both on the port of the server, whichever process is asked', async () => {
    const server = await start({})
    try {
      await callVersion(server, 10)
      for (let turn = 0; turn < 4; turn++) expect(COUNT.exec(await textOf(`${server.address}/metrics`))?.[1]).toBe('10')
      expect((await fetch(`${server.address}/metrics`)).status).toBe(401)
    } finally {
      expect(await stop(server)).toBe(0)
    }
  })

  it('refuses a port for them that is taken, in one line', async () => {
    const server = await start({ CROCUS_METRICS_PORT: '0' })
    try {
      const port = /^Metrics for Prometheus: http:\/\/127\.0\.0\.1:(\d+)/m.exec(server.stdout())?.[1] ?? ''
      await expect(start({ CROCUS_METRICS_PORT: port, CROCUS_WORKERS: '1' })).rejects.toThrow(
        `crocus: The metrics cannot be served on port ${port} of 127.0.0.1 (EADDRINUSE): set CROCUS_METRICS_PORT to a free one.`,
      )
    } finally {
      await stop(server)
    }
  })
})
