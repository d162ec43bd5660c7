import { Type } from 'typebox'
import { paginated, paginationQuery } from '../../platform/http/routes/pagination.ts'
import type { Route } from '../../platform/http/routes/route.ts'
import { idParams } from '../../platform/http/schemas/schema.ts'
import { route, type Viewer } from '../users/index.ts'
import type { listDeliveries } from './list-deliveries.ts'
import { WebhookDeliveries } from './webhooks.schema.ts'

const MAX_DELIVERIES = 50

/** The operations that the routes of this module call. */
export interface WebhookOperations {
  readonly listDeliveries: ReturnType<typeof listDeliveries>
  isoDate(at: Date): string
}

export const webhooksRoutes = (webhooks: WebhookOperations): Route<Viewer>[] => [
  route({
    method: 'GET',
    path: '/trackers/{id}/webhook_deliveries',
    access: 'protected',
    scope: 'read:tracker',
    operationId: 'listWebhookDeliveries',
    summary: 'The last calls of the webhooks of a tracker',
    description: 'The last hundred, with what came of them. For administrators of the tracker.',
    spec: 'artifacts.md §13',
    tag: 'Tracker administration',
    params: idParams('Id of the tracker.'),
    query: Type.Object(paginationQuery({ default: 10, max: MAX_DELIVERIES }), { description: 'Which of them.' }),
    responses: { 200: WebhookDeliveries },
    errors: [400, 401, 403, 404],
    handler: async ({ viewer, params, query }) => {
      const { deliveries, size } = await webhooks.listDeliveries(viewer, params.id, query)
      const shown = deliveries.map(delivery => ({
        url: delivery.url,
        artifact_id: delivery.artifactId,
        changeset_id: delivery.changesetId,
        action: delivery.action,
        sent_on: webhooks.isoDate(delivery.sentOn),
        duration_ms: delivery.durationMs,
        status: delivery.status,
        error: delivery.error,
      }))
      return paginated(shown, query, size, MAX_DELIVERIES)
    },
  }),
]
