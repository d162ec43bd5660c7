// The door of this module: what others may use.
export type { AccessFile, CommitRules, ImmutableTags, Repository } from './repository.ts'
export { createSvnModule, type SvnModule } from './svn.module.ts'
