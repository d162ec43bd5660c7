import { Forbidden, Invalid, NotFound } from '../../../platform/errors.ts'
import type { Db, Queryable } from '../../../platform/db/db.ts'
import type { Viewer } from '../../users/index.ts'
import { requireAdministeredPlace, type RightsDependencies } from '../model/rights.ts'
import type { Webhook, WebhookPlace, WebhookScope } from '../model/webhook.ts'
import { findWebhook } from '../store/webhooks.store.ts'

export interface PlaceDependencies extends RightsDependencies {
  readonly db: Db
}

/** A place as a request names it. */
export interface NamedPlace {
  readonly scope?: WebhookScope | undefined
  readonly projectId?: number | undefined
  readonly trackerId?: number | undefined
}

/** Throws unless the caller administers the place. Without a scope the ids decide. */
export const requirePlace = async (
  deps: PlaceDependencies,
  viewer: Viewer,
  { scope, projectId, trackerId }: NamedPlace,
): Promise<WebhookPlace> => {
  const wanted: WebhookScope =
    scope ?? (trackerId !== undefined ? 'tracker' : projectId !== undefined ? 'project' : 'site')
  const place = await placeOf(deps, wanted, projectId, trackerId)
  await requireAdministeredPlace(deps, viewer, place)
  return place
}

const placeOf = async (
  { trackers }: PlaceDependencies,
  scope: WebhookScope,
  projectId: number | undefined,
  trackerId: number | undefined,
): Promise<WebhookPlace> => {
  if (scope === 'site') {
    if (projectId !== undefined) throw outOfPlace('project_id')
    if (trackerId !== undefined) throw outOfPlace('tracker_id')
    return { scope, projectId: null, trackerId: null }
  }
  if (scope === 'project') {
    if (trackerId !== undefined) throw outOfPlace('tracker_id')
    if (projectId === undefined) throw missing('project_id')
    return { scope, projectId, trackerId: null }
  }
  if (trackerId === undefined) throw missing('tracker_id')
  const tracker = Number.isSafeInteger(trackerId) ? await trackers.get(trackerId) : undefined
  if (!tracker || (projectId !== undefined && projectId !== tracker.projectId))
    throw new NotFound('There is no such tracker')
  return { scope, projectId: tracker.projectId, trackerId }
}

const outOfPlace = (parameter: string): Invalid =>
  new Invalid(`\`${parameter}\` does not belong to this scope`, { reason: 'parameter.range', parameter })

const missing = (parameter: string): Invalid =>
  new Invalid(`\`${parameter}\` is missing`, { reason: 'parameter.required', parameter })

/** 404 for everybody else: nobody learns of webhooks that they do not manage. */
export const requireWebhook = async (
  deps: PlaceDependencies,
  viewer: Viewer,
  id: number,
  db: Queryable = deps.db.kysely,
): Promise<Webhook> => {
  const webhook = Number.isSafeInteger(id) ? await findWebhook(db, id) : undefined
  if (!webhook) throw noSuchWebhook()
  try {
    await requireAdministeredPlace(deps, viewer, webhook.place)
  } catch (error) {
    if (error instanceof Forbidden) throw noSuchWebhook()
    throw error
  }
  return webhook
}

export const noSuchWebhook = (): NotFound => new NotFound('There is no such webhook')
