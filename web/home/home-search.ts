import { SHOWN, type Shown } from '../inbox/shown.ts'

export const TABS = ['assigned', 'inbox', 'submitted', 'recent', 'drafts'] as const
export type Tab = (typeof TABS)[number]

export interface HomeSearch {
  /** Default: the assigned artifacts. */
  readonly tab?: Exclude<Tab, 'assigned'>
  /** Groups of the assigned artifacts. Default: by their deadline. */
  readonly group?: 'tracker'
  /** Entries of the inbox. Default: those that are not done. */
  readonly show?: Shown
  /** Artifact in the side panel. */
  readonly open?: number
}

/** Drops every member of the address that is no value of this page. */
export const homeSearch = (search: Record<string, unknown>): HomeSearch => {
  const tab = TABS.find(each => each === search['tab'])
  const show = SHOWN.find(each => each === search['show'])
  const open = Number(search['open'])
  return {
    ...(tab !== undefined && tab !== 'assigned' && { tab }),
    ...(search['group'] === 'tracker' && { group: 'tracker' as const }),
    ...(tab === 'inbox' && show !== undefined && { show }),
    ...(Number.isSafeInteger(open) && open > 0 && { open }),
  }
}
