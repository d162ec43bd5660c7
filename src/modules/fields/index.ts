// The door of this module: what others may use.
export type * from './field.ts'
export * from './field-type.ts'
