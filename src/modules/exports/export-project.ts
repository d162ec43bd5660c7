import { createReadStream } from 'node:fs'
import path from 'node:path'
import type { Clock } from '../../platform/clock.ts'
import { inTransaction, type Db } from '../../platform/db/db.ts'
import { inSnapshot, type ReadableDb } from '../../platform/db/snapshot.ts'
import { NotFound, ServiceUnavailable } from '../../platform/errors.ts'
import { appendEvents } from '../../platform/events/event-log.store.ts'
import type { StreamedElement, XmlElement } from '../../platform/xml/node.ts'
import { streamXml } from '../../platform/xml/write-xml.ts'
import { blobPath, exportArtifacts, exportUsers, emptyStatistics, userReference } from '../artifacts/index.ts'
import { contentKey, type ContentStore, type FilesModule } from '../files/index.ts'
import {
  exportGroupNames,
  exportProjectElement,
  exportUserGroups,
  readExportedProject,
  type Project,
  type ProjectsModule,
} from '../projects/index.ts'
import type { SettingsModule } from '../settings/index.ts'
import {
  exportRepositories,
  readRepositoriesOfProject,
  type ExportedRepository,
  type RepositoriesOfProject,
  type SvnModule,
} from '../svn/index.ts'
import { exportKanbans } from '../kanbans/index.ts'
import { exportCardwalls, exportPlanning, readExportedPlanning } from '../planning/index.ts'
import { exportRoadmaps, readExportedRoadmaps } from '../roadmaps/index.ts'
import {
  archiveGroupNames,
  exportTrackers,
  readTrackersOfProject,
  triggersLeftOut,
  type Tracker,
  type TrackersOfProject,
} from '../trackers/index.ts'
import type { UsersModule } from '../users/index.ts'
import { openArchiveWriter, type ArchiveWriter } from './archive-writer.ts'
import { countArtifacts, countUnsupportedContent, listDeferredSections, listLinkTypesInUse } from './exports.store.ts'
import { unsupportedInContent, unsupportedInProject, unsupportedInTrackers } from './unsupported-content.ts'
import { exportTestManagement, type DeferredTestManagement } from './test-management.ts'

export interface ExportOptions {
  /** Item names; left out: all trackers. */
  readonly trackers?: readonly string[]
  /** Without users and content: an archive from which a project can be created (projects.md §3.4). */
  readonly isStructureOnly?: boolean
  readonly withoutRepositories?: boolean
  /** Replaces an existing archive of that name. */
  readonly replaces?: boolean
  readonly onProgress?: OnExportProgress
}

export type ExportPhase = 'artifacts' | 'files' | 'repositories'
export type OnExportProgress = (phase: ExportPhase, done: number, total: number) => void

export interface ExportReport {
  readonly project: { readonly id: number; readonly shortName: string }
  readonly counts: {
    readonly users: number
    readonly groups: number
    readonly trackers: number
    readonly artifacts: number
    readonly changesets: number
    readonly files: number
    readonly repositories: number
  }
  /** Content that the archive lacks, or that an import refuses. */
  readonly warnings: readonly string[]
}

export interface ExportsDependencies {
  readonly db: Db
  readonly clock: Clock
  readonly dataFolder: string
  readonly contents: Pick<ContentStore, 'size' | 'read'>
  readonly files: Pick<FilesModule, 'holdContents'>
  readonly settings: Pick<SettingsModule, 'isoDate'>
  readonly users: Pick<UsersModule, 'getMany'>
  readonly projects: Pick<ProjectsModule, 'findByShortName' | 'get'>
  readonly svn: Pick<SvnModule, 'disk'>
}

export type ExportProject = (reference: string, target: string, options?: ExportOptions) => Promise<ExportReport>

/**
 * Writes a project as an archive (import.md): a zip if the name ends in `.zip`, otherwise a folder. The archive shows one state of the
 * project; after a failure no file remains. Does not check rights.
 */
