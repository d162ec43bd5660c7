import { useLingui } from '@lingui/react/macro'
import { Header, Menu as AriaMenu, MenuItem, MenuSection, Popover, Text } from 'react-aria-components'
import { IconChevronDown, IconChevronUp, IconWarning } from '../design/icons.tsx'
import type { LayerHandle } from '../design/layout/late-layer.tsx'
import { IconClock, IconLock } from '../design/page-icons.tsx'
import type { Place } from './plan-move.ts'

/** A place to which an artifact may go. */
export interface Target {
  readonly key: string
  readonly label: string
  readonly place: Place
  readonly kind: 'top' | 'foot' | 'milestone'
  /** The sums of the place after the move. */
  readonly note?: string | undefined
  readonly isOver?: boolean
  /** Why nobody moves it there. */
  readonly reason?: string | undefined
}

interface MoveToMenuProps extends LayerHandle {
  readonly targets: readonly Target[]
  readonly onMoveTo: (target: Target) => void
}

/** The places to which an artifact may go, each with what it would then hold. */
export const MoveToMenu = ({ targets, onMoveTo, trigger, close }: MoveToMenuProps) => {
  const { t } = useLingui()
  const ends = targets.filter(({ kind }) => kind !== 'milestone')
  const milestones = targets.filter(({ kind }) => kind === 'milestone')
  const itemOf = (target: Target) => (
    <MenuItem
      key={target.key}
      id={target.key}
      className="menu-item plan-target"
      textValue={target.label}
      isDisabled={target.reason !== undefined}
      // The menu holds the focus until it is closed.
      onAction={() => requestAnimationFrame(() => onMoveTo(target))}
    >
      {target.kind === 'top' ? <IconChevronUp /> : target.kind === 'foot' ? <IconChevronDown /> : <IconClock />}
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
        {milestones.length > 0 && (
          <MenuSection>
            <Header className="menu-header">{t`Milestones`}</Header>
            {milestones.map(itemOf)}
          </MenuSection>
        )}
      </AriaMenu>
    </Popover>
  )
}
