import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { Content } from './content-store.ts'

/** Size and SHA-256 of bytes that a stream delivers. */
export class HashingReader {
  readonly #hash = createHash('sha256')
  #size = 0

  update(bytes: Uint8Array): void {
    this.#hash.update(bytes)
    this.#size += bytes.length
  }

  content(): Content {
    return { size: this.#size, sha256: this.#hash.digest() }
  }
}

/** Reads a stream to its end. */
export const hashContent = async (content: Readable): Promise<Content> => {
  const hashing = new HashingReader()
  for await (const chunk of content as AsyncIterable<Buffer>) hashing.update(chunk)
  return hashing.content()
}
