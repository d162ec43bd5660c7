import { useLingui } from '@lingui/react/macro'
import { Link, type LinkProps } from '@tanstack/react-router'
import './breadcrumbs.css'

export interface Crumb {
  readonly label: string
  readonly link: LinkProps
}

/** What the page belongs to is not the page itself. */
const EXACT = { exact: true } as const

/** What the page belongs to, widest first; not the page itself, its title says that. */
export const Breadcrumbs = ({ items }: { readonly items: readonly Crumb[] }) => {
  const { t } = useLingui()
  return (
    <nav aria-label={t`Breadcrumbs`}>
      <ol className="breadcrumbs">
        {items.map(item => (
          <li key={item.label}>
            <Link {...item.link} activeOptions={EXACT}>
              {item.label}
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  )
}
