import { readCache } from '../../../platform/cache.ts'
import type { Db } from '../../../platform/db/db.ts'
import { NotFound } from '../../../platform/errors.ts'
import { groupsOf, type Project, type ProjectsModule } from '../../projects/index.ts'
import type { Viewer } from '../../users/index.ts'
import { loadTrackers } from '../store/load-trackers.ts'
import { canViewTracker } from '../model/trackers.permissions.ts'
import {
  loadKeywords,
  readLiveTrackerIds,
  listProjectsAdministeredBy,
  listProjectsWithTrackers,
  listTrackerIds,
} from '../store/trackers.store.ts'
import type { Tracker } from '../model/tracker.ts'

const MAX_TRACKERS = 5_000
const ALL = 'all'
const NAMED_AT_A_TIME = 50

/** A tracker that the viewer sees, with its project. */
export interface VisibleTracker {
  readonly tracker: Tracker
  readonly project: Project
}

/** A set of words, of which nobody needs a list. */
export type Keywords = Pick<ReadonlySet<string>, 'has'>

export interface TrackerQueries {
  /** From the cache; deleted trackers too, with a flag. */
  get(id: number): Promise<Tracker | undefined>
  getMany(ids: Iterable<number>): Promise<Map<number, Tracker>>
  peek(id: number): Tracker | undefined
  /** Trackers that are not deleted, by id. */
  listOfProject(projectId: number): Promise<Tracker[]>
  /** Trackers with this item name in any case, in any project, not deleted; by id. Not limited by a viewer. */
  findByItemName(itemName: string): Promise<Tracker[]>
  /** Those of the words, in lower case, that are item names of trackers that the viewer sees, in any project. */
  visibleItemNames(viewer: Viewer, words: Iterable<string>): Promise<ReadonlySet<string>>
  /** All trackers of the platform that the viewer sees, by id. */
  listVisible(viewer: Viewer): Promise<VisibleTracker[]>
  /**
   * Lower-case item names of all trackers: keywords of references to artifacts. Not limited by a viewer, so no answer may show which
   * words are among them.
   */
  keywords(): Promise<Keywords>
  /** The table of trackers.md §1: throws NotFound or Forbidden accordingly. */
  requireTracker(viewer: Viewer, id: number): Promise<{ tracker: Tracker; project: Project }>
  /** Checks access to the project, too. */
  canViewTracker(viewer: Viewer, project: Project, tracker: Tracker): boolean
  /** Projects with a tracker that the viewer administers, by id. The visibility of the projects is not checked. */
  trackerAdminProjectIds(viewer: Viewer): Promise<number[]>
}

export const createTrackerQueries = (db: Db, projects: ProjectsModule): TrackerQueries =>
  new CachedTrackerQueries(db, projects)

class CachedTrackerQueries implements TrackerQueries {
  readonly #db: Db
  readonly #projects: ProjectsModule
  readonly #trackers
  readonly #idsOfProject
  readonly #idsByKeyword
  readonly #allIds

