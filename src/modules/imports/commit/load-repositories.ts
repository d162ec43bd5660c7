import { createReadStream } from 'node:fs'
import { RepositoriesRefused, type StagedImport, type SvnModule } from '../../svn/index.ts'
import type { StagedDump } from './commit-import.ts'
import type { MessageLocation } from '../archive/import-messages.ts'
import type { OnProgress } from '../plan/plan-import.ts'
import type { PlannedRepository } from '../plan/plan-sections.ts'

/** Dumps and access files that Subversion refuses: faults of the archive, not of the server. */
export class RepositoryFaults extends Error {
  readonly faults: readonly { readonly place: MessageLocation | undefined; readonly text: string }[]
  constructor(faults: RepositoryFaults['faults']) {
    super(faults.map(({ text }) => text).join('; '))
    this.faults = faults
  }
}

export interface RepositoriesToLoad {
  readonly repositories: readonly PlannedRepository[]
  /** Static user groups that the project has or gets. */
  readonly groupNames: readonly string[]
}

/** Loads the dumps of the plan where clients cannot reach them; undefined if Subversion is not installed. */
export const loadDumps = async (
  { repositories, groupNames }: RepositoriesToLoad,
  dumps: ReadonlyMap<string, Pick<StagedDump, 'path'>>,
  svn: Pick<SvnModule, 'isInstalled' | 'stageImport'>,
  onProgress: OnProgress,
): Promise<StagedImport | undefined> => {
  if (repositories.length === 0 || !svn.isInstalled()) return undefined
  let total = 0
  for (const dump of dumps.values()) total += await countRevisions(dump.path)
  let done = 0
  try {
    const staged = await svn.stageImport(
      repositories.map(({ name, accessFile, notifications }) => ({
        name,
        accessFile,
        notifications,
        dumpFile: dumps.get(name)?.path ?? null,
      })),
      { groupNames, onRevision: () => onProgress('repositories', Math.min(++done, total - 1), total) },
    )
    onProgress('repositories', total, total)
    return staged
  } catch (error) {
    if (!(error instanceof RepositoriesRefused)) throw error
    throw new RepositoryFaults(
      error.refusals.map(({ repository, part, message }) => {
        const refused = repositories.find(({ name }) => name === repository)
        return { place: refused?.place, text: (part === 'dump' ? `${refused?.dumpFile}: ` : '') + message }
      }),
    )
  }
}

const MARKER = Buffer.from('\nRevision-number: ')

/** Estimates the number of revisions of a dump, for the progress only, because file contents may look like the marker of a revision. */
const countRevisions = async (file: string): Promise<number> => {
  let count = 0
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
    const part = Buffer.concat([rest, chunk])
    for (let at = part.indexOf(MARKER); at >= 0; at = part.indexOf(MARKER, at + MARKER.length)) count++
    // A marker may span two parts, but is counted only once.
    rest = part.subarray(Math.max(part.length - MARKER.length + 1, 0))
  }
  return count
}
