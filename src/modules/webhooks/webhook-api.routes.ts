import { Invalid } from '../../platform/errors.ts'
import { preconditionOf, versionHeaders } from '../../platform/http/headers/conditional.ts'
import { paginated } from '../../platform/http/routes/pagination.ts'
import { rehearsalSchema, rehearsed } from '../../platform/http/routes/rehearsal.ts'
import { created, done, ok, type ApiResponse, type Route } from '../../platform/http/routes/route.ts'
import { idParams } from '../../platform/http/schemas/schema.ts'
import { route, type Viewer } from '../users/index.ts'
import { MAX_OF_PAGE } from './model/page-sizes.ts'
import type { Webhook } from './model/webhook.ts'
import {
  AttemptRepresentation,
  DeliveriesQuery,
  DeliveryList,
  DeliveryParams,
  DeliveryRepresentation,
  NewWebhookBody,
  NewWebhookRepresentation,
  ReplayBody,
  ReplayRepresentation,
  ResumeBody,
  SecretRepresentation,
  WebhookBody,
  WebhookList,
  WebhookOutcome,
  WebhookRepresentation,
  WebhooksQuery,
} from './manage/webhook-api.schema.ts'
import type { WebhookApiOperations } from './webhook-api.operations.ts'

const tag = 'Webhooks'
const spec = 'integrators.md §3'
const params = idParams('Id of the webhook.')
const access = 'protected'
const FOR_ADMINISTRATORS = 'For administrators of the place where it listens.'

const WebhookRehearsal = rehearsalSchema(WebhookOutcome)

interface PlaceBody {
  readonly scope?: 'site' | 'project' | 'tracker' | undefined
  readonly project_id?: number | null | undefined
  readonly tracker_id?: number | null | undefined
}

const placeOf = ({ scope, project_id: projectId, tracker_id: trackerId }: PlaceBody) => ({
  scope,
  projectId: projectId ?? undefined,
  trackerId: trackerId ?? undefined,
})

