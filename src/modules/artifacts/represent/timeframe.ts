import type { Db } from '../../../platform/db/db.ts'
import type { Field, Timeframe } from '../../fields/index.ts'
import type { SettingsModule } from '../../settings/index.ts'
import type { Tracker, TrackersModule } from '../../trackers/index.ts'
import type { Summands } from '../access/summands.ts'
import type { VisibleArtifact } from '../access/visible-artifacts.ts'
import type { ArtifactDocument, ArtifactWithLinks } from '../model/artifact.ts'
import { findArtifacts } from '../store/artifacts.store.ts'

export interface TimeframeDependencies {
  readonly db: Db
  readonly settings: SettingsModule
  readonly trackers: Pick<TrackersModule, 'get'>
}

/** Dates of the timeframe semantic. Inherited dates come from the artifact of the other tracker that links to this one. */
export const timeframeOf = async (
  dependencies: TimeframeDependencies,
  summands: Summands,
  artifact: ArtifactWithLinks,
  tracker: Tracker,
): Promise<Timeframe> =>
  (await timeframesOf(dependencies, summands, [{ artifact, tracker }])).get(artifact.id) ?? NO_TIMEFRAME

/** `timeframeOf` many artifacts, by id, in one round trip. */
export const timeframesOf = async (
  { db, settings, trackers }: TimeframeDependencies,
  summands: Summands,
  artifacts: readonly Pick<VisibleArtifact, 'artifact' | 'tracker'>[],
): Promise<ReadonlyMap<number, Timeframe>> => {
  const found = new Map<number, Timeframe>()
  const inheriting: { readonly artifact: ArtifactWithLinks; readonly from: Tracker; readonly dates: OwnDates }[] = []
  for (const { artifact, tracker } of artifacts) {
    const semantic = tracker.semantics.timeframe
    if (semantic && !('impliedFromTrackerId' in semantic))
      found.set(artifact.id, timeframeIn(summands, tracker, artifact.document, semantic, settings))
    const from = semantic && 'impliedFromTrackerId' in semantic && (await trackers.get(semantic.impliedFromTrackerId))
    const dates = from ? from.semantics.timeframe : undefined
    if (from && dates && !('impliedFromTrackerId' in dates)) inheriting.push({ artifact, from, dates })
  }
  if (inheriting.length === 0) return found
  const endsOf = ({ artifact, from }: (typeof inheriting)[number]) =>
    artifact.reverse.filter(end => end.trackerId === from.id)
  const contexts = await summands.visibleContexts(inheriting.flatMap(endsOf))
  const linking = await findArtifacts(db, [...contexts.keys()])
  for (const one of inheriting) {
    const { artifact, from, dates } = one
    // The first artifact whose link the reader sees.
    const parent = endsOf(one)
      .flatMap(end => linking.get(end.id) ?? [])
      .find(source => summands.readableLinks(from, source).some(end => end.id === artifact.id))
    if (parent) found.set(artifact.id, timeframeIn(summands, from, parent.document, dates, settings))
  }
  return found
}

type OwnDates = Exclude<NonNullable<Tracker['semantics']['timeframe']>, { readonly impliedFromTrackerId: number }>

const NO_TIMEFRAME: Timeframe = { startDay: null, duration: null }

const timeframeIn = (
  summands: Summands,
  tracker: Tracker,
  document: ArtifactDocument,
  semantic: OwnDates,
  settings: SettingsModule,
): Timeframe => {
  const field = (id: number): Field | undefined => summands.readableField(tracker, tracker.fieldById.get(id))
  const startDay = dayIn(document, field(semantic.startDateFieldId), settings)
  return 'endDateFieldId' in semantic
    ? { startDay, endDay: dayIn(document, field(semantic.endDateFieldId), settings) }
    : { startDay, duration: numberIn(document, field(semantic.durationFieldId)) }
}

/** A stored date as a calendar day in the platform's time zone: days are stored as days, moments in UTC. */
const dayIn = (document: ArtifactDocument, field: Field | undefined, settings: SettingsModule): string | null => {
  const stored = field && document[field.id]
  if (typeof stored !== 'string' || stored === '') return null
  return stored.includes('T') ? settings.dates().dayOf(new Date(stored)) : stored
}

/** A stored number; for a computed field, its manual value. */
export const numberIn = (document: ArtifactDocument, field: Field | undefined): number | null => {
  const stored: unknown = field && document[field.id]
  if (typeof stored === 'number') return stored
  if (typeof stored === 'object' && stored !== null && 'manual' in stored && typeof stored.manual === 'number')
    return stored.manual
  return null
}
