import type { Viewer } from '../../users/index.ts'
import { valueOf, type ArtifactJson } from '../../planning/index.ts'
import { placeOf, type Board } from '../model/board.ts'
import type { KanbanItemRepresentation } from '../model/kanbans.schema.ts'
import { listStatusSteps, type StatusStep } from '../store/status-history.store.ts'
import type { KanbanPlace, KanbanReading } from './kanban-reader.ts'

/** Artifacts of the tracker of a kanban, in the order of the ids (agile.md §5.3). At most three round trips. */
export const representItems = async (
  { db, settings, artifacts }: KanbanReading,
  viewer: Viewer,
  { tracker, board }: KanbanPlace,
  ids: readonly number[],
  { hasTimes }: { readonly hasTimes: boolean } = { hasTimes: true },
): Promise<KanbanItemRepresentation[]> => {
  if (ids.length === 0) return []
  const visible = await artifacts.findVisible(viewer, ids)
  const { cardFields } = tracker.semantics
  // Most trackers show no fields on their cards: then the title is enough.
  const texts = cardFields ? await artifacts.readArtifactTexts(viewer, ids) : new Map<number, string>()
  const steps = hasTimes && board ? await listStatusSteps(db, ids, board.field.id) : []
  const stepsOf = Map.groupBy(steps, ({ artifactId }) => artifactId)
  const dates = settings.datesIn(viewer.timezone)
  return visible.map(item => {
    const { id } = item.artifact
    const text = texts.get(id)
    const json: ArtifactJson = text === undefined ? { id, values: [] } : (JSON.parse(text) as ArtifactJson)
    const background = valueOf(json, cardFields?.backgroundColorFieldId ?? undefined)?.values?.[0]?.tlp_color
    return {
      id,
      item_name: tracker.itemName,
      label: artifacts.summaryOf(viewer, item).title ?? '',
      color: tracker.color,
      card_fields: (cardFields?.fieldIds ?? []).flatMap(fieldId => valueOf(json, fieldId) ?? []),
      timeinfo: hasTimes ? timesOf(board, stepsOf.get(id) ?? [], at => dates.isoDate(at)) : [],
      in_column: board ? placeOf(board, statusIn(item.artifact.document[board.field.id])) : 0,
      background_color_name: typeof background === 'string' ? background : '',
    }
  })
}

/** The status in a stored value: of several the first one counts. */
const statusIn = (stored: unknown): number | null => {
  const first: unknown = Array.isArray(stored) ? stored[0] : undefined
  return typeof first === 'number' ? first : null
}

type Times = Readonly<Record<string, string | null>>

const timesOf = (board: Board | undefined, steps: readonly StatusStep[], isoDate: (at: Date) => string): Times => {
  const entered = new Map<number, Date>()
  let archivedAt: Date | null = null
  let before: number | null = null
  for (const { at, status } of steps) {
    if (status !== null && status !== before) entered.set(status, at)
    const isArchived = (value: number | null) => board !== undefined && placeOf(board, value) === 'archive'
    if (isArchived(status) && !isArchived(before)) archivedAt = at
    before = status
  }
  const earliest = [...entered.values()].toSorted((one, other) => one.getTime() - other.getTime())[0]
  return {
    ...Object.fromEntries([...entered].map(([value, at]) => [String(value), isoDate(at)])),
    kanban: earliest ? isoDate(earliest) : null,
    archive: archivedAt && isoDate(archivedAt),
  }
}
