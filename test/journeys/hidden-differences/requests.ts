import openapi from '../../../openapi.json' with { type: 'json' }
import type { Random } from '../../fuzz/random.ts'
import { FORMATS, LINK_TYPES, STATES, WORDS, fieldId, textAbout, type RightsWorld } from './world.ts'

/** A request of the viewer that changes nothing. */
export interface ViewerRequest {
  readonly method: 'GET' | 'POST' | 'PUT'
  readonly path: string
  readonly json?: object
  readonly isXml: boolean
  /** The artifact or tracker whose own version the answer tells. */
  readonly versionOf?: { readonly artifactId: number } | { readonly trackerId: number }
  /** Whether the answer lists the changesets of `versionOf`. */
  readonly isHistory?: boolean
}

const UNKNOWN_FIELD = 999_999_999

/** Something that the viewer sees, mostly: refusals all look alike. */
const pickVisible = <Item extends { readonly isVisible: boolean }>(random: Random, items: readonly Item[]): Item => {
  const visible = items.filter(({ isVisible }) => isVisible)
  return random.pick(visible.length > 0 && random.chance(0.8) ? visible : items)
}

/** All kinds of questions about a world, some of each kind. */
export const draftRequests = (random: Random, world: RightsWorld, count: number): ViewerRequest[] => {
  const requests: ViewerRequest[] = []
  for (let number = 0; number < count; number++) {
    const { method = 'GET', ...request } = random.weighted(QUESTIONS)(random, world)
    requests.push({ method, isXml: method === 'GET' && random.chance(0.25), ...request })
  }
  return requests
}

type Question = Omit<ViewerRequest, 'method' | 'isXml'> & { readonly method?: ViewerRequest['method'] }
type DraftQuestion = (random: Random, world: RightsWorld) => Question

const search = (path: string, parameters: Readonly<Record<string, string | number | undefined>>): string => {
  const given = new URLSearchParams()
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) given.set(name, String(value))
  return given.size === 0 ? path : `${path}?${given.toString()}`
}

const artifact: DraftQuestion = (random, { artifacts }) => {
  const { id } = pickVisible(random, artifacts)
  return {
    path: search(`artifacts/${id}`, {
      values_format: random.pick([undefined, 'collection', 'by_field', 'all']),
      tracker_structure_format: random.pick([undefined, 'minimal', 'complete']),
    }),
    versionOf: { artifactId: id },
  }
}

const changesets: DraftQuestion = (random, { artifacts }) => {
  const { id } = pickVisible(random, artifacts)
  const parameters = { fields: random.pick(['all', 'comments']), order: random.pick(['asc', 'desc']), limit: 50 }
  return { path: search(`artifacts/${id}/changesets`, parameters), versionOf: { artifactId: id }, isHistory: true }
}

const commentVersions: DraftQuestion = (random, { artifacts }) => {
  const { id, privateChangesetId } = pickVisible(random, artifacts)
  return { path: `artifacts/${id}/changesets/${privateChangesetId ?? 1}/comment_versions` }
}

const links: DraftQuestion = (random, { artifacts }) => ({
  path: `artifacts/${pickVisible(random, artifacts).id}/links`,
})

const linkedArtifacts: DraftQuestion = (random, { artifacts }) => ({
  path: search(`artifacts/${pickVisible(random, artifacts).id}/linked_artifacts`, {
    direction: random.pick(['forward', 'reverse']),
    nature: random.pick(LINK_TYPES),
    output_format: random.pick([undefined, 'nested', 'flat', 'flat_with_semicolon_string_array']),
    limit: random.pick([undefined, 1, 50]),
  }),
})

const artifactsById: DraftQuestion = (random, { artifacts }) => ({
  path: search('artifacts', {
    query: JSON.stringify({ id: artifacts.map(({ id }) => id).filter(() => random.chance(0.7)) }),
  }),
})

