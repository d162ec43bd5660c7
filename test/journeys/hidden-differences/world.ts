import { expect } from 'vitest'
import type { NewFormElement, NewTracker } from '../../../src/modules/trackers/index.ts'
import type { Random } from '../../fuzz/random.ts'
import type { TestApp } from '../../harness/app.ts'
import { givenProject, type Account } from '../../harness/fixture.ts'
import { aTracker, anElement, aValue, createTrackersOf } from '../../harness/trackers.ts'

// A world of random rights, and for each of its parts whether the viewer may see it: as the rights say, not as the server answers.

export interface FixtureField {
  readonly name: FieldName
  readonly id: number
  /** Whether the viewer may read it in the artifacts that the viewer sees. */
  readonly isReadable: boolean
}

export interface FixtureTracker {
  readonly id: number
  /** Random changes rename hidden trackers. */
  itemName: string
  readonly project: FixtureProject
  /** Whether the viewer may see the tracker; some of its artifacts may be hidden all the same. */
  readonly isVisible: boolean
  /** Whether the viewer sees only those artifacts that the viewer submitted. */
  readonly isOwnOnly: boolean
  readonly fields: ReadonlyMap<FieldName, FixtureField>
  readonly stateIds: readonly number[]
  readonly reportIds: readonly number[]
}

export interface FixtureProject {
  readonly id: number
  readonly isVisible: boolean
  /** Whether the viewer is a member. */
  readonly isMember: boolean
}

export interface FixtureArtifact {
  readonly id: number
  readonly tracker: FixtureTracker
  readonly isVisible: boolean
  /**
   * The viewer, or nobody, in the list of those in charge. Everybody lists what they are in charge of, though they may not read that list
   * (artifacts.md §12), so hidden changes leave the viewer in it.
   */
  readonly assignedIds: readonly number[]
  /** Changeset with a comment that the viewer may not see. */
  readonly privateChangesetId: number | undefined
}

/** How the requests are sent: as the viewer, by a key of the viewer that is limited to the first project, or by nobody. */
export type Means = 'account' | 'limited key' | 'anonymous'

export interface RightsWorld {
  readonly means: Means
  readonly projects: readonly FixtureProject[]
  readonly trackers: readonly FixtureTracker[]
  readonly artifacts: readonly FixtureArtifact[]
  /** A time before all hidden changes. */
  readonly past: string
}

export const WORDS = ['lamp', 'Lampion', 'red light', 'nothing'] as const
export const LINK_TYPES = ['', '_is_child', '_covered_by', 'fixed_in'] as const
export const STATES = ['Open', 'Busy', 'Closed'] as const
export const FORMATS = ['text', 'html', 'commonmark'] as const
const FIELD_NAMES = [
  ...['title', 'note', 'state', 'effort', 'who', 'links', 'access', 'refs', 'total', 'file'],
  ...['start', 'duration', 'remaining_effort', 'capacity', 'chart'],
] as const
export type FieldName = (typeof FIELD_NAMES)[number]

/** Groups by number: everybody, registered users, members and administrators of the project. */
const EVERYBODY = 1
const REGISTERED = 2
const MEMBERS = 3
const ADMINISTRATORS = 4

/** Rights to read, and how often each comes up. */
const READERS = [
  [EVERYBODY, 6],
  [REGISTERED, 1],
  [MEMBERS, 2],
  [ADMINISTRATORS, 2],
] as const

type TrackerRight = NewTracker['permissions']
const TRACKER_RIGHTS: readonly (readonly [TrackerRight, number])[] = [
  [{ full: [EVERYBODY] }, 6],
  [{ full: [MEMBERS] }, 2],
  [{ full: [ADMINISTRATORS] }, 2],
  [{ submitter_only: [EVERYBODY] }, 2],
  [{ full: [MEMBERS], submitter_only: [EVERYBODY] }, 1],
]

const ARTIFACT_COUNT = 12

