import type { Project } from '../../projects/index.ts'
import { messageFault } from './commit-message-rules.ts'
import { violatedTag, type ChangedPath } from '../model/immutable-tags.ts'
import type { Repository } from '../model/repository.ts'
import type { SvnPrograms } from '../disk/svn-programs.ts'
import type { ServingDependencies } from '../model/svn-serving.dependencies.ts'
import { authorOf, changesOf, messageOf, sizeOf, type Transaction } from '../disk/svnlook.ts'
import { authorIn, changesIn, messageIn } from './transaction-folder.ts'
import { largestFileOf } from './transaction-sizes.ts'

type CheckCommitDependencies = Pick<ServingDependencies, 'settings' | 'isReferenced'> & {
  readonly programs: SvnPrograms
}

/** Maximum programs that read sizes of files at the same time. */
const AT_A_TIME = 4

/**
 * Why a transaction may not become a revision, as a message for its author; undefined if it may. Checks in the order of svn.md §3.3:
 * message, tags, sizes.
 */
export const checkCommit =
  (dependencies: CheckCommitDependencies) =>
  async (repository: Repository, project: Project, transaction: Transaction): Promise<string | undefined> =>
    (await faultOfMessage(dependencies, repository, project, transaction)) ??
    (await faultOfTags(dependencies, repository, transaction)) ??
    (await faultOfSizes(dependencies, transaction))

const faultOfMessage = async (
  { settings, isReferenced, programs }: CheckCommitDependencies,
  { commitRules }: Repository,
  project: Project,
  transaction: Transaction,
): Promise<string | undefined> => {
  const isEmptyAllowed = settings.get('svn_allow_empty_message')
  if (isEmptyAllowed && !commitRules.isReferenceMandatory) return undefined
  const message = (await messageIn(transaction)) ?? (await messageOf(programs, transaction))
  const readAuthor = async (): Promise<string> =>
    (await authorIn(transaction)) ?? (await authorOf(programs, transaction))
  let author: Promise<string> | undefined
  const committer = (): Promise<string> => (author ??= readAuthor())
  return messageFault(isReferenced, project, { ...commitRules, isEmptyAllowed }, message, committer)
}

const faultOfTags = async (
  { programs }: CheckCommitDependencies,
  { immutableTags }: Repository,
  transaction: Transaction,
): Promise<string | undefined> => {
  if (immutableTags.paths.length === 0) return undefined
  // Accepts nearly every commit without a program. A path that was changed twice may look like a violation, so svnlook decides then.
  const changes = await changesIn(transaction)
  if (changes && violatedTag(immutableTags, changes) === undefined) return undefined
  for await (const change of changesOf(programs, transaction)) {
    const tag = violatedTag(immutableTags, [change])
    if (tag === undefined) continue
    return (
      `${nameOf(change)} may not be ${change.action === 'A' ? 'added' : change.action === 'D' ? 'removed' : 'changed'}: ` +
      `tags below ${tag} do not change once they are there. Make a new tag by copying (svn copy) instead.`
    )
  }
  return undefined
}

const nameOf = ({ path }: ChangedPath): string => `/${path.replace(/\/$/, '')}`

const faultOfSizes = async (
  { settings, programs }: CheckCommitDependencies,
  transaction: Transaction,
): Promise<string | undefined> => {
  const limit = settings.get('svn_max_file_size')
  if (limit === 0) return undefined
  const largest = await largestFileOf(transaction)
  if (largest !== undefined && largest <= limit) return undefined

  const measure = async (path: string): Promise<string | undefined> => {
    const size = await sizeOf(programs, transaction, path)
    return size > limit ? tooLarge(path, size, limit) : undefined
  }
  let batch: string[] = []
  const faultOfBatch = async (): Promise<string | undefined> => {
    const faults = await Promise.all(batch.map(measure))
    batch = []
    return faults.find(fault => fault !== undefined)
  }
  for await (const { action, path } of changesOf(programs, transaction)) {
    if (action === 'D' || path.endsWith('/')) continue
    batch.push(path)
    const fault = batch.length === AT_A_TIME ? await faultOfBatch() : undefined
    if (fault !== undefined) return fault
  }
  return faultOfBatch()
}

const tooLarge = (path: string, size: number, limit: number): string =>
  `/${path} has ${size} bytes; a file may have ${limit} at most on this server.`

/** A change of a revision property (svn.md §3.4). */
export interface RevisionPropertyChange {
  readonly property: string
  /** `A`, `M` or `D`. */
  readonly action: string
  readonly value: string
  /** Login of the account that changes it. */
  readonly login: string
}

/** Why the property may not change; undefined if it may. */
export const checkMessageChange =
  ({ settings, isReferenced }: Pick<CheckCommitDependencies, 'settings' | 'isReferenced'>) =>
  async (repository: Repository, project: Project, change: RevisionPropertyChange): Promise<string | undefined> => {
    if (change.property !== 'svn:log' || change.action !== 'M')
      return 'Of the properties of a revision only its message, svn:log, can be changed.'
    if (!repository.commitRules.isCommitMessageChangeAllowed)
      return 'Messages of commits cannot be changed in this repository; its administrators can allow it in its settings.'
    const isEmptyAllowed = settings.get('svn_allow_empty_message')
    return messageFault(
      isReferenced,
      project,
      { ...repository.commitRules, isEmptyAllowed },
      change.value,
      async () => change.login,
    )
  }
