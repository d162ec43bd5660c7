import type { Logger } from 'pino'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/db.ts'
import type { EventCursor, LoggedEvent } from '../../platform/events/event-log.ts'
import type { Route } from '../../platform/http/routes/route.ts'
import type { Job } from '../../platform/jobs/jobs.ts'
import { getInstallationIds } from '../../platform/shared-folder/shared-folder.store.ts'
import type { ArtifactsModule } from '../artifacts/index.ts'
import type { PresenceModule } from '../presence/index.ts'
import type { ProjectsModule } from '../projects/index.ts'
import type { SettingsModule } from '../settings/index.ts'
import type { SvnModule } from '../svn/index.ts'
import type { TrackersModule } from '../trackers/index.ts'
import type { UsersModule, Viewer } from '../users/index.ts'
import { changesRoutes } from './changes.routes.ts'
import { announceUpgrade } from './feed/announce-upgrade.ts'
import { expireEvents, type LogReaders } from './feed/expire-events.ts'
import { getChanges } from './feed/get-changes.ts'
import { getSnapshot } from './feed/get-snapshot.ts'
import { addFacts, listVersionsBefore, readLogState, type ArtifactVersion } from './reading/log.store.ts'
import { parseFilter, parseScope } from './reading/parse-filter.ts'
import { actorsOf, readEnd, requireKept, type FeedDependencies } from './reading/read-changes.ts'
import { textOfChange, withCursor } from './reading/represent-change.ts'
import { createRepresentations, type Representations } from './reading/representations.ts'
import type { Change } from './model/change.ts'
import { createCursors, type Cursors } from './model/cursors.ts'
import { logCursorOf } from './model/place.ts'
import { createHub } from './stream/hub.ts'
import { openEvents } from './stream/open-events.ts'
import { createOpenStreams } from './stream/open-streams.ts'
import type { AttachToStream } from './stream/side-events.ts'
import { createStreamLimits } from './stream/stream-limits.ts'
import { createChangeOf } from './visibility/change-visibility.ts'
import { prepareEvents } from './visibility/prepared-event.ts'

export interface ChangesDependencies {
  readonly db: Db
  readonly clock: Clock
  readonly log: Logger
  readonly settings: SettingsModule
  readonly users: UsersModule
  readonly projects: ProjectsModule
  readonly trackers: TrackersModule
  readonly artifacts: ArtifactsModule
  readonly svn: Pick<SvnModule, 'commitReaders'>
  readonly presence: Pick<PresenceModule, 'requireVisible' | 'watch'>
  /** Streams that one process holds open. */
  readonly maxStreams: number
}

/** An event as one caller may know of it, and as the feed writes it. */
export interface ToldChange {
  readonly event: LoggedEvent
  readonly change: Change
  /** JSON text with all members of `GET /changes`, the cursor of the caller included. */
  readonly text: string
}

export interface ChangesModule {
  readonly routes: Route<Viewer>[]
  readonly jobs: readonly Job[]
  /** For consumers of the log: the events that the viewer may know of, as changes, by the rights of now. */
  describe(viewer: Viewer, events: readonly LoggedEvent[]): Promise<ToldChange[]>
  /** By changeset the newest one of its artifact before it of which the viewer may know something; absent: none. */
  previousVersions(viewer: Viewer, versions: readonly ArtifactVersion[]): Promise<ReadonlyMap<number, number>>
  /** The cursor of the log that the account names; throws 400, and 410 for a place that the log does not reach any more. */
  cursorOf(accountId: number, text: string): Promise<EventCursor>
  /** The end of the log, as a cursor of the account. */
  cursorOfNow(accountId: number): Promise<string>
  /** JSON texts of the artifacts that the viewer sees now, in the forms of the feed. */
  readonly representations: Representations
  /** Takes a place among the open streams and waiting readers, and returns how to give it back; throws 429 or 503 if there is none. */
  takeStream(caller: string): () => void
  /** For later modules: events beside the changes, on each stream that opens from here on. */
  onStream(attach: AttachToStream): void
  /** From now on the retention of the log waits for these readers, too. */
  addLogReaders(readers: LogReaders): void
  /** Figures for metrics. */
  stats(): { readonly streams: number; readonly horizonSeconds: number }
  /** Ends all streams. */
  close(): void
}

