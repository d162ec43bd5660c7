import { Refusal } from '../../errors.ts'

export type Format = 'json' | 'xml'

/** Formats that only some routes have. */
export type OtherFormat = 'ndjson' | 'csv' | 'events'
export const otherMediaTypes: Readonly<Record<OtherFormat, string>> = {
  ndjson: 'application/x-ndjson',
  csv: 'text/csv',
  events: 'text/event-stream',
}

/**
 * The other format that the client chose, of those that the route has: by the parameter `format`, or by its exact media type. It comes
 * before the formats of `negotiate` (integrators.md §0).
 */
export const negotiateOther = (
  offered: readonly OtherFormat[],
  accept: string | undefined,
  parameter: unknown,
): OtherFormat | undefined => {
  const named = offered.find(format => format === parameter)
  if (named || accept === undefined) return named
  const accepted = new Set(
    rangesOf(accept)
      .filter(range => range.quality > 0)
      .map(range => range.name),
  )
  return offered.find(format => accepted.has(otherMediaTypes[format]))
}

/** 406: the server has no format that the client accepts. */
export class NotAcceptable extends Refusal {
  constructor(detail: string) {
    super(406, detail)
  }
}

/**
 * The format of the response (http.md §5): the suffix of the path, then the exact media types by quality, then the wildcards. `suffix` is
 * the format of `.json` or `.xml` at the end of the path.
 */
export const negotiate = (suffix: Format | undefined, accept: string | undefined): Format => {
  if (suffix) return suffix
  // Nearly every client sends one of these values: no list is parsed.
  if (accept === undefined || accept === 'application/json' || accept === '*/*' || accept === '') return 'json'
  if (accept === 'application/xml') return 'xml'

  const ranges = rangesOf(accept)
  if (ranges.length === 0) return 'json'
  const refused = new Set(ranges.filter(range => range.quality === 0).map(range => range.name))
  const accepted = ranges.filter(range => range.quality > 0).sort((a, b) => b.quality - a.quality)
  for (const { name } of accepted) {
    if (name === 'application/json') return 'json'
    if (name === 'application/xml') return 'xml'
  }
  const names = new Set(accepted.map(range => range.name))
  const preferences: [string, Format][] = [
    ['application/*', 'json'],
    ['application/*', 'xml'],
    ['text/*', 'xml'],
    ['*/*', 'json'],
    ['*/*', 'xml'],
  ]
  for (const [wildcard, format] of preferences) {
    if (names.has(wildcard) && !refused.has(`application/${format}`)) return format
  }
  throw new NotAcceptable('no such form of the answer is offered; ask for application/json or application/xml')
}

/** xml.md §1.3: an error before the negotiation is JSON, unless the client accepts XML only. */
export const unambiguousFormat = (accept: string | undefined): Format =>
  accept?.trim() === 'application/xml' ? 'xml' : 'json'

/**
 * `Accept-Charset` may ask for utf-8, iso-8859-1 or anything; other charsets are refused. The response is always UTF-8 and says so. The
 * reference platform changes only the label, which makes the text unreadable for clients that believe it.
 */
export const requireCharset = (accept: string | undefined): void => {
  if (accept === undefined || accept === '') return
  const offered = rangesOf(accept).some(
    ({ name, quality }) => quality > 0 && (name === 'utf-8' || name === 'iso-8859-1' || name === '*'),
  )
  if (!offered) throw new NotAcceptable('the charset of the answer is utf-8')
}

/** Whether the client takes gzip (RFC 9110 §12.5.3). */
export const acceptsGzip = (accept: string | undefined): boolean => acceptsCoding(accept, 'gzip')
export const acceptsBrotli = (accept: string | undefined): boolean => acceptsCoding(accept, 'br')

const acceptsCoding = (accept: string | undefined, coding: string): boolean => {
  if (accept === undefined) return false
  const ranges = rangesOf(accept)
  const range = ranges.find(each => each.name === coding) ?? ranges.find(each => each.name === '*')
  return range !== undefined && range.quality > 0
}

interface Range {
  readonly name: string
  readonly quality: number
}

const rangesOf = (header: string): Range[] =>
  header
    .split(',')
    .map((part, index) => {
      const [name = '', ...parameters] = part.split(';').map(each => each.trim().toLowerCase())
      const q = parameters.find(each => each.startsWith('q='))?.slice(2)
      const quality = q === undefined ? Number.NaN : Number(q)
      // Without q: in the order of the list, just below 1.
      return { name, quality: quality >= 0 && quality <= 1 ? quality : 1 - 0.0001 * (index + 1) }
    })
    .filter(range => range.name !== '')
