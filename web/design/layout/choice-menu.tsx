import { Menu as AriaMenu, MenuItem as AriaMenuItem, Popover } from 'react-aria-components'
import { IconCheck } from '../icons.tsx'
import './menu.css'
import type { LayerHandle } from './late-layer.tsx'

export interface Choice<Value extends string = string> {
  readonly value: Value
  readonly label: string
}

interface ChoiceMenuProps extends LayerHandle {
  readonly label: string
  readonly choices: readonly Choice[]
  readonly value: string | undefined
  readonly onChange: (value: string) => void
}

/** The menu of a `ChoiceButton`: one of a few. */
export const ChoiceMenu = ({ label, choices, value, onChange, trigger, close }: ChoiceMenuProps) => (
  <Popover
    className="menu-popover"
    placement="bottom end"
    triggerRef={trigger}
    isOpen
    onOpenChange={isOpen => !isOpen && close()}
  >
    <AriaMenu
      className="menu"
      aria-label={label}
      autoFocus="first"
      selectionMode="single"
      selectedKeys={value === undefined ? [] : [value]}
      disallowEmptySelection
      onAction={key => onChange(String(key))}
      onClose={close}
    >
      {choices.map(choice => (
        <AriaMenuItem key={choice.value} id={choice.value} textValue={choice.label} className="menu-item menu-choice">
          <span dir="auto">{choice.label}</span>
          {choice.value === value && <IconCheck />}
        </AriaMenuItem>
      ))}
    </AriaMenu>
  </Popover>
)
