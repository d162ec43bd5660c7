// The door of this module: what others may use.
export {
  createAdministrationModule,
  type AdministrationDependencies,
  type AdministrationModule,
} from './tracker-definitions.module.ts'
export { decodeDefinition } from './parse/decode-definition.ts'
export type { DefinitionDifference } from './model/diff-definitions.ts'
