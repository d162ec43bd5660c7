import { queryOptions } from '@tanstack/react-query'
import { api, bodyOf, done, pageOf } from '../api/api.ts'

/** Where a webhook listens: a tracker, a project, or the whole platform. */
export type WebhooksPlace =
  { readonly tracker_id: number } | { readonly project_id: number } | { readonly scope: 'site' }

const MOST_WEBHOOKS = 100
export const DELIVERIES_LIMIT = 20

const webhooksKey = (place: WebhooksPlace) => ['webhooks', place] as const

export const webhooksQuery = (place: WebhooksPlace) =>
  queryOptions({
    queryKey: webhooksKey(place),
    queryFn: ({ signal }) =>
      pageOf(api.GET('/webhooks', { params: { query: { ...place, limit: MOST_WEBHOOKS } }, signal })),
    // States change by themselves.
    refetchInterval: 10_000,
  })

export type Webhook = Awaited<ReturnType<NonNullable<ReturnType<typeof webhooksQuery>['queryFn']>>>['items'][number]

export type DeliveryState = 'waiting' | 'running' | 'done' | 'skipped'

export const deliveriesQuery = (webhookId: number, state: DeliveryState | undefined, offset: number) =>
  queryOptions({
    queryKey: ['webhooks', webhookId, 'deliveries', state, offset],
    queryFn: ({ signal }) =>
      pageOf(
        api.GET('/webhooks/{id}/deliveries', {
          params: { path: { id: webhookId }, query: { ...(state && { state }), limit: DELIVERIES_LIMIT, offset } },
          signal,
        }),
      ),
    refetchInterval: 10_000,
  })

export type Delivery = Awaited<ReturnType<NonNullable<ReturnType<typeof deliveriesQuery>['queryFn']>>>['items'][number]

export interface WebhookValues {
  readonly url: string
  readonly kinds: string[]
  readonly tql: string | null
  readonly include: 'none' | 'values' | 'full'
}

export const createWebhook = async (place: WebhooksPlace, body: WebhookValues) => {
  const made = await bodyOf(api.POST('/webhooks', { body: { ...place, ...body } }))
  if (!('secret' in made)) throw new Error('the answer has no secret')
  return made
}

const pathOf = (id: number) => ({ params: { path: { id } } })

export const replaceWebhook = (id: number, body: WebhookValues) =>
  bodyOf(api.PUT('/webhooks/{id}', { ...pathOf(id), body }))
export const deleteWebhook = (id: number) => done(api.DELETE('/webhooks/{id}', pathOf(id)))
export const testWebhook = (id: number) => bodyOf(api.POST('/webhooks/{id}/test', pathOf(id)))
export const pauseWebhook = (id: number) => bodyOf(api.POST('/webhooks/{id}/pause', pathOf(id)))
export const resumeWebhook = (id: number) => bodyOf(api.POST('/webhooks/{id}/resume', { ...pathOf(id), body: {} }))
export const renewSecret = (id: number) => bodyOf(api.POST('/webhooks/{id}/secret', pathOf(id)))
export const replayWebhook = (id: number, since: string, until: string | undefined) =>
  bodyOf(api.POST('/webhooks/{id}/replay', { ...pathOf(id), body: { since, ...(until !== undefined && { until }) } }))
export const retryDelivery = (id: number, delivery_id: number) =>
  bodyOf(api.POST('/webhooks/{id}/deliveries/{delivery_id}/retry', { params: { path: { id, delivery_id } } }))
