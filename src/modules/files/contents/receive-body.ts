import type { IncomingMessage } from 'node:http'
import { Transform, type Readable } from 'node:stream'

/** A client that sends nothing for this long is gone: the received bytes stay, and the lock is free for the next request. */
const STALLED_MS = 30_000

/**
 * The body of a request as a stream that always ends without error. The stream ends after `most` bytes (more are discarded, files.md §2),
 * when the connection breaks, when no bytes arrive for `STALLED_MS`, and when `stop` is aborted. All received bytes are therefore stored.
 * The stream applies back-pressure.
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
    // Discards the rest of a body that is not read to its end.
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