  constructor(db: Db, projects: ProjectsModule) {
    this.#db = db
    this.#projects = projects
    this.#trackers = readCache<number, Tracker>({
      invalidations: db.invalidations,
      topic: 'tracker',
      max: MAX_TRACKERS,
      load: ids => loadTrackers(db.kysely, ids),
      parseKey: Number,
    })
    this.#idsOfProject = readCache<number, readonly number[]>({
      invalidations: db.invalidations,
      topic: 'project_trackers',
      max: MAX_TRACKERS,
      load: ids => listTrackerIds(db.kysely, ids),
      parseKey: Number,
    })
    this.#idsByKeyword = readCache<string, ReadonlyMap<string, readonly number[]>>({
      invalidations: db.invalidations,
      topic: 'project_trackers',
      max: 1,
      load: async () => new Map([[ALL, await loadKeywords(db.kysely)]]),
      parseKey: () => ALL,
    })
    this.#allIds = readCache<string, readonly number[]>({
      invalidations: db.invalidations,
      topic: 'project_trackers',
      max: 1,
      load: async () => new Map([[ALL, await readLiveTrackerIds(db.kysely)]]),
      parseKey: () => ALL,
    })
  }

  readonly #idsNamed = async (word: string): Promise<readonly number[]> =>
    (await this.#idsByKeyword.get(ALL))?.get(word) ?? []

  readonly #visible = async (viewer: Viewer, ids: readonly number[]): Promise<VisibleTracker[]> => {
    const found = await this.#live(ids)
    const projectById = await this.#projects.getMany(found.map(tracker => tracker.projectId))
    return found.flatMap(tracker => {
      const project = projectById.get(tracker.projectId)
      return project && this.#canView(viewer, project, tracker) ? [{ tracker, project }] : []
    })
  }

  readonly #live = async (ids: readonly number[]): Promise<Tracker[]> => {
    const found = await this.#trackers.getMany(ids)
    return ids.flatMap(id => {
      const tracker = found.get(id)
      return tracker && !tracker.isDeleted ? [tracker] : []
    })
  }

  readonly #canView: TrackerQueries['canViewTracker'] = (viewer, project, tracker) =>
    !tracker.isDeleted && this.#projects.canAccess(viewer, project) && canViewTracker(viewer, tracker)

  readonly get: TrackerQueries['get'] = id => this.#trackers.get(id)
  readonly getMany: TrackerQueries['getMany'] = ids => this.#trackers.getMany(ids)
  readonly peek: TrackerQueries['peek'] = id => this.#trackers.peek(id)
  readonly listOfProject: TrackerQueries['listOfProject'] = async projectId =>
    this.#live((await this.#idsOfProject.get(projectId)) ?? [])
  readonly findByItemName: TrackerQueries['findByItemName'] = async itemName =>
    this.#live(await this.#idsNamed(itemName.toLowerCase()))

  readonly visibleItemNames: TrackerQueries['visibleItemNames'] = async (viewer, words) => {
    const names = new Set<string>()
    for (const word of words) {
      const ids = await this.#idsNamed(word)
      // Hundreds of projects may have a tracker of one name: the first that the viewer sees is enough.
      for (let from = 0; from < ids.length && !names.has(word); from += NAMED_AT_A_TIME)
        if ((await this.#visible(viewer, ids.slice(from, from + NAMED_AT_A_TIME))).length > 0) names.add(word)
    }
    return names
  }

  readonly listVisible: TrackerQueries['listVisible'] = async viewer =>
    this.#visible(viewer, (await this.#allIds.get(ALL)) ?? [])
  readonly keywords: TrackerQueries['keywords'] = async () => (await this.#idsByKeyword.get(ALL)) ?? new Set()

  readonly requireTracker: TrackerQueries['requireTracker'] = async (viewer, id) => {
    const tracker = await this.#trackers.get(id)
    if (!tracker) throw new NotFound('Tracker does not exist')
    const project = await this.#projects.get(tracker.projectId)
    // §1: here a project that is not active is treated as missing; only a suspended one gives another answer.
    const isGone = project?.status === 'deleted' && !this.#projects.canAccess(viewer, project)
    if (!project || isGone) throw new NotFound('Tracker does not exist')
    await this.#projects.requireAccess(viewer, project.id)
    if (tracker.isDeleted || !canViewTracker(viewer, tracker))
      throw new NotFound('', { localised: 'This tracker does not exist, or you may not see it.' })
    return { tracker, project }
  }

  readonly canViewTracker: TrackerQueries['canViewTracker'] = this.#canView

  readonly trackerAdminProjectIds: TrackerQueries['trackerAdminProjectIds'] = async viewer => {
    if (viewer.isSiteAdministrator) return listProjectsWithTrackers(this.#db.kysely, null)
    const administered = [...viewer.memberships].filter(([, membership]) => membership.isAdmin).map(([id]) => id)
    const everywhere = [...groupsOf(viewer, { id: NO_PROJECT })]
    const [asAdmin, byGroup] = await Promise.all([
      listProjectsWithTrackers(this.#db.kysely, administered),
      listProjectsAdministeredBy(this.#db.kysely, {
        groupIds: everywhere,
        memberships: [...viewer.memberships.keys()].map(projectId => ({
          projectId,
          groupIds: [...groupsOf(viewer, { id: projectId })],
        })),
      }),
    ])
    return [...new Set([...asAdmin, ...byGroup])].sort((a, b) => a - b)
  }
}

/** Id of no project: a user there has the groups of a non-member. */
const NO_PROJECT = 0
