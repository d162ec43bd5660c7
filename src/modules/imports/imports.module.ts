import { importProject, type ImportProject, type ImportsDeps } from './import-project.ts'

export interface ImportsModule {
  readonly importProject: ImportProject
}

export const createImportsModule = (deps: ImportsDeps): ImportsModule => ({ importProject: importProject(deps) })
