// Copies of five callers with different rights, made by snapshot and feed while others write, equal what the API answers to each.
import { beforeAll, expect, it } from 'vitest'
import { randomOf, type Random } from '../fuzz/random.ts'
import { testApp, type TestApp, type TestRequest } from '../harness/app.ts'
import { allEventsVisible } from '../harness/events.ts'
import { givenAccount, givenProject, type Account, type Credentials } from '../harness/fixture.ts'
import { aTracker, anElement, createTrackersOf } from '../harness/trackers.ts'

const WRITES = Number(process.env['CROCUS_FEED_WRITES'] ?? 400)
const SEED = Number(process.env['CROCUS_SEED'] ?? 1)
const WRITERS = 8

interface Link {
  readonly id: number
  readonly type: string
  readonly field_id: number
}
interface Form {
  readonly id: number
  readonly tracker_id: number
  readonly project_id: number
  readonly changeset_id: number
  readonly links: readonly Link[]
  readonly reverse_links: readonly Link[]
  readonly [member: string]: unknown
}
interface Told {
  readonly kind: string
  readonly artifact_id: number | null
  readonly changeset_id: number | null
  readonly tracker_id: number | null
  readonly project_id: number | null
  readonly scope?: string
  readonly artifact?: Form
}

let crocus: TestApp
let boss: Account
let people: { readonly name: string; readonly as: Credentials | undefined }[]
let trackers: { readonly id: number; readonly projectId: number; field(name: string): number }[]
let painters: number
const accounts = new Map<string, Account>()

const request = (method: string, path: string, as: Credentials | undefined, more: TestRequest = {}) =>
  crocus.request(method, `/api/${path}`, { ...(as && { as }), ...more })
const linesOf = <Line>(text: string): Line[] =>
  text
    .trim()
    .split('\n')
    .map(line => JSON.parse(line) as Line)

beforeAll(async () => {
  crocus = await testApp()
  for (const login of ['boss', 'ada', 'mia', 'eve']) accounts.set(login, await givenAccount(crocus, login))
  boss = accounts.get('boss') as Account
  const open = await givenProject(crocus, 'open', { as: boss.as, members: ['ada', 'mia'] })
  const closed = await givenProject(crocus, 'closed', { as: boss.as, isPublic: false, members: ['ada'] })
  const group = await crocus.request('POST', '/api/user_groups', {
    as: boss.as,
    json: { project_id: open.id, short_name: 'painters', description: '' },
  })
  expect(group.status, group.text).toBe(201)
  painters = Number(group.json<{ id: string }>().id)
  const forAll = { read: [1], submit: [2], update: [2] }
  const elements = (item: string) => [
    anElement('string', 'title', { key: `${item}.title`, permissions: forAll }),
    anElement('int', 'secret', { key: `${item}.secret`, permissions: { read: [4], submit: [4], update: [4] } }),
    anElement('perm', 'access', { key: `${item}.access`, permissions: forAll }),
    anElement('msb', 'owners', {
      key: `${item}.owners`,
      permissions: forAll,
      bind: { type: 'users', functions: ['group_members'], defaultUserIds: [] },
    }),
    anElement('art_link', 'links', { key: `${item}.links`, permissions: forAll }),
  ]
  const plans = [
    ['all', open.id, { admin: [4], full: [1] }],
    ['byothers', open.id, { admin: [4], submitter: [painters], assignee: [painters] }],
    ['own', open.id, { admin: [4], submitter_only: [2] }],
    ['inner', closed.id, { admin: [4], full: [3] }],
  ] as const
  const made = await createTrackersOf(
    crocus,
    ...plans.map(([item, projectId, permissions]) =>
      aTracker(projectId, item, {
        elements: elements(item),
        permissions: permissions,
        semantics: { title: { field: `${item}.title` }, contributor: { field: `${item}.owners` } },
      }),
    ),
  )
  trackers = plans.map(([item, projectId]) => ({
    id: made.trackerIds.get(item) ?? 0,
    projectId,
    field: name => made.fieldIds.get(`${item}.${name}`) ?? 0,
  }))
  people = [
    { name: 'admin', as: crocus.admin },
    ...['boss', 'ada', 'mia', 'eve'].map(login => ({ name: login, as: accounts.get(login)?.as })),
  ]
})

