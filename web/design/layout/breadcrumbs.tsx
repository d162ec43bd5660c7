import { useLingui } from '@lingui/react/macro'
import { Link, type LinkProps } from '@tanstack/react-router'
import './breadcrumbs.css'
import { usePageTitle } from './shell-slots.tsx'

export interface Crumb {
  readonly label: string
  readonly link: LinkProps
}

/** Marks a link as current only if it is the page itself. */
const EXACT = { exact: true } as const

/** The parents of the page, widest first, and the page itself as text. */
export const Breadcrumbs = ({ items }: { readonly items: readonly Crumb[] }) => {
  const { t } = useLingui()
  const title = usePageTitle()
  return (
    <nav aria-label={t`Breadcrumbs`} className="breadcrumbs-nav">
      <ol className="breadcrumbs">
        {items.map(item => (
          <li key={item.label}>
            <Link {...item.link} activeOptions={EXACT}>
              {item.label}
            </Link>
          </li>
        ))}
        {title !== undefined && (
          <li aria-current="page">
            <bdi>{title}</bdi>
          </li>
        )}
      </ol>
    </nav>
  )
}
