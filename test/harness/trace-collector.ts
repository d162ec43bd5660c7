// A collector of traces on loopback: what a server tells in OTLP/JSON, span by span.
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface CollectedSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId: string | undefined
  readonly name: string
  /** 1 internal, 2 server, 3 client. */
  readonly kind: number
  readonly attributes: Readonly<Record<string, string | number>>
  readonly isFailed: boolean
  readonly links: readonly string[]
  readonly resource: Readonly<Record<string, string | number>>
}

export interface TraceCollector {
  readonly url: string
  readonly spans: CollectedSpan[]
  /** All that was sent, as it came. */
  readonly bodies: string[]
  readonly headers: IncomingHttpHeaders[]
  close(): Promise<void>
}

interface Pair {
  readonly key: string
  readonly value: { readonly stringValue?: string; readonly intValue?: number | string }
}
interface ExportedSpans {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Pair[] }
    readonly scopeSpans: readonly {
      readonly spans: readonly {
        readonly traceId: string
        readonly spanId: string
        readonly parentSpanId?: string
        readonly name: string
        readonly kind: number
        readonly attributes: readonly Pair[]
        readonly status: { readonly code: number }
        readonly links?: readonly { readonly spanId: string }[]
      }[]
    }[]
  }[]
}

const FAILED = 2

/** `status`: of its answers; 0 = it takes what is sent and never answers. */
export const startTraceCollector = async (status = 200): Promise<TraceCollector> => {
  const collected = { spans: [] as CollectedSpan[], bodies: [] as string[], headers: [] as IncomingHttpHeaders[] }
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk))
    request.on('end', () => {
      collected.bodies.push(body)
      collected.headers.push(request.headers)
      if (status === 0) return
      if (request.url === '/v1/traces') collected.spans.push(...spansOf(JSON.parse(body) as ExportedSpans))
      response.writeHead(status, { 'content-type': 'application/json' }).end('{}')
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    ...collected,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

const valuesOf = (pairs: readonly Pair[]): Record<string, string | number> =>
  Object.fromEntries(pairs.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue)]))

const spansOf = ({ resourceSpans }: ExportedSpans): CollectedSpan[] =>
  resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map(({ traceId, spanId, parentSpanId, name, kind, attributes, status, links = [] }) => ({
        traceId,
        spanId,
        parentSpanId,
        name,
        kind,
        attributes: valuesOf(attributes),
        isFailed: status.code === FAILED,
        links: links.map(link => link.spanId),
        resource: valuesOf(resource.attributes),
      })),
    ),
  )
