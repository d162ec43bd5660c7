import type { Attempt } from '../model/webhook.ts'
import type { MadeAttempt } from '../store/results.store.ts'
import type { CalledWebhook } from '../store/webhooks.store.ts'
import type { AttemptDependencies } from './attempt-dependencies.ts'
import { send } from './send.ts'

/** One call of the receiver, signed by the secret, and by the former one as long as that is valid. */
export const callReceiver = async (
  { clock, settings, box, userAgent }: Pick<AttemptDependencies, 'clock' | 'settings' | 'box' | 'userAgent'>,
  { url, secret, formerSecret, formerUntil }: CalledWebhook,
  messageId: string,
  body: string,
  signal?: AbortSignal,
): Promise<Pick<MadeAttempt, 'headers' | 'attempt'>> => {
  const at = clock.now()
  const isFormerValid = formerSecret !== null && formerUntil !== null && formerUntil > at
  const { headers, attempt } = await send({
    url,
    messageId,
    body,
    secrets: [box.open(secret), ...(isFormerValid ? [box.open(formerSecret)] : [])],
    at,
    allowedHosts: settings.get('internal_hosts'),
    userAgent,
    ...(signal && { signal }),
  })
  return { headers, attempt: { at: at.toISOString(), ...attempt } satisfies Attempt }
}
