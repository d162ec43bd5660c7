import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { finished } from 'node:stream/promises'
import type { Clock } from '../../../platform/clock.ts'
import type { Logger } from 'pino'
import { inTransaction, withoutLimits, type Db, type Tx } from '../../../platform/db/db.ts'
import { writeNewFile } from '../../../platform/durable-files.ts'
import type { AuthModule } from '../../auth/index.ts'
import { contentKey, type ContentStore } from '../../files/index.ts'
import type { Project } from '../../projects/index.ts'
import type { SettingsModule } from '../../settings/index.ts'
import type { StagedImport, SvnModule } from '../../svn/index.ts'
import { FIRST_ADMINISTRATOR_ID, canSignIn, type UsersModule, type Viewer } from '../../users/index.ts'
import { ArchiveFault, openArchive, type Archive } from '../archive/archive.ts'
import { commitImport, type CommitModules, type StagedDump, type StoredFile } from '../commit/commit-import.ts'
import { listDeferredRepositoryNames, releaseFiles, reserveFiles } from '../commit/imports.store.ts'
import { loadDumps, RepositoryFaults, type RepositoriesToLoad } from '../commit/load-repositories.ts'
import { Messages, type ImportMessage, type MessageLocation } from '../archive/import-messages.ts'
import {
  planImport,
  type ImportCounts,
  type ImportPlan,
  type OnProgress,
  type PlanSources,
} from '../plan/plan-import.ts'
import { parseAutomap, parseUserMap, type UserDecisions } from '../archive/user-map.ts'

export interface ImportOptions {
  /** Name of the archive in messages; default: its location. */
  readonly archiveName?: string
  /** Content of a user map, and its name in messages; exactly one of this and `automap`. */
  readonly userMap?: { readonly text: string; readonly file: string }
  /** `no-email,create:A` */
  readonly automap?: string
  /** The importing account; default: the first administrator. */
  readonly actingUserId?: number
  /** Id or short name of an existing project into which the archive is imported. */
  readonly project?: string
  /** Short name in place of the archive's. */
  readonly name?: string
  readonly isTemplate?: boolean
  /** Creates missing link types that the archive names: for site administrators. */
  readonly createsLinkTypes?: boolean
  /**
   * The project was created for this archive and is hidden until the end of the import (projects.md §3.4). The archive must not contain
   * users or content. `written` runs in the transaction of the import.
   */
  readonly newProject?: { written(tx: Tx, messages: readonly ImportMessage[]): Promise<void> }
  /** Ids from `allocateArtifactIds` for the artifacts of the archive, in its order; texts may mention them. */
  readonly artifactIds?: readonly number[]
  /** Runs in the transaction of the import. */
  written?(tx: Tx, projectId: number): Promise<void>
  /** Checks and counts everything, and writes nothing. */
  readonly isDryRun?: boolean
  readonly onProgress?: OnProgress
}

export interface ImportReport {
  /** false: after errors or a dry run. */
  readonly isImported: boolean
  readonly isDryRun: boolean
  /** Errors first. */
  readonly messages: readonly ImportMessage[]
  /** null if the archive could not be read that far. */
  readonly counts: ImportCounts | null
  readonly project: { readonly id: number; readonly shortName: string } | null
}

export interface ImportsDependencies {
  readonly db: Db
  readonly clock: Clock
  readonly sharedFolder: string
  readonly contents: ContentStore
  readonly log: Logger
  readonly settings: Pick<SettingsModule, 'get'>
  readonly users: PlanSources['users'] & CommitModules['users'] & Pick<UsersModule, 'get'>
  readonly projects: PlanSources['projects'] &
    CommitModules['projects'] & { get(id: number): Promise<Project | undefined> }
  readonly auth: Pick<AuthModule, 'viewerOf'>
  readonly trackers: PlanSources['trackers'] & CommitModules['trackers']
  readonly artifacts: CommitModules['artifacts']
  readonly planning: CommitModules['planning']
  readonly kanbans: CommitModules['kanbans']
  readonly roadmaps: CommitModules['roadmaps']
  readonly svn: Pick<SvnModule, 'isInstalled' | 'stageImport' | 'namesInProject'>
}

export type ImportProject = (location: string, options: ImportOptions) => Promise<ImportReport>

