// From a request that shows a fault to a smaller one that shows it, too.
import type { SentRequest } from './send-request.ts'

const MAX_TRIES = 60
const KEPT_HEADERS = new Set([
  'authorization',
  'x-auth-accesskey',
  'x-auth-token',
  'x-auth-userid',
  'cookie',
  'content-type',
  'sec-fetch-site',
  'sec-fetch-mode',
])

/** Leaves out headers, parameters and members of the body, one after the other, as long as the fault stays. */
export const shrink = async (
  sent: SentRequest,
  hasFault: (sent: SentRequest) => Promise<boolean>,
): Promise<SentRequest> => {
  let smallest = sent
  let tries = 0
  const attempt = async (candidate: SentRequest): Promise<boolean> => {
    if (++tries > MAX_TRIES) return false
    const isFault = await hasFault(candidate).catch(() => false)
    if (isFault) smallest = candidate
    return isFault
  }
  // A fault that does not happen again is reported with the original request.
  if (!(await attempt(sent))) return sent
  for (const name of Object.keys(sent.headers)) {
    const { [name]: _left, ...headers } = smallest.headers
    if (!KEPT_HEADERS.has(name)) await attempt({ ...smallest, headers })
  }
  const [path = '', query] = smallest.url.split('?', 2)
  let pairs = query?.split('&') ?? []
  for (const pair of [...pairs]) {
    const others = pairs.filter(other => other !== pair)
    if (await attempt({ ...smallest, url: others.length > 0 ? `${path}?${others.join('&')}` : path })) pairs = others
  }
  let body = parsed(smallest.payload)
  const paths = memberPathsOf(body)
  for (const place of paths) {
    const without = removed(body, place)
    if (without !== undefined && (await attempt({ ...smallest, payload: JSON.stringify(without) }))) body = without
  }
  return smallest
}

const parsed = (payload: SentRequest['payload']): unknown => {
  if (typeof payload !== 'string' || payload.length > 200_000) return undefined
  try {
    return JSON.parse(payload) as unknown
  } catch {
    return undefined
  }
}

type MemberPath = readonly string[]

const memberPathsOf = (value: unknown, place: MemberPath = []): MemberPath[] =>
  typeof value !== 'object' || value === null || place.length > 4
    ? []
    : Object.keys(value)
        .slice(0, 20)
        .flatMap(key => [[...place, key], ...memberPathsOf((value as Record<string, unknown>)[key], [...place, key])])

const removed = (value: unknown, [key, ...rest]: MemberPath): unknown => {
  if (typeof value !== 'object' || value === null || key === undefined || !Object.hasOwn(value, key)) return undefined
  const copy: unknown = Array.isArray(value) ? [...(value as unknown[])] : { ...value }
  const members = copy as Record<string, unknown>
  if (rest.length > 0) {
    const inner = removed(members[key], rest)
    if (inner === undefined) return undefined
    members[key] = inner
  } else if (Array.isArray(copy)) copy.splice(Number(key), 1)
  else delete members[key]
  return copy
}
