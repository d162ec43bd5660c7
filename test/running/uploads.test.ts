// Uploads by a real TUS client against real processes: kill -9, several servers, a full disk, writers in each other's way.
import { execFile } from 'node:child_process'
import { createHash, hash, randomFillSync } from 'node:crypto'
import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import http from 'node:http'
import path from 'node:path'
import { promisify } from 'node:util'
import { Upload } from 'tus-js-client'
import { afterEach, describe, expect, it } from 'vitest'
import { testDatabaseUrl } from '../harness/database.ts'
import { runCrocus, startServerProcess, testFolder, type ServerProcess, type Settings } from '../harness/process.ts'
import { tcpProxy } from '../harness/tcp-proxy.ts'

const PASSWORD = 'the admin of the tests'
const MEBIBYTE = 1024 ** 2
const authorization = `Basic ${Buffer.from(`admin:${PASSWORD}`).toString('base64')}`
const run = promisify(execFile)

const cleanups: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

const start = async (settings: Settings): Promise<ServerProcess> => {
  const server = await startServerProcess({ CROCUS_ADMIN_PASSWORD: PASSWORD, ...settings })
  cleanups.push(async () => {
    server.child.kill('SIGKILL')
    await server.exit
  })
  return server
}
const kill = async (server: ServerProcess): Promise<void> => {
  server.child.kill('SIGKILL')
  await server.exit
}

const call = async (address: string, method: string, route: string, body?: object): Promise<unknown> => {
  const response = await fetch(`${address}/api${route}`, {
    method,
    headers: { authorization, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${route}: ${response.status} ${text}`)
  return text === '' ? undefined : JSON.parse(text)
}

interface UploadFixture {
  readonly trackerId: number
  readonly titleId: number
  readonly fieldId: number
}
const givenUploadFixture = async (address: string): Promise<UploadFixture> => {
  const { id } = (await call(address, 'POST', '/projects', {
    shortname: 'optics',
    label: 'Optics',
    description: 'Lenses',
    is_public: true,
    template_id: 100,
  })) as { id: number }
  const trackers = (await call(address, 'GET', `/projects/${id}/trackers?limit=50`)) as {
    id: number
    item_name: string
    fields: { field_id: number; name: string }[]
  }[]
  const bug = trackers.find(tracker => tracker.item_name === 'bug')
  const field = (name: string): number => bug?.fields.find(each => each.name === name)?.field_id ?? 0
  return { trackerId: bug?.id ?? 0, titleId: field('title'), fieldId: field('attachments') }
}

interface DeclaredFile {
  readonly id: number
  readonly upload_href: string
}
const declare = async (
  address: string,
  { fieldId }: UploadFixture,
  name: string,
  size: number,
): Promise<DeclaredFile> =>
  (await call(address, 'POST', `/tracker_fields/${fieldId}/files`, {
    name,
    file_size: size,
    file_type: 'application/octet-stream',
  })) as DeclaredFile

const attach = async (
  address: string,
  { trackerId, titleId, fieldId }: UploadFixture,
  fileId: number,
): Promise<string | null> => {
  const { id } = (await call(address, 'POST', '/artifacts', {
    tracker: { id: trackerId },
    values: [
      { field_id: titleId, value: 'With a file' },
      { field_id: fieldId, value: [fileId] },
    ],
  })) as { id: number }
  const { values } = (await call(address, 'GET', `/artifacts/${id}`)) as {
    values: { field_id: number; file_descriptions?: { sha256: string | null; html_url: string }[] }[]
  }
  const file = values.find(value => value.field_id === fieldId)?.file_descriptions?.[0]
  const content = await fetch(`${address}${file?.html_url ?? ''}`, { headers: { authorization } })
  const received = createHash('sha256')
  for await (const chunk of content.body ?? []) received.update(chunk as Uint8Array)
  expect(file?.sha256).toBe(received.digest('hex'))
  return file?.sha256 ?? null
}

/** Sends all of it, going on by itself after failures. */
const sendAll = (
  url: string,
  content: Buffer,
  options: { onProgress?: (sent: number) => void; retries?: number } = {},
): Promise<void> =>
  new Promise((resolve, reject) => {
    new Upload(content, {
      uploadUrl: url,
      // Each request on a connection of its own: by a proxy, to the next server.
      headers: { authorization, connection: 'close' },
      retryDelays: Array<number>(options.retries ?? 300).fill(200),
      onProgress: sent => options.onProgress?.(sent),
      onSuccess: () => resolve(),
      onError: reject,
    }).start()
  })

/** Kills it three times on the way, and starts it again at the same address. */
const killedOnTheWay = (total: number, restart: () => Promise<void>) => {
  const marks = [0.2, 0.45, 0.7].map(part => part * total)
  let kills = 0
  let restarting: Promise<void> | undefined
  return {
    kills: () => kills,
    onProgress: (sent: number): void => {
      if (restarting || kills >= marks.length || sent < (marks[kills] ?? 0)) return
      kills++
      restarting = restart().finally(() => (restarting = undefined))
    },
    done: async (): Promise<void> => restarting,
  }
}

const randomContent = (bytes: number): Buffer => randomFillSync(Buffer.alloc(bytes))
const portOf = (address: string): string => new URL(address).port

describe('an upload of 300 MB', () => {
  const total = 300 * MEBIBYTE

  const allowLarge = async (settings: Settings): Promise<void> => {
    expect(await runCrocus(['config', 'set', 'max_upload_size', String(total)], settings)).toMatchObject({ code: 0 })
  }

  it('survives kill -9 of the server three times', { timeout: 300_000 }, async () => {
    const settings = { CROCUS_DATA: await testFolder(), DATABASE_URL: await testDatabaseUrl() }
    let server = await start(settings)
    const scene = await givenUploadFixture(server.address)
    await allowLarge(settings)
    const content = randomContent(total)
    const PORT = portOf(server.address)
    const upload = await declare(server.address, scene, 'large.bin', total)
    const killer = killedOnTheWay(total, async () => {
      await kill(server)
      server = await start({ ...settings, PORT })
    })
    await sendAll(`${server.address}${upload.upload_href}`, content, killer)
    await killer.done()
    expect(killer.kills()).toBe(3)
    expect(await attach(server.address, scene, upload.id)).toBe(hash('sha256', content))
  })

  it('survives the same with two servers that take requests in turn', { timeout: 300_000 }, async () => {
    const databaseUrl = await testDatabaseUrl()
    const shared = { CROCUS_SHARED: await testFolder(), DATABASE_URL: databaseUrl }
    const settings = [
      { CROCUS_DATA: await testFolder(), ...shared },
      { CROCUS_DATA: await testFolder(), ...shared },
    ]
    const servers = [await start(settings[0] ?? {}), await start(settings[1] ?? {})]
    const ports = servers.map(server => portOf(server.address))
    const proxy = await tcpProxy(ports.map(port => ({ host: '127.0.0.1', port: Number(port) })))
    cleanups.push(() => proxy.close())
    const address = `http://127.0.0.1:${proxy.port}`
    const scene = await givenUploadFixture(servers[0]?.address ?? '')
    await allowLarge(settings[0] ?? {})
    const content = randomContent(total)
    const upload = await declare(servers[1]?.address ?? '', scene, 'large.bin', total)
    const killer = killedOnTheWay(total, async () => {
      // Else the rest could arrive by the first that is back, before the second is.
      proxy.newConnections = 'refuse'
      await Promise.all(servers.map(kill))
      const starting = ports.map((PORT, index) => start({ ...settings[index], PORT }))
      servers.splice(0, servers.length, ...(await Promise.all(starting)))
      proxy.newConnections = 'pass'
    })
    await sendAll(`${address}${upload.upload_href}`, content, killer)
    await killer.done()
    expect(killer.kills()).toBe(3)
    expect(await attach(address, scene, upload.id)).toBe(hash('sha256', content))
  })
})

