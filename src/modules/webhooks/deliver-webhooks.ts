import type { Logger } from 'pino'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/db.ts'
import { enqueueJobs, type JobRequest } from '../../platform/jobs/jobs.store.ts'
import type { Job } from '../../platform/jobs/jobs.ts'
import { postForm, type Outcome } from '../../platform/outgoing/post-form.ts'
import { unreachableReason } from '../../platform/outgoing/post.ts'
import type { RepresentEdit } from '../artifacts/index.ts'
import type { SettingsModule } from '../settings/index.ts'
import { composePayload, type PayloadDependencies } from './payload.ts'
import {
  claimDelivery,
  deleteDelivery,
  findBatchId,
  hasWaitingDelivery,
  recordResult,
  type ClaimedDelivery,
  type DeliveryResult,
} from './webhooks.store.ts'

const JOB = 'call_webhook'
const TIMEOUT_MS = 10_000
/** A call older than this was lost with its process. */
const ABANDONED_AFTER_MS = 6 * TIMEOUT_MS

/** Makes the waiting calls of a webhook, one after another: the webhook gets edits in their order, and a slow one delays no other. */
export const deliveryRequest = (webhookId: number): JobRequest => ({
  name: JOB,
  payload: { webhookId },
  key: `${JOB} ${webhookId}`,
})

export interface DeliverDependencies extends PayloadDependencies {
  readonly db: Db
  readonly clock: Clock
  readonly log: Logger
  readonly settings: SettingsModule
  readonly representEdit: RepresentEdit
}

/** Each call is made once, whatever its result (artifacts.md §13). */
export const callWebhooks = (deps: DeliverDependencies): Job => ({
  name: JOB,
  run: async payload => {
    const { webhookId } = payload as { webhookId: number }
    const claim = (): Promise<ClaimedDelivery | undefined> => {
      const now = deps.clock.now()
      return claimDelivery(deps.db, webhookId, now, new Date(now.getTime() - ABANDONED_AFTER_MS))
    }
    for (let delivery = await claim(); delivery; delivery = await claim()) await deliver(deps, webhookId, delivery)
    // Another process makes the waiting calls, unless it died. This job then checks again, so that the calls do not wait for the next edit.
    if (await hasWaitingDelivery(deps.db, webhookId))
      await enqueueJobs(deps.db.kysely, [
        { ...deliveryRequest(webhookId), runAt: new Date(Date.now() + ABANDONED_AFTER_MS) },
      ])
  },
})

const deliver = async (deps: DeliverDependencies, webhookId: number, delivery: ClaimedDelivery): Promise<void> => {
  const { artifactId, changesetId, action, url } = delivery
  const edit = await deps.representEdit(artifactId, changesetId)
  // Deletes the call without making it if the artifact, tracker or project is gone.
  if (!edit || edit.project.status !== 'active' || edit.tracker.isDeleted) return deleteDelivery(deps.db, delivery.id)
  const batchId = await findBatchId(deps.db, artifactId, changesetId)
  const text = JSON.stringify(await composePayload(deps, edit, action, batchId))
  const result = await send(url, text, deps.settings.get('internal_hosts'))
  await recordResult(deps.db, delivery, result)
  // Without the path, because addresses of webhooks contain secrets there.
  const line = { host: URL.parse(url)?.host, webhookId, artifactId, changesetId, ...result }
  if (result.status !== null && result.status < 300) deps.log.info(line, 'a webhook was called')
  else deps.log.warn(line, 'a webhook call failed')
}

const send = async (address: string, payload: string, allowedHosts: readonly string[]): Promise<DeliveryResult> => {
  const begun = performance.now()
  const answer = await requestDelivery(address, payload, allowedHosts)
  return { ...answer, durationMs: Math.round(performance.now() - begun) }
}

type DeliveryResponse = Pick<DeliveryResult, 'status' | 'error'>

const requestDelivery = async (
  address: string,
  payload: string,
  allowedHosts: readonly string[],
): Promise<DeliveryResponse> => {
  const url = URL.parse(address)
  if (!url) return { status: null, error: 'This is no address.' }
  try {
    return represent(await postForm(url, { payload }, { allowedHosts, timeoutMs: TIMEOUT_MS }))
  } catch (error) {
    // Any failure to reach the other side: administrators read it in the log, and the call is not repeated.
    return { status: null, error: unreachableReason(error, TIMEOUT_MS) }
  }
}

const represent = (outcome: Outcome): DeliveryResponse =>
  'status' in outcome ? { status: outcome.status, error: null } : { status: null, error: outcome.reason }
