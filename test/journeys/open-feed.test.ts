// `openFeed` of the client, and the example that uses it, against a real server.
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  createClient,
  openFeed,
  RequestRefused,
  type CopiedArtifact,
  type FeedOptions,
  type Fetch,
} from '../../client/index.ts'
import { packClient } from '../../tools/pack-client.ts'
import { afterFile } from '../harness/after-file.ts'
import { listen, testApp, type TestApp, type TestRequest } from '../harness/app.ts'
import { allEventsVisible } from '../harness/events.ts'
import { givenAccessKey, givenAccount, givenProject, type Account } from '../harness/fixture.ts'
import { testFolder } from '../harness/process.ts'
import { aTracker, anElement, createTrackersOf } from '../harness/trackers.ts'
import { until } from '../harness/until.ts'

const run = promisify(execFile)

let crocus: TestApp
let server: string
let owner: Account
let reader: Account
let accessKey: string
let projectId: number
let trackers: Readonly<
  Record<'chore' | 'plan', { readonly id: number; readonly title: number; readonly access: number }>
>

const call = async (method: string, path: string, request: TestRequest = {}) => {
  const answer = await crocus.request(method, `/api/${path}`, { as: owner.as, ...request })
  expect(answer.status, answer.text).toBeLessThan(300)
  return answer
}

beforeAll(async () => {
  crocus = await testApp()
  server = await listen(crocus)
  owner = await givenAccount(crocus, 'owner')
  reader = await givenAccount(crocus, 'reader')
  accessKey = await givenAccessKey(crocus, reader.as)
  projectId = (await givenProject(crocus, 'garden', { as: owner.as, isPublic: false, members: ['reader'] })).id
  const permissions = { read: [1], submit: [3], update: [3] }
  const made = await createTrackersOf(
    crocus,
    ...['chore', 'plan'].map(item =>
      aTracker(projectId, item, {
        elements: [
          anElement('string', 'title', { key: `${item}.title`, permissions }),
          anElement('perm', 'access', { key: `${item}.access`, permissions }),
        ],
        permissions: { admin: [4], full: [3] },
        semantics: { title: { field: `${item}.title` } },
      }),
    ),
  )
  const trackerOf = (item: string) => ({
    id: made.trackerIds.get(item) ?? 0,
    title: made.fieldIds.get(`${item}.title`) ?? 0,
    access: made.fieldIds.get(`${item}.access`) ?? 0,
  })
  trackers = { chore: trackerOf('chore'), plan: trackerOf('plan') }
  await crocus.app.modules.settings.set('artifacts_deletion_limit', '100000', { actorId: 101, means: 'command' })
})

const make = async (title: string, { id, title: field_id } = trackers.chore): Promise<number> => {
  const json = { tracker: { id }, values: [{ field_id, value: title }] }
  return (await call('POST', 'artifacts', { json })).json<{ id: number }>().id
}
const rename = (id: number, value: string) =>
  call('PUT', `artifacts/${id}`, { json: { values: [{ field_id: trackers.chore.title, value }] } })
const show = (id: number, groups: readonly string[]) =>
  call('PUT', `artifacts/${id}`, {
    json: { values: [{ field_id: trackers.chore.access, value: { granted_groups: groups } }] },
  })
const setReaders = (logins: readonly string[]) =>
  call('PUT', `user_groups/${projectId}_3/users`, { json: { user_references: logins.map(username => ({ username })) } })

/** A copy in memory, by the rules of the steps. */
class Copy {
  readonly artifacts = new Map<number, CopiedArtifact>()
  readonly places: string[] = []
  pages = 0
  place: string | undefined

  readonly store: FeedOptions['store'] = {
    load: () => this.place,
    save: place => {
      this.place = place
      this.places.push(place)
    },
    versionOf: id => this.artifacts.get(id)?.changeset_id,
  }

  async follow(options: Partial<FeedOptions> = {}, fetch?: Fetch): Promise<void> {
    const client = createClient({ server, credentials: { accessKey }, retries: 0, ...(fetch && { fetch }) })
    for await (const { steps } of openFeed(client, { store: this.store, wait: 0, ...options })) {
      this.pages += 1
      for (const step of steps) {
        if (step.kind === 'put') this.artifacts.set(step.artifact.id, step.artifact)
        else if (step.kind === 'remove') this.artifacts.delete(step.artifactId)
        else {
          for (const { id, tracker_id, project_id } of [...this.artifacts.values()])
            if (
              id > step.after &&
              id <= (step.until ?? Infinity) &&
              (step.scope.tracker_id ?? tracker_id) === tracker_id &&
              (step.scope.project_id ?? project_id) === project_id
            )
              this.artifacts.delete(id)
          for (const artifact of step.artifacts) this.artifacts.set(artifact.id, artifact)
        }
      }
    }
  }

