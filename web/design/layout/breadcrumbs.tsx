import { useLingui } from '@lingui/react/macro'
import { Link, type LinkProps } from '@tanstack/react-router'
import './breadcrumbs.css'

export interface Crumb {
  readonly label: string
  readonly link: LinkProps
}

/** Marks a link as current only if it is the page itself. */
const EXACT = { exact: true } as const

/** The parents of the page, widest first, without the page itself, whose title is shown. */
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
