// Fills a fresh installation with a project, a tracker and its artifacts, through the application itself.
import type { App } from '../src/app.ts'
import type { ImportedArtifact, ImportedChangeset } from '../src/modules/artifacts/index.ts'
import type { NewBind, NewTracker } from '../src/modules/trackers/index.ts'
import { inTransaction, type Db } from '../src/platform/db/db.ts'
import { aTracker, aValue, anElement } from '../test/harness/trackers.ts'
import { randomFrom } from '../tools/random.ts'
import { dayOf, prose, type FieldName, type Seed } from './operations.ts'

export const USERS = 20
const STATUSES = ['New', 'Ready', 'Ongoing', 'Review', 'Done']
export const PLATFORMS = ['Linux', 'Windows', 'macOS', 'Android', 'iOS', 'Web']
const FIRST_DAY = Date.UTC(2026, 0, 1)
const MINUTE = 60_000
const actor = { userId: null, means: 'command' } as const

export interface SeedOptions {
  /** Of how many artifacts one has four changesets. */
  readonly historyOfEvery: number
  /** Ordinary text of that many words. */
  readonly prose: (count: number, random: () => number) => string
  /** Lines of text and whole numbers in turns, which every artifact fills. */
  readonly moreFields?: number
  /** Time of the first changeset. */
  readonly firstDay?: number
  /** Another changeset of every `ofEvery`-th artifact, from the given time on. */
  readonly later?: { readonly ofEvery: number; readonly from: number }
}

/** Artifacts of one transaction: what is kept in memory until it commits stays small. */
const ARTIFACTS_PER_TRANSACTION = 20_000

export const seed = async (
  app: App,
  db: Db,
  count: number,
  onProgress: (artifactsDone: number) => void,
  options: SeedOptions = { historyOfEvery: 2, prose },
): Promise<Seed> => {
  const { users, projects, trackers, auth, artifacts } = app.modules
  const random = randomFrom(1)
  const admin = await users.findByLogin('admin')
  if (!admin) throw new Error('the installation has no administrator')

  const made = await inTransaction(db, async tx => {
    const logins = Array.from({ length: USERS }, (_, index) => `bench_${index}`)
    const byLogin = await users.createMany(
      tx,
      logins.map(login => ({ login, realName: `Person ${login}`, email: `${login}@example.org` })),
      actor,
    )
    const userIds = [...byLogin.values()]
    const project = { shortName: 'bench', label: 'Benchmark', description: '', access: 'public', creatorId: admin.id }
    const projectId = await projects.createProject(tx, { ...project, access: 'public' }, actor)
    await projects.addMembers(tx, projectId, userIds, {}, actor)
    return { userIds, projectId }
  })
  const viewer = await auth.viewerOf(admin.id, 'command')
  const { fieldIds, valueIds, trackerIds } = await inTransaction(db, tx =>
    trackers.createTrackers(tx, [trackerOf(made.projectId, options.moreFields ?? 0)], viewer),
  )
  const tracker = await trackers.get([...trackerIds.values()][0] ?? 0)
  if (!tracker) throw new Error('the tracker was not made')
  const fields = Object.fromEntries(fieldIds) as Record<FieldName, number>
  const idsOf = (labels: readonly string[]) => labels.map(label => valueIds.get(label) as number)
  const [submitterId = 0] = made.userIds

  const shape: SeedShape = {
    fields,
    userIds: made.userIds,
    statusIds: idsOf(STATUSES),
    platformIds: idsOf(PLATFORMS),
    moreFieldIds: Array.from({ length: options.moreFields ?? 0 }, (_, index) => fieldIds.get(nameOfMore(index)) ?? 0),
    random,
    options,
  }
  const artifactIds = await inTransaction(db, tx => artifacts.allocateArtifactIds(tx, count))
  for (let from = 0; from < count; from += ARTIFACTS_PER_TRANSACTION) {
    await inTransaction(db, tx =>
      artifacts.importArtifacts(tx, {
        trackers: [
          {
            tracker,
            artifacts: artifactsOf(artifactIds, from, Math.min(from + ARTIFACTS_PER_TRANSACTION, count), shape),
          },
        ],
        actorId: admin.id,
        onProgress: done => onProgress(from + done),
      }),
    )
  }
  const accessKey = await auth.createAccessKey(
    { userId: submitterId, description: 'benchmark', scopes: ['write:rest'], expiration: null },
    { userId: submitterId, means: 'command' },
  )
  const { userIds, statusIds, platformIds } = shape
  const document = JSON.stringify(Object.fromEntries(firstValues(shape, [])))
  return { accessKey, trackerId: tracker.id, artifactIds, userIds, fields, statusIds, platformIds, document }
}

const staticBind = (labels: readonly string[]): NewBind => ({
  type: 'static',
  isRankAlpha: false,
  values: labels.map(label => aValue(label)),
})

const nameOfMore = (index: number): string => `more_${index}`

