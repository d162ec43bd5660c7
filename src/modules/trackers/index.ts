// The door of this module: what others may use.
export type * from './tracker.ts'
