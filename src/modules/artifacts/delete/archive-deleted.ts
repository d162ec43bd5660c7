import { randomUUID } from 'node:crypto'
import { link, mkdir, open, rm } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import type { Logger } from 'pino'
import { ZipFile } from 'yazl'
import type { Clock } from '../../../platform/clock.ts'
import type { Db, Queryable } from '../../../platform/db/db.ts'
import { syncFolder } from '../../../platform/sync-folder.ts'
import type { StreamedElement, XmlElement } from '../../../platform/xml/node.ts'
import { streamXml } from '../../../platform/xml/write-xml.ts'
import { contentKey, type ContentStore } from '../../files/index.ts'
import {
  exportGroupNames,
  exportProjectElement,
  isStaticGroup,
  type Project,
  type ProjectsModule,
} from '../../projects/index.ts'
import type { SettingsModule } from '../../settings/index.ts'
import { archiveGroupNames, exportTracker, loadTrackerExtras } from '../../trackers/index.ts'
import type { UsersModule } from '../../users/index.ts'
import type { ArtifactContext } from '../access/artifact-access.ts'
import type { Artifact } from '../model/artifact.ts'
import {
  blobPath,
  exportArtifact,
  exportUsers,
  mentionCollector,
  emptyMentions,
  userReference,
  type ArtifactExportContext,
  type Mentions,
} from '../transfer/export-artifact.ts'
import { listExportedFiles, listFullHistories } from '../transfer/export-artifact.store.ts'

/** A finished archive under its temporary name. */
export interface PreparedArchive {
  /** Version of the artifact in the archive. */
  readonly changesetId: number
  /** Call after the artifact is deleted: keeps the archive. */
  keep(): Promise<void>
  /** Call if the artifact stays: removes the archive. */
  discard(): Promise<void>
}

/** Archives deleted artifacts (artifacts.md §7). A failure is logged and never prevents the deletion. */
export interface DeletionArchiver {
  /** `on`: the transaction that wrote the artifact, if it is not committed yet. */
  prepare(
    artifact: Pick<Artifact, 'id'>,
    context: ArtifactContext,
    on?: Queryable,
  ): Promise<PreparedArchive | undefined>
}

export interface DeletionArchiverDependencies {
  readonly db: Db
  readonly clock: Clock
  readonly log: Logger
  readonly settings: Pick<SettingsModule, 'isoDate'>
  readonly users: Pick<UsersModule, 'getMany'>
  readonly projects: Pick<ProjectsModule, 'userGroups'>
  readonly contents: Pick<ContentStore, 'size' | 'read'>
  readonly folder: string
  /** Throws if the folder must not be used; then nothing is deleted. */
  readonly requireFolder: () => void
}

/** Readable by the operator's group and no other user: the archive may hold confidential data. */
const MODE = 0o640
const FOLDER_MODE = 0o750

export const createDeletionArchiver = (dependencies: DeletionArchiverDependencies): DeletionArchiver => {
  const { clock, log, folder } = dependencies
  const logFailure = (error: unknown, artifactId: number, more: object, message: string): void =>
    log.error({ err: error, artifactId, ...more }, message)

  return {
    prepare: async ({ id }, context, on = dependencies.db.kysely) => {
      dependencies.requireFolder()
      // The archive has a temporary name until the artifact is deleted.
      const written = path.join(folder, `deleted__artifact_${id}.${randomUUID()}.part`)
      try {
        const content = await loadArchiveContent(id, context, dependencies, on)
        await mkdir(folder, { recursive: true, mode: FOLDER_MODE })
        await writeZip(written, content, dependencies)
        await syncFolder(folder)
        return {
          changesetId: content.changesetId,
          keep: async () => {
            const target = path.join(folder, `deleted__artifact_${id}_${Math.floor(clock.now().getTime() / 1000)}`)
            try {
              await linkUnused(written, target)
              await rm(written)
              await syncFolder(folder)
            } catch (error) {
              // The archive is the last copy of the artifact, so it stays under its temporary name.
              logFailure(error, id, { written, target }, 'the archive of a deleted artifact could not get its name')
            }
          },
          discard: async () => {
            try {
              await rm(written, { force: true })
            } catch (error) {
              logFailure(error, id, { written }, 'the archive of an artifact that was not deleted could not be removed')
            }
          },
        }
      } catch (error) {
        logFailure(error, id, { folder }, 'an artifact is deleted without archive, because none could be written')
        await rm(written, { force: true }).catch(() => undefined)
        return undefined
      }
    },
  }
}

/** Artifacts that were restored may be deleted again within the same second. */
const MAX_DELETIONS_IN_A_SECOND = 100

