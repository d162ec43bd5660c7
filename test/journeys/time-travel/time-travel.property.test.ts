// §18.6: random histories, replayed by a naive model, equal `as_of` at random times, for callers of different rights.
import { beforeAll, describe, expect, it } from 'vitest'
import { randomOf } from '../../fuzz/random.ts'
import { testApp } from '../../harness/app.ts'
import { NO_VALUES, secondOf, sorted, versionOf, type ModelArtifact, type TrackerName, type Values } from './model.ts'
import { draftOrder, draftQuestion, draftTime } from './questions.ts'
import { call, changeWorld, createWorld, type World } from './world.ts'

const SEED = Number(process.env['CROCUS_SEED'] ?? 1)
const CHANGES = 140
const LISTS = 260
const SINGLE = 120

type Reader = 'owner' | 'member' | 'author' | 'stranger'
const READERS: readonly Reader[] = ['owner', 'member', 'author', 'stranger']

let world: World

beforeAll(async () => {
  const crocus = await testApp()
  crocus.clock.set('2026-03-02T10:00:00Z')
  await crocus.app.modules.settings.set('artifacts_deletion_limit', '1000', { actorId: null, means: 'command' })
  world = await createWorld(crocus)
  const random = randomOf(SEED, 0)
  for (let step = 0; step < CHANGES; step++) {
    await changeWorld(world, random, step < CHANGES / 2)
    // Half way a field goes.
    if (step === CHANGES / 2) await loseField()
  }
  crocus.clock.advance(3_600_000)
}, 120_000)

const loseField = async (): Promise<void> => {
  const gone = await call(world, 'DELETE', `tracker_fields/${world.field('passing')}`)
  expect(gone.status, gone.text).toBe(204)
  for (const artifact of world.artifacts)
    artifact.versions = artifact.versions.map(version => ({ ...version, values: { ...version.values, passing: '' } }))
}

const sees = (reader: Reader, artifact: ModelArtifact): boolean => {
  if (artifact.isDeleted) return false
  if (reader === 'owner') return true
  if (reader === 'member') return !artifact.isClosed
  return artifact.createdBy === reader && !artifact.isClosed
}

const iso = (at: number): string => new Date(at).toISOString().replace(/\.\d+Z$/, '+00:00')

const ask = async (reader: Reader, path: string) => call(world, 'GET', path, { as: world.people[reader].as })

interface Shown {
  readonly id: number
  readonly tracker: { readonly id: number }
  readonly title: string | null
  readonly last_modified_date: string
  readonly as_of: { readonly at: string }
  readonly moved_on?: string
  readonly values: readonly {
    readonly label: string
    readonly value?: unknown
    readonly values?: readonly { readonly label?: string; readonly username?: string }[]
    readonly links?: readonly { readonly id: number }[]
  }[]
}

const valuesOf = ({ values }: Shown): Values => {
  const found: Record<string, unknown> = {}
  for (const { label, value, values: choices, links } of values) {
    if (!(label in NO_VALUES)) continue
    if (links) found[label] = links.map(({ id }) => id)
    else if (choices)
      found[label] = choices
        .map(choice => choice.label ?? choice.username)
        .filter(name => name !== undefined && name !== null)
    else found[label] = label === 'due' && typeof value === 'string' ? value.slice(0, 10) : value
  }
  return { ...NO_VALUES, ...found }
}

const normal = (values: Values): Values => ({
  ...values,
  tags: [...values.tags].sort(),
  who: [...values.who].sort(),
  links: [...values.links].sort((left, right) => left - right),
})

/** As the reader sees it now: links to what they do not see, and the secret, are not there. */
const readable = (reader: Reader, values: Values): Values => ({
  ...values,
  secret: reader === 'owner' ? values.secret : null,
  links: values.links.filter(id => {
    const target = world.artifacts.find(artifact => artifact.id === id)
    return target !== undefined && sees(reader, target)
  }),
})

