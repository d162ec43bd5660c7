// The lists of a kanban as columns: backlog, open values of the status, archive.
import type { Field } from '../fields/field-view.ts'
import { offeredChoices, type Choice } from '../fields/shared/choices.ts'
import { valueColour, type ValueColour } from '../design/values/value-colour.ts'
import { valueIdOf } from '../board/board-columns.ts'
import type { Kanban, ListKey, ServerColumn } from './kanban-queries.ts'

export interface KanbanColumn {
  readonly key: ListKey
  readonly label: string
  readonly colour: ValueColour | undefined
  readonly limit: number | undefined
  /** As the server keeps it for the reader. */
  readonly isOpen: boolean
  /** A title is enough for a new artifact. */
  readonly canAddInPlace: boolean
  /** The values of the status that stand for the column: none for the backlog, all closed ones for the archive. */
  readonly choices: readonly (Choice | undefined)[]
  /** Undefined for backlog and archive. */
  readonly value: ServerColumn | undefined
}

interface ColumnWords {
  readonly backlog: string
  readonly archive: string
}

/** All columns from left to right. `field`: the status, as far as the reader sees it. */
export const columnsOf = (
  { columns, backlog, archive }: Kanban,
  field: Field | undefined,
  words: ColumnWords,
): readonly KanbanColumn[] => {
  const choices = field ? offeredChoices(field) : []
  const open = new Set(columns.map(({ id }) => id))
  const closed = choices.filter(choice => !choice.isHidden && !open.has(valueIdOf(choice)))
  return [
    {
      key: 'backlog',
      label: words.backlog,
      colour: undefined,
      limit: undefined,
      isOpen: backlog.is_open,
      canAddInPlace: backlog.user_can_add_in_place,
      choices: [undefined],
      value: undefined,
    },
    ...columns.map((column): KanbanColumn => {
      const choice = choices.find(each => valueIdOf(each) === column.id)
      const hasColour = choice?.hasColour === true
      return {
        key: column.id,
        label: column.label,
        colour: hasColour ? choice.colour : column.color === '' ? undefined : valueColour(column.color),
        limit: column.limit ?? undefined,
        isOpen: column.is_open,
        canAddInPlace: column.user_can_add_in_place,
        choices: choice ? [choice] : [],
        value: column,
      }
    }),
    {
      key: 'archive',
      label: words.archive,
      colour: undefined,
      limit: undefined,
      isOpen: archive.is_open,
      canAddInPlace: false,
      choices: closed,
      value: undefined,
    },
  ]
}

/** The list that an attribute of the page names. */
export const listKeyOf = (text: string | undefined): ListKey | undefined =>
  text === undefined || text === '' ? undefined : text === 'backlog' || text === 'archive' ? text : Number(text)
