import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import { canonicalJson } from '../../../platform/canonical-json.ts'

/** A call whose report the caller has seen. */
export interface Confirmation {
  /** Once: the call runs under this key. */
  readonly key: string
  /** Version of the artifact at the time of the report; null: the call has none. */
  readonly version: string | null
}

/** The call that is confirmed. */
export interface ConfirmedCall {
  readonly accountId: number
  readonly tool: string
  readonly arguments: object
}

export interface Confirmations {
  /** Text for the argument `confirm` of the same call. */
  issue(call: ConfirmedCall, version: string | null): string
  /** Undefined: the text is of another call, or too old. */
  read(text: string, call: ConfirmedCall): Confirmation | undefined
}

const VALID_MS = 10 * 60_000

export const createConfirmations = (secret: Buffer, now: () => Date): Confirmations => {
  const sign = (payload: string, { accountId, tool, arguments: given }: ConfirmedCall): Buffer =>
    createHmac('sha256', secret)
      .update(canonicalJson([payload, accountId, tool, given]))
      .digest()
  return {
    issue: (call, version) => {
      const payload = Buffer.from(
        JSON.stringify({ key: randomUUID(), version, until: now().getTime() + VALID_MS }),
      ).toString('base64url')
      return `${payload}.${sign(payload, call).toString('base64url')}`
    },
    read: (text, call) => {
      const [payload = '', mac = ''] = text.split('.')
      const given = Buffer.from(mac, 'base64url')
      const expected = sign(payload, call)
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
      const { key, version, until } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Confirmation & {
        readonly until: number
      }
      return until > now().getTime() ? { key, version } : undefined
    },
  }
}
