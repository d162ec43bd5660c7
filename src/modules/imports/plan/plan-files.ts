import { childNamed, childrenNamed, childText, ownText, type XmlNode } from '../../../platform/xml/node.ts'
import { ArchiveFault, type Archive } from '../archive/archive.ts'
import type { Messages, MessageLocation } from '../archive/import-messages.ts'

/** A `<file>` of an artifact (import.md §6.4). */
export interface FileEntry {
  readonly place: MessageLocation
  readonly key: string
  readonly name: string
  readonly path: string
  readonly type: string
  readonly description: string
  /** Size of the blob; undefined if it is missing. */
  readonly size: number | undefined
}

/** By key. */
export type FileEntries = ReadonlyMap<string, FileEntry>

const NO_FILES: FileEntries = new Map()
const DEFAULT_TYPE = 'application/octet-stream'

/** Checks every file that an artifact names. A path that leaves the archive is an error even if no change refers to the file. */
export const planFiles = async (artifact: XmlNode, archive: Archive, messages: Messages): Promise<FileEntries> => {
  const nodes = childrenNamed(artifact, 'file')
  if (nodes.length === 0) return NO_FILES
  const files = new Map<string, FileEntry>()
  for (const node of nodes) {
    const entry = await planFile(node, archive, messages)
    files.set(entry.key, entry)
  }
  return files
}

const planFile = async (node: XmlNode, archive: Archive, messages: Messages): Promise<FileEntry> => {
  const path = ownText(childText(node, 'path'))
  return {
    place: { file: node.file, line: node.line },
    key: ownText((node.attributes['id'] ?? '').trim()),
    name: ownText(childText(node, 'filename')),
    path,
    type: ownText(childText(node, 'filetype')) || DEFAULT_TYPE,
    description: ownText(childText(node, 'description')),
    size: path === '' ? undefined : await sizeInArchive(archive, path, childNamed(node, 'path') ?? node, messages),
  }
}

/** Size of an entry; a forbidden path is an error. */
export const sizeInArchive = async (
  archive: Archive,
  path: string,
  node: XmlNode,
  messages: Messages,
): Promise<number | undefined> => {
  try {
    return await archive.sizeOf(path)
  } catch (error) {
    if (!(error instanceof ArchiveFault)) throw error
    messages.error(node, error.message)
    return undefined
  }
}