const trackerOf = (projectId: number, moreFields: number): NewTracker =>
  aTracker(projectId, 'task', {
    elements: [
      anElement('string', 'title', { isRequired: true }),
      anElement('text', 'details', { rank: 1 }),
      anElement('sb', 'status', { rank: 2, bind: staticBind(STATUSES) }),
      anElement('msb', 'assigned_to', {
        rank: 3,
        bind: { type: 'users', functions: ['group_members'], defaultUserIds: [] },
      }),
      anElement('msb', 'platforms', { rank: 4, bind: staticBind(PLATFORMS) }),
      anElement('int', 'points', { rank: 5 }),
      anElement('float', 'cost', { rank: 6 }),
      anElement('date', 'due', { rank: 7 }),
      anElement('art_link', 'links', { rank: 8 }),
      anElement('aid', 'id', { rank: 9 }),
      anElement('subby', 'submitted_by', { rank: 10 }),
      anElement('subon', 'submitted_on', { rank: 11 }),
      anElement('lud', 'last_update', { rank: 12 }),
      ...Array.from({ length: moreFields }, (_, index) =>
        anElement(index % 2 === 0 ? 'string' : 'int', nameOfMore(index), { rank: 13 + index }),
      ),
    ],
    semantics: {
      title: { field: 'title' },
      description: { field: 'details' },
      status: { field: 'status', openValues: STATUSES.slice(0, -1) },
      contributor: { field: 'assigned_to' },
    },
  })

interface SeedShape {
  readonly fields: Readonly<Record<FieldName, number>>
  readonly userIds: readonly number[]
  readonly statusIds: readonly number[]
  readonly platformIds: readonly number[]
  readonly moreFieldIds: readonly number[]
  readonly random: () => number
  readonly options: SeedOptions
}

/** Some with four changesets, every third with links to earlier ones. */
function* artifactsOf(ids: readonly number[], from: number, to: number, shape: SeedShape): Generator<ImportedArtifact> {
  for (let index = from; index < to; index++) {
    const id = ids[index] as number
    const linked = index % 3 === 0 ? earlierIds(ids, index, shape.random) : []
    yield { id, changesets: [...history(index, linked, shape)] }
  }
}

const earlierIds = (ids: readonly number[], index: number, random: () => number): number[] => {
  const wanted = Math.min(index, 1 + Math.floor(random() * 3))
  return [...new Set(Array.from({ length: wanted }, () => ids[Math.floor(random() * index)] as number))]
}

function* history(index: number, linked: readonly number[], shape: SeedShape): Generator<ImportedChangeset> {
  const { fields, statusIds, random, options } = shape
  const edited = (edit: number): Map<number, unknown> =>
    new Map<number, unknown>([
      [fields.status, [statusIds[(index + edit) % statusIds.length]]],
      [fields.points, Math.floor(random() * 100)],
    ])
  yield changeset(index, 0, shape, firstValues(shape, linked), '')
  if (index % options.historyOfEvery === 0)
    for (let edit = 1; edit < 4; edit++) yield changeset(index, edit, shape, edited(edit), options.prose(20, random))
  const { later } = options
  if (later && index % later.ofEvery === 0)
    yield { ...changeset(index, 0, shape, edited(4), ''), submittedOn: new Date(later.from + index) }
}

const firstValues = (shape: SeedShape, linked: readonly number[]): Map<number, unknown> => {
  const { fields, userIds, statusIds, platformIds, moreFieldIds, random, options } = shape
  const values = new Map<number, unknown>([
    [fields.title, options.prose(6, random)],
    [fields.details, { content: options.prose(60, random), format: 'text' }],
    [fields.status, [statusIds[Math.floor(random() * statusIds.length)]]],
    [fields.assigned_to, [userIds[Math.floor(random() * userIds.length)]]],
    [fields.platforms, platformIds.slice(0, 2)],
    [fields.points, Math.floor(random() * 100)],
    [fields.cost, Math.floor(random() * 1_000) / 4],
    [fields.due, dayOf(random)],
    ...moreFieldIds.map((id, index): [number, unknown] => [
      id,
      index % 2 === 0 ? options.prose(3, random) : Math.floor(random() * 1_000),
    ]),
  ])
  if (linked.length > 0) {
    values.set(
      fields.links,
      linked.map((id, place) => ({ id, type: place === 0 ? '_is_child' : '' })),
    )
  }
  return values
}

const changeset = (
  index: number,
  edit: number,
  { userIds, random, options: { firstDay = FIRST_DAY } }: SeedShape,
  values: ReadonlyMap<number, unknown>,
  comment: string,
): ImportedChangeset => {
  const submittedBy = userIds[Math.floor(random() * userIds.length)] as number
  const by = { submittedBy, submittedByEmail: null, submittedOn: new Date(firstDay + (index * 4 + edit) * MINUTE) }
  return {
    ...by,
    values,
    comment: comment === '' ? [] : [{ ...by, body: comment, format: 'text', groupIds: null }],
  }
}
