import { useLingui } from '@lingui/react/macro'
import type { Delivery, Webhook } from './webhooks.ts'

/** Kinds of changes that a person chooses among, in the order of the form. */
export const KINDS = [
  'artifact.created',
  'artifact.updated',
  'comment.edited',
  'artifact.moved',
  'artifact.deleted',
  'artifact.restored',
  'access.gained',
  'access.lost',
  'access.changed',
  'tracker.changed',
] as const

/** Sentences about webhooks and what they are told. */
export const useWebhookWords = () => {
  const { t } = useLingui()
  const kinds: Readonly<Record<string, string>> = {
    'artifact.created': t`Created`,
    'artifact.updated': t`Changed`,
    'comment.edited': t`Comment edited`,
    'artifact.moved': t`Moved`,
    'artifact.deleted': t`Deleted`,
    'artifact.restored': t`Restored`,
    'access.gained': t`Came into sight`,
    'access.lost': t`Went out of sight`,
    'access.changed': t`Rights of many changed`,
    'tracker.created': t`Tracker made`,
    'tracker.changed': t`Tracker changed`,
    'tracker.deleted': t`Tracker deleted`,
    'project.changed': t`Project changed`,
  }
  const pauses: Readonly<Record<NonNullable<Webhook['paused_because']>, string>> = {
    request: t`on request`,
    owner: t`its owner left the administrators`,
    failures: t`no success for three days`,
    gone: t`the receiver is gone`,
    retention: t`the log was cut`,
  }
  const kind = (name: string): string => kinds[name] ?? name
  const artifact = { none: t`without the artifact`, values: t`with its values`, full: t`with the whole artifact` }
  return {
    kind,
    pause: (webhook: Webhook): string => (webhook.paused_because ? pauses[webhook.paused_because] : ''),
    state: { active: t`Active`, failing: t`Failing`, paused: t`Paused` },
    artifact,
    about: (webhook: Webhook): string =>
      [
        webhook.kinds.length === 0 ? t`all changes` : webhook.kinds.map(kind).join(', ').toLowerCase(),
        ...(webhook.tql === null ? [] : [t`only where ${webhook.tql}`]),
        artifact[webhook.include],
      ].join(' · '),
    delivery: (delivery: Delivery): string => (delivery.change ? kind(delivery.change.kind) : t`Test`),
  }
}
