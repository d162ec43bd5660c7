// Mutations of a valid request: another form, a boundary, or a hostile value.
import { gzipSync } from 'node:zlib'
import type { ApiDocument, Parameter, FuzzTarget } from './api-document.ts'
import type { Schema } from './schema-check.ts'
import type { SentRequest } from './send-request.ts'
import type { Random } from './random.ts'
import { collectionOf, type RequestDraft, type Drafts } from './request-drafts.ts'
import { malformedJson, malformedXml, parameterTexts, values } from './hostile-values.ts'
import type { Caller, Secret, Fixture } from './fixture.ts'

/** One request of a walk. */
export interface PlannedRequest {
  readonly kind: Kind
  readonly target: FuzzTarget
  readonly caller: Caller
  readonly sent: SentRequest
  /** Its path or method is no longer surely that of the route. */
  readonly mayMiss?: boolean
  /** It must be refused, whatever the route does. */
  readonly isRefused?: boolean
  /** The same request with a word that nothing says: to who may not read the secret, both answers say the same. */
  readonly control?: { readonly sent: SentRequest; readonly secret: Secret; readonly word: string }
}

export interface MutationContext {
  readonly fixture: Fixture
  readonly document: ApiDocument
  readonly drafts: Drafts
  readonly target: FuzzTarget
  readonly caller: Caller
  readonly random: Random
}

/** The changes of one kind of request; undefined if the kind does not apply to the route. */
type MakeRequest = (context: MutationContext) => Omit<PlannedRequest, 'kind' | 'target' | 'caller'> | undefined

// --- writing a draft down ----------------------------------------------------------------------------------------------------

const JSON_BODY = { 'content-type': 'application/json' } as const
const XML_BODY = { 'content-type': 'application/xml' } as const
const XML_ANSWER = { accept: 'application/xml' } as const

export const urlOf = (draft: Pick<RequestDraft, 'target' | 'path' | 'query'>, suffix = '', prefix = '/api'): string => {
  const path = draft.target.path.replace(/\{([^}]+)\}/g, (_whole, name: string) => draft.path[name] ?? '1')
  const query = draft.query.map(([name, value]) => `${name}=${value}`).join('&')
  return `${prefix}${path}${suffix}${query === '' ? '' : `?${query}`}`
}

interface WrittenRequest {
  /** JSON text of the body, in place of the draft's. */
  readonly json?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly url?: string
  readonly payload?: string | Buffer
}

/** As JSON, or now and then as XML. */
const write = ({ caller, random }: MutationContext, draft: RequestDraft, given: WrittenRequest = {}): SentRequest => {
  const { method } = draft.target
  const isXmlAnswer = random.chance(0.2)
  const base = { ...caller.headers, ...(isXmlAnswer ? XML_ANSWER : {}) }
  const url = given.url ?? urlOf(draft)
  if (given.payload !== undefined)
    return { method, url, headers: { ...base, ...given.headers }, payload: given.payload }
  if (draft.body === undefined && given.json === undefined)
    return { method, url, headers: { ...base, ...given.headers } }
  const json = given.json ?? JSON.stringify(draft.body)
  const xml = random.chance(0.2) ? xmlOf(json) : undefined
  return {
    method,
    url,
    headers: { ...base, ...(xml === undefined ? JSON_BODY : XML_BODY), ...given.headers },
    payload: xml ?? json,
  }
}

/** The same value below `<request>`, where XML can hold it. */
export const xmlOf = (json: string): string | undefined => {
  if (/\\u00[01]|\\ud[89a-f]|\\uffff/i.test(json) || json.length > 100_000) return undefined
  const text = (scalar: unknown): string =>
    String(scalar).replace(/[<>&\r]/g, sign => ({ '<': '&lt;', '>': '&gt;', '&': '&amp;', '\r': '&#13;' })[sign] ?? '')
  const element = (name: string, member: unknown): string => {
    const tag = /^[A-Za-z_][\w.-]*$/.test(name) ? name : 'odd'
    const content = Array.isArray(member)
      ? member.map(item => element('item', item)).join('')
      : typeof member === 'object' && member !== null
        ? Object.entries(member)
            .map(([key, inner]) => element(key, inner))
            .join('')
        : member === null
          ? ''
          : text(member)
    return `<${tag}>${content}</${tag}>`
  }
  try {
    return element('request', JSON.parse(json) as unknown)
  } catch {
    return undefined
  }
}

// --- places of a body --------------------------------------------------------------------------------------------------------

