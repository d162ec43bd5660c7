// Loaded when a menu of a column first opens.
import { useLingui } from '@lingui/react/macro'
import { Menu as AriaMenu, Popover } from 'react-aria-components'
import type { LayerHandle } from '../../design/layout/late-layer.tsx'
import { MenuItem, MenuSection } from '../../design/layout/menu.tsx'
import { hasTotal, TOTAL_KINDS, type Total } from './totals.ts'
import { formatGrouping, groupingsFor } from '../grouping/groupings.ts'
import { isSortable, MAX_SORT_KEYS, WIDTH_STEP, type Column, type SortKey } from './columns.ts'

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
  /** Undefined: this list has no groups. */
  readonly onGroup: ((group: string) => void) | undefined
  readonly totals: readonly Total[]
  /** Undefined: this list has no figures. */
  readonly onTotals: ((totals: readonly Total[]) => void) | undefined
}

/** Sorting, order and width of a column. */
export const ColumnMenu = (props: ColumnHeadProps & LayerHandle) => {
  const { column, index, count, sort, onSort, onMove, onHide, onWidth, onGroup, totals, onTotals, trigger, close } =
    props
  const { t } = useLingui()
  const { name, label } = column.field
  const key = sort.find(each => each.name === name)
  const total = totals.find(each => each.name === name)
  const others = totals.filter(each => each !== total)
  const groups = groupingsFor(column.field)
  const words = { sum: t`Show the sum`, avg: t`Show the average`, min: t`Show the least`, max: t`Show the greatest` }
  return (
    <Popover
      className="menu-popover"
      placement="bottom start"
      triggerRef={trigger}
      isOpen
      onOpenChange={isOpen => !isOpen && close()}
    >
      <AriaMenu className="menu" aria-label={label} autoFocus="first" onClose={close}>
        {isSortable(column.field) && (
          <MenuSection label={t`Sort`} isLabelHidden>
            <MenuItem onAction={() => onSort([{ name, isDescending: false }])}>{t`Sort ascending`}</MenuItem>
            <MenuItem onAction={() => onSort([{ name, isDescending: true }])}>{t`Sort descending`}</MenuItem>
            <MenuItem
              isDisabled={sort.length === 0 || key !== undefined || sort.length >= MAX_SORT_KEYS}
              onAction={() => onSort([...sort, { name, isDescending: false }])}
            >{t`Add to the sort`}</MenuItem>
            <MenuItem
              isDisabled={key === undefined}
              onAction={() => onSort(sort.filter(each => each.name !== name))}
            >{t`Remove from the sort`}</MenuItem>
          </MenuSection>
        )}
        {onTotals && hasTotal(column.field) && (
          <MenuSection label={t`Figure below the column`} isLabelHidden>
            {TOTAL_KINDS.filter(kind => kind !== total?.kind).map(kind => (
              <MenuItem key={kind} onAction={() => onTotals([...others, { name, kind }])}>
                {words[kind]}
              </MenuItem>
            ))}
            <MenuItem isDisabled={total === undefined} onAction={() => onTotals(others)}>{t`No figure`}</MenuItem>
          </MenuSection>
        )}
        {onGroup && groups.length > 0 && (
          <MenuSection label={t`Groups`} isLabelHidden>
            {groups.map(grouping => (
              <MenuItem key={grouping.unit ?? ''} onAction={() => onGroup(formatGrouping(grouping))}>
                {grouping.unit === 'week'
                  ? t`Group by week`
                  : grouping.unit === 'month'
                    ? t`Group by month`
                    : t`Group by this column`}
              </MenuItem>
            ))}
          </MenuSection>
        )}
        <MenuSection label={t`Column`} isLabelHidden>
          <MenuItem isDisabled={index <= 1} onAction={() => onMove(-1)}>{t`Move left`}</MenuItem>
          <MenuItem isDisabled={index >= count - 1} onAction={() => onMove(1)}>{t`Move right`}</MenuItem>
          <MenuItem onAction={() => onWidth(column.width + 4 * WIDTH_STEP)}>{t`Wider`}</MenuItem>
          <MenuItem onAction={() => onWidth(column.width - 4 * WIDTH_STEP)}>{t`Narrower`}</MenuItem>
          <MenuItem onAction={onHide}>{t`Hide the column`}</MenuItem>
        </MenuSection>
      </AriaMenu>
    </Popover>
  )
}
