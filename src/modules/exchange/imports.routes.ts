import type { Static } from 'typebox'
import { paginated } from '../../platform/http/routes/pagination.ts'
import { created, done, ok, type Route } from '../../platform/http/routes/route.ts'
import { idParams } from '../../platform/http/schemas/schema.ts'
import { route, type UsersModule, type Viewer } from '../users/index.ts'
import {
  importQuery,
  ImportList,
  ImportRepresentation,
  importsQuery,
  ImportWithMessages,
  NewImport,
  UndoneImport,
} from './imports.schema.ts'
import type { Import } from './model/import.ts'
import {
  IMPORT_UPLOADS,
  type createImport,
  type getImport,
  type listProjectImports,
  type NewImportInput,
  type stopImport,
  type undoImport,
} from './manage/manage-imports.ts'

export interface ImportOperations {
  readonly create: ReturnType<typeof createImport>
  readonly get: ReturnType<typeof getImport>
  readonly list: ReturnType<typeof listProjectImports>
  readonly stop: ReturnType<typeof stopImport>
  readonly undo: ReturnType<typeof undoImport>
  readonly canUndo: (viewer: Viewer, imported: Import) => Promise<boolean>
  readonly users: Pick<UsersModule, 'getMany' | 'representMinimal'>
  readonly isoDate: (viewer: Viewer, at: Date) => string
}

const TAG = 'Imports'
const importParams = idParams('Number of the import.')

const inputOf = (body: Static<typeof NewImport>, isDryRun: boolean): NewImportInput => ({
  options: {
    source: body.source,
    format: body.format,
    columns: body.columns ?? [],
    people: body.people ?? {},
    unknownPeople: body.unknown_people ?? 'refuse',
    originalDates: body.original_dates ?? false,
    notify: body.notify ?? false,
  },
  trackerId: body.tracker_id ?? null,
  fileName: body.file_name,
  fileSize: body.file_size,
  isDryRun,
})

/** Imports of artifacts (integrators.md §12). */
export const importsRoutes = (imports: ImportOperations): Route<Viewer>[] => {
  const represent = async (viewer: Viewer, list: readonly Import[]) => {
    const users = await imports.users.getMany(list.map(({ submittedBy }) => submittedBy))
    return list.map(one => {
      const user = users.get(one.submittedBy)
      return {
        id: one.id,
        uri: `imports/${one.id}`,
        project_id: one.projectId,
        tracker_id: one.trackerId,
        source: one.options.source,
        format: one.options.format,
        file_name: one.fileName,
        status: one.status,
        dry_run: one.isDryRun,
        undo_of: one.undoOf,
        upload_href:
          one.status === 'waiting' && one.undoOf === null && one.submittedBy === viewer.userId
            ? `${IMPORT_UPLOADS}/${one.id}`
            : null,
        submitted_by: user ? imports.users.representMinimal(user, undefined, viewer.nameStyle) : null,
        submitted_on: imports.isoDate(viewer, one.createdAt),
        finished_on: one.finishedAt && imports.isoDate(viewer, one.finishedAt),
        total: one.total,
        done: one.done,
        created: one.created,
        updated: one.updated,
        unchanged: one.unchanged,
        refused: one.refused,
        lines_done: one.linesDone,
      }
    })
  }

  return [
    route({
      method: 'POST',
      path: '/projects/{id}/imports',
      access: 'protected',
      scope: 'write:tracker',
      operationId: 'createImport',
      summary: 'Declares an import of artifacts, whose content is then sent by TUS.',
      description:
        'For administrators of the project; of the tracker, if the import keeps neither authors nor dates. A job writes the artifacts in ' +
        'portions and goes on after a fault. Lines with an `external_id` can be sent again: what did not change changes nothing.',
      spec: 'integrators.md §12',
      tag: TAG,
      params: idParams('Id of the project.'),
      query: importQuery,
      body: NewImport,
      responses: { 201: ImportRepresentation },
      errors: [400, 401, 403, 404, 429],
      reasons: ['limit.calls', 'limit.quota', 'limit.size', 'permission.admin'],
      handler: async ({ viewer, params, query, body }) => {
        const [imported] = await represent(viewer, [
          await imports.create(viewer, params.id, inputOf(body, query.dry_run)),
        ])
        return created(imported)
      },
    }),
    route({
      method: 'GET',
      path: '/projects/{id}/imports',
      access: 'protected',
      scope: 'read:tracker',
      operationId: 'listImports',
      summary: 'Lists the imports of a project: all for its administrators, the own ones for others.',
      spec: 'integrators.md §12',
      tag: TAG,
      params: idParams('Id of the project.'),
      query: importsQuery,
      responses: { 200: ImportList },
      errors: [400, 401, 404],
      handler: async ({ viewer, params, query }) => {
        const { imports: found, size } = await imports.list(viewer, params.id, query)
        return paginated(await represent(viewer, found), query, size, 100)
      },
    }),
    route({
      method: 'GET',
      path: '/imports/{id}',
      access: 'protected',
      scope: 'read:tracker',
      operationId: 'getImport',
      summary: 'How far an import is, and what it says about its lines.',
      spec: 'integrators.md §12',
      tag: TAG,
      params: importParams,
      responses: { 200: ImportWithMessages },
      errors: [400, 401, 404],
      handler: async ({ viewer, params }) => {
        const { imported, messages } = await imports.get(viewer, params.id)
        const [shown] = await represent(viewer, [imported])
        return ok({
          ...shown,
          messages,
          more_messages: imported.moreMessages,
          can_undo: await imports.canUndo(viewer, imported),
        })
      },
    }),
    route({
      method: 'DELETE',
      path: '/imports/{id}',
      access: 'protected',
      scope: 'write:tracker',
      operationId: 'stopImport',
      summary: 'Stops an import behind the portion that is being written; the artifacts stay.',
      spec: 'integrators.md §12',
      tag: TAG,
      params: importParams,
      responses: { 200: null },
      errors: [400, 401, 404, 409],
      reasons: ['import.state'],
      handler: async ({ viewer, params }) => {
        await imports.stop(viewer, params.id)
        return done()
      },
    }),
    route({
      method: 'POST',
      path: '/imports/{id}/undo',
      access: 'protected',
      scope: 'write:tracker',
      operationId: 'undoImport',
      summary: 'Takes back what an import did, until 30 days after its end.',
      description:
        'New artifacts that nobody changed since go to the trash, without counting for the cap of deletions. Changed ones get their values of ' +
        'before, in fields that nobody changed since. The messages of the undo tell what stays.',
      spec: 'integrators.md §12',
      tag: TAG,
      params: importParams,
      responses: { 202: UndoneImport },
      errors: [400, 401, 403, 404, 409],
      reasons: ['import.state', 'permission.admin'],
      handler: async ({ viewer, params }) => {
        const undo = await imports.undo(viewer, params.id)
        return { status: 202, body: { id: undo.id, uri: `imports/${undo.id}`, undo_of: params.id } }
      },
    }),
  ]
}