type PathInBody = readonly (string | number)[]

/** Every property of a body with its schema, at any depth, lists by their first member. */
const pathsOf = (document: ApiDocument, given: Schema, place: PathInBody = [], depth = 0): [PathInBody, Schema][] => {
  const schema = document.resolved(given)
  if (depth > 6) return []
  const found: [PathInBody, Schema][] = [[place, schema]]
  for (const variant of schema.anyOf ?? []) found.push(...pathsOf(document, variant, place, depth + 1).slice(1))
  for (const [key, member] of Object.entries(schema.properties ?? {}))
    found.push(...pathsOf(document, member, [...place, key], depth + 1))
  if (schema.items) found.push(...pathsOf(document, schema.items, [...place, 0], depth + 1))
  return found
}
const knownPaths = new WeakMap<FuzzTarget, [PathInBody, Schema][]>()
const pathsIn = (document: ApiDocument, target: FuzzTarget): [PathInBody, Schema][] => {
  const known = knownPaths.get(target)
  if (known) return known
  const places = target.body ? pathsOf(document, target.body) : []
  knownPaths.set(target, places)
  return places
}

const MARK = '\u2603 here'
/** The body as JSON, with `value`, a text of JSON, in that place. */
const bodyWith = (body: unknown, place: PathInBody, value: string): string => {
  if (place.length === 0) return value
  const root = { value: structuredClone(body) }
  let holder: Record<string | number, unknown> = root
  let key: string | number = 'value'
  for (const step of place) {
    if (typeof holder[key] !== 'object' || holder[key] === null) holder[key] = typeof step === 'number' ? [] : {}
    holder = holder[key] as Record<string | number, unknown>
    key = step
  }
  holder[key] = MARK
  return JSON.stringify(root.value).replace(JSON.stringify(MARK), () => value)
}

const shortValues = values.filter(value => value.length < 1_000)
const longValues = values.filter(value => value.length >= 1_000)
const hostileValue = (random: Random): string => random.pick(random.chance(0.985) ? shortValues : longValues)
const shortParameters = parameterTexts.filter(text => text !== '' && text.length < 1_000)
const longParameters = parameterTexts.filter(text => text.length >= 1_000)
const hostileParameter = (random: Random): string => random.pick(random.chance(0.97) ? shortParameters : longParameters)

/** Values around the bounds that a schema names, as texts of JSON. */
const boundaries = (schema: Schema): readonly string[] => {
  const numbers = [schema.minimum, schema.maximum].flatMap(bound =>
    bound === undefined ? [] : [bound - 1, bound, bound + 1],
  )
  const lengths = [schema.minLength, schema.maxLength].flatMap(length =>
    length === undefined ? [] : [length - 1, length, length + 1],
  )
  switch (schema.type) {
    case 'integer':
    case 'number':
      return [...numbers, 0, -1, 1, 2 ** 31 - 1, 2 ** 31, -(2 ** 31) - 1, 2 ** 53].map(String)
    case 'string':
      return [
        ...lengths.filter(length => length >= 0).map(length => JSON.stringify('x'.repeat(length))),
        ...[255, 256, 65_536].map(length => JSON.stringify('é'.repeat(length))),
        '""',
        '" "',
        '"\ufeffBOM"',
        '"\u202eRTL\u200f\u2066"',
      ]
    case 'array':
      return ['[]', '[null]', '[[]]']
    case 'object':
      return ['{}', '[]', '{"":""}']
    default:
      return ['null', '""', '0', '[]', '{}', ...(schema.enum ?? []).map(each => JSON.stringify(each))]
  }
}

// --- kinds -------------------------------------------------------------------------------------------------------------------

const applyMutation = (context: MutationContext): RequestDraft =>
  (context.random.chance(0.5) ? context.drafts.plain : context.drafts.rich)(
    context.target,
    context.caller,
    context.random,
  )
const plain = ({ drafts, target, caller, random }: MutationContext): RequestDraft =>
  drafts.plain(target, caller, random)
const withParameter = (draft: RequestDraft, name: string, value: string): RequestDraft => ({
  ...draft,
  query: [...draft.query.filter(([other]) => other !== name), [name, value]],
})

const inBody: MakeRequest = context => {
  const { document, target, random } = context
  const places = pathsIn(document, target)
  if (places.length === 0) return undefined
  const draft = applyMutation(context)
  const [place] = random.pick(places)
  return { sent: write(context, draft, { json: bodyWith(draft.body, place, hostileValue(random)) }) }
}

