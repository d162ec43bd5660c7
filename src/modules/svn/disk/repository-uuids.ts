import { open, readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { SvnFolders } from './svn-folders.ts'

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i
/** A dump names its UUID before its first revision. */
const HEAD_BYTES = 4096

/** The UUID of a dump in lower case; undefined if the dump has none, or an invalid one. */
export const uuidOfDump = async (dumpFile: string): Promise<string | undefined> => {
  const handle = await open(dumpFile)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
    const [head = ''] = buffer.toString('latin1', 0, bytesRead).split('\nRevision-number:')
    const uuid = /^UUID: (\S+)$/m.exec(head)?.[1]
    return uuid !== undefined && UUID.test(uuid) ? uuid.toLowerCase() : undefined
  } finally {
    await handle.close()
  }
}

/** UUIDs of all repositories in lower case, including those in the trash, which may be restored. */
export const uuidsInUse = async ({ repositories, trash }: SvnFolders): Promise<Set<string>> => {
  const places = (await namesIn(trash)).map(name => path.join(trash, name))
  for (const project of await namesIn(repositories))
    for (const name of await namesIn(path.join(repositories, project)))
      places.push(path.join(repositories, project, name))
  const uuids = new Set<string>()
  for (const place of places) {
    // The first line is the UUID. The second line identifies only this copy of the repository, so it is ignored.
    const [uuid = ''] = (await readFile(path.join(place, 'db', 'uuid'), 'latin1').catch(() => '')).split('\n')
    if (uuid !== '') uuids.add(uuid.toLowerCase())
  }
  return uuids
}

const namesIn = (folder: string): Promise<string[]> => readdir(folder).catch(() => [])
