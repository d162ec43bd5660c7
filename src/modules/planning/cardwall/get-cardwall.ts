import { NotFound } from '../../../platform/errors.ts'
import type { Outline, VisibleArtifact } from '../../artifacts/index.ts'
import { representProjectReference } from '../../projects/index.ts'
import type { Viewer } from '../../users/index.ts'
import type { ArtifactJson } from '../model/artifact-json.ts'
import type { CardRepresentation, CardwallRepresentation } from '../model/cardwall.schema.ts'
import { listContent } from '../read/list-contents.ts'
import { CHILD, readJson, requireMilestone } from '../read/planning-reader.ts'
import { backgroundOf, cardValuesOf } from '../read/represent-items.ts'
import { allowedColumns, findWall, placeOfCard, type CardwallReading, type Wall } from './walls.ts'

/** GET /milestones/{id}/cardwall. The number of round trips does not depend on the number of cards. */
export const getCardwall =
  (reading: CardwallReading) =>
  async (viewer: Viewer, milestoneId: number): Promise<CardwallRepresentation> => {
    const place = await requireMilestone(reading, viewer, milestoneId)
    const wall = await findWall(reading, place)
    if (!wall) throw new NotFound('The milestone has no cardwall')
    const content = await listContent(reading, viewer, place)
    const childrenOf = await findCards(reading, viewer, wall, content)
    const ids = [...new Set(content.flatMap(({ id }) => [id, ...(childrenOf.get(id) ?? [])]))]
    const cards = new Map(
      (await reading.artifacts.findVisible(viewer, ids)).map(card => [card.artifact.id, card] as const),
    )
    const json = await readJson(reading, viewer, ids)
    const represent = (id: number, isParent: boolean): CardRepresentation[] => {
      const card = cards.get(id)
      return card ? [representCard(reading, viewer, wall, card, json.get(id) ?? { id, values: [] }, isParent)] : []
    }
    return {
      columns: wall.cardwall.columns.map(({ id, label, color }) => ({ id, label, color })),
      swimlanes: content.map(({ id }) => {
        const children = childrenOf.get(id) ?? []
        const isParent = children.length > 0
        return {
          cards: [
            ...represent(id, isParent),
            ...children.flatMap(child => represent(child, false)).filter(card => card.column_id !== null),
          ],
        }
      }),
    }
  }

/** Children that are cards of the wall, by the id of their parent, by rank. */
const findCards = async (
  { artifacts }: CardwallReading,
  viewer: Viewer,
  { trackerIds }: Wall,
  content: readonly Outline[],
): Promise<ReadonlyMap<number, readonly number[]>> => {
  const links = await artifacts.outlines.linksFrom(
    viewer,
    content.map(({ id }) => id),
    { types: [CHILD], trackerIds: [...trackerIds] },
  )
  return new Map(
    [...Map.groupBy(links, ({ source }) => source.id)].map(([id, own]) => [
      id,
      [...new Set(own.map(({ target }) => target.id))],
    ]),
  )
}

/** `isParent`: other cards of its lane stand in the columns. */
const representCard = (
  reading: CardwallReading,
  viewer: Viewer,
  wall: Wall,
  card: VisibleArtifact,
  json: ArtifactJson,
  isParent: boolean,
): CardRepresentation => {
  const { artifact, tracker, project } = card
  const { title, isOpen } = reading.artifacts.summaryOf(viewer, card)
  const place = placeOfCard(reading, viewer, wall, card)
  const id = `${wall.plan.id}_${artifact.id}`
  return {
    id,
    label: title ?? '',
    uri: `cards/${id}`,
    project: representProjectReference(project),
    artifact: {
      id: artifact.id,
      uri: `artifacts/${artifact.id}`,
      tracker: reading.trackers.representReference(tracker, project),
    },
    planning_id: wall.plan.id,
    status: isOpen ? 'Open' : 'Closed',
    accent_color: backgroundOf(tracker, json) || null,
    column_id: isParent ? null : (place.column?.id ?? null),
    allowed_column_ids: isParent
      ? []
      : allowedColumns(reading, viewer, wall, card, place).map(({ id: column }) => column),
    values: cardValuesOf(tracker, json),
  }
}
