import type { IncomingMessage } from 'node:http'
import { Transform, type Readable } from 'node:stream'

/** A client that sends nothing for so long is gone: what it sent is kept, and its lock is free for the next request. */
const STALLED_MS = 30_000

/**
 * The body of a request as a stream that always ends well: at `most` bytes (more are discarded, files.md §2), when the connection
 * breaks, when nothing comes any more, and when `stop` is aborted. So whatever arrived is kept. No faster than it is read.
 */
export const receiveBody = (request: IncomingMessage, most: number, stop: AbortSignal): Readable => {
  let left = most
  const body = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      idle.refresh()
      const part = chunk.subarray(0, left)
      left -= part.length
      done(null, part)
      if (left === 0) end()
    },
  })
  const end = (): void => {
    request.unpipe(body)
    // Of a body that is not read to its end, the rest flows into nothing.
    if (!request.destroyed) request.resume()
    body.end()
  }
  const idle = setTimeout(end, STALLED_MS)
  stop.addEventListener('abort', end, { once: true })
  request.once('close', end).on('error', end)
  body.once('close', () => {
    clearTimeout(idle)
    stop.removeEventListener('abort', end)
    request.off('close', end)
  })
  if (most === 0 || stop.aborted || request.destroyed) end()
  else request.pipe(body)
  return body
}
