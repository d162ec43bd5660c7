import type { ServerResponse } from 'node:http'
import type { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/**
 * Sends what a source gives, changed on the way. Where the client left before, the source is closed, which `pipeline` does not do: it
 * throws, and files and connections would stay open.
 */
export const sendStream = async (
  response: ServerResponse,
  source: Readable,
  ...changes: readonly Transform[]
): Promise<void> => {
  if (!response.destroyed) return pipeline([source, ...changes, response])
  for (const stream of [source, ...changes]) stream.destroy()
}
