import type { IncomingMessage } from 'node:http'

const DRAIN_TIMEOUT_MS = 10_000

/**
 * Call after a response that did not wait for the whole body. The server reads and drops further bytes for a while, so that the client
 * can read the response; then the connection ends.
 */
export const drainRequestBody = (request: IncomingMessage): void => {
  const { 'content-length': length = '0', 'transfer-encoding': encoding } = request.headers
  if (request.complete || request.destroyed || (length === '0' && encoding === undefined)) return
  request.resume()
  const deadline = setTimeout(() => request.destroy(), DRAIN_TIMEOUT_MS).unref()
  request.once('close', () => clearTimeout(deadline))
}