const expectShown = (reader: Reader, shown: Shown, artifact: ModelArtifact, at: number): void => {
  const version = versionOf(artifact, at)
  if (!version) throw new Error('the model has no version')
  expect(normal(valuesOf(shown))).toEqual(normal(readable(reader, version.values)))
  expect(shown.title ?? '').toBe(version.values.title)
  expect(shown.tracker.id).toBe(world.trackers[artifact.tracker])
  expect(secondOf(Date.parse(shown.last_modified_date))).toBe(secondOf(version.at))
  expect(shown.as_of.at).toBe(shown.last_modified_date)
  const { movedAt } = artifact
  const isBeforeMove = movedAt !== undefined && secondOf(at) < secondOf(movedAt)
  expect(shown.moved_on === undefined ? undefined : secondOf(Date.parse(shown.moved_on))).toBe(
    isBeforeMove ? secondOf(movedAt) : undefined,
  )
}

describe('the past of random histories', () => {
  it('shows single artifacts as the model does', async () => {
    const random = randomOf(SEED, 1)
    let found = 0
    for (let time = 0; time < SINGLE; time++) {
      const reader = random.pick(READERS)
      const artifact = random.pick(world.artifacts)
      const at = draftTime(random, world.times)
      const answer = await ask(reader, `artifacts/${artifact.id}?as_of=${encodeURIComponent(iso(at))}`)
      const expected = artifact.isDeleted ? 404 : !sees(reader, artifact) ? 403 : versionOf(artifact, at) ? 200 : 404
      expect([reader, artifact.id, iso(at), answer.status]).toEqual([reader, artifact.id, iso(at), expected])
      if (expected !== 200) continue
      found++
      expectShown(reader, answer.json<Shown>(), artifact, at)
    }
    expect(found).toBeGreaterThan(SINGLE / 8)
  }, 60_000)

  it('finds, counts, sorts and shows lists as the model does', async () => {
    const random = randomOf(SEED, 2)
    let hits = 0
    for (let time = 0; time < LISTS; time++) {
      const reader = random.pick(READERS)
      const tracker = random.pick<TrackerName>(['chore', 'chore', 'chore', 'plan'])
      const at = draftTime(random, world.times)
      const targets = world.artifacts.filter(artifact => sees(reader, artifact)).map(({ id }) => id)
      const question = draftQuestion(random, tracker === 'plan', reader === 'owner', targets.length > 0 ? targets : [1])
      const order = draftOrder(random, tracker === 'plan')
      const [limit, offset] = [random.pick([1, 3, 100]), random.pick([0, 0, 2])]
      const parameters = new URLSearchParams({
        as_of: iso(at),
        tql: question.text,
        order_by: order.text,
        values: 'all',
      })
      const answer = await ask(
        reader,
        `trackers/${world.trackers[tracker]}/artifacts?${parameters.toString()}&limit=${limit}&offset=${offset}`,
      )
      const said = [reader, tracker, iso(at), question.text, order.text, limit, offset]
      expect([...said, answer.status, answer.status === 200 ? '' : answer.text]).toEqual([...said, 200, ''])
      const matching = world.artifacts.flatMap(artifact => {
        const version = artifact.tracker === tracker && sees(reader, artifact) ? versionOf(artifact, at) : undefined
        if (!version) return []
        const shown = { ...version, values: readable(reader, version.values) }
        return question.holds(shown, artifact) ? [{ version, artifact }] : []
      })
      const ids = sorted(matching, order)
      const shown = answer.json<Shown[]>()
      expect([...said, shown.map(({ id }) => id)]).toEqual([...said, ids.slice(offset, offset + limit)])
      expect([...said, answer.headers['x-pagination-size']]).toEqual([...said, String(ids.length)])
      if (ids.length > 0) hits++
      for (const one of shown)
        expectShown(reader, one, world.artifacts.find(({ id }) => id === one.id) as ModelArtifact, at)
    }
    expect(hits).toBeGreaterThan(LISTS / 6)
  }, 120_000)

  it('reads several by id as the model does', async () => {
    const random = randomOf(SEED, 3)
    for (let time = 0; time < 20; time++) {
      const reader = random.pick<Reader>(['owner', 'member'])
      const at = draftTime(random, world.times)
      const query = JSON.stringify({ id: world.artifacts.map(({ id }) => id) })
      const answer = await ask(
        reader,
        `artifacts?query=${encodeURIComponent(query)}&as_of=${encodeURIComponent(iso(at))}`,
      )
      expect(answer.status, answer.text).toBe(200)
      const expected = world.artifacts.filter(artifact => sees(reader, artifact) && versionOf(artifact, at))
      const { collection } = answer.json<{ collection: Shown[] }>()
      expect(collection.map(({ id }) => id)).toEqual(expected.map(({ id }) => id))
      for (const [index, artifact] of expected.entries()) expectShown(reader, collection[index] as Shown, artifact, at)
    }
  }, 60_000)

  it('compares trackers at two times as the model does', async () => {
    const random = randomOf(SEED, 4)
    for (let time = 0; time < 60; time++) {
      const reader = random.pick(READERS)
      const tracker = random.pick<TrackerName>(['chore', 'plan'])
      const [from = 0, to = 0] = [draftTime(random, world.times), draftTime(random, world.times)].sort((a, b) => a - b)
      const found = await readDiff(reader, tracker, from, to, random.pick([1, 2, 100]))
      const expected = modelDiff(reader, tracker, from, to)
      expect([reader, tracker, iso(from), iso(to), found]).toEqual([reader, tracker, iso(from), iso(to), expected])
    }
  }, 60_000)
})

