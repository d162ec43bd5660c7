/** Where a webhook listens: the whole platform, a project, or a tracker. */
export const scopes = ['site', 'project', 'tracker'] as const
export type WebhookScope = (typeof scopes)[number]

/** The artifact that accompanies a change. */
export const includes = ['none', 'values', 'full'] as const
export type Include = (typeof includes)[number]

export const webhookStates = ['active', 'failing', 'paused'] as const
export type WebhookState = (typeof webhookStates)[number]

/** Why a webhook is paused: on request; its owner lost the right; no success for days; the receiver is gone (410); the log was cut. */
export const pauseReasons = ['request', 'owner', 'failures', 'gone', 'retention'] as const
export type PauseReason = (typeof pauseReasons)[number]

export const deliveryStates = ['waiting', 'running', 'done', 'skipped'] as const
export type DeliveryState = (typeof deliveryStates)[number]

/** The settings of a webhook that its administrators change. */
export interface WebhookSettings {
  readonly url: string
  /** Empty: all kinds. */
  readonly kinds: readonly string[]
  readonly tql: string | null
  readonly include: Include
}

/** The place of a webhook. */
export type WebhookPlace =
  | { readonly scope: 'site'; readonly projectId: null; readonly trackerId: null }
  | { readonly scope: 'project'; readonly projectId: number; readonly trackerId: null }
  | { readonly scope: 'tracker'; readonly projectId: number; readonly trackerId: number }

export interface Webhook extends WebhookSettings {
  readonly id: number
  readonly place: WebhookPlace
  readonly ownerId: number
  readonly state: WebhookState
  readonly pausedBecause: PauseReason | null
  readonly failedLanes: readonly string[]
  readonly failures: number
  readonly failedSince: Date | null
  readonly nextAttempt: Date | null
  readonly lastSuccess: Date | null
  readonly lostFrom: Date | null
  readonly lostTo: Date | null
  readonly version: number
  readonly createdAt: Date
  readonly changedAt: Date
}

/** The secret is encrypted. */
export interface WebhookSecrets {
  readonly secret: Buffer
  readonly formerSecret: Buffer | null
  readonly formerUntil: Date | null
}

/** One attempt of a delivery. */
export interface Attempt {
  readonly at: string
  readonly duration_ms: number
  /** null: there was no answer. */
  readonly status: number | null
  readonly error: string | null
  readonly response_headers?: Readonly<Record<string, string>>
  readonly response_body: string | null
}
