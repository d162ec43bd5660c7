import type { Db } from '../../../platform/db/db.ts'
import type { LoggedEvent } from '../../../platform/events/event-log.ts'
import type { AccessFacts, Sight, Sights } from '../../artifacts/index.ts'
import type { Project, ProjectsModule } from '../../projects/index.ts'
import type { CommitReaders, SvnModule } from '../../svn/index.ts'
import type { Tracker, TrackersModule } from '../../trackers/index.ts'
import type { Place } from '../model/place.ts'
import { loadLinkChanges, NO_LINK_CHANGES, type LinkChange, type LinkChanges } from './link-changes.ts'

/** An event as it is read from the log, with the present state of what it is about. */
export interface EventWithFacts {
  readonly event: LoggedEvent
  readonly place: Place
  /** The artifact as it is now; undefined: it is gone, or the event is about something else. */
  readonly artifact:
    | { readonly trackerId: number; readonly submittedBy: number; readonly grantedGroupIds: readonly number[] | null }
    | undefined
  /** The changeset that the event names, also that of an edited comment. */
  readonly changeset:
    | {
        readonly fieldIds: readonly number[]
        readonly hasComment: boolean
        readonly commentGroupIds: readonly number[] | null
      }
    | undefined
}

/** All that decides what an event is for a caller, loaded once for any number of callers. */
export interface PreparedEvent extends EventWithFacts {
  /** Facts that decide who sees the artifact now. */
  readonly now: Sight | undefined
  /** Of a change of the order: who sees the artifacts that were moved. */
  readonly moved: ReadonlyMap<number, Sight>
  /** Facts that decide who saw it before the event, by the groups and permissions of now; undefined: as after it. */
  readonly before: Sight | undefined
  /** The payload holds the facts before, whether or not their tracker is still there. */
  readonly hasBefore: boolean
  /** Changes of links that the event brought, by field. */
  readonly links: ReadonlyMap<number, LinkChange>
  readonly tracker: Tracker | undefined
  readonly project: Project | undefined
  /** Trackers of the project where groups see artifacts by their submitter or assignees. Only for changes of members. */
  readonly trackersByPeople: readonly Tracker[]
  /** Of a commit: who may know of it. */
  readonly commitReaders: CommitReaders | undefined
}

export interface PrepareDependencies {
  readonly db: Pick<Db, 'query'>
  readonly sights: Sights
  readonly trackers: Pick<TrackersModule, 'getMany' | 'listOfProject'>
  readonly projects: Pick<ProjectsModule, 'getMany'>
  readonly svn: Pick<SvnModule, 'commitReaders'>
}

export const MEMBERS_CHANGED = 'user_group.members_changed'
export const REORDERED = 'artifacts.reordered'
export const COMMITTED = 'svn.committed'
/** The last process of an earlier version, whose events lack facts about rights, is gone. */
export const UPGRADED = 'platform.upgraded'

/** A commit, as its event holds it. */
export interface CommitPayload {
  readonly repository_id?: number
  readonly revision?: number
}

const factsBefore = ({ payload }: LoggedEvent): AccessFacts | undefined =>
  (payload as { access_before?: AccessFacts }).access_before

