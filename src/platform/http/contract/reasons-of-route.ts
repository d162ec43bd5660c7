import type { Reason } from '../../reasons.ts'
import type { RouteShape } from '../routes/route.ts'

/** A rule of the platform that refuses requests of some routes. */
interface Rule {
  readonly holdsFor: (route: RouteShape) => boolean
  readonly reasons: readonly Reason[]
}

const isWrite = ({ method }: RouteShape): boolean => method !== 'GET'
const declares = (status: number) => (route: RouteShape) => route.errors.includes(status)
const hasParameters = ({ params, query, body }: RouteShape): boolean => Boolean(params ?? query ?? body)
const isOfTrackers = ({ scope }: RouteShape): boolean => scope?.endsWith(':tracker') === true

const rules: readonly Rule[] = [
  {
    holdsFor: () => true,
    reasons: ['accept.none', 'limit.busy', 'limit.calls', 'parameter.unsupported', 'unavailable'],
  },
  { holdsFor: () => true, reasons: ['body.syntax', 'body.media_type'] },
  { holdsFor: hasParameters, reasons: ['parameter.range', 'parameter.required', 'parameter.type'] },
  { holdsFor: ({ query, body }) => Boolean(query ?? body), reasons: ['limit.size'] },

  { holdsFor: ({ access }) => access !== 'public', reasons: ['account.suspended', 'credentials.invalid', 'csrf'] },
  // Routes that sign in take the credentials in their body.
  {
    holdsFor: route => route.access === 'public' && declares(401)(route),
    reasons: ['account.suspended', 'credentials.invalid'],
  },
  {
    holdsFor: ({ access, errors }) => access === 'protected' || errors.includes(401),
    reasons: ['credentials.missing'],
  },
  { holdsFor: ({ access }) => access !== 'public', reasons: ['scope.missing', 'key.project'] },
  { holdsFor: route => route.access !== 'public' && isWrite(route), reasons: ['key.read_only'] },

  {
    holdsFor: declares(403),
    reasons: ['permission.admin', 'permission.owner', 'permission.project', 'project.suspended'],
  },
  { holdsFor: route => declares(403)(route) && isOfTrackers(route), reasons: ['permission.tracker'] },
  { holdsFor: declares(404), reasons: ['not_found'] },
  { holdsFor: route => isWrite(route) && declares(400)(route), reasons: ['conflict'] },
  { holdsFor: declares(409), reasons: ['conflict'] },

  { holdsFor: ({ conditions }) => conditions === true, reasons: ['precondition.changed'] },
  {
    holdsFor: ({ idempotency }) => idempotency !== undefined,
    reasons: ['idempotency.anonymous', 'idempotency.key', 'idempotency.reused', 'idempotency.running'],
  },
  { holdsFor: route => isWrite(route) && route.idempotency === undefined, reasons: ['idempotency.unsupported'] },
]

/**
 * Reasons for which the route refuses requests: those of the rules that its declaration brings with it, and those that it declares by itself
 * (`RouteDefinition.reasons`). Without `internal`, which is a bug.
 */
export const reasonsOf = (route: RouteShape): Reason[] =>
  [
    ...new Set([
      ...rules.filter(({ holdsFor }) => holdsFor(route)).flatMap(({ reasons }) => reasons),
      ...(route.reasons ?? []),
    ]),
  ].sort()