  contents(): CopiedArtifact[] {
    return [...this.artifacts.values()].sort((left, right) => left.id - right.id)
  }
}

/** The artifacts of a new snapshot. */
const present = async (filter = ''): Promise<CopiedArtifact[]> => {
  const { text } = await call('GET', `changes/snapshot?${filter}`, { as: reader.as })
  return text
    .trim()
    .split('\n')
    .slice(1, -1)
    .map(line => JSON.parse(line) as CopiedArtifact)
}

const expectExact = async (copy: Copy, filter = '', options: Partial<FeedOptions> = {}, fetch?: Fetch) => {
  await allEventsVisible(crocus)
  await copy.follow(options, fetch)
  expect(copy.contents()).toEqual(await present(filter))
}

describe('a feed', () => {
  it('copies by a snapshot, then by changes: what is made, renamed, moved, hidden, shown, deleted and restored', async () => {
    const copy = new Copy()
    const [first, second, third] = [await make('Water'), await make('Rake'), await make('Weed')]
    await expectExact(copy)
    expect(copy.contents().map(({ id }) => id)).toEqual([first, second, third])

    const fourth = await make('Sow')
    await rename(first, 'Water all')
    await call('DELETE', `artifacts/${second}`)
    await call('PATCH', `artifacts/${third}`, { json: { move: { tracker_id: trackers.plan.id } } })
    await show(fourth, [`${projectId}_4`])
    await expectExact(copy)
    expect(copy.contents().map(({ id }) => id)).toEqual([first, third])

    await call('POST', `trash/${second}/restore`)
    await show(fourth, [])
    await expectExact(copy)
    expect(copy.contents().map(({ id }) => id)).toEqual([first, second, third, fourth])
  })

  it('follows the rights on whole projects', async () => {
    const copy = new Copy()
    await expectExact(copy)
    expect(copy.contents().length).toBeGreaterThan(0)
    await setReaders([])
    await allEventsVisible(crocus)
    await copy.follow()
    expect(copy.contents()).toEqual([])
    await setReaders(['reader'])
    await expectExact(copy)
  })

  it('keeps to its trackers: what moves away leaves the copy, and a tracker that is hidden is refused', async () => {
    const copy = new Copy()
    const options = { trackerIds: [trackers.chore.id] }
    const filter = `tracker_id=${trackers.chore.id}`
    const id = await make('Prune')
    await expectExact(copy, filter, options)
    await call('PATCH', `artifacts/${id}`, { json: { move: { tracker_id: trackers.plan.id } } })
    await expectExact(copy, filter, options)
    expect(copy.artifacts.has(id)).toBe(false)
    await call('PATCH', `artifacts/${id}`, { json: { move: { tracker_id: trackers.chore.id } } })
    await expectExact(copy, filter, options)
    expect(copy.artifacts.has(id)).toBe(true)

    await setReaders([])
    const refused = await copy.follow(options).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(RequestRefused)
    expect((refused as RequestRefused).response.status).toBe(404)
    await setReaders(['reader'])
    await copy.follow(options)
    expect(copy.contents()).toEqual(await present(filter))
  })

  it('goes on from its place, and repeats a page that was not saved', async () => {
    const copy = new Copy()
    await expectExact(copy)
    await make('Mow')
    await allEventsVisible(crocus)
    const crash = new Error('the disk is full')
    const failing = { ...copy.store, save: () => Promise.reject(crash) }
    await expect(copy.follow({ store: failing })).rejects.toBe(crash)
    const { pages } = copy
    await expectExact(copy)
    expect(copy.pages).toBe(pages + 1)
  })

  it('begins anew after 410, and drops what went meanwhile', async () => {
    const copy = new Copy()
    const gone = await make('Dig')
    await expectExact(copy)
    await call('DELETE', `artifacts/${gone}`)
    await allEventsVisible(crocus)
    let asked = 0
    const expired: Fetch = async request => {
      if (!request.url.includes('/changes?') || asked++ > 0) return fetch(request)
      const body = { error: { code: 410, message: 'Gone', details: { reason: 'feed.expired', doc: '' } } }
      return new Response(JSON.stringify(body), { status: 410, headers: { 'content-type': 'application/json' } })
    }
    await expectExact(copy, '', {}, expired)
    expect(copy.artifacts.has(gone)).toBe(false)
    expect(copy.places).toContain('')
  })

  it('goes on after lost connections, wherever they are cut', async () => {
    const copy = new Copy()
    for (let count = 0; count < 5; count++) await make(`Plant ${count}`)
    let cuts = 0
    const lost: Error[] = []
    const cutting: Fetch = async request => {
      const response = await fetch(request)
      if (cuts++ >= 6 || !response.body) return response
      let left = 150 * cuts
      const cut = new TransformStream<Uint8Array, Uint8Array>({
        transform: (part, controller) => {
          if (part.length > left) {
            controller.enqueue(part.slice(0, left))
            return controller.error(new TypeError('terminated'))
          }
          left -= part.length
          controller.enqueue(part)
        },
      })
      return new Response(response.body.pipeThrough(cut), response)
    }
    const options = { onConnectionLost: (error: Error) => void lost.push(error), sleep: () => Promise.resolve() }
    await expectExact(copy, '', options, cutting)
    await rename(copy.contents()[0]?.id ?? 0, 'Plant more')
    await expectExact(copy, '', options, cutting)
    expect(lost.length).toBeGreaterThan(0)
  })

  it('takes two changes of one artifact in the wrong order for what they are', async () => {
    const copy = new Copy()
    const id = await make('Graft')
    await expectExact(copy)
    await call('DELETE', `artifacts/${id}`)
    await call('POST', `trash/${id}/restore`)
    let swapped = 0
    const swapping: Fetch = async request => {
      const response = await fetch(request)
      if (!request.url.includes('/changes?')) return response
      const [deleted = '', restored = '', ...rest] = (await response.text()).split('\n')
      if (!deleted.includes('"artifact.deleted"') || !restored.includes('"artifact.restored"'))
        return new Response([deleted, restored, ...rest].join('\n'))
      swapped += 1
      return new Response([restored, deleted, ...rest].join('\n'))
    }
    await expectExact(copy, '', {}, swapping)
    expect([swapped, copy.artifacts.has(id)]).toEqual([1, true])
  })

  it('waits for changes until it is stopped', async () => {
    const copy = new Copy()
    const controller = new AbortController()
    const following = copy.follow({ wait: 20, signal: controller.signal })
    await until(() => copy.place?.startsWith('changes:') === true)
    const id = await make('Harvest')
    await until(() => copy.artifacts.has(id))
    controller.abort()
    await following
  })

  it('is exact while others write', async () => {
    const copy = new Copy()
    const ids: number[] = []
    let left = 60
    const write = async (): Promise<void> => {
      while (left-- > 0) {
        const id = ids[left % Math.max(ids.length, 1)]
        if (id === undefined || left % 3 === 0) ids.push(await make(`Bed ${left}`))
        else if (left % 7 === 0) await call('DELETE', `artifacts/${ids.splice(ids.indexOf(id), 1)[0]}`)
        else if (left % 5 === 0) await show(id, left % 2 === 0 ? [`${projectId}_4`] : []).catch(() => undefined)
        else await rename(id, `Bed ${left} again`).catch(() => undefined)
      }
    }
    let isWriting = true
    const writing = Promise.all([write(), write(), write()]).finally(() => (isWriting = false))
    while (isWriting) await copy.follow()
    await writing
    await expectExact(copy)
  })
})