interface Differences {
  readonly created: number[]
  readonly moved_in: number[]
  readonly changed: readonly (readonly [id: number, names: readonly string[]])[]
}

const readDiff = async (
  reader: Reader,
  tracker: TrackerName,
  from: number,
  to: number,
  limit: number,
): Promise<Differences> => {
  const all: Differences = { created: [], moved_in: [], changed: [] }
  const changed: [number, string[]][] = []
  for (let after: number | null = 0; after !== null;) {
    const parameters = new URLSearchParams({ from: iso(from), to: iso(to), limit: String(limit), after: String(after) })
    const answer = await ask(reader, `trackers/${world.trackers[tracker]}/diff?${parameters.toString()}`)
    expect(answer.status, answer.text).toBe(200)
    const page = answer.json<{
      created: number[]
      moved_in: number[]
      changed: { artifact_id: number; fields: { name: string }[] }[]
      deleted: number[]
      next: number | null
    }>()
    const ids = [...page.created, ...page.moved_in, ...page.changed.map(one => one.artifact_id), ...page.deleted]
    expect(new Set(ids).size).toBeLessThanOrEqual(limit)
    all.created.push(...page.created)
    all.moved_in.push(...page.moved_in)
    changed.push(
      ...page.changed.map(({ artifact_id, fields }): [number, string[]] => [
        artifact_id,
        fields.map(({ name }) => name).sort(),
      ]),
    )
    after = page.next
  }
  return { ...all, changed }
}

const modelDiff = (reader: Reader, tracker: TrackerName, from: number, to: number): Differences => {
  const mine = world.artifacts.filter(artifact => artifact.tracker === tracker && sees(reader, artifact))
  const later = mine.filter(artifact => versionOf(artifact, to))
  const both = later.filter(artifact => versionOf(artifact, from))
  return {
    created: later.filter(artifact => !versionOf(artifact, from)).map(({ id }) => id),
    moved_in: both
      .filter(
        ({ movedAt }) =>
          movedAt !== undefined && secondOf(movedAt) > secondOf(from) && secondOf(movedAt) <= secondOf(to),
      )
      .map(({ id }) => id),
    changed: both.flatMap(artifact => {
      const [before, after] = [from, to].map(at => {
        const version = versionOf(artifact, at)
        return normal(readable(reader, version?.values ?? NO_VALUES))
      }) as [Values, Values]
      const names = (Object.keys(NO_VALUES) as (keyof Values)[]).filter(
        name => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
      )
      return names.length > 0 ? [[artifact.id, names.sort()] as const] : []
    }),
  }
}
