import type { TSchema } from 'typebox'
import { Invalid } from '../../errors.ts'
import { isObject } from '../../json-object.ts'
import { originOf, type BodyFormat } from './body.ts'
import { decode, type Origin } from './decode.ts'

/** Names of the parameters that may be given several times. */
export const listParameters = (schema: TSchema | undefined): string[] =>
  Object.entries((schema as { properties?: Record<string, { type?: string }> } | undefined)?.properties ?? {})
    .filter(([, { type }]) => type === 'array')
    .map(([name]) => name)

/** The values of `names` as lists: `name=1&name=2`, or `name[]=1`. */
export const withLists = (
  query: Record<string, unknown>,
  text: string,
  names: readonly string[],
): Record<string, unknown> => {
  if (names.length === 0) return query
  const parsed = new URLSearchParams(text)
  const lists = names.flatMap(name => {
    const values = [...parsed.getAll(name), ...parsed.getAll(`${name}[]`)]
    return values.length > 0 ? [[name, values] as const] : []
  })
  return lists.length > 0 ? { ...query, ...Object.fromEntries(lists) } : query
}

/** http.md §3: parameters may be in the query or in the body; the body wins. */
export const decodeQuery = (
  schema: TSchema,
  query: Record<string, unknown>,
  parsed: unknown,
  bodyFormat: BodyFormat,
): unknown => {
  if (!isObject(parsed)) return decode(schema, query, 'text')
  const source = { ...query }
  let origin: Origin = 'text'
  for (const key of Object.keys((schema as { properties?: object }).properties ?? {})) {
    if (!Object.hasOwn(parsed, key)) continue
    source[key] = parsed[key]
    origin = originOf(bodyFormat)
  }
  return decode(schema, source, origin)
}

export const decodeBody = (
  schema: TSchema,
  bodyName: string | undefined,
  query: Record<string, unknown>,
  parsed: unknown,
  bodyFormat: BodyFormat,
): unknown => {
  const origin = originOf(bodyFormat)
  if ((schema as { type?: string }).type === 'array') return decodeListBody(schema, bodyName ?? 'body', parsed, origin)
  const input = unwrapped(schema, bodyName, parsed)
  return isObject(input)
    ? decode(schema, { ...query, ...input }, origin)
    : decode(schema, input ?? query, input === undefined ? 'text' : origin)
}

/** §3: the list itself, or an object with the list under its name. An object without that name is not an empty list. */
const decodeListBody = (schema: TSchema, name: string, parsed: unknown, origin: Origin): unknown => {
  const input = isObject(parsed) ? (Object.hasOwn(parsed, name) ? parsed[name] : undefined) : parsed
  if (input === undefined || input === null)
    throw new Invalid(`\`${name}\` is required`, { reason: 'parameter.required', parameter: name })
  return decode(schema, input, origin, name)
}

/** §3: `{"post_representation": {…}}` equals `{…}`, if the name is the route's and no member of the body. */
const unwrapped = (schema: TSchema, bodyName: string | undefined, parsed: unknown): unknown => {
  if (bodyName === undefined || !isObject(parsed) || !Object.hasOwn(parsed, bodyName)) return parsed
  const { properties } = schema as { properties?: object }
  if (properties && Object.hasOwn(properties, bodyName)) return parsed
  const inner = parsed[bodyName]
  return typeof inner === 'object' && inner !== null ? inner : parsed
}
