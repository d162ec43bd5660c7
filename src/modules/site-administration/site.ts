export interface SiteBanner {
  readonly message: string
  readonly importance: 'standard' | 'warning' | 'critical'
  /** Null: never. */
  readonly expiresAt: Date | null
}

/** A piece of work of the platform itself. */
export interface SystemEvent {
  readonly id: number
  readonly type: string
  readonly status: string
  readonly owner: string
  readonly log: string
}
