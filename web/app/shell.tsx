import { Trans, useLingui } from '@lingui/react/macro'
import { Link, Outlet, useRouterState } from '@tanstack/react-router'
import { useEffect, useRef, type ReactNode } from 'react'
import { LinkButton } from '../design/controls/button.tsx'
import { IconMenu } from '../design/icons.tsx'
import { Logo } from '../design/logo.tsx'
import { Menu, MenuItem } from '../design/layout/menu.tsx'
import { useAccount, usePlatformName, type Account } from '../session/account.ts'
import './shell.css'
import { UserMenu } from './user-menu.tsx'

interface NavigationTarget {
  readonly href: string
  readonly label: string
}

/** The header and navigation around the page. */
export const Shell = (): ReactNode => {
  const { t } = useLingui()
  const name = usePlatformName()
  const account = useAccount()
  const main = useRef<HTMLElement>(null)
  const path = useRouterState({ select: state => state.resolvedLocation?.pathname })
  useFocusOfNewPage(main, path)
  const places = useNavigationTargets(account)
  return (
    <div className="shell">
      <a className="skip-link" href="#main">
        <Trans>Skip to the content</Trans>
      </a>
      <header className="shell-header">
        <div className="shell-header-inner">
          <Link to="/" className="shell-brand" aria-label={t`${name}, start page`}>
            <Logo />
            <span>{name}</span>
          </Link>
          <nav className="shell-nav" aria-label={t`Main`}>
            {places.map(place => (
              <Link key={place.href} to={place.href} className="shell-nav-link">
                {place.label}
              </Link>
            ))}
          </nav>
          <div className="shell-nav-small">
            <Menu label={t`Navigation`} icon={<IconMenu />}>
              {places.map(place => (
                <MenuItem key={place.href} href={place.href}>
                  {place.label}
                </MenuItem>
              ))}
            </Menu>
          </div>
          <div className="shell-account">
            {account && <UserMenu account={account} />}
            {account === null && (
              <LinkButton to="/login" search={{ return_to: path ?? '/' }} variant="primary" size="small">
                <Trans>Sign in</Trans>
              </LinkButton>
            )}
          </div>
        </div>
      </header>
      <main id="main" ref={main} tabIndex={-1} className="shell-main">
        <Outlet />
      </main>
    </div>
  )
}

/** The links of the navigation; a new area of the product adds its line here. */
const useNavigationTargets = (account: Account | null | undefined): readonly NavigationTarget[] => {
  const { t } = useLingui()
  return [
    { href: '/projects', label: t`Projects` },
    ...(account && (account.is_site_administrator || account.site_permissions.length > 0)
      ? [{ href: '/administration', label: t`Administration` }]
      : []),
  ]
}

/**
 * Moves the focus to the new page, so that a screen reader reads the page instead of the link that disappeared. Not on the first page,
 * where the browser begins at the top.
 */
const useFocusOfNewPage = (main: React.RefObject<HTMLElement | null>, path: string | undefined): void => {
  const previous = useRef<string | undefined>(undefined)
  useEffect(() => {
    const hasChanged = previous.current !== undefined && previous.current !== path
    previous.current = path
    // A page may have put the focus into a field: leave it there.
    if (hasChanged && !main.current?.contains(document.activeElement)) main.current?.focus({ preventScroll: true })
  }, [main, path])
}
