import { useLingui } from '@lingui/react'
import type { ReactNode } from 'react'
import { Outlet, useRouter } from '@tanstack/react-router'
import { I18nProvider, RouterProvider } from 'react-aria-components'
import { formatLocale } from '../session/appearance.ts'
import { SessionGate } from './session-gate.tsx'

/** Makes links in menus and tabs use the router, and React Aria's components use the language of the page. */
export const Root = (): ReactNode => {
  const router = useRouter()
  const { i18n } = useLingui()
  // The router does not know the API's own pages.
  const navigate = (href: string) =>
    href.startsWith('/api/') ? window.location.assign(href) : void router.navigate({ href })
  return (
    <I18nProvider locale={formatLocale(i18n.locale)}>
      <RouterProvider navigate={navigate} useHref={href => href}>
        <Outlet />
        <SessionGate />
      </RouterProvider>
    </I18nProvider>
  )
}
