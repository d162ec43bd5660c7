import { lazyRouteComponent, type RouteComponent } from '@tanstack/react-router'

/**
 * The component `name` of a file that is loaded when somebody goes there. The types of routes must not follow from those of pages,
 * which follow from those of routes.
 */
export const lazyPage = (load: () => Promise<object>, name: string): RouteComponent =>
  lazyRouteComponent(load as () => Promise<Record<string, () => unknown>>, name)
