import { NotFound } from '../../../platform/errors.ts'
import type { Page } from '../../../platform/http/routes/pagination.ts'
import type { Outline, VisibleArtifact } from '../../artifacts/index.ts'
import type { Field } from '../../fields/index.ts'
import type { Tracker } from '../../trackers/index.ts'
import type { MinimalUser, UsersModule, Viewer } from '../../users/index.ts'
import { numberOf, valueOf, type ArtifactJson } from '../model/artifact-json.ts'
import type { TaskboardCardRepresentation, TaskboardColumnRepresentation } from '../model/cardwall.schema.ts'
import { listContent } from '../read/list-contents.ts'
import { CHILD, readJson, type MilestonePlace } from '../read/planning-reader.ts'
import { backgroundOf } from '../read/represent-items.ts'
import { mayRead, mayUpdate, placeOfCard, requireBoard, type CardwallReading, type Wall } from './walls.ts'

export interface TaskboardReading extends CardwallReading {
  readonly users: Pick<UsersModule, 'preferencesSet'>
}

type Board = MilestonePlace & Wall

export interface TaskboardPage {
  readonly cards: readonly TaskboardCardRepresentation[]
  /** Number of all cards that the viewer sees. */
  readonly size: number
}

/** GET /taskboard/{id}/columns. */
export const listTaskboardColumns =
  (reading: CardwallReading) =>
  async (viewer: Viewer, milestoneId: number): Promise<TaskboardColumnRepresentation[]> => {
    const { cardwall } = await requireBoard(reading, viewer, milestoneId)
    return cardwall.columns.map(({ id, label, color }) => ({ id, label, header_color: color }))
  }

const page = async (
  reading: TaskboardReading,
  viewer: Viewer,
  board: Board,
  outlines: readonly Outline[],
  { offset, limit }: Page,
): Promise<TaskboardPage> => {
  const ids = outlines.slice(offset, offset + limit).map(({ id }) => id)
  return { cards: await representCards(reading, viewer, board, ids), size: outlines.length }
}

/** GET /taskboard/{id}/cards: the content of the milestone. */
export const listTaskboardCards =
  (reading: TaskboardReading) =>
  async (viewer: Viewer, milestoneId: number, wanted: Page): Promise<TaskboardPage> => {
    const board = await requireBoard(reading, viewer, milestoneId)
    return page(reading, viewer, board, await listContent(reading, viewer, board), wanted)
  }

/** An artifact of the project of the board; throws NotFound for all others. */
const requireCard = async (
  { artifacts }: TaskboardReading,
  viewer: Viewer,
  { project }: Board,
  id: number,
): Promise<void> => {
  const [card] = await artifacts.findVisible(viewer, [id])
  if (card?.project.id !== project.id) throw new NotFound('There is no such card')
}

/** GET /taskboard_cards/{id}. */
export const getTaskboardCard =
  (reading: TaskboardReading) =>
  async (viewer: Viewer, id: number, milestoneId: number): Promise<TaskboardCardRepresentation> => {
    const board = await requireBoard(reading, viewer, milestoneId)
    await requireCard(reading, viewer, board, id)
    const [card] = await representCards(reading, viewer, board, [id])
    if (!card) throw new NotFound('There is no such card')
    return card
  }

/** GET /taskboard_cards/{id}/children. */
export const listTaskboardChildren =
  (reading: TaskboardReading) =>
  async (viewer: Viewer, id: number, milestoneId: number, wanted: Page): Promise<TaskboardPage> => {
    const board = await requireBoard(reading, viewer, milestoneId)
    await requireCard(reading, viewer, board, id)
    const children = (await childrenOf(reading, viewer, board, [id])).get(id) ?? []
    return page(reading, viewer, board, children, wanted)
  }

/** Children of the same project, each once, by rank. */
export const childrenOf = async (
  { artifacts }: Pick<TaskboardReading, 'artifacts'>,
  viewer: Viewer,
  { project }: Pick<Wall, 'project'>,
  ids: readonly number[],
): Promise<ReadonlyMap<number, readonly Outline[]>> => {
  const links = await artifacts.outlines.linksFrom(viewer, ids, { types: [CHILD] })
  const own = links.filter(({ target }) => target.context.project.id === project.id)
  return new Map(
    [...Map.groupBy(own, ({ source }) => source.id)].map(([id, children]) => [
      id,
      [...new Map(children.map(({ target }) => [target.id, target])).values()],
    ]),
  )
}

