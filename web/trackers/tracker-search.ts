const KINDS = ['table', 'board', 'chart'] as const
export type ViewKind = (typeof KINDS)[number]

/** The state of the tracker page: the address holds the differences from the report. */
export interface TrackerSearch {
  readonly report?: number
  readonly tql?: string
  /** As `order_by`: `-last_update,title`. */
  readonly sort?: string
  /** Names of fields, `name:width`, separated by commas. */
  readonly columns?: string
  /** Figures below the columns: `sum:effort,avg:cost`. */
  readonly totals?: string
  /** Without it: as the report is saved, else the table. */
  readonly view?: ViewKind
  /** `severity`, `due:week`: groups of the table, columns of the board. Without it no groups, and the status. */
  readonly group?: string
  /** Closed groups of the table: `205,none`. */
  readonly closed?: string
  /** Limits of columns of the board: `205:4,none:3`. */
  readonly limits?: string
  /** Folded columns of the board: `205,none`. */
  readonly folded?: string
  /** As `chart-settings.ts` writes them. */
  readonly charts?: string
  /** Artifact in the side panel. */
  readonly open?: number
  /** Index of the first row in sight. */
  readonly at?: number
}

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : typeof value === 'number' ? String(value) : undefined
/** An empty text differs from the report, too. */
const possiblyEmpty = (value: unknown): string | undefined => (value === '' ? '' : text(value))
const count = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined

export const trackerSearch = (search: Record<string, unknown>): TrackerSearch => {
  const state = {
    report: count(search['report']),
    tql: text(search['tql']),
    sort: text(search['sort']),
    columns: text(search['columns']),
    totals: possiblyEmpty(search['totals']),
    view: KINDS.find(kind => kind === search['view']),
    group: possiblyEmpty(search['group']),
    closed: text(search['closed']),
    limits: possiblyEmpty(search['limits']),
    folded: possiblyEmpty(search['folded']),
    charts: possiblyEmpty(search['charts']),
    open: count(search['open']),
    at: count(search['at']),
  }
  return Object.fromEntries(Object.entries(state).filter(([, value]) => value !== undefined))
}
