import { Link, type LinkProps } from '@tanstack/react-router'
import './page.css'

export interface NavigationItem {
  readonly label: string
  readonly link: LinkProps
}

/** Pages that stand side by side: a column beside the content, a row above it where there is no room. */
export const SideNavigation = ({
  label,
  items,
}: {
  readonly label: string
  readonly items: readonly NavigationItem[]
}) => (
  <nav className="side-navigation" aria-label={label}>
    {items.map(item => (
      <Link key={item.label} {...item.link}>
        {item.label}
      </Link>
    ))}
  </nav>
)
