/** The state of the board of a kanban. */
export interface KanbanSearch {
  /** Only artifacts that this report finds. */
  readonly report?: number
  /** Words of the titles. */
  readonly q?: string
  /** Artifact in the side panel. */
  readonly open?: number
}

/** The state of the flow of a kanban. */
export interface FlowSearch {
  readonly from?: string
  readonly to?: string
  /** Days between two points. */
  readonly every?: number
  readonly report?: number
}

const id = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : undefined

export const kanbanSearch = (search: Record<string, unknown>): KanbanSearch => {
  const [report, open] = [id(search['report']), id(search['open'])]
  const q = typeof search['q'] === 'string' || typeof search['q'] === 'number' ? String(search['q']) : ''
  return {
    ...(report !== undefined && { report }),
    ...(q !== '' && { q }),
    ...(open !== undefined && { open }),
  }
}

const DAY = /^\d{4}-\d{2}-\d{2}$/

export const flowSearch = (search: Record<string, unknown>): FlowSearch => {
  const day = (value: unknown): string | undefined => (typeof value === 'string' && DAY.test(value) ? value : undefined)
  const [from, to, every, report] = [day(search['from']), day(search['to']), id(search['every']), id(search['report'])]
  return {
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
    ...(every !== undefined && { every }),
    ...(report !== undefined && { report }),
  }
}
