import {
  burnupDays,
  calculateBurnup,
  representBurnup,
  type BurnupDays,
  type CountedArtifact,
  type StoredLink,
  type Timeline,
} from '../../fields/index.ts'
import type { IsoDates } from '../../settings/index.ts'
import { isOpenStatus, type Tracker } from '../../trackers/index.ts'
import type { ArtifactContext } from '../access/artifact-access.ts'
import { addendOf, type Summands } from '../access/summands.ts'
import { readableStatus } from '../model/artifacts.permissions.ts'
import { listLinkedHistories, type LinkedHistory } from '../store/linked-histories.store.ts'
import type { ArtifactToRepresent } from './artifact.representation.ts'
import { CAPACITY, type ChartDependencies } from './chart-dependencies.ts'
import { numberIn, timeframeOf } from './timeframe.ts'

const CHILD = '_is_child'

interface Wanted extends ArtifactToRepresent {
  readonly trackerIds: readonly number[]
  readonly days: BurnupDays
}

/** Burnups by artifact (agile.md §4.6), for those whose burnup field the reader may read. One statement reads all histories. */
export const loadBurnups = async (
  dependencies: ChartDependencies,
  summands: Summands,
  dates: IsoDates,
  represented: readonly ArtifactToRepresent[],
): Promise<ReadonlyMap<number, object>> => {
  const { db, clock, settings, burnups } = dependencies
  const wanted: Wanted[] = []
  for (const one of represented) {
    const { artifact, serializer } = one
    if (serializer.readable.every(({ field }) => field.type !== 'burnup')) continue
    const trackerIds = await burnups.trackersOf(serializer.tracker)
    if (!trackerIds) continue
    const timeframe = await timeframeOf(dependencies, summands, artifact, serializer.tracker)
    wanted.push({ ...one, trackerIds, days: burnupDays(timeframe, clock.now(), settings.get('timezone')) })
  }
  const histories = await listLinkedHistories(
    db,
    wanted.flatMap(({ artifact, trackerIds, days: { moments } }) =>
      moments.length === 0 ? [] : [{ artifactId: artifact.id, trackerIds, moments }],
    ),
  )
  const contexts = await summands.visibleContexts([...histories.values()].flat())
  return new Map(
    wanted.map(({ artifact, serializer: { tracker }, days }) => {
      const points = pointsOf(summands, days, histories.get(artifact.id) ?? [], contexts)
      const capacity = numberIn(artifact.document, summands.readableFieldNamed(tracker, CAPACITY))
      return [artifact.id, representBurnup(days, points, capacity, dates)]
    }),
  )
}

const pointsOf = (
  summands: Summands,
  { moments }: BurnupDays,
  members: readonly LinkedHistory[],
  contexts: ReadonlyMap<number, ArtifactContext>,
) => {
  const artifacts = new Map<number, CountedArtifact>()
  const linkedIds = new Set<number>()
  let links: Timeline<readonly StoredLink[]> = []
  for (const member of members) {
    const context = contexts.get(member.id)
    if (!context) continue
    if (member.role === 'source') {
      links = linksOf(summands, context.tracker, member)
      continue
    }
    if (member.role === 'linked') linkedIds.add(member.id)
    artifacts.set(member.id, countedArtifact(summands, context, member))
  }
  const contents = links.map(({ from, value }) => ({ from, value: idsOf(value).filter(id => linkedIds.has(id)) }))
  return calculateBurnup(moments.length, contents, artifacts)
}

const idsOf = (links: readonly StoredLink[]): number[] => links.map(({ id }) => id)

const countedArtifact = (
  summands: Summands,
  { tracker, rights }: ArtifactContext,
  member: LinkedHistory,
): CountedArtifact => {
  const status = readableStatus(rights, tracker)
  const effort = summands.readableField(tracker, tracker.fieldById.get(tracker.semantics.initialEffort?.fieldId ?? 0))
  return {
    since: member.since,
    // An artifact whose status is empty is closed, as in lists.
    isClosed: status
      ? [
          { from: 0, value: true },
          ...timelineOf(member, status.fieldId).map(at => ({ ...at, value: !isOpenStatus(status, at.value) })),
        ]
      : [],
    effort: effort
      ? timelineOf(member, effort.id).map(({ from, value }) => {
          const addend = addendOf(effort, { [effort.id]: value })
          return { from, value: typeof addend === 'number' ? addend : undefined }
        })
      : [],
    childIds: linksOf(summands, tracker, member).map(({ from, value }) => ({
      from,
      value: idsOf(value.filter(({ type }) => type === CHILD)),
    })),
  }
}

const timelineOf = ({ values }: LinkedHistory, fieldId: number): { readonly from: number; readonly value: unknown }[] =>
  values.flatMap(([id, from, value]) => (id === fieldId ? [{ from, value }] : []))

/** The links of all link fields that the reader may read. */
const linksOf = (summands: Summands, tracker: Tracker, member: LinkedHistory): Timeline<readonly StoredLink[]> => {
  const fieldIds = new Set(summands.readableLinkFields(tracker).map(({ id }) => id))
  const present = new Map<number, readonly StoredLink[]>()
  return member.values.flatMap(([fieldId, from, value]) => {
    if (!fieldIds.has(fieldId)) return []
    present.set(fieldId, Array.isArray(value) ? (value as readonly StoredLink[]) : [])
    return [{ from, value: [...present.values()].flat() }]
  })
}
