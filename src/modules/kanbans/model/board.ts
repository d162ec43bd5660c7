import { canReadField, type BindValue, type Field } from '../../fields/index.ts'
import type { EffectiveRights } from '../../artifacts/index.ts'
import type { Tracker } from '../../trackers/index.ts'

/** The status of a tracker as a board: its open values are the columns (agile.md §5.1). */
export interface Board {
  readonly field: Field
  /** All values of the field, in their order. */
  readonly values: readonly BindValue[]
  readonly columns: readonly BindValue[]
}

/** Part of a board that an artifact is in. */
export type Place = 'backlog' | 'archive' | number

/** undefined: the tracker has no status with values of its own. */
export const boardOf = ({ semantics, fieldById }: Tracker): Board | undefined => {
  const { status } = semantics
  const field = status && fieldById.get(status.fieldId)
  if (!status || !field?.isUsed || field.bind?.type !== 'static') return undefined
  const { values } = field.bind
  return { field, values, columns: values.filter(({ id, isHidden }) => !isHidden && status.openValueIds.includes(id)) }
}

/** The board, if the viewer may read the status. */
export const readableBoard = (tracker: Tracker, rights: EffectiveRights): Board | undefined => {
  const board = boardOf(tracker)
  return board && canReadField(rights.groups, board.field, rights.isSiteAdministrator) ? board : undefined
}

export const isColumn = ({ columns }: Board, valueId: number): boolean => columns.some(({ id }) => id === valueId)

/** The place of an artifact with this status; null: it has none. */
export const placeOf = (board: Board, status: number | null): Place => {
  if (status === null) return 'backlog'
  return isColumn(board, status) ? status : 'archive'
}

/** Values of the status that the place holds; none for the backlog. */
export const valuesOf = (board: Board, place: Place): readonly number[] => {
  if (place === 'backlog') return []
  return place === 'archive' ? board.values.filter(({ id }) => !isColumn(board, id)).map(({ id }) => id) : [place]
}

/** Whether a workflow, a rule or a trigger names the value, so that its column cannot be removed. */
export const isValueInUse = ({ workflow, listRules, triggers }: Tracker, field: Field, valueId: number): boolean =>
  (workflow?.fieldId === field.id &&
    workflow.transitions.some(({ fromValueId, toValueId }) => fromValueId === valueId || toValueId === valueId)) ||
  listRules.some(
    rule =>
      (rule.sourceFieldId === field.id && rule.sourceValueId === valueId) ||
      (rule.targetFieldId === field.id && rule.targetValueId === valueId),
  ) ||
  triggers.some(({ target, sources }) => [target, ...sources].some(value => value.valueId === valueId))

/** A colour of the palette, or `#RRGGBB` for one of old; "" for none. */
export const colorOf = ({ colorName, legacyColor }: BindValue): string => {
  if (colorName !== null) return colorName
  if (!legacyColor) return ''
  return `#${[legacyColor.r, legacyColor.g, legacyColor.b]
    .map(part => part.toString(16).padStart(2, '0').toUpperCase())
    .join('')}`
}
