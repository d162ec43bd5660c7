import { Invalid, Refusal, type Fault } from '../../../platform/errors.ts'
import { isHostAllowed } from '../../../platform/outgoing/public-addresses.ts'
import type { Viewer } from '../../users/index.ts'
import type { ChangeSource } from '../model/told-change.ts'
import type { WebhookPlace, WebhookSettings } from '../model/webhook.ts'

const LONGEST_URL = 2_000

export interface CheckDependencies {
  readonly changes: Pick<ChangeSource, 'kinds' | 'checkQuery'>
  readonly settings: { get(name: 'internal_hosts'): readonly string[] }
}

/** Throws 400 with all faults. */
export const checkSettings = async (
  { changes, settings }: CheckDependencies,
  viewer: Viewer,
  place: WebhookPlace,
  wanted: WebhookSettings,
): Promise<void> => {
  const faults: Fault[] = []
  const fault = (parameter: string, text: string | undefined): void => {
    if (text !== undefined) faults.push({ reason: 'parameter.range', parameter, text })
  }
  fault('url', urlFault(wanted.url, settings.get('internal_hosts')))
  const unknown = wanted.kinds.filter(kind => !changes.kinds.includes(kind))
  fault(
    'kinds',
    unknown.length === 0 ? undefined : `There are no changes of the kind ${unknown.join(', ').slice(0, 200)}`,
  )
  if (wanted.tql !== null) {
    if (place.scope !== 'tracker') fault('tql', 'Only a webhook of a tracker has a query')
    else fault('tql', await queryFault(() => changes.checkQuery(viewer, place.trackerId, wanted.tql ?? '')))
  }
  if (faults.length > 0) throw new Invalid(faults)
}

const urlFault = (text: string, internalHosts: readonly string[]): string | undefined => {
  if (text.length > LONGEST_URL) return `An address has at most ${LONGEST_URL} characters`
  const url = URL.parse(text)
  if (!url) return 'This is no address'
  if (url.username !== '' || url.password !== '')
    return 'An address has no user and no password: the signature shows who calls'
  if (url.protocol === 'https:' || (url.protocol === 'http:' && isHostAllowed(url, internalHosts))) return undefined
  return 'An address begins with https://; an operator can allow http for a host by the setting internal_hosts'
}

const queryFault = async (check: () => Promise<void>): Promise<string | undefined> => {
  try {
    await check()
    return undefined
  } catch (error) {
    if (error instanceof Refusal && error.status === 400) return error.message
    throw error
  }
}
