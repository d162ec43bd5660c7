import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import { acceptsGzip, otherMediaTypes } from '../headers/negotiate.ts'
import { closeWhenStalled } from './request-timeouts.ts'
import type { OutgoingResponse, ResponseHeaders } from './response.ts'
import { headersOf } from './response.ts'
import { sendStream } from './send-stream.ts'

/**
 * NDJSON or CSV: texts of whole lines, each with its end, made in pieces while earlier pieces are sent. The first piece exists before the response
 * begins, so that an early failure is refused as usual. A later failure breaks the response off.
 */
export interface LineStream {
  readonly first: string
  readonly rest: AsyncIterable<string>
  /** Absent: ndjson. */
  readonly format?: 'ndjson' | 'csv'
}

/** An open response: what the server may do with it as long as the client stays. */
export interface LiveConnection {
  write(text: string): void
  /** Bytes that the client has not taken yet. */
  pending(): number
  /** Ends the response after what was written. */
  end(): void
  /** Ends the response at once. */
  destroy(): void
}

/** Server-sent events: `open` gets the connection once the head of the response is sent, and returns what is called when it closes. */
export interface LiveResponse {
  readonly open: (connection: LiveConnection) => () => void
}

export const writeLines = async (
  response: ServerResponse,
  acceptEncoding: string | undefined,
  base: ResponseHeaders,
  answer: OutgoingResponse,
  { first, rest, format = 'ndjson' }: LineStream,
): Promise<void> => {
  const isPacked = acceptsGzip(acceptEncoding)
  const own = ['Vary', 'Accept, Accept-Encoding', ...(isPacked ? ['Content-Encoding', 'gzip'] : [])]
  const headers = { ...answer.headers, 'Content-Type': `${otherMediaTypes[format]}; charset=utf-8` }
  response.writeHead(answer.status, headersOf(base, { ...answer, headers }, own))
  closeWhenStalled(response)
  const pieces = async function* () {
    if (first !== '') yield first
    yield* rest
  }
  try {
    await sendStream(response, Readable.from(pieces()), ...(isPacked ? [createGzip({ level: 4 })] : []))
  } catch (error) {
    // A client that leaves before the end is no fault of the server.
    if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error
  }
}

/** Resolves when the response has ended. It is not compressed: a compressor would hold events back, and needs memory for each client. */
export const writeLive = (
  response: ServerResponse,
  base: ResponseHeaders,
  answer: OutgoingResponse,
  { open }: LiveResponse,
): Promise<void> => {
  const headers = {
    ...answer.headers,
    'Content-Type': `${otherMediaTypes.events}; charset=utf-8`,
    'Cache-Control': 'no-store',
    'X-Accel-Buffering': 'no',
  }
  // A stop of the server waits for connections that stay open after their response.
  response.shouldKeepAlive = false
  response.writeHead(answer.status, headersOf(base, { ...answer, headers }, ['Vary', 'Accept']))
  response.flushHeaders()
  response.socket?.setNoDelay(true)
  return new Promise(resolve => {
    if (response.destroyed) return resolve()
    const closed = open({
      write: text => void response.write(text),
      pending: () => response.writableLength,
      end: () => void response.end(),
      destroy: () => void response.destroy(),
    })
    response.once('close', () => {
      closed()
      resolve()
    })
  })
}
