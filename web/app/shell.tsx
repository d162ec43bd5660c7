import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link, Outlet, useRouterState } from '@tanstack/react-router'
import { Suspense, useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { CutUploads } from './cut-uploads.tsx'
import { lazyPart } from './lazy-part.ts'
import { useCommands } from '../commands/registry.ts'
import { useUndoCommand } from '../commands/use-undo-command.ts'
import { Announcer } from '../live/announcer.tsx'
import { IconButton, LinkButton } from '../design/controls/button.tsx'
import {
  IconFold,
  IconFolder,
  IconHome,
  IconInbox,
  IconMenu,
  IconSearch,
  IconSettings,
  IconUnfold,
} from '../design/icons.tsx'
import { FormattedNumber } from '../design/format.tsx'
import { Logo } from '../design/logo.tsx'
import { ShellSlotsProvider } from '../design/layout/shell-slots.tsx'
import { SideLinks, type NavigationItem } from '../design/layout/side-navigation.tsx'
import { useUnread } from '../inbox/inbox-count.ts'
import { useAccount, usePlatformName, type Account } from '../session/account.ts'
import { openPalette } from '../commands/palette-state.ts'
import './shell.css'
import { useFoldedSide } from './use-folded-side.ts'
import { UserMenu } from './user-menu.tsx'

// Keys, palette and the list of projects come after the page.
const CommandCenter = lazyPart(() => import('../commands/command-center.tsx'), 'CommandCenter')

const LiveLink = lazyPart(() => import('../live/live-link.tsx'), 'LiveLink')

const HeaderMenus = lazyPart(() => import('./header-menus.tsx'), 'HeaderMenus')

const MyProjectsList = lazyPart(() => import('./my-projects-list.tsx'), 'MyProjectsList')

/** The list of a tracker needs the width of the window. */
const LIST_PAGE = /^\/projects\/[^/]+\/trackers\/(?!new$)[^/]+$/
/** Pages whose parts scroll by themselves: the list of a tracker, and the fields in its settings. */
const FULL_PAGE = /^\/projects\/[^/]+\/trackers\/(?!new$)[^/]+(\/settings\/fields)?$/

/** The column at the side, the header, and the page. */
export const Shell = (): ReactNode => {
  const { t } = useLingui()
  const name = usePlatformName()
  const account = useAccount()
  const main = useRef<HTMLElement>(null)
  const path = useRouterState({ select: state => state.resolvedLocation?.pathname })
  useFocusOfNewPage(main, path)
  const isFull = path !== undefined && FULL_PAGE.test(path)
  const [isFolded, toggleFold] = useFoldedSide(path !== undefined && LIST_PAGE.test(path) ? 'full' : 'normal')
  const [openAt, setOpenAt] = useState<string>()
  // The drawer of narrow screens closes with the page that it was opened on.
  const isDrawerOpen = openAt !== undefined && openAt === path
  const [header, setHeader] = useState<HTMLElement | null>(null)
  const [side, setSide] = useState<HTMLElement | null>(null)
  const slots = useMemo(() => ({ header, side }), [header, side])
  const unread = useUnread() ?? 0
  const places = useNavigationTargets(account, unread)
  const inboxLabel = unread === 0 ? t`Inbox` : t`Inbox, ${plural(unread, { other: '# unread' })}`
  useUndoCommand()
  useCommands([
    { id: 'shell.fold', label: t`Fold or unfold the navigation`, keys: '[', section: t`Everywhere`, run: toggleFold },
  ])
  return (
    <ShellSlotsProvider value={slots}>
      <div
        className={`shell${isFolded ? ' shell-folded' : ''}${isFull ? ' shell-full' : ''}${isDrawerOpen ? ' shell-drawer' : ''}`}
      >
        <a className="skip-link" href="#main">
          <Trans>Skip to the content</Trans>
        </a>
        <aside className="shell-side" aria-label={t`Navigation`}>
          <Link to="/" className="shell-brand" aria-label={t`${name}, start page`}>
            <Logo />
            <span className="side-label">{name}</span>
          </Link>
          <nav aria-label={t`Main`}>
            <SideLinks items={places} />
          </nav>
          <div ref={setSide} className="shell-side-slot" />
          <div className="shell-projects">
            <Suspense fallback={null}>{account && <MyProjectsList />}</Suspense>
          </div>
          <button
            type="button"
            className="side-link shell-fold"
            onClick={toggleFold}
            aria-label={isFolded ? t`Unfold the navigation` : t`Fold the navigation`}
          >
            <span className="side-icon">{isFolded ? <IconUnfold /> : <IconFold />}</span>
            <span className="side-label">
              <Trans>Fold</Trans>
            </span>
          </button>
        </aside>
        <div className="shell-scrim" onClick={() => setOpenAt(undefined)} />
        <div className="shell-body">
          <header className="shell-header">
            <div className="shell-menu">
              <IconButton label={t`Navigation`} onPress={() => setOpenAt(isDrawerOpen ? undefined : path)}>
                <IconMenu />
              </IconButton>
            </div>
            <div ref={setHeader} className="shell-crumbs" />
            <button type="button" className="shell-search" onClick={openPalette} aria-keyshortcuts="Control+K">
              <IconSearch />
              <span>
                <Trans>Search or jump to…</Trans>
              </span>
              <kbd aria-hidden="true">Ctrl K</kbd>
            </button>
            {account && (
              <Link
                to="/"
                search={{ tab: 'inbox' }}
                className="button button-quiet button-normal button-icon shell-inbox"
                activeProps={{}}
                aria-label={inboxLabel}
                title={inboxLabel}
              >
                <IconInbox />
                {unread > 0 && (
                  <span className="shell-inbox-count">
                    <FormattedNumber value={unread} />
                  </span>
                )}
              </Link>
            )}
            <Suspense fallback={null}>
              <HeaderMenus account={account} />
            </Suspense>
            <div className="shell-account">
              {account && <UserMenu account={account} />}
              {account === null && (
                <LinkButton to="/login" search={{ return_to: path ?? '/' }} variant="primary" size="small">
                  <Trans>Sign in</Trans>
                </LinkButton>
              )}
            </div>
          </header>
          <main id="main" ref={main} tabIndex={-1} className="shell-main">
            <Outlet />
          </main>
          {account && <CutUploads accountId={account.user.id} />}
        </div>
        <Suspense fallback={null}>
          <CommandCenter />
        </Suspense>
        {account && (
          <Suspense fallback={null}>
            <LiveLink key={account.user.id} accountId={account.user.id} />
          </Suspense>
        )}
        <Announcer />
      </div>
    </ShellSlotsProvider>
  )
}

/** Not with the pages below, but whatever the page shows. */
const ALONE = { exact: true, includeSearch: false }
/** The inbox is a view of the start page, and a place of its own. */
const EXACTLY = { exact: true, includeSearch: true }

/** The links of the navigation; a new area of the product adds its line here. */
const useNavigationTargets = (account: Account | null | undefined, unread: number): readonly NavigationItem[] => {
  const { t } = useLingui()
  const isInbox = useRouterState({
    select: ({ location }) => 'tab' in location.search && location.search.tab === 'inbox',
  })
  return [
    {
      link: { to: '/', activeOptions: isInbox ? EXACTLY : ALONE },
      label: account ? t`My work` : t`Start`,
      icon: <IconHome />,
    },
    ...(account
      ? [
          {
            link: {
              to: '/' as const,
              search: { tab: 'inbox' as const },
              activeOptions: EXACTLY,
            },
            label: t`Inbox`,
            icon: <IconInbox />,
            ...(unread > 0 && { count: unread }),
          },
        ]
      : []),
    { link: { to: '/projects', activeOptions: ALONE }, label: t`Projects`, icon: <IconFolder /> },
    { link: { to: '/search' }, label: t`Search`, icon: <IconSearch /> },
    ...(account && (account.is_site_administrator || account.site_permissions.length > 0)
      ? [{ link: { to: '/administration' as const }, label: t`Site`, icon: <IconSettings /> }]
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
