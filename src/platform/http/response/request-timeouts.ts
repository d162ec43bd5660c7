import type { IncomingMessage, ServerResponse } from 'node:http'

/** A client that takes no byte of a ready response for this time is gone. */
const STALLED_MS = 60_000

/** Ends the connection of a client that stops reading its response. While no bytes are ready, the client may wait. */
export const closeWhenStalled = (response: ServerResponse, stalledMs = STALLED_MS): void => {
  response.setTimeout(stalledMs, () => {
    if ((response.socket?.writableLength ?? 0) > 0) response.destroy()
  })
}

/** A short form arrives within this time. */
const BODY_TIMEOUT_MS = 10_000

/** Ends the connection of a client whose small body does not arrive: it occupies a place that other requests wait for. */
export const closeOnLateBody = (request: IncomingMessage, response: ServerResponse): void => {
  if (request.method === 'GET' || request.method === 'HEAD') return
  const deadline = setTimeout(() => {
    if (!request.complete) request.destroy()
  }, BODY_TIMEOUT_MS)
  response.once('close', () => clearTimeout(deadline))
}