export const exportProject =
  (deps: ExportsDependencies): ExportProject =>
  async (reference, target, options = {}) => {
    const found = await findProject(reference, deps)
    const writer = await openArchiveWriter(target, { replaces: options.replaces ?? false, now: deps.clock.now() })
    // Taken before the snapshot: all contents in the snapshot must exist until they are copied.
    const held = await deps.files.holdContents()
    const requireHeld = (): void => {
      if (held.lost.aborted)
        throw new ServiceUnavailable(
          'The connection to the database was lost while the project was exported: try again.',
        )
    }
    try {
      const written = await inSnapshot(deps.db, snapshot => writeDocuments(snapshot, found.id, writer, options, deps))
      const missingContents = await writeContents(written.seen.fileIds, writer, options, requireHeld, deps)
      await writeDumps(written.dumps, writer, options, deps)
      requireHeld()
      await writer.finish()
      await recordExport(deps.db, found.id)
      return {
        project: { id: found.id, shortName: found.shortName },
        counts: { ...written.counts, files: written.seen.fileIds.length - missingContents },
        warnings: [...written.warnings, ...unsupportedInContent({ ...written.seen, ...written, missingContents })],
      }
    } catch (error) {
      await writer.discard()
      throw error
    } finally {
      await held.release()
    }
  }

/** The audit tells that a copy of the project was taken. */
const recordExport = (db: Db, projectId: number): Promise<void> =>
  inTransaction(db, tx => appendEvents(tx, [{ kind: 'project.exported', actorId: null, means: 'command', projectId }]))

const findProject = async (reference: string, { projects }: ExportsDependencies): Promise<Project> => {
  const project =
    (/^\d{1,15}$/.test(reference) ? await projects.get(Number(reference)) : undefined) ??
    (await projects.findByShortName(reference))
  if (!project || project.status === 'archive') throw new NotFound(`There is no project ${reference}.`)
  return project
}

/** A repository whose revisions are dumped into the archive. */
interface RepositoryDump {
  readonly file: string
  readonly name: string
  readonly projectId: number
  /** Path of the dump of a repository that waits for Subversion. */
  readonly waiting?: string
}

interface ExportedDocuments {
  readonly seen: ReturnType<typeof emptyStatistics>
  readonly dumps: readonly RepositoryDump[]
  readonly counts: Omit<ExportReport['counts'], 'files'>
  readonly warnings: readonly string[]
  readonly lossyTexts: number
}

