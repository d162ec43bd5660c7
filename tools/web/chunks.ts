// Groups of modules for the build. Left alone, the build makes a file of each module that two pages share: a page then loads twenty-five of them.
import { dirname } from 'node:path'

interface ModuleInfo {
  readonly importers: readonly string[]
  readonly importedIds: readonly string[]
}

interface ChunkingContext {
  getModuleInfo(id: string): ModuleInfo | null
}

export interface ClosureGroup {
  readonly name: string
  /** The file whose folder makes the group. */
  readonly root: string
  /** Folders of the pages that load the group. A module that others import, too, keeps a file of its own. */
  readonly users: readonly string[]
}

/** A group with all of the folder that the root imports, except what is imported on demand. */
export const closureGroup = ({ name, root, users }: ClosureGroup) => {
  const folder = `${dirname(root)}/`
  let members: Set<string> | undefined
  const isOwn = (id: string): boolean => id.startsWith(folder) || users.some(user => id.startsWith(`${user}/`))
  return {
    name: (id: string, context: ChunkingContext): string | null => {
      members ??= importsOf(root, context)
      const isMember = id.startsWith(folder) && members.has(id) && context.getModuleInfo(id)?.importers.every(isOwn)
      return isMember === true ? name : null
    },
  }
}

const importsOf = (root: string, context: ChunkingContext): Set<string> => {
  const found = new Set<string>()
  const follow = (id: string): void => {
    if (found.has(id)) return
    found.add(id)
    for (const imported of context.getModuleInfo(id)?.importedIds ?? []) follow(imported)
  }
  follow(root)
  return found
}
