import type { Tx } from '../../../platform/db/db.ts'
import { appendEvents } from '../../../platform/events/event-log.store.ts'
import { Invalid } from '../../../platform/errors.ts'
import { enqueueJobs } from '../../../platform/jobs/jobs.store.ts'
import type { Actor } from '../../users/index.ts'
import { insertRepository, lockUuids } from '../store/repositories.store.ts'
import type { CheckedAccessFile, RepositoryDisk, RepositoryPlace, StagedRepository } from '../disk/repository-disk.ts'
import { defaultSettings, type Notification } from '../model/repository.ts'
import { PROCESS_COMMITS } from '../model/commit-job.ts'

/** A repository of an archive (import.md §7). */
export interface RepositoryToImport {
  readonly name: string
  /** Path of a file of `svnadmin dump`; null: the repository is empty. */
  readonly dumpFile: string | null
  readonly accessFile: string | null
  readonly notifications: readonly { readonly path: string; readonly emails: readonly string[] }[]
}

export interface ImportTarget {
  readonly projectId: number
  readonly committerId: number
  readonly actor: Actor
  /** Whether messages of commits name artifacts by their ids on this platform. */
  readonly hasCurrentMentions?: boolean
}

/** Repositories whose contents are staged on the disk, where clients cannot reach them. */
export interface StagedImport {
  /** Names of repositories that could not keep the UUID of their dump; `place` may add some. */
  readonly renewed: readonly string[]
  /** Moves them into place, in the caller's transaction. Throws Invalid if a name is taken. */
  place(tx: Tx, target: ImportTarget): Promise<void>
  /** Removes all of them, placed or not, after a failed transaction. */
  undo(): Promise<void>
  /** Removes the repositories that were not placed. */
  discard(): Promise<void>
}

export type StageImport = (
  repositories: readonly RepositoryToImport[],
  options: {
    /** Static user groups that the project has, or will have when the repositories are placed. */
    readonly groupNames: readonly string[]
    readonly onRevision?: (name: string, revision: number) => void
  },
) => Promise<StagedImport>

interface StagedRepositoryImport {
  readonly repository: RepositoryToImport
  readonly access: CheckedAccessFile
  readonly content: StagedRepository
}

/** A dump or an access file that svn refuses. */
export interface RepositoryRefusal {
  readonly repository: string
  readonly part: 'dump' | 'access file'
  readonly message: string
}

/** All dumps and access files of an archive that svn refuses: an operator who mends one should know the others. */
export class RepositoriesRefused extends Invalid {
  readonly refusals: readonly RepositoryRefusal[]
  constructor(refusals: readonly RepositoryRefusal[]) {
    super(refusals.map(({ message }) => ({ text: message, reason: 'parameter.range' as const })))
    this.refusals = refusals
  }
}

/** Loads dumps before anything is written. Throws RepositoriesRefused if svn refuses any. */
export const stageImport =
  (disk: RepositoryDisk): StageImport =>
  async (repositories, { groupNames, onRevision }) => {
    const staged: StagedRepositoryImport[] = []
    const refusals: RepositoryRefusal[] = []
    const renewed: string[] = []
    const placed: RepositoryPlace[] = []
    const discard = async (): Promise<void> => {
      for (const { content } of staged) await disk.discard(content)
    }
    const undo = async (): Promise<void> => {
      await discard()
      for (const at of placed.splice(0)) await disk.discard({ path: disk.pathOf(at), youngest: 0 })
    }
    try {
      for (const repository of repositories) {
        const access = await disk
          .checkImportedAccessFile(groupNames, repository.accessFile ?? '')
          .catch(collect(refusals, repository.name, 'access file'))
        const content = await stageOne(disk, repository, onRevision).catch(collect(refusals, repository.name, 'dump'))
        if (!content) continue
        if (access) staged.push({ repository, access, content })
        else await disk.discard(content)
      }
      if (refusals.length > 0) throw new RepositoriesRefused(refusals)
      await renewDuplicateUuids(disk, staged, renewed)
    } catch (error) {
      await undo()
      throw error
    }
    return {
      renewed,
      undo,
      discard,
      place: async (tx, target) => {
        // Another import may have brought a repository with the same UUID meanwhile.
        if (staged.some(({ content }) => hasUuidOfDump(content))) await lockUuids(tx)
        await renewDuplicateUuids(disk, staged, renewed)
        for (const each of staged) {
          const at = { projectId: target.projectId, name: each.repository.name }
          await placeOne(tx, disk, each, target, () => void placed.push(at))
        }
      },
    }
  }

