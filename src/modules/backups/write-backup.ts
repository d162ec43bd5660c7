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

export const createBackupWriter = (sink: BackupOutput): BackupWriter => new TarBackupWriter(sink)

class TarBackupWriter implements BackupWriter {
  readonly #sink: BackupOutput
  #position = 0
  #waiting: Buffer[] = []
  #waitingSize = 0
  #entries = 0
  #bytes = 0
  readonly #manifest = compressedLines()

  constructor(sink: BackupOutput) {
    this.#sink = sink
  }

  readonly #flush = async (): Promise<void> => {
    const all = this.#waiting.length === 1 ? (this.#waiting[0] as Buffer) : Buffer.concat(this.#waiting)
    this.#waiting = []
    this.#waitingSize = 0
    await this.#sink.write(all)
  }

  readonly #put = async (piece: Buffer): Promise<void> => {
    this.#position += piece.length
    this.#waiting.push(piece)
    this.#waitingSize += piece.length
    if (this.#waitingSize >= WRITE_AT_ONCE) await this.#flush()
  }

  readonly #write = async (
    name: string,
    size: number,
    content: Buffer | AsyncIterable<Buffer>,
  ): Promise<EntryLocation> => {
    const offset = this.#position
    await this.#put(tarHeader(name, size))
    const hash = createHash('sha256')
    let written = 0
    for await (const piece of Buffer.isBuffer(content) ? [content] : content) {
      written += piece.length
      if (written > size) break
      hash.update(piece)
      await this.#put(piece)
    }
    if (written !== size) throw new Error(`${name} has another size than the ${size} bytes that it was said to have`)
    await this.#put(tarPadding(size))
    return { name, size, sha256: hash.digest('hex'), offset }
  }

  readonly #note = (entry: Entry): void => {
    this.#entries++
    this.#bytes += entry.size
    this.#manifest.add(JSON.stringify(entry))
  }

  readonly size: BackupWriter['size'] = () => this.#position

  readonly add: BackupWriter['add'] = async (name, size, content) => {
    const place = await this.#write(name, size, content)
    this.#note(place)
    return place
  }

  readonly refer: BackupWriter['refer'] = this.#note

  readonly finish: BackupWriter['finish'] = async about => {
    const lines = await this.#manifest.end()
    const place = await this.#write(MANIFEST, lines.length, lines)
    const summary: Summary = { format: FORMAT, ...about, entries: this.#entries, bytes: this.#bytes, manifest: place }
    const text = Buffer.from(`${JSON.stringify(summary, null, 2)}\n`)
    const end: EndBlock = { format: FORMAT, summary: await this.#write(SUMMARY, text.length, text) }
    // One block, so that a reader finds it from the end of the file.
    await this.#write(END_FILE_NAME, BLOCK, Buffer.from(JSON.stringify(end).padEnd(BLOCK - 1) + '\n'))
    await this.#put(END_OF_TAR)
    await this.#flush()
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
