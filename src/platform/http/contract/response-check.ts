import type { TSchema } from 'typebox'
import { JsonList, JsonText, type Text } from '../response/response.ts'
import type { ApiResponse, ResponseHeader, RouteShape } from '../routes/route.ts'
import type { SchemaNode } from '../schemas/schema-node.ts'

/**
 * The response to send. Throws if it is not as its route declares: another status, another shape, or members that the schema does not
 * name.
 */
export const requireDeclared = (declared: RouteShape, response: ApiResponse, isDryRun = false): ApiResponse => {
  requireDeclaredHeaders(declared, response)
  // Tests of the routes read lines and events as clients do.
  if (response.lines ?? response.live) return response
  const route = isDryRun && declared.dryRun ? { ...declared, responses: { 200: declared.dryRun } } : declared
  if (!(response.json instanceof JsonList)) {
    requireDeclaredText(route, response)
    return response
  }
  // Chunk by chunk: each is a list and is checked before it is sent.
  const { first, rest } = response.json
  const check = (elements: readonly Text[]): void =>
    requireDeclaredText(route, { ...response, json: `[${elements.join(',')}]` })
  check(first)
  const checked = async function* () {
    for await (const elements of rest) {
      check(elements)
      yield elements
    }
  }
  return { ...response, json: new JsonList(first, checked()) }
}

const DECLARABLE: readonly ResponseHeader[] = ['Etag', 'Last-Modified', 'Location', 'Preference-Applied']

const requireDeclaredHeaders = ({ operationId, responseHeaders = [] }: RouteShape, { headers }: ApiResponse): void => {
  const undeclared = DECLARABLE.find(name => headers?.[name] !== undefined && !responseHeaders.includes(name))
  if (undeclared !== undefined) throw new Error(`${operationId} sends ${undeclared}, which it does not declare`)
}

const requireDeclaredText = (route: RouteShape, response: ApiResponse): void => {
  const { operationId, responses } = route
  if (!(response.status in responses))
    throw new Error(`${operationId} answers ${response.status}, which it does not declare`)
  const schema = responses[response.status]
  const json = response.json instanceof JsonText ? response.json.in('json') : (response.json as Text | undefined)
  const text = json ?? (response.body === undefined ? undefined : JSON.stringify(response.body))
  if (!schema) {
    if (text !== undefined)
      throw new Error(`${operationId} answers ${response.status} with a body, which it does not declare`)
    return
  }
  if (text === undefined) throw new Error(`${operationId} answers ${response.status} without the body that it declares`)
  const mismatch = mismatchOf(schema, JSON.parse(String(text)))
  if (mismatch !== undefined) throw new Error(`${operationId} answers ${response.status} not as declared: ${mismatch}`)
}

/** Where and why a JSON value does not match the schema, undeclared members included; undefined when it matches. */
export const mismatchOf = (schema: TSchema, value: unknown): string | undefined => mismatch(schema, value, '$', {})

const dateTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/

