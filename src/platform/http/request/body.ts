import { Invalid, Refusal, ContentTooLarge } from '../../errors.ts'
import type { Origin } from './decode.ts'
import { decodeXml, MAX_DEPTH, MAX_VALUES } from '../../xml/object-xml.ts'

export type BodyFormat = 'json' | 'xml' | 'form'

/** The decoder that a `Content-Type` names (http.md §3): none = JSON; an unsupported type is a 403, for every method. */
export const bodyFormatOf = (contentType: string | undefined): BodyFormat => {
  if (contentType === undefined || contentType === 'application/json' || contentType === '') return 'json'
  const end = contentType.indexOf(';')
  const mediaType = (end < 0 ? contentType : contentType.slice(0, end)).trim()
  switch (mediaType) {
    case '':
    case 'application/json':
      return 'json'
    case 'application/xml':
      return 'xml'
    case 'application/x-www-form-urlencoded':
      return 'form'
    default:
      throw new Refusal(
        403,
        `the content type ${mediaType.slice(0, 100)} is not supported; send application/json, application/xml or application/x-www-form-urlencoded`,
        { reason: 'body.media_type' },
      )
  }
}

export const originOf = (format: BodyFormat): Origin => (format === 'form' ? 'text' : format)

/** The plain object or list of a body, whatever its format; undefined for an empty body. */
export const parseBody = (bytes: Buffer | undefined, format: BodyFormat): unknown => {
  if (bytes === undefined || bytes.length === 0) return undefined
  if (format === 'json') return parseJson(bytes)
  if (format === 'xml') return decodeXml(bytes)
  return parseForm(textOf(bytes, 'form'))
}

const utf8 = new TextDecoder('utf-8', { fatal: true })
const textOf = (bytes: Buffer, what: string): string => {
  try {
    return utf8.decode(bytes)
  } catch {
    throw new Invalid(`malformed ${what}: the bytes are not valid UTF-8`, { reason: 'body.syntax' })
  }
}

/** A JSON body: an object or a list, nested no deeper than XML may be. */
export const parseJson = (source: Buffer | string): unknown => {
  const text = typeof source === 'string' ? source : textOf(source, 'JSON')
  if (text.trim() === '') return undefined
  // Checked first: some megabytes of brackets take seconds to parse, but only a moment to count.
  requireWithinLimits(text)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw new Invalid(`malformed JSON: ${error instanceof Error ? error.message : String(error)}`, {
      reason: 'body.syntax',
    })
  }
  if (typeof value !== 'object' || value === null)
    throw new Invalid('malformed JSON: the body must be an object or a list', { reason: 'body.syntax' })
  // Walking the value is expensive: only a text that may contain the name is walked.
  if (mayNamePrototype.test(text)) dropPrototypeKeys(value)
  return value
}

const mayNamePrototype = /__proto__|\\u005[fF]|\\u00[67]/

/** `JSON.parse` makes a member of `__proto__`; code that copies it by assignment would change a prototype. */
const dropPrototypeKeys = (value: unknown): void => {
  if (typeof value !== 'object' || value === null) return
  if (Object.hasOwn(value, '__proto__')) delete (value as Record<string, unknown>)['__proto__']
  for (const member of Object.values(value)) dropPrototypeKeys(member)
}

/** Limits the depth of lists and objects, as for XML, and the number of values. */
const requireWithinLimits = (text: string): void => {
  let depth = 0
  let values = 0
  let inString = false
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (inString) {
      if (code === 0x5c) index++
      else if (code === 0x22) inString = false
    } else if (code === 0x22) inString = true
    else if (code === 0x5b || code === 0x7b) {
      values++
      if (++depth > MAX_DEPTH)
        throw new Invalid(`malformed JSON: nested deeper than ${MAX_DEPTH}`, { reason: 'body.syntax' })
    } else if (code === 0x5d || code === 0x7d) depth--
    else if (code === 0x2c) values++
    if (values > MAX_VALUES) throw new ContentTooLarge(`the body has more than ${MAX_VALUES} values`)
  }
}

const MAX_PAIRS = 100_000

/**
 * A form or a query string. Names may be built with brackets as HTML forms for PHP do (`a[b]=1`, `a[]=1`, `a[0]=1`). If a plain name
 * occurs twice, the last value counts.
 */
export const parseForm = (text: string): Record<string, unknown> => {
  const result: Record<string, unknown> = {}
  if (text === '') return result
  const pairs = text.split('&')
  if (pairs.length > MAX_PAIRS) throw new ContentTooLarge('too many parameters')
  const nextIndexes: NextIndexes = new Map()
  for (const pair of pairs) {
    if (pair === '') continue
    const at = pair.indexOf('=')
    const name = unescape(at < 0 ? pair : pair.slice(0, at))
    const value = at < 0 ? '' : unescape(pair.slice(at + 1), name)
    assign(result, nextIndexes, name, value)
  }
  return result
}

const unescape = (text: string, name = 'query'): string => {
  const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text
  if (!spaced.includes('%')) return spaced
  try {
    return decodeURIComponent(spaced)
  } catch {
    throw new Invalid(`Invalid value for \`${name.slice(0, 100)}\`: the percent-encoding is not valid UTF-8`, {
      reason: 'body.syntax',
    })
  }
}

/** The index that `[]` means in an object with named members. Counting the members each time would take seconds for a large body. */
type NextIndexes = Map<object, number>

const assign = (root: Record<string, unknown>, nextIndexes: NextIndexes, name: string, value: string): void => {
  const bracket = name.indexOf('[')
  const keys =
    bracket > 0 && name.endsWith(']') ? [name.slice(0, bracket), ...name.slice(bracket + 1, -1).split('][')] : [name]
  if (keys.length > MAX_DEPTH)
    throw new Invalid(`a parameter is nested deeper than ${MAX_DEPTH}`, { reason: 'body.syntax' })
  if (keys.includes('__proto__')) return
  let target: Record<string, unknown> | unknown[] = root
  for (let index = 0; index < keys.length; index++) {
    const name = keys[index] ?? ''
    // `a[]=1&a[9999999]=2`: a list grows by `[]` only, so that two parameters cannot make a huge list.
    if (Array.isArray(target) && name !== '') return
    const key = keyIn(target, nextIndexes, name)
    const holder = target
    if (index === keys.length - 1) {
      holder[key] = value
      return
    }
    const existing = Object.hasOwn(holder, key) ? holder[key] : undefined
    const next = typeof existing === 'object' && existing !== null ? existing : keys[index + 1] === '' ? [] : {}
    holder[key] = next
    target = next as Record<string, unknown>
  }
}

/** The key, or the next index for `[]`. */
const keyIn = (target: Record<string, unknown> | unknown[], nextIndexes: NextIndexes, key: string): string => {
  if (key !== '') return key
  if (Array.isArray(target)) return String(target.length)
  let index = nextIndexes.get(target) ?? 0
  while (Object.hasOwn(target, index)) index++
  nextIndexes.set(target, index + 1)
  return String(index)
}