const inQuery: MakeRequest = context => {
  const { target, random } = context
  if (target.inQuery.length === 0) return undefined
  const draft = plain(context)
  const { name } = random.pick(target.inQuery)
  if (random.chance(0.7)) return { sent: write(context, withParameter(draft, name, hostileParameter(random))) }
  const tail = random.pick([
    `${name}=1&${name}=2`,
    `${name}[]=1`,
    `${name}[a][b]=c`,
    `${name}[`,
    `${name}%5B%5D=1`,
    name,
    `${name}[__proto__]=1`,
    `%zz=1`,
    `${name}=%2531`,
    `${name}=%`,
    `&&&=&${name}`,
    `${name};x=1`,
  ])
  return { sent: write(context, draft, { url: `${urlOf({ ...draft, query: [] })}?${tail}` }) }
}

/** The words that criteria of queries know. */
const CRITERIA = [
  'id',
  'shortname',
  'is_member_of',
  'is_admin_of',
  'is_tracker_admin',
  'with_status',
  'username',
  'loginname',
  'email',
  'identifier',
  'with_system_user_groups',
  'title',
  'status',
  'submitted_by',
  'assigned_to',
  'name',
]
const inCriteria: MakeRequest = context => {
  const { target, random, fixture } = context
  if (!target.inQuery.some(({ name }) => name === 'query')) return undefined
  const key = random.chance(0.2)
    ? String(random.pick(fixture.writableProject.trackers.bug.fields).field_id)
    : random.pick(CRITERIA)
  const value = random.pick(shortValues)
  const query = random.chance(0.3)
    ? `{${JSON.stringify(key)}:{"operator":${value},"value":${random.pick(shortValues)}}}`
    : `{${JSON.stringify(key)}:${value}}`
  return { sent: write(context, withParameter(plain(context), 'query', encodeURIComponent(query))) }
}

const EXPERT = [
  'title',
  'description',
  'status',
  'due_date',
  'submitted_by',
  '@id',
  'nothing',
  'links',
  'attachments',
  'reports',
]
const inExpertQuery: MakeRequest = context => {
  const { target, random } = context
  const parameter = target.inQuery.find(({ name }) => name === 'expert_query')
  if (!parameter) return undefined
  const field = random.pick(EXPERT)
  const operator = random.pick(['=', '!=', '<', '>=', 'in', 'not in', 'between', 'like', '==', ''])
  const value = random.pick([
    "'x'",
    '1',
    '-1',
    '1e999',
    "('a','b')",
    '()',
    '(1',
    'NOW()',
    'NOW() - 1d',
    'NOW() - 99999999999y',
    'MYSELF()',
    "'\\'",
    '"x"',
    'open()',
    "between('a','b')",
    `'${'x'.repeat(3000)}'`,
    "'\u0000'",
    "''",
    "'%_\\'",
    'null',
  ])
  const one = `${field} ${operator} ${value}`
  const query = random.weighted<string>([
    [one, 6],
    [`not (${one})`, 1],
    [`${'('.repeat(200)}${one}${')'.repeat(200)}`, 0.2],
    [Array.from({ length: 100 }, () => one).join(random.pick([' or ', ' and '])), 0.2],
    [`${one} order by ${field} ${random.pick(['asc', 'desc', 'x'])}`, 0.5],
    [`${one} ;drop table users`, 0.3],
  ])
  return { sent: write(context, withParameter(plain(context), 'expert_query', encodeURIComponent(query))) }
}

const inPath: MakeRequest = context => {
  const { target, random } = context
  if (target.inPath.length === 0) return undefined
  const draft = plain(context)
  const { name } = random.pick(target.inPath)
  return {
    sent: write(context, { ...draft, path: { ...draft.path, [name]: hostileParameter(random) } }),
    mayMiss: true,
  }
}

/** Next to a bound of a parameter, a property or an id. */
const boundary: MakeRequest = context => {
  const { document, target, random, caller } = context
  const draft = applyMutation(context)
  const places = pathsIn(document, target)
  const kind = random.below(3)
  if (kind === 0 && target.inQuery.length > 0) {
    const { name, schema } = random.pick<Parameter>(target.inQuery)
    const value = JSON.parse(random.pick(boundaries(document.resolved(schema)))) as unknown
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    return { sent: write(context, withParameter(draft, name, encodeURIComponent(text.slice(0, 4_000)))) }
  }
  if (kind === 1 && target.inPath.length > 0 && target.method !== 'DELETE') {
    const [name = '', id = ''] = random.pick(Object.entries(draft.path))
    if (!/^\d+$/.test(id) || caller.use !== 'anything') return undefined
    const near = String(Number(id) + random.pick([-1, 1]))
    return { sent: write(context, { ...draft, path: { ...draft.path, [name]: near } }) }
  }
  if (places.length === 0) return undefined
  const [place, schema] = random.pick(places)
  return { sent: write(context, draft, { json: bodyWith(draft.body, place, random.pick(boundaries(schema))) }) }
}

