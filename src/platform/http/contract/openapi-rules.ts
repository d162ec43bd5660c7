import { isObject } from '../../json-object.ts'
import type { OpenApiDocument } from './openapi.ts'

type Json = Readonly<Record<string, unknown>>

/**
 * Faults of an OpenAPI document, one line each: an operation without operationId, summary, errors or section of the specification; a
 * schema, property or parameter without description. Empty when the document is complete.
 */
export const openApiFaults = (document: OpenApiDocument): string[] => {
  const faults: string[] = []
  for (const [path, operations] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(operations)) {
      faults.push(...faultsOfOperation(`${method.toUpperCase()} ${path}`, operation))
    }
  }
  const { webhooks } = document
  for (const [name, call] of Object.entries(isObject(webhooks) ? webhooks : {}))
    if (isObject(call) && isObject(call['post'])) faults.push(...faultsOfOperation(`webhook ${name}`, call['post']))
  for (const [name, schema] of Object.entries(document.components.schemas)) faults.push(...faultsOfSchema(name, schema))
  return faults
}

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== ''
const objectsIn = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isObject) : [])

const faultsOfOperation = (where: string, operation: Json): string[] => {
  const faults = ['operationId', 'summary', 'x-spec']
    .filter(key => !isText(operation[key]))
    .map(key => `${where}: no ${key === 'x-spec' ? 'section of the specification' : key}`)
  const responses = isObject(operation['responses']) ? operation['responses'] : {}
  const statuses = Object.keys(responses)
  if (!statuses.some(status => status >= '400')) faults.push(`${where}: no error response`)
  if (!statuses.some(status => status < '400')) faults.push(`${where}: no success response`)
  for (const [status, response] of Object.entries(responses)) {
    if (isObject(response) && !('$ref' in response) && !isText(response['description']))
      faults.push(`${where}: no description of ${status}`)
    faults.push(...faultsOfContent(`${where} ${status}`, response))
  }
  for (const parameter of objectsIn(operation['parameters'])) {
    const name = `${where}: parameter ${String(parameter['name'])}`
    if (!isText(parameter['description'])) faults.push(`${name} has no description`)
    if (isObject(parameter['schema'])) faults.push(...faultsOfParts(name, parameter['schema']))
  }
  faults.push(...faultsOfContent(`${where} body`, operation['requestBody']))
  return faults
}

/** JSON and XML have the same schema: checking one is enough. */
const faultsOfContent = (where: string, holder: unknown): string[] => {
  const content = isObject(holder) && isObject(holder['content']) ? holder['content'] : {}
  const media = content['application/json']
  return isObject(media) && isObject(media['schema']) ? faultsOfSchema(where, media['schema']) : []
}

const faultsOfSchema = (where: string, schema: Json): string[] => {
  // A reference is described at its target; `null` and a literal need no description.
  if ('$ref' in schema || schema['type'] === 'null' || 'const' in schema) return []
  const own = isText(schema['description']) ? [] : [`${where}: no description`]
  return [...own, ...faultsOfParts(where, schema)]
}

const faultsOfParts = (where: string, schema: Json): string[] => {
  const faults: string[] = []
  for (const [name, property] of Object.entries(isObject(schema['properties']) ? schema['properties'] : {})) {
    if (isObject(property)) faults.push(...faultsOfSchema(`${where}.${name}`, property))
  }
  if (isObject(schema['items'])) faults.push(...faultsOfElement(`${where}[]`, schema['items']))
  for (const [index, item] of objectsIn(schema['prefixItems']).entries())
    faults.push(...faultsOfElement(`${where}[${index}]`, item))
  faults.push(...faultsOfVariants(where, schema))
  for (const [index, part] of objectsIn(schema['allOf']).entries())
    faults.push(...faultsOfElement(`${where}&${index}`, part))
  const maps = [
    ...Object.values(isObject(schema['patternProperties']) ? schema['patternProperties'] : {}),
    schema['additionalProperties'],
  ]
  for (const map of maps) if (isObject(map)) faults.push(...faultsOfElement(`${where}{}`, map))
  return faults
}

/** "X or null" is described once; each of several variants has its own description. */
const faultsOfVariants = (where: string, schema: Json): string[] => {
  const variants = objectsIn(schema['anyOf'])
  const real = variants.filter(variant => variant['type'] !== 'null')
  const [only] = real
  if (only && real.length === 1 && isText(schema['description'])) return faultsOfParts(where, only)
  return real.flatMap((variant, index) => faultsOfElement(`${where}|${index}`, variant))
}

/** Elements and variants that are plain scalars are described by their list or union; objects are not. */
const faultsOfElement = (where: string, schema: Json): string[] => {
  const isScalar =
    ['string', 'integer', 'number', 'boolean'].includes(String(schema['type'])) || 'enum' in schema || 'not' in schema
  return isScalar ? [] : faultsOfSchema(where, schema)
}
