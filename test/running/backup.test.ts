// A backup of a server that is written to all the time, and the server that is made of it.
import { hash, randomBytes } from 'node:crypto'
import { mkdir, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  runCrocus,
  startProcess,
  startServerProcess,
  testFolder,
  type ServerProcess,
  type Settings,
} from '../harness/process.ts'
import { isSvnMissing, SVN_NEEDS, svnClient, svnTool } from '../harness/svn.ts'

const PASSWORD = 'the admin of the tests'
const admin = ['admin', PASSWORD] as const
const headers = {
  authorization: `Basic ${Buffer.from(admin.join(':')).toString('base64')}`,
  'content-type': 'application/json',
}

interface Tracker {
  readonly id: number
  readonly item_name: string
  readonly fields: { readonly field_id: number; readonly name: string }[]
}
interface FileValue {
  readonly field_id: number
  readonly file_descriptions?: { readonly id: number; readonly html_url: string }[]
}

const call = async <Answer>(address: string, method: string, path: string, body?: object): Promise<Answer> => {
  const response = await fetch(`${address}/api${path}`, {
    method,
    headers,
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
  return (text === '' ? undefined : JSON.parse(text)) as Answer
}

describe.skipIf(isSvnMissing)(`a backup under writes (${SVN_NEEDS})`, { timeout: 240_000 }, () => {
  const running: ServerProcess[] = []
  let folder = ''
  let source: Settings
  let client: ReturnType<typeof svnClient>
  let projectId = 0
  let bug: Tracker
  let repositoryId = 0
  const field = (name: string): number => bug.fields.find(one => one.name === name)?.field_id ?? 0

  /** Writes that the server has acknowledged. */
  const known = {
    /** Artifact → how often it was changed. */
    changes: new Map<number, number>(),
    /** Artifact → sum of what is attached to it. */
    files: new Map<number, string>(),
    revision: 0,
  }
  const copyOfKnown = () => ({ ...known, changes: new Map(known.changes), files: new Map(known.files) })
  type Known = ReturnType<typeof copyOfKnown>

  const start = async (settings: Settings): Promise<ServerProcess> => {
    const server = await startServerProcess(settings)
    running.push(server)
    return server
  }
  const stop = async (server: ServerProcess): Promise<void> => {
    server.child.kill('SIGTERM')
    await server.exit
  }
  const svnUrl = (address: string): string => `${address}/svnplugin/optics/main`

  const createOne = async (address: string): Promise<void> => {
    const values = [{ field_id: field('title'), value: 'change 0' }]
    const { id } = await call<{ id: number }>(address, 'POST', '/artifacts', { tracker: { id: bug.id }, values })
    known.changes.set(id, 0)
  }
  const createWithKey = async (address: string): Promise<{ readonly id: number; readonly isReplayed: boolean }> => {
    const response = await fetch(`${address}/api/artifacts`, {
      method: 'POST',
      headers: { ...headers, 'idempotency-key': 'before-the-backup' },
      body: JSON.stringify({ tracker: { id: bug.id }, values: [{ field_id: field('title'), value: 'with a key' }] }),
    })
    const { id } = (await response.json()) as { id: number }
    expect(response.status).toBe(201)
    return { id, isReplayed: response.headers.get('idempotent-replayed') === 'true' }
  }
  const changeOne = async (address: string): Promise<void> => {
    const ids = [...known.changes.keys()]
    const id = ids[Math.floor(Math.random() * ids.length)] ?? 0
    const changes = known.changes.get(id)
    // Nobody else changes it until it is back.
    if (changes === undefined || !known.changes.delete(id)) return
    const values = [{ field_id: field('title'), value: `change ${changes + 1}` }]
    await call(address, 'PUT', `/artifacts/${id}`, { values })
    known.changes.set(id, changes + 1)
  }
  const attachOne = async (address: string): Promise<void> => {
    const content = randomBytes(2_000 + Math.floor(Math.random() * 1_500_000))
    const declared = await call<{ id: number; upload_href: string }>(
      address,
      'POST',
      `/tracker_fields/${field('attachments')}/files`,
      { name: 'lens.bin', file_size: content.length, file_type: 'application/octet-stream' },
    )
    const sent = await fetch(new URL(declared.upload_href, address), {
      method: 'PATCH',
      headers: {
        ...headers,
        'content-type': 'application/offset+octet-stream',
        'tus-resumable': '1.0.0',
        'upload-offset': '0',
      },
      body: content,
    })
    if (sent.status !== 204) throw new Error(`upload: ${sent.status}`)
    const values = [
      { field_id: field('title'), value: 'with a file' },
      { field_id: field('attachments'), value: [declared.id] },
    ]
    const { id } = await call<{ id: number }>(address, 'POST', '/artifacts', { tracker: { id: bug.id }, values })
    known.files.set(id, hash('sha256', content))
  }
  /** Files of which nothing stays: their contents wait to be erased while the backup runs. */
  const detachOne = async (address: string): Promise<void> => {
    const [id] = known.files.keys()
    if (id === undefined || known.files.size < 6) return
    known.files.delete(id)
    await call(address, 'PUT', `/artifacts/${id}`, { values: [{ field_id: field('attachments'), value: [] }] })
  }
  const commitOne = async (address: string): Promise<void> => {
    const next = known.revision + 1
    await client.svn(admin, 'mkdir', '-q', '-m', `revision ${next}`, `${svnUrl(address)}/r${next}`)
    known.revision = next
  }

  /** Writes from several sides until it is told to stop. */
  const writeOn = (address: string): { stop(): Promise<void> } => {
    let isOver = false
    const repeat = async (work: (address: string) => Promise<void>): Promise<void> => {
      while (!isOver) {
        await work(address)
        await sleep(20)
      }
    }
    const writers = Promise.all([createOne, changeOne, changeOne, attachOne, detachOne, commitOne].map(repeat))
    return {
      stop: async () => {
        isOver = true
        await writers
      },
    }
  }

  const expectRestored = async (address: string, before: Known): Promise<void> => {
    const wrong: string[] = []
    for (const [id, changes] of before.changes) {
      const found = await call<{ title: string }>(address, 'GET', `/artifacts/${id}`)
      const history = await call<unknown[]>(address, 'GET', `/artifacts/${id}/changesets?limit=50`)
      const last = Number(found.title.replace('change ', ''))
      if (!(last >= changes) || history.length !== last + 1)
        wrong.push(`artifact ${id}: ${found.title}, ${history.length} changesets, was at ${changes}`)
    }
    for (const [id, sum] of before.files) {
      const { values } = await call<{ values: FileValue[] }>(address, 'GET', `/artifacts/${id}`)
      const url = values.find(value => value.field_id === field('attachments'))?.file_descriptions?.[0]?.html_url
      // Detached by those who wrote meanwhile.
      if (url === undefined) continue
      const content = await fetch(`${address}${url}`, { headers })
      if (hash('sha256', new Uint8Array(await content.arrayBuffer())) !== sum) wrong.push(`the file of artifact ${id}`)
    }
    expect(wrong).toEqual([])
    const listed = await client.svn(admin, 'list', svnUrl(address))
    expect(listed.split('\n')).toEqual(
      expect.arrayContaining(Array.from({ length: before.revision }, (_, i) => `r${i + 1}/`)),
    )
  }

  beforeAll(async () => {
    folder = await testFolder()
    client = svnClient(join(folder, 'client'))
    source = { CROCUS_DATA: join(folder, 'source'), CROCUS_ADMIN_PASSWORD: PASSWORD, CROCUS_LOG_LEVEL: 'fatal' }
    const { address } = await start(source)
    const project = { shortname: 'optics', label: 'Optics', description: 'Lenses', is_public: true, template_id: 100 }
    projectId = (await call<{ id: number }>(address, 'POST', '/projects', project)).id
    const trackers = await call<Tracker[]>(address, 'GET', `/projects/${projectId}/trackers?limit=50`)
    bug = trackers.find(tracker => tracker.item_name === 'bug') as Tracker
    repositoryId = (await call<{ id: number }>(address, 'POST', '/svn', { project_id: projectId, name: 'main' })).id
    for (let i = 0; i < 30; i++) await createOne(address)
    for (let i = 0; i < 8; i++) await attachOne(address)
    await commitOne(address)
  }, 120_000)
  afterAll(async () => {
    for (const server of running) await stop(server)
  })

  it('leaves nothing behind when it is interrupted', async () => {
    const place = join(folder, 'interrupted')
    await mkdir(place)
    const backup = startProcess('src/cli/main.ts', ['backup', join(place, 'a.tar')], source)
    await expect.poll(() => readdir(place), { timeout: 60_000, interval: 1 }).not.toEqual([])
    backup.child.kill('SIGTERM')
    expect(await backup.exit).toBe(130)
    expect(await readdir(place)).toEqual([])
  })

  it('has all that was acknowledged before it, each thing whole; so has one that builds on it', async () => {
    const server = running[0] as ServerProcess
    const [full, more] = [join(folder, 'full.tar'), join(folder, 'more.tar')]
    const { next } = await call<{ next: string }>(server.address, 'GET', '/changes')
    const keyed = await createWithKey(server.address)
    const writing = writeOn(server.address)
    expect((await runCrocus(['backup', full], source)).stderr).toBe('')
    const before = copyOfKnown()
    const made = await runCrocus(['backup', more, '--base', full, '--json'], source)
    await writing.stop()
    await stop(server)
    expect([made.code, made.stderr]).toEqual([0, ''])
    const report = JSON.parse(made.stdout) as { warnings: string[]; reused_entries: number; entries: number }
    expect(report.warnings).toEqual([])
    expect(report.reused_entries).toBeGreaterThan(report.entries / 4)
    expect((await stat(full)).mode & 0o777).toBe(0o600)

    const target = { ...source, CROCUS_DATA: join(folder, 'target') }
    const restored = await runCrocus(['restore', more], target)
    expect([restored.stderr, restored.code]).toEqual(['', 0])
    await svnTool('svnadmin', 'verify', '-q', join(folder, `target/svn/repositories/${projectId}/main`))
    const { address } = await start(target)
    await expectRestored(address, before)

    // A reader of the feed begins anew, and a call that is repeated with its key is known.
    const feed = await fetch(`${address}/api/changes?since=${next}`, { headers })
    const { error } = (await feed.json()) as { error: { details: { reason: string; start_again: string } } }
    expect([feed.status, error.details]).toMatchObject([
      410,
      { reason: 'feed.other_history', start_again: '/api/changes/snapshot' },
    ])
    expect(await createWithKey(address)).toEqual({ ...keyed, isReplayed: true })

    // It goes on as if nothing had been.
    known.changes.clear()
    known.files.clear()
    await createOne(address)
    expect(Math.min(...known.changes.keys())).toBeGreaterThan(Math.max(...before.changes.keys()))
    await changeOne(address)
    await attachOne(address)
    known.revision = Number(/^Revision: (\d+)/m.exec(await client.svn(admin, 'info', svnUrl(address)))?.[1])
    await commitOne(address)
    await expectRestored(address, { ...copyOfKnown(), revision: before.revision })
    const query = encodeURIComponent("title = 'change 1'")
    expect(
      await call<{ id: number }[]>(address, 'GET', `/trackers/${bug.id}/artifacts?expert_query=${query}`),
    ).toContainEqual(expect.objectContaining({ id: [...known.changes.keys()][0] }))
    const processed = async (): Promise<string> =>
      (await runCrocus(['svn', 'list', '--json'], target)).stdout.replaceAll(/\s/g, '')
    await expect
      .poll(processed, { timeout: 20_000, interval: 500 })
      .toContain(`"id":${repositoryId},"project":"optics","name":"main","revision":${known.revision}`)
    const verified = await runCrocus(['files', 'verify'], target)
    expect(verified.stdout).toMatch(/all is well/)
  })
})
