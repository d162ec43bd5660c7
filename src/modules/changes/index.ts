// The public interface of this module: other modules import only this file.
export { createChangesModule, type ChangesModule, type ToldChange } from './changes.module.ts'
export type { AccountStream } from './stream/side-events.ts'
export { CHANGE_KINDS, type Change, type ChangeKind } from './model/change.ts'
export type { ArtifactVersion } from './reading/log.store.ts'
export type { LogReaders } from './feed/expire-events.ts'
export { ChangeSchema } from './changes.schema.ts'
export { isLinkChangeSeen, loadLinkChanges, type LinkChanges } from './visibility/link-changes.ts'
