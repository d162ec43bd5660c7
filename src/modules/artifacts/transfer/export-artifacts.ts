import type { Queryable } from '../../../platform/db/db.ts'
import type { XmlElement } from '../../../platform/xml/node.ts'
import type { ArchiveGroupNames, Tracker } from '../../trackers/index.ts'
import type { User, UsersModule } from '../../users/index.ts'
import {
  exportArtifact,
  mentionCollector,
  emptyMentions,
  userReference,
  type ArtifactExportContext,
  type Mentions,
} from './export-artifact.ts'
import {
  listArtifactIds,
  listExportedFiles,
  listTrackersOfArtifacts,
  listFullHistories,
  type FullChangeset,
} from './export-artifact.store.ts'

/** The context of the artifacts of an archive: names, dates, exported trackers. */
export interface ArtifactExportOptions {
  readonly groups: ArchiveGroupNames
  readonly users: Pick<UsersModule, 'getMany'>
  isoDate(at: Date): string
  /** Whether the tracker is part of the same archive. */
  isExported(trackerId: number): boolean
}

/** Counts and ids collected during the export. For a hundred thousand artifacts, memory holds numbers only. */
export interface ExportStatistics {
  /** Accounts that the archive names, for its `users.xml`. */
  readonly accounts: Map<number, User>
  /** Files whose contents belong in the archive, in the order of the artifacts. */
  readonly fileIds: number[]
  artifacts: number
  changesets: number
  /** Links to existing artifacts outside the archive. */
  linksOutside: number
  /** Files that histories mention but no artifact holds any more: the archive omits them. */
  detachedFiles: number
  /** Omitted changesets, whose changes are all omitted. */
  emptyChangesets: number
  /** Changes of unused fields. */
  unusedValues: number
  /** Artifacts with a changeset that is older than the previous one: a reader sorts changesets by their dates (import.md §6.1). */
  backwards: number
}

export const emptyStatistics = (): ExportStatistics => ({
  accounts: new Map(),
  fileIds: [],
  artifacts: 0,
  changesets: 0,
  linksOutside: 0,
  detachedFiles: 0,
  emptyChangesets: 0,
  unusedValues: 0,
  backwards: 0,
})

/** Number of artifacts whose histories are in memory at once. */
const HISTORIES_AT_ONCE = 100

/** `<artifact>` of all artifacts of a tracker, by id, from one snapshot of the database: five queries per batch. */
export async function* exportArtifacts(
  db: Queryable,
  tracker: Tracker,
  options: ArtifactExportOptions,
  statistics: ExportStatistics,
): AsyncGenerator<XmlElement, void, undefined> {
  for (let after = 0; ;) {
    const ids = await listArtifactIds(db, tracker.id, after, HISTORIES_AT_ONCE)
    const last = ids.at(-1)
    if (last === undefined) return
    after = last
    yield* exportBatch(db, tracker, ids, options, statistics)
  }
}

async function* exportBatch(
  db: Queryable,
  tracker: Tracker,
  ids: readonly number[],
  options: ArtifactExportOptions,
  statistics: ExportStatistics,
): AsyncGenerator<XmlElement, void, undefined> {
  const histories = await listFullHistories(db, ids)
  // A first export collects the mentions; the final export runs after they are loaded.
  const mentions = new Map<number, Mentions>()
  for (const [id, history] of histories) {
    const own = emptyMentions()
    exportArtifact({ id, tracker, history, files: new Map() }, mentionCollector(own), own)
    mentions.set(id, own)
  }
  const all = (part: (of: Mentions) => ReadonlySet<number>): number[] => [
    ...new Set([...mentions.values()].flatMap(of => [...part(of)])),
  ]
  for (const [id, user] of await options.users.getMany(all(of => of.userIds))) statistics.accounts.set(id, user)
  const fileIds = all(of => of.fileIds)
  const files = new Map((await listExportedFiles(db, fileIds)).map(file => [file.id, file]))
  const trackers = await listTrackersOfArtifacts(
    db,
    all(of => of.artifactIds),
  )
  const context: ArtifactExportContext = {
    groups: options.groups,
    userReference: userId => userReference(userId, statistics.accounts),
    isoDate: at => options.isoDate(at),
    isArtifact: id => trackers.has(id),
    // A reader keeps each file of an earlier changeset (import.md §6.3), so it would attach a detached file again.
    hasFile: id => files.get(id)?.isDetached === false,
  }
  const unused = tracker.fields.filter(field => !field.isUsed).map(field => field.id)
  for (const [id, history] of histories) {
    // An artifact without history cannot be imported.
    if (history.length === 0) continue
    const own = mentions.get(id) ?? emptyMentions()
    const element = exportArtifact({ id, tracker, history, files }, context)
    const parts = element.children?.filter((child, index) => !isEmptyChangeset(child, index)) ?? []
    const changesets = parts.filter(child => child.name === 'changeset').length
    statistics.artifacts++
    statistics.changesets += changesets
    statistics.emptyChangesets += history.length - changesets
    for (const target of own.artifactIds) {
      const targetTrackerId = trackers.get(target)
      if (targetTrackerId !== undefined && !options.isExported(targetTrackerId)) statistics.linksOutside++
    }
    if (hasDecreasingDates(history)) statistics.backwards++
    if (unused.length > 0)
      statistics.unusedValues += history.reduce((sum, { delta }) => sum + unused.filter(id => delta[id]).length, 0)
    for (const fileId of own.fileIds)
      if (context.hasFile(fileId)) statistics.fileIds.push(fileId)
      else statistics.detachedFiles++
    yield { ...element, children: parts }
  }
}

/** Whether this is a later changeset without changes and comment: readers skip it with a warning. */
const isEmptyChangeset = ({ name, children = [] }: XmlElement, index: number): boolean =>
  name === 'changeset' &&
  index > 0 &&
  children.every(child => child.name !== 'field_change' && child.name !== 'external_field_change') &&
  children.every(
    child =>
      child.name !== 'comments' ||
      child.children?.every(version =>
        version.children?.every(part => part.name !== 'body' || part.text?.trim() === ''),
      ),
  )

const hasDecreasingDates = (history: readonly FullChangeset[]): boolean =>
  history.some((changeset, index) => {
    const before = history[index - 1]
    return before !== undefined && seconds(changeset.submittedOn) < seconds(before.submittedOn)
  })

/** Archives write times to the second. */
const seconds = (at: Date): number => Math.floor(at.getTime() / 1000)