/** Something is missing, is there that does not belong, or comes twice. */
const parts: MakeRequest = context => {
  const { random } = context
  const draft = applyMutation(context)
  const { body } = draft
  if (typeof body !== 'object' || body === null) {
    const more = random.pick([
      'x=1',
      'constructor=1',
      'limit=1',
      'query=',
      'XDEBUG_SESSION=1',
      `${'a'.repeat(2_000)}=1`,
      '=',
      'a[]=1&a[x]=2',
    ])
    const url = urlOf(draft)
    return { sent: write(context, draft, { url: `${url}${url.includes('?') ? '&' : '?'}${more}` }) }
  }
  if (Array.isArray(body)) {
    const items = body as unknown[]
    return { sent: write(context, { ...draft, body: [...items, ...items, null] }) }
  }
  const entries: [string, unknown][] = Object.entries(body)
  switch (random.below(5)) {
    case 0:
      return { sent: write(context, { ...draft, body: Object.fromEntries(entries.filter(() => random.chance(0.5))) }) }
    case 1:
      return {
        sent: write(context, {
          ...draft,
          body: {
            ...body,
            nothing_known: 1,
            [random.pick(['id', '__proto__x', 'constructor', '', 'é', '2nd'])]: { a: [1] },
          },
        }),
      }
    case 2: {
      // The same name twice, as only a text can have it.
      const [name, value] = random.pick<[string, unknown]>(entries.length > 0 ? entries : [['a', 1]])
      const twice = `{${JSON.stringify(name)}:${random.pick(shortValues)},${JSON.stringify(body).slice(1, -1)}${entries.length > 0 ? ',' : ''}${JSON.stringify(name)}:${JSON.stringify(value)}}`
      return { sent: write(context, draft, { payload: twice, headers: JSON_BODY }) }
    }
    case 3: {
      const xml = xmlOf(JSON.stringify(body))
      if (xml === undefined) return undefined
      const odd = random.pick([
        xml.replace('<request>', '<request xmlns="urn:x" xmlns:a="urn:y" a:b="c">'),
        xml.replace('</request>', '<odd/><odd>1</odd><odd a="1"/></request>'),
        xml.replace(/<(\w+)>/g, '<p:$1 xmlns:p="urn:p">').replace(/<\/(\w+)>/g, '</p:$1>'),
        `\ufeff${xml}`,
        `<?xml version="1.0" encoding="utf-8"?>\n<!-- a -->${xml}<!-- b -->`,
        xml.replace('<request>', '<request>text in between'),
        xml.replace(/>([^<]+)</, '><![CDATA[$1]]><'),
        xml.replace('</request>', `${xml.slice(9)}`),
      ])
      return { sent: write(context, draft, { payload: odd, headers: XML_BODY }) }
    }
    default:
      return { sent: write(context, draft, { json: JSON.stringify([body]) }) }
  }
}

/** A body that is none of what it says it is (http.md §3, xml.md §3.3). */
const malformed: MakeRequest = context => {
  const { target, random } = context
  if (!target.body) return undefined
  const draft = plain(context)
  const isXml = random.chance(0.5)
  const payload = random.pick(isXml ? malformedXml : malformedJson)
  // Long ones are dear.
  if (payload.length > 20_000 && random.chance(0.8)) return undefined
  return { sent: write(context, draft, { payload, headers: isXml ? XML_BODY : JSON_BODY }) }
}

