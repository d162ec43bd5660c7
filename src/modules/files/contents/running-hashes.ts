import { createHash, type Hash } from 'node:crypto'

export interface RunningHash {
  readonly hash: Hash
  /** Bytes that it has seen, from the first on. */
  size: number
}

/** Each takes about a kilobyte, and abandoned uploads may be removed by another process: so there is an end to them. */
const MAX_RUNNING_HASHES = 5000

/**
 * SHA-256 of uploads while they arrive, over several requests to the same process. One that has not seen every byte is of no use:
 * it is dropped, and the content read again at the end.
 */
export class RunningHashes {
  readonly #running = new Map<string, RunningHash>()

  /** Goes on with bytes that lie at an offset; undefined where earlier ones were not seen. `keep` it when they were written. */
  take(key: string, offset: number): RunningHash | undefined {
    const running = this.#running.get(key)
    // Out of sight while it is written to: one that breaks off must not be found again.
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

  /** Of all the bytes, if all were seen. May be asked again. */
  digest(key: string, size: number): Buffer | undefined {
    const running = this.#running.get(key)
    return running?.size === size ? running.hash.copy().digest() : undefined
  }

  forget(key: string): void {
    this.#running.delete(key)
  }
}
