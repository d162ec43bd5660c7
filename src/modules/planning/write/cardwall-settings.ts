import type { Tracker, TrackerReferenceRepresentation } from '../../trackers/index.ts'
import { canDecideColumn, columnColor, type Cardwall } from '../model/cardwall.ts'
import type { CardwallInput, PlanningSettingsRepresentation } from '../model/planning-settings.schema.ts'
import type { WrittenCardwall } from '../store/cardwalls.store.ts'
import { invalid } from './planning-writer.ts'

type CardwallSettings = NonNullable<PlanningSettingsRepresentation['plannings'][number]['cardwall']>
type WantedCardwall = Omit<WrittenCardwall, 'planningId'>

/** Values and fields that the trackers have lost are left out. */
export const representCardwall = (
  { columns, mappings }: Cardwall,
  trackers: ReadonlyMap<number, Tracker>,
  reference: (trackerId: number) => readonly TrackerReferenceRepresentation[],
): CardwallSettings => {
  const fields = mappings.flatMap(({ trackerId, fieldId }) => trackers.get(trackerId)?.fieldById.get(fieldId) ?? [])
  const values = new Set(fields.flatMap(({ bind }) => (bind?.type === 'static' ? [...bind.byId.keys()] : [])))
  return {
    columns: columns.map(({ id, label, color, valueIds }) => ({
      id,
      label,
      color,
      value_ids: valueIds.filter(value => values.has(value)),
    })),
    mappings: fields.flatMap(({ id, label, trackerId }) =>
      reference(trackerId).map(tracker => ({ tracker, field: { id, label } })),
    ),
  }
}

/** Checks the columns and mappings of the milestones of a tracker. */
export const readCardwall = (
  { columns, mappings = [] }: CardwallInput,
  milestoneTracker: Tracker,
  requireTracker: (id: number) => Tracker,
): WantedCardwall => {
  requireOnce(
    columns.flatMap(({ id }) => id ?? []),
    id => `The column ${id} is there twice`,
  )
  requireOnce(
    mappings.map(({ tracker }) => tracker.id),
    id => `The tracker ${id} has one field for columns at the most`,
  )
  const fields = mappings.map(mapping => {
    const tracker = requireTracker(mapping.tracker.id)
    if (tracker.id === milestoneTracker.id) throw invalid('Milestones are no cards of their own cardwall')
    const field = tracker.fieldById.get(mapping.field.id)
    if (!field || !canDecideColumn(field))
      throw invalid(`The tracker ${tracker.itemName} has no list ${mapping.field.id} with fixed values`)
    return field
  })
  const values = new Set(fields.flatMap(({ bind }) => (bind?.type === 'static' ? [...bind.byId.keys()] : [])))
  const used = columns.flatMap(({ value_ids: ids = [] }) => ids)
  const foreign = used.find(id => !values.has(id))
  if (foreign !== undefined) throw invalid(`No mapped field has a value ${foreign}`)
  requireOnce(used, id => `The value ${id} stands for one column at the most`)
  return {
    columns: columns.map(({ id, label, color, value_ids: valueIds = [] }) => ({
      id,
      label,
      color: readColor(color),
      valueIds,
    })),
    mappings: fields.map(({ id, trackerId }) => ({ trackerId, fieldId: id })),
  }
}

const requireOnce = (ids: readonly number[], told: (id: number) => string): void => {
  const twice = ids.find((id, index) => ids.indexOf(id) < index)
  if (twice !== undefined) throw invalid(told(twice))
}

const readColor = (given: string | undefined): string => {
  const color = columnColor(given)
  if (color === undefined) throw invalid(`"${given}" is neither a colour of the palette nor #RRGGBB`)
  return color
}

/** Throws unless all columns with an id are columns that the planning has. */
export const requireOwnColumns = (wanted: WantedCardwall | null, present: Cardwall | null): void => {
  const known = new Set(present?.columns.map(({ id }) => id))
  const foreign = wanted?.columns.find(({ id }) => id !== undefined && !known.has(id))
  if (foreign) throw invalid(`The planning has no column ${foreign.id}`)
}
