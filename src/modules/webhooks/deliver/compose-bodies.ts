import type { LoggedEvent } from '../../../platform/events/event-log.ts'
import type { Viewer } from '../../users/index.ts'
import type { ChangeSource, ToldChange } from '../model/told-change.ts'
import type { Webhook } from '../model/webhook.ts'
import type { SentBody } from '../store/claims.store.ts'

export interface ComposeDependencies {
  readonly changes: ChangeSource
  /** ISO 8601, in the zone of the platform. */
  readonly isoDate: (at: Date) => string
}

/** A delivery whose bytes are asked for. */
export interface BodyRequest {
  readonly webhook: Pick<Webhook, 'kinds' | 'tql' | 'include'>
  /** Null: a test. */
  readonly event: LoggedEvent | null
  /** The bytes of the first attempt. */
  readonly sent: SentBody | null
}

/** After these kinds nothing of the artifact is left for the reader. */
const LAST_KINDS: readonly string[] = ['artifact.deleted', 'access.lost']

/**
 * The bytes to send for webhooks of one owner, in the order of the requests; undefined: the owner may know nothing of the change, or the webhook
 * does not ask for it. The number of statements does not depend on the number of requests.
 */
export const composeBodies = async (
  deps: ComposeDependencies,
  owner: Viewer,
  requests: readonly BodyRequest[],
): Promise<(SentBody | undefined)[]> => {
  const first: FirstRequest[] = []
  const repeated: RepeatedRequest[] = []
  for (const request of requests) {
    const { webhook, event, sent } = request
    if (event && sent) repeated.push({ request, event, sent })
    else if (event) first.push({ request, webhook, event })
  }
  const bodies = new Map([...(await composeFirst(deps, owner, first)), ...(await keepBodies(deps, owner, repeated))])
  return requests.map(request => (request.event ? bodies.get(request) : (request.sent ?? undefined)))
}

type Bodies = ReadonlyMap<BodyRequest, SentBody>

interface FirstRequest {
  readonly request: BodyRequest
  readonly webhook: BodyRequest['webhook']
  readonly event: LoggedEvent
}
interface ToldRequest extends FirstRequest {
  readonly change: ToldChange
}

const composeFirst = async (
  deps: ComposeDependencies,
  owner: Viewer,
  requests: readonly FirstRequest[],
): Promise<Bodies> => {
  const { changes } = deps
  const told = await changes.changesOf(
    owner,
    requests.map(({ event }) => event),
  )
  const known = requests.flatMap((one): ToldRequest[] => {
    const change = told.get(one.event.seq)
    const { kinds } = one.webhook
    return change && (kinds.length === 0 || kinds.includes(change.kind)) ? [{ ...one, change }] : []
  })
  const asked = await askedFor(deps, owner, known)
  const artifactOf = await readArtifacts(deps, owner, asked)
  const previous = await changes.previousChangesets(
    owner,
    asked.flatMap(({ event: { artifactId, changesetId } }) =>
      artifactId === null || changesetId === null ? [] : [{ artifactId, changesetId }],
    ),
  )
  return new Map(
    asked.map(one => {
      const { request, event, change } = one
      const { artifactId, changesetId } = event
      const artifact = artifactOf(one)
      const body = bodyOf(deps, event, change.kind, change.wire, {
        ...(artifact && { artifact }),
        ...(artifactId !== null &&
          changesetId !== null && { previous_changeset_id: previous.get(changesetId) ?? null }),
      })
      return [request, body]
    }),
  )
}

/** A query judges the artifact as it is now. It cannot judge one that is gone, so the reader learns of that in any case. */
const askedFor = async (
  { changes }: ComposeDependencies,
  owner: Viewer,
  requests: readonly ToldRequest[],
): Promise<ToldRequest[]> => {
  const isJudged = ({ webhook, change }: ToldRequest): boolean =>
    webhook.tql !== null && change.artifactId !== null && !LAST_KINDS.includes(change.kind)
  const queryOf = ({ webhook, event }: ToldRequest): string => `${event.trackerId} ${webhook.tql}`
  const matches = new Map<string, ReadonlySet<number>>()
  for (const [query, [one, ...others]] of Map.groupBy(requests.filter(isJudged), queryOf)) {
    const trackerId = one?.event.trackerId ?? null
    const tql = one?.webhook.tql ?? null
    if (!one || trackerId === null || tql === null) continue
    const ids = [one, ...others].flatMap(({ change }) => change.artifactId ?? [])
    matches.set(query, await changes.matching(owner, trackerId, tql, [...new Set(ids)]))
  }
  return requests.filter(one => !isJudged(one) || matches.get(queryOf(one))?.has(one.change.artifactId ?? 0) === true)
}

/** Reads the artifacts that accompany the changes. */
const readArtifacts = async (
  { changes }: ComposeDependencies,
  owner: Viewer,
  requests: readonly ToldRequest[],
): Promise<(request: ToldRequest) => object | undefined> => {
  const read = new Map<string, ReadonlyMap<number, object>>()
  for (const form of ['values', 'full'] as const) {
    const ids = requests.flatMap(({ webhook, change }) =>
      webhook.include === form && !LAST_KINDS.includes(change.kind) ? (change.artifactId ?? []) : [],
    )
    if (ids.length > 0) read.set(form, await changes.artifactsOf(owner, [...new Set(ids)], form))
  }
  return ({ webhook, change }) =>
    LAST_KINDS.includes(change.kind) ? undefined : read.get(webhook.include)?.get(change.artifactId ?? 0)
}

interface RepeatedRequest {
  readonly request: BodyRequest
  readonly event: LoggedEvent
  readonly sent: SentBody
}

/** The same bytes again; without the artifact where the owner has lost sight of it. Nothing if the artifact is gone: its tombstone follows. */
const keepBodies = async (
  deps: ComposeDependencies,
  owner: Viewer,
  requests: readonly RepeatedRequest[],
): Promise<Bodies> => {
  const ids = requests.flatMap(({ event }) => event.artifactId ?? [])
  const existing = await deps.changes.existing(ids)
  const withArtifact = requests.flatMap(({ sent, event }) => (sent.hasArtifact ? (event.artifactId ?? []) : []))
  const seen =
    withArtifact.length > 0
      ? await deps.changes.artifactsOf(owner, [...new Set(withArtifact)], 'values')
      : new Map<number, object>()
  return new Map(
    requests.flatMap(({ request, event, sent }): [BodyRequest, SentBody][] => {
      const kind = (sent.change as { kind?: string } | null)?.kind ?? event.kind
      if (event.artifactId === null || LAST_KINDS.includes(kind)) return [[request, sent]]
      if (!existing.has(event.artifactId)) return []
      if (!sent.hasArtifact || seen.has(event.artifactId)) return [[request, sent]]
      const { data } = JSON.parse(sent.body) as { data: { artifact?: unknown; change: object } }
      const { artifact: _, change, ...rest } = data
      return [[request, bodyOf(deps, event, kind, change, rest)]]
    }),
  )
}

const bodyOf = (
  { isoDate }: ComposeDependencies,
  event: LoggedEvent,
  kind: string,
  change: object,
  data: { readonly artifact?: object; readonly previous_changeset_id?: number | null },
): SentBody => ({
  change,
  body: JSON.stringify({ type: kind, timestamp: isoDate(event.at), data: { change, ...data } }),
  hasArtifact: data.artifact !== undefined,
})
