import type { Logger } from 'pino'
import type { Clock } from '../../../platform/clock.ts'
import { inTransaction, type Db, type Tx } from '../../../platform/db/db.ts'
import type { SettingsModule } from '../../settings/index.ts'
import { afterFailure } from '../model/after-attempt.ts'
import { isSuccess } from '../model/retries.ts'
import { ownerViewer, type RightsDependencies } from '../model/rights.ts'
import type { SecretBox } from '../model/signature.ts'
import type { Attempt, PauseReason, Webhook } from '../model/webhook.ts'
import {
  claimDue,
  claimOldest,
  deleteDelivery,
  makeAllDue,
  settleDelivery,
  type ClaimedDelivery,
  type MadeAttempt,
} from '../store/deliveries.store.ts'
import { wakeLanes } from '../store/queue.store.ts'
import { findSecrets, findWebhook, lockWebhook, noteWebhook, tryLockWebhook } from '../store/webhooks.store.ts'
import { CONSUMER } from '../queue/queue-changes.ts'
import { composeBodies, type ComposeDependencies } from './compose-bodies.ts'
import { send } from './send.ts'

/** Attempts of one webhook at a time, in all processes together. */
const AT_A_TIME = 4
const LEASE_MS = 30_000
/** Pause after a fault of this server, which is no failure of the receiver. */
const OWN_FAULT_MS = 30_000
/** A success is noted at most this often, unless it ends failures. */
const NOTED_EVERY_MS = 60_000

export interface AttemptDependencies extends ComposeDependencies, RightsDependencies {
  readonly db: Db
  readonly clock: Clock
  readonly log: Logger
  readonly settings: Pick<SettingsModule, 'get'>
  readonly box: SecretBox
  readonly userAgent: string
  /** Tells the administrators of the place, in the caller's transaction. */
  tellAdministrators(tx: Tx, webhook: Webhook, about: AdministratorMail): Promise<void>
}

export type AdministratorMail =
  | { readonly kind: 'paused'; readonly because: PauseReason }
  | { readonly kind: 'skipped'; readonly artifactId: number | null; readonly status: number | null }
  | { readonly kind: 'retention'; readonly days: number }

/** Claims what may be attempted now. None: somebody else holds the lock, or nothing is due. */
export const claimAttempts = ({ db, clock }: AttemptDependencies, webhookId: number): Promise<ClaimedDelivery[]> =>
  inTransaction(db, async tx => {
    if (!(await tryLockWebhook(tx, webhookId))) return []
    const webhook = await findWebhook(tx, webhookId)
    if (!webhook || webhook.state === 'paused') return []
    const now = clock.now()
    const claim = { webhookId, consumer: CONSUMER, now, leaseUntil: new Date(now.getTime() + LEASE_MS) }
    if (webhook.state === 'active') return claimDue(tx, claim, AT_A_TIME)
    return webhook.nextAttempt !== null && webhook.nextAttempt > now ? [] : claimOldest(tx, claim)
  })

/** Makes the attempt and records it. Never throws: a fault of this server delays the delivery. */
export const attemptDelivery = async (
  deps: AttemptDependencies,
  delivery: ClaimedDelivery,
  signal: AbortSignal,
): Promise<void> => {
  try {
    await attempt(deps, delivery, signal)
  } catch (error) {
    const isStopping = signal.aborted
    if (!isStopping)
      deps.log.error(
        { err: error, webhookId: delivery.webhookId, delivery: delivery.id },
        'a delivery of a webhook failed here',
      )
    const nextAttempt = new Date(deps.clock.now().getTime() + (isStopping ? 0 : OWN_FAULT_MS))
    await inTransaction(deps.db, tx =>
      settleDelivery(tx, delivery, { state: 'waiting', nextAttempt }, undefined),
    ).catch(
      // The lease ends by itself.
      () => undefined,
    )
  }
}

const attempt = async (deps: AttemptDependencies, delivery: ClaimedDelivery, signal: AbortSignal): Promise<void> => {
  const webhook = await findWebhook(deps.db.kysely, delivery.webhookId)
  if (!webhook) return
  const owner = await ownerViewer(deps, webhook.ownerId, webhook.place)
  if (!owner) return pauseForOwner(deps, webhook, delivery)
  const [sent] = await composeBodies(deps, owner, [{ ...delivery, webhook }])
  if (!sent) return drop(deps, delivery)
  const made: MadeAttempt = { sent, ...(await callReceiver(deps, webhook, delivery.messageId, sent.body, signal)) }
  const { status, duration_ms: durationMs, error } = made.attempt
  // Without the path, because addresses of webhooks may hold secrets there.
  const line = {
    host: URL.parse(webhook.url)?.host,
    webhookId: webhook.id,
    delivery: delivery.id,
    status,
    durationMs,
    error,
  }
  if (isSuccess(made.attempt)) {
    deps.log.debug(line, 'a webhook took a change')
    await recordSuccess(deps, delivery, made)
  } else {
    deps.log.info(line, 'a webhook did not take a change')
    await recordFailure(deps, delivery, made)
  }
}

