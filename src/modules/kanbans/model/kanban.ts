/** A report that filters a board. */
export interface KanbanReport {
  readonly id: number
  readonly name: string
}

/** The parts of a board that an account has open. */
export interface KanbanView {
  readonly foldedColumnIds: readonly number[]
  readonly isBacklogOpen: boolean
  readonly isArchiveOpen: boolean
}

/** A board over the artifacts of a tracker (agile.md §5), as an account sees it. */
export interface Kanban {
  readonly id: number
  readonly trackerId: number
  readonly name: string
  readonly isPromoted: boolean
  /** Limits of work in progress, by column. */
  readonly limits: ReadonlyMap<number, number>
  /** Public reports of the tracker that may be chosen on the board, by id. */
  readonly reports: readonly KanbanReport[]
  readonly view: KanbanView
}

/** A new board with its limits and reports. */
export interface NewKanban {
  readonly trackerId: number
  readonly name: string
  readonly isPromoted: boolean
  readonly limits: readonly { readonly columnId: number; readonly limit: number }[]
  readonly reportIds: readonly number[]
}
