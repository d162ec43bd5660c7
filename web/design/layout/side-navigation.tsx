import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { InSide } from './shell-slots.tsx'
import './side-navigation.css'

export interface NavigationItem {
  readonly label: string
  readonly link: LinkProps
  readonly icon?: ReactNode
  /** Shown at the end of the line: a number of open artifacts. */
  readonly count?: number | undefined
  /** The page stands below this one, though its address does not. */
  readonly isCurrent?: boolean
  /** Pages below this one. */
  readonly items?: readonly NavigationItem[]
}

export interface SideNavigationProps {
  readonly label: string
  /** Above the links: the name of the project. */
  readonly heading?: ReactNode
  readonly items: readonly NavigationItem[]
}

/** Links to sibling pages, in the column of the shell. */
export const SideNavigation = ({ label, heading, items }: SideNavigationProps) => (
  <InSide>
    <nav className="side-navigation" aria-label={label}>
      {heading}
      <SideLinks items={items} />
    </nav>
  </InSide>
)

export const SideLinks = ({
  items,
  isSub = false,
}: {
  readonly items: readonly NavigationItem[]
  readonly isSub?: boolean
}) => (
  <ul className={isSub ? 'side-list side-sub' : 'side-list'}>
    {items.map(item => (
      <li key={item.label}>
        <Link
          {...item.link}
          title={item.label}
          className="side-link"
          aria-current={item.isCurrent === true ? 'true' : undefined}
        >
          {!isSub && <span className="side-icon">{item.icon ?? <span className="side-dot" />}</span>}
          <span className="side-label">{item.label}</span>
          {item.count !== undefined && <span className="side-count">{item.count}</span>}
        </Link>
        {item.items !== undefined && item.items.length > 0 && <SideLinks items={item.items} isSub />}
      </li>
    ))}
  </ul>
)
