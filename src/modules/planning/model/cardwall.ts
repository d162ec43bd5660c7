import type { Field } from '../../fields/index.ts'
import { trackerColors, type Tracker } from '../../trackers/index.ts'

/** Colour of a column that says none (agile.md §9). */
const DEFAULT_COLUMN_COLOR = '#F8F8F8'

/** The colour as columns keep it; undefined if it is neither of the palette nor `#RRGGBB`. */
export const columnColor = (color = DEFAULT_COLUMN_COLOR): string | undefined => {
  if (trackerColors.includes(color)) return color
  return /^#[\da-f]{6}$/i.test(color) ? color.toUpperCase() : undefined
}

export interface NewColumn {
  readonly label: string
  /** Name of the palette, or `#RRGGBB` in capitals. */
  readonly color: string
  /** Values of mapped fields, of any tracker, the preferred ones first. */
  readonly valueIds: readonly number[]
}

export interface CardwallColumn extends NewColumn {
  readonly id: number
}

/** The field whose values decide the columns of the cards of a tracker. */
export interface CardMapping {
  readonly trackerId: number
  readonly fieldId: number
}

/** Columns for the cards of the milestones of a planning (agile.md §6). */
export interface Cardwall {
  readonly columns: readonly CardwallColumn[]
  readonly mappings: readonly CardMapping[]
}

/** A cardwall by the tracker of its milestones, for new projects. */
export interface NewCardwall {
  readonly planningTrackerId: number
  readonly columns: readonly NewColumn[]
  readonly mappings: readonly CardMapping[]
}

/** How the cards of one tracker stand in columns. */
export interface CardColumns {
  readonly field: Field
  columnOf(valueId: number): CardwallColumn | undefined
  /** Values of the field that stand for a column and may be chosen, the preferred ones first. */
  valuesOf(column: CardwallColumn): readonly number[]
}

/** Whether values of the field can decide columns: one choice of a fixed list. */
export const canDecideColumn = ({ type, bind, isUsed }: Field): boolean =>
  isUsed && (type === 'sb' || type === 'rb' || type === 'msb') && bind?.type === 'static'

/**
 * By the mapped field, else by the status. A column that names no value of the field takes the values with its label that no other column
 * names. Undefined: the cards of the tracker stand in no column.
 */
export const cardColumnsOf = ({ columns, mappings }: Cardwall, tracker: Tracker): CardColumns | undefined => {
  const mapping = mappings.find(({ trackerId }) => trackerId === tracker.id)
  const fieldId = mapping?.fieldId ?? tracker.semantics.status?.fieldId
  const field = fieldId === undefined ? undefined : tracker.fieldById.get(fieldId)
  if (!field || !canDecideColumn(field) || field.bind?.type !== 'static') return undefined
  const { values, byId } = field.bind
  const namedBy = (column: CardwallColumn): number[] => (mapping ? column.valueIds.filter(id => byId.has(id)) : [])
  const named = new Set(columns.flatMap(namedBy))
  const idsOf = (column: CardwallColumn): number[] => {
    const own = namedBy(column)
    if (own.length > 0) return own
    return values.filter(({ id, label }) => label === column.label && !named.has(id)).map(({ id }) => id)
  }
  const idsByColumn = new Map(columns.map(column => [column, idsOf(column)]))
  return {
    field,
    columnOf: valueId => columns.find(column => idsByColumn.get(column)?.includes(valueId)),
    valuesOf: column => (idsByColumn.get(column) ?? []).filter(id => byId.get(id)?.isHidden === false),
  }
}
