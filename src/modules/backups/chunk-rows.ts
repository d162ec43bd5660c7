import { crc32 } from 'node:zlib'

export interface ChunkLimits {
  /** Minimum size of a chunk, except the last one. */
  readonly min: number
  /** Maximum size of a chunk, unless a single row is larger. */
  readonly max: number
}

const CHUNK_LIMITS: ChunkLimits = { min: 512 * 1024, max: 4 * 1024 * 1024 }
const LINE_END = 0x0a
/** Average number of rows between the rows that may end a chunk. */
const BOUNDARY_MODULUS = 256

/**
 * Cuts the rows of a table, as COPY sends them, into chunks. The content of the rows decides where: changed, added or removed rows change
 * the chunks around them, and all other chunks stay the same as in the last backup.
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
  // The rest is smaller than the maximum, but may contain more than one chunk.
  for (let block = Buffer.concat(waiting); block.length > 0;) {
    const cut = findChunkEnd(block, min, max) ?? block.length
    yield block.subarray(0, cut)
    block = block.subarray(cut)
  }
}

/** The end of the first row beyond the minimum that may end a chunk, or of the last row that fits; undefined if no row is complete. */
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
