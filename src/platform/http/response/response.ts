import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { createGzip, gzip, gzipSync } from 'node:zlib'
import { encodeXml, encodeXmlItem, XML_LIST } from '../../xml/object-xml.ts'
import { acceptsGzip, type Format } from '../headers/negotiate.ts'
import { sendStream } from './send-stream.ts'
import { closeWhenStalled } from './request-timeouts.ts'

/** A response that fits into one packet gains nothing from compression. */
const COMPRESS_FROM_BYTES = 1400
/** Up to this size, compressing synchronously costs a tenth of a thread-pool round trip with a window for any size. */
const COMPRESS_SYNC_UP_TO_BYTES = 32_768
const compressInThreadPool = promisify(gzip)

const compressSync = (text: Text): Buffer =>
  gzipSync(text, {
    level: 4,
    ...(text.length <= 8_192 ? { windowBits: 13, memLevel: 6 } : { windowBits: 15, memLevel: 7 }),
    chunkSize: 8_192,
  })
/** Shorter responses fit into the buffers of the connection. */
const STALL_CHECK_FROM_BYTES = 65_536

/** Headers of every response under `/api` (http.md §2.1, §4.1), as the flat list of names and values that Node writes fastest. */
const commonHeaders = [
  'Content-Language',
  'en',
  'Cache-Control',
  'no-store',
  'Expires',
  '0',
  'X-Content-Type-Options',
  'nosniff',
  'Content-Security-Policy',
  "default-src 'none'; frame-ancestors 'none'",
  'Cross-Origin-Opener-Policy',
  'same-origin',
  'Access-Control-Allow-Origin',
  '*',
  'Access-Control-Allow-Credentials',
  'true',
  'Access-Control-Allow-Headers',
  'Authorization, Content-Type, Origin, X-Auth-UserId, X-Auth-Token, X-Client-Uuid, X-Auth-AccessKey, ' +
    'If-Match, If-Unmodified-Since, Idempotency-Key, Prefer, Last-Event-ID',
  'Access-Control-Expose-Headers',
  'X-PAGINATION-SIZE, X-PAGINATION-LIMIT-MAX, X-PAGINATION-LIMIT, X-PAGINATION-OFFSET, Etag, Last-Modified, Location, Link, ' +
    'Retry-After, Idempotent-Replayed, Preference-Applied, X-Snapshot, X-Snapshot-Missing, ' +
    'X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, ' +
    'RateLimit, RateLimit-Policy, Deprecation, Sunset',
]
const contentTypes: Record<Format, string> = {
  json: 'application/json; charset=utf-8',
  xml: 'application/xml; charset=utf-8',
}
/** Names that `ResponseHeaders` sets and a route may override. */
const common = new Set([
  'content-type',
  'content-length',
  'vary',
  'allow',
  'access-control-allow-methods',
  ...commonHeaders.filter((_, index) => index % 2 === 0).map(name => name.toLowerCase()),
])

/** The common headers of one route, made once. */
export interface ResponseHeaders {
  readonly json: readonly string[]
  readonly xml: readonly string[]
}

/** `allow`: the list for `Allow` and `Access-Control-Allow-Methods`; undefined if no route was found. */
export const responseHeaders = (allow?: string): ResponseHeaders => {
  const list = allow === undefined ? [] : ['Allow', allow, 'Access-Control-Allow-Methods', allow]
  const headersFor = (format: Format) => ['Content-Type', contentTypes[format], ...commonHeaders, ...list]
  return { json: headersFor('json'), xml: headersFor('xml') }
}

/** The common headers and those that a route always has. */
export const withHeaders = ({ json, xml }: ResponseHeaders, own: Readonly<Record<string, string>>): ResponseHeaders => {
  const list = Object.entries(own).flat()
  return { json: [...json, ...list], xml: [...xml, ...list] }
}

/** Headers of responses before or without a route. */
export const noRouteHeaders = responseHeaders()

/** Finished text, in characters or in bytes of UTF-8. */
export type Text = string | Buffer

/** A representation as finished JSON text; the equivalent XML is made once, on the first request for XML. */
export class JsonText {
  #json: Text
  #xml: Text | undefined
  #isKept = false
  #onXml: (() => void) | undefined

  constructor(json: string) {
    this.#json = json
  }
  in(format: Format): Text {
    return format === 'json' ? this.#json : this.#inXml()
  }
  // Made from the JSON, so that both formats have the same content.
  #inXml(): Text {
    if (this.#xml === undefined) {
      this.#xml = this.#held(encodeXml(parse(this.#json)))
      this.#onXml?.()
    }
    return this.#xml
  }
  /** Moves a text that is cached out of the heap: no garbage collection copies its bytes, and they are sent as they are. */
  keep(): void {
    this.#isKept = true
    this.#json = this.#held(this.#json)
    if (this.#xml !== undefined) this.#xml = this.#held(this.#xml)
  }
  #held(text: Text): Text {
    if (!this.#isKept || typeof text !== 'string') return text
    // A buffer of exactly this size: a slice of a shared buffer would keep the whole shared buffer in memory.
    const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text))
    bytes.write(text)
    return bytes
  }
  /** Bytes of memory that the text takes once it is cached. */
  get bytes(): number {
    return Buffer.byteLength(this.#json) + (this.#xml === undefined ? 0 : Buffer.byteLength(this.#xml))
  }
  /** `listener` is called when the text has become larger. */
  onXml(listener: () => void): void {
    this.#onXml = listener
  }
}

