import { isDeepStrictEqual } from 'node:util'
import { Forbidden, NotFound } from '../../../platform/errors.ts'
import type { Precondition } from '../../../platform/http/headers/conditional.ts'
import type { ArtifactsModule, ValueChange, VisibleArtifact } from '../../artifacts/index.ts'
import type { Field } from '../../fields/index.ts'
import type { Viewer } from '../../users/index.ts'
import { valueOf } from '../model/artifact-json.ts'
import type { CardInput } from '../model/cardwall.schema.ts'
import { readJson, requireViewable } from '../read/planning-reader.ts'
import { findProjectOfPlanning } from '../store/milestones.store.ts'
import { invalid, type PlanningWriting } from '../write/planning-writer.ts'
import { remainingEffortOf } from './taskboard.ts'
import { findWall, mayRead, mayUpdate, placeOfCard, type CardwallReading, type Wall } from './walls.ts'

export interface CardwallWriting extends PlanningWriting {
  readonly artifacts: PlanningWriting['artifacts'] &
    CardwallReading['artifacts'] &
    Pick<ArtifactsModule, 'values' | 'update'>
}

export interface CardId {
  readonly planningId: number
  readonly artifactId: number
}

/** PUT /cards/{id}: title, column and values of a card, all or nothing. */
export const changeCard =
  (writing: CardwallWriting) =>
  async (viewer: Viewer, { planningId, artifactId }: CardId, input: CardInput): Promise<void> => {
    const wall = await requireWall(writing, planningId)
    await writing.artifacts.values.change(viewer, async () => {
      const card = await requireCard(writing, viewer, wall, artifactId)
      writing.projects.requireWritable(card.project)
      const choices = await choicesOf(writing, viewer, wall, card, input)
      return { changes: [{ artifactId, choices }], finish: () => Promise.resolve() }
    })
  }

const requireWall = async (writing: CardwallWriting, planningId: number): Promise<Wall> => {
  const projectId = await findProjectOfPlanning(writing.db, planningId)
  const project = projectId === undefined ? undefined : await writing.projects.get(projectId)
  if (!project) throw noSuchCard()
  const plans = await writing.plans.of(project.id)
  const plan = plans.all.find(({ id }) => id === planningId)
  const wall = plan && (await findWall(writing, { project, plans, plan }))
  if (!wall) throw noSuchCard()
  return wall
}

const noSuchCard = (): NotFound => new NotFound('There is no such card')

const requireCard = async (
  { artifacts }: CardwallWriting,
  viewer: Viewer,
  { project, trackerIds }: Wall,
  id: number,
): Promise<VisibleArtifact> => {
  const [card] = await artifacts.findVisible(viewer, [id])
  if (!card) {
    // A reader of the whole platform learns from a write only what an ordinary account learns from a read (agile.md §1.4).
    if (!viewer.sitePermissions.has('rest_read_only_admin')) await requireViewable(artifacts, viewer, id)
    throw noSuchCard()
  }
  if (card.project.id !== project.id || !trackerIds.has(card.tracker.id)) throw noSuchCard()
  return card
}

type Entry = ValueChange['choices'][number][number]

export const refuseField = (field: Field): Forbidden =>
  new Forbidden(`You are not allowed to change the field ${field.label}`, {
    reason: 'permission.field_update',
    field_id: field.id,
    name: field.name,
  })

/** The values of the changed card: one choice for each value that stands for the column. None: nothing changes. */
const choicesOf = async (
  writing: CardwallWriting,
  viewer: Viewer,
  wall: Wall,
  card: VisibleArtifact,
  input: CardInput,
): Promise<ValueChange['choices']> => {
  const { tracker } = card
  const entries = await changedEntries(writing, viewer, card, input.values)
  const sent = new Set(input.values.map(({ field_id }) => field_id))
  const title = tracker.fieldById.get(tracker.semantics.title?.fieldId ?? 0)
  if (title && !sent.has(title.id) && input.label !== writing.artifacts.summaryOf(viewer, card).title) {
    if (!mayUpdate(writing, viewer, tracker, title)) throw refuseField(title)
    entries.push({ field_id: title.id, value: input.label })
  }
  const { columns, column: present } = placeOfCard(writing, viewer, wall, card)
  const column = wall.cardwall.columns.find(({ id }) => id === input.column_id)
  const isMove =
    columns && column && column !== present && !entries.some(({ field_id }) => field_id === columns.field.id)
  const values = isMove ? columns.valuesOf(column) : []
  if (!columns || values.length === 0) return entries.length === 0 ? [] : [entries]
  if (!mayUpdate(writing, viewer, tracker, columns.field)) throw refuseField(columns.field)
  return values.map(valueId => [...entries, { field_id: columns.field.id, bind_value_ids: [valueId] }])
}

/** Entries that differ from the card as it is shown, so that a card may be sent back with fields that nobody writes. */
const changedEntries = async (
  writing: CardwallWriting,
  viewer: Viewer,
  { artifact, tracker }: VisibleArtifact,
  sent: CardInput['values'],
): Promise<Entry[]> => {
  if (sent.length === 0) return []
  const json = (await readJson(writing, viewer, [artifact.id])).get(artifact.id) ?? { id: artifact.id, values: [] }
  const onCard = tracker.semantics.cardFields?.fieldIds ?? []
  return sent.flatMap((entry): Entry[] => {
    const field = onCard.includes(entry.field_id) ? tracker.fieldById.get(entry.field_id) : undefined
    if (!field || !mayRead(writing, viewer, tracker, field))
      throw new NotFound(`The card has no field ${entry.field_id}`)
    if (isDeepStrictEqual(entry, valueOf(json, field.id))) return []
    if (!mayUpdate(writing, viewer, tracker, field)) throw refuseField(field)
    // A member that is null counts as left out (artifacts.md §2.3).
    const given = Object.entries(entry).filter(([, value]) => value !== null)
    return [Object.fromEntries(given) as Entry]
  })
}

const NO_COMMENT = { body: '', format: 'text', groups: null } as const

/** PATCH /taskboard_cards/{id}. */
export const changeRemainingEffort =
  (writing: CardwallWriting) =>
  async (viewer: Viewer, id: number, effort: number, precondition: Precondition): Promise<void> => {
    const { artifacts, projects } = writing
    const [card] = await artifacts.findVisible(viewer, [id])
    if (!card) throw noSuchCard()
    const { tracker, project } = card
    projects.requireWritable(project)
    const field = remainingEffortOf(writing, viewer, tracker)
    if (!field) throw invalid(`The tracker ${tracker.itemName} has no number field remaining_effort`)
    if (!mayUpdate(writing, viewer, tracker, field)) throw refuseField(field)
    const values = [
      field.type === 'computed' ? { field_id: field.id, manual_value: effort } : { field_id: field.id, value: effort },
    ]
    if (precondition.ifMatch !== undefined || precondition.ifUnmodifiedSince !== undefined) {
      await artifacts.update(viewer, { id, values, comment: NO_COMMENT, precondition })
      return
    }
    // Without a condition the route behaves as it always did, even where updates of artifacts need one (agile.md §11.2).
    await artifacts.values.change(viewer, () =>
      Promise.resolve({ changes: [{ artifactId: id, choices: [values] }], finish: () => Promise.resolve() }),
    )
  }
