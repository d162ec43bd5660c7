// Checks of a single response: its status is documented, its body and headers match the document. It shows no internal detail, and no
// secret without access.
import { gunzipSync } from 'node:zlib'
import { SaxesParser } from 'saxes'
import type { ApiDocument, DocumentedResponse, FuzzTarget } from './api-document.ts'
import type { Schema } from './schema-check.ts'
import type { ReceivedResponse } from './send-request.ts'
import type { PlannedRequest } from './mutations.ts'
import type { Caller, Secret } from './fixture.ts'

/** Faults of the response, a sentence each. */
export const faultsOf = (
  document: ApiDocument,
  secrets: readonly Secret[],
  planned: PlannedRequest,
  received: ReceivedResponse,
): string[] => {
  const { target, sent } = planned
  const text = textOf(received)
  const faults = leakedSecrets(secrets, planned.caller, sent.url + String(sent.payload ?? ''), received, text)
  const isApi = /^\/api(?:\/|$|\?)/.test(sent.url)
  const promised = target.answers.get(received.status)
  const isDocumented = promised !== undefined
  if (received.status >= 500 && !isDocumented) faults.push(`status ${received.status}`)
  else if (isApi && !isDocumented && !isCommon(planned, received.status))
    faults.push(`status ${received.status} is not documented`)
  if (planned.isRefused === true && received.status < 400)
    faults.push(`status ${received.status} where it must be refused`)
  if (INTERNAL_DETAILS.test(text)) faults.push(`it tells of the inside: ${INTERNAL_DETAILS.exec(text)?.[0]}`)
  if (!isApi) return faults
  if (sent.method === 'OPTIONS') return [...faults, ...(received.status === 200 ? faultsOfAllow(target, received) : [])]
  return [
    ...faults,
    ...faultsOfHeaders(planned, received, promised),
    ...faultsOfBody(document, planned, received, promised, text),
  ]
}

export const textOf = (received: ReceivedResponse): string =>
  (received.headers['content-encoding'] === 'gzip' ? gunzipSync(received.body) : received.body).toString()

