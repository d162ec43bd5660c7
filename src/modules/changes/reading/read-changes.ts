import type { Db } from '../../../platform/db/db.ts'
import { mayChangeCachedRights } from '../../../platform/events/event-log.ts'
import type { UsersModule, Viewer } from '../../users/index.ts'
import type { Change } from '../model/change.ts'
import { expired } from '../model/cursors.ts'
import { comparePlaces, endBefore, type Place } from '../model/place.ts'
import { mayPass, passes, type ChangeFilter } from '../visibility/change-filter.ts'
import type { ChangeOf } from '../visibility/change-visibility.ts'
import { prepareEvents, type PrepareDependencies } from '../visibility/prepared-event.ts'
import { listEventsBetween, readLogState, type LogState } from './log.store.ts'
import { textOfChange, type RepresentDependencies } from './represent-change.ts'

export interface FeedDependencies extends PrepareDependencies {
  readonly db: Db
  readonly users: Pick<UsersModule, 'getMany' | 'peek'>
  readonly changeOf: ChangeOf
  readonly representing: Omit<RepresentDependencies, 'loginOf'>
}

/** A change that one caller is told, at its place. */
export interface TellableChange {
  readonly place: Place
  readonly change: Change
}

/** The caller that reads the feed. */
export interface Reader {
  readonly viewer: Viewer
  /** Asks anew who the caller is and which rights they have. */
  readonly identify: () => Promise<Viewer>
}

export interface ChangePage {
  /** The caller, with the rights by which the changes were judged. */
  readonly viewer: Viewer
  readonly changes: readonly TellableChange[]
  readonly next: Place
  readonly more: boolean
}

export interface PageRequest {
  readonly filter: ChangeFilter
  readonly since: Place
  readonly upTo: Place
  readonly limit: number
}

/** Events of one read, at most. */
const MAX_BATCH = 1_001
/** The second read of a page is that much larger than the first: most events are hidden. */
const GROWTH = 4
/** Time after which a page that found little is answered as it is. */
const MAX_SEARCH_MS = 5_000

/** Throws 410 if events after the place are deleted. */
export const requireKept = (place: Place, { horizon }: LogState): void => {
  if (horizon && comparePlaces(place, horizon) < 0) throw expired()
}

/**
 * The next changes that the caller may see. The rights that judge them are at least as new as the events: an artifact that is told after the
 * loss of its right would stay in the copy. `more` counts visible changes only: a page ends as if all others had never been.
 */
export const readChanges = async (
  deps: FeedDependencies,
  { viewer: known, identify }: Reader,
  { filter, since, upTo, limit }: PageRequest,
): Promise<ChangePage> => {
  let viewer = known
  const changes: TellableChange[] = []
  const deadline = performance.now() + MAX_SEARCH_MS
  let place = since
  // One event more than the page holds tells whether there is more.
  for (let batch = limit + 1; ; batch = Math.min(MAX_BATCH, batch * GROWTH)) {
    const events = await listEventsBetween(deps.db, place, upTo, batch)
    if (events.some(({ event }) => mayChangeCachedRights(event))) {
      await deps.db.invalidations.caughtUp()
      viewer = await identify()
    }
    const prepared = await prepareEvents(
      deps,
      events.filter(({ event }) => mayPass(filter, event)),
    )
    for (const one of prepared) {
      const change = deps.changeOf(viewer, one)
      if (!change || !passes(filter, change, one)) continue
      if (changes.length === limit) return { viewer, changes, next: changes.at(-1)?.place ?? since, more: true }
      changes.push({ place: one.place, change })
    }
    const last = events.at(-1)
    if (!last || events.length < batch) return { viewer, changes, next: upTo, more: false }
    place = last.place
    if (performance.now() > deadline) return { viewer, changes, next: place, more: true }
  }
}

/** Loads the accounts that the changes name, then makes the texts of their members, without cursors. */
export const representAll = async (
  deps: FeedDependencies,
  viewer: Viewer,
  changes: readonly TellableChange[],
): Promise<string[]> => {
  const held = await deps.users.getMany(actorsOf(changes.map(({ change }) => change)))
  const representing = { ...deps.representing, loginOf: (id: number) => held.get(id)?.login }
  return changes.map(({ change }) => textOfChange(representing, viewer, change))
}

export const actorsOf = (changes: readonly Change[]): ReadonlySet<number> =>
  new Set(changes.flatMap(change => ('actorId' in change && change.actorId !== null ? [change.actorId] : [])))

/** Ids of the artifacts that the changes are about, without those that are lost. */
export const artifactsOf = (changes: readonly Change[]): number[] => [
  ...new Set(changes.flatMap(change => ('at' in change && change.artifactId !== null ? [change.artifactId] : []))),
]

/** The end of the log now, with its state. */
export const readEnd = async (db: Db): Promise<{ readonly state: LogState; readonly end: Place }> => {
  const state = await readLogState(db)
  return { state, end: endBefore(state.xmin) }
}