export const webhookApiRoutes = (webhooks: WebhookApiOperations): Route<Viewer>[] => {
  const shown = async (webhook: Webhook) => (await webhooks.represent([webhook]))[0] ?? null
  const answer = async (webhook: Webhook): Promise<ApiResponse> => ok(await shown(webhook), headersOf(webhook))
  const headersOf = (webhook: Webhook) =>
    versionHeaders({ etag: webhooks.etagOf(webhook), modifiedAt: webhook.changedAt })
  const rehearsedOf = (status: number, webhook: object | null) => rehearsed(status, { webhook })
  const dateOf = (text: string, parameter: string): Date => {
    const date = webhooks.readDate(text)
    if (!date) throw new Invalid(`\`${parameter}\` is no date`, { reason: 'parameter.range', parameter })
    return date
  }

  return [
    route({
      method: 'GET',
      path: '/webhooks',
      access,
      operationId: 'listWebhooks',
      summary: 'Lists the webhooks of the platform, a project or a tracker.',
      description: FOR_ADMINISTRATORS,
      spec,
      tag,
      query: WebhooksQuery,
      responses: { 200: WebhookList },
      errors: [400, 401, 403, 404],
      handler: async ({ viewer, query }) => {
        const { webhooks: found, size } = await webhooks.list(viewer, placeOf(query), query)
        return paginated(await webhooks.represent(found), query, size, MAX_OF_PAGE)
      },
    }),

    route({
      method: 'POST',
      path: '/webhooks',
      access,
      operationId: 'createWebhook',
      summary: 'Makes a webhook, which is told of all later changes.',
      description:
        'It is told of the changes that its owner, the caller, may see: in order for each artifact, until they have arrived. The answer is the only one that has the secret.',
      spec,
      tag,
      body: NewWebhookBody,
      dryRun: WebhookRehearsal,
      responseHeaders: ['Etag', 'Last-Modified', 'Location'],
      responses: { 201: NewWebhookRepresentation },
      errors: [400, 401, 403, 404, 409],
      reasons: ['webhook.too_many'],
      handler: async ({ viewer, body, isDryRun }) => {
        const wanted = { ...body, ...placeOf(body), tql: body.tql ?? null }
        if (isDryRun) {
          const would = await shown(await webhooks.rehearseCreation(viewer, wanted))
          return rehearsedOf(201, { ...would, id: null, uri: null })
        }
        const { webhook, secret } = await webhooks.create(viewer, wanted)
        return created(
          { ...(await shown(webhook)), secret },
          { ...headersOf(webhook), Location: `/api/webhooks/${webhook.id}` },
        )
      },
    }),

    route({
      method: 'GET',
      path: '/webhooks/{id}',
      access,
      operationId: 'getWebhook',
      summary: 'Returns a webhook.',
      description: FOR_ADMINISTRATORS,
      spec,
      tag,
      params,
      responseHeaders: ['Etag', 'Last-Modified'],
      responses: { 200: WebhookRepresentation },
      errors: [400, 401, 404],
      handler: async ({ viewer, params }) => answer(await webhooks.get(viewer, params.id)),
    }),

    route({
      method: 'PUT',
      path: '/webhooks/{id}',
      access,
      conditions: true,
      idempotency: 'answer',
      operationId: 'replaceWebhook',
      summary: 'Changes address, kinds, query and artifact of a webhook.',
      description: `${FOR_ADMINISTRATORS} Scope and owner cannot be changed.`,
      spec,
      tag,
      params,
      body: WebhookBody,
      dryRun: WebhookRehearsal,
      responseHeaders: ['Etag', 'Last-Modified'],
      responses: { 200: WebhookRepresentation },
      errors: [400, 401, 403, 404, 412],
      handler: async ({ viewer, params, body, headers, isDryRun }) => {
        const wanted = { ...body, ...placeOf(body), ownerId: body.owner?.id, tql: body.tql ?? null }
        const webhook = await webhooks.replace(viewer, params.id, wanted, preconditionOf(headers), { isDryRun })
        return isDryRun ? rehearsedOf(200, await shown(webhook)) : answer(webhook)
      },
    }),

    route({
      method: 'DELETE',
      path: '/webhooks/{id}',
      access,
      conditions: true,
      idempotency: 'answer',
      operationId: 'deleteWebhook',
      summary: 'Deletes a webhook with its deliveries.',
      description: FOR_ADMINISTRATORS,
      spec,
      tag,
      params,
      dryRun: WebhookRehearsal,
      responses: { 200: null },
      errors: [400, 401, 404, 412],
      handler: async ({ viewer, params, headers, isDryRun }) => {
        await webhooks.remove(viewer, params.id, preconditionOf(headers), { isDryRun })
        return isDryRun ? rehearsedOf(200, null) : done()
      },
    }),

    route({
      method: 'POST',
      path: '/webhooks/{id}/test',
      access,
      operationId: 'testWebhook',
      summary: 'Calls a webhook at once, with a body of the type `ping`.',
      description: `${FOR_ADMINISTRATORS} It is called once, whatever it answers.`,
      spec,
      tag,
      params,
      responses: { 200: DeliveryRepresentation },
      errors: [400, 401, 404],
      handler: async ({ viewer, params }) =>
        ok((await webhooks.representDeliveries([await webhooks.test(viewer, params.id)]))[0]),
    }),

    route({
      method: 'POST',
      path: '/webhooks/{id}/pause',
      access,
      idempotency: 'answer',
      operationId: 'pauseWebhook',
      summary: 'Pauses a webhook: its changes wait.',
      description: FOR_ADMINISTRATORS,
      spec,
      tag,
      params,
      responseHeaders: ['Etag', 'Last-Modified'],
      responses: { 200: WebhookRepresentation },
      errors: [400, 401, 404],
      handler: async ({ viewer, params }) => answer(await webhooks.pause(viewer, params.id)),
    }),

    route({
      method: 'POST',
      path: '/webhooks/{id}/resume',
      access,
      idempotency: 'answer',
      operationId: 'resumeWebhook',
      summary: 'Lets a webhook go on, and tries at once.',
      description: `${FOR_ADMINISTRATORS} A failing webhook tries all that waits at once.`,
      spec,
      tag,
      params,
      body: ResumeBody,
      responseHeaders: ['Etag', 'Last-Modified'],
      responses: { 200: WebhookRepresentation },
      errors: [400, 401, 404, 409],
      reasons: ['webhook.owner'],
      handler: async ({ viewer, params, body }) => answer(await webhooks.resume(viewer, params.id, body)),
    }),

    route({
      method: 'POST',
      path: '/webhooks/{id}/replay',
      access,
      idempotency: 'answer',
      operationId: 'replayWebhook',
      summary: 'Tells a webhook of changes again.',
      description: `${FOR_ADMINISTRATORS} Each message gets an id of its own that names the replay.`,
      spec,
      tag,
      params,
      body: ReplayBody,
      responses: { 202: ReplayRepresentation },
      errors: [400, 401, 404],
      reasons: ['feed.bad_cursor'],
      handler: async ({ viewer, params, body }) => {
        const { replayId, estimated } = await webhooks.replay(viewer, params.id, {
          since: webhooks.readDate(body.since) ?? body.since,
          until: body.until === undefined ? null : dateOf(body.until, 'until'),
          artifactIds: body.artifact_ids ?? null,
        })
        return { status: 202, body: { replay_id: replayId, estimated } }
      },
    }),

    route({
      method: 'POST',
      path: '/webhooks/{id}/secret',
      access,
      operationId: 'renewWebhookSecret',
      summary: 'Makes a new secret for the signatures of a webhook.',
      description: `${FOR_ADMINISTRATORS} For 24 hours the former secret signs too, so that the receiver can change without a gap.`,
      spec,
      tag,
      params,
      responses: { 200: SecretRepresentation },
      errors: [400, 401, 404],
      handler: async ({ viewer, params }) => ok({ secret: await webhooks.renewSecret(viewer, params.id) }),
    }),

    route({
      method: 'GET',
      path: '/webhooks/{id}/deliveries',
      access,
      operationId: 'listDeliveriesOfWebhook',
      summary: 'Lists what a webhook was told in the last 30 days, and what waits.',
      description: FOR_ADMINISTRATORS,
      spec,
      tag,
      params,
      query: DeliveriesQuery,
      responses: { 200: DeliveryList },
      errors: [400, 401, 404],
      handler: async ({ viewer, params, query }) => {
        const filter = { state: query.state, artifactId: query.artifact_id }
        const { deliveries, size } = await webhooks.listDeliveries(viewer, params.id, filter, query)
        return paginated(await webhooks.representDeliveries(deliveries), query, size, MAX_OF_PAGE)
      },
    }),

    route({
      method: 'POST',
      path: '/webhooks/{id}/deliveries/{delivery_id}/retry',
      access,
      operationId: 'retryDelivery',
      summary: 'Repeats a delivery that is over, at once.',
      description: `${FOR_ADMINISTRATORS} A delivery that waits has its place in its row, and is attempted by itself: 409.`,
      spec,
      tag,
      params: DeliveryParams,
      responses: { 200: AttemptRepresentation },
      errors: [400, 401, 404, 409],
      reasons: ['webhook.waiting'],
      handler: async ({ viewer, params }) =>
        ok(webhooks.representAttempt(await webhooks.retry(viewer, params.id, params.delivery_id))),
    }),
  ]
}