/**
 * Clients tell repositories apart by their UUID: a working copy would take the other repository for its own. The first of two repositories
 * with one UUID keeps it.
 */
const renewDuplicateUuids = async (
  disk: RepositoryDisk,
  staged: readonly StagedRepositoryImport[],
  renewed: string[],
): Promise<void> => {
  const kept = staged.filter(({ repository, content }) => hasUuidOfDump(content) && !renewed.includes(repository.name))
  if (kept.length === 0) return
  const taken = new Set(await disk.uuidsInUse())
  for (const { repository, content } of kept) {
    const uuid = content.dumpUuid ?? ''
    if (taken.has(uuid)) {
      await disk.renewUuid(content)
      renewed.push(repository.name)
    }
    taken.add(uuid)
  }
}

const hasUuidOfDump = ({ dumpUuid }: StagedRepository): boolean => dumpUuid !== undefined

const collect =
  (refusals: RepositoryRefusal[], repository: string, part: RepositoryRefusal['part']) =>
  (error: unknown): undefined => {
    if (!(error instanceof Invalid)) throw error
    refusals.push({ repository, part, message: `the repository "${repository}": ${error.message}` })
  }

const stageOne = (
  disk: RepositoryDisk,
  { name, dumpFile }: RepositoryToImport,
  onRevision: ((name: string, revision: number) => void) | undefined,
): Promise<StagedRepository> =>
  disk.stage({
    layout: [],
    author: '',
    ...(dumpFile !== null && { dumpFile }),
    ...(onRevision && { onRevision: revision => onRevision(name, revision) }),
  })

const placeOne = async (
  tx: Tx,
  disk: RepositoryDisk,
  { repository, access, content }: StagedRepositoryImport,
  { projectId, committerId, actor, hasCurrentMentions = false }: ImportTarget,
  onPlaced: () => void,
): Promise<void> => {
  const { name } = repository
  const id = await insertRepository(tx, {
    projectId,
    name,
    settings: {
      ...defaultSettings,
      accessFile: { text: access.text, hasDefaultPermissions: true },
      notifications: notificationsOf(repository),
    },
    creatorId: committerId,
    youngest: content.youngest,
    hasCurrentMentions,
  })
  if (id === undefined)
    throw new Invalid(`the project has, or had, a repository "${name}" already`, { reason: 'conflict' })
  await appendEvents(tx, [
    {
      kind: 'svn.repository_created',
      actorId: actor.userId,
      means: actor.means,
      projectId,
      payload: { repository_id: id, name, revision: content.youngest },
    },
  ])
  await enqueueJobs(tx, [{ name: PROCESS_COMMITS, payload: { repositoryId: id } }])
  onPlaced()
  await disk.place(content, { projectId, name }, access)
}

/** Each path once, and each address once for a path, as in REST. */
const notificationsOf = ({ notifications }: RepositoryToImport): Notification[] =>
  [...Map.groupBy(notifications, ({ path }) => path)].flatMap(([path, ofPath]) => {
    const emails = new Map(ofPath.flatMap(each => each.emails).map(email => [email.toLowerCase(), email]))
    return path === '' || emails.size === 0
      ? []
      : [{ path, emails: [...emails.values()], userIds: [], userGroupIds: [] }]
  })