const representCards = async (
  reading: TaskboardReading,
  viewer: Viewer,
  board: Board,
  ids: readonly number[],
): Promise<TaskboardCardRepresentation[]> => {
  if (ids.length === 0) return []
  const { artifacts, users } = reading
  const milestoneId = board.milestone.artifact.id
  const keyOf = (id: number): string => `plugin_taskboard_collapse_${milestoneId}_${id}`
  const cards = await artifacts.findVisible(viewer, ids)
  const json = await readJson(reading, viewer, ids)
  const children = await childrenOf(reading, viewer, board, ids)
  const ranks = await artifacts.ranks.placesOf(ids)
  const folded = viewer.isAnonymous
    ? new Set<string>()
    : new Set(await users.preferencesSet(viewer.userId, ids.map(keyOf)))
  return cards.map(card => {
    const { id } = card.artifact
    return {
      ...representCard(reading, viewer, board, card, json.get(id) ?? { id, values: [] }),
      rank: ranks.get(id) ?? 0,
      has_children: children.has(id),
      is_collapsed: folded.has(keyOf(id)),
    }
  })
}

const representCard = (
  reading: TaskboardReading,
  viewer: Viewer,
  board: Board,
  card: VisibleArtifact,
  json: ArtifactJson,
): Omit<TaskboardCardRepresentation, 'rank' | 'has_children' | 'is_collapsed'> => {
  const { artifact, tracker } = card
  const { title, isOpen } = reading.artifacts.summaryOf(viewer, card)
  const effort = remainingEffortOf(reading, viewer, tracker)
  return {
    id: artifact.id,
    tracker_id: tracker.id,
    label: title ?? '',
    xref: `${tracker.itemName} #${artifact.id}`,
    color: tracker.color,
    background_color: backgroundOf(tracker, json),
    artifact_html_uri: `/plugins/tracker/?aid=${artifact.id}&planning%5Btaskboard%5D%5B${board.plan.id}%5D=${board.milestone.artifact.id}`,
    assignees: assigneesOf(tracker, json),
    mapped_list_value: mappedValueOf(reading, viewer, board, card),
    initial_effort: numberOf(valueOf(json, tracker.semantics.initialEffort?.fieldId)),
    remaining_effort: effort
      ? { value: numberOf(valueOf(json, effort.id)), can_update: mayUpdate(reading, viewer, tracker, effort) }
      : null,
    is_open: isOpen,
  }
}

const mappedValueOf = (
  reading: TaskboardReading,
  viewer: Viewer,
  board: Board,
  card: VisibleArtifact,
): TaskboardCardRepresentation['mapped_list_value'] => {
  const { columns, valueId } = placeOfCard(reading, viewer, board, card)
  const bind = columns?.field.bind
  const value = bind?.type === 'static' && valueId !== undefined ? bind.byId.get(valueId) : undefined
  return value ? { id: value.id, label: value.label } : null
}

/** The number field `remaining_effort` of a tracker, if the viewer may read it. */
export const remainingEffortOf = (
  reading: Pick<CardwallReading, 'artifacts'>,
  viewer: Viewer,
  tracker: Tracker,
): Field | undefined => {
  const field = tracker.fieldByName.get('remaining_effort')
  const isNumber = field && ['int', 'float', 'computed'].includes(field.type)
  return isNumber && mayRead(reading, viewer, tracker, field) ? field : undefined
}

/** A user in the value of a list, with more than cards show. */
type ShownUser = MinimalUser & { readonly email?: unknown; readonly status?: unknown }

const assigneesOf = ({ semantics }: Tracker, json: ArtifactJson): MinimalUser[] => {
  const shown = valueOf(json, semantics.contributor?.fieldId)
  const open = shown?.value as { readonly bind_value_objects?: readonly object[] } | undefined
  const users = (shown?.values ?? open?.bind_value_objects ?? []) as readonly ShownUser[]
  return users
    .filter(({ id, username }) => typeof id === 'number' && typeof username === 'string')
    .map(({ email: _email, status: _status, ...user }) => user)
}
