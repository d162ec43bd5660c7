// Holds values against schemas of the OpenAPI document, strictly: what is not declared is a fault. Written apart from the product's own
// check, which it would otherwise repeat mistakes of, and compiled, because every answer of a walk goes through it.
export interface Schema {
  readonly type?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly patternProperties?: Readonly<Record<string, Schema>>
  readonly additionalProperties?: boolean | Schema
  readonly items?: Schema
  readonly prefixItems?: readonly Schema[]
  readonly anyOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly not?: Schema
  readonly required?: readonly string[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly $ref?: string
  readonly default?: unknown
  readonly format?: string
  readonly pattern?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly minItems?: number
  readonly maxItems?: number
}

/** Where and why a value is not of the schema; undefined when it is. */
export type Check = (value: unknown) => string | undefined

const shown = (value: unknown): string => (JSON.stringify(value) ?? 'undefined').slice(0, 100)
const dateTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/

/** Makes checks of schemas whose references `resolved` follows; one check a schema, also where schemas hold themselves. */
export const compileCheck = (resolved: (schema: Schema) => Schema): ((schema: Schema | undefined) => Check) => {
  const known = new Map<Schema, Check>()
  const compile = (given: Schema | undefined): Check => {
    if (given === undefined) return () => undefined
    const schema = resolved(given)
    const found = known.get(schema)
    if (found) return found
    const made: { check?: Check } = {}
    // A schema that contains itself gets its check later.
    known.set(schema, value => made.check?.(value))
    made.check = make(schema)
    known.set(schema, made.check)
    return made.check
  }
  const make = (schema: Schema): Check => {
    if ('const' in schema)
      return value => (value === schema.const ? undefined : ` is ${shown(value)}, not ${shown(schema.const)}`)
    if (schema.enum) {
      const choices = new Set(schema.enum)
      return value => (choices.has(value) ? undefined : ` is ${shown(value)}, none of ${shown(schema.enum)}`)
    }
    if (schema.anyOf) {
      const variants = schema.anyOf.map(compile)
      return value => {
        const reasons: string[] = []
        for (const variant of variants) {
          const reason = variant(value)
          if (reason === undefined) return undefined
          reasons.push(reason)
        }
        return ` is no variant: ${reasons.join(' | ')}`
      }
    }
    if (schema.allOf) return objectCheck(merged(schema.allOf.map(resolved)))
    if (schema.not) return () => ' is there where nothing is declared'
    switch (schema.type) {
      case undefined:
        return () => undefined
      case 'null':
        return value => (value === null ? undefined : ` is ${shown(value)}, not null`)
      case 'boolean':
        return value => (typeof value === 'boolean' ? undefined : ` is ${shown(value)}, no boolean`)
      case 'integer':
      case 'number': {
        const { minimum = -Infinity, maximum = Infinity } = schema
        const isWhole = schema.type === 'integer'
        return value =>
          typeof value !== 'number' || (isWhole && !Number.isInteger(value))
            ? ` is ${shown(value)}, no ${schema.type}`
            : value < minimum || value > maximum
              ? ` is ${value}, out of bounds`
              : undefined
      }
      case 'string':
        return textCheck(schema)
      case 'array':
        return listCheck(schema)
      case 'object':
        return objectCheck(schema)
      default:
        return () => ` has an unknown type ${schema.type}`
    }
  }
  const merged = (parts: readonly Schema[]): Schema => ({
    type: 'object',
    properties: Object.assign({}, ...parts.map(part => part.properties)) as Record<string, Schema>,
    patternProperties: Object.assign({}, ...parts.map(part => part.patternProperties)) as Record<string, Schema>,
    required: parts.flatMap(part => part.required ?? []),
    ...(parts.some(part => part.additionalProperties === true) ? { additionalProperties: true } : {}),
  })
  const listCheck = (schema: Schema): Check => {
    const { minItems = 0, maxItems = Infinity } = schema
    const item = compile(schema.items)
    const tuple = schema.prefixItems?.map(compile)
    return value => {
      if (!Array.isArray(value)) return ` is ${shown(value)}, no list`
      if (value.length < minItems || value.length > (tuple?.length ?? maxItems)) return ` has ${value.length} elements`
      for (let index = 0; index < value.length; index++) {
        const reason = (tuple?.[index] ?? item)(value[index])
        if (reason !== undefined) return `[${index}]${reason}`
      }
      return undefined
    }
  }
  const objectCheck = (schema: Schema): Check => {
    const members = new Map(Object.entries(schema.properties ?? {}).map(([name, member]) => [name, compile(member)]))
    const patterns = Object.entries(schema.patternProperties ?? {}).map(
      ([pattern, member]) => [new RegExp(pattern, 'u'), compile(member)] as const,
    )
    const { additionalProperties: more } = schema
    const others = typeof more === 'object' ? compile(more) : undefined
    const isOpen = more === true
    const required = schema.required ?? []
    return value => {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return ` is ${shown(value)}, no object`
      for (const name of required) if (!Object.hasOwn(value, name)) return `.${name} is missing`
      for (const name of Object.keys(value)) {
        const check = members.get(name) ?? patterns.find(([pattern]) => pattern.test(name))?.[1] ?? others
        if (!check && !isOpen) return `.${name} is not declared`
        const reason = check?.((value as Record<string, unknown>)[name])
        if (reason !== undefined) return `.${name}${reason}`
      }
      return undefined
    }
  }
  return compile
}

const textCheck = ({ minLength = 0, maxLength = Infinity, pattern, format }: Schema): Check => {
  const form = pattern === undefined ? undefined : new RegExp(pattern, 'u')
  return value => {
    if (typeof value !== 'string') return ` is ${shown(value)}, no text`
    if (value.length < minLength || value.length > maxLength) return ` is a text of ${value.length} characters`
    if (form && !form.test(value)) return ` is ${shown(value)}, not of the form ${pattern}`
    // http.md §4.1: seconds and numeric offset, never Z.
    if (format === 'date-time' && !dateTime.test(value)) return ` is ${shown(value)}, no date with offset`
    return undefined
  }
}
