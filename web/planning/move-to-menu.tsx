import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Header, Menu as AriaMenu, MenuItem, MenuSection, Popover, Text } from 'react-aria-components'
import { IconChevronDown, IconChevronUp, IconWarning } from '../design/icons.tsx'
import type { LayerHandle } from '../design/layout/late-layer.tsx'
import { IconLock } from '../design/page-icons.tsx'
import './move-to-menu.css'

/** A place to which an artifact may go. */
export interface Target {
  readonly key: string
  readonly label: string
  /** An end of the present list, or another list. */
  readonly kind: 'top' | 'foot' | 'list'
  /** The sums of the place after the move. */
  readonly note?: string | undefined
  readonly isOver?: boolean
  /** Why nobody moves it there. */
  readonly reason?: string | undefined
}

interface MoveToMenuProps extends LayerHandle {
  readonly targets: readonly Target[]
  /** Over the other lists. */
  readonly heading: string
  /** Of each other list. */
  readonly icon: ReactNode
  /** Called with the key of a target. */
  readonly onMoveTo: (key: string) => void
}

/** The places to which an artifact may go, each with what it would then hold. */
export const MoveToMenu = ({ targets, heading, icon, onMoveTo, trigger, close }: MoveToMenuProps) => {
  const { t } = useLingui()
  const ends = targets.filter(({ kind }) => kind !== 'list')
  const others = targets.filter(({ kind }) => kind === 'list')
  const itemOf = (target: Target) => (
    <MenuItem
      key={target.key}
      id={target.key}
      className="menu-item plan-target"
      textValue={target.label}
      isDisabled={target.reason !== undefined}
      // The menu holds the focus until it is closed.
      onAction={() => requestAnimationFrame(() => onMoveTo(target.key))}
    >
      {target.kind === 'top' ? <IconChevronUp /> : target.kind === 'foot' ? <IconChevronDown /> : icon}
      <Text slot="label">
        <bdi>{target.label}</bdi>
      </Text>
      {(target.reason ?? target.note) !== undefined && (
        <Text slot="description" className={target.isOver ? 'plan-target-note plan-over' : 'plan-target-note'}>
          {target.reason !== undefined ? <IconLock /> : target.isOver ? <IconWarning /> : null}
          <span>{target.reason ?? target.note}</span>
        </Text>
      )}
    </MenuItem>
  )
  return (
    <Popover
      className="menu-popover plan-move-menu"
      placement="bottom end"
      triggerRef={trigger}
      isOpen
      onOpenChange={isOpen => !isOpen && close()}
    >
      <AriaMenu className="menu" aria-label={t`Move to`} autoFocus="first" onClose={close}>
        {ends.map(itemOf)}
        {others.length > 0 && (
          <MenuSection>
            <Header className="menu-header">{heading}</Header>
            {others.map(itemOf)}
          </MenuSection>
        )}
      </AriaMenu>
    </Popover>
  )
}
