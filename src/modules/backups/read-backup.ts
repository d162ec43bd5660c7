import { open, type FileHandle } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { createHash } from 'node:crypto'
import { createGunzip } from 'node:zlib'
import { Invalid } from '../../platform/errors.ts'
import {
  END_FILE_NAME,
  FORMAT,
  MANIFEST,
  parseEnd,
  parseEntry,
  parseFormat,
  parseSummary,
  SUMMARY,
  type Entry,
  type Summary,
} from './manifest.ts'
import { BLOCK, END_OF_TAR, tarHeader, tarPadding } from './tar.ts'

type EntryLocation = Omit<Entry, 'base'>

/** An open backup file whose end was read. `verify` checks whether the rest is complete. */
export interface BackupFile {
  readonly file: string
  readonly summary: Summary
  /** In the order in which they were written. */
  entries(): AsyncGenerator<Entry>
  /** Bytes of an entry of this file, unchecked. */
  read(place: EntryLocation): AsyncGenerator<Buffer>
  /** Reads an entry with its header and padding. Returns a fault, or undefined if all is correct. */
  check(place: EntryLocation): Promise<string | undefined>
  close(): Promise<void>
}

const READ_AT_ONCE = 256 * 1024
const END_SIZE = 2 * BLOCK + END_OF_TAR.length

export const openBackup = async (file: string): Promise<BackupFile> => {
  const handle = await open(file, 'r').catch((error: NodeJS.ErrnoException) => {
    throw new Invalid(`${file} cannot be read: ${error.code === 'ENOENT' ? 'it is not there' : error.message}.`, {
      reason: 'parameter.range',
    })
  })
  try {
    const summary = await readSummary(handle, file)
    return {
      file,
      summary,
      entries: () => readEntries(handle, summary, file),
      read: place => readContent(handle, place),
      check: place => checkLocation(handle, place),
      close: () => handle.close(),
    }
  } catch (error) {
    await handle.close()
    throw error
  }
}

/** Reads exactly `size` bytes; fewer at the end of the file only. */
const readAt = async (handle: FileHandle, offset: number, size: number): Promise<Buffer> => {
  const bytes = Buffer.allocUnsafe(size)
  let read = 0
  while (read < size) {
    const { bytesRead } = await handle.read(bytes, read, size - read, offset + read)
    if (bytesRead === 0) break
    read += bytesRead
  }
  return bytes.subarray(0, read)
}

async function* readContent(handle: FileHandle, { name, size, offset }: EntryLocation): AsyncGenerator<Buffer> {
  const start = offset + tarHeader(name, size).length
  for (let done = 0; done < size;) {
    const bytes = await readAt(handle, start + done, Math.min(READ_AT_ONCE, size - done))
    if (bytes.length === 0) return
    yield bytes
    done += bytes.length
  }
}

const checkLocation = async (handle: FileHandle, place: EntryLocation): Promise<string | undefined> => {
  const header = tarHeader(place.name, place.size)
  const padding = tarPadding(place.size)
  const hash = createHash('sha256')
  let size = 0
  for await (const bytes of readContent(handle, place)) {
    hash.update(bytes)
    size += bytes.length
  }
  if (size < place.size) return 'the file ends before it'
  if (hash.digest('hex') !== place.sha256) return 'its bytes are not those that were written'
  if (!(await readAt(handle, place.offset, header.length)).equals(header)) return 'its header is damaged'
  const after = await readAt(handle, place.offset + header.length + place.size, padding.length)
  return after.equals(padding) ? undefined : 'what follows it is damaged'
}

const readSummary = async (handle: FileHandle, file: string): Promise<Summary> => {
  const { size } = await handle.stat()
  const tail = await readAt(handle, Math.max(0, size - END_SIZE), END_SIZE)
  const text = tail.toString('utf8', BLOCK, 2 * BLOCK)
  const isEnd =
    tail.subarray(0, BLOCK).equals(tarHeader(END_FILE_NAME, BLOCK)) && tail.subarray(2 * BLOCK).equals(END_OF_TAR)
  const format = isEnd ? parseFormat(text)?.format : undefined
  if (format === undefined)
    throw new Invalid(`${file} is no backup of Crocus, or it was cut off: the end of a backup is not there.`, {
      reason: 'parameter.range',
    })
  if (format > FORMAT)
    throw new Invalid(`${file} was written by a newer Crocus (format ${format}; this program knows ${FORMAT}).`, {
      reason: 'parameter.range',
    })
  const end = parseEnd(text)
  const fault = end ? await checkLocation(handle, end.summary) : 'its end is damaged'
  if (!end || fault !== undefined || end.summary.name !== SUMMARY)
    throw new Invalid(`${file} is damaged: ${SUMMARY}: ${fault ?? 'another name'}.`, { reason: 'parameter.range' })
  const pieces: Buffer[] = []
  for await (const piece of readContent(handle, end.summary)) pieces.push(piece)
  const summary = parseSummary(Buffer.concat(pieces).toString('utf8'))
  if (!summary)
    throw new Invalid(`${file} cannot be understood: ${SUMMARY} is not what this program expects.`, {
      reason: 'parameter.range',
    })
  const manifestFault =
    summary.manifest.name === MANIFEST ? await checkLocation(handle, summary.manifest) : 'another name'
  if (manifestFault !== undefined)
    throw new Invalid(`${file} is damaged: ${MANIFEST}: ${manifestFault}.`, { reason: 'parameter.range' })
  return summary
}

async function* readEntries(handle: FileHandle, summary: Summary, file: string): AsyncGenerator<Entry> {
  const unpacked = Readable.from(readContent(handle, summary.manifest), { objectMode: false }).pipe(createGunzip())
  for await (const line of createInterface({ input: unpacked })) {
    const entry = parseEntry(line)
    if (!entry)
      throw new Invalid(`${file} cannot be understood: a line of ${MANIFEST} is not what this program expects.`, {
        reason: 'parameter.range',
      })
    yield entry
  }
}
