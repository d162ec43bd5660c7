import { inTransaction } from '../../../platform/db/db.ts'
import { Conflict, Forbidden, Invalid, NotFound, TooManyRequests, unlessRefused } from '../../../platform/errors.ts'
import { enqueueJobs } from '../../../platform/jobs/jobs.store.ts'
import type { Page } from '../../../platform/http/routes/pagination.ts'
import { findPendingFiles, type UploadKind } from '../../files/index.ts'
import type { Project } from '../../projects/index.ts'
import type { Viewer } from '../../users/index.ts'
import { MAX_BYTES, MAX_OPEN, UNDO_DAYS, type Import, type ImportMessage, type ImportOptions } from '../model/import.ts'
import type { ImportDependencies } from '../run/import-dependencies.ts'
import { noteImportEvent, RUN_IMPORTS } from '../run/run-imports.ts'
import {
  findImport,
  findUndoOf,
  findWaitingFileId,
  insertImport,
  listImports,
  listMessages,
  lockAndCountOpen,
  requestStop,
} from '../store/imports.store.ts'
import { countWritten } from '../store/lines.store.ts'

export const IMPORT_UPLOADS = '/uploads/import/file'
const DAY_MS = 24 * 60 * 60 * 1000

export interface NewImportInput {
  readonly options: ImportOptions
  readonly trackerId: number | null
  readonly fileName: string
  readonly fileSize: number
  readonly isDryRun: boolean
}

/** Throws 404 if the caller may not see the project. */
const findProject = async ({ projects }: ImportDependencies, viewer: Viewer, id: number): Promise<Project> => {
  const project = viewer.isAnonymous ? undefined : await unlessRefused(() => projects.requireAccess(viewer, id))
  if (!project) throw new NotFound('Project does not exist')
  return project
}

/** POST /projects/{id}/imports (integrators.md §12): the import, which waits for its content. */
export const createImport =
  (deps: ImportDependencies) =>
  async (viewer: Viewer, projectId: number, input: NewImportInput): Promise<Import> => {
    const project = await findProject(deps, viewer, projectId)
    await requireImporter(deps, viewer, project, input)
    deps.projects.requireWritable(project)
    requireForm(input)
    const { db, clock, files } = deps
    return inTransaction(db, async tx => {
      if ((await lockAndCountOpen(tx, projectId)) >= MAX_OPEN)
        throw new TooManyRequests(`The project has ${MAX_OPEN} imports that are not finished`, {
          reason: 'limit.calls',
          limit: MAX_OPEN,
        })
      const { fileName, fileSize } = input
      const file = await files.declareArchive(tx, viewer, {
        name: fileName,
        size: fileSize,
        type: input.options.format === 'csv' ? 'text/csv' : 'application/x-ndjson',
        most: MAX_BYTES,
      })
      const id = await insertImport(tx, {
        projectId,
        trackerId: input.trackerId,
        submittedBy: viewer.userId,
        options: input.options,
        isDryRun: input.isDryRun,
        undoOf: null,
        fileId: file.id,
        fileName,
        fileSize,
        createdAt: clock.now(),
        expiresAt: file.expiresAt,
      })
      const imported = await findImport(tx, id)
      if (!imported) throw new Error('the import is not there')
      await noteImportEvent(tx, 'import.created', imported)
      return imported
    })
  }

/** Administrators of the project; those of the tracker, if neither authors nor dates are imported. */
const requireImporter = async (
  { projects, trackers, artifacts }: ImportDependencies,
  viewer: Viewer,
  project: Project,
  { trackerId, options }: NewImportInput,
): Promise<void> => {
  const place = trackerId === null ? undefined : await unlessRefused(() => trackers.requireTracker(viewer, trackerId))
  if (trackerId !== null && place?.project.id !== project.id) throw new NotFound('Tracker does not exist')
  if (projects.isAdmin(viewer, project.id)) return
  const isTrackerAdmin = place !== undefined && artifacts.rightsIn(viewer, place.tracker).isAdmin
  const isHistory =
    options.originalDates || options.columns.some(({ as }) => as === 'submitted_by' || as === 'submitted_on')
  if (!isTrackerAdmin || isHistory || options.unknownPeople === 'invite')
    throw new Forbidden(
      isTrackerAdmin
        ? 'Only administrators of the project import original authors and dates, or invite people'
        : 'Only administrators of the project or of the tracker import artifacts',
      { reason: 'permission.admin' },
    )
}

const requireForm = ({ options, trackerId, fileName, fileSize }: NewImportInput): void => {
  if (fileName.trim() === '')
    throw new Invalid('`file_name` is required', { reason: 'parameter.required', parameter: 'file_name' })
  if (fileSize < 1)
    throw new Invalid('`file_size` must be at least 1', { reason: 'parameter.range', parameter: 'file_size' })
  if (options.format === 'csv' && trackerId === null)
    throw new Invalid('A sheet needs `tracker_id`', { reason: 'parameter.required', parameter: 'tracker_id' })
  for (const [index, { as, field, column }] of options.columns.entries()) {
    const parameter = `columns[${index}]`
    if ((as === undefined) === (field === undefined))
      throw new Invalid(`\`${parameter}\` needs either \`as\` or \`field\``, {
        reason: 'parameter.required',
        parameter,
      })
    if (options.format === 'csv' && column === undefined)
      throw new Invalid(`\`${parameter}\` needs the name of a \`column\``, { reason: 'parameter.required', parameter })
  }
}

const noSuchImport = (): NotFound => new NotFound('There is no such import')

