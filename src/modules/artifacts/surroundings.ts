import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/db.ts'
import { computedSums, type CrossReferenceRepresentation, type LinkRepresentation, type Need } from '../fields/index.ts'
import type { SettingsModule } from '../settings/index.ts'
import type { TrackersModule } from '../trackers/index.ts'
import type { Viewer } from '../users/index.ts'
import type { ArtifactAccess, Place } from './access.ts'
import type { ArtifactWithLinks, LinkEnd, ReferenceEnd } from './artifact.ts'
import { NO_SURROUNDINGS, type Represented, type Surroundings } from './artifact.representation.ts'
import { loadCharts } from './charts.ts'
import { createSummands, type ReaderIn, type Summands } from './summands.ts'
import { visibleLinks, type LinkPlaces } from './visible-links.ts'

export interface SurroundingsDependencies {
  readonly db: Db
  readonly clock: Clock
  readonly settings: SettingsModule
  readonly access: ArtifactAccess
  readonly trackers: TrackersModule
  /** References between artifacts and what is none, from the modules that have it. */
  readonly referenceSources: readonly ReferenceSource[]
}

/** By artifact: what else it names, or is named by, as far as the viewer may know of it. */
export type ReferenceSource = (
  viewer: Viewer,
  artifactIds: readonly number[],
) => Promise<ReadonlyMap<number, readonly CrossReferenceRepresentation[]>>

/**
 * What the representations show beside the artifacts' own rows: links and references (which came with the rows, only the right to see
 * the other end is looked up), and sums and charts for trackers that have such fields. A constant number of queries for any number
 * of artifacts; none without sums and charts.
 *
 * `readerIn`: whose rights count in sums and charts, if not the viewer's.
 */
export const loadSurroundings = async (
  dependencies: SurroundingsDependencies,
  viewer: Viewer,
  represented: readonly Represented[],
  readerIn: ReaderIn = () => viewer,
): Promise<ReadonlyMap<number, Surroundings>> => {
  const found = new Map<number, Surroundings>()
  const withNeeds = represented.filter(
    ({ writer, artifact }) =>
      hasSurroundings(writer.needs, artifact) ||
      (writer.needs.has('crossReferences') && dependencies.referenceSources.length > 0),
  )
  if (withNeeds.length === 0) return found

  const links = await representLinks(dependencies, viewer, withNeeds)
  const references = await representReferences(dependencies, viewer, withNeeds)
  const summands = createSummands(dependencies, readerIn)
  const sums = await calculateSums(summands, withNeeds)
  const charts = await loadCharts(dependencies, summands, dependencies.settings.datesIn(viewer.timezone), withNeeds)
  for (const { artifact } of withNeeds) {
    const id = artifact.id
    found.set(id, {
      forwardLinks: artifact.forward.flatMap(end => links.get(end) ?? []),
      reverseLinks: artifact.reverse.flatMap(end => links.get(end) ?? []),
      crossReferences: references.get(id) ?? NO_SURROUNDINGS.crossReferences,
      computedSums: sums.get(id) ?? NO_SURROUNDINGS.computedSums,
      charts: charts.get(id) ?? NO_SURROUNDINGS.charts,
    })
  }
  return found
}

const hasSurroundings = (needs: ReadonlySet<Need>, artifact: ArtifactWithLinks): boolean =>
  needs.has('computed') ||
  needs.has('charts') ||
  (needs.has('links') && (artifact.forward.length > 0 || artifact.reverse.length > 0)) ||
  (needs.has('crossReferences') && artifact.references.length > 0)

/** Representations of the links that the viewer may know of, by their ends. */
export const representLinkEnds = (
  trackers: Pick<TrackersModule, 'representReference'>,
  visible: LinkPlaces,
): Map<LinkEnd, LinkRepresentation> =>
  new Map(
    [...visible].map(([end, place]) => [
      end,
      {
        type: end.type === '' ? null : end.type,
        id: end.id,
        uri: `artifacts/${end.id}`,
        tracker: trackers.representReference(place.tracker, place.project),
      },
    ]),
  )

const representLinks = async (
  { access, trackers }: SurroundingsDependencies,
  viewer: Viewer,
  represented: readonly Represented[],
): Promise<Map<LinkEnd, LinkRepresentation>> => {
  const withLinks = represented
    .filter(({ writer }) => writer.needs.has('links'))
    .map(({ artifact, writer: { tracker } }) => ({
      artifact,
      place: { tracker, standing: access.standingIn(viewer, tracker) },
    }))
  return representLinkEnds(trackers, await visibleLinks(access, viewer, withLinks))
}

const DIRECTIONS = ['out', 'in', 'both'] as const

const representReferences = async (
  { access, referenceSources }: SurroundingsDependencies,
  viewer: Viewer,
  represented: readonly Represented[],
): Promise<Map<number, CrossReferenceRepresentation[]>> => {
  const shown = represented.filter(({ writer }) => writer.needs.has('crossReferences'))
  const ends = shown.flatMap(({ artifact }) => artifact.references)
  const places = await access.visiblePlaces(viewer, ends)
  const ids = shown.map(({ artifact }) => artifact.id)
  const others = ids.length === 0 ? [] : await Promise.all(referenceSources.map(source => source(viewer, ids)))
  return new Map(
    shown.map(({ artifact }) => [
      artifact.id,
      [...describeReferences(artifact.references, places), ...others.flatMap(found => found.get(artifact.id) ?? [])],
    ]),
  )
}

/** Of the ends that have a place: the viewer may see them. */
const describeReferences = (
  ends: readonly ReferenceEnd[],
  places: ReadonlyMap<number, Place>,
): CrossReferenceRepresentation[] => {
  const shown: CrossReferenceRepresentation[] = []
  for (const [otherId, between] of Map.groupBy(ends, end => end.id)) {
    const place = places.get(otherId)
    if (!place) continue
    const out = between.find(end => end.isOutgoing)
    const isIncoming = between.some(end => !end.isOutgoing)
    // What others write is told by the name of their tracker, what this one writes as it is written.
    const keyword = out?.keyword ?? place.tracker.itemName
    shown.push({
      ref: `${keyword} #${otherId}`,
      url: `/goto?key=${encodeURIComponent(keyword)}&val=${otherId}`,
      direction: out && isIncoming ? 'both' : out ? 'out' : 'in',
    })
  }
  return shown.sort((left, right) => DIRECTIONS.indexOf(left.direction) - DIRECTIONS.indexOf(right.direction))
}

/** By artifact: the sums of its readable computed fields (fields.md §3.11). */
const calculateSums = async (
  summands: Summands,
  represented: readonly Represented[],
): Promise<Map<number, Map<number, number | null>>> => {
  const requests = represented.flatMap(({ artifact, writer }) =>
    writer.readable
      .filter(({ type }) => type.needs?.includes('computed'))
      .map(({ field }) => ({
        field,
        artifactId: artifact.id,
        fieldName: field.name,
        linkedIds: summands.readableLinks(writer.tracker, artifact).map(end => end.id),
      })),
  )
  const sums = new Map<number, Map<number, number | null>>()
  const values = await computedSums(requests, ids => summands.load(ids))
  requests.forEach(({ artifactId, field }, index) => {
    let byField = sums.get(artifactId)
    if (!byField) sums.set(artifactId, (byField = new Map<number, number | null>()))
    byField.set(field.id, values[index] ?? null)
  })
  return sums
}