const artifactList: DraftQuestion = (random, world) => {
  const kind = random.weighted([
    ['tql', 8],
    ['criteria', 3],
    ['plain', 1],
  ])
  return {
    path: search(`trackers/${pickVisible(random, world.trackers).id}/artifacts`, {
      values: random.pick([undefined, 'all']),
      expert_query: kind === 'tql' ? tql(random, world) : undefined,
      query: kind === 'criteria' ? criteria(random) : undefined,
      order_by: random.chance(0.3) ? random.pick(['title', '-effort', 'state', 'who,-title', 'note']) : undefined,
      limit: random.pick([undefined, 1, 3]),
    }),
  }
}

/** Links of all artifacts of a tracker: each answer depends on many of them. */
const relationSearch: DraftQuestion = (random, world) => ({
  path: search(`trackers/${pickVisible(random, world.trackers).id}/artifacts`, {
    expert_query: relation(random, world),
  }),
})

const criteria = (random: Random): string => {
  const word = random.pick(WORDS)
  return JSON.stringify(
    random.pick<object>([
      { title: word },
      { title: { operator: 'contains', value: word } },
      { note: { operator: 'contains', value: word } },
      { effort: random.below(9) },
      { state: { operator: 'contains', value: 1 } },
      { title: word, effort: random.below(9) },
    ]),
  )
}

/** A query in TQL: relations mostly, in all their forms. */
const aggregates: DraftQuestion = (random, world) => ({
  path: search(`trackers/${pickVisible(random, world.trackers).id}/aggregates`, {
    tql: random.chance(0.6) ? tql(random, world) : undefined,
    group_by: random.pick([undefined, 'state', 'secret', 'state,last_update:month']),
    measures: random.pick([undefined, 'sum:points', 'max:secret']),
  }),
})

const tql = (random: Random, world: RightsWorld, depth = 0): string => {
  if (depth < 2 && random.chance(0.25))
    return `(${tql(random, world, depth + 1)}) ${random.pick(['AND', 'OR'])} (${tql(random, world, depth + 1)})`
  return random.chance(0.7) ? relation(random, world) : comparison(random)
}

const relation = (random: Random, world: RightsWorld): string => {
  const end = (): string => ` ARTIFACT = ${random.pick(world.artifacts).id}`
  const tracker = (): string =>
    ` TRACKER ${random.pick(['=', '!='])} "${random.pick([...world.trackers.map(({ itemName }) => itemName), 'nowhere'])}"`
  const other = (): string => random.pick(['', end(), tracker()])
  const covered = (by: string): string => (random.chance(0.5) ? '' : `${by}${end()}`)
  const type = (): string => (random.chance(0.4) ? ` WITH TYPE "${random.pick(LINK_TYPES)}"` : '')
  const not = random.chance(0.4) ? ' NOT' : ''
  return random.pick([
    () => `${random.pick(['WITH', 'WITHOUT'])} ${random.pick(['PARENT', 'CHILDREN'])}${other()}`,
    () => `IS${not} LINKED ${random.pick(['TO', 'FROM'])}${other()}${type()}`,
    () => `IS${not} COVERED${covered(' BY')}`,
    () => `IS${not} COVERING${covered('')}`,
  ])()
}

const comparison = (random: Random): string => {
  const word = random.pick(WORDS)
  return random.pick([
    `title = "${word}"`,
    `title != "${word}"`,
    `note = "${word}"`,
    `note = ""`,
    `effort > ${random.below(9)}`,
    `effort BETWEEN(1, ${random.below(9)})`,
    `state = "${random.pick(STATES)}"`,
    `state IN("Open", "Closed")`,
    `state = OPEN()`,
    `who = MYSELF()`,
    `who != ""`,
    `@comments = "${word}"`,
    `@comments != ""`,
  ])
}

const tracker: DraftQuestion = (random, { trackers }) => {
  const { id } = pickVisible(random, trackers)
  return { path: `trackers/${id}`, versionOf: { trackerId: id } }
}

const activity: DraftQuestion = (random, { artifacts }) => {
  const { id } = pickVisible(random, artifacts)
  const parameters = { kind: random.pick(['all', 'comments']), limit: random.pick([undefined, 1]) }
  return { path: search(`artifacts/${id}/activity`, parameters) }
}

