import { createHmac } from 'node:crypto'
import type { Viewer } from '../users/index.ts'
import {
  createWebhook,
  pauseWebhook,
  rehearseCreation,
  removeWebhook,
  renewSecret,
  replaceWebhook,
  resumeWebhook,
  type EtagOf,
  type ManageDependencies,
} from './manage/change-webhooks.ts'
import {
  listWebhookDeliveries,
  listWebhooksOf,
  replayChanges,
  retryDelivery,
  testWebhook,
  type DeliveryDependencies,
} from './manage/deliveries.ts'
import { requireWebhook } from './manage/find-webhook.ts'
import {
  representAttempt,
  representDeliveries,
  representWebhooks,
  type RepresentDependencies,
} from './manage/representation.ts'

export type WebhookApiDependencies = ManageDependencies &
  DeliveryDependencies &
  RepresentDependencies & {
    readonly versionKey: Buffer
    /** In the zone of the platform; undefined: no date. */
    readDate(text: string): Date | undefined
  }

export const createWebhookApiOperations = (deps: WebhookApiDependencies) => {
  const etagOf: EtagOf = ({ id, version }) =>
    createHmac('sha256', deps.versionKey).update(`${id}.${version}`).digest('hex').slice(0, 40)
  return {
    etagOf,
    list: listWebhooksOf(deps),
    get: (viewer: Viewer, id: number) => requireWebhook(deps, viewer, id),
    create: createWebhook(deps),
    rehearseCreation: rehearseCreation(deps),
    replace: replaceWebhook(deps, etagOf),
    remove: removeWebhook(deps, etagOf),
    test: testWebhook(deps),
    pause: pauseWebhook(deps),
    resume: resumeWebhook(deps),
    replay: replayChanges(deps),
    renewSecret: renewSecret(deps),
    listDeliveries: listWebhookDeliveries(deps),
    retry: retryDelivery(deps),
    represent: representWebhooks(deps),
    representDeliveries: representDeliveries(deps),
    representAttempt: representAttempt(deps),
    readDate: (text: string) => deps.readDate(text),
  }
}

export type WebhookApiOperations = ReturnType<typeof createWebhookApiOperations>
