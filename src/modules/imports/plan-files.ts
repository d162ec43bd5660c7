import { childNamed, childrenNamed, childText, type XmlNode } from '../../platform/xml/node.ts'
import { ArchiveFault, type Archive } from './archive.ts'
import type { Messages } from './messages.ts'

/** A `<file>` of an artifact (import.md §6.4). */
export interface FileEntry {
  readonly node: XmlNode
  readonly key: string
  readonly name: string
  readonly path: string
  readonly type: string
  readonly description: string
  /** Of the blob itself; undefined when it is missing. */
  readonly size: number | undefined
}

/** Files by the artifact element that they stand in, then by key. */
export type FileEntries = ReadonlyMap<XmlNode, ReadonlyMap<string, FileEntry>>

const DEFAULT_TYPE = 'application/octet-stream'

/** Looks at every file that the artifacts of the document name. A path that leaves the archive is an error even when nobody refers to it. */
export const planFiles = async (
  trackers: readonly XmlNode[],
  archive: Archive,
  messages: Messages,
): Promise<FileEntries> => {
  const entries = new Map<XmlNode, Map<string, FileEntry>>()
  for (const tracker of trackers)
    for (const artifact of childrenNamed(childNamed(tracker, 'artifacts') ?? tracker, 'artifact')) {
      const nodes = childrenNamed(artifact, 'file')
      if (nodes.length === 0) continue
      const files = new Map<string, FileEntry>()
      for (const node of nodes) files.set((node.attributes['id'] ?? '').trim(), await planFile(node, archive, messages))
      entries.set(artifact, files)
    }
  return entries
}

const planFile = async (node: XmlNode, archive: Archive, messages: Messages): Promise<FileEntry> => {
  const path = childText(node, 'path')
  return {
    node,
    key: (node.attributes['id'] ?? '').trim(),
    name: childText(node, 'filename'),
    path,
    type: childText(node, 'filetype') || DEFAULT_TYPE,
    description: childText(node, 'description'),
    size: path === '' ? undefined : await sizeInArchive(archive, path, childNamed(node, 'path') ?? node, messages),
  }
}

/** Size of an entry; a path that must not be followed is an error. */
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
