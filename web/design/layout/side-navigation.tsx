import { Link, useRouterState, type LinkProps } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import './page.css'

export interface NavigationItem {
  readonly label: string
  readonly link: LinkProps
}

export interface SideNavigationProps {
  readonly label: string
  readonly items: readonly NavigationItem[]
}

/** Links to sibling pages: a column beside the content, or a row above it on a narrow screen. */
export const SideNavigation = ({ label, items }: SideNavigationProps) => {
  const nav = useRef<HTMLElement>(null)
  const path = useRouterState({ select: state => state.resolvedLocation?.pathname })
  // If the row is wider than the screen, the current page is scrolled to its middle.
  useEffect(() => {
    const current = nav.current?.querySelector<HTMLElement>('[aria-current]')
    if (nav.current && current)
      nav.current.scrollLeft = current.offsetLeft - (nav.current.clientWidth - current.offsetWidth) / 2
  }, [path])
  return (
    <nav ref={nav} className="side-navigation" aria-label={label}>
      {items.map(item => (
        <Link key={item.label} {...item.link}>
          {item.label}
        </Link>
      ))}
    </nav>
  )
}