const encodings: MakeRequest = context => {
  const { target, random } = context
  if (!target.body) return undefined
  const draft = plain(context)
  const json = JSON.stringify(draft.body)
  const xml = xmlOf(json) ?? '<request/>'
  const [payload, type, encoding] = random.pick<readonly [string | Buffer, string, string?]>([
    [json, 'text/plain'],
    [json, 'text/xml'],
    [json, 'application/json5'],
    [json, 'APPLICATION/JSON'],
    [json, ';'],
    [json, 'x'.repeat(5_000)],
    [json, 'application/json; charset=utf-16'],
    [json, 'application/json;charset=iso-8859-1'],
    [json, 'multipart/form-data; boundary=x'],
    [`--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n${json}\r\n--x--`, 'multipart/form-data; boundary=x'],
    [Buffer.from(json, 'utf16le'), 'application/json; charset=utf-16le'],
    [Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(json, 'utf16le')]), 'application/json'],
    [Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(json)]), 'application/json'],
    [Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]), 'application/json'],
    [Buffer.from(`{"a":"\u00e9"}`, 'latin1'), 'application/json'],
    [Buffer.from(`<?xml version="1.0" encoding="iso-8859-1"?>${xml}`, 'latin1'), 'application/xml'],
    [Buffer.concat([Buffer.from([0xfe, 0xff]), Buffer.from(xml, 'utf16le').swap16()]), 'application/xml'],
    [Buffer.from(`<?xml version="1.0" encoding="UTF-16"?>${xml}`, 'utf16le'), 'application/xml'],
    [gzipSync(json), 'application/json', 'gzip'],
    [gzipSync(json), 'application/json'],
    [json, 'application/json', 'gzip'],
    [json, 'application/json', 'br, gzip, identity'],
    ['a[b][c]=%ff&=&[]=1&values[0][field_id]=1', 'application/x-www-form-urlencoded'],
    ['tracker[id]=1&label=x&name=y&__proto__[x]=1', 'application/x-www-form-urlencoded'],
    ['', 'application/json'],
    ['', 'application/xml'],
    [' \n', 'application/json'],
    [json, 'application/xml'],
    [xml, 'application/json'],
  ])
  const headers = { 'content-type': type, ...(encoding === undefined ? {} : { 'content-encoding': encoding }) }
  return { sent: write(context, draft, { payload, headers }) }
}

const HEADERS: readonly Readonly<Record<string, string>>[] = [
  { 'if-match': '*' },
  { 'if-match': '"x"' },
  { 'if-match': 'W/"x", "y"' },
  { 'if-match': '' },
  { 'if-match': '"'.repeat(3_000) },
  { 'if-none-match': '*' },
  { 'if-none-match': '"a", "b"' },
  { 'if-modified-since': 'Sat, 29 Oct 1994 19:43:31 GMT' },
  { 'if-unmodified-since': 'Sat, 29 Oct 1994 19:43:31 GMT' },
  { 'if-unmodified-since': 'not a date' },
  { 'if-unmodified-since': '2999-01-01T00:00:00Z' },
  { range: 'bytes=0-1' },
  { range: 'bytes=-1' },
  { range: 'bytes=5-1,0-0,9999999999999999999-' },
  { range: 'x=' },
  { accept: 'text/html' },
  { accept: 'application/json;q=0' },
  { accept: 'application/json;q=0.5, application/xml;q=0.6' },
  { accept: 'text/*;q=0.3, */*;q=0.1' },
  { accept: '*/*, application/*;q=0' },
  { accept: 'a/b'.repeat(1_000) },
  { accept: ',,,;q=1;;' },
  { 'accept-charset': 'utf-16' },
  { 'accept-charset': 'iso-8859-1, *;q=0' },
  { 'accept-encoding': 'gzip' },
  { 'accept-encoding': 'gzip;q=0, identity' },
  { 'accept-encoding': 'br, deflate, *;q=0' },
  { 'accept-language': 'fr-FR, xx;q=9' },
  { 'x-http-method-override': 'HEAD' },
  { 'x-http-method-override': 'OPTIONS' },
  { 'x-http-method-override': 'NONSENSE' },
  { 'x-http-method-override': ' ' },
  { origin: 'https://evil.example' },
  { origin: 'null', 'access-control-request-method': 'DELETE' },
  { 'x-forwarded-for': "1.2.3.4, ' or 1=1", 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'javascript' },
  { host: 'evil.example:99999' },
  { host: '' },
  { 'content-length': '0' },
  { 'x-client-uuid': 'x'.repeat(2_000) },
  { 'user-agent': '<script>alert(1)</script>' },
  { 'user-agent': '' },
  { cookie: 'a=b; __Host-TULEAP_session_hash=x' },
  { cookie: `${'a=b; '.repeat(500)}=;;` },
  { referer: 'javascript:alert(1)' },
  { te: 'trailers' },
  { upgrade: 'h2c' },
]

