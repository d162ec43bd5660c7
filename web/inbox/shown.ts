export const SHOWN = ['unread', 'done'] as const
/** The entries that a list shows: undefined are all that are not done. */
export type Shown = (typeof SHOWN)[number]
