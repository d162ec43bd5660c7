import { useLingui } from '@lingui/react/macro'
import { IconButton } from '../design/controls/button.tsx'
import { IconChevronDown, IconChevronUp } from '../design/icons.tsx'

export interface OrderButtonsProps {
  /** Name of the item. */
  readonly name: string
  readonly index: number
  readonly count: number
  /** The order of the list is fixed. */
  readonly isFixed?: boolean
  readonly onMove: (by: -1 | 1) => void
}

/** Buttons that move an item of a list up and down. */
export const OrderButtons = ({ name, index, count, isFixed = false, onMove }: OrderButtonsProps) => {
  const { t } = useLingui()
  return (
    <>
      <IconButton
        label={t`Move up: ${name}`}
        size="small"
        isDisabled={isFixed || index === 0}
        onPress={() => onMove(-1)}
      >
        <IconChevronUp />
      </IconButton>
      <IconButton
        label={t`Move down: ${name}`}
        size="small"
        isDisabled={isFixed || index === count - 1}
        onPress={() => onMove(1)}
      >
        <IconChevronDown />
      </IconButton>
    </>
  )
}
