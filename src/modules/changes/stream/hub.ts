import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { mayChangeCachedRights } from '../../../platform/events/event-log.ts'
import type { Viewer } from '../../users/index.ts'
import type { Change } from '../model/change.ts'
import { comparePlaces, endBefore, type Place } from '../model/place.ts'
import { mayPass, passes, type ChangeFilter } from '../visibility/change-filter.ts'
import { prepareEvents, type PreparedEvent } from '../visibility/prepared-event.ts'
import { listEventsBetween, readLogState, type LogState } from '../reading/log.store.ts'
import { actorsOf, type FeedDependencies } from '../reading/read-changes.ts'
import { textOfChange } from '../reading/represent-change.ts'

/** Time between two looks at the log while somebody waits. */
const LOOK_MS = 50
/** Events of one look. */
const BATCH = 500
/** Pause after a look that failed. */
const PAUSE_MS = 500
/** The same oldest transaction for this long holds the feed back. */
const HELD_MS = 2_000

/** Changes for one subscriber, with the texts of their members. */
export interface Announcement {
  readonly places: readonly Place[]
  readonly texts: readonly string[]
  readonly changes: readonly Change[]
  /** All events up to this place were judged. */
  readonly upTo: Place
}

export interface Subscriber {
  /** The caller, with the rights of now. */
  readonly viewer: () => Viewer
  /** Asks anew for the rights of the caller if any rights may have changed since; undefined if none may have. */
  readonly refresh?: () => Promise<void> | undefined
  readonly filter: ChangeFilter
  /** The place up to which the subscriber has been told. */
  place: Place
  /** Told of the subscriber's changes; also without changes, with the place that was reached. */
  readonly announce: (announcement: Announcement) => void
  /** The log is read from another history now. */
  readonly reset: () => void
}

/**
 * One reader of the log for all open streams and waiting readers of the process. It looks at the log every 50 ms while there is one, and
 * judges each event for each subscriber in memory.
 */
export interface Hub {
  subscribe(subscriber: Subscriber): () => void
  /** Time since which one transaction has held the feed back; null: nothing does. */
  heldSince(): Date | null
  /** Time for which the log could not be read to its end. */
  heldMs(): number
  readonly subscribers: () => number
  /** Notes a state of the log that a request has read. */
  note(state: LogState): void
  close(): void
}

