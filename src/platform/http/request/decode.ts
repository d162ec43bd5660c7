import type { Static, TSchema } from 'typebox'
import { Invalid, type Fault as RefusalFault } from '../../errors.ts'
import type { Reason } from '../../reasons.ts'
import type { SchemaNode } from '../schemas/schema-node.ts'

/**
 * The source of a value. JSON has types; XML has only text, and an empty element may be an empty list, an empty text or no value. `text`
 * is a form, a query string or a part of the path.
 */
export type Origin = 'json' | 'xml' | 'text'

/**
 * Turns a value of a client into a value of the schema's type, or throws `Invalid` with the first fault, which names the parameter
 * (http.md §3.1). Keys that the schema does not know are dropped, or refused if it says `additionalProperties: false`. `name` is the name
 * of the parameter if it is part of a larger value: `decode(entry, value, origin, 'values[0]')`.
 *
 * Beside JSON Schema a text may say: `format: 'password'` (not trimmed), `verbatim: true` (untouched, "" is a value),
 * `allowEmpty: true` (trimmed, "" is a value even where the text is required).
 */
export const decode = <Schema extends TSchema>(
  schema: Schema,
  value: unknown,
  origin: Origin,
  name?: string,
): Static<Schema> => {
  const result = decoderOf(schema)(value, origin, name === undefined ? undefined : { parent: undefined, key: name })
  if (result instanceof Fault) throw new Invalid([result.asFault()])
  return result as Static<Schema>
}

/** Makes the decoder of a schema now: a schema without a decoder is found at the start, not by the first request. */
export const prepareDecoder = (schema: TSchema): void => void decoderOf(schema)

/** Throws when a text inside `value` cannot be stored: NUL, or half of a surrogate pair. */
export const requireStorableText = (value: unknown, name: string): void => {
  const fault = faultOfText(value, { parent: undefined, key: name })
  if (fault) throw new Invalid([fault.asFault()])
}

/** `values[0][field_id]` */
interface Path {
  readonly parent: Path | undefined
  readonly key: string | number
}

