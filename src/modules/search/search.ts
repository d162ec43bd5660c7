import { Invalid } from '../../platform/errors.ts'
import { readDate } from '../fields/index.ts'
import type { ArtifactsModule } from '../artifacts/index.ts'
import type { ProjectsModule } from '../projects/index.ts'
import type { SettingsModule } from '../settings/index.ts'
import type { TrackersModule, VisibleTracker } from '../trackers/index.ts'
import type { UsersModule, Viewer } from '../users/index.ts'
import { representHits, type Candidate } from './represent-hits.ts'
import { HIT_TYPES, MAX_QUERY_CHARS, type HitType } from './search.schema.ts'

export interface SearchModuleDependencies {
  readonly settings: SettingsModule
  readonly users: UsersModule
  readonly projects: ProjectsModule
  readonly trackers: TrackersModule
  readonly artifacts: ArtifactsModule
}

export interface SearchInput {
  readonly q: string
  readonly types: string
  readonly project_id?: number | undefined
  readonly tracker_id?: number | undefined
  readonly by?: number | undefined
  readonly from?: string | undefined
  readonly until?: string | undefined
  readonly sort: string
  readonly limit: number
  readonly offset: number
  readonly signal?: AbortSignal | undefined
}

export type Search = (
  viewer: Viewer,
  input: SearchInput,
) => Promise<{ hits: object[]; totals: Record<string, number>; more_than: string[] }>

/** Hits of one kind beyond this are not counted. */
const MAX_COUNTED = 1_000
/** Names of places come before titles, titles before texts. The artifact that is named by its number is first. */
const SCORES = { number: 10, name: 4, title: 3, text: 2, comment: 1 } as const

export const createSearch =
  (deps: SearchModuleDependencies): Search =>
  async (viewer, input) => {
    const words = wordsOf(input.q)
    const types = typesOf(input.types)
    const order = orderOf(input.sort)
    const places = (await deps.trackers.listVisible(viewer)).filter(
      ({ tracker, project }) =>
        (input.tracker_id === undefined || tracker.id === input.tracker_id) &&
        (input.project_id === undefined || project.id === input.project_id),
    )
    const candidates = [
      ...(await numbered(deps, viewer, input.q, places, types)),
      ...(await inTexts(deps, viewer, input, { words, types, places })),
      // Places and people have neither an author nor a date of change.
      ...(isLimited(input) ? [] : await named(deps, viewer, input, { words, types, places })),
    ]
    const totals: Record<string, number> = {}
    const moreThan: HitType[] = []
    const unique = new Map(candidates.toReversed().map(candidate => [keyOf(candidate), candidate]))
    const byType = Map.groupBy(unique.values(), ({ type }) => type)
    for (const type of types) {
      const count = byType.get(type)?.length ?? 0
      totals[type] = Math.min(count, MAX_COUNTED)
      if (count > MAX_COUNTED) moreThan.push(type)
    }
    const page = [...unique.values()].sort(order).slice(input.offset, input.offset + input.limit)
    return { hits: await representHits(deps, viewer, page, words), totals, more_than: moreThan }
  }

const keyOf = ({ type, id, artifactId }: Candidate): string => `${type} ${id} ${artifactId ?? ''}`

const isLimited = ({ by, from, until }: SearchInput): boolean =>
  by !== undefined || from !== undefined || until !== undefined

/** In lower case. Throws an Invalid for a query that is too short or too long. */
const wordsOf = (text: string): string[] => {
  const words = text
    .toLowerCase()
    .split(/\s+/)
    .filter(word => word !== '')
  const length = words.join(' ').length
  // A number of one figure is an artifact, too.
  if ((length < 2 && !/^\d$/.test(words.join(''))) || length > MAX_QUERY_CHARS)
    throw new Invalid(`\`q\` has 2 to ${MAX_QUERY_CHARS} characters`, { reason: 'parameter.range', parameter: 'q' })
  return [...new Set(words)]
}

const typesOf = (text: string): ReadonlySet<HitType> => {
  const names = text.split(',').filter(name => name !== '')
  const unknown = names.find(name => !(HIT_TYPES as readonly string[]).includes(name))
  if (unknown !== undefined)
    throw new Invalid(`\`types\`: "${unknown}" is none of ${HIT_TYPES.join(', ')}`, {
      reason: 'parameter.range',
      parameter: 'types',
    })
  return new Set(names.length === 0 ? HIT_TYPES : (names as HitType[]))
}

