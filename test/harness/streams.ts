// Server-sent events, read as a client reads them.

/** One event. */
export interface StreamMessage {
  readonly id: string | undefined
  readonly event: string
  readonly data: string
}

/** An open stream, read as the standard of server-sent events says. */
export class StreamReader {
  readonly messages: StreamMessage[] = []
  retry = ''
  status = 0
  headers: Headers = new Headers()
  isEnded = false
  readonly #leaving = new AbortController()

  static async open(url: string, headers: Record<string, string> = {}): Promise<StreamReader> {
    const reader = new StreamReader()
    const response = await fetch(url, { headers, signal: reader.#leaving.signal })
    reader.status = response.status
    reader.headers = response.headers
    void reader
      .#read(response)
      .catch(() => undefined)
      .finally(() => (reader.isEnded = true))
    return reader
  }
  close(): void {
    this.#leaving.abort()
  }
  get kinds(): string[] {
    return this.messages.filter(({ event }) => event !== 'place').map(({ event }) => event)
  }
  readonly #read = async (response: Response): Promise<void> => {
    let text = ''
    const decoder = new TextDecoder()
    for await (const bytes of response.body ?? []) {
      text += decoder.decode(bytes as Uint8Array, { stream: true })
      const blocks = text.split('\n\n')
      text = blocks.pop() ?? ''
      for (const block of blocks) this.#take(block)
    }
  }
  readonly #take = (block: string): void => {
    const fields = new Map(
      block.split('\n').map(line => [line.split(': ')[0] ?? '', line.slice(line.indexOf(': ') + 2)]),
    )
    const retry = fields.get('retry')
    if (retry !== undefined) this.retry = retry
    const event = fields.get('event')
    if (event !== undefined) this.messages.push({ id: fields.get('id'), event, data: fields.get('data') ?? '' })
  }
}

export const openStream = (url: string, headers: Record<string, string> = {}): Promise<StreamReader> =>
  StreamReader.open(url, headers)