export const createRightsWorld = async (
  crocus: TestApp,
  random: Random,
  viewer: Account,
  means: Means,
  /** Part of the names that must be new. */
  name: string,
): Promise<RightsWorld> => {
  const withAccount = means !== 'anonymous'
  const projects = [
    await createProject(crocus, viewer, `${name}-open`, {
      isPublic: true,
      isMember: withAccount && random.chance(0.2),
      isOpen: true,
    }),
    await createProject(crocus, viewer, `${name}-secret`, { isPublic: false, isMember: false, isOpen: true }),
    await createProject(crocus, viewer, `${name}-other`, {
      isPublic: random.chance(0.4),
      isMember: withAccount && random.chance(0.5),
      isOpen: means !== 'limited key',
    }),
  ]
  const trackers = await createTrackers(crocus, random, projects, name, withAccount)
  const artifacts: FixtureArtifact[] = []
  for (let number = 0; number < ARTIFACT_COUNT; number++) {
    const tracker = trackers[number % trackers.length]
    if (tracker) artifacts.push(await createArtifact(crocus, random, viewer, withAccount, tracker, trackers, artifacts))
  }
  return { means, projects, trackers, artifacts, past: crocus.clock.now().toISOString() }
}

const createProject = async (
  crocus: TestApp,
  viewer: Account,
  shortname: string,
  {
    isPublic,
    isMember,
    isOpen,
  }: { readonly isPublic: boolean; readonly isMember: boolean; /** To the means. */ readonly isOpen: boolean },
): Promise<FixtureProject> => {
  const members = isMember ? [viewer.login] : []
  const { id } = await givenProject(crocus, shortname, { isPublic, members })
  return { id, isMember, isVisible: isOpen && (isPublic || isMember) }
}

/** Six trackers, at least one in each project; the first is one that everybody sees. */
const createTrackers = async (
  crocus: TestApp,
  random: Random,
  projects: readonly FixtureProject[],
  name: string,
  withAccount: boolean,
): Promise<FixtureTracker[]> => {
  const drafts = Array.from({ length: 6 }, (_, number) => {
    const project = projects[number] ?? random.pick(projects)
    const itemName = `${name}_t${number}`
    const permissions = number === 0 ? { full: [EVERYBODY] } : random.weighted(TRACKER_RIGHTS)
    const readers = new Map(FIELD_NAMES.map(field => [field, random.weighted(READERS)]))
    return { project, itemName, permissions, readers, isSumming: random.chance(0.4) }
  })
  const created = await createTrackersOf(
    crocus,
    ...drafts.map(({ project, itemName, permissions, readers, isSumming }) =>
      aTracker(project.id, itemName, {
        permissions,
        elements: elementsOf(itemName, readers, isSumming),
        semantics: {
          title: { field: `${itemName}.title` },
          status: { field: `${itemName}.state`, openValues: [`${itemName}.Open`, `${itemName}.Busy`] },
          contributor: { field: `${itemName}.who` },
          timeframe: { startDateField: `${itemName}.start`, durationField: `${itemName}.duration` },
        },
        reports: reportsOf(random, itemName),
      }),
    ),
  )
  return drafts.map(({ project, itemName, permissions, readers }) => {
    const isAllowed = (group: number): boolean =>
      group === EVERYBODY || (group === REGISTERED && withAccount) || (group === MEMBERS && project.isMember)
    const isFull = (permissions.full ?? []).some(isAllowed)
    const isOwnOnly = !isFull && (permissions.submitter_only ?? []).some(isAllowed)
    return {
      id: created.trackerIds.get(itemName) ?? 0,
      itemName,
      project,
      isVisible: project.isVisible && (isFull || isOwnOnly),
      isOwnOnly,
      fields: new Map(
        FIELD_NAMES.map(field => [
          field,
          {
            name: field,
            id: created.fieldIds.get(`${itemName}.${field}`) ?? 0,
            isReadable: isAllowed(readers.get(field) ?? 0),
          },
        ]),
      ),
      stateIds: STATES.map(state => created.valueIds.get(`${itemName}.${state}`) ?? 0),
      reportIds: ['criteria', 'expert'].map(report => created.reportIds.get(`${itemName}.${report}`) ?? 0),
    }
  })
}

