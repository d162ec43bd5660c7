import type { ReactNode } from 'react'
import {
  Button as AriaButton,
  Header,
  Menu as AriaMenu,
  MenuItem as AriaMenuItem,
  MenuSection as AriaMenuSection,
  MenuTrigger,
  Popover,
} from 'react-aria-components'
import './menu.css'

export interface MenuProps {
  /** The purpose of the button. */
  readonly label: string
  readonly icon: ReactNode
  /** Beside the icon, where there is room for it. */
  readonly text?: string
  /** Set by pages that open the menu by a key, too. */
  readonly isOpen?: boolean
  readonly onOpenChange?: (isOpen: boolean) => void
  /** The button stands at the foot of phones, where the list opens, too. */
  readonly isAtFoot?: boolean
  /** `MenuItem`s, or `MenuSection`s with items. */
  readonly children: ReactNode
}

/** A button that opens a list of actions or links. */
export const Menu = ({ label, icon, text, isAtFoot = false, children, ...trigger }: MenuProps) => (
  <MenuTrigger {...trigger}>
    <AriaButton
      aria-label={label}
      className={`button button-quiet ${text === undefined ? 'button-icon' : 'button-small menu-text'}`}
    >
      {icon}
      {text !== undefined && <span>{text}</span>}
    </AriaButton>
    <Popover className={isAtFoot ? 'menu-popover menu-popover-at-foot' : 'menu-popover'} placement="bottom end">
      <AriaMenu className="menu" aria-label={label}>
        {children}
      </AriaMenu>
    </Popover>
  </MenuTrigger>
)

export interface MenuItemProps {
  readonly href?: string
  readonly onAction?: () => void
  readonly isDisabled?: boolean
  readonly isDanger?: boolean
  readonly children: string
}

export const MenuItem = ({ isDanger = false, children, ...props }: MenuItemProps) => (
  <AriaMenuItem {...props} textValue={children} className={`menu-item${isDanger ? ' menu-item-danger' : ''}`}>
    {children}
  </AriaMenuItem>
)

export interface MenuSectionProps {
  readonly label: string
  /** Only screen readers read the label. */
  readonly isLabelHidden?: boolean
  readonly description?: string
  readonly children: ReactNode
}

export const MenuSection = ({ label, isLabelHidden = false, description, children }: MenuSectionProps) => (
  <AriaMenuSection className="menu-section" {...(isLabelHidden ? { 'aria-label': label } : {})}>
    {!isLabelHidden && (
      <Header className="menu-header">
        <span>{label}</span>
        {description !== undefined && <span className="muted small">{description}</span>}
      </Header>
    )}
    {children}
  </AriaMenuSection>
)
