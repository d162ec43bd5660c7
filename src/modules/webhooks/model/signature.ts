import { createHmac, randomBytes } from 'node:crypto'

const PREFIX = 'whsec_'
const BYTES = 32

/** A new secret in the form of Standard Webhooks. */
export const newSecret = (): string => PREFIX + randomBytes(BYTES).toString('base64')

/** `webhook-signature` of Standard Webhooks: one signature for each secret. */
export const sign = (secrets: readonly string[], id: string, timestamp: number, body: string): string =>
  secrets
    .map(secret => {
      const hmac = createHmac('sha256', Buffer.from(secret.slice(PREFIX.length), 'base64'))
      return `v1,${hmac.update(`${id}.${timestamp}.${body}`).digest('base64')}`
    })
    .join(' ')
