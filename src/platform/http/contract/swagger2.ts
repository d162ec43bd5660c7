import type { OpenApiDocument } from './openapi.ts'

type Json = Record<string, unknown>

/**
 * The description of the API as Swagger 2.0, for tools that request `swagger.json` (http.md §10). Swagger 2.0 has no unions and no null:
 * a union becomes "any value", a nullable value carries `x-nullable`.
 */
export const toSwagger2 = (document: OpenApiDocument, host: string): Json => ({
  swagger: '2.0',
  host,
  basePath: '/api',
  produces: ['application/json', 'application/xml'],
  consumes: ['application/json', 'application/xml'],
  info: infoOf(document),
  tags: document['tags'],
  paths: mapValues(document.paths, operations =>
    mapValues(operations, operation => operationOf(operation as Json, document)),
  ),
  definitions: mapValues(document.components.schemas, schema => schemaOf(schema as Json)),
  securityDefinitions: securityOf(document),
})

const mapValues = (value: unknown, change: (member: unknown) => unknown): Json =>
  Object.fromEntries(Object.entries((value ?? {}) as Json).map(([key, member]) => [key, change(member)]))

const infoOf = (document: OpenApiDocument): Json => {
  const { title, version, description } = document['info'] as Json
  return { title, version, description, license: { name: 'Apache-2.0' } }
}

/** http.md §10 fixes the first name; it gives no names for the rest. */
const schemeNames: Record<string, string> = { accessKey: 'api_access_key' }
const schemeName = (name: string): string => schemeNames[name] ?? name

const schemesOf = (document: OpenApiDocument): Record<string, Json> =>
  document.components['securitySchemes'] as Record<string, Json>

const securityOf = (document: OpenApiDocument): Json =>
  Object.fromEntries(
    Object.entries(schemesOf(document))
      .filter(isKnownToSwagger2)
      .map(([name, scheme]) => [schemeName(name), securityDefinitionOf(scheme)]),
  )

/** Swagger 2.0 has no credentials in cookies. */
const isKnownToSwagger2 = ([, scheme]: [string, Json]): boolean => scheme['in'] !== 'cookie'

const securityDefinitionOf = (scheme: Json): Json => {
  const { type, description } = scheme
  if (type === 'http') return { type: 'basic', description }
  if (type !== 'oauth2') return scheme
  const flows = scheme['flows'] as { authorizationCode: Json }
  return { type, description, flow: 'accessCode', ...flows.authorizationCode }
}

const operationOf = (operation: Json, document: OpenApiDocument): Json => {
  const { parameters, requestBody, responses, security, ...rest } = operation
  const body = requestBody as { description?: string; content: Record<string, { schema: Json }> } | undefined
  const bodySchema = body?.content['application/json']?.schema
  return {
    ...rest,
    security: (security as Json[])
      .filter(way => Object.keys(way).every(name => isKnownToSwagger2([name, schemesOf(document)[name] ?? {}])))
      .map(way => Object.fromEntries(Object.entries(way).map(([name, scopes]) => [schemeName(name), scopes]))),
    parameters: [
      ...((parameters ?? []) as Json[]).map(parameterOf),
      ...(body && bodySchema
        ? [{ name: 'body', in: 'body', required: true, description: body.description, schema: schemaOf(bodySchema) }]
        : []),
    ],
    responses: mapValues(responses, response => responseOf(response as Json, document)),
  }
}

/** Outside bodies, parameters are scalars and lists of scalars. */
const parameterOf = ({ schema, ...rest }: Json): Json => {
  const { type, items, enum: choices, default: fallback, minimum, maximum, format } = schemaOf(schema as Json)
  const plain = { enum: choices, default: fallback, minimum, maximum, format }
  const isList = type === 'array'
  return {
    ...rest,
    type: typeof type === 'string' && type !== 'object' ? type : 'string',
    ...(isList
      ? { items: { type: (items as Json | undefined)?.['type'] ?? 'string' }, collectionFormat: 'multi' }
      : {}),
    ...Object.fromEntries(Object.entries(plain).filter(([, value]) => value !== undefined)),
  }
}

const responseOf = (response: Json, document: OpenApiDocument): Json => {
  const { description, content, headers } = resolved(response, document) as {
    description: unknown
    content?: Record<string, { schema: Json }>
    headers?: Record<string, Json>
  }
  const schema = content?.['application/json']?.schema
  return {
    description,
    ...(schema ? { schema: schemaOf(schema) } : {}),
    ...(headers ? { headers: mapValues(headers, header => headerOf(resolved(header as Json, document))) } : {}),
  }
}

const headerOf = (header: Json): Json => ({
  description: header['description'],
  type: (header['schema'] as Json)['type'],
})

/** The target of a `#/components/<kind>/<name>`. */
const resolved = (value: Json, document: OpenApiDocument): Json => {
  const reference = value['$ref']
  if (typeof reference !== 'string') return value
  const [, , kind = '', name = ''] = reference.split('/')
  const target = (document.components[kind] as Record<string, Json> | undefined)?.[name]
  if (!target) throw new Error(`Nothing at ${reference}`)
  return target
}

const schemaOf = (schema: Json): Json => {
  if (typeof schema['$ref'] === 'string')
    return { $ref: schema['$ref'].replace('#/components/schemas/', '#/definitions/') }
  const { anyOf, const: only, prefixItems, patternProperties, examples, not: _not, ...rest } = schema
  if (anyOf) return unionOf(anyOf as Json[], rest)
  if (rest['type'] === 'null') return { description: rest['description'] ?? 'Nothing.', 'x-nullable': true }
  const result: Json = { ...rest }
  if ('const' in schema) result['enum'] = [only]
  if (Array.isArray(examples)) result['example'] = examples[0]
  if (prefixItems) result['items'] = {}
  else if (result['items']) result['items'] = schemaOf(result['items'] as Json)
  if (result['properties']) result['properties'] = mapValues(result['properties'], member => schemaOf(member as Json))
  if (result['allOf']) result['allOf'] = (result['allOf'] as Json[]).map(schemaOf)
  const map = patternProperties ? Object.values(patternProperties as Json)[0] : result['additionalProperties']
  if (typeof map === 'object' && map !== null) result['additionalProperties'] = schemaOf(map as Json)
  for (const [exclusive, bound] of [
    ['exclusiveMinimum', 'minimum'],
    ['exclusiveMaximum', 'maximum'],
  ] as const) {
    if (typeof result[exclusive] !== 'number') continue
    result[bound] = result[exclusive]
    result[exclusive] = true
  }
  return result
}

const unionOf = (variants: readonly Json[], rest: Json): Json => {
  const real = variants.filter(variant => variant['type'] !== 'null')
  const nullable = real.length < variants.length ? { 'x-nullable': true } : {}
  const [first] = real
  if (!first || real.length > 1) return { ...rest, ...nullable }
  const only = schemaOf(first)
  // Members beside a reference are ignored by Swagger 2.0.
  return '$ref' in only ? { ...rest, ...nullable, allOf: [only] } : { ...only, ...rest, ...nullable }
}
