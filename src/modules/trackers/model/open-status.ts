import type { Semantics } from './tracker.ts'

/** Whether a stored value of the status field is an open one. An empty status is closed, as in lists. */
export const isOpenStatus = (
  { openValueIds }: Pick<NonNullable<Semantics['status']>, 'openValueIds'>,
  value: unknown,
): boolean => Array.isArray(value) && (openValueIds as readonly unknown[]).includes(value[0])
