import type { Db } from '../../../platform/db/db.ts'
import {
  calculateBurndown,
  hasDays,
  loadEffortHistories,
  representBurndown,
  UNCONFIGURED_BURNUP,
  type EffortHistory,
} from '../../fields/index.ts'
import type { IsoDates } from '../../settings/index.ts'
import type { Tracker } from '../../trackers/index.ts'
import type { ArtifactDocument, ArtifactWithLinks } from '../model/artifact.ts'
import type { ArtifactToRepresent } from './artifact.representation.ts'
import { loadBurnups } from './burnups.ts'
import { CAPACITY, type ChartDependencies } from './chart-dependencies.ts'
import { numberIn, timeframeOf } from './timeframe.ts'
import { listHistories } from '../store/changesets.store.ts'
import { addendOf, linkedIdsIn, type Summands } from '../access/summands.ts'

/** Short name of the field that burndowns add up (fields.md §3.15). */
const EFFORT = 'remaining_effort'

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
  const withCharts = represented.filter(({ serializer }) => serializer.needs.has('charts'))
  const burnups = await loadBurnups(dependencies, summands, dates, withCharts)
  for (const { artifact, serializer } of withCharts) {
    const byField = new Map<number, object>()
    for (const { field } of serializer.readable) {
      if (field.type === 'burndown')
        byField.set(field.id, await burndownOf(dependencies, summands, dates, artifact, serializer.tracker))
      if (field.type === 'burnup') byField.set(field.id, burnups.get(artifact.id) ?? UNCONFIGURED_BURNUP)
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
