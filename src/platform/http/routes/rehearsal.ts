import { Type } from 'typebox'
import { Invalid } from '../../errors.ts'
import { DRY_RUN, preferencesOf } from '../headers/preferences.ts'
import type { RouteShape } from './route.ts'
import { decode } from '../request/decode.ts'

/** Parameters that no route ignores: who asks for a rehearsal must never get a write. */
const NEVER_IGNORED = ['dry_run', 'as_of', 'snapshot']

type Headers = Readonly<Record<string, string | string[] | undefined>>
type Query = Record<string, unknown>

/**
 * Finds out whether a request to the route is a dry run. Throws 400 for a parameter or preference of `NEVER_IGNORED` that the route does not
 * offer (integrators.md §0). A route that declares `dry_run` in its query gets the preference as this parameter.
 */
export const rehearsalsOf = (route: RouteShape): ((query: Query, headers: Headers) => boolean) => {
  const declared = Object.keys((route.query as { properties?: object } | undefined)?.properties ?? {})
  const hasParameter = declared.includes('dry_run')
  const hasDryRun = route.dryRun !== undefined
  const refused = NEVER_IGNORED.filter(name => !declared.includes(name) && !(hasDryRun && name === 'dry_run'))
  return (query, headers) => {
    const parameter = refused.find(name => Object.hasOwn(query, name))
    if (parameter !== undefined) throw unsupported(`\`${parameter}\` is not offered here`, parameter)
    // A preference has no effect on a read.
    const isPreferred = route.method !== 'GET' && preferencesOf(headers).has(DRY_RUN)
    if (isPreferred && hasParameter) query['dry_run'] = 'true'
    if (isPreferred && !hasParameter && !hasDryRun) throw unsupported(`There is no ${DRY_RUN} here`, 'Prefer')
    if (!hasDryRun) return false
    return isPreferred || (Object.hasOwn(query, 'dry_run') && decode(flag, query['dry_run'], 'text', 'dry_run'))
  }
}

const flag = Type.Boolean()

const unsupported = (text: string, parameter: string): Invalid =>
  new Invalid(text, { reason: 'parameter.unsupported', parameter })