const explanation: DraftQuestion = (random, { artifacts }) => {
  const { id, tracker } = pickVisible(random, artifacts)
  const parameters = {
    action: random.pick(['read', 'update', 'comment', 'submit', 'move', 'delete']),
    field_id: random.chance(0.5) ? random.pick([...tracker.fields.values()]).id : undefined,
  }
  return { path: search(`artifacts/${id}/explain`, parameters) }
}

/** Every route that reads something below an artifact, a tracker, a project or the account: new routes are asked, too. */
const READING_ROUTES = Object.entries((openapi as { paths: Record<string, Record<string, unknown>> }).paths)
  .filter(
    ([path, operations]) =>
      'get' in operations && /^\/(?:artifacts|trackers|projects|users|tracker_reports)\b/.test(path),
  )
  .map(([path]) => path.slice(1))
  .filter(path => /^[^{]*(?:\{id\}[^{]*)?$/.test(path))

const anyRoute: DraftQuestion = (random, world) => {
  const route = random.pick(READING_ROUTES)
  const { id, tracker } = pickVisible(random, world.artifacts)
  const { id: trackerId, reportIds } = pickVisible(random, world.trackers)
  const ids: Readonly<Record<string, string | number>> = {
    artifacts: id,
    trackers: trackerId,
    projects: random.chance(0.8) ? tracker.project.id : pickVisible(random, world.projects).id,
    tracker_reports: random.pick(reportIds),
    users: 'self',
  }
  const [kind = ''] = route.split('/')
  return {
    path: route.replace('{id}', String(ids[kind])),
    ...(kind === 'artifacts' && { versionOf: { artifactId: id }, isHistory: route.endsWith('/changesets') }),
    ...(kind === 'trackers' && { versionOf: { trackerId } }),
  }
}

/** A text as pages show it before it is stored. */
const preview: DraftQuestion = (random, { projects, trackers, artifacts }) => {
  const { content, format } = textAbout(random, trackers, artifacts)
  return {
    method: 'POST',
    path: `projects/${pickVisible(random, projects).id}/previews`,
    json: { text: `${content} ${pickVisible(random, trackers).itemName} #1`, format },
  }
}

/** Files have numbers in a row; an administrator attached those of the world. */
const file: DraftQuestion = random => ({
  path: random.pick([`artifact_files/${1 + random.below(30)}`, `artifact_temporary_files/${1 + random.below(30)}`]),
})

const belowTracker: DraftQuestion = (random, { trackers }) => ({
  path: search(
    `trackers/${pickVisible(random, trackers).id}/${random.pick(['used_artifact_links', 'used_artifact_links', 'parent_artifacts', 'tracker_reports'])}`,
    { limit: random.pick([undefined, 1]) },
  ),
})

const report: DraftQuestion = (random, { trackers }) => {
  const id = random.pick(pickVisible(random, trackers).reportIds)
  return {
    path: random.chance(0.2)
      ? `tracker_reports/${id}`
      : search(`tracker_reports/${id}/artifacts`, {
          values: random.pick([undefined, 'all', 'from_table_renderer']),
          output_format: random.pick([undefined, 'flat', 'flat_with_semicolon_string_array']),
          limit: random.pick([undefined, 1]),
        }),
  }
}

const belowProject: DraftQuestion = (random, { projects }) => ({
  path: search(
    `projects/${pickVisible(random, projects).id}${random.pick(['', '/trackers', '/trackers', '/user_groups'])}`,
    {},
  ),
})

const projectTrackers: DraftQuestion = (random, { projects }) => ({
  path: search(`projects/${pickVisible(random, projects).id}/trackers`, {
    representation: random.pick(['full', 'minimal']),
    limit: 50,
  }),
})

const references: DraftQuestion = (random, { projects, trackers, artifacts }) => ({
  method: 'POST',
  path: `projects/${pickVisible(random, projects).id}/extract_references`,
  json: { text: `see ${textAbout(random, trackers, artifacts).content} ${pickVisible(random, trackers).itemName} #1` },
})

const ownArtifacts: DraftQuestion = random => ({
  path: search('users/self/artifacts', {
    query: random.pick(['{"submitted_by":true}', '{"assigned_to":true}', '{"submitted_by":true,"assigned_to":true}']),
  }),
})

/** Writes that are refused, for the field is unknown: the refusal names all that is wrong. */
const refusedWrite: DraftQuestion = (random, { artifacts, trackers }) => {
  const unknown = { field_id: UNKNOWN_FIELD, value: 1 }
  const { id, tracker } = pickVisible(random, artifacts)
  const place = random.chance(0.5) ? tracker : pickVisible(random, trackers)
  const value = random.pick<object>([
    {
      field_id: fieldId(place, 'links'),
      links: [{ id: pickVisible(random, artifacts).id, type: random.pick(LINK_TYPES) }],
    },
    {
      field_id: fieldId(place, 'links'),
      all_links: [{ id: pickVisible(random, artifacts).id, direction: 'reverse', type: random.pick(LINK_TYPES) }],
    },
    { field_id: fieldId(place, 'effort'), value: 'many' },
    { field_id: fieldId(place, 'state'), bind_value_ids: [random.pick(pickVisible(random, trackers).stateIds)] },
    { field_id: fieldId(place, 'note'), value: { content: 'x', format: random.pick(FORMATS) } },
    { field_id: fieldId(place, 'file'), value: [1 + random.below(30)] },
  ])
  return random.chance(0.5)
    ? { method: 'PUT', path: `artifacts/${id}`, json: { values: [value, unknown] } }
    : { method: 'POST', path: 'artifacts', json: { tracker: { id: place.id }, values: [value, unknown] } }
}

/** Something as it was before the hidden changes: versions of now do not show. */
const past: DraftQuestion = (random, world) => {
  const asOf = { as_of: world.past }
  const { id } = pickVisible(random, world.artifacts)
  const tracker = pickVisible(random, world.trackers)
  const drafts: readonly (() => string)[] = [
    () => search(`artifacts/${id}`, { ...asOf, values_format: random.pick([undefined, 'all']) }),
    () => search('artifacts', { ...asOf, query: JSON.stringify({ id: world.artifacts.map(one => one.id) }) }),
    () =>
      search(`trackers/${tracker.id}/artifacts`, {
        ...asOf,
        values: random.pick([undefined, 'all']),
        tql: random.chance(0.6) ? comparison(random).replace('state = OPEN()', 'title != ""') : undefined,
        order_by: random.pick([undefined, 'title', '-effort', 'state', 'who,-title', 'note']),
        limit: random.pick([undefined, 1, 3]),
      }),
    () => search(`trackers/${tracker.id}/artifacts`, { ...asOf, tql: forwardRelation(random, world) }),
    () => search(`tracker_reports/${random.pick(tracker.reportIds)}/artifacts`, { ...asOf, values: 'all' }),
    () => search(`trackers/${tracker.id}/diff`, { from: world.past, limit: random.pick([undefined, 1]) }),
    () => search(`artifacts/${id}/diff`, { from: world.past, to: world.past }),
  ]
  return { path: random.pick(drafts)() }
}

const forwardRelation = (random: Random, world: RightsWorld): string =>
  random.pick([
    () => 'IS LINKED TO',
    () => `IS NOT LINKED TO ARTIFACT = ${random.pick(world.artifacts).id}`,
    () => `IS LINKED TO TRACKER = "${random.pick(world.trackers).itemName}"`,
    () => `WITH CHILDREN`,
  ])()

const QUESTIONS: readonly (readonly [DraftQuestion, number])[] = [
  [artifact, 10],
  [changesets, 4],
  [commentVersions, 1],
  [links, 4],
  [linkedArtifacts, 5],
  [artifactsById, 1],
  [artifactList, 10],
  [relationSearch, 12],
  [aggregates, 6],
  [tracker, 2],
  [belowTracker, 8],
  [report, 5],
  [belowProject, 1],
  [projectTrackers, 2],
  [references, 2],
  [ownArtifacts, 4],
  [refusedWrite, 4],
  [activity, 4],
  [explanation, 2],
  [past, 14],
  [anyRoute, 8],
  [preview, 2],
  [file, 1],
]
