import { useRef, type KeyboardEvent, type PointerEvent } from 'react'
import { lazyPart } from '../../app/lazy-part.ts'
import { IconChevronDown } from '../../design/icons.tsx'
import { LateLayer } from '../../design/layout/late-layer.tsx'
import type { ColumnHeadProps } from './column-menu.tsx'
import { isNumberField, MAX_WIDTH, MIN_WIDTH, WIDTH_STEP } from './columns.ts'

const ColumnMenu = lazyPart(() => import('./column-menu.tsx'), 'ColumnMenu')

/** The head of a column: its button opens the menu of sorting, order and width. */
export const ColumnHead = (props: ColumnHeadProps) => {
  const { column, index, sort, isFocused, onWidth } = props
  const { name, label } = column.field
  const key = sort.find(each => each.name === name)
  const direction = key === undefined ? undefined : key.isDescending ? 'descending' : 'ascending'
  const resizeByKey = (event: KeyboardEvent) => {
    if (!event.altKey || (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight')) return
    event.preventDefault()
    event.stopPropagation()
    onWidth(column.width + (event.key === 'ArrowRight' ? WIDTH_STEP : -WIDTH_STEP))
  }
  return (
    <div
      className={`grid-cell${isNumberField(column.field) ? ' grid-cell-number' : ''}`}
      role="columnheader"
      aria-colindex={index + 1}
      aria-sort={direction}
      onKeyDown={resizeByKey}
    >
      <LateLayer
        kind="menu"
        className="grid-head-button"
        data-row={-1}
        data-column={index}
        tabIndex={isFocused ? 0 : -1}
        layer={handle => <ColumnMenu {...props} {...handle} />}
      >
        {direction !== undefined && <SortMark direction={direction} />}
        <span className="cut">{label}</span>
      </LateLayer>
      <WidthHandle width={column.width} onWidth={onWidth} />
    </div>
  )
}

const SortMark = ({ direction }: { readonly direction: 'ascending' | 'descending' }) => (
  <span className={direction === 'ascending' ? 'sort-mark sort-mark-up' : 'sort-mark'} aria-hidden="true">
    <IconChevronDown />
  </span>
)

/** Dragged by the pointer; the menu and Alt with the arrows do the same from the keyboard. */
const WidthHandle = ({ width, onWidth }: { readonly width: number; readonly onWidth: (width: number) => void }) => {
  const start = useRef<{ readonly x: number; readonly width: number } | undefined>(undefined)
  const move = (event: PointerEvent) => {
    if (!start.current) return
    const sign = getComputedStyle(event.currentTarget).direction === 'rtl' ? -1 : 1
    const next = start.current.width + sign * (event.clientX - start.current.x)
    onWidth(Math.max(MIN_WIDTH, Math.min(MAX_WIDTH, next)))
  }
  return (
    <span
      className="grid-head-handle"
      aria-hidden="true"
      onPointerDown={event => {
        event.currentTarget.setPointerCapture(event.pointerId)
        start.current = { x: event.clientX, width }
      }}
      onPointerMove={move}
      onPointerUp={() => (start.current = undefined)}
      onPointerCancel={() => (start.current = undefined)}
    />
  )
}