class Fault {
  readonly #path: Path | undefined
  readonly #sentence: (name: string) => string
  readonly #reason: Reason
  readonly #limit: number | undefined
  readonly depth: number
  constructor(path: Path | undefined, sentence: (name: string) => string, reason: Reason, limit?: number) {
    this.#path = path
    this.#sentence = sentence
    this.#reason = reason
    this.#limit = limit
    this.depth = depthOf(path)
  }
  /** Built only for the fault that is reported: in a union most faults are not. */
  asFault(): RefusalFault {
    const parameter = nameOf(this.#path)
    return {
      text: this.#sentence(`\`${parameter}\``),
      reason: this.#reason,
      parameter,
      ...(this.#limit === undefined ? {} : { limit: this.#limit }),
    }
  }
}

const nameOf = (path: Path | undefined): string => {
  if (!path) return 'body'
  // In a map the client chooses the names: a response must not repeat a megabyte of one.
  const key = String(path.key).slice(0, 100)
  if (!path.parent) return typeof path.key === 'number' ? `body[${key}]` : key
  return `${nameOf(path.parent)}[${key}]`
}
const depthOf = (path: Path | undefined): number => (path ? 1 + depthOf(path.parent) : 0)

const missing = (path: Path | undefined) => new Fault(path, name => `${name} is required`, 'parameter.required')
const wrong = (path: Path | undefined, expected: string, reason: Reason = 'parameter.type', limit?: number) =>
  new Fault(path, name => `Invalid value for ${name}: ${expected}`, reason, limit)

/** A decoder returns the value, or the fault: in a union faults are too frequent to be thrown. */
type Decoder = (value: unknown, origin: Origin, path: Path | undefined) => unknown

type Definitions = Readonly<Record<string, SchemaNode>>

const decoders = new WeakMap<object, Decoder>()

const decoderOf = (schema: TSchema): Decoder => {
  let decoder = decoders.get(schema)
  if (!decoder) {
    decoder = compile(schema, {})
    decoders.set(schema, decoder)
  }
  return decoder
}

const compile = (node: SchemaNode, outer: Definitions): Decoder => {
  const definitions = node.$defs ? { ...outer, ...node.$defs } : outer
  if (node.$ref !== undefined) return reference(node.$ref, definitions)
  const choices = choicesOf(node)
  if (choices) return choice(choices)
  if (node.anyOf) return union(node.anyOf, definitions)
  if (node.allOf) return intersection(node.allOf, definitions)
  if (node.not !== undefined)
    return (_value, _origin, path) => wrong(path, 'no value is accepted here', 'parameter.unsupported')
  switch (node.type) {
    case undefined:
      return unknownValue
    case 'string':
      return text(node)
    case 'integer':
      return integer(node)
    case 'number':
      return float(node)
    case 'boolean':
      return boolean
    case 'null':
      return (value, origin, path) =>
        value === null || (value === '' && origin !== 'json') ? null : wrong(path, 'no value is expected')
    case 'array':
      return list(node, definitions)
    case 'object':
      return object(node, definitions)
    default:
      throw new Error(`No decoder for a schema of type ${node.type}`)
  }
}

const reference = (name: string, definitions: Definitions): Decoder => {
  const target = definitions[name]
  if (!target) throw new Error(`Schema refers to unknown ${name}`)
  let decoder: Decoder | undefined
  // Compiled on first use, because a schema may refer to itself.
  return (value, origin, path) => (decoder ??= compile(target, definitions))(value, origin, path)
}

// --- what a schema accepts ---------------------------------------------------------------------------------------------------

type Kind = 'null' | 'string' | 'number' | 'boolean' | 'array' | 'object'
const everyKind: readonly Kind[] = ['null', 'string', 'number', 'boolean', 'array', 'object']

const kindOf = (value: unknown): Kind =>
  value === null || value === undefined
    ? 'null'
    : Array.isArray(value)
      ? 'array'
      : typeof value === 'object'
        ? 'object'
        : typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
          ? (typeof value as Kind)
          : 'null'

const kindsOf = (node: SchemaNode, outer: Definitions): ReadonlySet<Kind> => {
  const definitions = node.$defs ? { ...outer, ...node.$defs } : outer
  if (node.$ref !== undefined) {
    const target = definitions[node.$ref]
    // `$ref` of a schema to itself alone would never end; TypeBox cannot write one.
    return target ? kindsOf(target, definitions) : new Set()
  }
  if ('const' in node) return new Set([kindOf(node.const)])
  if (node.enum) return new Set(node.enum.map(kindOf))
  if (node.anyOf) return new Set(node.anyOf.flatMap(part => [...kindsOf(part, definitions)]))
  if (node.allOf) return new Set(['object'])
  if (node.not !== undefined) return new Set()
  if (node.type === undefined) return new Set(everyKind)
  return new Set([node.type === 'integer' ? 'number' : (node.type as Kind)])
}

/** The values of an enumeration or of a union of literals, `null` left out; undefined when the schema is no choice. */
const choicesOf = (node: SchemaNode): readonly unknown[] | undefined => {
  if ('const' in node && node.const !== null) return [node.const]
  if (node.enum && !node.enum.includes(null)) return node.enum
  if (!node.anyOf) return undefined
  const parts = node.anyOf.map(choicesOf)
  return parts.every(part => part !== undefined) ? parts.flat() : undefined
}

// --- scalars -----------------------------------------------------------------------------------------------------------------

const text = (node: SchemaNode): Decoder => {
  const untouched = node.verbatim === true || node.format === 'password'
  const pattern = node.pattern === undefined ? undefined : new RegExp(node.pattern, 'u')
  const { minLength, maxLength } = node
  return (value, _origin, path) => {
    if (typeof value === 'number' || typeof value === 'boolean') value = String(value)
    if (typeof value !== 'string') return wrong(path, 'a text is expected')
    const fault = faultOfString(value, path)
    if (fault) return fault
    const result = untouched ? value : value.trim()
    if (maxLength !== undefined && result.length > maxLength && lengthOf(result) > maxLength)
      return wrong(path, `at most ${maxLength} characters are accepted`, 'parameter.range', maxLength)
    if (minLength !== undefined && lengthOf(result) < minLength)
      return wrong(path, `at least ${minLength} characters are expected`, 'parameter.range', minLength)
    if (pattern && !pattern.test(result))
      return wrong(path, `a text of the form ${node.pattern} is expected`, 'parameter.range')
    if (node.format === 'date-time' && !isDateTime(result)) return wrong(path, 'an ISO 8601 date is expected')
    return result
  }
}

const lengthOf = (value: string): number => {
  let length = 0
  for (const _ of value) length++
  return length
}

const faultOfString = (value: string, path: Path | undefined): Fault | undefined => {
  if (value.includes('\0')) return wrong(path, 'a text cannot hold the character NUL', 'parameter.range')
  if (!value.isWellFormed())
    return wrong(path, 'the text is not valid Unicode (half of a surrogate pair)', 'parameter.range')
  return undefined
}

const dateTime = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d(?::?\d\d)?)?)?$/
const isDateTime = (value: string): boolean => dateTime.test(value) && !Number.isNaN(Date.parse(isoOffset(value)))
/** `Date.parse` wants `+01:00` where ISO 8601 allows `+0100` and `+01`. */
const isoOffset = (value: string): string =>
  value.replace(/([T ].*[+-]\d\d):?(\d\d)?$/, (_all, head: string, minutes?: string) => `${head}:${minutes ?? '00'}`)