/** Headers of all forms, and the other ways in which a path can be written (http.md §1, §2). */
const forms: MakeRequest = context => {
  const { random, target } = context
  const draft = applyMutation(context)
  if (random.chance(0.65)) {
    const headers = random.pick(HEADERS)
    // A length that is too short for the body is for tests of bytes.
    const isLength = headers['content-length'] !== undefined
    const sent = write(context, isLength ? { ...draft, body: undefined } : draft, { headers })
    return { sent, mayMiss: headers['x-http-method-override'] !== undefined }
  }
  if (random.chance(0.6)) {
    const url = random.pick([
      urlOf(draft, '.json'),
      urlOf(draft, '.xml'),
      urlOf(draft, '/'),
      urlOf(draft, '', '/api/v1'),
      urlOf(draft, '.xml', '/api/v1'),
    ])
    return { sent: write(context, draft, { url }) }
  }
  const url = random.pick([
    urlOf(draft, '.json.xml'),
    urlOf(draft, '', '/api/v2'),
    urlOf(draft, '//'),
    urlOf(draft, '', '//api'),
    urlOf(draft, ';x=1'),
    urlOf(draft, '%2f'),
    urlOf(draft, '/..'),
    urlOf(draft, '', '/API'),
    urlOf(draft, '.php'),
  ])
  return { sent: write(context, draft, { url }), mayMiss: target.path !== '' }
}

/** Other methods on the path of the route. */
const methods: MakeRequest = context => {
  const { random, target } = context
  const draft = plain(context)
  const absent = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter(method => !target.allow.includes(method))
  const method = random.pick(['OPTIONS', 'OPTIONS', 'HEAD', ...absent])
  if (method === 'HEAD' && target.isWrite) return undefined
  const { payload: _payload, ...sent } = write(context, { ...draft, body: undefined })
  return { sent: { ...sent, method }, mayMiss: true }
}

const HEX = 'a'.repeat(64)
const basicOf = (text: string): Record<string, string> => ({
  authorization: `Basic ${Buffer.from(text).toString('base64')}`,
})
const CREDENTIALS: readonly Readonly<Record<string, string>>[] = [
  ...[
    '',
    ' ',
    'x',
    'tlp-k1-',
    'tlp-k1-1',
    `tlp-k1-1.${HEX}`,
    `tlp-k1-x.${HEX}`,
    `tlp-k1--1.${HEX}`,
    `tlp-k1-9223372036854775808.${HEX}`,
    `tlp-k1-1e3.${HEX}`,
    "' or 1=1 --",
    'x'.repeat(5_000),
  ].map(value => ({ 'x-auth-accesskey': value })),
  ...[
    'Bearer',
    'Bearer ',
    'bearer x',
    `Bearer tlp-oauth2-at1-1.${HEX}`,
    `Bearer tlp-k1-1.${HEX}`,
    'Bearer a b c',
    'Basic',
    'Basic !!!',
    'Basic =',
    'Digest x',
    'Negotiate',
    'x',
  ].map(value => ({ authorization: value })),
  // Only unknown names: each wrong password of an existing account costs a hash, and delays the right ones.
  ...['', ':', 'mia', ':x', 'nobody:x', "' or 1=1 --:x", 'nobody\u0000:x', `${'x'.repeat(4_000)}:x`].map(basicOf),
  { 'x-auth-token': '' },
  { 'x-auth-token': HEX, 'x-auth-userid': '101' },
  { 'x-auth-token': HEX, 'x-auth-userid': "1' or '1'='1" },
  { 'x-auth-token': HEX, 'x-auth-userid': '9'.repeat(400) },
]
const credentials: MakeRequest = context => {
  const { random, target } = context
  const isPublic = target.isPublic
  const draft = plain(context)
  const sent = write({ ...context, caller: { ...context.caller, headers: {} } }, draft, {
    headers: random.pick(CREDENTIALS),
  })
  return { sent, isRefused: !isPublic }
}