export const createHub = (deps: FeedDependencies & { readonly log: Logger; readonly now: () => Date }): Hub => {
  const subscribers = new Set<Subscriber>()
  let timeline: string | undefined
  let isRunning = false
  let isClosed = false
  let held: { readonly xmin: bigint; readonly since: Date; readonly at: number } | undefined

  const note = ({ xmin, xmax }: LogState): void => {
    if (xmin >= xmax) held = undefined
    else if (held?.xmin !== xmin) held = { xmin, since: deps.now(), at: performance.now() }
  }
  const heldMs = (): number => (held ? performance.now() - held.at : 0)

  const look = async (): Promise<void> => {
    const state = await readLogState(deps.db)
    note(state)
    if (timeline !== undefined && timeline !== state.timeline) for (const one of [...subscribers]) one.reset()
    timeline = state.timeline
    const end = endBefore(state.xmin)
    for (;;) {
      // A new subscriber may be behind the others, which are not told twice.
      const from = leastPlace()
      if (!from || comparePlaces(from, end) >= 0) return
      const events = await listEventsBetween(deps.db, from, end, BATCH)
      const last = events.at(-1)
      const upTo: Place = events.length === BATCH && last ? last.place : end
      // A right is withdrawn before its event is judged, and before all later ones.
      if (events.some(({ event }) => mayChangeCachedRights(event))) await deps.db.invalidations.caughtUp()
      await announce(from, await prepareEvents(deps, events), upTo)
    }
  }

  const leastPlace = (): Place | undefined => {
    let least: Place | undefined
    for (const { place } of subscribers) if (!least || comparePlaces(place, least) < 0) least = place
    return least
  }

  const announce = async (from: Place, prepared: readonly PreparedEvent[], upTo: Place): Promise<void> => {
    const isInReach = ({ place }: Subscriber): boolean => comparePlaces(place, from) >= 0
    const texts = new Texts(deps, await deps.users.getMany(actorsOf(prepared.map(actorOnly))))
    if (prepared.length > 0) await refreshAll()
    for (const subscriber of [...subscribers]) {
      // A subscriber that joined during this look is not told of what lies between.
      if (comparePlaces(subscriber.place, upTo) >= 0 || !isInReach(subscriber)) continue
      const told = { places: [] as Place[], texts: [] as string[], changes: [] as Change[] }
      const viewer = subscriber.viewer()
      prepared.forEach((one, index) => {
        const { place } = one
        if (comparePlaces(place, subscriber.place) <= 0 || !mayPass(subscriber.filter, one.event)) return
        const change = deps.changeOf(viewer, one)
        if (!change || !passes(subscriber.filter, change, one)) return
        told.places.push(place)
        told.changes.push(change)
        told.texts.push(texts.of(viewer, index, change))
      })
      subscriber.place = upTo
      subscriber.announce({ ...told, upTo })
    }
  }

  /** The judgement that follows runs without a pause: all subscribers have the rights that they have when it begins. */
  const refreshAll = async (): Promise<void> => {
    for (;;) {
      const refreshed = [...subscribers].flatMap(subscriber => subscriber.refresh?.() ?? [])
      if (refreshed.length === 0) return
      await Promise.all(refreshed)
    }
  }

  const run = async (): Promise<void> => {
    isRunning = true
    while (subscribers.size > 0 && !isClosed) {
      const began = performance.now()
      try {
        await look()
        await sleep(Math.max(1, LOOK_MS - (performance.now() - began)), undefined, { ref: false })
      } catch (error) {
        deps.log.warn({ err: error }, 'the event log could not be read for streams')
        await sleep(PAUSE_MS, undefined, { ref: false })
      }
    }
    isRunning = false
  }

  return {
    subscribe: subscriber => {
      subscribers.add(subscriber)
      if (!isRunning && !isClosed) void run()
      return () => void subscribers.delete(subscriber)
    },
    heldSince: () => (held && heldMs() >= HELD_MS ? held.since : null),
    heldMs,
    subscribers: () => subscribers.size,
    note,
    close: () => {
      isClosed = true
    },
  }
}

const actorOnly = ({ event }: PreparedEvent): Change => ({
  kind: 'project.changed',
  at: event.at,
  actorId: event.actorId === 0 ? null : event.actorId,
  means: event.means,
  projectId: null,
  trackerId: null,
  artifactId: null,
  changesetId: null,
  isVersion: false,
  changedFieldIds: null,
  cause: null,
})

/** Texts of changes: those who are told the same get the same text. */
class Texts {
  readonly #known = new Map<string, string>()
  readonly #deps: FeedDependencies
  readonly #actors: ReadonlyMap<number, { readonly login: string }>

  constructor(deps: FeedDependencies, actors: ReadonlyMap<number, { readonly login: string }>) {
    this.#deps = deps
    this.#actors = actors
  }

  of(viewer: Viewer, index: number, change: Change): string {
    const key = `${index} ${keyOf(change)} ${viewer.timezone ?? ''}`
    let text = this.#known.get(key)
    if (text === undefined) {
      const representing = { ...this.#deps.representing, loginOf: (id: number) => this.#actors.get(id)?.login }
      text = textOfChange(representing, viewer, change)
      this.#known.set(key, text)
    }
    return text
  }
}

/** The parts of a change that depend on the caller. */
const keyOf = (change: Change): string => {
  switch (change.kind) {
    case 'access.changed':
      return `${change.kind} ${change.scope}`
    case 'access.lost':
    case 'artifact.deleted':
      return `${change.kind} ${change.trackerId ?? ''}`
    case 'artifacts.reordered':
      return `${change.kind} ${change.artifactId ?? ''}`
    default:
      return `${change.kind} ${change.changedFieldIds?.join() ?? ''} ${change.fromTrackerId ?? ''}`
  }
}
