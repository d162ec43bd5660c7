import type { ReactNode } from 'react'
import { Tab as AriaTab, TabList, TabPanel, Tabs as AriaTabs } from 'react-aria-components'
import './tabs.css'

export interface TabItem {
  readonly id: string
  readonly label: string
  readonly content: ReactNode
}

/** Views of one thing on one page. For separate pages use a `SideNavigation`. */
export const Tabs = ({
  label,
  items,
  selected,
  onChange,
}: {
  readonly label: string
  readonly items: readonly TabItem[]
  readonly selected?: string
  readonly onChange?: (id: string) => void
}) => (
  <AriaTabs
    className="tabs"
    {...(selected === undefined ? {} : { selectedKey: selected })}
    onSelectionChange={key => onChange?.(String(key))}
  >
    <TabList aria-label={label} className="tab-list">
      {items.map(item => (
        <AriaTab key={item.id} id={item.id} className="tab">
          {item.label}
        </AriaTab>
      ))}
    </TabList>
    {items.map(item => (
      <TabPanel key={item.id} id={item.id} className="tab-panel">
        {item.content}
      </TabPanel>
    ))}
  </AriaTabs>
)