const elementsOf = (
  itemName: string,
  readers: ReadonlyMap<FieldName, number>,
  isSumming: boolean,
): NewFormElement[] => {
  const element = (type: NewFormElement['type'], name: FieldName, given: Partial<NewFormElement> = {}) =>
    anElement(type, name, {
      key: `${itemName}.${name}`,
      permissions: { read: [readers.get(name) ?? 0], submit: [EVERYBODY], update: [ADMINISTRATORS] },
      ...given,
    })
  const readOnly = (name: FieldName) => ({ permissions: { read: [readers.get(name) ?? 0] } })
  return [
    element('string', 'title', { rank: 1 }),
    element('text', 'note', { rank: 2 }),
    element('sb', 'state', {
      rank: 3,
      bind: {
        type: 'static',
        isRankAlpha: false,
        values: STATES.map(state => aValue(`${itemName}.${state}`, { label: state })),
      },
    }),
    // Sums are made of fields with their own name.
    isSumming ? element('computed', 'effort', { rank: 4 }) : element('int', 'effort', { rank: 4 }),
    element('msb', 'who', { rank: 5, bind: { type: 'users', functions: ['ugroup_2'], defaultUserIds: [] } }),
    element('art_link', 'links', { rank: 6 }),
    element('perm', 'access', { rank: 7 }),
    element('cross', 'refs', { rank: 8, ...readOnly('refs') }),
    element('computed', 'total', { rank: 9 }),
    element('date', 'start', { rank: 10 }),
    element('int', 'duration', { rank: 11 }),
    isSumming
      ? element('computed', 'remaining_effort', { rank: 12 })
      : element('int', 'remaining_effort', { rank: 12 }),
    element('int', 'capacity', { rank: 13 }),
    element('burndown', 'chart', { rank: 14, ...readOnly('chart') }),
    element('file', 'file', { rank: 15 }),
  ]
}

const reportsOf = (random: Random, itemName: string): NewTracker['reports'] => {
  const key = (name: string): string => `${itemName}.${name}`
  const table = (report: string) => ({
    key: key(`${report}.table`),
    type: 'table' as const,
    name: 'Table',
    description: '',
    chunkSize: 50,
    isMultisort: false,
    columns: [{ field: key('title') }, { field: key('effort') }, { field: key('state') }, { field: key('note') }],
    sort: [{ field: key(random.pick(['title', 'effort'])) }],
  })
  const report = {
    description: 'Of some',
    isDefault: false,
    isQueryDisplayed: true,
  }
  return [
    {
      ...report,
      key: key('criteria'),
      name: 'By criteria',
      isInExpertMode: false,
      expertQuery: '',
      criteria: [
        random.chance(0.5)
          ? { field: key('title'), isAdvanced: false, value: random.pick(WORDS) }
          : {
              field: key('state'),
              isAdvanced: true,
              value: { none: random.chance(0.5), values: [key('Open'), key('Busy')] },
            },
      ],
      renderers: [table('criteria')],
    },
    {
      ...report,
      key: key('expert'),
      name: 'By a query',
      isInExpertMode: true,
      expertQuery: random.pick(['WITH CHILDREN', 'IS LINKED TO', "title != ''", 'effort > 2', 'state = OPEN()']),
      criteria: [],
      renderers: [table('expert')],
    },
  ]
}

const createArtifact = async (
  crocus: TestApp,
  random: Random,
  viewer: Account,
  withAccount: boolean,
  tracker: FixtureTracker,
  trackers: readonly FixtureTracker[],
  others: readonly FixtureArtifact[],
): Promise<FixtureArtifact> => {
  const { isMember } = tracker.project
  const isOwn = withAccount && tracker.isVisible && random.chance(0.3)
  const grantedGroup = random.weighted([
    [undefined, 5],
    [MEMBERS, 1],
    [ADMINISTRATORS, 1],
  ])
  const isVisible =
    tracker.isVisible &&
    (!tracker.isOwnOnly || isOwn) &&
    (grantedGroup === undefined || (grantedGroup === MEMBERS && isMember))
  const assignedIds = random.chance(0.4) ? [viewer.id] : []
  const id = await post(crocus, isOwn ? viewer.as : crocus.admin, tracker, [
    fieldValue(tracker, 'title', { value: random.pick(WORDS) }),
  ])
  const values = [
    fieldValue(tracker, 'note', { value: textAbout(random, trackers, others) }),
    fieldValue(tracker, 'state', { bind_value_ids: [random.pick(tracker.stateIds)] }),
    fieldValue(tracker, 'effort', { value: random.below(9) }),
    fieldValue(tracker, 'start', { value: '2026-02-27' }),
    fieldValue(tracker, 'duration', { value: 3 + random.below(7) }),
    fieldValue(tracker, 'remaining_effort', { value: random.below(9) }),
    fieldValue(tracker, 'capacity', { value: random.below(9) }),
    ...(random.chance(0.3) ? [fieldValue(tracker, 'file', { value: [await upload(crocus, random)] })] : []),
    fieldValue(tracker, 'who', { bind_value_ids: assignedIds }),
    fieldValue(tracker, 'links', { links: linksTo(random, others) }),
    ...(grantedGroup === undefined
      ? []
      : [fieldValue(tracker, 'access', { value: { granted_groups: [`${tracker.project.id}_${grantedGroup}`] } })]),
  ]
  await put(crocus, id, { values: await writable(crocus, tracker, values) })
  const { content, format } = textAbout(random, trackers, others)
  if (random.chance(0.4)) await put(crocus, id, { values: [], comment: { body: content, format } })
  const isPrivate = random.chance(0.3)
  if (isPrivate)
    await put(crocus, id, {
      values: [],
      comment: { body: 'Not for all', format: 'text', ugroups: [`${tracker.project.id}_${ADMINISTRATORS}`] },
    })
  return {
    id,
    tracker,
    isVisible,
    assignedIds,
    privateChangesetId: isPrivate ? await lastChangesetId(crocus, id) : undefined,
  }
}

