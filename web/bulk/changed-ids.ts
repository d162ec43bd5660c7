/** Setting replaces the values of a list; adding and removing leave its other values. */
export type Mode = 'set' | 'add' | 'remove'

/** The ids of a list after the change. */
export const changedIds = (mode: Mode, before: readonly number[], given: readonly number[]): readonly number[] =>
  mode === 'remove' ? before.filter(id => !given.includes(id)) : [...new Set([...before, ...given])]
