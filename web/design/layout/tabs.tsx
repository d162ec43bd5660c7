import { Link, type LinkProps } from '@tanstack/react-router'
import { useEffect, useRef, type ReactNode } from 'react'
import { FormattedNumber } from '../format.tsx'
import './tabs.css'

/** Views of one page, each with its own address. For separate pages use a `SideNavigation`. */
export const TabList = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => {
  const list = useRef<HTMLElement>(null)
  // On a narrow screen the list scrolls: the present view is in sight.
  useEffect(() => {
    const current = list.current?.querySelector('[aria-current]')
    if (list.current && current instanceof HTMLElement)
      list.current.scrollLeft = current.offsetLeft - (list.current.clientWidth - current.clientWidth) / 2
  }, [])
  return (
    <nav ref={list} aria-label={label} className="tab-list">
      {children}
    </nav>
  )
}

export interface TabLinkProps {
  readonly link: LinkProps
  readonly isCurrent: boolean
  readonly count?: number | undefined
  readonly children: ReactNode
}

export const TabLink = ({ link, isCurrent, count, children }: TabLinkProps) => (
  <Link
    {...link}
    className="tab"
    activeProps={{}}
    activeOptions={{ exact: true, includeSearch: true }}
    aria-current={isCurrent ? 'page' : undefined}
  >
    {children}
    {count !== undefined && count > 0 && (
      <span className="tab-count">
        <FormattedNumber value={count} />
      </span>
    )}
  </Link>
)