describe('writers in each other’s way', () => {
  const slowPatch = (url: string, length: number): { request: http.ClientRequest; status: Promise<number> } => {
    const request = http.request(url, {
      method: 'PATCH',
      headers: {
        authorization,
        'tus-resumable': '1.0.0',
        'upload-offset': '0',
        'content-type': 'application/offset+octet-stream',
        'content-length': String(length),
      },
    })
    const status = once(request, 'response').then(([response]) => (response as http.IncomingMessage).statusCode ?? 0)
    status.catch(() => undefined)
    return { request, status }
  }
  const tus = (url: string, method: string): Promise<Response> =>
    fetch(url, {
      method,
      headers: {
        authorization,
        'tus-resumable': '1.0.0',
        ...(method === 'PATCH' && { 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' }),
      },
      ...(method === 'PATCH' && { body: 'other' }),
    })

  it('get 423 until the first is done or gone; what it sent stays', { timeout: 120_000 }, async () => {
    const databaseUrl = await testDatabaseUrl()
    const folder = await testFolder()
    const server = await start({ CROCUS_DATA: folder, DATABASE_URL: databaseUrl })
    const scene = await givenUploadFixture(server.address)
    const upload = await declare(server.address, scene, 'slow.bin', 10)
    const url = `${server.address}${upload.upload_href}`
    const offset = async (): Promise<string | null> => (await tus(url, 'HEAD')).headers.get('upload-offset')

    const first = slowPatch(url, 10)
    first.request.write('0123')
    await expect.poll(offset).toBe('4')
    expect((await tus(url, 'PATCH')).status).toBe(423)
    expect((await tus(url, 'DELETE')).status).toBe(423)
    // Its connection breaks.
    first.request.on('error', () => undefined).destroy()
    await expect.poll(async () => (await tus(url, 'PATCH')).status).toBe(409)
    expect(await offset()).toBe('4')
    expect((await tus(url, 'DELETE')).status).toBe(204)
  })
})

describe('a full disk', () => {
  it(
    'is said so; the server lives, nothing incomplete is attached, and the upload goes on when there is room',
    { timeout: 120_000 },
    async context => {
      const folder = await testFolder()
      const files = path.join(folder, 'files')
      await mkdir(files)
      try {
        await run('mount', ['-t', 'tmpfs', '-o', 'size=12m', 'tmpfs', files])
      } catch {
        context.skip('needs the permission to mount a tmpfs')
      }
      cleanups.push(() => run('umount', ['-l', files]))
      const server = await start({ CROCUS_DATA: folder, DATABASE_URL: await testDatabaseUrl() })
      const scene = await givenUploadFixture(server.address)
      const content = randomContent(20 * MEBIBYTE)
      const upload = await declare(server.address, scene, 'large.bin', content.length)
      const url = `${server.address}${upload.upload_href}`
      const patch = await fetch(url, {
        method: 'PATCH',
        headers: {
          authorization,
          'tus-resumable': '1.0.0',
          'upload-offset': '0',
          'content-type': 'application/offset+octet-stream',
        },
        body: content,
      })
      expect([patch.status, await patch.text()]).toEqual([507, ''])
      expect((await fetch(`${server.address}/health`)).status).toBe(200)
      await expect(attach(server.address, scene, upload.id)).rejects.toThrow('404')
      await run('mount', ['-o', 'remount,size=64m', files])
      await sendAll(url, content, { retries: 3 })
      expect(await attach(server.address, scene, upload.id)).toBe(hash('sha256', content))
    },
  )
})
