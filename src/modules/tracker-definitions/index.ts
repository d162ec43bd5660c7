// The public interface of this module: other modules import only this file.
export { createAdministrationModule, type AdministrationModule } from './tracker-definitions.module.ts'
export type { AdministrationDependencies } from './tracker-definitions.operations.ts'
export { decodeDefinition } from './parse/decode-definition.ts'
export type { DefinitionDifference } from './model/diff-definitions.ts'
