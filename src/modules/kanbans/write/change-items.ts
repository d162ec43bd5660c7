import { Conflict, Forbidden, Invalid } from '../../../platform/errors.ts'
import type { IdempotentCall } from '../../../platform/idempotency/idempotency-key.ts'
import type { Outline, ValueChange } from '../../artifacts/index.ts'
import { canUpdateField } from '../../fields/index.ts'
import type { Viewer } from '../../users/index.ts'
import { isColumn, valuesOf, type Board, type Place } from '../model/board.ts'
import type { ItemsChange, KanbanItemRepresentation, NewItemInput } from '../model/kanbans.schema.ts'
import { requireKanban, type KanbanPlace } from '../read/kanban-reader.ts'
import { isInPlace, requirePlace, type AskedPlace } from '../read/list-items.ts'
import { representItems } from '../read/represent-items.ts'
import type { KanbanWriting } from './kanban-writer.ts'

const invalid = (told: string): Invalid => new Invalid(told, { reason: 'parameter.range' })
const noStatus = (): Forbidden =>
  new Forbidden('The tracker has no status that you may read', { reason: 'permission.tracker' })

/** PATCH /kanban/{id}/backlog, /archive and /items: first artifacts come, then the order changes; all or nothing. */
export const changeKanbanItems =
  (writing: KanbanWriting) =>
  async (viewer: Viewer, id: number, asked: AskedPlace, { add, order }: ItemsChange): Promise<void> => {
    const { artifacts, clock, projects } = writing
    const place = await requireKanban(writing, viewer, id)
    projects.requireWritable(place.project)
    const { board } = place
    if (!board) throw noStatus()
    const part = requirePlace(board, asked)
    requireMovable(place, board)
    if (!add && !order) return
    await artifacts.values.change(viewer, async () => {
      const added = add ? await findAdded(writing, viewer, place, add.ids) : []
      const coming = new Set(added.map(item => item.id))
      const ordered = order ? [...order.ids, order.compared_to].filter(itemId => !coming.has(itemId)) : []
      await requireInPart(writing, viewer, place, board, part, ordered)
      const values = choicesOf(board, part)
      const changes = added
        .filter(item => !isInPlace(board, item, part))
        .map((item): ValueChange => ({ artifactId: item.id, choices: values }))
      if (changes.length > 0 && values.length === 0)
        throw invalid('The status has no closed value, so nothing can come to the archive')
      return {
        changes,
        finish: async tx => {
          if (!order) return
          const { ids, direction, compared_to: comparedTo } = order
          const by = { userId: viewer.userId, means: viewer.means, at: clock.now() }
          await artifacts.ranks.move(tx, { ids, direction, comparedTo, context: 0 }, by)
        },
      }
    })
  }

/** Throws unless the viewer may change the status of artifacts. */
const requireMovable = ({ rights }: KanbanPlace, { field }: Board): void => {
  if (!canUpdateField(rights.groups, field, rights.isSiteAdministrator))
    throw new Forbidden('You are not allowed to change the status', {
      reason: 'permission.field_update',
      field_id: field.id,
      name: field.name,
    })
}

/** Entries of the status that bring an artifact to the part: one of them is enough. */
const choicesOf = (board: Board, part: Place): ValueChange['choices'] => {
  const entry = (ids: readonly number[]) => [{ field_id: board.field.id, bind_value_ids: ids }]
  if (part === 'backlog') return [entry([])]
  const shown = new Set(board.values.filter(({ isHidden }) => !isHidden).map(value => value.id))
  return valuesOf(board, part)
    .filter(value => part !== 'archive' || shown.has(value))
    .map(value => entry([value]))
}

/** Artifacts of the tracker that come, each once. Ids of no artifact are left out (agile.md §5.3). */
const findAdded = async (
  { artifacts: { outlines } }: KanbanWriting,
  viewer: Viewer,
  { tracker }: KanbanPlace,
  ids: readonly number[],
): Promise<Outline[]> => {
  const wanted = [...new Set(ids)].filter(id => Number.isSafeInteger(id))
  const found = new Map((await outlines.of(viewer, wanted)).map(item => [item.id, item]))
  const unseen = wanted.filter(id => !found.has(id))
  if ((await outlines.existing(unseen)).length > 0)
    throw new Forbidden('You may not see one of the artifacts', { reason: 'permission.tracker' })
  const foreign = [...found.values()].filter(({ context }) => context.tracker.id !== tracker.id)
  if (foreign.length > 0) throw invalid(`Artifacts of other trackers: ${foreign.map(({ id }) => id).join(', ')}`)
  return wanted.flatMap(id => found.get(id) ?? [])
}

/** Throws 409 unless all of the artifacts are in the part of the board. */
const requireInPart = async (
  { artifacts: { outlines } }: KanbanWriting,
  viewer: Viewer,
  { tracker }: KanbanPlace,
  board: Board,
  part: Place,
  ids: readonly number[],
): Promise<void> => {
  if (ids.length === 0) return
  const safe = [...new Set(ids)].filter(id => Number.isSafeInteger(id))
  const present = new Set(
    (await outlines.of(viewer, safe))
      .filter(item => item.context.tracker.id === tracker.id && isInPlace(board, item, part))
      .map(item => item.id),
  )
  const foreign = ids.filter(id => !present.has(id))
  if (foreign.length > 0) throw new Conflict(`Not in the list that is ordered: ${foreign.join(', ')}.`)
}

export interface CreatedItem {
  readonly item: KanbanItemRepresentation
  readonly isReplayed: boolean
}

/** POST /kanban_items: an artifact with a title, at the end of a column or of the backlog. */
export const createKanbanItem =
  (writing: KanbanWriting) =>
  async (
    viewer: Viewer,
    { label, kanban_id, column_id }: NewItemInput,
    call: IdempotentCall | undefined,
  ): Promise<CreatedItem> => {
    const { artifacts } = writing
    const place = await requireKanban(writing, viewer, kanban_id)
    const { tracker, board } = place
    if (!board) throw noStatus()
    const title = tracker.fieldById.get(tracker.semantics.title?.fieldId ?? 0)
    if (!title)
      throw new Forbidden('The tracker has no title, so nothing can be added by its title', {
        reason: 'permission.submit',
      })
    const columnId = column_id ?? 0
    if (columnId !== 0 && !isColumn(board, columnId)) throw invalid(`The kanban has no column ${columnId}`)
    const { artifactId, isReplayed = false } = await artifacts.create(
      viewer,
      {
        trackerId: tracker.id,
        values: [
          { field_id: title.id, value: title.type === 'text' ? { content: label, format: 'text' } : label },
          { field_id: board.field.id, bind_value_ids: columnId === 0 ? [] : [columnId] },
        ],
      },
      call,
    )
    const [item] = await representItems(writing, viewer, place, [artifactId])
    // The submitter of an artifact may be one who does not see it.
    if (!item) throw new Forbidden('You may not see what you added', { reason: 'permission.tracker' })
    return { item, isReplayed }
  }