/** Imports a folder or a zip (import.md). Reports faults of the archive instead of throwing them; nothing is written then. */
export const importProject =
  (deps: ImportsDependencies): ImportProject =>
  async (location, options) => {
    const messages = new Messages()
    const isDryRun = options.isDryRun ?? false
    const failed = (counts: ImportCounts | null = null): ImportReport => ({
      isImported: false,
      isDryRun,
      messages: messages.list(),
      counts,
      project: null,
    })
    const onProgress: OnProgress = options.onProgress ?? (() => undefined)
    const timezone = deps.settings.get('timezone')

    const decisions = readDecisions(options, messages)
    const target = await findTarget(options, deps, messages)
    const viewer = await findActor(options.actingUserId ?? FIRST_ADMINISTRATOR_ID, target, deps, messages)
    if (options.createsLinkTypes === true && viewer?.isSiteAdministrator === false)
      messages.error(undefined, 'link types are for the whole platform: only site administrators make them')
    const archive = await openArchiveReporting(location, options.archiveName, messages)
    if (!archive) return failed()
    try {
      if (!decisions || target === undefined || !viewer) return failed()
      const input = {
        archive,
        decisions,
        actingUserId: viewer.userId,
        project: target,
        name: options.name,
        isTemplate: options.isTemplate ?? false,
        createsLinkTypes: options.createsLinkTypes ?? false,
        timezone,
        isStructureOnly: options.newProject !== undefined,
        onProgress,
      }
      const sources = { ...deps, repositoryNames: (id: number) => repositoryNames(deps, id) }
      const plan = await planImport(input, sources, messages)
      if (!plan || messages.hasErrors) return failed(plan?.counts ?? null)
      // An import reads the contents twice: damage is found before ids are created, so that a failed import uses none (§11).
      const total = (isDryRun ? 1 : 2) * contentsOf(plan).length
      await readContents(plan, archive, messages, done => onProgress('files', done, total))
      if (messages.hasErrors) return failed(plan.counts)
      if (isDryRun) {
        await checkDumps(plan, archive, deps, messages, onProgress)
        return failed(plan.counts)
      }
      const written = async (tx: Tx, projectId: number): Promise<void> => {
        await options.newProject?.written(tx, messages.list())
        await options.written?.(tx, projectId)
      }
      const { artifactIds } = options
      const projectId = await write(
        { plan, viewer, archive, timezone, messages, onProgress, artifactIds, written },
        deps,
      )
      return {
        isImported: true,
        isDryRun,
        messages: messages.list(),
        counts: plan.counts,
        project: { id: projectId, shortName: plan.identity?.shortName ?? plan.project?.shortName ?? '' },
      }
    } catch (error) {
      // A dump is refused, or a file of the archive changes, before anything else is written.
      if (error instanceof ArchiveFault) messages.error(undefined, error.message)
      else if (error instanceof RepositoryFaults)
        for (const { place, text } of error.faults) messages.error(place, text)
      else throw error
      return failed()
    } finally {
      archive.close()
    }
  }

/** Names of existing, deleted and waiting repositories. */
const repositoryNames = async ({ db, svn }: ImportsDependencies, projectId: number): Promise<string[]> => [
  ...(await svn.namesInProject(projectId)),
  ...(await listDeferredRepositoryNames(db.kysely, projectId)),
]

const readDecisions = ({ userMap, automap }: ImportOptions, messages: Messages): UserDecisions | undefined => {
  if ((userMap === undefined) === (automap === undefined)) {
    messages.error(undefined, 'an import needs either a user map or an automap rule, and not both')
    return undefined
  }
  if (automap !== undefined) return parseAutomap(automap, messages)
  return userMap && parseUserMap(userMap.text, userMap.file, messages)
}

/** null = a new project; undefined = the requested project does not exist. */
const findTarget = async (
  { project: reference, name, isTemplate, newProject }: ImportOptions,
  { projects }: ImportsDependencies,
  messages: Messages,
): Promise<Project | null | undefined> => {
  if (reference === undefined) return null
  if (name !== undefined || isTemplate === true)
    messages.error(undefined, 'a project that is there keeps its name and its kind: they cannot be given')
  const project =
    (/^\d+$/.test(reference) ? await projects.get(Number(reference)) : undefined) ??
    (await projects.findByShortName(reference))
  if (!project) messages.error(undefined, `there is no project "${reference}" to import into`)
  else if (project.status !== (newProject ? 'archive' : 'active'))
    messages.error(undefined, `the project "${project.shortName}" is not active`)
  return project
}