const numeric = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/

/** The number in a value, infinite ones included; undefined for anything that is no number. */
const numberIn = (value: unknown): number | undefined => {
  if (typeof value === 'number') return Number.isNaN(value) ? undefined : value
  if (typeof value !== 'string') return undefined
  const trimmed = value.trim()
  return numeric.test(trimmed) ? Number(trimmed) : undefined
}

const outsideBounds = (node: SchemaNode, value: number, path: Path | undefined): Fault | undefined => {
  if (node.minimum !== undefined && value < node.minimum)
    return wrong(path, `the least value is ${node.minimum}`, 'parameter.range', node.minimum)
  if (node.maximum !== undefined && value > node.maximum)
    return wrong(path, `the greatest value is ${node.maximum}`, 'parameter.range', node.maximum)
  if (node.exclusiveMinimum !== undefined && value <= node.exclusiveMinimum)
    return wrong(path, `a value above ${node.exclusiveMinimum} is expected`, 'parameter.range', node.exclusiveMinimum)
  if (node.exclusiveMaximum !== undefined && value >= node.exclusiveMaximum)
    return wrong(path, `a value below ${node.exclusiveMaximum} is expected`, 'parameter.range', node.exclusiveMaximum)
  return undefined
}

const integer =
  (node: SchemaNode): Decoder =>
  (value, _origin, path) => {
    const number = numberIn(value)
    if (number === undefined) return wrong(path, 'an integer is expected')
    // artifacts.md §0.3: an id has no upper bound that a client can violate. No object has the greatest safe integer as its id.
    const whole =
      number > Number.MAX_SAFE_INTEGER
        ? Number.MAX_SAFE_INTEGER
        : number < Number.MIN_SAFE_INTEGER
          ? Number.MIN_SAFE_INTEGER
          : number + 0 // -0 is 0
    if (!Number.isInteger(whole)) return wrong(path, 'an integer is expected')
    return outsideBounds(node, whole, path) ?? whole
  }

const float =
  (node: SchemaNode): Decoder =>
  (value, _origin, path) => {
    const number = numberIn(value)
    if (number === undefined || !Number.isFinite(number)) return wrong(path, 'a number is expected')
    return outsideBounds(node, number, path) ?? number + 0
  }

const boolean: Decoder = (value, _origin, path) => {
  if (typeof value === 'boolean') return value
  if (value === 1) return true
  if (value === 0) return false
  if (typeof value === 'string') {
    const word = value.trim().toLowerCase()
    if (word === 'true' || word === '1') return true
    if (word === 'false' || word === '0') return false
  }
  return wrong(path, 'true or false is expected')
}

const choice = (choices: readonly unknown[]): Decoder => {
  const accepted = choices.map(each => JSON.stringify(each)).join(', ')
  return (value, origin, path) => {
    if (choices.includes(value)) return value
    const word = wordOf(value)
    const found = choices.find(each =>
      typeof each === 'string'
        ? each === word
        : origin !== 'json' || typeof each === 'number'
          ? String(each) === word
          : false,
    )
    return found ?? wrong(path, `one of ${accepted} is expected`, 'parameter.range')
  }
}

const wordOf = (value: unknown): string | undefined =>
  typeof value === 'string'
    ? value.trim()
    : typeof value === 'number' || typeof value === 'boolean'
      ? String(value)
      : undefined

const unknownValue: Decoder = (value, _origin, path) => faultOfText(value, path) ?? value

