import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/db.ts'
import { contentKey, ContentMissing, fileOfKey, type ContentStore, type ListedContent } from './content-store.ts'
import { hashContent } from './hash-content.ts'
import {
  countFinishedFiles,
  findKnownFiles,
  findWaitingErasures,
  listFinishedFiles,
  markRemoved,
  setSha256,
  type KnownFile,
} from './verify-contents.store.ts'

export type ProblemKind = 'missing' | 'orphaned' | 'wrong size' | 'wrong sha256' | 'no sha256'

export interface ContentProblem {
  readonly kind: ProblemKind
  readonly key: string
  readonly fileId: number
  /** null for an orphan, whose name is unknown. */
  readonly name: string | null
  readonly artifactId: number | null
  readonly detail: string
  /** The repair that was made; null = none. */
  readonly repair: string | null
}

export interface VerifyOptions {
  /** Checks sizes only and does not read contents. */
  readonly isQuick?: boolean
  readonly isRepair?: boolean
  readonly onProgress?: (phase: 'listing' | 'checking', done: number, total: number) => void
}

export interface Verification {
  readonly store: ContentStore['kind']
  readonly files: number
  readonly bytes: number
  readonly problems: readonly ContentProblem[]
}

export interface VerifyDependencies {
  readonly db: Db
  readonly clock: Clock
  readonly contents: ContentStore
}

/** Age from which no process can be about to write the row of a content. */
const ORPHAN_AGE_MS = 24 * 3600 * 1000
const AT_ONCE = 1000

/**
 * Compares the database with the content store; both may be in use. A repair erases nothing: it moves orphans older than a day aside, marks
 * files whose content is gone, and stores missing SHA-256 sums. A content that differs from the received one is only reported, because only
 * a person with a backup can repair it.
 */
export const verifyContents =
  (dependencies: VerifyDependencies) =>
  async (options: VerifyOptions = {}): Promise<Verification> => {
    const { db, contents } = dependencies
    const problems: ContentProblem[] = []
    const sizes = new Map<number, number>()
    let listed = 0
    for await (const batch of batches(contents.list())) {
      listed += batch.length
      // The total is unknown before the end.
      options.onProgress?.('listing', listed, listed + 1)
      for (const { key, size } of batch) if (key === contentKey(fileOfKey(key))) sizes.set(fileOfKey(key), size)
      problems.push(...(await findOrphans(batch, dependencies, options)))
    }
    options.onProgress?.('listing', listed, listed)

    const total = await countFinishedFiles(db)
    let [files, bytes] = [0, 0]
    for (let page = await listFinishedFiles(db, 0, AT_ONCE); page.length > 0;) {
      for (const file of page) {
        const problem = await checkFile(file, sizes.get(file.id), dependencies, options)
        if (problem) problems.push(problem)
        files++
        bytes += file.size
        options.onProgress?.('checking', Math.min(files, total - 1), total)
      }
      page = await listFinishedFiles(db, page.at(-1)?.id ?? 0, AT_ONCE)
    }
    options.onProgress?.('checking', total, total)
    return { store: contents.kind, files, bytes, problems }
  }

async function* batches(all: AsyncIterable<ListedContent>): AsyncGenerator<ListedContent[]> {
  let batch: ListedContent[] = []
  for await (const one of all) {
    batch.push(one)
    if (batch.length < AT_ONCE) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

const findOrphans = async (
  batch: readonly ListedContent[],
  { db, clock, contents }: VerifyDependencies,
  { isRepair = false }: VerifyOptions,
): Promise<ContentProblem[]> => {
  const ids = [...new Set(batch.map(({ key }) => fileOfKey(key)))]
  const known = await findKnownFiles(db, ids)
  // Read after the files, so that a file deleted in between appears here.
  const waiting = await findWaitingErasures(db, ids)
  const problems: ContentProblem[] = []
  for (const { key, size, modifiedAt } of batch) {
    const fileId = fileOfKey(key)
    const file = known.get(fileId)
    if (waiting.has(fileId) || (file && file.state !== 'removed')) continue
    const isOld = modifiedAt.getTime() < clock.now().getTime() - ORPHAN_AGE_MS
    problems.push({
      kind: 'orphaned',
      key,
      fileId,
      name: file?.name ?? null,
      artifactId: file?.artifactId ?? null,
      detail: `${size} bytes of ${modifiedAt.toISOString()} that no file has`,
      repair: !isRepair ? null : isOld ? `put aside as ${await contents.setAside(key)}` : null,
    })
  }
  return problems
}

const checkFile = async (
  file: KnownFile,
  listedSize: number | undefined,
  { db, clock, contents }: VerifyDependencies,
  { isQuick = false, isRepair = false }: VerifyOptions,
): Promise<ContentProblem | undefined> => {
  const key = contentKey(file.id)
  const problem = (kind: ProblemKind, detail: string, repair: string | null = null): ContentProblem => {
    const { id: fileId, name, artifactId } = file
    return { kind, key, fileId, name, artifactId, detail, repair }
  }
  /** Whether the file was deleted or finished after it was listed. */
  const isStillThere = async (): Promise<boolean> =>
    (await findKnownFiles(db, [file.id])).get(file.id)?.state === 'finished'

  const size = listedSize ?? (await contents.size(key))
  if (size === undefined) {
    if (!(await isStillThere())) return undefined
    if (isRepair) await markRemoved(db, file.id, clock.now())
    return problem('missing', `${file.size} bytes are expected`, isRepair ? 'marked as removed' : null)
  }
  if (size !== file.size) {
    if (!(await isStillThere())) return undefined
    return problem('wrong size', `${size} bytes instead of ${file.size}`)
  }
  if (isQuick) return undefined
  try {
    const { sha256 } = await hashContent(await contents.read(key))
    if (!file.sha256) {
      if (isRepair) await setSha256(db, file.id, sha256)
      return problem('no sha256', 'none was taken when it came', isRepair ? 'taken from the content' : null)
    }
    return sha256.equals(file.sha256)
      ? undefined
      : problem('wrong sha256', `${sha256.toString('hex')} instead of ${file.sha256.toString('hex')}`)
  } catch (error) {
    if (error instanceof ContentMissing && !(await isStillThere())) return undefined
    throw error
  }
}