/** Writes the data of the database: `project.xml`, `testmanagement.xml` and finally `users.xml`, when all referenced users are known. */
const writeDocuments = async (
  snapshot: ReadableDb,
  projectId: number,
  writer: ArchiveWriter,
  options: ExportOptions,
  deps: ExportsDependencies,
): Promise<ExportedDocuments> => {
  const { users, settings } = deps
  const isStructureOnly = options.isStructureOnly ?? false
  const given = await readExportedProject(snapshot, projectId)
  const { project, roster } = given
  const ofProject = withoutUserReferences(
    selectTrackers(await readTrackersOfProject(snapshot, projectId), options.trackers, project),
    isStructureOnly,
  )
  const { trackers } = ofProject
  const trackerIds = new Set(trackers.map(tracker => tracker.id))
  const repositories = await repositoriesOf(snapshot, projectId, options)
  const artifacts = isStructureOnly ? 0 : await countArtifacts(snapshot.kysely, [...trackerIds])

  const seen = emptyStatistics()
  if (!isStructureOnly)
    for (const [id, user] of await users.getMany(peopleOf(roster, trackers))) seen.accounts.set(id, user)
  const context = {
    groups: archiveGroupNames(roster.groups),
    users,
    hasUnused: true,
    userReference: (userId: number): XmlElement => userReference(userId, seen.accounts),
    isoDate: (at: Date) => settings.isoDate(at),
    isExported: (id: number) => trackerIds.has(id),
  }
  const onProgress = options.onProgress ?? (() => undefined)
  const artifactsOf = async function* (tracker: Tracker): AsyncGenerator<XmlElement> {
    for await (const artifact of exportArtifacts(snapshot.kysely, tracker, context, seen)) {
      onProgress('artifacts', seen.artifacts - 1, artifacts)
      yield artifact
    }
  }
  let lossyTexts = 0
  const add = (name: string, root: StreamedElement): Promise<void> =>
    writer.add(name, streamXml(root, { onLoss: () => lossyTexts++ }))

  const userGroups = isStructureOnly ? exportGroupNames(roster.groups) : exportUserGroups(roster, context.userReference)
  const planning = await readExportedPlanning(snapshot, projectId)
  const linkTypes = await listLinkTypesInUse(snapshot.kysely, isStructureOnly ? [] : [...trackerIds])
  await add(
    'project.xml',
    exportProjectElement({ ...given, userGroups }, [
      ...exportLinkTypes(linkTypes, project),
      exportTrackers(
        ofProject,
        project.usesLinkTypes,
        context,
        isStructureOnly ? () => undefined : tracker => artifactsOf(tracker),
      ),
      ...exportPlanning(planning, context, !isStructureOnly, await exportKanbans(snapshot, trackers)),
      ...exportCardwalls(planning, trackers, context),
      ...exportRoadmaps(await readExportedRoadmaps(snapshot, projectId), context),
      ...exportRepositories(repositories.exported),
    ]),
  )
  onProgress('artifacts', 1, 1)
  const tests = exportTestManagement(
    (await listDeferredSections<DeferredTestManagement>(snapshot.kysely, projectId, 'testmanagement')).map(kept =>
      isStructureOnly ? { ...kept, pins: [] } : kept,
    ),
    context.isExported,
  )
  if (tests) await add('testmanagement.xml', tests)
  await add('users.xml', exportUsers(seen.accounts))
  return {
    seen,
    dumps: repositories.dumps,
    counts: {
      users: seen.accounts.size,
      groups: roster.groups.length,
      trackers: trackers.length,
      artifacts: seen.artifacts,
      changesets: seen.changesets,
      repositories: repositories.exported.length,
    },
    warnings: [
      ...unsupportedInProject(project, await countUnsupportedContent(snapshot.kysely, projectId, [...trackerIds])),
      ...unsupportedInTrackers(ofProject, triggersLeftOut(trackers, context)),
      ...repositories.unsupported.map(sentence => `Not in the archive: ${sentence}.`),
    ],
    lossyTexts,
  }
}

/** The selected trackers. */
const selectTrackers = (
  all: TrackersOfProject,
  itemNames: readonly string[] | undefined,
  project: Project,
): TrackersOfProject => {
  if (itemNames === undefined || itemNames.length === 0) return all
  const wanted = new Set(itemNames.map(name => name.toLowerCase()))
  const trackers = all.trackers.filter(tracker => wanted.delete(tracker.itemName.toLowerCase()))
  const [unknown] = wanted
  if (unknown !== undefined)
    throw new NotFound(`The project ${project.shortName} has no tracker with the item name ${unknown}.`)
  return { ...all, trackers }
}

/** Without `users.xml` the archive cannot refer to users. */
const withoutUserReferences = (given: TrackersOfProject, isStructureOnly: boolean): TrackersOfProject => {
  if (!isStructureOnly) return given
  return {
    ...given,
    trackers: given.trackers.map(tracker => {
      const fields = tracker.fields.map(field =>
        field.bind?.type === 'users' ? { ...field, bind: { ...field.bind, defaultUserIds: [] } } : field,
      )
      return { ...tracker, fields, fieldById: new Map(fields.map(field => [field.id, field])) }
    }),
  }
}

const peopleOf = (
  roster: Awaited<ReturnType<typeof readExportedProject>>['roster'],
  trackers: readonly Tracker[],
): number[] => [
  ...new Set([
    ...roster.members.map(member => member.userId),
    ...[...roster.usersOfGroup.values()].flatMap(users => users.map(user => user.userId)),
    ...trackers.flatMap(({ fields }) =>
      fields.flatMap(({ bind }) => (bind?.type === 'users' ? bind.defaultUserIds : [])),
    ),
  ]),
]

