/** Below the limit of PostgreSQL for one notification. */
const MAX_BYTES = 7_000

/** Joins words to payloads for `announce`, as many words in each as an announcement takes. */
export const joinPayloads = (words: readonly string[], separator: ' ' | ','): string[] => {
  const payloads: string[] = []
  let joined: string[] = []
  let bytes = 0
  const end = (): void => {
    if (joined.length > 0) payloads.push(joined.join(separator))
    joined = []
    bytes = 0
  }
  for (const word of words) {
    const size = Buffer.byteLength(word) + 1
    if (bytes + size > MAX_BYTES) end()
    joined.push(word)
    bytes += size
  }
  end()
  return payloads
}