/** One call of the receiver, signed by the secret, and by the former one as long as that is valid. */
export const callReceiver = async (
  { db, clock, settings, box, userAgent }: Pick<AttemptDependencies, 'db' | 'clock' | 'settings' | 'box' | 'userAgent'>,
  webhook: Pick<Webhook, 'id' | 'url'>,
  messageId: string,
  body: string,
  signal?: AbortSignal,
): Promise<Pick<MadeAttempt, 'headers' | 'attempt'>> => {
  const { secret, formerSecret, formerUntil } = await findSecrets(db.kysely, webhook.id)
  const at = clock.now()
  const isFormerValid = formerSecret !== null && formerUntil !== null && formerUntil > at
  const { headers, attempt } = await send({
    url: webhook.url,
    messageId,
    body,
    secrets: [box.open(secret), ...(isFormerValid ? [box.open(formerSecret)] : [])],
    at,
    allowedHosts: settings.get('internal_hosts'),
    userAgent,
    ...(signal && { signal }),
  })
  return { headers, attempt: { at: at.toISOString(), ...attempt } satisfies Attempt }
}

const drop = ({ db, clock }: AttemptDependencies, delivery: ClaimedDelivery): Promise<void> =>
  inTransaction(db, async tx => {
    await lockWebhook(tx, delivery.webhookId)
    await deleteDelivery(tx, delivery)
    await wakeLanes(tx, [delivery], clock.now())
  })

const pauseForOwner = (deps: AttemptDependencies, { id }: Webhook, delivery: ClaimedDelivery): Promise<void> =>
  inTransaction(deps.db, async tx => {
    await lockWebhook(tx, id)
    const now = deps.clock.now()
    await settleDelivery(tx, delivery, { state: 'waiting', nextAttempt: now }, undefined)
    await pauseFor(deps, tx, id, 'owner')
  })

/** Pauses by itself. The caller holds the lock of the webhook. */
export const pauseFor = async (
  deps: Pick<AttemptDependencies, 'tellAdministrators'>,
  tx: Tx,
  id: number,
  because: PauseReason,
): Promise<void> => {
  const webhook = await findWebhook(tx, id)
  if (!webhook || webhook.state === 'paused') return
  await noteWebhook(tx, id, { state: 'paused', pausedBecause: because, nextAttempt: null })
  await deps.tellAdministrators(tx, webhook, { kind: 'paused', because })
}

const recordSuccess = (
  { db, clock }: AttemptDependencies,
  delivery: ClaimedDelivery,
  made: MadeAttempt,
): Promise<void> =>
  inTransaction(db, async tx => {
    await lockWebhook(tx, delivery.webhookId)
    const now = clock.now()
    if (!(await settleDelivery(tx, delivery, { state: 'done', nextAttempt: null }, made))) return
    const webhook = await findWebhook(tx, delivery.webhookId)
    if (webhook) await noteSuccess(tx, webhook, now)
    await wakeLanes(tx, [delivery], now)
  })

/** One success, and all go. The caller holds the lock of the webhook. */
export const noteSuccess = async (tx: Tx, webhook: Webhook, now: Date): Promise<void> => {
  const isNoted = webhook.lastSuccess !== null && now.getTime() - webhook.lastSuccess.getTime() < NOTED_EVERY_MS
  if (webhook.failedSince === null && webhook.state !== 'failing') {
    if (!isNoted) await noteWebhook(tx, webhook.id, { lastSuccess: now })
    return
  }
  await noteWebhook(tx, webhook.id, {
    lastSuccess: now,
    failedLanes: [],
    failures: 0,
    failedSince: null,
    nextAttempt: null,
    ...(webhook.state === 'failing' && { state: 'active' as const }),
  })
  if (webhook.state === 'failing') await makeAllDue(tx, webhook.id, now)
}

const recordFailure = (deps: AttemptDependencies, delivery: ClaimedDelivery, made: MadeAttempt): Promise<void> =>
  inTransaction(deps.db, async tx => {
    await lockWebhook(tx, delivery.webhookId)
    const webhook = await findWebhook(tx, delivery.webhookId)
    if (!webhook) return
    const now = deps.clock.now()
    const after = afterFailure(webhook, delivery, made.attempt, now)
    if (!(await settleDelivery(tx, delivery, after.delivery, made))) return
    if (after.delivery.state === 'skipped') {
      await wakeLanes(tx, [delivery], now)
      const { status } = made.attempt
      await deps.tellAdministrators(tx, webhook, { kind: 'skipped', artifactId: delivery.artifactId, status })
    }
    // A pause that an administrator set meanwhile stays.
    if (webhook.state === 'paused') return
    await noteWebhook(tx, webhook.id, after.webhook)
    const { pausedBecause } = after.webhook
    if (pausedBecause !== null) await deps.tellAdministrators(tx, webhook, { kind: 'paused', because: pausedBecause })
  })