/** A file of the administrator that is not attached yet. */
export const upload = async (crocus: TestApp, random: Random): Promise<number> => {
  const name = `${random.pick(WORDS)}.txt`
  const json = { name, mimetype: 'text/plain', content: Buffer.from(name).toString('base64') }
  const made = await crocus.request('POST', '/api/artifact_temporary_files', { as: crocus.admin, json })
  expect([made.status, made.status === 201 ? '' : made.text]).toEqual([201, ''])
  return made.json<{ id: number }>().id
}

/** Values but for those of sums, which nobody writes. */
const writable = async (
  crocus: TestApp,
  tracker: FixtureTracker,
  values: readonly { readonly field_id: number }[],
): Promise<object[]> => {
  const known = await crocus.app.modules.trackers.get(tracker.id)
  return values.filter(({ field_id }) => known?.fieldById.get(field_id)?.type !== 'computed')
}

export const fieldId = (tracker: FixtureTracker, name: FieldName): number => tracker.fields.get(name)?.id ?? 0
export const isReadable = (tracker: FixtureTracker, name: FieldName): boolean =>
  tracker.fields.get(name)?.isReadable ?? false
export const fieldValue = (tracker: FixtureTracker, name: FieldName, value: object) => ({
  field_id: fieldId(tracker, name),
  ...value,
})

/** A text that names artifacts and trackers, seen and hidden ones. */
export const textAbout = (
  random: Random,
  trackers: readonly FixtureTracker[],
  artifacts: readonly FixtureArtifact[],
): { content: string; format: (typeof FORMATS)[number] } => {
  const parts: string[] = [random.pick(WORDS)]
  while (random.chance(0.6)) {
    const id = artifacts.length > 0 ? random.pick(artifacts).id : 1
    parts.push(`${random.pick(['art', ...trackers.map(({ itemName }) => itemName)])} #${id}`)
  }
  return { content: parts.join(' '), format: random.pick(FORMATS) }
}

export const linksTo = (random: Random, artifacts: readonly FixtureArtifact[]): { id: number; type: string }[] => {
  const links: { id: number; type: string }[] = []
  for (const { id } of artifacts) if (random.chance(0.3)) links.push({ id, type: random.pick(LINK_TYPES) })
  return links
}

const post = async (
  crocus: TestApp,
  as: Account['as'],
  tracker: FixtureTracker,
  values: readonly object[],
): Promise<number> => {
  const created = await crocus.request('POST', '/api/artifacts', { as, json: { tracker: { id: tracker.id }, values } })
  expect([created.status, created.status === 201 ? '' : created.text]).toEqual([201, ''])
  return created.json<{ id: number }>().id
}

/** Writes as the administrator, who may write everything. */
export const put = async (crocus: TestApp, artifactId: number, json: object): Promise<void> => {
  const changed = await crocus.request('PUT', `/api/artifacts/${artifactId}`, { as: crocus.admin, json })
  expect([changed.status, changed.status === 200 ? '' : changed.text]).toEqual([200, ''])
}

const lastChangesetId = async (crocus: TestApp, artifactId: number): Promise<number> => {
  const answer = await crocus.request('GET', `/api/artifacts/${artifactId}/changesets?limit=50`, { as: crocus.admin })
  return answer.json<{ id: number }[]>().at(-1)?.id ?? 0
}
