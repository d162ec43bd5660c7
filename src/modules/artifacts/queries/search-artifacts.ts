import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/db.ts'
import { SEARCH_CONNECTIONS } from '../../../platform/db/search-pool.ts'
import { ConcurrencyLimiter } from '../../../platform/overload/concurrency-limiter.ts'
import type { Page } from '../../../platform/http/routes/pagination.ts'
import { ALL, and, type Condition } from '../../fields/index.ts'
import type { Project, ProjectsModule } from '../../projects/index.ts'
import type { SettingsModule } from '../../settings/index.ts'
import type { Tracker, TrackersModule } from '../../trackers/index.ts'
import type { UsersModule, Viewer } from '../../users/index.ts'
import type { ArtifactAccess, ArtifactContext } from '../access/artifact-access.ts'
import type { ArtifactIdPage } from '../model/artifact.ts'
import { findArtifacts } from '../store/artifacts.store.ts'
import { readableLinkFields, takesPart } from '../access/visible-links.ts'
import { checkTql, TQL_COMPLEXITY, type TqlContext, type TqlDialect } from './check-tql.ts'
import { checkCriteria } from './criteria.ts'
import { findPage, queryMatches, type Filter, type SortBy, type StatementOfIds } from './find-artifacts.store.ts'
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

/** A search holds a connection of the search pool for up to `query_timeout`. The limit leaves connections for other requests. */
const SEARCH_LIMITS = { inWork: SEARCH_CONNECTIONS, waiting: 48, waitMs: 5_000 }
const limiters = new WeakMap<Db, ConcurrencyLimiter>()
/** Runs a search as soon as it has a place among the searches of the process. */
export const inSearchLimits = <Result>(db: Db, run: () => Promise<Result>): Promise<Result> => {
  let limiter = limiters.get(db)
  if (!limiter) limiters.set(db, (limiter = new ConcurrencyLimiter(SEARCH_LIMITS)))
  return limiter.run(run)
}