const findActor = async (
  userId: number,
  target: Project | null | undefined,
  { users, auth }: ImportsDependencies,
  messages: Messages,
): Promise<Viewer | undefined> => {
  const account = await users.get(userId)
  if (!account || !canSignIn(account)) {
    messages.error(
      undefined,
      `the acting user ${account ? `"${account.login}" is not active` : `${userId} does not exist`}`,
    )
    return undefined
  }
  const viewer = await auth.viewerOf(userId, 'import')
  const isAllowed = viewer.isSiteAdministrator || (target && viewer.memberships.get(target.id)?.isAdmin === true)
  if (isAllowed === true) return viewer
  messages.error(
    undefined,
    `"${account.login}" may not import: site administrators may, and administrators of a project into that project`,
  )
  return undefined
}

const openArchiveReporting = async (
  location: string,
  name: string | undefined,
  messages: Messages,
): Promise<Archive | undefined> => {
  try {
    return await openArchive(location, name)
  } catch (error) {
    if (!(error instanceof ArchiveFault)) throw error
    messages.error(undefined, error.message)
    return undefined
  }
}

interface WriteInput {
  readonly plan: ImportPlan
  readonly viewer: Viewer
  readonly archive: Archive
  readonly timezone: string
  readonly messages: Messages
  readonly onProgress: OnProgress
  readonly artifactIds: readonly number[] | undefined
  readonly written: (tx: Tx, projectId: number) => Promise<void>
}

/** No import takes this long: older files belong to no running import. */
const MAX_IMPORT_MS = 24 * 3600 * 1000

/** Folder of files that are safe on the disk, but not in their final place. */
export const incomingFolder = ({ sharedFolder }: Pick<ImportsDependencies, 'sharedFolder'>): string =>
  path.join(sharedFolder, 'imported', 'incoming')

/** Copies the contents, then writes the plan in one transaction; a failure removes the contents. */
const write = async (input: WriteInput, deps: ImportsDependencies): Promise<number> => {
  const { db, contents, clock } = deps
  const incoming = incomingFolder(deps)
  const expiresAt = new Date(clock.now().getTime() + MAX_IMPORT_MS)
  const expected = input.plan.usedFiles.map(({ entry }) => entry)
  const fileIds = await reserveFiles(db.kysely, expected, input.viewer.userId, expiresAt)
  const placed: string[] = []
  let repositories: StagedImport | undefined
  try {
    await sweepDumps(incoming)
    const { files, dumps } = await storeContents(input, fileIds, contents, incoming)
    try {
      repositories = await loadDumps(await repositoriesToLoad(input.plan, deps), dumps, deps.svn, input.onProgress)
      const { plan, archive, viewer, timezone, artifactIds, onProgress } = input
      const commit = { plan, artifactIds, archive, viewer, timezone, files, dumps, repositories, placed, onProgress }
      const id = await inTransaction(db, async tx => {
        await withoutLimits(tx)
        const projectId = await commitImport(tx, commit, deps)
        await input.written(tx, projectId)
        return projectId
      })
      warnOfNewUuids(repositories, plan, input.messages)
      return id
    } finally {
      await discardDumps(dumps)
    }
  } catch (error) {
    await repositories?.undo()
    for (const file of placed) await rm(file, { force: true })
    await release(fileIds, deps)
    throw error
  }
}

/**
 * Deletes only files that the database still shows as reserved: after a lost connection during a commit its result is unknown. Files that
 * cannot be deleted now expire later.
 */
const release = async (fileIds: readonly number[], { db, contents, log }: ImportsDependencies): Promise<void> => {
  try {
    const released = await releaseFiles(db.kysely, fileIds)
    await contents.remove(released.map(id => contentKey(id)))
  } catch (error) {
    log.error({ err: error, fileIds }, 'contents of an import that failed stay until they expire')
  }
}

