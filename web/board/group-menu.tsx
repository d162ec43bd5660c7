import { useLingui } from '@lingui/react/macro'
import { Menu as AriaMenu, Popover } from 'react-aria-components'
import type { LayerHandle } from '../design/layout/late-layer.tsx'
import { MenuItem } from '../design/layout/menu.tsx'
import type { Tracker } from '../trackers/tracker-queries.ts'
import { boardFields } from './board-columns.ts'

interface GroupMenuProps extends LayerHandle {
  readonly tracker: Tracker
  readonly onGroup: (name: string) => void
}

/** The lists that can be the columns of a board. */
export const GroupMenu = ({ tracker, onGroup, trigger, close }: GroupMenuProps) => {
  const { t } = useLingui()
  return (
    <Popover
      className="menu-popover"
      placement="bottom end"
      triggerRef={trigger}
      isOpen
      onOpenChange={isOpen => !isOpen && close()}
    >
      <AriaMenu className="menu" aria-label={t`Columns`} autoFocus="first" onClose={close}>
        {boardFields(tracker).map(field => (
          <MenuItem key={field.name} onAction={() => onGroup(field.name)}>
            {field.label}
          </MenuItem>
        ))}
      </AriaMenu>
    </Popover>
  )
}
