import type { LoggedEvent } from '../../../platform/events/event-log.ts'
import type { Viewer } from '../../users/index.ts'
import type { ChangeSource, ToldChange } from '../model/told-change.ts'
import type { Webhook } from '../model/webhook.ts'
import type { ClaimedDelivery, SentBody } from '../store/deliveries.store.ts'

export interface ComposeDependencies {
  readonly changes: ChangeSource
  /** ISO 8601, in the zone of the platform. */
  readonly isoDate: (at: Date) => string
}

/** After these kinds nothing of the artifact is left for the reader. */
const LAST_KINDS: readonly string[] = ['artifact.deleted', 'access.lost']

/** The bytes to send; undefined: the owner may know nothing of the change, or the webhook does not ask for it. */
export const composeBody = async (
  deps: ComposeDependencies,
  webhook: Pick<Webhook, 'kinds' | 'tql' | 'include'>,
  owner: Viewer,
  { event, sent }: Pick<ClaimedDelivery, 'event' | 'sent'>,
): Promise<SentBody | undefined> => {
  if (event === null) return sent ?? undefined
  if (sent) return keepBody(deps, owner, event, sent)
  const change = await deps.changes.changeOf(owner, event)
  if (!change || !(await isAskedFor(deps, webhook, owner, change, event))) return undefined
  const { include } = webhook
  const artifact =
    include === 'none' || change.artifactId === null || LAST_KINDS.includes(change.kind)
      ? undefined
      : await deps.changes.artifactOf(owner, change.artifactId, include)
  return bodyOf(deps, event, change.kind, change.wire, {
    ...(artifact && { artifact }),
    ...(event.artifactId !== null &&
      event.changesetId !== null && {
        previous_changeset_id: await deps.changes.previousChangeset(owner, event.artifactId, event.changesetId),
      }),
  })
}

/** A query judges the artifact as it is now. It cannot judge one that is gone, so the reader learns of that in any case. */
const isAskedFor = async (
  { changes }: ComposeDependencies,
  { kinds, tql }: Pick<Webhook, 'kinds' | 'tql'>,
  owner: Viewer,
  { kind, artifactId }: ToldChange,
  { trackerId }: LoggedEvent,
): Promise<boolean> => {
  if (kinds.length > 0 && !kinds.includes(kind)) return false
  if (tql === null || artifactId === null || LAST_KINDS.includes(kind)) return true
  return trackerId !== null && changes.matches(owner, artifactId, trackerId, tql)
}

/** The same bytes again; without the artifact where the owner has lost sight of it. Nothing if the artifact is gone: its tombstone follows. */
const keepBody = async (
  deps: ComposeDependencies,
  owner: Viewer,
  event: LoggedEvent,
  sent: SentBody,
): Promise<SentBody | undefined> => {
  const kind = (sent.change as { kind?: string } | null)?.kind ?? event.kind
  if (event.artifactId === null || LAST_KINDS.includes(kind)) return sent
  if (!(await deps.changes.exists(event.artifactId))) return undefined
  if (!sent.hasArtifact || (await deps.changes.artifactOf(owner, event.artifactId, 'values'))) return sent
  const { data } = JSON.parse(sent.body) as { data: { artifact?: unknown; change: object } }
  const { artifact: _, change, ...rest } = data
  return bodyOf(deps, event, kind, change, rest)
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
