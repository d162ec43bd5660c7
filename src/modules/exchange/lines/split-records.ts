import type { Readable } from 'node:stream'

/** A record of a file: a line, or several lines with a quoted cell that holds ends of lines. */
export interface RawRecord {
  /** Without its end; undefined: not valid UTF-8, or too large. */
  readonly text: string | undefined
  readonly fault?: 'encoding' | 'size'
  /** Number of its first line, from 1. */
  readonly line: number
  /** Place behind the record. */
  readonly end: { readonly offset: number; readonly lines: number }
}

export interface SplitOptions {
  /** A sheet: an end of line between quotes does not end the record. */
  readonly isSheet: boolean
  readonly maxBytes: number
  /** Where the stream begins in the file. */
  readonly start: { readonly offset: number; readonly lines: number }
}

const NEWLINE = 10
const RETURN = 13
const QUOTE = 34

/** The records of a stream, of which at most one is in memory. Empty lines are left out. */
export async function* splitRecords(stream: Readable, options: SplitOptions): AsyncGenerator<RawRecord> {
  const splitter = new RecordSplitter(options)
  for await (const chunk of stream) yield* splitter.take(chunk as Buffer)
  yield* splitter.finish()
}

class RecordSplitter {
  readonly #options: SplitOptions
  readonly #decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  #parts: Buffer[] = []
  #size = 0
  #isTooLarge = false
  #isQuoted = false
  #newlines = 0
  #offset: number
  #lines: number

  constructor(options: SplitOptions) {
    this.#options = options
    this.#offset = options.start.offset
    this.#lines = options.start.lines
  }

  *take(chunk: Buffer): Generator<RawRecord> {
    let from = 0
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at]
      if (byte === QUOTE && this.#options.isSheet) this.#isQuoted = !this.#isQuoted
      if (byte !== NEWLINE) continue
      this.#newlines++
      if (this.#isQuoted && !this.#isTooLarge) continue
      this.#add(chunk.subarray(from, at + 1))
      from = at + 1
      yield* this.#end()
    }
    this.#add(chunk.subarray(from))
  }

  *finish(): Generator<RawRecord> {
    if (this.#size > 0) yield* this.#end()
  }

  #add(part: Buffer): void {
    this.#size += part.length
    if (this.#size > this.#options.maxBytes) {
      this.#isTooLarge = true
      this.#parts = []
    } else if (part.length > 0) this.#parts.push(Buffer.from(part))
  }

  *#end(): Generator<RawRecord> {
    const line = this.#lines + 1
    const isFirst = this.#offset === 0
    this.#offset += this.#size
    this.#lines += Math.max(this.#newlines, 1)
    const end = { offset: this.#offset, lines: this.#lines }
    const bytes = withoutEnd(Buffer.concat(this.#parts))
    const isTooLarge = this.#isTooLarge
    this.#parts = []
    this.#size = 0
    this.#newlines = 0
    this.#isTooLarge = false
    this.#isQuoted = false
    const text = isTooLarge ? undefined : this.#decode(bytes)
    const shown = isFirst && text?.startsWith('\ufeff') === true ? text.slice(1) : text
    if (shown === undefined) yield { text: undefined, fault: isTooLarge ? 'size' : 'encoding', line, end }
    else if (shown.trim() !== '') yield { text: shown, line, end }
  }

  #decode(bytes: Buffer): string | undefined {
    try {
      return this.#decoder.decode(bytes)
    } catch {
      return undefined
    }
  }
}

const withoutEnd = (bytes: Buffer): Buffer => {
  let length = bytes.length
  if (bytes[length - 1] === NEWLINE) length--
  if (bytes[length - 1] === RETURN) length--
  return bytes.subarray(0, length)
}
