import { useLingui } from '@lingui/react/macro'
import { useRef, type KeyboardEvent, type PointerEvent } from 'react'
import { Button as AriaButton, Menu as AriaMenu, MenuTrigger, Popover } from 'react-aria-components'
import { IconChevronDown } from '../../design/icons.tsx'
import { MenuItem, MenuSection } from '../../design/layout/menu.tsx'
import { isNumberField, isSortable, MAX_WIDTH, MIN_WIDTH, type Column, type SortKey } from './columns.ts'

const KEY_STEP = 16

export interface ColumnHeadProps {
  readonly column: Column
  /** Index among the columns of the grid, 0 = number and title. */
  readonly index: number
  readonly count: number
  readonly sort: readonly SortKey[]
  readonly isFocused: boolean
  readonly onSort: (sort: readonly SortKey[]) => void
  readonly onMove: (by: -1 | 1) => void
  readonly onHide: () => void
  readonly onWidth: (width: number) => void
}

/** The head of a column: its button opens the menu of sorting, order and width. */
export const ColumnHead = (props: ColumnHeadProps) => {
  const { column, index, count, sort, isFocused, onSort, onMove, onHide, onWidth } = props
  const { t } = useLingui()
  const { name, label } = column.field
  const key = sort.find(each => each.name === name)
  const direction = key === undefined ? undefined : key.isDescending ? 'descending' : 'ascending'
  const resizeByKey = (event: KeyboardEvent) => {
    if (!event.altKey || (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight')) return
    event.preventDefault()
    event.stopPropagation()
    onWidth(column.width + (event.key === 'ArrowRight' ? KEY_STEP : -KEY_STEP))
  }
  return (
    <div
      className={`grid-cell${isNumberField(column.field) ? ' grid-cell-number' : ''}`}
      role="columnheader"
      aria-colindex={index + 1}
      aria-sort={direction}
      onKeyDown={resizeByKey}
    >
      <MenuTrigger>
        <AriaButton className="grid-head-button" data-row={-1} data-column={index} excludeFromTabOrder={!isFocused}>
          {direction !== undefined && <SortMark direction={direction} />}
          <span className="cut">{label}</span>
        </AriaButton>
        <Popover className="menu-popover" placement="bottom start">
          <AriaMenu className="menu" aria-label={label}>
            {isSortable(column.field) && (
              <MenuSection label={t`Sort`} isLabelHidden>
                <MenuItem onAction={() => onSort([{ name, isDescending: false }])}>{t`Sort ascending`}</MenuItem>
                <MenuItem onAction={() => onSort([{ name, isDescending: true }])}>{t`Sort descending`}</MenuItem>
                <MenuItem
                  isDisabled={sort.length === 0 || key !== undefined || sort.length >= 10}
                  onAction={() => onSort([...sort, { name, isDescending: false }])}
                >{t`Add to the sort`}</MenuItem>
                <MenuItem
                  isDisabled={key === undefined}
                  onAction={() => onSort(sort.filter(each => each.name !== name))}
                >{t`Remove from the sort`}</MenuItem>
              </MenuSection>
            )}
            <MenuSection label={t`Column`} isLabelHidden>
              <MenuItem isDisabled={index <= 1} onAction={() => onMove(-1)}>{t`Move left`}</MenuItem>
              <MenuItem isDisabled={index >= count - 1} onAction={() => onMove(1)}>{t`Move right`}</MenuItem>
              <MenuItem onAction={() => onWidth(column.width + 4 * KEY_STEP)}>{t`Wider`}</MenuItem>
              <MenuItem onAction={() => onWidth(column.width - 4 * KEY_STEP)}>{t`Narrower`}</MenuItem>
              <MenuItem onAction={onHide}>{t`Hide the column`}</MenuItem>
            </MenuSection>
          </AriaMenu>
        </Popover>
      </MenuTrigger>
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