const orderOf = (sort: string): ((one: Candidate, other: Candidate) => number) => {
  const newest = (one: Candidate, other: Candidate) => (other.at?.getTime() ?? 0) - (one.at?.getTime() ?? 0)
  if (sort === '-last_update') return newest
  if (sort !== 'relevance')
    throw new Invalid('`sort` is `relevance` or `-last_update`', { reason: 'parameter.range', parameter: 'sort' })
  return (one, other) => other.score - one.score || newest(one, other) || one.id - other.id
}

interface Scope {
  readonly words: readonly string[]
  readonly types: ReadonlySet<HitType>
  readonly places: readonly VisibleTracker[]
}

/** `12`, `#12` and `bug #12` name an artifact. */
const numbered = async (
  { artifacts }: SearchModuleDependencies,
  viewer: Viewer,
  text: string,
  places: readonly VisibleTracker[],
  types: ReadonlySet<HitType>,
): Promise<Candidate[]> => {
  const [, named, alone] = /^(?:(?:\S+ ?)?#(\d{1,15})|(\d{1,15}))$/.exec(text.trim()) ?? []
  const id = Number(named ?? alone ?? Number.NaN)
  if (!types.has('artifact') || !Number.isSafeInteger(id)) return []
  const [found] = await artifacts.findVisible(viewer, [id])
  if (!found || !places.some(({ tracker }) => tracker.id === found.tracker.id)) return []
  return [{ type: 'artifact', id, artifactId: id, score: SCORES.number, at: found.artifact.updatedOn }]
}

const inTexts = async (
  { artifacts, settings }: SearchModuleDependencies,
  viewer: Viewer,
  { by, from, until, signal }: SearchInput,
  { words, types, places }: Scope,
): Promise<Candidate[]> => {
  const found = await artifacts.findTexts(viewer, {
    words,
    places,
    by,
    from: dateOf(from, 'from', settings),
    until: dateOf(until, 'until', settings),
    hasTexts: types.has('artifact'),
    hasFiles: types.has('file'),
    hasComments: types.has('comment'),
    signal,
  })
  return [
    ...found.texts.map(({ artifactId, fieldId, isTitle, at }) => ({
      type: 'artifact' as const,
      id: artifactId,
      artifactId,
      score: isTitle ? SCORES.title : SCORES.text,
      at,
      // The title is shown anyway.
      ...(!isTitle && { fieldId }),
    })),
    ...found.files.map(({ artifactId, fieldId, at }) => ({
      type: 'file' as const,
      id: fieldId,
      artifactId,
      fieldId,
      score: SCORES.text,
      at,
    })),
    ...found.comments.map(({ artifactId, changesetId, at }) => ({
      type: 'comment' as const,
      id: changesetId,
      artifactId,
      score: SCORES.comment,
      at,
    })),
  ]
}

/** In the zone of the platform where the text has none. */
const dateOf = (text: string | undefined, parameter: string, settings: SettingsModule): Date | undefined => {
  if (text === undefined) return undefined
  const date = readDate(text, settings.get('timezone'))?.toJSDate()
  if (!date) throw new Invalid(`\`${parameter}\` is no date`, { reason: 'parameter.range', parameter })
  return date
}

/** Trackers, projects and people by their names. */
const named = async (
  { projects, users }: SearchModuleDependencies,
  viewer: Viewer,
  { tracker_id: trackerId, project_id: projectId }: SearchInput,
  { words, types, places }: Scope,
): Promise<Candidate[]> => {
  const hasWords = (text: string): boolean => words.every(word => text.toLowerCase().includes(word))
  const found: Candidate[] = []
  if (types.has('tracker'))
    for (const { tracker, project } of places)
      if (hasWords(`${tracker.name} ${tracker.itemName}`))
        found.push({ type: 'tracker', id: tracker.id, place: { tracker, project }, score: SCORES.name, at: undefined })
  if (trackerId !== undefined) return found
  const page = { limit: MAX_COUNTED + 1, offset: 0 }
  if (types.has('project'))
    for (const project of await projects.findByText(viewer, words.join(' '), page))
      if (projectId === undefined || project.id === projectId)
        found.push({ type: 'project', id: project.id, project, score: SCORES.name, at: undefined })
  // As for the list of users, which is closed to anonymous callers.
  if (types.has('user') && projectId === undefined && !viewer.isAnonymous)
    for (const user of (await users.search(words.join(' '), page)).users)
      // That search takes one of the words.
      if (hasWords(`${user.login} ${user.realName}`))
        found.push({ type: 'user', id: user.id, user, score: SCORES.name, at: undefined })
  return found
}
