import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/db.ts'
import { SEARCH_CONNECTIONS } from '../../../platform/db/searches.ts'
import { Gate } from '../../../platform/overload/gate.ts'
import type { Page } from '../../../platform/http/pagination.ts'
import { ALL, and, type Condition } from '../../fields/index.ts'
import type { Project, ProjectsModule } from '../../projects/index.ts'
import type { SettingsModule } from '../../settings/index.ts'
import type { Tracker, TrackersModule } from '../../trackers/index.ts'
import type { UsersModule, Viewer } from '../../users/index.ts'
import type { ArtifactAccess, Place } from '../access.ts'
import type { FoundPage } from '../artifact.ts'
import { findArtifacts } from '../artifacts.store.ts'
import { readableLinkFields, takesPart } from '../visible-links.ts'
import { checkTql, type TqlContext } from './check-tql.ts'
import { checkCriteria } from './criteria.ts'
import { findPage, type SortBy } from './find-artifacts.store.ts'
import { parseOrderBy } from './order-by.ts'
import { queryContext } from './query-context.ts'
import { readLinkTypes } from './conditions.store.ts'
import { seenArtifacts, visibilityOf, type VisibilityDependencies } from './visibility.ts'

export interface SearchDependencies {
  readonly db: Db
  readonly clock: Clock
  readonly settings: SettingsModule
  readonly users: UsersModule
  readonly projects: ProjectsModule
  readonly trackers: TrackersModule
  readonly access: ArtifactAccess
}

/**
 * A search may take as long as `query_timeout`, with a connection of its own all the time. So many at once leave some to all
 * others.
 */
const AT_ONCE = { inWork: SEARCH_CONNECTIONS, waiting: 48, waitMs: 5_000 }
const gates = new WeakMap<Db, Gate>()
const gateOf = (db: Db): Gate => {
  let gate = gates.get(db)
  if (!gate) gates.set(db, (gate = new Gate(AT_ONCE)))
  return gate
}

/** The tracker that is searched, with its project. */
export interface SearchPlace {
  readonly tracker: Tracker
  readonly project: Project
}

export const visibilityDependencies = ({
  users,
  projects,
  trackers,
}: Pick<SearchDependencies, 'users' | 'projects' | 'trackers'>): VisibilityDependencies => ({
  users,
  projects,
  findDistinctValues: fieldId => trackers.distinctValues(fieldId),
})

/** Trackers whose artifacts the viewer may find at an end of a link, with what the viewer is there. */
export const seenTrackers = async (
  { trackers, access }: Pick<SearchDependencies, 'trackers' | 'access'>,
  viewer: Viewer,
): Promise<Place[]> =>
  (await trackers.listVisible(viewer))
    .filter(takesPart)
    .map(({ tracker, project }) => ({ tracker, project, standing: access.standingIn(viewer, tracker) }))

/** Types of the links that start in the tracker and that the viewer sees (trackers.md §8). */
export const findUsedLinkTypes = async (
  dependencies: Pick<SearchDependencies, 'db' | 'users' | 'projects' | 'trackers' | 'access'>,
  viewer: Viewer,
  { tracker, project }: SearchPlace,
): Promise<string[]> => {
  const standing = dependencies.access.standingIn(viewer, tracker)
  const fieldIds = readableLinkFields(standing, tracker)
  if (fieldIds.length === 0) return []
  const visibility = visibilityDependencies(dependencies)
  const own = await seenArtifacts(visibility, [{ tracker, project, standing }])
  const far = await seenArtifacts(visibility, await seenTrackers(dependencies, viewer))
  return readLinkTypes(dependencies.db.kysely, tracker.id, { fieldIds, own, far })
}

/** What the viewer may ask of one tracker. */
export const searchContext = (
  dependencies: SearchDependencies,
  viewer: Viewer,
  { tracker, project }: SearchPlace,
): TqlContext => {
  const { db, settings, projects, access } = dependencies
  return {
    ...queryContext(dependencies, viewer, project.id),
    tracker,
    standing: access.standingIn(viewer, tracker),
    maxComplexity: settings.get('query_complexity_limit'),
    findLinkEnds: async named => {
      const seen = await seenTrackers(dependencies, viewer)
      const wanted = named?.itemName.toLowerCase()
      const among = named
        ? seen.filter(({ tracker }) => (tracker.itemName.toLowerCase() === wanted) !== named.isNegated)
        : seen
      const parts = await seenArtifacts(visibilityDependencies(dependencies), among)
      return {
        other: { kind: 'seen', parts },
        fieldIds: among.flatMap(({ tracker, standing }) => readableLinkFields(standing, tracker)),
      }
    },
    findLinkEnd: async artifactId => {
      const found = await findArtifacts(db, [artifactId])
      const place = (await access.visiblePlaces(viewer, [...found.values()])).get(artifactId)
      if (!place || !takesPart(place)) return undefined
      return {
        other: { kind: 'artifact', id: artifactId },
        fieldIds: readableLinkFields(place.standing, place.tracker),
      }
    },
    linkTypes: async () => [...(await projects.linkTypes()).keys()],
  }
}

export interface Wanted {
  /** Aborted when nobody waits for the answer any more: then the search ends. */
  readonly signal?: AbortSignal | undefined
}

/** A page of the artifacts that match and that the viewer sees, and how many there are. */
export const searchArtifacts = async (
  dependencies: SearchDependencies,
  context: TqlContext,
  project: Project,
  condition: Condition,
  page: Page & Wanted & { readonly order: readonly SortBy[]; readonly withMarks?: boolean },
): Promise<FoundPage> => {
  const { db, settings } = dependencies
  const { tracker, standing } = context
  const visible = await visibilityOf(visibilityDependencies(dependencies), tracker, project, standing)
  const search = {
    trackerId: tracker.id,
    titleFieldId: tracker.semantics.title?.fieldId,
    condition: and(condition, visible),
    order: page.order,
    limit: page.limit,
    offset: page.offset,
    withMarks: page.withMarks ?? false,
    timeoutSeconds: settings.get('query_timeout'),
    signal: page.signal,
  }
  return gateOf(db).run(() => findPage(db, search))
}

/** Query parameters of GET /trackers/{id}/artifacts. */
export interface AskedFor extends Page, Wanted {
  readonly query: string
  readonly expert_query: string
  readonly order_by: string
}

/** trackers.md §4: backslashes are taken off before either query is read, each with what it protects left in its place. */
const withoutBackslashes = (text: string): string => text.replace(/\\(.?)/gs, '$1')

/** undefined: nothing was asked for but the list of all (trackers.md §4: `query` goes before `expert_query`). */
export const searchAsked = async (
  dependencies: SearchDependencies,
  viewer: Viewer,
  place: SearchPlace,
  asked: AskedFor & { readonly withMarks: boolean },
): Promise<FoundPage | undefined> => {
  const query = withoutBackslashes(asked.query).trim()
  const expertQuery = withoutBackslashes(asked.expert_query).trim()
  if (query === '' && expertQuery === '' && asked.order_by.trim() === '') return undefined
  const context = searchContext(dependencies, viewer, place)
  const order = parseOrderBy(asked.order_by, context.tracker, context.standing)
  const condition =
    query !== ''
      ? checkCriteria(query, context)
      : expertQuery !== ''
        ? // As it was sent: positions in messages count what the client wrote.
          await checkTql(withoutBackslashes(asked.expert_query), context)
        : ALL
  return searchArtifacts(dependencies, context, place.project, condition, {
    order,
    limit: asked.limit,
    offset: asked.offset,
    withMarks: asked.withMarks,
    signal: asked.signal,
  })
}