/** Stacks, statements, places of files. */
const INTERNAL_DETAILS =
  /\bat \S+ \(|node_modules|\.ts:\d+|syntax error at or near|violates \w+(?:-\w+)? constraint|relation "|\/src\/modules/

/** Refused before a route is found or asked (http.md §3.1), or by a path that is another one. */
const isCommon = ({ kind, mayMiss, sent }: PlannedRequest, status: number): boolean => {
  if (mayMiss === true && [200, 400, 403, 404, 405, 414].includes(status)) return true
  // A query string that is none; a body that is none, also where the route takes none.
  if (status === 400 && (sent.url.includes('%') || kind === 'encodings' || kind === 'malformed' || kind === 'query'))
    return true
  if (status === 431 && sizeOfHead(sent) > MAX_HEAD_BYTES) return true
  return status === 413 && kind === 'sizes'
}

/** docs/operations.md: 32 KiB; the client adds some headers of its own. */
const MAX_HEAD_BYTES = 31 * 1024
const sizeOfHead = ({ url, headers }: PlannedRequest['sent']): number =>
  url.length + Object.entries(headers).reduce((sum, [name, value]) => sum + name.length + String(value).length + 4, 0)

/** Sent to somebody who may not read it, unless it was in what was sent. */
const leakedSecrets = (
  secrets: readonly Secret[],
  caller: Caller,
  sent: string,
  received: ReceivedResponse,
  text: string,
): string[] => {
  const faults: string[] = []
  const hay = `${text} ${JSON.stringify(received.headers)}`.toLowerCase()
  for (const { word, what, readers } of secrets)
    if (!readers.has(caller.name) && hay.includes(word.toLowerCase()) && !decoded(sent).includes(word.toLowerCase()))
      faults.push(`it tells ${caller.name} ${what}: …${around(hay, word.toLowerCase())}…`)
  return faults
}
const around = (hay: string, word: string): string => {
  const at = hay.indexOf(word)
  return hay.slice(Math.max(0, at - 80), at + word.length + 30)
}
const decoded = (sent: string): string => {
  try {
    return `${sent} ${decodeURIComponent(sent)}`.toLowerCase()
  } catch {
    return sent.toLowerCase()
  }
}

// --- headers -----------------------------------------------------------------------------------------------------------------

/** Where the specification lists other methods than there are (trackers.md §1, projects.md §4, auth.md §3, agile.md §2): these are not told. */
const UNDOCUMENTED_METHODS: Readonly<Record<string, readonly string[]>> = {
  '/access_keys/{id}': ['GET'],
  '/kanban/{id}/archive': ['PATCH'],
  '/kanban/{id}/backlog': ['PATCH'],
  '/kanban/{id}/items': ['PATCH'],
  '/milestones/{id}/milestones': ['PATCH'],
  '/trackers': ['POST'],
  '/trackers/{id}': ['DELETE'],
  '/user_groups/{id}': ['PATCH', 'DELETE'],
}
const faultsOfAllow = (target: FuzzTarget, received: ReceivedResponse): string[] => {
  const told = new Set(String(received.headers['allow']).split(', '))
  const missing = target.allow
    .split(', ')
    .filter(method => !told.has(method) && !UNDOCUMENTED_METHODS[target.path]?.includes(method))
  return missing.length > 0
    ? [`Allow says ${JSON.stringify(received.headers['allow'])}, without ${missing.join(', ')}`]
    : []
}

const PAGE = ['limit', 'offset', 'size', 'limit-max'].map(name => `x-pagination-${name}`)
const KNOWN_HEADERS = new Set([
  ...PAGE,
  'access-control-allow-credentials',
  'access-control-allow-headers',
  'access-control-allow-methods',
  'access-control-allow-origin',
  'access-control-expose-headers',
  'allow',
  'cache-control',
  'connection',
  'content-encoding',
  'content-language',
  'content-length',
  'content-security-policy',
  'content-type',
  'cross-origin-opener-policy',
  'date',
  'deprecation',
  'etag',
  'expires',
  'keep-alive',
  'last-modified',
  'link',
  'location',
  'ratelimit',
  'ratelimit-policy',
  'retry-after',
  'sunset',
  'transfer-encoding',
  'vary',
  'www-authenticate',
  'x-content-type-options',
  'x-disk-usage',
  'x-quota',
  'x-snapshot',
  'x-snapshot-missing',
  'x-upload-max-file-chunksize',
])

const faultsOfHeaders = (
  { sent, target, mayMiss }: PlannedRequest,
  received: ReceivedResponse,
  promised: DocumentedResponse | undefined,
): string[] => {
  const { headers, status } = received
  const faults: string[] = []
  const expectHeader = (name: string, form: RegExp): void => {
    const value = headers[name]
    if (typeof value !== 'string' || !form.test(value))
      faults.push(`${name} is ${JSON.stringify(value)}, not ${form.source}`)
  }
  expectHeader('content-type', /^application\/(?:json|xml); charset=utf-8$/)
  expectHeader('cache-control', /no-store/)
  expectHeader('access-control-allow-origin', /^\*$/)
  expectHeader('x-content-type-options', /^nosniff$/)
  expectHeader('content-security-policy', /default-src 'none'/)
  if (status === 401)
    expectHeader('www-authenticate', sent.headers['sec-fetch-site'] === undefined ? /^Basic realm="/ : /^Token realm="/)
  if (status === 405) expectHeader('allow', /^OPTIONS(?:, [A-Z]+)*$/)
  if (headers['etag'] !== undefined) expectHeader('etag', /^"?[\w-]{8,64}"?$/)
  if (headers['last-modified'] !== undefined)
    expectHeader('last-modified', /^(?:\w{3}, \d\d \w{3} \d{4} [\d:]{8} GMT|\d{4}-\d\d-\d\dT[\d:]{8}[+-]\d\d:\d\d)$/)
  if (
    headers['content-length'] !== undefined &&
    sent.method !== 'HEAD' &&
    Number(headers['content-length']) !== received.body.length
  )
    faults.push(`content-length is ${String(headers['content-length'])}, the body has ${received.body.length} bytes`)
  const isCookie = /\/(?:sessions|account|tokens)/.test(target.path)
  for (const name of Object.keys(headers))
    if (
      !KNOWN_HEADERS.has(name) &&
      !name.startsWith('x-ratelimit') &&
      name !== 'x-request-id' &&
      !(name === 'set-cookie' && isCookie)
    )
      faults.push(`a header that is not expected: ${name}`)
  if (promised && status < 300 && mayMiss !== true) {
    faults.push(...faultsOfAllow(target, received))
    if (promised.isPage) for (const name of PAGE) expectHeader(name, /^\d+$/)
    else for (const name of PAGE) if (headers[name] !== undefined) faults.push(`${name} is not documented`)
  }
  return faults
}

// --- bodies ------------------------------------------------------------------------------------------------------------------

const faultsOfBody = (
  document: ApiDocument,
  planned: PlannedRequest,
  received: ReceivedResponse,
  promised: DocumentedResponse | undefined,
  text: string,
): string[] => {
  const { status } = received
  if (planned.sent.method === 'HEAD') return []
  const isError = status >= 400
  // Another route than that of the plan answered: what it says is not known here.
  if (!isError && (!promised || planned.mayMiss === true)) return []
  const expected = isError ? document.error : (promised as DocumentedResponse)
  if (expected.schema === undefined)
    return text === '' ? [] : [`a body where none is documented: ${text.slice(0, 100)}`]
  if (text === '' && expected.mayBeEmpty === true) return []
  let value: unknown
  if (String(received.headers['content-type']).startsWith('application/xml')) {
    const read = readXml(text)
    if (typeof read === 'string') return [`XML that is none: ${read}`]
    if (read.name !== 'response') return [`the root of the XML is ${read.name}`]
    const meant = valueOf(document, expected.schema, read)
    if (meant === undefined) return [`the XML is not of its schema: ${text.slice(0, 300)}`]
    value = meant.value
  } else {
    try {
      value = JSON.parse(text)
    } catch {
      return [`JSON that is none: ${text.slice(0, 100)}`]
    }
  }
  const reason = expected.check(value)
  if (reason !== undefined) return [`the body is not of its schema: $${reason.slice(0, 500)}`]
  if (isError) {
    const { code, details } = (value as { error: { code: number; details: { reason: string } } }).error
    if (code !== status) return [`the error says ${code}, the status is ${status}`]
    const isKnown = isCommon(planned, status) || status >= 500 || planned.target.reasons.has(details.reason)
    return isKnown ? [] : [`the reason ${details.reason} is not documented`]
  }
  const limit = Number(received.headers['x-pagination-limit'])
  // One login or address is found whole, whatever the page (users.md §3).
  const isPage = promised?.isPage === true && planned.target.path !== '/users'
  return Array.isArray(value) && isPage && value.length > limit
    ? [`${value.length} elements on a page of ${limit}`]
    : []
}

export interface XmlElement {
  readonly name: string
  readonly children: XmlElement[]
  text: string
}

/** The root element, or what is wrong. */
export const readXml = (text: string): XmlElement | string => {
  const root: XmlElement = { name: '', children: [], text: '' }
  const open = [root]
  const parser = new SaxesParser()
  parser.on('opentag', ({ name }) => {
    const element: XmlElement = { name, children: [], text: '' }
    open.at(-1)?.children.push(element)
    open.push(element)
  })
  parser.on('closetag', () => void open.pop())
  const add = (more: string): void => {
    const element = open.at(-1)
    if (element) element.text += more
  }
  parser.on('text', add)
  parser.on('cdata', add)
  let fault: string | undefined
  parser.on('error', error => (fault ??= error.message))
  parser.write(text).close()
  return fault ?? root.children[0] ?? 'it has no element'
}

/** xml.md §2: how a name that is none in XML is written. */
const xmlNameOf = (name: string): string => (/^[A-Za-z_]/.test(name) ? name : `_${name}`).replace(/[^\w.-]/g, '_')

/** The JSON value of an XML element by a schema; undefined if the element does not match the schema. */
const valueOf = (
  document: ApiDocument,
  given: Schema,
  element: XmlElement,
): { readonly value: unknown } | undefined => {
  const schema = document.resolved(given)
  const { children, text } = element
  if (schema.anyOf) {
    for (const variant of schema.anyOf) {
      const meant = valueOf(document, variant, element)
      if (meant !== undefined && document.checkOf(variant)(meant.value) === undefined) return meant
    }
    return undefined
  }
  const fits = (value: unknown) => (children.length === 0 ? { value } : undefined)
  if ('const' in schema || schema.enum) {
    const choice = (schema.enum ?? [schema.const]).find(each => said(each) === text)
    return choice === undefined ? undefined : fits(choice)
  }
  switch (schema.type) {
    case 'null':
      return text === '' ? fits(null) : undefined
    case 'boolean':
      return text === 'true' || text === 'false' ? fits(text === 'true') : undefined
    case 'integer':
    case 'number':
      return text.trim() !== '' && Number.isFinite(Number(text)) ? fits(Number(text)) : undefined
    case 'string':
      return fits(text)
    case 'array': {
      if (children.some(child => child.name !== 'item')) return undefined
      const items = children.map((child, index) =>
        valueOf(document, schema.prefixItems?.[index] ?? schema.items ?? {}, child),
      )
      return items.includes(undefined) ? undefined : { value: items.map(item => item?.value) }
    }
    case 'object':
    default: {
      // Without a schema, or open: as it stands.
      if (schema.type === undefined && !schema.allOf) return { value: plainValueOf(element) }
      const parts = schema.allOf ? schema.allOf.map(part => document.resolved(part)) : [schema]
      const properties = Object.assign({}, ...parts.map(part => part.properties)) as Record<string, Schema>
      const names = new Map(Object.keys(properties).map(name => [xmlNameOf(name), name]))
      const value: Record<string, unknown> = {}
      for (const child of children) {
        const name = names.get(child.name) ?? child.name.replace(/^_(?=\d)/, '')
        const pattern = parts
          .flatMap(part => Object.entries(part.patternProperties ?? {}))
          .find(([form]) => new RegExp(form, 'u').test(name))?.[1]
        const more = parts.map(part => part.additionalProperties).find(each => typeof each === 'object')
        const member = properties[name] ?? pattern ?? more
        const meant = member ? valueOf(document, member, child) : { value: plainValueOf(child) }
        if (meant === undefined) return undefined
        value[name] = meant.value
      }
      return { value }
    }
  }
}

const plainValueOf = ({ children, text }: XmlElement): unknown =>
  children.length === 0
    ? text
    : children.every(child => child.name === 'item')
      ? children.map(plainValueOf)
      : Object.fromEntries(children.map(child => [child.name, plainValueOf(child)]))

/** Where JSON and XML say something else; undefined when they say the same. */
export const differenceInXml = (value: unknown, element: XmlElement | undefined, where = '$'): string | undefined => {
  if (!element) return `${where} is not in the XML`
  const names = element.children.map(child => child.name).join(' ')
  if (Array.isArray(value)) {
    if (names !== value.map(() => 'item').join(' ')) return `${where} has other elements: ${names.slice(0, 200)}`
    return firstOf(value, (item, index) => differenceInXml(item, element.children[index], `${where}[${index}]`))
  }
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value)
    if (names !== entries.map(([key]) => xmlNameOf(key)).join(' '))
      return `${where} has other members: ${names.slice(0, 300)}`
    return firstOf(entries, ([key, member], index) =>
      differenceInXml(member, element.children[index], `${where}.${key}`),
    )
  }
  const written = said(value)
  // eslint-disable-next-line no-control-regex -- what XML cannot hold is left out
  const plain = written.toWellFormed().replace(/[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, '')
  return element.children.length === 0 && element.text === plain
    ? undefined
    : `${where} is ${JSON.stringify(written)}, in XML ${JSON.stringify(element.text)}`
}

/** A value without members, as XML has it. */
const said = (value: unknown): string =>
  typeof value === 'string' ? value : value === null ? '' : JSON.stringify(value)

const firstOf = <Item>(
  items: readonly Item[],
  find: (item: Item, index: number) => string | undefined,
): string | undefined => {
  for (const [index, item] of items.entries()) {
    const found = find(item, index)
    if (found !== undefined) return found
  }
  return undefined
}
