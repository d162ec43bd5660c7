import { DateTime } from 'luxon'
import { Invalid } from '../../../platform/errors.ts'
import type { Viewer } from '../../users/index.ts'
import { placeOf, type Board, type Place } from '../model/board.ts'
import type { CumulativeFlowRepresentation } from '../model/kanbans.schema.ts'
import { listFlowSteps, type FlowStep } from '../store/status-history.store.ts'
import { requireKanban, type KanbanReading } from './kanban-reader.ts'
import { readFilter } from './list-items.ts'

const MAX_POINTS = 90
const DAY_MS = 24 * 60 * 60 * 1000

export interface FlowInput {
  readonly start_date: string
  readonly end_date: string
  readonly interval_between_point: number
  readonly query: string
}

/** GET /kanban/{id}/cumulative_flow: two round trips, one of them over the whole history. */
export const getCumulativeFlow =
  (reading: KanbanReading) =>
  async (viewer: Viewer, id: number, input: FlowInput): Promise<CumulativeFlowRepresentation> => {
    const { db, settings, artifacts } = reading
    const place = await requireKanban(reading, viewer, id)
    const days = daysOf(input, settings.get('timezone'))
    const { board, tracker } = place
    if (!board) return { columns: [] }
    const filter = await readFilter(reading, viewer, place, input.query)
    const seen = await artifacts.outlines.ofTrackers(viewer, [tracker.id])
    const ids = seen.flatMap(item => (!filter || filter.has(item.id) ? [item.id] : []))
    const points = days.map(day => day.toJSDate())
    const counts = countsOf(board, await listFlowSteps(db, ids, board.field.id, points), points.length)
    const columns = board.columns.map(({ id: columnId, label }) => ({ part: columnId, label })).toReversed()
    const parts = [
      { part: 'archive' as const, label: 'Archive' },
      ...columns,
      { part: 'backlog' as const, label: 'Backlog' },
    ]
    return {
      columns: parts.map(({ part, label }) => ({
        id: String(part),
        label,
        values: days.map((day, index) => ({
          start_date: day.toFormat('yyyy-MM-dd'),
          kanban_items_count: counts.get(part)?.[index] ?? 0,
        })),
      })),
    }
  }

const refuse = (parameter: string, told: string): Invalid => new Invalid(told, { reason: 'parameter.range', parameter })

/** Days from the end back to the start, in ascending order. Each begins at midnight in the zone of the platform. */
const daysOf = ({ start_date, end_date, interval_between_point: interval }: FlowInput, zone: string): DateTime[] => {
  const [start, end] = [dayOf('start_date', start_date, zone), dayOf('end_date', end_date, zone)]
  if (start > end) throw refuse('start_date', '`start_date` must not be after `end_date`')
  const days = (Date.parse(end_date) - Date.parse(start_date)) / DAY_MS
  const count = Math.floor(days / interval) + 1
  if (count > MAX_POINTS)
    throw refuse('interval_between_point', `At most ${MAX_POINTS} days are counted, and these are ${count}`)
  return Array.from({ length: count }, (_, index) => end.minus({ days: (count - 1 - index) * interval }).startOf('day'))
}

const dayOf = (parameter: string, text: string, zone: string): DateTime => {
  const day = /^\d{4}-\d{2}-\d{2}$/.test(text) ? DateTime.fromISO(text, { zone }) : undefined
  if (!day?.isValid) throw refuse(parameter, `\`${parameter}\` must be a day, as 2024-03-13`)
  return day.startOf('day')
}

/** Numbers of artifacts in each part, by the index of the day. */
const countsOf = (board: Board, steps: readonly FlowStep[], length: number): ReadonlyMap<Place, readonly number[]> => {
  const counts = new Map<Place, number[]>()
  for (const { point, status, change } of steps) {
    const part = placeOf(board, status)
    const changes = counts.get(part) ?? Array.from({ length }, () => 0)
    changes[point] = (changes[point] ?? 0) + change
    counts.set(part, changes)
  }
  for (const changes of counts.values())
    for (let index = 1; index < length; index++) changes[index] = (changes[index] ?? 0) + (changes[index - 1] ?? 0)
  return counts
}
