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

/** Pages that stand side by side: a column beside the content, a row above it where there is no room. */
export const SideNavigation = ({ label, items }: SideNavigationProps) => {
  const nav = useRef<HTMLElement>(null)
  const path = useRouterState({ select: state => state.resolvedLocation?.pathname })
  // In a row that is wider than the screen, the page that shows is in its middle.
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