export const createChangesModule = async (deps: ChangesDependencies): Promise<ChangesModule> => {
  const { db, clock, log, settings, users, projects, trackers, artifacts } = deps
  const { sights } = artifacts
  const feed: FeedDependencies = {
    db,
    sights,
    trackers,
    projects,
    svn: deps.svn,
    users,
    changeOf: createChangeOf({ sights, rightsIn: artifacts.rightsIn, trackers, projects }),
    representing: {
      isoDate: (viewer, at) => settings.datesIn(viewer.timezone).isoDate(at),
      etagOf: artifacts.etagOf,
    },
  }
  const representations = createRepresentations(artifacts)
  const cursorsOf = await createCursorSource(db, settings)
  const logReaders: LogReaders[] = []
  const hub = createHub({ ...feed, log, now: () => clock.now() })
  const limits = createStreamLimits(deps.maxStreams)
  const sides: AttachToStream[] = []
  const streams = createOpenStreams({
    ...feed,
    hub,
    representations,
    onInvalidation: listener => db.invalidations.onAny(listener),
  })
  const reading = {
    ...feed,
    cursorsOf,
    hub,
    limits,
    representations,
    now: () => clock.now(),
    visibleContexts: artifacts.visibleContexts,
  }
  const filtering = { projects, trackers, findVisible: artifacts.findVisible }
  return {
    routes: changesRoutes({
      getChanges: getChanges(reading),
      getSnapshot: getSnapshot(reading),
      openEvents: openEvents({
        ...feed,
        presence: deps.presence,
        cursorsOf,
        limits,
        streams,
        sides,
      }),
      parseFilter: parseFilter(filtering),
      parseScope: parseScope(filtering),
      isoDate: feed.representing.isoDate,
    }),
    jobs: [
      announceUpgrade({ db, clock }),
      expireEvents({
        db,
        clock,
        log,
        retentionDays: () => settings.get('event_retention_days'),
        readers: () => logReaders,
      }),
    ],
    addLogReaders: readers => void logReaders.push(readers),
    describe: describeEvents(feed, cursorsOf),
    previousVersions: findPreviousVersions(feed),
    cursorOf: async (accountId, text) => {
      const state = await readLogState(db)
      const place = (await cursorsOf(state.timeline)).read(text, accountId)
      requireKept(place, state)
      return logCursorOf(place)
    },
    cursorOfNow: async accountId => {
      const { state, end } = await readEnd(db)
      return (await cursorsOf(state.timeline)).write(end, accountId)
    },
    representations,
    takeStream: caller => limits.take(caller),
    onStream: attach => void sides.push(attach),
    stats: () => ({ streams: limits.open(), horizonSeconds: hub.heldMs() / 1_000 }),
    close: () => {
      limits.close()
      streams.close()
      hub.close()
    },
  }
}

/** Cursors of this installation and the timeline of its database server. */
const createCursorSource = async (
  db: Db,
  settings: SettingsModule,
): Promise<(timeline: string) => Promise<Cursors>> => {
  const secret = await settings.secret('feed-cursors')
  const known = new Map<string, Cursors>()
  let installation: string | undefined
  return async timeline => {
    if (installation === undefined) {
      const { current, planned } = await getInstallationIds(db.kysely)
      installation = current ?? planned
    }
    const history = `${installation ?? ''} ${settings.get('event_cursors_survive_failover') ? '' : timeline}`
    let cursors = known.get(history)
    if (!cursors) known.set(history, (cursors = createCursors(secret, history)))
    return cursors
  }
}

const describeEvents =
  (feed: FeedDependencies, cursorsOf: (timeline: string) => Promise<Cursors>): ChangesModule['describe'] =>
  async (viewer, events) => {
    const prepared = await prepareEvents(feed, await addFacts(feed.db, events))
    const told = prepared.flatMap(one => {
      const change = feed.changeOf(viewer, one)
      return change ? [{ event: one.event, place: one.place, change }] : []
    })
    const actors = await feed.users.getMany(actorsOf(told.map(({ change }) => change)))
    const representing = { ...feed.representing, loginOf: (id: number) => actors.get(id)?.login }
    const { timeline } = await readLogState(feed.db)
    const cursors = (await cursorsOf(timeline)).writeAll(
      told.map(({ place }) => place),
      viewer.userId,
    )
    return told.map(({ event, change }, index) => ({
      event,
      change,
      text: withCursor(cursors[index] ?? '', textOfChange(representing, viewer, change)),
    }))
  }

/** Versions of an artifact that are looked at together: few at first, because the viewer most often sees the nearest. */
const VERSIONS_AT_FIRST = 2
const VERSIONS = 50

const findPreviousVersions =
  (feed: FeedDependencies): ChangesModule['previousVersions'] =>
  async (viewer, versions) => {
    const found = new Map<number, number>()
    // A changeset, and the version from which its search goes on.
    const distinct = new Map(versions.map(version => [version.changesetId, version]))
    let open = [...distinct.values()].map(version => ({ ...version, before: version.changesetId }))
    for (let limit = VERSIONS_AT_FIRST; open.length > 0; limit = VERSIONS) {
      const earlier = await listVersionsBefore(feed.db, open, limit)
      const prepared = await prepareEvents(
        feed,
        earlier.map(({ version }) => version),
      )
      const further: typeof open = []
      for (const one of open) {
        const own = prepared.filter((_, index) => earlier[index]?.after === one.changesetId)
        const seen = own.find(version => feed.changeOf(viewer, version))?.event.changesetId
        const last = own.at(-1)?.event.changesetId
        if (typeof seen === 'number') found.set(one.changesetId, seen)
        else if (typeof last === 'number' && own.length === limit) further.push({ ...one, before: last })
      }
      open = further
    }
    return found
  }