type PageLine = Told & { readonly next: string; readonly more: boolean }

/** A copy by the rules of integrators.md §1: what docs/integrating.md tells programs to do. */
class Copy {
  readonly as: Credentials | undefined
  readonly artifacts = new Map<number, Form>()
  /** `source target type field`. */
  readonly links = new Map<string, readonly [source: number, target: number]>()
  readonly #newest = new Map<number, number>()
  cursor = ''
  changes = 0

  constructor(as: Credentials | undefined) {
    this.as = as
  }

  async begin(): Promise<void> {
    const lines = await this.#snapshot('')
    this.cursor = lines.cursor
    for (const form of lines.forms) this.#put(form)
  }

  /** Reads pages until there are no more changes. */
  async follow(): Promise<void> {
    for (let more = true; more;) more = await this.takePage(await this.readPage())
  }

  async readPage(): Promise<PageLine[]> {
    const answer = await request('GET', `changes?since=${this.cursor}&limit=50&representation=values`, this.as, {
      headers: { accept: 'application/x-ndjson' },
    })
    expect(answer.status, answer.text).toBe(200)
    return linesOf<PageLine>(answer.text)
  }

  /** Returns whether there are more changes. */
  async takePage(lines: PageLine[]): Promise<boolean> {
    const end = lines.pop()
    for (const change of lines) await this.#take(change)
    this.cursor = end?.next ?? ''
    return end?.more ?? false
  }

  readonly #take = async (change: Told): Promise<void> => {
    this.changes++
    const { kind, artifact_id: id, changeset_id: changeset } = change
    if (kind === 'access.changed') return this.#compare(change)
    if (kind === 'tracker.deleted') return this.#dropWhere(form => form.tracker_id === change.tracker_id)
    if (id === null) return
    const newest = this.#newest.get(id) ?? 0
    const isVersion = ['artifact.created', 'artifact.updated', 'artifact.moved', 'artifact.restored'].includes(kind)
    if (isVersion ? (changeset ?? 0) <= newest : (changeset ?? 0) < newest) return
    this.#newest.set(id, changeset ?? 0)
    if (kind === 'access.lost' || kind === 'artifact.deleted') this.#drop(id)
    else if (change.artifact) this.#put(change.artifact)
  }

  /** Rights on a whole scope have changed: its snapshot lists the artifacts that the caller sees now. */
  readonly #compare = async ({ scope, project_id: projectId, tracker_id: trackerId }: Told): Promise<void> => {
    const filter = scope === 'site' ? '' : scope === 'project' ? `project_id=${projectId}` : `tracker_id=${trackerId}`
    const { forms } = await this.#snapshot(filter)
    const there = new Set(forms.map(({ id }) => id))
    for (const form of forms) this.#put(form)
    this.#dropWhere(
      form =>
        !there.has(form.id) &&
        (scope === 'site' || (scope === 'project' ? form.project_id === projectId : form.tracker_id === trackerId)),
    )
  }

  readonly #snapshot = async (filter: string): Promise<{ cursor: string; forms: Form[] }> => {
    const answer = await request('GET', `changes/snapshot?${filter}`, this.as)
    if (answer.status === 404) return { cursor: '', forms: [] }
    expect(answer.status, answer.text).toBe(200)
    const lines = linesOf<Form & { cursor: string; end?: boolean; count?: number }>(answer.text)
    const end = lines.pop()
    const head = lines.shift()
    expect(end).toMatchObject({ end: true, count: lines.length })
    return { cursor: head?.cursor ?? '', forms: lines }
  }

  readonly #put = (form: Form): void => {
    this.#dropLinks(form.id)
    this.artifacts.set(form.id, form)
    for (const { id, type, field_id } of form.links)
      this.links.set(`${form.id} ${id} ${type} ${field_id}`, [form.id, id])
    for (const { id, type, field_id } of form.reverse_links)
      this.links.set(`${id} ${form.id} ${type} ${field_id}`, [id, form.id])
  }
  readonly #drop = (id: number): void => {
    this.artifacts.delete(id)
    this.#dropLinks(id)
  }
  readonly #dropLinks = (id: number): void => {
    for (const [key, ends] of this.links) if (ends.includes(id)) this.links.delete(key)
  }
  readonly #dropWhere = (isGone: (form: Form) => boolean): void => {
    for (const form of [...this.artifacts.values()]) if (isGone(form)) this.#drop(form.id)
  }

  /** Comparable with another copy. A version whose changes the caller may not see is not told, so only who sees all compares versions. */
  contents(isAllSeen: boolean): unknown {
    return {
      artifacts: [...this.artifacts.values()]
        .sort((left, right) => left.id - right.id)
        .map(({ links: _, reverse_links: __, changeset_id, etag, updated_by, updated_on, ...rest }) =>
          isAllSeen ? { ...rest, changeset_id, etag, updated_by, updated_on } : rest,
        ),
      // A link counts while both of its ends are in the copy.
      links: [...this.links]
        .filter(([, ends]) => ends.every(id => this.artifacts.has(id)))
        .map(([key]) => key)
        .sort(),
    }
  }
}