/** Loads what the judgement of the events needs, a few look-ups for all of them. */
export const prepareEvents = async (
  { db, sights, trackers, projects, svn }: PrepareDependencies,
  events: readonly EventWithFacts[],
): Promise<PreparedEvent[]> => {
  const present = events.filter(({ artifact }) => artifact)
  const past = events.filter(({ event }) => factsBefore(event))
  // The same artifact is loaded once, however many events are about it.
  const idOf = ({ event }: EventWithFacts): number => event.artifactId ?? 0
  const distinct = [...new Map(present.map(one => [idOf(one), one])).values()]
  const nowSights = await sights.load(distinct.map(one => ({ id: idOf(one), ...(one.artifact ?? noArtifact()) })))
  const nowById = new Map(distinct.map((one, index) => [idOf(one), nowSights[index]]))
  const pastSights = await sights.load(
    past.map(one => {
      const facts = factsBefore(one.event) ?? noArtifact()
      return {
        id: idOf(one),
        trackerId: facts.tracker_id,
        submittedBy: facts.submitted_by,
        grantedGroupIds: facts.granted_group_ids,
        assigneeIds: facts.assignee_ids,
      }
    }),
  )
  const beforeOf = new Map(past.map((one, index) => [one, pastSights[index]]))
  const links = await loadLinkChanges(
    { db, sights },
    present.flatMap(one => changedLinkFields(one, nowById.get(idOf(one)))),
  )
  const movedSights = await loadMoved(sights, events)
  const trackerById = await trackers.getMany(idsOf(events, ({ event }) => event.trackerId))
  const projectById = await projects.getMany(idsOf(events, ({ event }) => event.projectId))
  const readersOf = new Map<number, CommitReaders | undefined>()
  for (const { event } of events) {
    const id = repositoryOf(event)
    if (event.kind === COMMITTED && !readersOf.has(id)) readersOf.set(id, await svn.commitReaders(id))
  }
  const prepared: PreparedEvent[] = []
  for (const one of events) {
    const { event } = one
    prepared.push({
      ...one,
      now: one.artifact && nowById.get(idOf(one)),
      moved: movedSights.size === 0 ? NOTHING_MOVED : movedIn(event, movedSights),
      before: beforeOf.get(one),
      hasBefore: beforeOf.has(one),
      links: linksOf(links, event),
      tracker: event.trackerId === null ? undefined : trackerById.get(event.trackerId),
      project: event.projectId === null ? undefined : projectById.get(event.projectId),
      trackersByPeople:
        event.kind === MEMBERS_CHANGED && event.projectId !== null
          ? (await trackers.listOfProject(event.projectId)).filter(
              ({ permissions }) => permissions.submitter.size > 0 || permissions.assignee.size > 0,
            )
          : [],
      commitReaders: event.kind === COMMITTED ? readersOf.get(repositoryOf(event)) : undefined,
    })
  }
  return prepared
}

const NOTHING_MOVED: ReadonlyMap<number, Sight> = new Map()

const movedIds = ({ kind, payload }: LoggedEvent): readonly number[] =>
  kind === REORDERED ? ((payload as { artifact_ids?: readonly number[] }).artifact_ids ?? []) : []

const loadMoved = async (sights: Sights, events: readonly EventWithFacts[]): Promise<ReadonlyMap<number, Sight>> => {
  const ids = new Set(events.flatMap(({ event }) => movedIds(event)))
  return ids.size === 0 ? NOTHING_MOVED : sights.find([...ids])
}

const movedIn = (event: LoggedEvent, sights: ReadonlyMap<number, Sight>): ReadonlyMap<number, Sight> =>
  new Map(
    movedIds(event).flatMap(id => {
      const sight = sights.get(id)
      return sight ? [[id, sight] as const] : []
    }),
  )

const repositoryOf = ({ payload }: LoggedEvent): number => (payload as CommitPayload).repository_id ?? 0

const changedLinkFields = ({ event: { changesetId }, changeset }: EventWithFacts, now: Sight | undefined) =>
  changesetId === null || !changeset
    ? []
    : changeset.fieldIds
        .filter(id => now?.tracker.fieldById.get(id)?.type === 'art_link')
        .map(fieldId => ({ changesetId, fieldId }))

const linksOf = (links: LinkChanges, { changesetId }: LoggedEvent): PreparedEvent['links'] =>
  (changesetId === null ? undefined : links.get(changesetId)) ?? NO_LINK_CHANGES

const noArtifact = (): never => {
  throw new Error('the event has no artifact')
}

const idsOf = (events: readonly EventWithFacts[], idOf: (one: EventWithFacts) => number | null): ReadonlySet<number> =>
  new Set(events.map(idOf).filter(id => id !== null))
