import { useEffect, useEffectEvent, useRef, useState, type KeyboardEvent, type MouseEvent } from 'react'
import type { Field } from '../../fields/field-view.ts'
import type { Tracker } from '../tracker-queries.ts'
import { useStable } from '../use-stable.ts'
import type { Column } from './columns.ts'
import type { Row } from '../rows/rows.ts'
import type { CellPosition } from './use-grid-focus.ts'

/** An edit of a cell: its editor is open, or its write is on its way. */
export interface CellEdit {
  readonly key: number
  /** Of the artifact. */
  readonly id: number
  readonly row: number
  /** Of the grid; 0 holds number and title. */
  readonly column: number
  readonly field: Field
  /** The text that somebody typed before the editor was there. Undefined: the editor begins with the value. */
  readonly typed: string | undefined
  /** `Enter` or `Tab` came before the editor was there: it saves at once. */
  readonly finish?: AfterEdit | undefined
}

/** The cell that has the focus when an editor has closed. */
export type AfterEdit = 'down' | 'up' | 'right' | 'left' | 'same'

export interface CellEdits {
  readonly edits: readonly CellEdit[]
  /** Opens the editor by a key; true: the key was one of the editor's. */
  readonly onKeyDown: (event: KeyboardEvent) => boolean
  readonly onDoubleClick: (event: MouseEvent) => void
  /** Somebody typed before the editor was there. */
  readonly onTyped: (edit: CellEdit, change: Pick<CellEdit, 'typed' | 'finish'>) => void
  /** An editor closed; undefined: the focus is elsewhere already. */
  readonly onClosed: (edit: CellEdit, after: AfterEdit | undefined) => void
  /** Its write is done, or there was none. */
  readonly onEnd: (edit: CellEdit) => void
}

interface CellEditsOptions {
  readonly tracker: Tracker
  readonly columns: readonly Column[]
  readonly position: CellPosition
  readonly rowAt: (row: number) => Row | undefined
  readonly moveTo: (position: CellPosition) => void
  readonly isOff: boolean
}

/**
 * Edits of cells: `Enter`, `F2` or a double click open an editor, and so does typing in any cell but the first of a row, where letters are
 * commands. An edit lives until its write is answered, because a refused one opens its editor again.
 */
export const useCellEdits = (options: CellEditsOptions): CellEdits => {
  const { tracker, columns, position, rowAt, moveTo, isOff } = options
  const [edits, setEdits] = useState<readonly CellEdit[]>([])
  const keys = useRef(0)
  /** Keys that come before the editor has the focus belong to it. */
  const opening = useRef<number>(undefined)
  const openedAt = useRef(0)
  const { title, status, contributor } = tracker.semantics
  const fieldOf = (id: number | undefined): Field | undefined =>
    tracker.fields.find(field => field.field_id === id && field.is_used)

  const open = (field: Field | undefined, { row, column }: CellPosition, typed?: string): boolean => {
    const artifact = rowAt(row)
    if (!artifact || !field || isOff) return false
    keys.current += 1
    const edit = { key: keys.current, id: artifact.id, row, column, field, typed }
    opening.current = edit.key
    openedAt.current = performance.now()
    setEdits(before => [...before.filter(each => each.id !== edit.id || each.field.field_id !== field.field_id), edit])
    return true
  }
  const fieldAt = (column: number): Field | undefined =>
    column === 0 ? fieldOf(title?.field_id) : columns[column - 1]?.field
  /** A field without a column has its editor over the title. */
  const placeOf = (field: Field | undefined): number =>
    columns.findIndex(each => each.field.field_id === field?.field_id) + 1

  const command = ({ key, altKey }: KeyboardEvent): boolean => {
    if (position.column > 0 !== altKey) return false
    const letter = key.toLowerCase()
    const field =
      letter === 's' ? fieldOf(status?.field_id) : letter === 'a' ? fieldOf(contributor?.field_id) : undefined
    return open(field, { row: position.row, column: placeOf(field) })
  }
  const onKeyDown = (event: KeyboardEvent): boolean => {
    const { key, ctrlKey, metaKey, altKey } = event
    if (isOff || position.row < 0 || ctrlKey || metaKey) return false
    const isCharacter = key.length === 1 && key !== ' ' && !altKey
    const isDone =
      command(event) ||
      (key === 'F2' && open(fieldAt(position.column), position)) ||
      (position.column > 0 &&
        ((key === 'Enter' && open(fieldAt(position.column), position)) ||
          (isCharacter && open(fieldAt(position.column), position, key))))
    if (!isDone) return false
    event.preventDefault()
    // A letter that edits is no command of the page.
    event.stopPropagation()
    return true
  }
  const change = (key: number | undefined, changeOf: (edit: CellEdit) => Partial<CellEdit>): void =>
    setEdits(before => before.map(each => (each.key === key ? { ...each, ...changeOf(each) } : each)))
  const type = useEffectEvent((event: globalThis.KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey, timeStamp } = event
    const isLate = timeStamp - openedAt.current > OPENING_MS
    if (isLate || isTextField(event.target)) opening.current = undefined
    if (opening.current === undefined || key.length !== 1 || ctrlKey || metaKey || altKey) return
    change(opening.current, ({ typed = '' }) => ({ typed: typed + key }))
    event.preventDefault()
    event.stopPropagation()
  })
  // The focus passes the frame of a list before its search has it: keys in between are part of the text, too.
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => type(event)
    document.addEventListener('keydown', onKey, { capture: true })
    return () => document.removeEventListener('keydown', onKey, { capture: true })
  }, [])

  return {
    edits,
    onKeyDown,
    onDoubleClick: event => {
      const cell = (event.target as Element).closest<HTMLElement>('[data-row]')
      const at = { row: Number(cell?.dataset['row']), column: Number(cell?.dataset['column']) }
      // A click on the title leads to the artifact.
      if (cell && at.column > 0) open(fieldAt(at.column), at)
    },
    onTyped: useStable(({ key }: CellEdit, typed: Pick<CellEdit, 'typed' | 'finish'>) => change(key, () => typed)),
    onClosed: useStable((edit: CellEdit, after: AfterEdit | undefined) => {
      opening.current = undefined
      if (after !== undefined) moveTo(besides(edit, after))
    }),
    onEnd: useStable(({ key }: CellEdit) => setEdits(before => before.filter(each => each.key !== key))),
  }
}

/** An editor is there sooner, or takes no text. */
const OPENING_MS = 2000

const isTextField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.matches('input, textarea') || target.isContentEditable)

const besides = ({ row, column }: CellPosition, after: AfterEdit): CellPosition => ({
  row: row + (after === 'down' ? 1 : after === 'up' ? -1 : 0),
  column: column + (after === 'right' ? 1 : after === 'left' ? -1 : 0),
})
