import type { Bucket, Part } from './s3-bucket.ts'

const MIB = 1024 * 1024
/** Limits of S3: minimum size of all parts but the last, and maximum number of parts. */
const MIN_PART_BYTES = 5 * MIB
const MAX_PARTS = 10_000

/** All parts of an object except the last have one size, so that a part's number gives its position. */
export const partSizeFor = (size: number): number => Math.max(MIN_PART_BYTES, Math.ceil(size / MAX_PARTS / MIB) * MIB)

export interface PartWriterOptions {
  readonly bucket: Bucket
  readonly key: string
  readonly uploadId: string
  readonly partSize: number
  /** Number of the first part to write. */
  readonly firstNumber: number
  /** First bytes of the first part. */
  readonly head?: Buffer
}

/**
 * Cuts a stream into parts and sends them one after another, while the next part fills: two parts are in memory, and the parts that arrived
 * have no gap.
 */
export class PartWriter {
  readonly #options: PartWriterOptions
  readonly #buffers: readonly [Buffer, Buffer]
  #filling = 0
  #filled = 0
  #number: number
  #sending: Promise<Part | undefined> = Promise.resolve(undefined)
  readonly parts: Part[] = []

  constructor(options: PartWriterOptions) {
    this.#options = options
    this.#number = options.firstNumber
    this.#buffers = [Buffer.allocUnsafe(options.partSize), Buffer.allocUnsafe(options.partSize)]
    if (options.head) this.#filled = options.head.copy(this.#buffers[0])
  }

  /** Bytes of the part that is not full. */
  get rest(): Buffer {
    return (this.#buffers[this.#filling] as Buffer).subarray(0, this.#filled)
  }

  get nextNumber(): number {
    return this.#number
  }

  async write(bytes: Buffer): Promise<void> {
    for (let at = 0; at < bytes.length;) {
      const taken = bytes.copy(this.#buffers[this.#filling] as Buffer, this.#filled, at)
      at += taken
      this.#filled += taken
      if (this.#filled === this.#options.partSize) await this.#send()
    }
  }

  async #send(): Promise<void> {
    await this.settle()
    const { bucket, key, uploadId } = this.#options
    this.#sending = bucket.putPart(key, uploadId, this.#number++, this.rest)
    // `settle` handles the failure; this handler avoids an unhandled rejection until then.
    this.#sending.catch(() => undefined)
    this.#filling = 1 - this.#filling
    this.#filled = 0
  }

  /** Waits until the sent part has arrived. */
  async settle(): Promise<void> {
    const sending = this.#sending
    this.#sending = Promise.resolve(undefined)
    const part = await sending
    if (part) this.parts.push(part)
  }

  /** Sends the remaining bytes as the last part, which may have any size; an empty object has one part, too. */
  async end(): Promise<void> {
    if (this.#filled > 0 || this.#number === 1) await this.#send()
    await this.settle()
  }
}
