import type { Route } from '../../platform/http/routes/route.ts'
import type { Job } from '../../platform/jobs/jobs.ts'
import type { FilesModule } from '../files/index.ts'
import type { Viewer } from '../users/index.ts'
import { exportProjectLines, type ProjectExportDependencies } from './export/export-project.ts'
import { projectExportRoutes } from './export/export.routes.ts'
import { importsRoutes } from './imports.routes.ts'
import {
  canUndoImport,
  createImport,
  getImport,
  importUploads,
  listProjectImports,
  stopImport,
  undoImport,
} from './manage/manage-imports.ts'
import type { ImportDependencies } from './run/import-dependencies.ts'
import { RUN_IMPORTS, runImports } from './run/run-imports.ts'

export interface ExchangeModule {
  readonly routes: Route<Viewer>[]
  /** TUS for contents of imports, outside of the API. */
  readonly serveUpload: ReturnType<FilesModule['serveArchiveUpload']>
  readonly jobs: readonly Job[]
}

export const createExchangeModule = (
  deps: ImportDependencies & Pick<ProjectExportDependencies, 'administration' | 'changes'>,
): ExchangeModule => ({
  serveUpload: deps.files.serveArchiveUpload(importUploads(deps)),
  jobs: [{ name: RUN_IMPORTS, schedule: '* * * * *', run: runImports(deps) }],
  routes: [
    ...importsRoutes({
      create: createImport(deps),
      get: getImport(deps),
      list: listProjectImports(deps),
      stop: stopImport(deps),
      undo: undoImport(deps),
      canUndo: canUndoImport(deps),
      users: deps.users,
      isoDate: (viewer, at) => deps.settings.datesIn(viewer.timezone).isoDate(at),
    }),
    ...projectExportRoutes({ exportProject: exportProjectLines({ ...deps, now: () => deps.clock.now() }) }),
  ],
})
