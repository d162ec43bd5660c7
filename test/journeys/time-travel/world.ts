import { expect } from 'vitest'
import type { Random } from '../../fuzz/random.ts'
import type { TestApp, TestRequest } from '../../harness/app.ts'
import { givenAccount, givenProject, type Account } from '../../harness/fixture.ts'
import { anElement, aTracker, aValue, createTrackersOf } from '../../harness/trackers.ts'
import { movedValues, NO_VALUES, STATES, TAGS, type ModelArtifact, type TrackerName, type Values } from './model.ts'

export const WORDS = ['lamp', 'door', 'roof', 'pipe'] as const

export interface World {
  readonly crocus: TestApp
  readonly people: Readonly<Record<'owner' | 'member' | 'author' | 'stranger', Account>>
  readonly trackers: Readonly<Record<TrackerName, number>>
  field(name: string): number
  value(name: string): number
  readonly artifacts: ModelArtifact[]
  /** Times of all changes. */
  readonly times: number[]
}

export const call = (world: World, method: string, path: string, request: TestRequest = {}) =>
  world.crocus.request(method, `/api/${path}`, { as: world.people.owner.as, ...request })

const OPEN = { read: [3], submit: [3], update: [3] }
const CLOSED = { read: [4], submit: [4], update: [4] }
const PUBLIC = { read: [1], submit: [2], update: [3] }

const states = (key: string, labels: readonly string[]) => ({
  type: 'static' as const,
  isRankAlpha: false,
  values: labels.map(label => aValue(`${key}.${label}`, { label })),
})

/** A tracker with a field of most types, and one where artifacts move to. Only its own submissions are shown to the author. */
export const createWorld = async (crocus: TestApp): Promise<World> => {
  const people = {
    owner: await givenAccount(crocus, 'owner'),
    member: await givenAccount(crocus, 'member'),
    author: await givenAccount(crocus, 'author'),
    stranger: await givenAccount(crocus, 'stranger'),
  }
  const project = await givenProject(crocus, 'house', { as: people.owner.as, members: ['member'] })
  const made = await createTrackersOf(
    crocus,
    aTracker(project.id, 'chore', {
      elements: [
        anElement('string', 'title', { permissions: PUBLIC }),
        anElement('text', 'story', { permissions: PUBLIC }),
        anElement('int', 'effort', { permissions: PUBLIC }),
        anElement('float', 'cost', { permissions: PUBLIC }),
        anElement('date', 'due', { permissions: PUBLIC, settings: { default_value_type: 1, default_value: '' } }),
        anElement('sb', 'state', { permissions: PUBLIC, bind: states('chore', STATES) }),
        anElement('msb', 'tags', { permissions: PUBLIC, bind: states('tags', TAGS) }),
        anElement('msb', 'who', {
          permissions: PUBLIC,
          bind: { type: 'users', functions: ['group_members'], defaultUserIds: [] },
        }),
        anElement('art_link', 'links', { permissions: PUBLIC }),
        anElement('int', 'secret', { permissions: CLOSED }),
        anElement('perm', 'access', { permissions: OPEN }),
        anElement('string', 'passing', { permissions: PUBLIC }),
        anElement('subby', 'creator', { permissions: PUBLIC }),
        anElement('luby', 'editor', { permissions: PUBLIC }),
        anElement('lud', 'changed', { permissions: PUBLIC }),
        anElement('aid', 'number', { permissions: PUBLIC }),
      ],
      permissions: { admin: [4], full: [3], submitter_only: [2] },
      semantics: { title: { field: 'title' } },
    }),
    aTracker(project.id, 'plan', {
      elements: [
        anElement('string', 'title', { key: 'plan.title', permissions: PUBLIC }),
        anElement('int', 'effort', { key: 'plan.effort', permissions: PUBLIC }),
        anElement('sb', 'state', { key: 'plan.state', permissions: PUBLIC, bind: states('plan', ['done', 'new']) }),
        anElement('art_link', 'links', { key: 'plan.links', permissions: PUBLIC }),
      ],
      permissions: { admin: [4], full: [3], submitter_only: [2] },
      semantics: { title: { field: 'plan.title' } },
    }),
  )
  const idOf = (name: string) => made.fieldIds.get(name) ?? 0
  return {
    crocus,
    people,
    trackers: { chore: made.trackerIds.get('chore') ?? 0, plan: made.trackerIds.get('plan') ?? 0 },
    field: idOf,
    value: name => made.valueIds.get(name) ?? 0,
    artifacts: [],
    times: [],
  }
}

const entriesOf = (world: World, tracker: TrackerName, values: Partial<Values>): object[] =>
  Object.entries(values).map(([name, value]) => {
    const field_id = world.field(tracker === 'chore' ? name : `plan.${name}`)
    switch (name) {
      case 'state':
        return { field_id, bind_value_ids: (value as string[]).map(label => world.value(`${tracker}.${label}`)) }
      case 'tags':
        return { field_id, bind_value_ids: (value as string[]).map(label => world.value(`tags.${label}`)) }
      case 'who':
        return {
          field_id,
          bind_value_ids: (value as ('owner' | 'member')[]).map(login => world.people[login].id),
        }
      case 'links':
        return { field_id, links: (value as number[]).map(id => ({ id, type: '' })) }
      case 'story':
        return { field_id, value: { content: value, format: 'text' } }
      default:
        return { field_id, value: value ?? '' }
    }
  })

const someOf = <Item>(random: Random, items: readonly Item[]): Item[] => items.filter(() => random.chance(0.4))
const someText = (random: Random): string => someOf(random, WORDS).join(' ')

