import { useLingui } from '@lingui/react/macro'
import { Menu as AriaMenu, MenuItem, Popover, Text } from 'react-aria-components'
import { IconEdit } from '../design/icons.tsx'
import type { LayerHandle } from '../design/layout/late-layer.tsx'
import { IconLock } from '../design/page-icons.tsx'
import type { BoardColumn } from './board-columns.ts'
import type { Target } from './use-reasons.ts'

interface MoveMenuProps extends LayerHandle {
  readonly targets: readonly Target[]
  readonly from: string
  readonly onMove: (to: BoardColumn) => void
}

/** The columns to which a card may go; the others with the reason why not. */
export const MoveMenu = ({ targets, from, onMove, trigger, close }: MoveMenuProps) => {
  const { t } = useLingui()
  return (
    <Popover
      className="menu-popover board-move-menu"
      placement="bottom end"
      triggerRef={trigger}
      isOpen
      onOpenChange={isOpen => !isOpen && close()}
    >
      <AriaMenu className="menu" aria-label={t`Move to`} autoFocus="first" onClose={close}>
        {targets
          .filter(({ column }) => column.key !== from)
          .map(({ column, reason, note }) => (
            <MenuItem
              key={column.key}
              className="menu-item board-move-item"
              textValue={column.label}
              isDisabled={reason !== undefined}
              // The menu holds the focus until it is closed.
              onAction={() => requestAnimationFrame(() => onMove(column))}
            >
              <Text slot="label">{column.label}</Text>
              {(reason ?? note) !== undefined && (
                <Text slot="description" className="board-reason">
                  {reason === undefined ? <IconEdit /> : <IconLock />}
                  <span>{reason ?? note}</span>
                </Text>
              )}
            </MenuItem>
          ))}
      </AriaMenu>
    </Popover>
  )
}
