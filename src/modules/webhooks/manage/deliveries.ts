import { randomBytes } from 'node:crypto'
import { inTransaction } from '../../../platform/db/db.ts'
import { Conflict, Invalid, NotFound } from '../../../platform/errors.ts'
import { appendEvents } from '../../../platform/events/event-log.store.ts'
import type { Page } from '../../../platform/http/routes/pagination.ts'
import type { Viewer } from '../../users/index.ts'
import type { AttemptDependencies } from '../deliver/attempt-dependencies.ts'
import { callReceiver } from '../deliver/call-receiver.ts'
import { composeBodies } from '../deliver/compose-bodies.ts'
import { noteSuccess } from '../deliver/record-outcomes.ts'
import { isSuccess } from '../model/retries.ts'
import { ownerViewer } from '../model/rights.ts'
import type { Attempt, DeliveryState, Webhook } from '../model/webhook.ts'
import { claimEnded } from '../store/claims.store.ts'
import { insertTest, pageOfDeliveries, type Delivery, type DeliveryFilter } from '../store/deliveries.store.ts'
import { noteRetry } from '../store/results.store.ts'
import { lockWebhook } from '../store/webhook-locks.store.ts'
import { countEventsFor } from '../store/queue.store.ts'
import {
  findCalledWebhooks,
  findWebhook,
  insertReplay,
  pageOfWebhooks,
  type CalledWebhook,
} from '../store/webhooks.store.ts'
import { requirePlace, noSuchWebhook, requireWebhook, type NamedPlace, type PlaceDependencies } from './find-webhook.ts'

export type DeliveryDependencies = AttemptDependencies & PlaceDependencies

export const listWebhooksOf =
  (deps: PlaceDependencies) =>
  async (
    viewer: Viewer,
    place: NamedPlace,
    page: Page,
  ): Promise<{ readonly webhooks: Webhook[]; readonly size: number }> =>
    pageOfWebhooks(deps.db.kysely, await requirePlace(deps, viewer, place), page)

export const listWebhookDeliveries =
  (deps: PlaceDependencies) => async (viewer: Viewer, id: number, filter: DeliveryFilter, page: Page) => {
    const webhook = await requireWebhook(deps, viewer, id)
    return pageOfDeliveries(deps.db.kysely, webhook.id, filter, page)
  }

/** A call without a change, made at once and never repeated. */
export const testWebhook =
  (deps: DeliveryDependencies) =>
  async (viewer: Viewer, id: number): Promise<Delivery> => {
    const webhook = await requireWebhook(deps, viewer, id)
    const now = deps.clock.now()
    const messageId = `msg_${randomBytes(18).toString('base64url')}`
    const body = JSON.stringify({ type: 'ping', timestamp: deps.isoDate(now), data: { webhook_id: webhook.id } })
    const made = {
      sent: { change: null, body, hasArtifact: false },
      ...(await callReceiver(deps, await getCalled(deps, webhook.id), messageId, body)),
    }
    return inTransaction(deps.db, async tx => {
      await lockWebhook(tx, id)
      const current = await findWebhook(tx, id)
      if (!current) throw noSuchWebhook()
      // A success shows that the receiver is back: what waits need not wait longer.
      if (isSuccess(made.attempt)) await noteSuccess(tx, current, now)
      return insertTest(tx, id, messageId, isSuccess(made.attempt) ? 'done' : 'skipped', made, now)
    })
  }

/** One more attempt of a delivery that is over, at once. */
export const retryDelivery =
  (deps: DeliveryDependencies) =>
  async (viewer: Viewer, id: number, deliveryId: number): Promise<Attempt> => {
    const webhook = await requireWebhook(deps, viewer, id)
    const found = Number.isSafeInteger(deliveryId)
      ? await inTransaction(deps.db, tx => claimEnded(tx, id, deliveryId))
      : undefined
    if (!found) throw new NotFound('There is no such delivery')
    if (!isOver(found.state))
      throw new Conflict('The delivery waits in its row, and is attempted by itself', { reason: 'webhook.waiting' })
    const owner = await ownerViewer(deps, webhook.ownerId, webhook.place)
    if (!owner)
      throw new Conflict('The owner of the webhook does not administer this place any more', {
        reason: 'webhook.owner',
      })
    const [sent] = await composeBodies(deps, owner, [{ ...found, webhook }])
    if (!sent)
      throw new Conflict('Nothing is left to tell: the artifact is gone, or the owner may not see it', {
        reason: 'conflict',
      })
    const made = { sent, ...(await callReceiver(deps, await getCalled(deps, webhook.id), found.messageId, sent.body)) }
    await inTransaction(deps.db, async tx => {
      await lockWebhook(tx, id)
      const current = await findWebhook(tx, id)
      if (current && isSuccess(made.attempt)) await noteSuccess(tx, current, deps.clock.now())
      await noteRetry(tx, found, isSuccess(made.attempt) ? 'done' : found.state, made)
    })
    return made.attempt
  }

const getCalled = async ({ db }: Pick<PlaceDependencies, 'db'>, id: number): Promise<CalledWebhook> => {
  const called = (await findCalledWebhooks(db.kysely, [id])).get(id)
  if (!called) throw noSuchWebhook()
  return called
}

const isOver = (state: DeliveryState): boolean => state === 'done' || state === 'skipped'

export interface ReplayInput {
  /** A cursor, or a date. */
  readonly since: string | Date
  readonly until: Date | null
  readonly artifactIds: readonly number[] | null
}

/** More are not counted. */
const MOST_ESTIMATED = 100_000

/** Changes are told again, each with another id. */
export const replayChanges =
  (deps: DeliveryDependencies) =>
  async (
    viewer: Viewer,
    id: number,
    wanted: ReplayInput,
  ): Promise<{ readonly replayId: number; readonly estimated: number }> => {
    const webhook = await requireWebhook(deps, viewer, id)
    const { since, until, artifactIds } = wanted
    if (since instanceof Date && until && since >= until)
      throw new Invalid('`until` is not after `since`', { reason: 'parameter.range', parameter: 'until' })
    const cursor = since instanceof Date ? '' : await deps.changes.cursorOf([viewer.userId, webhook.ownerId], since)
    const from = since instanceof Date ? since : null
    const filter = {
      after: cursor,
      last: `9223372036854775807.9223372036854775807`,
      place: webhook.place,
      kinds: deps.changes.eventKinds,
      since: from,
      until,
      artifactIds,
    }
    return inTransaction(deps.db, async tx => {
      const now = deps.clock.now()
      const replayId = await insertReplay(tx, { webhookId: id, cursor, since: from, until, artifactIds, now })
      const estimated = await countEventsFor(tx, filter, MOST_ESTIMATED)
      const { projectId, trackerId } = webhook.place
      await appendEvents(tx, [
        {
          kind: 'webhook.replayed',
          actorId: viewer.userId,
          means: viewer.means,
          ...(projectId !== null && { projectId }),
          ...(trackerId !== null && { trackerId }),
          payload: { webhook_id: id, replay_id: replayId },
        },
      ])
      return { replayId, estimated }
    })
  }
