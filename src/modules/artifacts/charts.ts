import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/db.ts'
import {
  calculateBurndown,
  fieldType,
  loadEffortHistories,
  representBurndown,
  UNCONFIGURED_BURNUP,
  type EffortHistory,
  type StoredLink,
  type Timeframe,
} from '../fields/index.ts'
import type { SettingsModule } from '../settings/index.ts'
import type { Tracker, TrackersModule } from '../trackers/index.ts'
import type { ArtifactDocument, ArtifactWithLinks } from './artifact.ts'
import type { Represented } from './artifact.representation.ts'
import { findArtifacts } from './artifacts.store.ts'
import { readHistories } from './changesets.store.ts'

interface ChartDependencies {
  readonly db: Db
  readonly clock: Clock
  readonly settings: SettingsModule
  readonly trackers: TrackersModule
}

/** Fields that burndowns are drawn from, by their short names (fields.md §3.15). */
const EFFORT = 'remaining_effort'
const CAPACITY = 'capacity'

/** By artifact and field: the charts of the artifacts that have some to show. */
export const loadCharts = async (
  dependencies: ChartDependencies,
  represented: readonly Represented[],
): Promise<Map<number, Map<number, object>>> => {
  const charts = new Map<number, Map<number, object>>()
  for (const { artifact, writer } of represented) {
    if (!writer.needs.has('charts')) continue
    const byField = new Map<number, object>()
    for (const { field } of writer.readable) {
      if (field.type === 'burndown') byField.set(field.id, await burndownOf(dependencies, artifact, writer.tracker))
      if (field.type === 'burnup') byField.set(field.id, UNCONFIGURED_BURNUP)
    }
    charts.set(artifact.id, byField)
  }
  return charts
}

const burndownOf = async (
  dependencies: ChartDependencies,
  artifact: ArtifactWithLinks,
  tracker: Tracker,
): Promise<object> => {
  const { clock, settings } = dependencies
  const burndown = calculateBurndown({
    artifactId: artifact.id,
    timeframe: await timeframeOf(dependencies, artifact, tracker),
    histories: await loadEffortHistories(artifact.id, ids => loadHistories(dependencies, ids)),
    now: clock.now(),
    timezone: settings.get('timezone'),
  })
  const capacity = numberIn(artifact.document, tracker.fieldByName.get(CAPACITY)?.id)
  return representBurndown(burndown, capacity, settings)
}

/** Dates of the timeframe semantic; inherited ones are those of the artifact of that tracker that links to this one. */
const timeframeOf = async (
  { db, settings, trackers }: ChartDependencies,
  artifact: ArtifactWithLinks,
  tracker: Tracker,
): Promise<Timeframe> => {
  const semantic = tracker.semantics.timeframe
  if (!semantic) return { startDay: null, duration: null }
  if ('impliedFromTrackerId' in semantic) {
    const from = artifact.reverse.find(end => end.trackerId === semantic.impliedFromTrackerId)
    const parent = from && (await findArtifacts(db, [from.id])).get(from.id)
    const parentTracker = await trackers.get(semantic.impliedFromTrackerId)
    const ownDates = parentTracker?.semantics.timeframe
    if (!parent || !ownDates || 'impliedFromTrackerId' in ownDates) return { startDay: null, duration: null }
    return readTimeframe(parent.document, ownDates, settings)
  }
  return readTimeframe(artifact.document, semantic, settings)
}

const readTimeframe = (
  document: ArtifactDocument,
  semantic: Exclude<NonNullable<Tracker['semantics']['timeframe']>, { readonly impliedFromTrackerId: number }>,
  settings: SettingsModule,
): Timeframe => {
  const startDay = dayIn(document, semantic.startDateFieldId, settings)
  return 'endDateFieldId' in semantic
    ? { startDay, endDay: dayIn(document, semantic.endDateFieldId, settings) }
    : { startDay, duration: numberIn(document, semantic.durationFieldId) }
}

/** A stored date as a calendar day of the platform's zone: days are stored as days, moments in UTC. */
const dayIn = (document: ArtifactDocument, fieldId: number, settings: SettingsModule): string | null => {
  const stored = document[fieldId]
  if (typeof stored !== 'string' || stored === '') return null
  return stored.includes('T') ? settings.dates().dayOf(new Date(stored)) : stored
}

/** A stored number; of a computed field, the one that was set by hand. */
const numberIn = (document: ArtifactDocument, fieldId: number | undefined): number | null => {
  const stored: unknown = fieldId === undefined ? undefined : document[fieldId]
  if (typeof stored === 'number') return stored
  if (typeof stored === 'object' && stored !== null && 'manual' in stored && typeof stored.manual === 'number')
    return stored.manual
  return null
}

const loadHistories = async (
  { db, trackers }: ChartDependencies,
  ids: readonly number[],
): Promise<Map<number, EffortHistory>> => {
  const histories = await readHistories(db, ids)
  const trackerById = await trackers.getMany([...histories.values()].map(history => history.trackerId))
  const efforts = new Map<number, EffortHistory>()
  for (const [id, { trackerId, changesets }] of histories) {
    const tracker = trackerById.get(trackerId)
    if (!tracker) continue
    const effortField = tracker.fieldByName.get(EFFORT)
    const linkFields = tracker.fields.filter(field => field.type === 'art_link')
    let document: ArtifactDocument = {}
    efforts.set(
      id,
      changesets.map(({ submittedOn, delta }) => {
        document = { ...document, ...Object.fromEntries(Object.entries(delta).map(([key, { a }]) => [key, a])) }
        return {
          at: submittedOn.getTime(),
          linkedIds: linkFields.flatMap(field =>
            ((document[field.id] as StoredLink[] | undefined) ?? []).map(link => link.id),
          ),
          addend: effortField && fieldType(effortField.type).addend?.(document[effortField.id], effortField),
        }
      }),
    )
  }
  return efforts
}
