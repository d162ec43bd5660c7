import { createHash, type Hash } from 'node:crypto'

export interface RunningHash {
  readonly hash: Hash
  /** Number of hashed bytes, from the first on. */
  size: number
}

/** A running hash takes about a kilobyte, and another process may remove its upload. The maximum limits hashes of such uploads. */
const MAX_RUNNING_HASHES = 5000

/**
 * SHA-256 of uploads while they arrive, over several requests to the same process. A hash that misses a byte is useless: it is dropped, and
 * the content is read again at the end.
 */
export class RunningHashes {
  readonly #running = new Map<string, RunningHash>()

  /**
   * Continues a hash with bytes at this offset; undefined if earlier bytes are missing from it. Call `keep` after the bytes were written.
   */
  take(key: string, offset: number): RunningHash | undefined {
    const running = this.#running.get(key)
    // Removed from the map while bytes are added: an interrupted hash must not be found again.
    this.#running.delete(key)
    if (offset === 0) return { hash: createHash('sha256'), size: 0 }
    return running?.size === offset ? running : undefined
  }

  keep(key: string, running: RunningHash | undefined): void {
    if (!running) return
    this.#running.set(key, running)
    const [oldest] = this.#running.keys()
    if (this.#running.size > MAX_RUNNING_HASHES && oldest !== undefined) this.#running.delete(oldest)
  }

  /** Hash of all bytes, if all were seen. May be called again. */
  digest(key: string, size: number): Buffer | undefined {
    const running = this.#running.get(key)
    return running?.size === size ? running.hash.copy().digest() : undefined
  }

  forget(key: string): void {
    this.#running.delete(key)
  }
}
