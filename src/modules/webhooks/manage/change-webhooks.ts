import { inTransaction, invalidate, type Tx } from '../../../platform/db/db.ts'
import { Conflict, Invalid } from '../../../platform/errors.ts'
import { appendEvents } from '../../../platform/events/event-log.store.ts'
import { requireFresh, type Precondition } from '../../../platform/http/headers/conditional.ts'
import type { Viewer } from '../../users/index.ts'
import { ownerViewer } from '../model/rights.ts'
import { DAY } from '../model/retries.ts'
import type { SecretBox } from '../../../platform/secret-box.ts'
import { newSecret } from '../model/signature.ts'
import type { Webhook, WebhookPlace, WebhookSettings } from '../model/webhook.ts'
import { skipWaiting } from '../store/deliveries.store.ts'
import { makeAllDue } from '../store/results.store.ts'
import { lockWebhook } from '../store/webhook-locks.store.ts'
import {
  changeWebhook,
  countWebhooksLocked,
  deleteWebhook,
  findWebhook,
  insertWebhook,
  replaceSecret,
  skipToEndOfLog,
} from '../store/webhooks.store.ts'
import type { AttemptDependencies } from '../deliver/attempt-dependencies.ts'
import { WEBHOOKS_TOPIC } from '../deliver/webhook-presence.ts'
import { checkSettings, type CheckDependencies } from './check-settings.ts'
import { noSuchWebhook, requirePlace, requireWebhook, type NamedPlace, type PlaceDependencies } from './find-webhook.ts'

const MOST_OF_A_PLACE = 100
/** How long a replaced secret signs too. */
const FORMER_FOR = DAY

export interface ManageDependencies extends PlaceDependencies, CheckDependencies, Pick<AttemptDependencies, 'clock'> {
  readonly box: SecretBox
}

export type EtagOf = (webhook: Pick<Webhook, 'id' | 'version'>) => string

const log = (
  tx: Tx,
  viewer: Viewer,
  kind: string,
  { id, place }: Pick<Webhook, 'id' | 'place'>,
  payload: object = {},
) =>
  appendEvents(tx, [
    {
      kind: `webhook.${kind}`,
      actorId: viewer.userId,
      means: viewer.means,
      ...(place.projectId !== null && { projectId: place.projectId }),
      ...(place.trackerId !== null && { trackerId: place.trackerId }),
      payload: { webhook_id: id, ...payload },
    },
  ])

export interface NewWebhookInput extends WebhookSettings, NamedPlace {}

const checkNew = async (deps: ManageDependencies, viewer: Viewer, wanted: NewWebhookInput): Promise<WebhookPlace> => {
  const place = await requirePlace(deps, viewer, wanted)
  await requireWritablePlace(deps, viewer, place)
  await checkSettings(deps, viewer, place, wanted)
  return place
}

/** projects.md §9: nobody changes anything in a suspended project. */
const requireWritablePlace = async (
  { projects }: ManageDependencies,
  viewer: Viewer,
  place: WebhookPlace,
): Promise<void> => {
  if (place.projectId === null) return
  projects.requireWritable(await projects.requireAccess(viewer, place.projectId))
}

const requireRoom = async (tx: Tx, place: WebhookPlace): Promise<void> => {
  if ((await countWebhooksLocked(tx, place)) >= MOST_OF_A_PLACE)
    throw new Conflict(`There are ${MOST_OF_A_PLACE} webhooks here already`, {
      reason: 'webhook.too_many',
      limit: MOST_OF_A_PLACE,
    })
}

export const createWebhook =
  (deps: ManageDependencies) =>
  async (viewer: Viewer, wanted: NewWebhookInput): Promise<{ readonly webhook: Webhook; readonly secret: string }> => {
    const place = await checkNew(deps, viewer, wanted)
    const secret = newSecret()
    const webhook = await inTransaction(deps.db, async tx => {
      await requireRoom(tx, place)
      const created = await insertWebhook(tx, {
        ...settingsOf(wanted),
        place,
        ownerId: viewer.userId,
        secret: deps.box.seal(secret),
        now: deps.clock.now(),
      })
      await log(tx, viewer, 'created', created, shown(created))
      await invalidate(tx, WEBHOOKS_TOPIC, 'any')
      return created
    })
    return { webhook, secret }
  }

/** The webhook that `createWebhook` would make; its id is 0. */
export const rehearseCreation =
  (deps: ManageDependencies) =>
  async (viewer: Viewer, wanted: NewWebhookInput): Promise<Webhook> => {
    const place = await checkNew(deps, viewer, wanted)
    const now = deps.clock.now()
    await inTransaction(deps.db, tx => requireRoom(tx, place))
    return {
      id: 0,
      place,
      ...settingsOf(wanted),
      ownerId: viewer.userId,
      state: 'active',
      pausedBecause: null,
      failedLanes: [],
      failures: 0,
      failedSince: null,
      nextAttempt: null,
      lastSuccess: null,
      lostFrom: null,
      lostTo: null,
      version: 1,
      createdAt: now,
      changedAt: now,
    }
  }

const settingsOf = ({ url, kinds, tql, include }: WebhookSettings): WebhookSettings => ({
  url,
  kinds: [...new Set(kinds)],
  tql: tql === null || tql.trim() === '' ? null : tql,
  include,
})

/** The payload of the log tells these members of a webhook. Addresses may hold secrets in their path. */
const shown = ({ url, kinds, tql, include }: WebhookSettings) => ({ host: URL.parse(url)?.host, kinds, tql, include })

export interface WebhookReplacement extends WebhookSettings, NamedPlace {
  readonly ownerId?: number | undefined
}

