import { useCallback, useEffect, useRef, useState, type FocusEvent, type KeyboardEvent } from 'react'

export interface CellPosition {
  /** -1: the header. */
  readonly row: number
  /** 0: number and title. */
  readonly column: number
}

export interface GridFocusOptions {
  readonly rows: number
  readonly columns: number
  /** Rows that a page key moves by. */
  readonly pageRows: () => number
  readonly scrollToRow: (row: number) => void
}

export interface GridFocus {
  readonly position: CellPosition
  readonly moveTo: (position: CellPosition) => void
  /** Makes the row the one that keys begin at, and leaves the focus where it is. */
  readonly markRow: (row: number) => void
  /** Moves by arrows, Home, End and the page keys; true: the key was one of them. */
  readonly onKeyDown: (event: KeyboardEvent) => boolean
  /** A cell got the focus by the pointer. */
  readonly onFocus: (event: FocusEvent) => void
  readonly ref: React.RefObject<HTMLDivElement | null>
}

/** One tab stop for the whole grid: the arrows move the focus from cell to cell, also to rows that are not rendered yet. */
export const useGridFocus = ({ rows, columns, pageRows, scrollToRow }: GridFocusOptions): GridFocus => {
  const ref = useRef<HTMLDivElement>(null)
  const [position, setPosition] = useState<CellPosition>({ row: 0, column: 0 })
  const isMoving = useRef(false)

  const moveTo = useCallback(
    ({ row, column }: CellPosition) => {
      // A new object each time: the effect below gives the focus also to the cell that had it before.
      const next = {
        row: Math.max(-1, Math.min(rows - 1, row)),
        column: Math.max(0, Math.min(columns - 1, column)),
      }
      isMoving.current = true
      if (next.row >= 0) scrollToRow(next.row)
      setPosition(next)
    },
    [rows, columns, scrollToRow],
  )

  const markRow = (row: number): void => {
    scrollToRow(row)
    setPosition(before => ({ row, column: Math.max(0, before.column) }))
  }

  // The row of the cell may be rendered a moment after the list has scrolled to it.
  useEffect(() => {
    if (!isMoving.current) return undefined
    let frame = 0
    let attempts = 0
    const focus = () => {
      const row = `[data-row="${position.row}"]`
      const cell =
        ref.current?.querySelector<HTMLElement>(`${row}[data-column="${position.column}"]`) ??
        ref.current?.querySelector<HTMLElement>(`${row}[data-span]`)
      if (cell) {
        isMoving.current = false
        cell.focus({ preventScroll: position.row >= 0 && position.column === 0 })
      } else if (attempts++ < MAX_FRAMES) frame = requestAnimationFrame(focus)
    }
    focus()
    return () => cancelAnimationFrame(frame)
  }, [position])

  const onKeyDown = (event: KeyboardEvent): boolean => {
    const next = nextPosition(event, position, { rows, columns, pageRows: pageRows() })
    if (!next) return false
    event.preventDefault()
    moveTo(next)
    return true
  }
  const onFocus = ({ target }: FocusEvent): void => {
    const { row, column, span } = (target as HTMLElement).dataset
    if (row === undefined || column === undefined) return
    // The arrows go on in the column that they came from.
    const at = { row: Number(row), column: span === undefined ? Number(column) : position.column }
    if (at.row !== position.row || at.column !== position.column) setPosition(at)
  }
  return { position, moveTo, markRow, onKeyDown, onFocus, ref }
}

const MAX_FRAMES = 30

const nextPosition = (
  { key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent,
  { row, column }: CellPosition,
  { rows, columns, pageRows }: { readonly rows: number; readonly columns: number; readonly pageRows: number },
): CellPosition | undefined => {
  if (altKey || shiftKey) return undefined
  const isJump = ctrlKey || metaKey
  switch (key) {
    case 'ArrowDown':
      return { row: isJump ? rows - 1 : row + 1, column }
    case 'ArrowUp':
      return { row: isJump ? 0 : row - 1, column }
    case 'ArrowRight':
      return { row, column: isJump ? columns - 1 : column + 1 }
    case 'ArrowLeft':
      return { row, column: isJump ? 0 : column - 1 }
    case 'Home':
      return { row: isJump ? 0 : row, column: 0 }
    case 'End':
      return { row: isJump ? rows - 1 : row, column: columns - 1 }
    case 'PageDown':
      return { row: row + pageRows, column }
    case 'PageUp':
      return { row: Math.max(0, row - pageRows), column }
    default:
      return undefined
  }
}
