// The public interface of this module.
export { RepositoriesRefused, type RepositoryToImport, type StagedImport } from './transfer/import-repositories.ts'
export {
  exportRepositories,
  readRepositoriesOfProject,
  type ExportedRepository,
  type RepositoriesOfProject,
} from './transfer/export-repositories.ts'
export { isRepositoryName } from './model/repository.ts'
export type { AccessFile, CommitRules, ImmutableTags, Repository } from './model/repository.ts'
export { createSvnModule, type SvnModule } from './svn.module.ts'
export type { CommitReaders } from './revisions/commit-readers.ts'
export { registerSvnGateway } from './gateway/svn-gateway.routes.ts'
export { createSvnServing, type SvnServing } from './gateway/svn-serving.ts'
export {
  copyRepository,
  folderOfRepository,
  hasRepositories,
  removeRepositories,
  restoreRepository,
  type RepositoryFile,
} from './disk/repository-copies.ts'
export { COPYING_REPOSITORIES, mayMoveRepositories } from './store/hold-repositories.store.ts'
