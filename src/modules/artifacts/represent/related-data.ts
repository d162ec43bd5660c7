import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/db.ts'
import {
  computedSums,
  type CrossReferenceRepresentation,
  type LinkRepresentation,
  type RelatedDataKind,
} from '../../fields/index.ts'
import type { SettingsModule } from '../../settings/index.ts'
import type { TrackersModule } from '../../trackers/index.ts'
import type { Viewer } from '../../users/index.ts'
import type { ArtifactAccess, ArtifactContext } from '../access/artifact-access.ts'
import type { ArtifactWithLinks, LinkEnd, ReferenceEnd } from '../model/artifact.ts'
import { NO_RELATED_DATA, type ArtifactToRepresent, type RelatedData } from './artifact.representation.ts'
import type { BurnupContents } from './chart-dependencies.ts'
import { loadCharts } from './charts.ts'
import { findPlaces } from '../store/ranks.store.ts'
import { createSummands, type Summands } from '../access/summands.ts'
import { visibleLinks, type LinkPlaces } from '../access/visible-links.ts'

export interface RelatedDataDependencies {
  readonly db: Db
  readonly clock: Clock
  readonly settings: SettingsModule
  readonly access: ArtifactAccess
  readonly trackers: TrackersModule
  /** Sources of references between artifacts and other objects, from the modules that have them. */
  readonly referenceSources: readonly ReferenceSource[]
  readonly burnups: BurnupContents
}

/** References of each artifact, in both directions, that the viewer may know of. */
export type ReferenceSource = (
  viewer: Viewer,
  artifactIds: readonly number[],
) => Promise<ReadonlyMap<number, readonly CrossReferenceRepresentation[]>>

/**
 * Loads the data of representations beside the artifacts' own rows. Links and references come with the rows; only the right to see the
 * other end is looked up. Trackers with sums, charts and ranks need a constant number of queries for any number of artifacts; other trackers need
 * none.
 */
export const loadRelatedData = async (
  dependencies: RelatedDataDependencies,
  viewer: Viewer,
  represented: readonly ArtifactToRepresent[],
): Promise<ReadonlyMap<number, RelatedData>> => {
  const found = new Map<number, RelatedData>()
  const withNeeds = represented.filter(
    ({ serializer, artifact }) =>
      hasRelatedData(serializer.needs, artifact) ||
      (serializer.needs.has('crossReferences') && dependencies.referenceSources.length > 0),
  )
  if (withNeeds.length === 0) return found

  const links = await representLinks(dependencies, viewer, withNeeds)
  const references = await representReferences(dependencies, viewer, withNeeds)
  const summands = createSummands(dependencies, viewer)
  const sums = await calculateSums(summands, withNeeds)
  const charts = await loadCharts(dependencies, summands, dependencies.settings.datesIn(viewer.timezone), withNeeds)
  const ranks = await findPlaces(
    dependencies.db,
    withNeeds.flatMap(({ serializer, artifact }) => (serializer.needs.has('rank') ? artifact.id : [])),
  )
  for (const { artifact } of withNeeds) {
    const id = artifact.id
    found.set(id, {
      forwardLinks: artifact.forward.flatMap(end => links.get(end) ?? []),
      reverseLinks: artifact.reverse.flatMap(end => links.get(end) ?? []),
      crossReferences: references.get(id) ?? NO_RELATED_DATA.crossReferences,
      computedSums: sums.get(id) ?? NO_RELATED_DATA.computedSums,
      charts: charts.get(id) ?? NO_RELATED_DATA.charts,
      rank: ranks.get(id) ?? NO_RELATED_DATA.rank,
    })
  }
  return found
}

const hasRelatedData = (needs: ReadonlySet<RelatedDataKind>, artifact: ArtifactWithLinks): boolean =>
  needs.has('computed') ||
  needs.has('charts') ||
  needs.has('rank') ||
  (needs.has('links') && (artifact.forward.length > 0 || artifact.reverse.length > 0)) ||
  (needs.has('crossReferences') && artifact.references.length > 0)

/** Representations of the links that the viewer may know of, by their ends. */
export const representLinkEnds = (
  trackers: Pick<TrackersModule, 'representReference'>,
  visible: LinkPlaces,
): Map<LinkEnd, LinkRepresentation> =>
  new Map(
    [...visible].map(([end, context]) => [
      end,
      {
        type: end.type === '' ? null : end.type,
        id: end.id,
        uri: `artifacts/${end.id}`,
        tracker: trackers.representReference(context.tracker, context.project),
      },
    ]),
  )

const representLinks = async (
  { access, trackers }: RelatedDataDependencies,
  viewer: Viewer,
  represented: readonly ArtifactToRepresent[],
): Promise<Map<LinkEnd, LinkRepresentation>> => {
  const withLinks = represented
    .filter(({ serializer }) => serializer.needs.has('links'))
    .map(({ artifact, serializer: { tracker } }) => ({
      artifact,
      context: { tracker, rights: access.rightsIn(viewer, tracker) },
    }))
  return representLinkEnds(trackers, await visibleLinks(access, viewer, withLinks))
}

const DIRECTIONS = ['out', 'in', 'both'] as const

const representReferences = async (
  { access, referenceSources }: RelatedDataDependencies,
  viewer: Viewer,
  represented: readonly ArtifactToRepresent[],
): Promise<Map<number, CrossReferenceRepresentation[]>> => {
  const shown = represented.filter(({ serializer }) => serializer.needs.has('crossReferences'))
  const ends = shown.flatMap(({ artifact }) => artifact.references)
  const contexts = await access.visibleContexts(viewer, ends)
  const ids = shown.map(({ artifact }) => artifact.id)
  const others = ids.length === 0 ? [] : await Promise.all(referenceSources.map(source => source(viewer, ids)))
  return new Map(
    shown.map(({ artifact }) => [
      artifact.id,
      [...describeReferences(artifact.references, contexts), ...others.flatMap(found => found.get(artifact.id) ?? [])],
    ]),
  )
}

/** Describes the ends that have a context: the viewer may see them. */
const describeReferences = (
  ends: readonly ReferenceEnd[],
  contexts: ReadonlyMap<number, ArtifactContext>,
): CrossReferenceRepresentation[] => {
  const shown: CrossReferenceRepresentation[] = []
  for (const [otherId, between] of Map.groupBy(ends, end => end.id)) {
    const context = contexts.get(otherId)
    if (!context) continue
    const out = between.find(end => end.isOutgoing)
    const isIncoming = between.some(end => !end.isOutgoing)
    // An incoming reference shows the tracker's item name; an outgoing one shows the keyword as typed.
    const keyword = out?.keyword ?? context.tracker.itemName
    shown.push({
      ref: `${keyword} #${otherId}`,
      url: `/goto?key=${encodeURIComponent(keyword)}&val=${otherId}`,
      direction: out && isIncoming ? 'both' : out ? 'out' : 'in',
    })
  }
  return shown.sort((left, right) => DIRECTIONS.indexOf(left.direction) - DIRECTIONS.indexOf(right.direction))
}

/** Sums of the readable computed fields (fields.md §3.11), by artifact. */
const calculateSums = async (
  summands: Summands,
  represented: readonly ArtifactToRepresent[],
): Promise<Map<number, Map<number, number | null>>> => {
  const requests = represented.flatMap(({ artifact, serializer }) =>
    serializer.readable
      .filter(({ type }) => type.needs?.includes('computed'))
      .map(({ field }) => ({
        field,
        artifactId: artifact.id,
        fieldName: field.name,
        linkedIds: summands.readableLinks(serializer.tracker, artifact).map(end => end.id),
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
