// The door of this module: what others may use.
export {
  createAdministrationModule,
  type AdministrationDeps,
  type AdministrationModule,
} from './administration.module.ts'
export { decodeDefinition } from './decode-definition.ts'
export type { Change } from './diff-states.ts'
