import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/db.ts'
import {
  calculateBurndown,
  hasDays,
  loadEffortHistories,
  representBurndown,
  UNCONFIGURED_BURNUP,
  type EffortHistory,
  type Field,
  type Timeframe,
} from '../../fields/index.ts'
import type { IsoDates, SettingsModule } from '../../settings/index.ts'
import type { Tracker, TrackersModule } from '../../trackers/index.ts'
import type { ArtifactDocument, ArtifactWithLinks } from '../model/artifact.ts'
import type { ArtifactToRepresent } from './artifact.representation.ts'
import { findArtifacts } from '../store/artifacts.store.ts'
import { listHistories } from '../store/changesets.store.ts'
import { addendOf, linkedIdsIn, type Summands } from '../access/summands.ts'

interface ChartDependencies {
  readonly db: Db
  readonly clock: Clock
  readonly settings: SettingsModule
  readonly trackers: TrackersModule
}

/** Short names of the fields that burndowns read (fields.md §3.15). */
const EFFORT = 'remaining_effort'
const CAPACITY = 'capacity'

/**
 * Charts by artifact and field, for the artifacts that have chart fields. `summands` returns only values and artifacts that the reader may
 * read.
 */
export const loadCharts = async (
  dependencies: ChartDependencies,
  summands: Summands,
  dates: IsoDates,
  represented: readonly ArtifactToRepresent[],
): Promise<Map<number, Map<number, object>>> => {
  const charts = new Map<number, Map<number, object>>()
  for (const { artifact, serializer } of represented) {
    if (!serializer.needs.has('charts')) continue
    const byField = new Map<number, object>()
    for (const { field } of serializer.readable) {
      if (field.type === 'burndown')
        byField.set(field.id, await burndownOf(dependencies, summands, dates, artifact, serializer.tracker))
      if (field.type === 'burnup') byField.set(field.id, UNCONFIGURED_BURNUP)
    }
    charts.set(artifact.id, byField)
  }
  return charts
}

const burndownOf = async (
  dependencies: ChartDependencies,
  summands: Summands,
  dates: IsoDates,
  artifact: ArtifactWithLinks,
  tracker: Tracker,
): Promise<object> => {
  const { clock, settings } = dependencies
  const timeframe = await timeframeOf(dependencies, summands, artifact, tracker)
  const burndown = calculateBurndown({
    artifactId: artifact.id,
    timeframe,
    histories: hasDays(timeframe)
      ? await loadEffortHistories(artifact.id, ids => loadHistories(dependencies.db, summands, ids))
      : new Map<number, EffortHistory>(),
    now: clock.now(),
    // §3.15: the days of the chart are in the platform's time zone for every reader. They are written with the reader's offset, as every
    // date is.
    timezone: settings.get('timezone'),
  })
  const capacity = numberIn(artifact.document, summands.readableFieldNamed(tracker, CAPACITY))
  return representBurndown(burndown, capacity, dates)
}

/** Dates of the timeframe semantic. Inherited dates come from the artifact of the other tracker that links to this one. */
const timeframeOf = async (
  { db, settings, trackers }: ChartDependencies,
  summands: Summands,
  artifact: ArtifactWithLinks,
  tracker: Tracker,
): Promise<Timeframe> => {
  const semantic = tracker.semantics.timeframe
  if (!semantic) return NO_TIMEFRAME
  if (!('impliedFromTrackerId' in semantic))
    return timeframeIn(summands, tracker, artifact.document, semantic, settings)
  const from = await trackers.get(semantic.impliedFromTrackerId)
  const dates = from?.semantics.timeframe
  if (!from || !dates || 'impliedFromTrackerId' in dates) return NO_TIMEFRAME
  const ends = artifact.reverse.filter(end => end.trackerId === from.id)
  const contexts = await summands.visibleContexts(ends)
  const linking = await findArtifacts(
    db,
    ends.map(end => end.id).filter(id => contexts.has(id)),
  )
  // The first artifact whose link the reader sees.
  const parent = ends
    .flatMap(end => linking.get(end.id) ?? [])
    .find(one => summands.readableLinks(from, one).some(end => end.id === artifact.id))
  return parent ? timeframeIn(summands, from, parent.document, dates, settings) : NO_TIMEFRAME
}

const NO_TIMEFRAME: Timeframe = { startDay: null, duration: null }

const timeframeIn = (
  summands: Summands,
  tracker: Tracker,
  document: ArtifactDocument,
  semantic: Exclude<NonNullable<Tracker['semantics']['timeframe']>, { readonly impliedFromTrackerId: number }>,
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
const numberIn = (document: ArtifactDocument, field: Field | undefined): number | null => {
  const stored: unknown = field && document[field.id]
  if (typeof stored === 'number') return stored
  if (typeof stored === 'object' && stored !== null && 'manual' in stored && typeof stored.manual === 'number')
    return stored.manual
  return null
}

/** Histories of the artifacts that count for the reader now: the history holds no rights. */
const loadHistories = async (
  db: Db,
  summands: Summands,
  ids: readonly number[],
): Promise<Map<number, EffortHistory>> => {
  const histories = await listHistories(db, ids)
  const contexts = await summands.visibleContexts([...histories.values()].map(({ subject }) => subject))
  const efforts = new Map<number, EffortHistory>()
  for (const [id, { tracker }] of contexts) {
    const effortField = summands.readableFieldNamed(tracker, EFFORT)
    const linkFields = summands.readableLinkFields(tracker)
    let document: ArtifactDocument = {}
    efforts.set(
      id,
      histories.get(id)?.changesets.map(({ submittedOn, delta }) => {
        document = { ...document, ...Object.fromEntries(Object.entries(delta).map(([key, { a }]) => [key, a])) }
        return {
          at: submittedOn.getTime(),
          linkedIds: linkFields.flatMap(field => linkedIdsIn(document, field)),
          addend: addendOf(effortField, document),
        }
      }) ?? [],
    )
  }
  return efforts
}