describe('examples/copy-tracker.mjs', () => {
  it('copies a tracker into a folder, and goes on where it was stopped', async () => {
    const folder = await testFolder()
    const installed = join(folder, 'node_modules/crocus-client')
    await mkdir(installed, { recursive: true })
    await run('tar', ['-xzf', await packClient(folder), '-C', installed, '--strip-components=1'])
    await cp(join(import.meta.dirname, '../../examples/copy-tracker.mjs'), join(folder, 'copy-tracker.mjs'))
    const copy = join(folder, 'copy')
    const start = (...options: string[]) => {
      const child = spawn(process.execPath, ['copy-tracker.mjs', String(trackers.chore.id), copy, ...options], {
        cwd: folder,
        env: { ...process.env, CROCUS_URL: server, CROCUS_KEY: accessKey },
        stdio: ['ignore', 'ignore', 'inherit'],
      })
      afterFile(() => void child.kill())
      return child
    }
    const copied = async (): Promise<CopiedArtifact[]> => {
      const names = (await readdir(copy).catch(() => [])).filter(name => name.endsWith('.json'))
      const texts = await Promise.all(names.map(name => readFile(join(copy, name), 'utf8')))
      return texts.map(text => JSON.parse(text) as CopiedArtifact).sort((left, right) => left.id - right.id)
    }
    const filter = `tracker_id=${trackers.chore.id}`
    expect((await once(start('--once'), 'exit'))[0]).toBe(0)
    expect(await copied()).toEqual(await present(filter))

    const gone = await make('Compost')
    await make('Dig again')
    await call('DELETE', `artifacts/${gone}`)
    const following = start()
    const wanted = JSON.stringify(await present(filter))
    await until(async () => JSON.stringify(await copied().catch(() => [])) === wanted)
    following.kill()
  }, 60_000)
})
