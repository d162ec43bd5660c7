import { Type, type TSchema } from 'typebox'
import { inRehearsal } from '../../db/db.ts'
import { Invalid } from '../../errors.ts'
import { DRY_RUN, preferencesOf } from '../headers/preferences.ts'
import { Nullable } from '../schemas/schema.ts'
import { ok, type ApiResponse, type RouteShape } from './route.ts'
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
    if (!Object.hasOwn(query, 'dry_run')) return isPreferred
    const isAsked = decode(flag, query['dry_run'], 'text', 'dry_run')
    // Other parameters of the query may be members of the body.
    delete query['dry_run']
    return isAsked || isPreferred
  }
}

const flag = Type.Boolean()

const unsupported = (text: string, parameter: string): Invalid =>
  new Invalid(text, { reason: 'parameter.unsupported', parameter })

/** The schema of a report. `would` has the effects of the write. */
export const rehearsalSchema = (would: TSchema, options: { readonly $id?: string } = {}) =>
  Type.Object(
    {
      dry_run: Type.Literal(true, { description: 'Nothing was written.' }),
      status: Type.Integer({ description: 'Status that the write would have.' }),
      would,
    },
    { ...options, description: 'Effects that the write would have, after all its checks.' },
  )

export const rehearsed = (status: number, would: object): ApiResponse => ({
  ...ok({ dry_run: true, status, would }),
  isDryRun: true,
})

/** The schema of the report of `answerOrRehearse`. */
export const outcomeSchema = (name: string, description: string) =>
  rehearsalSchema(
    Type.Object(
      {
        [name]: Nullable(Type.Object({}, { additionalProperties: true, description }), {
          description: 'As the write answers it; null: there is nothing to tell. The ids of what is new are null.',
        }),
        etag: Nullable(Type.String({ description: 'Etag.' }), {
          description: '`Etag` of the version now, for `If-Match` of the write; null for what is new.',
        }),
      },
      { description: 'Effects of the write.' },
    ),
  )

interface Outcome {
  /** Member of `would` that has the object. */
  readonly name: string
  /** `Etag` of the version now. */
  readonly etag?: () => Promise<string | undefined>
  /** Replaces the ids of rows that do not exist. */
  readonly shown?: (body: object) => object
}

/**
 * For a route whose operation writes in transactions alone, and whose answer shows what these returned: a dry run rolls them back, and
 * reports the answer.
 */
export const answerOrRehearse = async (
  isDryRun: boolean,
  { name, etag, shown = body => body }: Outcome,
  answer: () => Promise<ApiResponse>,
): Promise<ApiResponse> => {
  if (!isDryRun) return answer()
  // The checks come first: the token of an object that the caller may not see is told to nobody.
  const { status, body } = await inRehearsal(answer)
  const present = await etag?.()
  return rehearsed(status, { [name]: body === undefined ? null : shown(body as object), etag: present ?? null })
}