/** Checks every text inside a value that has no schema, keys included. */
const faultOfText = (value: unknown, path: Path | undefined): Fault | undefined => {
  if (typeof value === 'string') return faultOfString(value, path)
  if (typeof value !== 'object' || value === null) return undefined
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) {
      const element: unknown = value[index]
      if (typeof element === 'number') continue
      const fault = faultOfText(element, { parent: path, key: index })
      if (fault) return fault
    }
    return undefined
  }
  for (const [key, member] of Object.entries(value)) {
    const here = { parent: path, key }
    const fault = faultOfString(key, path) ?? faultOfText(member, here)
    if (fault) return fault
  }
  return undefined
}

// --- lists and objects -------------------------------------------------------------------------------------------------------

const list = (node: SchemaNode, definitions: Definitions): Decoder => {
  const tuple = Array.isArray(node.items)
    ? (node.items as readonly SchemaNode[]).map(item => compile(item, definitions))
    : undefined
  const element = tuple ? unknownValue : node.items ? compile(node.items as SchemaNode, definitions) : unknownValue
  const nullable = !tuple && (!node.items || kindsOf(node.items as SchemaNode, definitions).has('null'))
  const least = node.minItems ?? 0
  const most = tuple ? tuple.length : node.maxItems
  return (value, origin, path) => {
    const elements = elementsOf(value, origin)
    if (!elements) return wrong(path, 'a list is expected')
    if (elements.length < least)
      return wrong(
        path,
        `at least ${least} ${least === 1 ? 'element is' : 'elements are'} expected`,
        'parameter.range',
        least,
      )
    if (most !== undefined && elements.length > most)
      return wrong(
        path,
        `at most ${most} ${most === 1 ? 'element is' : 'elements are'} accepted`,
        'parameter.range',
        most,
      )
    const result: unknown[] = new Array(elements.length)
    for (let index = 0; index < elements.length; index++) {
      const here = { parent: path, key: index }
      const raw = elements[index]
      if ((raw === null || raw === undefined) && !nullable) return missing(here)
      const decoded = (tuple?.[index] ?? element)(raw, origin, here)
      if (decoded instanceof Fault) return decoded
      result[index] = decoded
    }
    if (node.uniqueItems === true && new Set(result.map(each => JSON.stringify(each))).size < result.length)
      return wrong(path, 'the elements must differ from each other', 'parameter.range')
    return result
  }
}

/** http.md §3.1: a list may also come as an object (PHP); in XML only `<item>` makes one (xml.md §3). */
const elementsOf = (value: unknown, origin: Origin): readonly unknown[] | undefined => {
  if (Array.isArray(value)) return value as unknown[]
  if (value === '' && origin === 'xml') return []
  if (typeof value === 'object' && value !== null && origin !== 'xml')
    return Object.values(value as Record<string, unknown>)
  return undefined
}

interface Member {
  readonly key: string
  readonly decode: Decoder
  readonly required: boolean
  readonly nullable: boolean
  readonly fallback: (() => unknown) | undefined
  /** "" means that nothing was sent: for a required text, and for a choice without "" among its values. */
  readonly emptyIsAbsent: boolean
  /** An empty XML element, or an empty form field, means null: the type has no empty value. */
  readonly emptyIsNull: boolean
}

const object = (node: SchemaNode, definitions: Definitions): Decoder => {
  const required = new Set(node.required)
  const members = Object.entries(node.properties ?? {}).map(([key, member]) =>
    memberOf(key, member, required.has(key), definitions),
  )
  const known = new Set(members.map(member => member.key))
  const patterns = Object.entries(node.patternProperties ?? {}).map(
    ([pattern, member]) => [new RegExp(pattern, 'u'), memberOf('', member, false, definitions)] as const,
  )
  const others =
    node.additionalProperties === true
      ? memberOf('', {}, false, definitions)
      : typeof node.additionalProperties === 'object'
        ? memberOf('', node.additionalProperties, false, definitions)
        : undefined
  const open = patterns.length > 0 || others !== undefined
  const strict = node.additionalProperties === false

  return (value, origin, path) => {
    if (typeof value !== 'object' || value === null) return wrong(path, 'an object is expected')
    // PHP writes an empty object as an empty list.
    if (Array.isArray(value) && (value.length > 0 || origin === 'xml')) return wrong(path, 'an object is expected')
    const input = value as Record<string, unknown>
    const result: Record<string, unknown> = {}
    if (strict) {
      const stranger = Object.keys(input).find(key => !known.has(key))
      if (stranger !== undefined)
        return wrong({ parent: path, key: stranger }, 'there is no such member', 'parameter.unsupported')
    }
    for (const member of members) {
      const raw = Object.hasOwn(input, member.key) ? input[member.key] : undefined
      const fault = decodeMember(member, raw, origin, path, result, member.key)
      if (fault) return fault
    }
    if (open) {
      for (const key of Object.keys(input)) {
        if (known.has(key) || key === '__proto__') continue
        const member = patterns.find(([pattern]) => pattern.test(key))?.[1] ?? others
        if (!member) continue
        const fault = faultOfString(key, path) ?? decodeMember(member, input[key], origin, path, result, key)
        if (fault) return fault
      }
    }
    return result
  }
}