const mismatch = (
  node: SchemaNode,
  value: unknown,
  path: string,
  outer: Readonly<Record<string, SchemaNode>>,
): string | undefined => {
  const definitions = node.$defs ? { ...outer, ...node.$defs } : outer
  const check = (part: SchemaNode, at: unknown, where: string) => mismatch(part, at, where, definitions)
  const shown = () => JSON.stringify(value)?.slice(0, 120)

  if (node.$ref !== undefined) {
    const target = definitions[node.$ref]
    return target ? check(target, value, path) : `${path}: the schema refers to unknown ${node.$ref}`
  }
  if ('const' in node)
    return value === node.const ? undefined : `${path} is ${shown()}, not ${JSON.stringify(node.const)}`
  if (node.enum)
    return node.enum.includes(value) ? undefined : `${path} is ${shown()}, none of ${JSON.stringify(node.enum)}`
  if (node.anyOf) {
    const reasons = node.anyOf.map(part => check(part, value, path))
    return reasons.includes(undefined) ? undefined : `${path} is no variant: ${reasons.join(' | ')}`
  }
  if (node.allOf) return check(merged(node.allOf), value, path)
  if (node.not) return `${path}: nothing is declared here`
  switch (node.type) {
    case undefined:
      return undefined
    case 'null':
      return value === null ? undefined : `${path} is ${shown()}, not null`
    case 'boolean':
      return typeof value === 'boolean' ? undefined : `${path} is ${shown()}, no boolean`
    case 'integer':
    case 'number':
      if (typeof value !== 'number') return `${path} is ${shown()}, no number`
      if (node.type === 'integer' && !Number.isInteger(value)) return `${path} is ${shown()}, no integer`
      if (value < (node.minimum ?? value) || value > (node.maximum ?? value))
        return `${path} is ${shown()}, out of bounds`
      return undefined
    case 'string':
      if (typeof value !== 'string') return `${path} is ${shown()}, no text`
      if (value.length < (node.minLength ?? 0)) return `${path} is shorter than declared`
      if (node.pattern !== undefined && !new RegExp(node.pattern, 'u').test(value))
        return `${path} is ${shown()}, not of the form ${node.pattern}`
      // http.md §4.1: seconds and numeric offset, never Z.
      if (node.format === 'date-time' && !dateTime.test(value)) return `${path} is ${shown()}, no date with offset`
      return undefined
    case 'array':
      return mismatchOfList(node, value, path, check)
    case 'object':
      return mismatchOfObject(node, value, path, check)
    default:
      return `${path}: unknown type ${node.type}`
  }
}

type Check = (part: SchemaNode, at: unknown, where: string) => string | undefined

const mismatchOfList = (node: SchemaNode, value: unknown, path: string, check: Check): string | undefined => {
  if (!Array.isArray(value)) return `${path} is ${JSON.stringify(value)?.slice(0, 120)}, no list`
  if (value.length < (node.minItems ?? 0)) return `${path} has fewer elements than declared`
  if (value.length > (node.maxItems ?? value.length)) return `${path} has more elements than declared`
  if (Array.isArray(node.items) && value.length > node.items.length) return `${path} has more elements than declared`
  for (const [index, element] of value.entries()) {
    const item = Array.isArray(node.items)
      ? (node.items as readonly SchemaNode[])[index]
      : (node.items as SchemaNode | undefined)
    const reason = item && check(item, element, `${path}[${index}]`)
    if (reason !== undefined) return reason
  }
  return undefined
}

const mismatchOfObject = (node: SchemaNode, value: unknown, path: string, check: Check): string | undefined => {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return `${path} is ${JSON.stringify(value)?.slice(0, 120)}, no object`
  for (const key of node.required ?? []) if (!Object.hasOwn(value, key)) return `${path}.${key} is missing`
  for (const [key, member] of Object.entries(value)) {
    const declared =
      (node.properties && Object.hasOwn(node.properties, key) ? node.properties[key] : undefined) ??
      Object.entries(node.patternProperties ?? {}).find(([pattern]) => new RegExp(pattern, 'u').test(key))?.[1] ??
      (typeof node.additionalProperties === 'object' ? node.additionalProperties : undefined)
    if (!declared && node.additionalProperties !== true) return `${path}.${key} is not declared`
    const reason = declared && check(declared, member, `${path}.${key}`)
    if (reason !== undefined) return reason
  }
  return undefined
}

/** The parts of an intersection as one object: a member that one part does not declare may be declared by another part. */
const merged = (parts: readonly SchemaNode[]): SchemaNode => {
  const objects = parts.map(part => (part.allOf ? merged(part.allOf) : part))
  return {
    type: 'object',
    properties: Object.assign({}, ...objects.map(part => part.properties ?? {})) as Record<string, SchemaNode>,
    patternProperties: Object.assign({}, ...objects.map(part => part.patternProperties ?? {})) as Record<
      string,
      SchemaNode
    >,
    required: objects.flatMap(part => part.required ?? []),
    ...(objects.some(part => part.additionalProperties === true) ? { additionalProperties: true } : {}),
  }
}
