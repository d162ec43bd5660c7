export const TABS = ['assigned', 'submitted', 'recent', 'drafts'] as const
export type Tab = (typeof TABS)[number]

export interface HomeSearch {
  /** Default: the assigned artifacts. */
  readonly tab?: Exclude<Tab, 'assigned'>
  /** Groups of the assigned artifacts. Default: by their deadline. */
  readonly group?: 'tracker'
  /** Artifact in the side panel. */
  readonly open?: number
}

/** Drops every member of the address that is no value of this page. */
export const homeSearch = (search: Record<string, unknown>): HomeSearch => {
  const tab = TABS.find(each => each === search['tab'])
  const open = Number(search['open'])
  return {
    ...(tab !== undefined && tab !== 'assigned' && { tab }),
    ...(search['group'] === 'tracker' && { group: 'tracker' as const }),
    ...(Number.isSafeInteger(open) && open > 0 && { open }),
  }
}