/** Erases files of dead imports. */
const sweepDumps = async (folder: string): Promise<void> => {
  for (const name of await readdir(folder).catch(() => [])) {
    const file = path.join(folder, name)
    const status = await stat(file).catch(() => undefined)
    if (status && status.mtimeMs < Date.now() - MAX_IMPORT_MS) await rm(file, { force: true })
  }
}

interface NamedContent {
  readonly path: string
  readonly place: MessageLocation
}

const contentsOf = ({ usedFiles, repositories }: ImportPlan): NamedContent[] => [
  ...usedFiles.map(({ entry }) => ({ path: entry.path, place: entry.place })),
  ...repositories.flatMap(({ dumpFile, place }) => (dumpFile === null ? [] : { path: dumpFile, place })),
]

/** Reports every damaged content (import.md §12). */
const readContents = async (
  plan: ImportPlan,
  archive: Archive,
  messages: Messages,
  onRead: (done: number) => void,
): Promise<void> => {
  for (const [index, { path: file, place }] of contentsOf(plan).entries()) {
    try {
      await finished((await archive.open(file)).resume())
    } catch (error) {
      if (!(error instanceof ArchiveFault)) throw error
      messages.error(place, error.message)
    }
    onRead(index + 1)
  }
}

const storeDumps = async (
  { repositories }: ImportPlan,
  archive: Archive,
  incoming: string,
  onDump: () => void,
): Promise<Map<string, StagedDump>> => {
  const dumps = new Map<string, StagedDump>()
  try {
    for (const { name, dumpFile } of repositories) {
      if (dumpFile === null) continue
      const staged = path.join(incoming, randomUUID())
      await mkdir(incoming, { recursive: true, mode: 0o700 })
      dumps.set(name, { path: staged, ...(await writeNewFile(staged, await archive.open(dumpFile))) })
      onDump()
    }
  } catch (error) {
    await discardDumps(dumps)
    throw error
  }
  return dumps
}

const repositoriesToLoad = async (
  plan: ImportPlan,
  { projects }: ImportsDependencies,
): Promise<RepositoriesToLoad> => ({
  repositories: plan.repositories,
  groupNames: [
    ...plan.membership.groups.map(({ name }) => name),
    ...(plan.project ? (await projects.userGroups(plan.project.id)).map(({ name }) => name) : []),
  ],
})

const warnOfNewUuids = (staged: StagedImport | undefined, plan: ImportPlan, messages: Messages): void => {
  for (const name of staged?.renewed ?? [])
    messages.warn(
      plan.repositories.find(repository => repository.name === name)?.place,
      `the repository "${name}" gets a new UUID, since one with that of its dump is here: \`svn relocate\` will not take working copies to it`,
    )
}

/** For a dry run, which fails on the same dumps as an import. */
const checkDumps = async (
  plan: ImportPlan,
  archive: Archive,
  deps: ImportsDependencies,
  messages: Messages,
  onProgress: OnProgress,
): Promise<void> => {
  if (!deps.svn.isInstalled()) return
  const dumps = await storeDumps(plan, archive, incomingFolder(deps), () => undefined)
  try {
    const staged = await loadDumps(await repositoriesToLoad(plan, deps), dumps, deps.svn, onProgress)
    warnOfNewUuids(staged, plan, messages)
    await staged?.undo()
  } finally {
    await discardDumps(dumps)
  }
}

const storeContents = async (
  { plan, archive, onProgress }: WriteInput,
  fileIds: readonly number[],
  contents: ContentStore,
  incoming: string,
): Promise<{ files: StoredFile[]; dumps: Map<string, StagedDump> }> => {
  const total = 2 * contentsOf(plan).length
  let done = total / 2
  const advance = (): void => onProgress('files', ++done, total)
  const files: StoredFile[] = []
  for (const [index, { entry }] of plan.usedFiles.entries()) {
    const id = fileIds[index]
    if (id === undefined) throw new Error('an attachment has no number')
    files.push({ id, ...(await contents.write(contentKey(id), await archive.open(entry.path))) })
    advance()
  }
  return { files, dumps: await storeDumps(plan, archive, incoming, advance) }
}

const discardDumps = async (dumps: ReadonlyMap<string, StagedDump>): Promise<void> => {
  for (const { path: file } of dumps.values()) await rm(file, { force: true })
}