/** The text of a JSON list from the texts of its elements, between `before` and `after`. */
export const joinTexts = (before: string, elements: readonly Text[], after: string): Text => {
  if (elements.every(element => typeof element === 'string')) return before + elements.join(',') + after
  const parts: Buffer[] = [Buffer.from(before)]
  for (const [index, element] of elements.entries()) {
    if (index > 0) parts.push(comma)
    parts.push(typeof element === 'string' ? Buffer.from(element) : element)
  }
  return Buffer.concat([...parts, Buffer.from(after)])
}
const comma = Buffer.from(',')

const parse = (json: Text): unknown => JSON.parse(String(json)) as unknown

/**
 * A list that is too long for the memory: JSON texts of its elements, made in chunks while earlier chunks are sent. The first chunk
 * exists before the response begins, so that an early failure is refused as usual. A later failure breaks the response off.
 */
export class JsonList {
  readonly first: readonly Text[]
  readonly rest: AsyncIterable<readonly Text[]>

  constructor(first: readonly Text[], rest: AsyncIterable<readonly Text[]>) {
    this.first = first
    this.rest = rest
  }

  /** The text of the whole list, one piece per chunk. */
  async *pieces(format: Format): AsyncGenerator<Text> {
    const isJson = format === 'json'
    let isEmpty = true
    const write = (elements: readonly Text[]): Text => {
      if (!isJson) return elements.map(element => encodeXmlItem(parse(element))).join('')
      const separator = isEmpty || elements.length === 0 ? '' : ','
      isEmpty &&= elements.length === 0
      return joinTexts(separator, elements, '')
    }
    yield isJson ? '[' : XML_LIST.start
    yield write(this.first)
    for await (const elements of this.rest) yield write(elements)
    yield isJson ? ']' : XML_LIST.end
  }
}

export interface OutgoingResponse {
  readonly status: number
  readonly format: Format
  readonly body?: unknown
  /** Finished JSON text instead of `body`. */
  readonly json?: Text | JsonText | JsonList | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Id of the answered request, as in its log lines. */
  readonly requestId?: string | undefined
}

/** The text of the response; empty without a body. */
const textOf = ({ format, json, body }: OutgoingResponse & { readonly json?: Text | JsonText | undefined }): Text => {
  if (json instanceof JsonText) return json.in(format)
  if (format === 'json') return json ?? (body === undefined ? '' : JSON.stringify(body))
  if (json === undefined && body === undefined) return ''
  // Made from the JSON, so that both formats have the same content, also for values with a `toJSON`.
  return encodeXml(parse(json ?? JSON.stringify(body)))
}

/** Writes the whole response. If a header cannot be sent, throws before anything is written. */
export const writeResponse = (
  response: ServerResponse,
  acceptEncoding: string | undefined,
  base: ResponseHeaders,
  answer: OutgoingResponse,
): void | Promise<void> => {
  const { json } = answer
  if (json instanceof JsonList) return writeList(response, acceptEncoding, base, answer, json)
  const text = textOf({ ...answer, json })
  if (text.length >= COMPRESS_FROM_BYTES && acceptsGzip(acceptEncoding)) {
    if (text.length > COMPRESS_SYNC_UP_TO_BYTES)
      return compressInThreadPool(text, { level: 4 }).then(bytes => write(response, base, answer, bytes, packed))
    return write(response, base, answer, compressSync(text), packed)
  }
  write(response, base, answer, text, text.length >= COMPRESS_FROM_BYTES ? varyEncoding : varyAccept)
}

const varyAccept = ['Vary', 'Accept']
const varyEncoding = ['Vary', 'Accept, Accept-Encoding']
const packed = [...varyEncoding, 'Content-Encoding', 'gzip']

/** Writes the list chunk by chunk, no faster than the client reads, without a Content-Length. */
const writeList = async (
  response: ServerResponse,
  acceptEncoding: string | undefined,
  base: ResponseHeaders,
  answer: OutgoingResponse,
  list: JsonList,
): Promise<void> => {
  const isPacked = acceptsGzip(acceptEncoding)
  response.writeHead(answer.status, headersOf(base, answer, isPacked ? packed : varyEncoding))
  closeWhenStalled(response)
  const pieces = Readable.from(list.pieces(answer.format))
  try {
    await sendStream(response, pieces, ...(isPacked ? [createGzip({ level: 4 })] : []))
  } catch (error) {
    // A client that leaves before the end is no fault of the server.
    if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error
  }
}

const write = (
  response: ServerResponse,
  base: ResponseHeaders,
  answer: OutgoingResponse,
  payload: Text,
  vary: readonly string[],
): void => {
  // RFC 9110 §8.6: a 204 has no length.
  const length = answer.status === 204 ? [] : ['Content-Length', String(Buffer.byteLength(payload))]
  response.writeHead(answer.status, headersOf(base, answer, [...vary, ...length]))
  if (payload.length > STALL_CHECK_FROM_BYTES) closeWhenStalled(response)
  response.end(payload)
}

export const headersOf = (base: ResponseHeaders, answer: OutgoingResponse, own: readonly string[]): string[] => {
  let headers = [...base[answer.format], ...own]
  if (answer.requestId !== undefined) headers.push('X-Request-Id', answer.requestId)
  for (const name in answer.headers) {
    const value = answer.headers[name]
    if (value === undefined) continue
    const key = name.toLowerCase()
    if (common.has(key)) headers = without(headers, key)
    headers.push(name, value)
  }
  return headers
}

const without = (headers: readonly string[], key: string): string[] => {
  const kept: string[] = []
  for (let index = 0; index < headers.length; index += 2) {
    const name = headers[index] ?? ''
    if (name.toLowerCase() !== key) kept.push(name, headers[index + 1] ?? '')
  }
  return kept
}
