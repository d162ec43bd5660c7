const WINDOW_MS = 5_000

/** Measures bytes a second over the last five seconds. */
export class SpeedMeter {
  #samples: { readonly at: number; readonly bytes: number }[] = []

  /** Returns undefined until there are two samples at different times. */
  add(at: number, bytes: number): number | undefined {
    this.#samples.push({ at, bytes })
    while (this.#samples.length > 2 && at - (this.#samples[0]?.at ?? at) > WINDOW_MS) this.#samples.shift()
    const [first] = this.#samples
    if (!first || at === first.at) return undefined
    return ((bytes - first.bytes) * 1000) / (at - first.at)
  }
}