/** The tracker that is searched, with its project. */
export interface TrackerInProject {
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

/** Contexts of the trackers whose artifacts the viewer may find at an end of a link. */
export const seenTrackers = async (
  { trackers, access }: Pick<SearchDependencies, 'trackers' | 'access'>,
  viewer: Viewer,
): Promise<ArtifactContext[]> =>
  (await trackers.listVisible(viewer))
    .filter(takesPart)
    .map(({ tracker, project }) => ({ tracker, project, rights: access.rightsIn(viewer, tracker) }))

/** Types of the links that start in the tracker and that the viewer sees (trackers.md §8). */
export const findUsedLinkTypes = async (
  dependencies: Pick<SearchDependencies, 'db' | 'users' | 'projects' | 'trackers' | 'access'>,
  viewer: Viewer,
  { tracker, project }: TrackerInProject,
): Promise<string[]> => {
  const rights = dependencies.access.rightsIn(viewer, tracker)
  const fieldIds = readableLinkFields(rights, tracker)
  if (fieldIds.length === 0) return []
  const visibility = visibilityDependencies(dependencies)
  const own = await seenArtifacts(visibility, [{ tracker, project, rights }])
  const far = await seenArtifacts(visibility, await seenTrackers(dependencies, viewer))
  return readLinkTypes(dependencies.db.kysely, tracker.id, { fieldIds, own, far })
}

/** Context of the viewer's queries in one tracker. */
export const searchContext = (
  dependencies: SearchDependencies,
  viewer: Viewer,
  { tracker, project }: TrackerInProject,
  dialect: TqlDialect = 'expert_query',
): TqlContext => {
  const { db, settings, projects, access } = dependencies
  return {
    ...queryContext(dependencies, viewer, project.id),
    tracker,
    rights: access.rightsIn(viewer, tracker),
    dialect,
    maxComplexity: dialect === 'tql' ? TQL_COMPLEXITY : settings.get('query_complexity_limit'),
    findLinkEnds: async named => {
      const seen = await seenTrackers(dependencies, viewer)
      const wanted = named?.itemName.toLowerCase()
      const among = named
        ? seen.filter(({ tracker }) => (tracker.itemName.toLowerCase() === wanted) !== named.isNegated)
        : seen
      const parts = await seenArtifacts(visibilityDependencies(dependencies), among)
      return {
        other: { kind: 'seen', parts },
        fieldIds: among.flatMap(({ tracker, rights }) => readableLinkFields(rights, tracker)),
      }
    },
    findLinkEnd: async artifactId => {
      const found = await findArtifacts(db, [artifactId])
      const place = (await access.visibleContexts(viewer, [...found.values()])).get(artifactId)
      if (!place || !takesPart(place)) return undefined
      return {
        other: { kind: 'artifact', id: artifactId },
        fieldIds: readableLinkFields(place.rights, place.tracker),
      }
    },
    linkTypes: async () => [...(await projects.linkTypes()).keys()],
  }
}

export interface CancelOptions {
  /** Aborted when no client waits for the response any more; the search then ends. */
  readonly signal?: AbortSignal | undefined
}

/** The artifacts of the tracker that the viewer sees and for which the condition holds. */
const visibleMatches = async (
  dependencies: SearchDependencies,
  { tracker, rights }: TqlContext,
  project: Project,
  condition: Condition,
  { signal }: CancelOptions,
): Promise<Filter> => ({
  trackerId: tracker.id,
  titleFieldId: tracker.semantics.title?.fieldId,
  condition: and(condition, await visibilityOf(visibilityDependencies(dependencies), tracker, project, rights)),
  timeoutSeconds: dependencies.settings.get('query_timeout'),
  signal,
})

/** A page of the matching artifacts that the viewer sees, and their total. */
export const searchArtifacts = async (
  dependencies: SearchDependencies,
  context: TqlContext,
  project: Project,
  condition: Condition,
  page: Page & CancelOptions & { readonly order: readonly SortBy[]; readonly withRowVersions?: boolean },
): Promise<ArtifactIdPage> => {
  const { db } = dependencies
  const { order, limit, offset, withRowVersions = false } = page
  const filter = await visibleMatches(dependencies, context, project, condition, page)
  return inSearchLimits(db, () => findPage(db, { ...filter, order, limit, offset, withRowVersions }))
}

/** Runs a statement on the ids of the matching artifacts that the viewer sees. */
export const queryVisibleMatches = async <Row>(
  dependencies: SearchDependencies,
  context: TqlContext,
  project: Project,
  condition: Condition,
  options: CancelOptions,
  statementOf: StatementOfIds<Row>,
): Promise<Row[]> => {
  const { db } = dependencies
  const filter = await visibleMatches(dependencies, context, project, condition, options)
  return inSearchLimits(db, () => queryMatches(db, filter, statementOf))
}

/** Query parameters of GET /trackers/{id}/artifacts. */
export interface SearchParameters extends Page, CancelOptions {
  readonly tql: string
  readonly query: string
  readonly expert_query: string
  readonly order_by: string
}

/** trackers.md §4: a backslash is removed before either query is read; the character after it stays. */
const withoutBackslashes = (text: string): string => text.replace(/\\(.?)/gs, '$1')

/** A query with its context, ready to be searched. */
export interface PreparedSearch {
  readonly context: TqlContext
  readonly condition: Condition
  readonly order: readonly SortBy[]
}

/**
 * undefined: the request has neither query nor order, so it asks for the whole list. `tql` takes precedence over `query`, and `query` over
 * `expert_query` (trackers.md §4).
 */
export const prepareSearch = async (
  dependencies: SearchDependencies,
  viewer: Viewer,
  place: TrackerInProject,
  asked: Pick<SearchParameters, 'tql' | 'query' | 'expert_query' | 'order_by'>,
): Promise<PreparedSearch | undefined> => {
  const isTql = asked.tql.trim() !== ''
  const query = isTql ? '' : withoutBackslashes(asked.query).trim()
  // Positions in messages count characters of the text as sent, so the text is not trimmed.
  const tql = isTql ? asked.tql : query === '' ? withoutBackslashes(asked.expert_query) : ''
  if (query === '' && tql.trim() === '' && asked.order_by.trim() === '') return undefined
  const context = searchContext(dependencies, viewer, place, isTql ? 'tql' : 'expert_query')
  const order = parseOrderBy(asked.order_by, context.tracker, context.rights)
  const condition =
    query !== '' ? checkCriteria(query, context) : tql.trim() !== '' ? await checkTql(tql, context) : ALL
  return { context, condition, order }
}

/** A page of a prepared search. */
export const runSearch = (
  dependencies: SearchDependencies,
  { context, condition, order }: PreparedSearch,
  { project }: TrackerInProject,
  page: Page & CancelOptions & { readonly withRowVersions?: boolean },
): Promise<ArtifactIdPage> => searchArtifacts(dependencies, context, project, condition, { ...page, order })

/** The page of a request with a query or an order; undefined for others. */
export const searchByParameters = async (
  dependencies: SearchDependencies,
  viewer: Viewer,
  place: TrackerInProject,
  asked: SearchParameters & { readonly withRowVersions: boolean },
): Promise<ArtifactIdPage | undefined> => {
  const search = await prepareSearch(dependencies, viewer, place, asked)
  const { limit, offset, withRowVersions, signal } = asked
  return search && runSearch(dependencies, search, place, { limit, offset, withRowVersions, signal })
}

/** The search for the whole list, by id. */
export const wholeList = (
  dependencies: SearchDependencies,
  viewer: Viewer,
  place: TrackerInProject,
  order: 'asc' | 'desc',
): PreparedSearch => ({
  context: searchContext(dependencies, viewer, place),
  condition: ALL,
  order: [{ key: { kind: 'column', column: 'id' }, isDescending: order === 'desc' }],
})
