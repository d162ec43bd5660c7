import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'

const PREFIX = 'whsec_'
const BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16

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

/** Secrets of webhooks as the database keeps them: AES-256-GCM as nonce, tag, text. */
export interface SecretBox {
  seal(text: string): Buffer
  open(sealed: Buffer): string
}

export const secretBox = (key: Buffer): SecretBox => ({
  seal: text => {
    const nonce = randomBytes(NONCE_BYTES)
    const cipher = createCipheriv('aes-256-gcm', key, nonce)
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
    return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
  },
  open: sealed => {
    const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE_BYTES))
    decipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
    return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8')
  },
})