/** One to three new values. */
const draftValues = (random: Random, tracker: TrackerName, targets: readonly number[], isPassing: boolean) => {
  const drafts: Record<string, () => Partial<Values>> = {
    title: () => ({ title: someText(random) || 'nothing' }),
    effort: () => ({ effort: random.chance(0.2) ? null : random.below(6) }),
    state: () => ({ state: [random.pick(tracker === 'chore' ? STATES : ['new', 'done'])] }),
    links: () => ({ links: someOf(random, targets).slice(0, 3) }),
    ...(tracker === 'chore' && {
      story: () => ({ story: someText(random) }),
      cost: () => ({ cost: random.chance(0.2) ? null : random.below(12) / 2 }),
      due: () => ({ due: random.chance(0.2) ? null : `2026-03-${10 + random.below(5)}` }),
      tags: () => ({ tags: someOf(random, TAGS) }),
      who: () => ({ who: someOf(random, ['owner', 'member']) }),
      secret: () => ({ secret: random.below(6) }),
      ...(isPassing && { passing: () => ({ passing: random.pick(WORDS) }) }),
    }),
  }
  const names = Object.keys(drafts)
  const chosen = new Set(Array.from({ length: 1 + random.below(3) }, () => random.pick(names)))
  return Object.assign({}, ...[...chosen].map(name => drafts[name]?.() ?? {})) as Partial<Values>
}

const latest = ({ versions }: ModelArtifact): Values => versions.at(-1)?.values ?? NO_VALUES

/** One random change of the world, and of the model in the same way. */
export const changeWorld = async (world: World, random: Random, isPassing: boolean): Promise<void> => {
  const { crocus, people, artifacts, times } = world
  // Some changes fall into the same second.
  crocus.clock.advance(random.pick([400, 1_000, 61_000, 3_600_000]))
  const at = crocus.clock.now().getTime()
  times.push(at)
  const living = artifacts.filter(({ isDeleted }) => !isDeleted)
  const ids = living.map(({ id }) => id)
  const by = random.pick(['owner', 'member'] as const)
  const kind = random.weighted([
    ['create', living.length < 12 ? 6 : 1],
    ['update', 14],
    ['close', 1],
    ['move', 1],
    ['delete', 0.5],
  ] as const)
  const artifact = living.length > 0 ? random.pick(living) : undefined
  if (kind === 'create' || !artifact) {
    const values = draftValues(random, 'chore', ids, isPassing)
    const author = random.pick(['owner', 'member', 'author'] as const)
    const own = author === 'owner' ? values : ofOthers(values)
    const json = { tracker: { id: world.trackers.chore }, values: entriesOf(world, 'chore', own) }
    const answer = await call(world, 'POST', 'artifacts', { json, as: people[author].as })
    expect(answer.status, answer.text).toBe(201)
    artifacts.push({
      id: answer.json<{ id: number }>().id,
      tracker: 'chore',
      createdBy: author,
      versions: [{ at, by: author, values: { ...NO_VALUES, ...own } }],
      isClosed: false,
      isDeleted: false,
      movedAt: undefined,
    })
    return
  }
  const { id } = artifact
  if (kind === 'delete') {
    expect((await call(world, 'DELETE', `artifacts/${id}`)).status).toBe(200)
    artifact.isDeleted = true
    return
  }
  if (kind === 'move' && artifact.tracker === 'chore') {
    const answer = await call(world, 'PATCH', `artifacts/${id}`, {
      json: { move: { tracker_id: world.trackers.plan } },
    })
    expect(answer.status, answer.text).toBe(200)
    artifact.tracker = 'plan'
    artifact.movedAt = at
    // The new tracker has no restriction of its own.
    artifact.isClosed = false
    artifact.versions = artifact.versions.map(version => ({ ...version, values: movedValues(version.values) }))
    artifact.versions.push({ at, by: 'owner', values: latest(artifact) })
    return
  }
  if (kind === 'close' && artifact.tracker === 'chore') {
    const isClosed = !artifact.isClosed
    const { crocus: app } = world
    const projectId = app.app.modules.trackers.peek(world.trackers.chore)?.projectId
    const value = { granted_groups: isClosed ? [`${projectId}_4`] : [] }
    await put(world, id, [{ field_id: world.field('access'), value }], 'owner')
    artifact.isClosed = isClosed
    artifact.versions.push({ at, by: 'owner', values: latest(artifact) })
    return
  }
  const drafted = draftValues(
    random,
    artifact.tracker,
    ids.filter(other => other !== id),
    isPassing,
  )
  const author = artifact.isClosed ? 'owner' : by
  const values = author === 'owner' ? drafted : ofOthers(drafted)
  const after = { ...latest(artifact), ...values }
  const etag = async () => (await call(world, 'GET', `artifacts/${id}`)).headers['etag']
  const before = await etag()
  await put(world, id, entriesOf(world, artifact.tracker, values), author)
  // A change without a difference makes no version.
  if ((await etag()) !== before) artifact.versions.push({ at, by: author, values: after })
}

/** Only the owner reads the secret, and may link to all. */
const ofOthers = (values: Partial<Values>): Partial<Values> => {
  const { secret: _, links: __, ...rest } = values
  return Object.keys(rest).length > 0 ? rest : { title: 'nothing' }
}

const put = async (world: World, id: number, values: object[], by: 'owner' | 'member'): Promise<void> => {
  const answer = await call(world, 'PUT', `artifacts/${id}`, { json: { values }, as: world.people[by].as })
  expect(answer.status, answer.text).toBe(200)
}
