import type { ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { encodeXml } from './xml.ts'
import { acceptsGzip, type Format } from './negotiate.ts'

const compress = promisify(gzip)
/** What fits into one packet gains nothing from compression. */
const compressFrom = 1400

/** Headers of every answer under `/api` (http.md §2.1, §4.1), as the flat list of names and values that Node writes fastest. */
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
  'Authorization, Content-Type, Origin, X-Auth-UserId, X-Auth-Token, X-Client-Uuid, X-Auth-AccessKey',
  'Access-Control-Expose-Headers',
  'X-PAGINATION-SIZE, X-PAGINATION-LIMIT-MAX, X-PAGINATION-LIMIT, X-PAGINATION-OFFSET',
]
const contentTypes: Record<Format, string> = {
  json: 'application/json; charset=utf-8',
  xml: 'application/xml; charset=utf-8',
}
/** Names that `AnswerHeaders` sets, which a route may set otherwise. */
const common = new Set([
  'content-type',
  'content-length',
  'vary',
  'allow',
  'access-control-allow-methods',
  ...commonHeaders.filter((_, index) => index % 2 === 0).map(name => name.toLowerCase()),
])

/** The common headers of one route, made once. */
export interface AnswerHeaders {
  readonly json: readonly string[]
  readonly xml: readonly string[]
}

/** `allow`: the list for `Allow` and `Access-Control-Allow-Methods`; none where no route was found. */
export const answerHeaders = (allow?: string): AnswerHeaders => {
  const list = allow === undefined ? [] : ['Allow', allow, 'Access-Control-Allow-Methods', allow]
  const headersFor = (format: Format) => ['Content-Type', contentTypes[format], ...commonHeaders, ...list]
  return { json: headersFor('json'), xml: headersFor('xml') }
}

/** A representation as finished JSON text; the XML that says the same is made once, when it is first asked for. */
export class JsonText {
  readonly json: string
  #xml: string | undefined
  #onXml: (() => void) | undefined

  constructor(json: string) {
    this.json = json
  }
  // By way of JSON, so that both formats say the same.
  get xml(): string {
    if (this.#xml === undefined) {
      this.#xml = encodeXml(JSON.parse(this.json))
      this.#onXml?.()
    }
    return this.#xml
  }
  /** Memory that it takes; texts beyond Latin-1 take two bytes a character. */
  get bytes(): number {
    return bytesOfText(this.json) + (this.#xml === undefined ? 0 : bytesOfText(this.#xml))
  }
  /** Called when it has become larger. */
  onXml(listener: () => void): void {
    this.#onXml = listener
  }
}

const beyondLatin1 = /[^\0-\xff]/
const bytesOfText = (text: string): number => (beyondLatin1.test(text) ? 2 : 1) * text.length

export interface Answer {
  readonly status: number
  readonly format: Format
  readonly body?: unknown
  /** Finished JSON text instead of `body`. */
  readonly json?: string | JsonText | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
}

/** The answer's text; empty for none. */
export const textOf = (answer: Answer): string => {
  if (answer.json instanceof JsonText) return answer.format === 'json' ? answer.json.json : answer.json.xml
  if (answer.format === 'json') return answer.json ?? (answer.body === undefined ? '' : JSON.stringify(answer.body))
  if (answer.json === undefined && answer.body === undefined) return ''
  // By way of JSON, so that both formats say the same, whatever a value has for `toJSON`.
  return encodeXml(JSON.parse(answer.json ?? JSON.stringify(answer.body)))
}

/** Writes the whole answer. Throws, with nothing written, when a header cannot be sent. */
export const writeAnswer = (
  response: ServerResponse,
  acceptEncoding: string | undefined,
  base: AnswerHeaders,
  answer: Answer,
): void | Promise<void> => {
  const text = textOf(answer)
  if (text.length >= compressFrom && acceptsGzip(acceptEncoding)) {
    return compress(text, { level: 4 }).then(bytes =>
      write(response, base, answer, bytes, ['Vary', 'Accept, Accept-Encoding', 'Content-Encoding', 'gzip']),
    )
  }
  write(response, base, answer, text, text.length >= compressFrom ? varyEncoding : varyAccept)
}

const varyAccept = ['Vary', 'Accept']
const varyEncoding = ['Vary', 'Accept, Accept-Encoding']

const write = (
  response: ServerResponse,
  base: AnswerHeaders,
  answer: Answer,
  payload: string | Buffer,
  vary: readonly string[],
): void => {
  let headers = [...base[answer.format], ...vary]
  // RFC 9110 §8.6: a 204 has no length.
  if (answer.status !== 204) headers.push('Content-Length', String(Buffer.byteLength(payload)))
  for (const name in answer.headers) {
    const value = answer.headers[name]
    if (value === undefined) continue
    const key = name.toLowerCase()
    if (common.has(key)) headers = without(headers, key)
    headers.push(name, value)
  }
  response.writeHead(answer.status, headers)
  response.end(payload)
}

const without = (headers: readonly string[], key: string): string[] => {
  const kept: string[] = []
  for (let index = 0; index < headers.length; index += 2) {
    const name = headers[index] ?? ''
    if (name.toLowerCase() !== key) kept.push(name, headers[index + 1] ?? '')
  }
  return kept
}