/** The used types and the types that the project forbids; an import must know all named types. */
const exportLinkTypes = (inUse: readonly string[], { disabledLinkTypes }: Project): XmlElement[] => {
  const names = [...new Set([...inUse, ...disabledLinkTypes])].toSorted()
  if (names.length === 0) return []
  return [
    {
      name: 'natures',
      children: names.map(name => ({
        name: 'nature',
        attributes: { is_used: disabledLinkTypes.has(name) ? '0' : '1' },
        text: name,
      })),
    },
  ]
}

/** The data of repositories that an import stores until Subversion is installed. */
interface DeferredRepositories {
  readonly repositories: readonly {
    readonly name: string
    readonly accessFile: string | null
    readonly notifications: ExportedRepository['notifications']
    readonly dump: { readonly path: string } | null
  }[]
}

const dumpPath = (name: string): string => `svn/${name}.svn`

const repositoriesOf = async (
  snapshot: ReadableDb,
  projectId: number,
  { withoutRepositories = false, isStructureOnly = false }: ExportOptions,
): Promise<
  Pick<RepositoriesOfProject, 'unsupported'> & { exported: ExportedRepository[]; dumps: RepositoryDump[] }
> => {
  if (withoutRepositories) return { exported: [], dumps: [], unsupported: [] }
  const hosted = await readRepositoriesOfProject(snapshot, projectId)
  const waiting = (await listDeferredSections<DeferredRepositories>(snapshot.kysely, projectId, 'svn')).flatMap(
    kept => kept.repositories,
  )
  const dumps: RepositoryDump[] = isStructureOnly
    ? []
    : [
        ...hosted.repositories.map(({ name }) => ({ file: dumpPath(name), name, projectId })),
        ...waiting.flatMap(({ name, dump }) =>
          dump ? [{ file: dumpPath(name), name, projectId, waiting: dump.path }] : [],
        ),
      ]
  const dumped = new Map(dumps.map(dump => [dump.name, dump.file]))
  return {
    dumps,
    unsupported: hosted.unsupported,
    exported: [
      ...hosted.repositories.map(({ name, accessFile, notifications }) => ({
        name,
        accessFile: accessFile.text,
        notifications,
        dumpFile: dumped.get(name),
      })),
      ...waiting.map(({ name, accessFile, notifications }) => ({
        name,
        accessFile: accessFile ?? '',
        notifications,
        dumpFile: dumped.get(name),
      })),
    ],
  }
}

/** Returns the number of missing contents. */
const writeContents = async (
  fileIds: readonly number[],
  writer: ArchiveWriter,
  { onProgress = () => undefined }: ExportOptions,
  requireHeld: () => void,
  { contents }: ExportsDependencies,
): Promise<number> => {
  let missing = 0
  for (const [index, fileId] of fileIds.entries()) {
    requireHeld()
    onProgress('files', index, fileIds.length)
    if ((await contents.size(contentKey(fileId))) === undefined) missing++
    else await writer.add(blobPath(fileId), await contents.read(contentKey(fileId)))
  }
  onProgress('files', 1, 1)
  return missing
}

const writeDumps = async (
  dumps: readonly RepositoryDump[],
  writer: ArchiveWriter,
  { onProgress = () => undefined }: ExportOptions,
  { svn, dataFolder }: ExportsDependencies,
): Promise<void> => {
  for (const { file, waiting, ...at } of dumps) {
    if (waiting !== undefined) {
      await writer.add(file, createReadStream(path.join(dataFolder, waiting)))
      continue
    }
    const upTo = await svn.disk.youngest(at)
    const onRevision = (revision: number): void => onProgress('repositories', revision, upTo + 1)
    await writer.add(file, svn.disk.dump(at, { upTo, onRevision }))
  }
  onProgress('repositories', 1, 1)
}
