// The application's OpenAPI document, as the fuzzer reads it: new routes are fuzzed without a change here.
import { compileCheck, type Check, type Schema } from './schema-check.ts'

export interface Parameter {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly schema: Schema
}

interface Response {
  readonly 'x-may-be-empty'?: boolean
  readonly $ref?: string
  readonly headers?: Readonly<Record<string, unknown>>
  readonly content?: Readonly<Record<string, { readonly schema: Schema }>>
}

export interface Operation {
  readonly operationId: string
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[]
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> }
  readonly responses: Readonly<Record<string, Response>>
  readonly 'x-reasons'?: readonly string[]
}

export interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>
    readonly responses: Readonly<Record<string, Response>>
  }
}

/** A documented response of a route. */
export interface DocumentedResponse {
  /** Only a dry run is answered with a body. */
  readonly mayBeEmpty?: boolean
  /** Undefined: the body is empty. */
  readonly schema: Schema | undefined
  readonly check: Check
  readonly isPage: boolean
}

/** A route of the document. */
export interface FuzzTarget {
  /** `GET /artifacts/{id}` */
  readonly name: string
  readonly method: string
  readonly path: string
  readonly isWrite: boolean
  /** Credentials are not looked at. */
  readonly isPublic: boolean
  readonly inPath: readonly Parameter[]
  readonly inQuery: readonly Parameter[]
  readonly body: Schema | undefined
  readonly answers: ReadonlyMap<number, DocumentedResponse>
  /** Reasons of its refusals. */
  readonly reasons: ReadonlySet<string>
  /** All methods of its path, as OPTIONS tells them. */
  readonly allow: string
}

export interface ApiDocument {
  readonly targets: readonly FuzzTarget[]
  /** The schema behind references. */
  readonly resolved: (schema: Schema) => Schema
  readonly checkOf: (schema: Schema | undefined) => Check
  readonly error: DocumentedResponse
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

export const readDocument = ({ paths, components }: OpenApi): ApiDocument => {
  const resolved = (schema: Schema): Schema => {
    if (schema.$ref === undefined) return schema
    const found = components.schemas[schema.$ref.split('/').at(-1) ?? '']
    if (!found) throw new Error(`The document has no ${schema.$ref}`)
    return resolved(found)
  }
  const checkOf = compileCheck(resolved)
  const promised = (response: Response): DocumentedResponse => {
    const name = response.$ref?.split('/').at(-1)
    const { content, headers } = name === undefined ? response : (components.responses[name] ?? {})
    const schema = content?.['application/json']?.schema
    const mayBeEmpty = response['x-may-be-empty'] === true
    return { schema, check: checkOf(schema), isPage: headers?.['X-PAGINATION-SIZE'] !== undefined, mayBeEmpty }
  }
  const targets = Object.entries(paths).flatMap(([path, operations]) => {
    const methods = METHODS.filter(method => operations[method.toLowerCase()])
    return methods.map((method): FuzzTarget => {
      const operation = operations[method.toLowerCase()] as Operation
      const body = operation.requestBody?.content['application/json']?.schema
      const parameters = operation.parameters ?? []
      return {
        name: `${method} ${path}`,
        method,
        path,
        isWrite: method !== 'GET',
        isPublic: operation.security?.length === 0,
        inPath: parameters.filter(parameter => parameter.in === 'path'),
        inQuery: parameters.filter(parameter => parameter.in === 'query'),
        body: body && resolved(body),
        reasons: new Set(operation['x-reasons']),
        answers: new Map(
          Object.entries(operation.responses).map(([status, response]) => [Number(status), promised(response)]),
        ),
        allow: ['OPTIONS', ...methods].join(', '),
      }
    })
  })
  const error = { $ref: '#/components/schemas/Error' }
  return { targets, resolved, checkOf, error: { schema: error, check: checkOf(error), isPage: false } }
}
