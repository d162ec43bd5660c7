import { Type, type Static, type TInteger, type TSchema } from 'typebox'

/** The schema, or null. */
export const Nullable = <Schema extends TSchema>(schema: Schema, options: { description?: string } = {}) =>
  Type.Union([schema, Type.Null()], options)

/** An id in a response or a body. It has no upper bound: one too large for any object is just unknown (artifacts.md §0.3). */
export const Id = (description: string): TInteger => Type.Integer({ description })

/** The part `{id}` of a path. */
export const IdParam = (description = 'Id of the object.'): TInteger => Type.Integer({ description })

/** `params` of a route with the only path parameter `{id}`, an integer: anything else is a 400. */
export const idParams = (description?: string) =>
  Type.Object({ id: IdParam(description) }, { description: 'Parameters of the path.' })

/** A date in a response or a body: ISO 8601 with seconds and numeric offset (http.md §4.1). */
export const IsoDate = (description: string, options: { examples?: readonly string[] } = {}) =>
  Type.String({ format: 'date-time', description, ...options })

/** A relative address of a resource (http.md §1): `artifacts/12`. */
export const Uri = (description: string) => Type.String({ description })

/** One of several words; `default` is used when the parameter is absent or empty. */
export const Choice = <const Values extends readonly (string | number)[]>(
  values: Values,
  options: { description: string; default?: Values[number] },
) => Type.Unsafe<Values[number]>({ ...Type.Enum([...values]), ...options })

/** An object with free keys that is written `[]` when it is empty, as PHP does (http.md §4.1). */
export const EmptyArrayOrObject = <Schema extends TSchema>(members: Schema, description: string) =>
  Type.Union(
    [
      Type.Array(Type.Never({ description: 'Nothing.' }), { maxItems: 0, description: 'No member.' }),
      Type.Record(Type.String(), members, { description: 'By name.' }),
    ],
    { description },
  )

/** `[]` for an object without members, the object otherwise: what `EmptyArrayOrObject` describes. */
export const emptyAsArray = <Value extends Record<string, unknown>>(value: Value): Value | never[] =>
  Object.keys(value).length === 0 ? [] : value

/** A text that is stored as it was sent: not trimmed, and "" is a value. */
export const VerbatimText = (description: string, options: Record<string, unknown> = {}) =>
  Type.String({ verbatim: true, description, ...options })

/** A trimmed text for which "" is a value even where it is required. */
export const TextOrEmpty = (description: string, options: Record<string, unknown> = {}) =>
  Type.String({ allowEmpty: true, description, ...options })

/** A secret: not trimmed. */
export const Password = (description: string) => Type.String({ format: 'password', description })

export type { Static }
