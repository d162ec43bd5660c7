/** Filters of the page, as its address holds them. */
export interface AuditSearch {
  readonly kinds?: string
  /** Days that the rows are old at most. */
  readonly days?: number
  readonly actor?: number
  readonly subject?: string
}

export const auditSearch = (search: Record<string, unknown>): AuditSearch => ({
  ...(typeof search['kinds'] === 'string' && /^[!\w.,*]{1,300}$/.test(search['kinds']) && { kinds: search['kinds'] }),
  ...(isCount(search['days']) && { days: search['days'] }),
  ...(isCount(search['actor']) && { actor: search['actor'] }),
  ...(typeof search['subject'] === 'string' && { subject: search['subject'].slice(0, 100) }),
})

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) > 0