const given: number[] = []
const deleted: number[] = []

/** One random write; refusals are a part of it. */
const write = async (random: Random): Promise<number> => {
  const who = random.weighted<Credentials>([
    [boss.as, 5],
    [accounts.get('ada')?.as ?? boss.as, 2],
    [accounts.get('mia')?.as ?? boss.as, 2],
    [crocus.admin, 1],
  ])
  const tracker = random.pick(trackers)
  const id = given.length > 0 ? random.pick(given) : 0
  const current = async (): Promise<(typeof trackers)[number]> => {
    const found = await request('GET', `artifacts/${id}`, crocus.admin)
    return trackers.find(one => found.text.includes(`"tracker":{"id":${one.id},`)) ?? tracker
  }
  const put = async (values: (at: (typeof trackers)[number]) => object[], comment?: object) =>
    (
      await request('PUT', `artifacts/${id}`, who, {
        json: { values: values(await current()), ...(comment && { comment }) },
      })
    ).status
  const membersOf = (group: string, logins: readonly string[]) =>
    request('PUT', `user_groups/${group}/users`, crocus.admin, {
      json: { user_references: logins.map(username => ({ username })) },
    }).then(({ status }) => status)
  const some = (logins: readonly string[]) => logins.filter(() => random.chance(0.5))
  const act = random.weighted<() => Promise<number>>([
    [
      async () => {
        const answer = await request('POST', 'artifacts', who, {
          json: { tracker: { id: tracker.id }, values: [{ field_id: tracker.field('title'), value: random.serial() }] },
        })
        if (answer.status === 201) given.push(answer.json<{ id: number }>().id)
        return answer.status
      },
      10,
    ],
    [() => put(at => [{ field_id: at.field('title'), value: random.serial() }]), 10],
    [() => put(at => [{ field_id: at.field('secret'), value: random.below(1000) }]), 3],
    [() => put(() => [], { body: random.serial(), format: 'text' }), 2],
    [
      () =>
        put(at => [
          {
            field_id: at.field('access'),
            value: { granted_groups: random.chance(0.5) ? [`${at.projectId}_${random.pick([3, 4])}`] : [] },
          },
        ]),
      4,
    ],
    [
      () =>
        put(at => [
          {
            field_id: at.field('owners'),
            bind_value_ids: ['ada', 'mia'].filter(() => random.chance(0.5)).map(login => accounts.get(login)?.id),
          },
        ]),
      4,
    ],
    [
      () =>
        put(at => [
          {
            field_id: at.field('links'),
            links: random.chance(0.3) || given.length === 0 ? [] : [{ id: random.pick(given), type: '' }],
          },
        ]),
      5,
    ],
    [
      async () =>
        (await request('PATCH', `artifacts/${id}`, crocus.admin, { json: { move: { tracker_id: tracker.id } } }))
          .status,
      4,
    ],
    [
      async () => {
        const { status } = await request('DELETE', `artifacts/${id}`, crocus.admin)
        if (status === 200) deleted.push(id)
        return status
      },
      2,
    ],
    [
      async () => {
        const [gone] = deleted.splice(random.below(Math.max(1, deleted.length)), 1)
        if (gone === undefined) return 404
        return (await request('POST', `trash/${gone}/restore`, crocus.admin)).status
      },
      1,
    ],
    [() => membersOf(String(painters), some(['ada', 'mia', 'eve'])), 1],
    [() => membersOf(`${trackers[3]?.projectId}_3`, ['boss', ...some(['ada', 'mia'])]), 1],
    [
      async () => {
        const path = `trackers/${tracker.id}/definition`
        const definition = (await request('GET', path, crocus.admin)).json<{ permissions: Record<string, string[]> }>()
        const full = random.pick([['project_members'], ['all_users'], []])
        const permissions = { ...definition.permissions, full }
        return (await request('PUT', path, crocus.admin, { json: { ...definition, permissions } })).status
      },
      0.7,
    ],
  ])
  return act()
}

