/** The state of the planning page. */
export interface PlanningSearch {
  /** The milestone whose inside is planned; without it the milestones at the top. */
  readonly milestone?: number
  /** Words of the titles. */
  readonly q?: string
  /** Closed milestones are shown, too. */
  readonly closed?: true
  /** Artifact in the side panel. */
  readonly open?: number
}

const id = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : undefined

export const planningSearch = (search: Record<string, unknown>): PlanningSearch => {
  const [milestone, open] = [id(search['milestone']), id(search['open'])]
  const q = typeof search['q'] === 'string' || typeof search['q'] === 'number' ? String(search['q']) : ''
  return {
    ...(milestone !== undefined && { milestone }),
    ...(q !== '' && { q }),
    ...(search['closed'] === true && { closed: true }),
    ...(open !== undefined && { open }),
  }
}