/** An import that the viewer may know of: as an administrator of the project, or as the account that began it. */
const getSeen = async (deps: ImportDependencies, viewer: Viewer, id: number): Promise<Import> => {
  const imported = Number.isSafeInteger(id) ? await findImport(deps.db.kysely, id) : undefined
  const project = imported && (await unlessRefused(() => findProject(deps, viewer, imported.projectId)))
  if (!imported || !project) throw noSuchImport()
  if (imported.submittedBy !== viewer.userId && !deps.projects.isAdmin(viewer, project.id)) throw noSuchImport()
  return imported
}

/** GET /imports/{id} */
export const getImport =
  (deps: ImportDependencies) =>
  async (
    viewer: Viewer,
    id: number,
  ): Promise<{ readonly imported: Import; readonly messages: readonly ImportMessage[] }> => {
    const imported = await getSeen(deps, viewer, id)
    return { imported, messages: await listMessages(deps.db.kysely, id) }
  }

/** GET /projects/{id}/imports: all for administrators of the project, the own ones for others. */
export const listProjectImports =
  (deps: ImportDependencies) => async (viewer: Viewer, projectId: number, page: Page) => {
    const project = await findProject(deps, viewer, projectId)
    const submittedBy = deps.projects.isAdmin(viewer, project.id) ? null : viewer.userId
    return listImports(deps.db.kysely, { projectId, submittedBy, limit: page.limit, offset: page.offset })
  }

/** DELETE /imports/{id}: the import stops behind the portion that is being written. */
export const stopImport =
  (deps: ImportDependencies) =>
  async (viewer: Viewer, id: number): Promise<void> => {
    await getSeen(deps, viewer, id)
    await inTransaction(deps.db, async tx => {
      const imported = await findImport(tx, id, true)
      if (!imported) throw noSuchImport()
      if (imported.finishedAt !== null) throw new Conflict('The import has ended already', { reason: 'import.state' })
      await requestStop(tx, id)
      await enqueueJobs(tx, [{ name: RUN_IMPORTS, key: RUN_IMPORTS }])
    })
  }

/** POST /imports/{id}/undo: another job, which is read as an import. */
export const undoImport =
  (deps: ImportDependencies) =>
  async (viewer: Viewer, id: number): Promise<Import> => {
    const seen = await getSeen(deps, viewer, id)
    const { db, clock, projects, settings } = deps
    const project = await findProject(deps, viewer, seen.projectId)
    projects.requireWritable(project)
    if (!(await mayUndo(deps, viewer, seen)))
      throw new Forbidden('Only administrators undo an import', { reason: 'permission.admin' })
    return inTransaction(db, async tx => {
      const imported = await findImport(tx, id, true)
      if (!imported) throw noSuchImport()
      const fault = await faultOfUndo(deps, tx, imported, settings.get('trash_days'))
      if (fault !== undefined) throw new Conflict(fault, { reason: 'import.state' })
      const now = clock.now()
      const undoId = await insertImport(tx, {
        projectId: imported.projectId,
        trackerId: imported.trackerId,
        submittedBy: viewer.userId,
        options: { ...imported.options, notify: false },
        isDryRun: false,
        undoOf: id,
        fileId: null,
        fileName: imported.fileName,
        fileSize: 0,
        createdAt: now,
        expiresAt: now,
        total: await countWritten(tx, id),
      })
      await enqueueJobs(tx, [{ name: RUN_IMPORTS, key: RUN_IMPORTS }])
      const undo = await findImport(tx, undoId)
      if (!undo) throw new Error('the undo is not there')
      await noteImportEvent(tx, 'import.undone', undo)
      return undo
    })
  }

/** Whether POST /imports/{id}/undo would begin. */
export const canUndoImport =
  (deps: ImportDependencies) =>
  async (viewer: Viewer, imported: Import): Promise<boolean> =>
    (await mayUndo(deps, viewer, imported)) &&
    (await faultOfUndo(deps, deps.db.kysely, imported, deps.settings.get('trash_days'))) === undefined

const mayUndo = async (
  { projects, trackers, artifacts }: ImportDependencies,
  viewer: Viewer,
  { projectId, trackerId }: Import,
): Promise<boolean> => {
  if (projects.isAdmin(viewer, projectId)) return true
  const place = trackerId === null ? undefined : await unlessRefused(() => trackers.requireTracker(viewer, trackerId))
  return place !== undefined && artifacts.rightsIn(viewer, place.tracker).isAdmin
}

const faultOfUndo = async (
  { clock }: ImportDependencies,
  tx: Parameters<typeof findUndoOf>[0],
  { id, isDryRun, undoOf, finishedAt }: Import,
  trashDays: number,
): Promise<string | undefined> => {
  if (isDryRun || undoOf !== null) return 'There is nothing to undo'
  if (finishedAt === null) return 'The import has not ended yet'
  if (finishedAt.getTime() + UNDO_DAYS * DAY_MS < clock.now().getTime())
    return `An import can be undone for ${UNDO_DAYS} days`
  if (trashDays === 0) return 'The trash is switched off on this platform, so an import cannot be undone'
  return (await findUndoOf(tx, id)) === undefined ? undefined : 'The import was undone already'
}

/** Uploads of imports: the files that their account still has to send. */
export const importUploads = ({ db, clock }: Pick<ImportDependencies, 'db' | 'clock'>): UploadKind => ({
  find: async (id, userId) => {
    const fileId = await findWaitingFileId(db.kysely, id, userId)
    if (fileId === undefined) return undefined
    const [file] = await findPendingFiles(db, [fileId], userId, clock.now())
    // http.md §12: a finished upload does not exist for clients.
    return file?.isFinished === false ? file : undefined
  },
  ended: () => enqueueJobs(db.kysely, [{ name: RUN_IMPORTS, key: RUN_IMPORTS }]),
})
