import { Gone } from '../../../platform/errors.ts'
import type { LiveResponse } from '../../../platform/http/response/streams.ts'
import type { PresenceModule } from '../../presence/index.ts'
import { readEnd, requireKept, type FeedDependencies, type Reader } from '../reading/read-changes.ts'
import type { Cursors } from '../model/cursors.ts'
import type { ChangeFilter } from '../visibility/change-filter.ts'
import type { OpenStreams } from './open-streams.ts'
import type { AttachToStream } from './side-events.ts'
import type { StreamLimits } from './stream-limits.ts'

export interface EventsQuery {
  readonly filter: ChangeFilter
  readonly since: string | undefined
  readonly representation: 'none' | 'values'
  /** Artifacts whose people the stream tells. */
  readonly presenceOf: readonly number[]
}

export interface OpenEventsDependencies extends FeedDependencies {
  readonly cursorsOf: (timeline: string) => Promise<Cursors>
  readonly limits: StreamLimits
  readonly streams: OpenStreams
  readonly presence: Pick<PresenceModule, 'requireVisible' | 'watch'>
  /** Sources of events beside the changes, for every stream. */
  readonly sides: readonly AttachToStream[]
}

/** GET /events (integrators.md §2). */
export const openEvents =
  (deps: OpenEventsDependencies) =>
  async ({ viewer, identify }: Reader, callerName: string, query: EventsQuery): Promise<LiveResponse> => {
    const presenceOf = [...new Set(query.presenceOf)]
    await deps.presence.requireVisible(viewer, presenceOf)
    const { state, end } = await readEnd(deps.db)
    const cursors = await deps.cursorsOf(state.timeline)
    try {
      const since = query.since === undefined ? end : cursors.read(query.since, viewer.userId)
      requireKept(since, state)
      const { filter, representation } = query
      const release = deps.limits.take(callerName)
      const sides: AttachToStream[] = [...deps.sides, stream => deps.presence.watch(presenceOf, stream)]
      return deps.streams.open({ viewer, identify, filter, since, cursors, representation, sides, release })
    } catch (error) {
      // An event source cannot read statuses: the stream itself tells that its cursor is no longer good.
      if (error instanceof Gone) return deps.streams.refuse(error.details.reason)
      throw error
    }
  }
