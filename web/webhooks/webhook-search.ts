/** The search of pages of webhooks: the webhook whose deliveries are shown. Mails link to it. */
export const webhookSearch = (search: Record<string, unknown>): { readonly webhook?: number } =>
  typeof search['webhook'] === 'number' ? { webhook: search['webhook'] } : {}
