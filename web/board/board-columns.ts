// The columns of a board: the values of a list with one value.
import { NONE_ID, offeredChoices, textOfChoice, type Choice } from '../fields/shared/choices.ts'
import type { Field } from '../fields/field-view.ts'
import type { ValueColour } from '../design/values/value-colour.ts'
import { NONE_KEY } from '../trackers/board-settings.ts'
import { joinTql, quoteTql } from '../trackers/query/to-tql.ts'

export interface BoardColumn {
  /** Id of the value, as `aggregates` tells it; `none`: artifacts without a value. */
  readonly key: string
  readonly label: string
  readonly colour: ValueColour | undefined
  readonly choice: Choice | undefined
  readonly tql: string
  /** JSON criteria; in use while the board has no `tql`. */
  readonly criteria: string
}

/** Numbers of cards and sums by key of a column; undefined until they are there. */
export type ColumnFigures = ReadonlyMap<string, { readonly count: number; readonly sum: number | null }>

/** Id of the value of a column in rules of the workflow and in criteria. */
export const valueIdOf = (choice: Choice | undefined): number =>
  choice ? (choice.ruleId ?? Number(choice.id)) : NONE_ID

interface Search {
  readonly tql: string
  readonly criteria: string
}

/** All columns in the order of the values, None first. Without those that a criterion of the report leaves out. */
export const columnsOf = (field: Field, search: Search, noneLabel: string): readonly BoardColumn[] => {
  const hasColours = offeredChoices(field).some(({ hasColour }) => hasColour)
  const columns = offeredChoices(field).map(choice => ({
    key: String(choice.id),
    label: choice.label,
    colour: hasColours ? choice.colour : undefined,
    choice,
    tql: `${field.name} = ${quoteTql(textOfChoice(choice))}`,
    criteria: withCriterion(search.criteria, field, valueIdOf(choice)),
  }))
  const none = {
    key: NONE_KEY,
    label: noneLabel,
    colour: undefined,
    choice: undefined,
    tql: `${field.name} = ""`,
    criteria: withCriterion(search.criteria, field, valueIdOf(undefined)),
  }
  return [none, ...columns].flatMap(({ tql, criteria, ...column }) =>
    criteria === undefined
      ? []
      : [
          search.criteria !== '' && search.tql === ''
            ? { ...column, tql: '', criteria }
            : { ...column, tql: joinTql([search.tql === '' ? '' : `(${search.tql})`, tql]), criteria: '' },
        ],
  )
}

/** The criteria of a report and a value of the list; undefined: the report does not ask for the value. */
const withCriterion = (criteria: string, field: Field, id: number): string | undefined => {
  const all = criteria === '' ? {} : (JSON.parse(criteria) as Record<string, unknown>)
  const asked = all[field.field_id]
  if (Array.isArray(asked) && !asked.map(Number).includes(id)) return undefined
  return JSON.stringify({ ...all, [field.field_id]: [id] })
}

/** A hidden value, None, and people appear only with cards. Without figures None always does. */
export const shownColumns = (
  field: Field,
  columns: readonly BoardColumn[],
  { figures, hasFigures }: { readonly figures: ColumnFigures | undefined; readonly hasFigures: boolean },
): readonly BoardColumn[] =>
  columns.filter(({ key, choice }) => {
    if (!hasFigures) return choice?.isHidden !== true
    const isOptional = choice === undefined || choice.isHidden || field.bindings.type === 'users'
    return !isOptional || (figures?.get(key)?.count ?? 0) > 0
  })
