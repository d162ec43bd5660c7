import { NotFound } from '../../../platform/errors.ts'
import type { ArtifactsModule, VisibleArtifact } from '../../artifacts/index.ts'
import { canReadField, canUpdateField, type Field } from '../../fields/index.ts'
import type { Tracker } from '../../trackers/index.ts'
import type { Viewer } from '../../users/index.ts'
import { cardColumnsOf, type CardColumns, type Cardwall, type CardwallColumn } from '../model/cardwall.ts'
import { requireMilestone, type MilestonePlace, type PlanningReading, type PlanPlace } from '../read/planning-reader.ts'

export interface CardwallReading extends PlanningReading {
  readonly artifacts: PlanningReading['artifacts'] & Pick<ArtifactsModule, 'rightsIn' | 'judgeValues' | 'ranks'>
}

/** The cardwall of a planning. */
export interface Wall extends PlanPlace {
  readonly cardwall: Cardwall
  /** Trackers of its cards: those of the content of milestones, and their children. */
  readonly trackerIds: ReadonlySet<number>
}

/** Undefined: the planning has no cardwall. */
export const findWall = async (
  { trackers }: Pick<PlanningReading, 'trackers'>,
  { project, plans, plan }: PlanPlace,
): Promise<Wall | undefined> => {
  const { cardwall } = plan
  if (!cardwall) return undefined
  const own = new Set(plan.backlogTrackers.map(({ id }) => id))
  const children = (await trackers.listOfProject(project.id)).filter(({ parentId }) => own.has(parentId ?? 0))
  return { project, plans, plan, cardwall, trackerIds: new Set([...own, ...children.map(({ id }) => id)]) }
}

/** A milestone with a cardwall, for readers to whom all others do not exist. */
export const requireBoard = async (
  reading: PlanningReading,
  viewer: Viewer,
  milestoneId: number,
): Promise<MilestonePlace & Wall> => {
  const [milestone] = await reading.artifacts.findVisible(viewer, [milestoneId])
  const place = milestone && (await requireMilestone(reading, viewer, milestoneId))
  const wall = place && (await findWall(reading, place))
  if (!place || !wall) throw new NotFound('There is no such taskboard')
  return { ...place, ...wall }
}

/** The place of a card on a wall, as far as the viewer may know it. */
export interface CardPlace {
  /** Undefined: cards of the tracker stand in no column that the viewer may know. */
  readonly columns: CardColumns | undefined
  /** The value that decides the column. */
  readonly valueId: number | undefined
  readonly column: CardwallColumn | undefined
}

type Rights = Pick<CardwallReading, 'artifacts'>

export const placeOfCard = (
  { artifacts }: Rights,
  viewer: Viewer,
  { cardwall }: Wall,
  { artifact, tracker }: VisibleArtifact,
): CardPlace => {
  const columns = cardColumnsOf(cardwall, tracker)
  if (!columns || !mayRead({ artifacts }, viewer, tracker, columns.field))
    return { columns: undefined, valueId: undefined, column: undefined }
  const stored = artifact.document[columns.field.id]
  const first: unknown = Array.isArray(stored) ? stored[0] : undefined
  const valueId = typeof first === 'number' ? first : undefined
  return { columns, valueId, column: valueId === undefined ? undefined : columns.columnOf(valueId) }
}

export const mayRead = ({ artifacts }: Rights, viewer: Viewer, tracker: Tracker, field: Field): boolean => {
  const { groups, isSiteAdministrator } = artifacts.rightsIn(viewer, tracker)
  return canReadField(groups, field, isSiteAdministrator)
}

export const mayUpdate = ({ artifacts }: Rights, viewer: Viewer, tracker: Tracker, field: Field): boolean => {
  const { groups, isSiteAdministrator } = artifacts.rightsIn(viewer, tracker)
  return canUpdateField(groups, field, isSiteAdministrator)
}

/** Faults that a request can avoid by more values or a comment. */
const isAvoidable: ReadonlySet<string> = new Set(['workflow.not_empty', 'workflow.comment', 'field.date_rule'])

/** The columns to which the viewer may move a card, by rights, workflow and dependencies, and the present one. */
export const allowedColumns = (
  reading: Rights,
  viewer: Viewer,
  { cardwall }: Wall,
  card: VisibleArtifact,
  { columns, column: present }: CardPlace,
): CardwallColumn[] => {
  if (!columns) return []
  const { field } = columns
  const isFixed = !mayUpdate(reading, viewer, card.tracker, field)
  const faults = isFixed
    ? new Map<number, never>()
    : reading.artifacts.judgeValues(
        viewer,
        card,
        field.id,
        cardwall.columns.flatMap(column => columns.valuesOf(column)),
      )
  const isFree = (valueId: number): boolean =>
    faults.get(valueId)?.every(({ reason }) => isAvoidable.has(reason)) === true
  return cardwall.columns.filter(column => column === present || columns.valuesOf(column).some(isFree))
}
