import type { IncomingMessage, ServerResponse } from 'node:http'

/** A client that takes nothing for so long, of what is there for it, is gone. */
const STALLED_MS = 60_000

/** Ends the connection of a client that stops to take its answer. While we have nothing for it, it may wait. */
export const closeWhenStalled = (response: ServerResponse, stalledMs = STALLED_MS): void => {
  response.setTimeout(stalledMs, () => {
    if ((response.socket?.writableLength ?? 0) > 0) response.destroy()
  })
}

/** A form of a few lines takes no longer to come. */
const BODY_TIMEOUT_MS = 10_000

/** Ends the connection of a client whose small body does not come: it holds a place that others wait for. */
export const closeOnLateBody = (request: IncomingMessage, response: ServerResponse): void => {
  if (request.method === 'GET' || request.method === 'HEAD') return
  const deadline = setTimeout(() => {
    if (!request.complete) request.destroy()
  }, BODY_TIMEOUT_MS)
  response.once('close', () => clearTimeout(deadline))
}
