import type { ServerResponse } from 'node:http'
import type { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/**
 * Sends a source through transforms. If the client has already left, `pipeline` throws without closing the source, and files and
 * connections would stay open: this closes it.
 */
export const sendStream = async (
  response: ServerResponse,
  source: Readable,
  ...changes: readonly Transform[]
): Promise<void> => {
  if (!response.destroyed) return pipeline([source, ...changes, response])
  for (const stream of [source, ...changes]) stream.destroy()
}
