import { routeFor } from '../../../platform/http/routes/route.ts'
import type { Viewer } from './viewer.ts'

/** Defines a route of the API; infers the types of its handler from its schemas. */
export const route = routeFor<Viewer>()
