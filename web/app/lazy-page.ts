import {
  lazyRouteComponent,
  type ErrorComponentProps,
  type ErrorRouteComponent,
  type RouteComponent,
} from '@tanstack/react-router'

/**
 * The component `name` of a file that is loaded on the first visit. Its type must not depend on the page's type, because pages depend on
 * the types of routes.
 */
export const lazyPage = (load: () => Promise<object>, name: string): RouteComponent =>
  lazyRouteComponent(load as () => Promise<Record<string, () => unknown>>, name)

/** The same for what replaces a page that failed. */
export const lazyErrorPage = (load: () => Promise<object>, name: string): ErrorRouteComponent =>
  lazyRouteComponent(load as () => Promise<Record<string, (props: ErrorComponentProps) => unknown>>, name)
