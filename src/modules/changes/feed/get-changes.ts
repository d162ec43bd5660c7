import type { Viewer } from '../../users/index.ts'
import type { Cursors } from '../model/cursors.ts'
import type { Place } from '../model/place.ts'
import { comparePlaces } from '../model/place.ts'
import type { ChangeFilter } from '../visibility/change-filter.ts'
import type { Hub } from '../stream/hub.ts'
import type { StreamLimits } from '../stream/stream-limits.ts'
import {
  artifactsOf,
  readChanges,
  readEnd,
  representAll,
  requireKept,
  type ChangePage,
  type FeedDependencies,
  type Reader,
} from '../reading/read-changes.ts'
import { withCursor } from '../reading/represent-change.ts'
import type { Representations } from '../reading/representations.ts'

export interface ChangesQuery {
  readonly since: string | undefined
  readonly until: string | undefined
  readonly limit: number
  readonly waitSeconds: number
  readonly filter: ChangeFilter
  readonly representation: 'none' | 'values' | 'full'
}

/** One page of the feed, as texts. */
export interface ChangesAnswer {
  readonly changes: readonly { readonly text: string; readonly artifactId: number | null }[]
  readonly artifacts: ReadonlyMap<number, string>
  readonly next: string
  readonly more: boolean
  readonly heldSince: Date | null
}

export interface GetChangesDependencies extends FeedDependencies {
  readonly cursorsOf: (timeline: string) => Promise<Cursors>
  readonly hub: Hub
  readonly limits: StreamLimits
  readonly representations: Representations
}

/** How a reader that waits leaves the requests in work, and learns that its client has gone. */
export interface Waiting {
  readonly caller: string
  readonly leaveWork: () => void
  readonly signal: AbortSignal
}

/** GET /changes (integrators.md §1.2). */
export const getChanges =
  (deps: GetChangesDependencies) =>
  async (reader: Reader, query: ChangesQuery, waiting: Waiting): Promise<ChangesAnswer> => {
    const { viewer } = reader
    const { state, end } = await readEnd(deps.db)
    deps.hub.note(state)
    const cursors = await deps.cursorsOf(state.timeline)
    const given = query.since === undefined ? undefined : cursors.read(query.since, viewer.userId)
    const until = query.until === undefined ? undefined : cursors.read(query.until, viewer.userId)
    if (given) requireKept(given, state)
    // A cursor of the end may lie behind the end that this connection sees.
    const since = given ?? end
    const upTo = earliest(comparePlaces(since, end) > 0 ? since : end, until)
    const { filter, limit } = query
    let page: ChangePage = { viewer, changes: [], next: since, more: false }
    if (given && comparePlaces(since, upTo) < 0) page = await readChanges(deps, reader, { filter, since, upTo, limit })
    const mayWait = query.waitSeconds > 0 && !page.more && !until
    if (mayWait && page.changes.length === 0)
      page = await waitForChanges(deps, reader, query, given ? page.next : end, waiting)
    return answerOf(deps, query, page, cursors)
  }

const earliest = (end: Place, until: Place | undefined): Place => (until && comparePlaces(until, end) < 0 ? until : end)

/** Reads again what was announced, with the rights of then: they may have been withdrawn during the wait. */
const waitForChanges = async (
  deps: GetChangesDependencies,
  { viewer, identify }: Reader,
  { filter, limit, waitSeconds }: ChangesQuery,
  start: Place,
  { caller, leaveWork, signal }: Waiting,
): Promise<ChangePage> => {
  const giveBack = deps.limits.take(caller)
  const until = performance.now() + waitSeconds * 1_000
  try {
    leaveWork()
    let page: ChangePage = { viewer, changes: [], next: start, more: false }
    while (performance.now() < until && !signal.aborted) {
      const { upTo, isFound } = await nextAnnouncement(deps.hub, { viewer, filter, place: page.next }, until, signal)
      if (!isFound) return { ...page, next: upTo }
      page = await readChanges(deps, { viewer: await identify(), identify }, { filter, since: page.next, upTo, limit })
      if (page.changes.length > 0) break
    }
    return page
  } finally {
    giveBack()
  }
}

/** Waits until the hub announces a change to the caller, or the time is over. */
const nextAnnouncement = (
  hub: Hub,
  { viewer, filter, place }: { readonly viewer: Viewer; readonly filter: ChangeFilter; readonly place: Place },
  until: number,
  signal: AbortSignal,
): Promise<{ readonly upTo: Place; readonly isFound: boolean }> =>
  new Promise(resolve => {
    let reached = place
    const finish = (isFound: boolean): void => {
      unsubscribe()
      clearTimeout(timer)
      signal.removeEventListener('abort', leave)
      resolve({ upTo: reached, isFound })
    }
    const leave = (): void => finish(false)
    const unsubscribe = hub.subscribe({
      viewer: () => viewer,
      filter,
      place,
      announce: ({ changes, upTo }) => {
        reached = upTo
        if (changes.length > 0) finish(true)
      },
      reset: leave,
    })
    const timer = setTimeout(leave, Math.max(0, until - performance.now()))
    signal.addEventListener('abort', leave, { once: true })
  })

const answerOf = async (
  deps: GetChangesDependencies,
  { representation }: ChangesQuery,
  { viewer, changes, next, more }: ChangePage,
  cursors: Cursors,
): Promise<ChangesAnswer> => {
  const texts = await representAll(deps, viewer, changes)
  const written = cursors.writeAll([...changes.map(({ place }) => place), next], viewer.userId)
  const artifacts = await deps.representations.read(
    viewer,
    artifactsOf(changes.map(({ change }) => change)),
    representation,
  )
  return {
    changes: changes.map(({ change }, index) => ({
      text: withCursor(written[index] ?? '', texts[index] ?? ''),
      artifactId: 'artifactId' in change ? change.artifactId : null,
    })),
    artifacts,
    next: written.at(-1) ?? '',
    more,
    heldSince: deps.hub.heldSince(),
  }
}