/** Checks a replacement; returns the webhook as it would be. */
const checkReplacement = async (
  deps: ManageDependencies,
  viewer: Viewer,
  webhook: Webhook,
  wanted: WebhookReplacement,
): Promise<WebhookSettings> => {
  requireSamePlace(webhook, wanted)
  await requireWritablePlace(deps, viewer, webhook.place)
  await checkSettings(deps, viewer, webhook.place, wanted)
  return settingsOf(wanted)
}

export const replaceWebhook =
  (deps: ManageDependencies, etagOf: EtagOf) =>
  async (
    viewer: Viewer,
    id: number,
    wanted: WebhookReplacement,
    precondition: Precondition,
    { isDryRun }: { readonly isDryRun: boolean },
  ): Promise<Webhook> => {
    const known = await requireWebhook(deps, viewer, id)
    const settings = await checkReplacement(deps, viewer, known, wanted)
    return inTransaction(deps.db, async tx => {
      const webhook = await lockExisting(tx, id)
      requireFresh(precondition, { etag: etagOf(webhook), modifiedAt: webhook.changedAt })
      if (isDryRun) return { ...webhook, ...settings }
      await log(tx, viewer, 'changed', webhook, { before: shown(webhook), after: shown(settings) })
      return (await changeWebhook(tx, id, settings, deps.clock.now())) ?? webhook
    })
  }

const lockExisting = async (tx: Tx, id: number): Promise<Webhook> => {
  await lockWebhook(tx, id)
  const webhook = await findWebhook(tx, id)
  if (!webhook) throw noSuchWebhook()
  return webhook
}

const requireSamePlace = ({ place, ownerId }: Webhook, wanted: WebhookReplacement): void => {
  const fixed = [
    { parameter: 'scope', is: wanted.scope ?? place.scope, was: place.scope },
    { parameter: 'project_id', is: wanted.projectId ?? place.projectId, was: place.projectId },
    { parameter: 'tracker_id', is: wanted.trackerId ?? place.trackerId, was: place.trackerId },
    { parameter: 'owner', is: wanted.ownerId ?? ownerId, was: ownerId },
  ]
  const changed = fixed.find(({ is, was }) => is !== was)
  if (changed)
    throw new Invalid(`A webhook keeps its scope and its owner: \`${changed.parameter}\` cannot be changed`, {
      reason: 'parameter.range',
      parameter: changed.parameter,
    })
}

export const removeWebhook =
  (deps: ManageDependencies, etagOf: EtagOf) =>
  async (
    viewer: Viewer,
    id: number,
    precondition: Precondition,
    { isDryRun }: { readonly isDryRun: boolean },
  ): Promise<Webhook> => {
    await requireWebhook(deps, viewer, id)
    return inTransaction(deps.db, async tx => {
      const webhook = await lockExisting(tx, id)
      requireFresh(precondition, { etag: etagOf(webhook), modifiedAt: webhook.changedAt })
      if (isDryRun) return webhook
      await log(tx, viewer, 'deleted', webhook)
      await deleteWebhook(tx, id)
      await invalidate(tx, WEBHOOKS_TOPIC, 'any')
      return webhook
    })
  }

/** A new secret; the former one signs too for a day. */
export const renewSecret =
  (deps: ManageDependencies) =>
  async (viewer: Viewer, id: number): Promise<string> => {
    await requireWebhook(deps, viewer, id)
    const secret = newSecret()
    await inTransaction(deps.db, async tx => {
      const webhook = await lockExisting(tx, id)
      const now = deps.clock.now()
      await replaceSecret(tx, id, deps.box.seal(secret), new Date(now.getTime() + FORMER_FOR), now)
      await log(tx, viewer, 'secret_changed', webhook)
    })
    return secret
  }

export const pauseWebhook =
  (deps: ManageDependencies) =>
  async (viewer: Viewer, id: number): Promise<Webhook> => {
    await requireWebhook(deps, viewer, id)
    return inTransaction(deps.db, async tx => {
      const webhook = await lockExisting(tx, id)
      if (webhook.state === 'paused') return webhook
      await log(tx, viewer, 'paused', webhook)
      const changes = { state: 'paused', pausedBecause: 'request', nextAttempt: null } as const
      return (await changeWebhook(tx, id, changes, deps.clock.now())) ?? webhook
    })
  }

/** Goes on, and tries at once. `skip`: leaves out all that waits, and begins at the end of the log. */
export const resumeWebhook =
  (deps: ManageDependencies) =>
  async (viewer: Viewer, id: number, { skip }: { readonly skip: boolean }): Promise<Webhook> => {
    const known = await requireWebhook(deps, viewer, id)
    if (!(await ownerViewer(deps, known.ownerId, known.place)))
      throw new Conflict('Its owner does not administer this place any more: make a new webhook', {
        reason: 'webhook.owner',
      })
    return inTransaction(deps.db, async tx => {
      const webhook = await lockExisting(tx, id)
      const now = deps.clock.now()
      if (webhook.state === 'active' && !skip) return webhook
      const skipped = skip ? await skipWaiting(tx, id) : 0
      if (skip) await skipToEndOfLog(tx, id)
      await makeAllDue(tx, id, now)
      await log(tx, viewer, 'resumed', webhook, { skip, skipped })
      const changes = {
        state: 'active',
        pausedBecause: null,
        failedLanes: [],
        failures: 0,
        failedSince: null,
        nextAttempt: null,
        lostFrom: null,
        lostTo: null,
      } as const
      return (await changeWebhook(tx, id, changes, now)) ?? webhook
    })
  }