it('a copy ends exact when rights change between a page and the comparison that it asks for', async () => {
  const [open, , , closed] = trackers
  if (!open || !closed) throw new Error('there are four trackers')
  const make = async (tracker: (typeof trackers)[number], values: object[] = []): Promise<number> => {
    const title = { field_id: tracker.field('title'), value: 'A' }
    const json = { tracker: { id: tracker.id }, values: [title, ...values] }
    return (await request('POST', 'artifacts', boss.as, { json })).json<{ id: number }>().id
  }
  const setMembers = async (...logins: string[]): Promise<void> => {
    const json = { user_references: ['boss', ...logins].map(username => ({ username })) }
    expect((await request('PUT', `user_groups/${closed.projectId}_3/users`, crocus.admin, { json })).status).toBe(200)
  }
  await setMembers('mia')
  const target = await make(closed)
  const source = await make(open, [{ field_id: open.field('links'), links: [{ id: target, type: '' }] }])
  await allEventsVisible(crocus)
  const copy = new Copy(accounts.get('mia')?.as)
  await copy.begin()
  expect([...copy.links.values()]).toContainEqual([source, target])

  await setMembers()
  await setMembers('mia')
  const values = [{ field_id: open.field('title'), value: 'B' }]
  await request('PUT', `artifacts/${source}`, boss.as, { json: { values } })
  await allEventsVisible(crocus)
  // The page has the link, and the comparison comes after the loss of its target.
  const page = await copy.readPage()
  await setMembers()
  await copy.takePage(page)
  await allEventsVisible(crocus)
  await copy.follow()
  const fresh = new Copy(copy.as)
  await fresh.begin()
  expect(copy.contents(false)).toEqual(fresh.contents(false))
})

it(`copies of five callers end exact after ${WRITES} random writes`, { timeout: 120_000 + WRITES * 500 }, async () => {
  await crocus.app.modules.settings.set('artifacts_deletion_limit', '100000', { actorId: 101, means: 'command' })
  const first = randomOf(SEED, 0)
  for (let count = 0; count < 20; count++) await write(first)
  const copies = people.map(({ as }) => new Copy(as))
  for (const copy of copies) await copy.begin()

  let left = WRITES
  const statuses = new Map<number, number>()
  const writing = Promise.all(
    Array.from({ length: WRITERS }, async () => {
      while (left-- > 0) {
        const status = await write(randomOf(SEED, left + 1))
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
      }
    }),
  )
  let isDone = false
  const following = Promise.all(
    copies.map(async copy => {
      while (!isDone) await copy.follow()
    }),
  )
  await writing
  isDone = true
  await following
  await allEventsVisible(crocus)
  for (const copy of copies) await copy.follow()

  for (const [index, copy] of copies.entries()) {
    const fresh = new Copy(copy.as)
    await fresh.begin()
    const isAllSeen = index < 1
    expect({ who: people[index]?.name, ...(copy.contents(isAllSeen) as object) }).toEqual({
      who: people[index]?.name,
      ...(fresh.contents(isAllSeen) as object),
    })
  }
  console.info(
    `statuses ${JSON.stringify([...statuses])}; copies ${copies.map(copy => `${copy.artifacts.size} artifacts, ${copy.links.size} links after ${copy.changes} changes`).join('; ')}`,
  )
  expect(statuses.get(500)).toBeUndefined()
})
