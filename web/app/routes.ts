// The layouts of the pages. Each folder of pages has its list of routes (`<folder>.routes.ts`); router.ts joins the lists.
import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, createRoute, redirect } from '@tanstack/react-router'
import { accountQuery } from '../session/account.ts'
import { NotFoundPage } from './not-found-page.tsx'
import { PlainLayout } from './plain-layout.tsx'
import { Root } from './root.tsx'
import { Shell } from './shell.tsx'

export interface RouterContext {
  readonly queries: QueryClient
}

export const rootRoute = createRootRouteWithContext<RouterContext>()({
  component: Root,
  notFoundComponent: NotFoundPage,
})

/** Pages with header and navigation, for all readers. */
export const shellRoute = createRoute({ getParentRoute: () => rootRoute, id: 'shell', component: Shell })

/** `beforeLoad` of pages for signed-in readers; others sign in first, and then return to the page. */
export const requireSignedIn = async ({
  context,
  location,
}: {
  readonly context: RouterContext
  readonly location: { readonly href: string }
}): Promise<void> => {
  const account = await context.queries.ensureQueryData(accountQuery)
  if (account === null) throw redirect({ to: '/login', search: { return_to: location.href } })
}

/** Pages with header and navigation for signed-in readers. */
export const signedInRoute = createRoute({
  getParentRoute: () => shellRoute,
  id: 'signed-in',
  beforeLoad: requireSignedIn,
})

/** Pages for one task without navigation: signing in, consent. */
export const plainRoute = createRoute({ getParentRoute: () => rootRoute, id: 'plain', component: PlainLayout })
