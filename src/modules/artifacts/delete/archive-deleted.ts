import { randomUUID } from 'node:crypto'
import { link, mkdir, open, rm } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import type { Logger } from 'pino'
import { ZipFile } from 'yazl'
import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/db.ts'
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

/** An archive that is written but not yet at its place. */
export interface PreparedArchive {
  /** The version that it holds. */
  readonly changesetId: number
  /** The artifact is gone: the archive stays. */
  keep(): Promise<void>
  /** The artifact stays: the archive goes. */
  discard(): Promise<void>
}

/** Keeps what deletions take away (artifacts.md §7). A failure is logged and never stands in the way of the deletion. */
export interface DeletionArchiver {
  prepare(artifact: Artifact, context: ArtifactContext): Promise<PreparedArchive | undefined>
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
  /** Throws where the folder must not be used: then nothing is deleted. */
  readonly requireFolder: () => void
}

/** Readable by the operator's group, for nobody else: it holds what may have been confidential. */
const MODE = 0o640
const FOLDER_MODE = 0o750

export const createDeletionArchiver = (dependencies: DeletionArchiverDependencies): DeletionArchiver => {
  const { clock, log, folder } = dependencies
  const logFailure = (error: unknown, artifactId: number, more: object, message: string): void =>
    log.error({ err: error, artifactId, ...more }, message)

  return {
    prepare: async ({ id }, context) => {
      dependencies.requireFolder()
      // Under another name until the artifact is really gone.
      const written = path.join(folder, `deleted__artifact_${id}.${randomUUID()}.part`)
      try {
        const content = await loadArchiveContent(id, context, dependencies)
        await mkdir(folder, { recursive: true, mode: FOLDER_MODE })
        await writeZip(written, content, dependencies)
        await syncFolder(folder)
        return {
          changesetId: content.changesetId,
          keep: async () => {
            const target = path.join(folder, `deleted__artifact_${id}_${Math.floor(clock.now().getTime() / 1000)}.zip`)
            try {
              // Unlike a renaming, a second name never takes the place of a file that is there.
              await link(written, target)
              await rm(written)
              await syncFolder(folder)
            } catch (error) {
              // What was written is the last that there is of the artifact, so it is left where it is.
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

interface ArchiveContent {
  readonly changesetId: number
  /** By their paths in the archive. */
  readonly documents: readonly { readonly path: string; readonly root: StreamedElement }[]
  readonly fileIds: readonly number[]
}

/** Five queries at most, whatever the length of the history. */
const loadArchiveContent = async (
  artifactId: number,
  { project, tracker }: ArtifactContext,
  { db, settings, users, projects }: DeletionArchiverDependencies,
): Promise<ArchiveContent> => {
  const history = (await listFullHistories(db.kysely, [artifactId])).get(artifactId) ?? []
  const last = history.at(-1)
  if (!last) throw new Error(`artifact ${artifactId} has no history`)
  const extras = await loadTrackerExtras(db.kysely, [tracker.id])
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
  const files = new Map((await listExportedFiles(db.kysely, [...mentions.fileIds])).map(file => [file.id, file]))

  const context: ArtifactExportContext = {
    groups: archiveGroupNames(groups),
    userReference: userId => userReference(userId, accounts),
    isoDate: at => settings.isoDate(at),
    // What it was linked to when it went is worth knowing, whatever has become of it.
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
 * The archive is that of a project with one tracker and one artifact, but for the name of the document: unpacked, and with
 * `artifact.xml` called `project.xml`, it can be imported. Groups are there by name, so that rights keep their meaning, without members.
 */
const projectElement = (
  project: Project,
  groups: readonly { readonly name: string; readonly description: string }[],
  tracker: XmlElement,
): StreamedElement =>
  exportProjectElement({ project: { ...project, banner: null }, userGroups: exportGroupNames(groups) }, [
    { name: 'trackers', children: [tracker] },
  ])

/** All of it is on the disk when this is over; contents of files stream through. */
const writeZip = async (
  target: string,
  { documents, fileIds }: ArchiveContent,
  { contents, clock }: Pick<DeletionArchiverDependencies, 'contents' | 'clock'>,
): Promise<void> => {
  // The history still describes files whose contents are gone.
  const present: number[] = []
  for (const fileId of fileIds) if ((await contents.size(contentKey(fileId))) !== undefined) present.push(fileId)

  const handle = await open(target, 'wx', MODE)
  const opened: Readable[] = []
  try {
    // Whatever the process masks.
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
          // The zip does not look after what it is given to read.
          content.on('error', abortWriting)
          give(null, content)
        }, abortWriting)
      })
    zip.end()
    // Read from at once: an error that comes before anybody reads would have nobody to catch it.
    for await (const chunk of output as AsyncIterable<Buffer>) await handle.writeFile(chunk)
    await handle.sync()
  } finally {
    // Where the writing failed, the file that was being read is still open.
    for (const content of opened) content.destroy()
    await handle.close()
  }
}
