import { crc32 } from 'node:zlib'

export interface ChunkLimits {
  /** Smaller ones are only at the end. */
  readonly min: number
  /** Larger ones only where a single row is. */
  readonly max: number
}

const CHUNK_LIMITS: ChunkLimits = { min: 512 * 1024, max: 4 * 1024 * 1024 }
const LINE_END = 0x0a
/** One row of so many may end a piece. */
const BOUNDARY_MODULUS = 256

/**
 * Cuts the rows of a table, as COPY sends them, into pieces. Where it cuts follows from the rows themselves: rows that were changed,
 * added or removed change the pieces around them, and all others are the same as the last time.
 */
export async function* chunkRows(
  rows: AsyncIterable<Buffer>,
  { min, max }: ChunkLimits = CHUNK_LIMITS,
): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = []
  let size = 0
  for await (const bytes of rows) {
    waiting.push(bytes)
    size += bytes.length
    while (size >= max) {
      const block = waiting.length === 1 ? (waiting[0] as Buffer) : Buffer.concat(waiting)
      const cut = findChunkEnd(block, min, max)
      waiting = [block]
      if (cut === undefined) break
      yield block.subarray(0, cut)
      waiting = [block.subarray(cut)]
      size -= cut
    }
  }
  // What is left is less than the most, but may hold more than one piece, as it would if more came.
  for (let block = Buffer.concat(waiting); block.length > 0;) {
    const cut = findChunkEnd(block, min, max) ?? block.length
    yield block.subarray(0, cut)
    block = block.subarray(cut)
  }
}

/** After the first row beyond the least size that may end a piece, or after the last that fits; undefined when none is whole. */
const findChunkEnd = (block: Buffer, min: number, max: number): number | undefined => {
  let end = block.indexOf(LINE_END, Math.min(min, block.length)) + 1
  if (end === 0) return undefined
  for (;;) {
    const next = block.indexOf(LINE_END, end) + 1
    if (next === 0 || next > max) return end
    if (crc32(block.subarray(end, next)) % BOUNDARY_MODULUS === 0) return next
    end = next
  }
}
