/** A response ended before its last line, or did not come. */
export class ConnectionLost extends Error {
  override readonly name = 'ConnectionLost'
}

/** The JSON values of the lines of a response, as they arrive. An unfinished line at the end is left out. Throws ConnectionLost. */
export async function* jsonLines(response: Response): AsyncGenerator<unknown, void, undefined> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  if (!reader) return
  let rest = ''
  try {
    for (;;) {
      const { done, value } = await readFrom(reader)
      if (done) return
      const lines = (rest + value).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) if (line !== '') yield JSON.parse(line) as unknown
    }
  } finally {
    // Ends the request if nobody reads further.
    await reader.cancel().catch(() => undefined)
  }
}

type Reader = ReadableStreamDefaultReader<string>

const readFrom = async (reader: Reader): Promise<Awaited<ReturnType<Reader['read']>>> => {
  try {
    return await reader.read()
  } catch (cause) {
    throw new ConnectionLost('the connection was lost', { cause })
  }
}