/** In every part of a value entry of an artifact, whatever the kind of its field (artifacts.md §2.3, fields.md §3). */
const inEntry: MakeRequest = context => {
  const { random, target, fixture } = context
  if (target.name !== 'PUT /artifacts/{id}' && target.name !== 'POST /artifacts') return undefined
  const name = random.pick(['bug', 'story', 'task', 'test_case'] as const)
  const tracker = fixture.writableProject.trackers[name]
  const { field_id } = random.pick(tracker.fields)
  const value = hostileValue(random)
  const other = random.pick(shortValues)
  const task = fixture.artifacts.task
  const part = random.weighted<string>([
    [
      `"${random.pick(['value', 'bind_value_ids', 'links', 'all_links', 'parent', 'manual_value', 'is_autocomputed'])}":${value}`,
      20,
    ],
    [`"value":{"content":${value},"format":"html"}`, 1],
    [`"value":{"content":"x","format":${value}}`, 1],
    [`"value":{"bind_value_objects":${value}}`, 1],
    [`"value":{"bind_value_objects":[{"${random.pick(['id', 'label', 'email'])}":${value}}]}`, 2],
    [`"value":{"granted_groups":${value}}`, 1],
    [`"value":{"granted_groups":[${value}],"is_used_by_default":true}`, 1],
    [`"value":[${value}]`, 1],
    [
      `"value":[{"description":${value},"description_format":${other},"expected_results":"x","expected_results_format":"text","rank":1}]`,
      1,
    ],
    [
      `"value":[{"description":"x","description_format":"text","expected_results":${value},"expected_results_format":"html","rank":${other}}]`,
      1,
    ],
    [`"bind_value_ids":[${value},${other}]`, 2],
    [`"links":[{"id":${value},"type":""}]`, 1],
    [`"links":[{"id":${task},"type":${value}}]`, 1],
    [`"all_links":[{"id":${value},"direction":"reverse","type":""}]`, 1],
    [`"all_links":[{"id":${task},"direction":${value},"type":${other}}]`, 1],
    [`"parent":{"id":${value}}`, 1],
    [`"is_autocomputed":${value},"manual_value":${other}`, 1],
  ])
  const isUpdate = target.method === 'PUT'
  const draft = plain(context)
  const title = `{"field_id":${tracker.field('title')},"value":"A title"}`
  const json = `{"tracker":{"id":${tracker.id}},"values":[${isUpdate ? '' : `${title},`}{"field_id":${field_id},${part}}]}`
  return {
    sent: write(context, isUpdate ? { ...draft, path: { id: String(fixture.artifacts[name]) } } : draft, { json }),
  }
}

/** Larger than is taken, and just not (http.md §3.2). */
const sizes: MakeRequest = context => {
  const { random, target } = context
  if (!target.body || target.name === 'POST /artifact_temporary_files') return undefined
  const draft = plain(context)
  const length = 10 * 1024 * 1024 + random.pick([0, 1])
  const json = JSON.stringify(draft.body)
  const payload = json + ' '.repeat(length - Buffer.byteLength(json))
  return { sent: write(context, draft, { payload, headers: JSON_BODY }) }
}

/** Uploads and downloads, which the document does not list. */
const bytes: MakeRequest = ({ random, fixture, caller, target }) => {
  const pool = fixture.pools['artifact_files']
  if (target.path !== '/artifact_files/{id}' || !pool) return undefined
  const id = random.chance(0.7) ? random.pick([...pool.use, ...pool.secret]) : hostileParameter(random)
  const url = random.pick([
    `/uploads/tracker/file/${id}`,
    `/plugins/tracker/attachments/${id}-leaf.txt`,
    `/plugins/tracker/attachments/preview/${id}`,
    `/plugins/tracker/attachments/${id}`,
  ])
  const isUpload = url.startsWith('/uploads')
  const method = isUpload
    ? random.pick(['HEAD', 'PATCH', 'OPTIONS', 'GET', 'POST', 'DELETE'])
    : random.pick(['GET', 'HEAD'])
  const odd = { ...(random.chance(0.8) ? { 'tus-resumable': random.pick(['1.0.0', '1.0.0', '0.2.2', '']) } : {}) }
  const headers: Record<string, string> = {
    ...caller.headers,
    ...odd,
    ...(random.chance(0.5)
      ? { 'upload-offset': random.pick(['0', '-1', '1e3', '99999999999999999999', 'x', '3']) }
      : {}),
    ...(random.chance(0.3) ? { 'upload-length': random.pick(['0', '-1', 'x']) } : {}),
    ...(random.chance(0.3) ? { 'upload-metadata': random.pick(['filename !!!', 'x', 'a YQ==,a YQ==']) } : {}),
    ...(random.chance(0.3) ? { 'upload-checksum': random.pick(['sha1 x', 'md5', 'sha1 ']) } : {}),
    ...(random.chance(0.3) ? { range: random.pick(['bytes=0-3', 'bytes=-1', 'bytes=9-1', 'bytes=0-0,2-2', 'x']) } : {}),
    ...(method === 'PATCH' ? { 'content-type': random.pick(['application/offset+octet-stream', 'text/plain']) } : {}),
  }
  return { sent: { method, url, headers, ...(method === 'PATCH' ? { payload: 'green' } : {}) }, mayMiss: true }
}

