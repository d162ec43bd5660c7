import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { constants, createGzip, gzip } from 'node:zlib'
import { END_FILE_NAME, FORMAT, MANIFEST, SUMMARY, type EndBlock, type Entry, type Summary } from './manifest.ts'
import type { BackupOutput } from './backup-output.ts'
import { BLOCK, END_OF_TAR, tarHeader, tarPadding } from './tar.ts'

type EntryLocation = Omit<Entry, 'base'>

/** Writes the entries of a backup, and finally their positions. */
export interface BackupWriter {
  /** Number of bytes written so far. */
  readonly size: () => number
  /** Adds an entry; `content` must have exactly `size` bytes. */
  add(name: string, size: number, content: Buffer | AsyncIterable<Buffer>): Promise<EntryLocation>
  /** Records an entry that another file holds. */
  refer(entry: Entry): void
  finish(summary: Omit<Summary, 'entries' | 'bytes' | 'manifest' | 'format'>): Promise<void>
}

const WRITE_AT_ONCE = 1024 * 1024
/** Fastest compression: the disk should be the limit. */
export const compress = (bytes: Buffer): Promise<Buffer> =>
  promisify<Buffer, { level: number }, Buffer>(gzip)(bytes, { level: constants.Z_BEST_SPEED })

export const createBackupWriter = (sink: BackupOutput): BackupWriter => {
  let position = 0
  let waiting: Buffer[] = []
  let waitingSize = 0
  let entries = 0
  let bytes = 0
  const manifest = compressedLines()

  const flush = async (): Promise<void> => {
    const all = waiting.length === 1 ? (waiting[0] as Buffer) : Buffer.concat(waiting)
    waiting = []
    waitingSize = 0
    await sink.write(all)
  }
  const put = async (piece: Buffer): Promise<void> => {
    position += piece.length
    waiting.push(piece)
    waitingSize += piece.length
    if (waitingSize >= WRITE_AT_ONCE) await flush()
  }
  const write = async (name: string, size: number, content: Buffer | AsyncIterable<Buffer>): Promise<EntryLocation> => {
    const offset = position
    await put(tarHeader(name, size))
    const hash = createHash('sha256')
    let written = 0
    for await (const piece of Buffer.isBuffer(content) ? [content] : content) {
      written += piece.length
      if (written > size) break
      hash.update(piece)
      await put(piece)
    }
    if (written !== size) throw new Error(`${name} has another size than the ${size} bytes that it was said to have`)
    await put(tarPadding(size))
    return { name, size, sha256: hash.digest('hex'), offset }
  }
  const note = (entry: Entry): void => {
    entries++
    bytes += entry.size
    manifest.add(JSON.stringify(entry))
  }

  return {
    size: () => position,
    add: async (name, size, content) => {
      const place = await write(name, size, content)
      note(place)
      return place
    },
    refer: note,
    finish: async about => {
      const lines = await manifest.end()
      const place = await write(MANIFEST, lines.length, lines)
      const summary: Summary = { format: FORMAT, ...about, entries, bytes, manifest: place }
      const text = Buffer.from(`${JSON.stringify(summary, null, 2)}\n`)
      const end: EndBlock = { format: FORMAT, summary: await write(SUMMARY, text.length, text) }
      // One block, so that a reader finds it from the end of the file.
      await write(END_FILE_NAME, BLOCK, Buffer.from(JSON.stringify(end).padEnd(BLOCK - 1) + '\n'))
      await put(END_OF_TAR)
      await flush()
    },
  }
}

/** Lines stored compressed: there may be millions. */
const compressedLines = () => {
  const stream = createGzip()
  const pieces: Buffer[] = []
  stream.on('data', (piece: Buffer) => pieces.push(piece))
  const ended = new Promise<void>((resolve, reject) => stream.once('end', resolve).once('error', reject))
  ended.catch(() => undefined)
  return {
    add: (line: string) => void stream.write(`${line}\n`),
    end: async (): Promise<Buffer> => {
      stream.end()
      await ended
      return Buffer.concat(pieces)
    },
  }
}
