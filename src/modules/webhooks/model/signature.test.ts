import { randomBytes } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { describe, expect, it } from 'vitest'
import { secretBox } from '../../../platform/secret-box.ts'
import { newSecret, sign } from './signature.ts'

const headersOf = (secrets: readonly string[], timestamp: number, body: string) => ({
  'webhook-id': 'msg_1',
  'webhook-timestamp': String(timestamp),
  'webhook-signature': sign(secrets, 'msg_1', timestamp, body),
})
const now = (): number => Math.floor(Date.now() / 1_000)

describe('signatures of webhooks', () => {
  it('are those of Standard Webhooks, one for each secret', () => {
    const [first, second] = [newSecret(), newSecret()]
    const headers = headersOf([first, second], now(), '{"a":"ä"}')
    expect(new Webhook(first).verify('{"a":"ä"}', headers)).toEqual({ a: 'ä' })
    expect(new Webhook(second).verify('{"a":"ä"}', headers)).toEqual({ a: 'ä' })
    expect(() => new Webhook(newSecret()).verify('{"a":"ä"}', headers)).toThrow()
    expect(() => new Webhook(first).verify('{"a":"a"}', headers)).toThrow()
  })
})

describe('secrets in the database', () => {
  it('are encrypted, each time in another way', () => {
    const box = secretBox(randomBytes(32))
    const secret = newSecret()
    const sealed = box.seal(secret)
    expect(sealed.includes(Buffer.from(secret))).toBe(false)
    expect(sealed.equals(box.seal(secret))).toBe(false)
    expect(box.open(sealed)).toBe(secret)
    sealed[sealed.length - 1] = (sealed.at(-1) ?? 0) ^ 1
    expect(() => box.open(sealed)).toThrow()
    expect(() => secretBox(randomBytes(32)).open(box.seal(secret))).toThrow()
  })
})