/** Asks for a secret by its word, and for one that is none: whoever may not read it must not learn which of them is there. */
const probes: MakeRequest = context => {
  const { random, target, fixture, caller } = context
  const hidden = fixture.secrets.filter(secret => /^zq\w+$/.test(secret.word) && !secret.readers.has(caller.name))
  if (hidden.length === 0) return undefined
  const secret = random.pick(hidden)
  const control = [...secret.word].reverse().join('')
  const draft = plain(context)
  const ask = (word: string): SentRequest | undefined => {
    const texts = target.inQuery.filter(({ name }) => /^(query|text|expert_query|order_by|fields|values)$/.test(name))
    if (!target.isWrite && texts.length > 0) {
      const { name } = pickOne(texts)
      const criteria = pickOne(CRITERIA)
      const field = pickOne(fixture.secretProject.trackers.bug.fields)
      const value =
        name === 'expert_query'
          ? pickOne([
              `${field.name} = '${word}'`,
              `title = '${word}'`,
              `not (${field.name} = '${word}')`,
              `${field.name} in ('${word}')`,
            ])
          : name === 'query'
            ? pickOne([
                word,
                JSON.stringify({ [criteria]: word }),
                JSON.stringify({ [field.field_id]: word }),
                JSON.stringify({ [field.name]: word }),
              ])
            : word
      const asked = withParameter(draft, name, encodeURIComponent(value))
      // In the secret project itself, which contains the secrets.
      const ids = fixture.pools[collectionOf(target)]?.secret ?? []
      const path =
        ids.length > 0 && target.inPath.length > 0
          ? { ...draft.path, [target.inPath[0]?.name ?? '']: String(pickOne(ids)) }
          : draft.path
      return { method: 'GET', url: urlOf({ ...asked, path }), headers: caller.headers }
    }
    if (target.name === 'POST /projects/{id}/extract_references')
      return {
        method: 'POST',
        url: urlOf(draft),
        headers: { ...caller.headers, ...JSON_BODY },
        payload: JSON.stringify({ text: `${word} #1 ${word}` }),
      }
    return undefined
  }
  // Both ask the same, with another word.
  const choices = Array.from({ length: 8 }, () => random.next())
  let at = 0
  const pickOne = <Item>(items: readonly Item[]): Item =>
    items[Math.floor((choices[at++ % choices.length] ?? 0) * items.length)] as Item
  const sent = ask(secret.word)
  at = 0
  const other = ask(control)
  return sent && other ? { sent, control: { sent: other, secret, word: control } } : undefined
}

const makers = {
  valid: context => ({ sent: write(context, plain(context)) }),
  rich: context => ({ sent: write(context, context.drafts.rich(context.target, context.caller, context.random)) }),
  boundary,
  body: inBody,
  entry: inEntry,
  query: inQuery,
  criteria: inCriteria,
  expert: inExpertQuery,
  path: inPath,
  parts,
  malformed,
  encodings,
  forms,
  methods,
  credentials,
  sizes,
  bytes,
  probes,
} satisfies Record<string, MakeRequest>

export type Kind = keyof typeof makers

/** How often each is drawn; what makes no sense for a route is drawn again. */
const WEIGHTS: readonly (readonly [Kind, number])[] = [
  ['valid', 12],
  ['rich', 12],
  ['boundary', 8],
  ['body', 18],
  ['query', 8],
  ['criteria', 4],
  ['path', 7],
  ['parts', 6],
  ['malformed', 4],
  ['encodings', 6],
  ['forms', 8],
  ['methods', 3],
  ['credentials', 4],
  ['sizes', 0.03],
  ['probes', 8],
]
/** Kinds for a few routes. */
const OWN_WEIGHTS: Readonly<Record<string, readonly (readonly [Kind, number])[]>> = {
  'PUT /artifacts/{id}': [['entry', 100]],
  'POST /artifacts': [['entry', 60]],
  'GET /trackers/{id}/artifacts': [['expert', 60]],
  'GET /artifact_files/{id}': [['bytes', 200]],
}

export const planRequest = (context: MutationContext): PlannedRequest => {
  const { target, caller, random } = context
  const weights = [...WEIGHTS, ...(OWN_WEIGHTS[target.name] ?? [])]
  for (let tries = 0; tries < 20; tries++) {
    const kind = random.weighted(weights)
    const made = makers[kind](context)
    if (made) return { kind, target, caller, ...made }
  }
  return { kind: 'valid', target, caller, ...makers.valid(context) }
}
