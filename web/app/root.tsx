import { useLingui } from '@lingui/react'
import type { ReactNode } from 'react'
import { Outlet, useRouter } from '@tanstack/react-router'
import { I18nProvider, RouterProvider } from 'react-aria-components'
import { formatLocale } from '../session/appearance.ts'

/** Lets links inside of menus and tabs go through the router, and components speak the language of the page. */
export const Root = (): ReactNode => {
  const router = useRouter()
  const { i18n } = useLingui()
  // The API's own pages are no routes of ours.
  const navigate = (href: string) =>
    href.startsWith('/api/') ? window.location.assign(href) : void router.navigate({ href })
  return (
    <I18nProvider locale={formatLocale(i18n.locale)}>
      <RouterProvider navigate={navigate} useHref={href => href}>
        <Outlet />
      </RouterProvider>
    </I18nProvider>
  )
}
