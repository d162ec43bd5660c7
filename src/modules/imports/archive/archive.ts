import { createReadStream } from 'node:fs'
import { lstat, readdir, realpath } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { crc32 } from 'node:zlib'
import { openPromise, type Entry, type ZipFile } from 'yauzl'

/** An archive cannot be read, or one of its paths is forbidden. */
export class ArchiveFault extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'ArchiveFault'
  }
}

/** A folder or a zip with the same content at its root (import.md §1). Paths are relative to that root, with `/`. */
export interface Archive {
  /** Size of a file, undefined if there is none. Throws ArchiveFault for a path that leaves the archive or is a link. */
  sizeOf(name: string): Promise<number | undefined>
  /** The bytes of a file. Damage that is found while reading also throws ArchiveFault. */
  open(name: string): Promise<Readable>
  /** Names of the files outside of folders. */
  namesAtRoot(): Promise<string[]>
  close(): void
}

/**
 * Messages call the archive `name`. Only an operator who named a location on this server may read that location. Messages of the system
 * contain paths, so only their codes are reported.
 */
export const openArchive = async (location: string, name = location): Promise<Archive> => {
  const status = await lstat(location).catch(() => undefined)
  if (!status) throw new ArchiveFault(`there is no archive at ${name}`)
  const target = status.isSymbolicLink() ? await realpath(location) : location
  const kind = status.isSymbolicLink() ? await lstat(target) : status
  if (kind.isDirectory()) return openFolder(target)
  if (kind.isFile()) return openZip(target, name)
  throw new ArchiveFault(`${name} is neither a folder nor a zip file`)
}

/** The parts of a relative path; refuses a path that could leave the archive on any operating system. */
const partsOf = (name: string): string[] => {
  const refuse = (): never => {
    throw new ArchiveFault(`the path ${JSON.stringify(name)} leaves the archive`)
  }
  if (name.includes('\0') || name.includes('\\') || name.startsWith('/') || /^[A-Za-z]:/.test(name)) refuse()
  const parts = name.split('/').filter(part => part !== '' && part !== '.')
  if (parts.includes('..')) refuse()
  return parts
}

const damaged = (name: string, error: unknown): ArchiveFault =>
  new ArchiveFault(`the file ${JSON.stringify(name)} cannot be read: ${reasonOf(error)}`)

const reasonOf = (error: unknown): string => {
  const { code, syscall, message } = error as NodeJS.ErrnoException
  return syscall === undefined ? message : (code ?? syscall)
}

/** Forwards the bytes, and compares them with the checksum of a zip entry: the library checks sizes only. */
const reading = (source: Readable, name: string, checksum?: number): Readable => {
  const bytes = async function* (): AsyncGenerator<Buffer> {
    let sum = 0
    try {
      for await (const chunk of source as AsyncIterable<Buffer>) {
        if (checksum !== undefined) sum = crc32(chunk, sum)
        yield chunk
      }
    } catch (error) {
      throw damaged(name, error)
    }
    if (checksum !== undefined && sum !== checksum)
      throw new ArchiveFault(`the file ${JSON.stringify(name)} is damaged: its checksum differs`)
  }
  return Readable.from(bytes(), { objectMode: false })
}

const openFolder = async (folder: string): Promise<Archive> => {
  const root = await realpath(folder)
  const find = async (name: string): Promise<{ file: string; size: number } | undefined> => {
    let file = root
    const parts = partsOf(name)
    for (const [index, part] of parts.entries()) {
      file = path.join(file, part)
      const status = await lstat(file).catch(() => undefined)
      if (!status) return undefined
      if (status.isSymbolicLink()) throw new ArchiveFault(`the path ${JSON.stringify(name)} is a link`)
      if (index === parts.length - 1) return status.isFile() ? { file, size: status.size } : undefined
    }
    return undefined
  }
  return {
    sizeOf: async name => (await find(name))?.size,
    open: async name => {
      const found = await find(name)
      if (!found) throw new ArchiveFault(`there is no file ${JSON.stringify(name)} in the archive`)
      return reading(createReadStream(found.file), name)
    },
    namesAtRoot: async () =>
      (await readdir(root, { withFileTypes: true })).filter(entry => entry.isFile()).map(({ name }) => name),
    close: () => undefined,
  }
}

const FILE_KIND = 0o170000
const LINK = 0o120000
const REGULAR = 0o100000

const openZip = async (file: string, name: string): Promise<Archive> => {
  const zip = await openPromise(file, { lazyEntries: true, autoClose: false, strictFileNames: true }).catch(
    (error: unknown) => {
      throw new ArchiveFault(`${name} is not a readable zip: ${reasonOf(error)}`)
    },
  )
  try {
    return readZip(zip, await listEntries(zip))
  } catch (error) {
    zip.close()
    throw error instanceof ArchiveFault ? error : new ArchiveFault(`the zip cannot be read: ${reasonOf(error)}`)
  }
}

const listEntries = async (zip: ZipFile): Promise<Map<string, Entry>> => {
  const entries = new Map<string, Entry>()
  for await (const entry of zip.eachEntry()) {
    const name = partsOf(entry.fileName).join('/')
    const kind = (entry.externalFileAttributes >>> 16) & FILE_KIND
    if (kind === LINK) throw new ArchiveFault(`the entry ${JSON.stringify(entry.fileName)} is a link`)
    if (entry.fileName.endsWith('/')) continue
    if (kind !== 0 && kind !== REGULAR)
      throw new ArchiveFault(`the entry ${JSON.stringify(entry.fileName)} is not an ordinary file`)
    if (entry.isEncrypted()) throw new ArchiveFault(`the entry ${JSON.stringify(entry.fileName)} is encrypted`)
    // Refuses two entries of one name: programs differ in which one they read, so the checked entry might not be the used one.
    if (entries.has(name)) throw new ArchiveFault(`the entry ${JSON.stringify(name)} is there twice`)
    entries.set(name, entry)
  }
  return entries
}

const readZip = (zip: ZipFile, entries: ReadonlyMap<string, Entry>): Archive => ({
  sizeOf: async name => entries.get(partsOf(name).join('/'))?.uncompressedSize,
  open: async name => {
    const entry = entries.get(partsOf(name).join('/'))
    if (!entry) throw new ArchiveFault(`there is no file ${JSON.stringify(name)} in the archive`)
    try {
      return reading(await zip.openReadStreamPromise(entry), name, entry.crc32)
    } catch (error) {
      throw damaged(name, error)
    }
  },
  namesAtRoot: async () => [...entries.keys()].filter(name => !name.includes('/')),
  close: () => zip.close(),
})
