import { createRoute, createRouter } from '@tanstack/react-router'
import { accountRoutes } from '../account/account.routes.ts'
import { administrationRoutes } from '../administration/administration.routes.ts'
import { agentsRoutes } from '../agents/agents.routes.ts'
import { artifactsRoutes } from '../artifacts/artifacts.routes.ts'
import { createQueryClient } from '../api/query-client.ts'
import { authRoutes } from '../auth/auth.routes.ts'
import { helpRoutes } from '../help/help.routes.ts'
import { homeRoutes } from '../home/home.routes.ts'
import { oauthRoutes } from '../oauth/oauth.routes.ts'
import { oldKanbanRoutes } from '../kanban/kanban.routes.ts'
import { searchRoutes } from '../search/search.routes.ts'
import { projectsRoutes } from '../projects/projects.routes.ts'
import { oldAddressRoutes } from '../trackers/trackers.routes.ts'
import { keepSession } from '../api/session-fetch.ts'
import { accountQuery } from '../session/account.ts'
import { askToSignIn } from '../session/sign-in-again.ts'
import { ErrorPage } from './error-page.tsx'
import { PendingPage } from './pending-page.tsx'
import { NotFoundPage } from './not-found-page.tsx'
import { plainRoute, rootRoute, shellRoute, signedInRoute } from './routes.ts'

// For addresses that no other route matches: shown with the header, so that readers can navigate.
const notFoundRoute = createRoute({ getParentRoute: () => shellRoute, path: '/$', component: NotFoundPage })

const routeTree = rootRoute.addChildren([
  shellRoute.addChildren([
    ...homeRoutes,
    ...helpRoutes,
    ...searchRoutes,
    ...projectsRoutes,
    ...artifactsRoutes,
    ...oldAddressRoutes,
    ...oldKanbanRoutes,
    notFoundRoute,
    signedInRoute.addChildren([...accountRoutes, ...administrationRoutes, ...agentsRoutes]),
  ]),
  plainRoute.addChildren([...authRoutes, ...oauthRoutes]),
])

export const queryClient = createQueryClient(() => {
  // A page for anonymous readers shows the refusal itself; only an ended session leads to the sign-in.
  if (!queryClient.getQueryData(accountQuery.queryKey)) return
  queryClient.setQueryData(accountQuery.queryKey, null)
  void router.navigate({ to: '/login', search: { return_to: router.state.location.href } })
})

keepSession({
  isSignedIn: () => Boolean(queryClient.getQueryData(accountQuery.queryKey)),
  signInAgain: askToSignIn,
})

export const router = createRouter({
  routeTree,
  context: { queries: queryClient },
  defaultPreload: 'intent',
  // TanStack Query decides which data is fresh.
  defaultPreloadStaleTime: 0,
  scrollRestoration: true,
  defaultErrorComponent: ErrorPage,
  defaultPendingComponent: PendingPage,
  defaultPendingMs: 300,
  // A page that arrives right after its skeleton is shown at once.
  defaultPendingMinMs: 0,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
