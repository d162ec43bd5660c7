// Places of the shell that a page fills: breadcrumbs in the header, navigation in the column at the side. A page without the shell has
// neither.
import { createContext, use, type ReactNode } from 'react'
import { createPortal } from 'react-dom'

export interface ShellSlots {
  readonly header: HTMLElement | null
  readonly side: HTMLElement | null
}

const Slots = createContext<ShellSlots | undefined>(undefined)

export const ShellSlotsProvider = Slots.Provider

const InSlot = ({ slot, children }: { readonly slot: keyof ShellSlots; readonly children: ReactNode }) => {
  const slots = use(Slots)
  const element = slots?.[slot]
  return element ? createPortal(children, element) : null
}

export const InHeader = ({ children }: { readonly children: ReactNode }) => <InSlot slot="header">{children}</InSlot>
export const InSide = ({ children }: { readonly children: ReactNode }) => <InSlot slot="side">{children}</InSlot>

const Title = createContext<string | undefined>(undefined)

/** The title of the page around, with which its breadcrumbs end. */
export const PageTitleProvider = Title.Provider
export const usePageTitle = (): string | undefined => use(Title)
