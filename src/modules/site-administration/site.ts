export interface SiteBanner {
  readonly message: string
  readonly importance: 'standard' | 'warning' | 'critical'
  /** Null: the banner never expires. */
  readonly expiresAt: Date | null
}

/** A run of a job, or another entry that clients list. */
export interface SystemEvent {
  readonly id: number
  readonly type: string
  readonly status: string
  readonly owner: string
  readonly log: string
}
