// The door of this module: what others may use.
export { RepositoryRefused, type RepositoryToImport, type StagedImport } from './import-repositories.ts'
export {
  exportRepositories,
  readRepositoriesOfProject,
  type ExportedRepository,
  type RepositoriesOfProject,
} from './export-repositories.ts'
export { isRepositoryName } from './repository.ts'
export type { AccessFile, CommitRules, ImmutableTags, Repository } from './repository.ts'
export { createSvnModule, type SvnModule } from './svn.module.ts'
export { registerSvnGateway } from './svn-gateway.routes.ts'
export { createSvnServing, type SvnServing } from './svn-serving.ts'
export {
  copyRepository,
  folderOfRepository,
  hasRepositories,
  removeRepositories,
  restoreRepository,
  type RepositoryFile,
} from './repository-copies.ts'
export { COPYING_REPOSITORIES, mayMoveRepositories } from './hold-repositories.store.ts'
