import type { IncomingMessage } from 'node:http'

const DRAIN_TIMEOUT_MS = 10_000

/**
 * After an answer that did not wait for the whole body: what the client still sends is read and dropped for a while, that it may read the
 * answer; then the connection ends.
 */
export const drainRequestBody = (request: IncomingMessage): void => {
  const { 'content-length': length = '0', 'transfer-encoding': encoding } = request.headers
  if (request.complete || request.destroyed || (length === '0' && encoding === undefined)) return
  request.resume()
  const deadline = setTimeout(() => request.destroy(), DRAIN_TIMEOUT_MS).unref()
  request.once('close', () => clearTimeout(deadline))
}