const memberOf = (key: string, node: SchemaNode, required: boolean, definitions: Definitions): Member => {
  const kinds = kindsOf(node, definitions)
  const choices = choicesOf(node) ?? node.anyOf?.flatMap(part => choicesOf(part) ?? [])
  const isChoice = choices !== undefined && choices.length > 0 && !choices.includes('')
  const isText = node.type === 'string' && node.verbatim !== true && node.allowEmpty !== true
  return {
    key,
    decode: compile(node, definitions),
    required,
    nullable: kinds.has('null'),
    fallback:
      node.default === undefined
        ? undefined
        : typeof node.default === 'object' && node.default !== null
          ? () => structuredClone(node.default)
          : () => node.default,
    emptyIsAbsent: (isChoice && !(node.anyOf?.some(part => part.type === 'string') ?? false)) || (isText && required),
    emptyIsNull: !kinds.has('string') && !kinds.has('array'),
  }
}

const decodeMember = (
  member: Member,
  sent: unknown,
  origin: Origin,
  path: Path | undefined,
  result: Record<string, unknown>,
  key: string,
): Fault | undefined => {
  let raw = sent
  if (raw === '' && member.emptyIsNull && origin === 'xml') raw = null
  if (raw === '' && member.emptyIsAbsent) raw = undefined
  if (raw !== undefined && (raw !== null || member.nullable)) {
    const decoded = member.decode(raw, origin, { parent: path, key })
    if (decoded instanceof Fault) return decoded
    if (decoded !== '' || !member.emptyIsAbsent) {
      result[key] = decoded
      return undefined
    }
  }
  if (member.fallback) result[key] = member.fallback()
  else if (member.required) return missing({ parent: path, key })
  return undefined
}

const intersection = (parts: readonly SchemaNode[], definitions: Definitions): Decoder => {
  const decoders = parts.map(part => compile(part, definitions))
  return (value, origin, path) => {
    const result = {}
    for (const decoder of decoders) {
      const decoded = decoder(value, origin, path)
      if (decoded instanceof Fault) return decoded
      Object.assign(result, decoded)
    }
    return result
  }
}

const union = (parts: readonly SchemaNode[], definitions: Definitions): Decoder => {
  const variants = parts.map(part => ({ kinds: kindsOf(part, definitions), decode: compile(part, definitions) }))
  const kinds = new Set(variants.flatMap(variant => [...variant.kinds]))
  const emptyIsNull = kinds.has('null') && !kinds.has('string') && !kinds.has('array')
  const real = variants.filter(variant => variant.kinds.size > 1 || !variant.kinds.has('null'))

  return (value, origin, path) => {
    if (value === null || value === undefined) return kinds.has('null') ? null : missing(path)
    if (value === '' && emptyIsNull && origin !== 'json') return null
    // A JSON value is tried with the variants of its own type first: "12" is a text if texts are accepted beside integers. A value from
    // XML or a form has no type and is tried with the variants in their order.
    const kind = kindOf(value)
    let best: Fault | undefined
    const isTyped = origin === 'json' || kind !== 'string'
    for (const exact of isTyped ? [true, false] : [undefined]) {
      for (const variant of real) {
        if (exact !== undefined && variant.kinds.has(kind) !== exact) continue
        const decoded = variant.decode(value, origin, path)
        if (!(decoded instanceof Fault)) return decoded
        if (!best || decoded.depth > best.depth) best = decoded
      }
      // A wrong object does not become right as a list.
      if (best && (kind === 'object' || kind === 'array')) return best
    }
    return best ?? wrong(path, 'no value is accepted here', 'parameter.unsupported')
  }
}
