import { routeFor } from '../../../platform/http/routes/route.ts'
import type { Viewer } from './viewer.ts'

/** Defines a route of the API, with the types of its handler taken from its schemas. */
export const route = routeFor<Viewer>()
