import { Conflict, Invalid, NotFound } from '../../../platform/errors.ts'
import {
  withContent,
  type Key,
  type NewBindValue,
  type NewFormElement,
  type PresentState,
} from '../../trackers/index.ts'
import { isValueInUse } from '../model/board.ts'
import type { ChangeDefinition } from './kanban-writer.ts'

type Edit = Parameters<ChangeDefinition>[3]

/** Values of the status as an edit changes them. */
interface StatusValues {
  readonly values: readonly NewBindValue[]
  readonly openValues: readonly Key[]
}

/** The key of a value that an edit adds. */
export const NEW_COLUMN: Key = '+1'
const keyOf = (valueId: number): Key => `V${valueId}`

/** An edit of the values of the status of a tracker and of what they mean. */
const editStatus =
  (change: (status: StatusValues, present: PresentState, field: NewFormElement) => StatusValues): Edit =>
  present => {
    const { value } = present
    const { status } = value.semantics
    const field = status && withContent(value.elements).find(({ key }) => key === status.field)
    if (!status || field?.bind?.type !== 'static')
      throw new Invalid('The status of the tracker has no values of its own', { reason: 'parameter.range' })
    const { bind } = field
    const { values, openValues } = change({ values: bind.values, openValues: status.openValues }, present, field)
    const changed = (elements: readonly NewFormElement[]): NewFormElement[] =>
      elements.map(element =>
        element.key === field.key
          ? { ...element, bind: { ...bind, values } }
          : { ...element, children: changed(element.children) },
      )
    const semantics = { ...value.semantics, status: { ...status, openValues } }
    return { state: { ...present, value: { ...value, elements: changed(value.elements), semantics } } }
  }

const requireColumn = ({ values, openValues }: StatusValues, key: Key): void => {
  if (!openValues.includes(key) || !values.some(value => value.key === key && !value.isHidden))
    throw new NotFound('The kanban has no such column')
}

/** Adds an open value at the end. */
export const addColumn = (label: string): Edit =>
  editStatus(({ values, openValues }) => ({
    values: [
      ...values,
      {
        key: NEW_COLUMN,
        label,
        description: '',
        isHidden: false,
        isDefault: false,
        colorName: null,
        legacyColor: null,
      },
    ],
    openValues: [...openValues, NEW_COLUMN],
  }))

export const renameColumn = (columnId: number, label: string): Edit =>
  editStatus(status => {
    requireColumn(status, keyOf(columnId))
    return {
      ...status,
      values: status.values.map(value => (value.key === keyOf(columnId) ? { ...value, label } : value)),
    }
  })

/** The columns get this order; values that are no columns keep their places. */
export const orderColumns = (columnIds: readonly number[]): Edit =>
  editStatus(status => {
    const keys = columnIds.map(keyOf)
    const { values, openValues } = status
    const columns = values.filter(({ key, isHidden }) => !isHidden && openValues.includes(key))
    if (keys.some(key => values.every(value => value.key !== key))) throw new NotFound('The kanban has no such column')
    const isWhole = keys.length === columns.length && columns.every(({ key }) => keys.includes(key))
    if (!isWhole) throw new Invalid('The order must name each column once', { reason: 'parameter.range' })
    const byKey = new Map(columns.map(column => [column.key, column]))
    const left = keys.flatMap(key => byKey.get(key) ?? [])
    return { ...status, values: values.map(value => (byKey.has(value.key) ? (left.shift() ?? value) : value)) }
  })

/** The value is no longer open, hidden, and no default. */
export const removeColumn = (columnId: number): Edit =>
  editStatus((status, present, { key: fieldKey }) => {
    const key = keyOf(columnId)
    requireColumn(status, key)
    requireUnused(present, fieldKey, key, columnId)
    return {
      values: status.values.map(value => (value.key === key ? { ...value, isHidden: true, isDefault: false } : value)),
      openValues: status.openValues.filter(open => open !== key),
    }
  })

/** Throws 409 if the workflow, a rule or a trigger names the value. */
const requireUnused = ({ tracker, triggers, triggerSources }: PresentState, fieldKey: Key, key: Key, id: number) => {
  const field = tracker.fieldById.get(Number(fieldKey.slice(1)))
  const isUsed =
    (field && isValueInUse(tracker, field, id)) === true ||
    triggers.some(({ target }) => target.value === key) ||
    triggerSources.some(({ valueId }) => valueId === id)
  if (isUsed) throw new Conflict('The workflow, a rule or a trigger needs the column')
}