/** Gives the file the name with `.zip`, or a number more. Unlike rename, link fails instead of replacing an existing file. */
const linkUnused = async (written: string, name: string, number = 1): Promise<void> => {
  try {
    await link(written, number === 1 ? `${name}.zip` : `${name}_${number}.zip`)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || number === MAX_DELETIONS_IN_A_SECOND) throw error
    await linkUnused(written, name, number + 1)
  }
}

interface ArchiveContent {
  readonly changesetId: number
  /** Documents by their paths in the archive. */
  readonly documents: readonly { readonly path: string; readonly root: StreamedElement }[]
  readonly fileIds: readonly number[]
}

/** Loads the data of the archive in at most five queries, for a history of any length. */
const loadArchiveContent = async (
  artifactId: number,
  { project, tracker }: ArtifactContext,
  { settings, users, projects }: DeletionArchiverDependencies,
  on: Queryable,
): Promise<ArchiveContent> => {
  const history = (await listFullHistories(on, [artifactId])).get(artifactId) ?? []
  const last = history.at(-1)
  if (!last) throw new Error(`artifact ${artifactId} has no history`)
  const extras = await loadTrackerExtras(on, [tracker.id])
  const groups = await projects.userGroups(project.id)

  const write = (
    context: ArtifactExportContext,
    files: Parameters<typeof exportArtifact>[0]['files'],
    mentions: Mentions,
  ) =>
    exportTracker(
      { tracker, extras, artifacts: [exportArtifact({ id: artifactId, tracker, history, files }, context, mentions)] },
      { ...context, isExported: id => id === tracker.id },
    )
  const mentions = emptyMentions()
  write(mentionCollector(mentions), new Map(), mentions)
  const accounts = await users.getMany(mentions.userIds)
  const files = new Map((await listExportedFiles(on, [...mentions.fileIds])).map(file => [file.id, file]))

  const context: ArtifactExportContext = {
    groups: archiveGroupNames(groups),
    userReference: userId => userReference(userId, accounts),
    isoDate: at => settings.isoDate(at),
    // The archive names the targets of all links, including targets that no longer exist.
    isArtifact: () => true,
    hasFile: () => true,
  }
  const named = groups.filter(group => mentions.groupIds.has(group.id) && isStaticGroup(group.id))
  return {
    changesetId: last.id,
    documents: [
      { path: 'artifact.xml', root: projectElement(project, named, write(context, files, emptyMentions())) },
      {
        path: 'users.xml',
        root: exportUsers(accounts),
      },
    ],
    fileIds: [...mentions.fileIds],
  }
}

/**
 * The archive has the form of a project archive with one tracker and one artifact, except for the name of the document. Once unpacked, and
 * with `artifact.xml` renamed to `project.xml`, it can be imported. It names groups without members, so that rights keep their meaning.
 */
const projectElement = (
  project: Project,
  groups: readonly { readonly name: string; readonly description: string }[],
  tracker: XmlElement,
): StreamedElement =>
  exportProjectElement({ project: { ...project, banner: null }, userGroups: exportGroupNames(groups) }, [
    { name: 'trackers', children: [tracker] },
  ])

/** Returns when the archive is on disk; contents of files are streamed. */
const writeZip = async (
  target: string,
  { documents, fileIds }: ArchiveContent,
  { contents, clock }: Pick<DeletionArchiverDependencies, 'contents' | 'clock'>,
): Promise<void> => {
  // The history still describes files whose contents are missing.
  const present: number[] = []
  for (const fileId of fileIds) if ((await contents.size(contentKey(fileId))) !== undefined) present.push(fileId)

  const handle = await open(target, 'wx', MODE)
  const opened: Readable[] = []
  try {
    // The mode must not depend on the umask of the process.
    await handle.chmod(MODE)
    const zip = new ZipFile()
    const output = zip.outputStream as Readable
    const abortWriting = (error: Error): void => void output.destroy(error)
    zip.on('error', abortWriting)
    const options = { mtime: clock.now(), mode: 0o100640 }
    for (const { path: name, root } of documents)
      zip.addReadStream(Readable.from(streamXml(root), { objectMode: false }), name, options)
    for (const fileId of present)
      zip.addReadStreamLazy(blobPath(fileId), options, give => {
        contents.read(contentKey(fileId)).then(content => {
          opened.push(content)
          // The zip library does not handle errors of its input streams.
          content.on('error', abortWriting)
          give(null, content)
        }, abortWriting)
      })
    zip.end()
    // Reading starts at once: an error before the first read would be unhandled.
    for await (const chunk of output as AsyncIterable<Buffer>) await handle.writeFile(chunk)
    await handle.sync()
  } finally {
    // If writing failed, the current input file is still open.
    for (const content of opened) content.destroy()
    await handle.close()
  }
}
