import type { Bucket, Part } from './s3-bucket.ts'

const MIB = 1024 * 1024
/** S3 takes no smaller ones but the last, and not more than this many. */
const MIN_PART_BYTES = 5 * MIB
const MAX_PARTS = 10_000

/** All parts of an object but the last have one size, so that a part's number says where it lies. */
export const partSizeFor = (size: number): number => Math.max(MIN_PART_BYTES, Math.ceil(size / MAX_PARTS / MIB) * MIB)

export interface PartWriterOptions {
  readonly bucket: Bucket
  readonly key: string
  readonly uploadId: string
  readonly partSize: number
  /** Of the first part that is written. */
  readonly firstNumber: number
  /** Bytes that the first part begins with. */
  readonly head?: Buffer
}

/**
 * Cuts a stream into parts and sends them one after another, while the next one fills: two parts are in memory, and those that arrived
 * are always the first ones.
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

  /** Bytes of the part that is not full yet. */
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
    // Heard in `settle`; until then nobody listens.
    this.#sending.catch(() => undefined)
    this.#filling = 1 - this.#filling
    this.#filled = 0
  }

  /** What was sent has arrived. */
  async settle(): Promise<void> {
    const sending = this.#sending
    this.#sending = Promise.resolve(undefined)
    const part = await sending
    if (part) this.parts.push(part)
  }

  /** Sends what is left as the last part, which may be of any size; an object of no bytes has one part, too. */
  async end(): Promise<void> {
    if (this.#filled > 0 || this.#number === 1) await this.#send()
    await this.settle()
  }
}
