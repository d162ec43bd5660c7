import { useLingui } from '@lingui/react/macro'
import type { components } from '../../client/schema.ts'
import type { ServerFault } from '../api/api-error.ts'

type Reason = components['schemas']['Reason']

/** Reasons whose text says less than the server's sentence, which is shown after the text. */
const VAGUE: ReadonlySet<string> = new Set([
  'conflict',
  'unavailable',
  'parameter.range',
  'parameter.type',
  'parameter.unsupported',
  'body.syntax',
  'field.value',
  'link.target',
])

/**
 * The server writes sentences in English: for other languages the page shows the reason in the reader's language. Undefined for a reason
 * that this page does not know, and for an English sentence of the server, which is more detailed. A new reason needs its text here.
 */
export const useReasonText = (): ((fault: ServerFault) => string | undefined) => {
  const { t, i18n } = useLingui()
  return ({ reason, parameter, name, limit, text }) => {
    if (reason === undefined || (i18n.locale === 'en' && text !== '')) return undefined
    const what = name ?? parameter
    const subject = what === undefined ? '' : `\`${what}\``
    const most = limit ?? 0
    const texts: Readonly<Record<Reason, string>> = {
      not_found: t`This is not there, or you may not see it.`,
      conflict: t`The present state stands in the way.`,
      unavailable: t`A part of the server is not there. Try again later.`,
      internal: t`The server failed. Try again; if it stays so, tell an administrator.`,
      'parameter.required': t`Something is missing: ${subject}`,
      'parameter.type': t`This value is not of the expected kind: ${subject}`,
      'parameter.range': t`This value is not accepted: ${subject}`,
      'parameter.unsupported': t`This is not offered here: ${subject}`,
      'method.unsupported': t`This cannot be done here.`,
      'body.syntax': t`The server could not read the request. Load the page again, then try again.`,
      'body.media_type': t`The server does not take data of this type.`,
      'accept.none': t`The server does not offer this in the form that was asked for.`,
      'credentials.missing': t`Sign in first.`,
      'credentials.invalid': t`These credentials are not valid.`,
      'scope.missing': t`The access key lacks a scope for this.`,
      'key.read_only': t`The access key may only read.`,
      'key.project': t`The access key is limited to other projects.`,
      'account.suspended': t`The account is not active.`,
      'second_factor.required': t`The account has a second factor: a code is needed, too.`,
      'second_factor.invalid': t`The code is wrong, or it was used before.`,
      'second_factor.key': t`The account has a second factor: programs need an access key.`,
      csrf: t`This can be done from a page of this server only. Load the page again.`,
      'permission.project': t`You are not allowed to do this in this project.`,
      'permission.tracker': t`You are not allowed to do this in this tracker.`,
      'permission.submit': t`You are not allowed to create artifacts in this tracker.`,
      'permission.field_update': t`You are not allowed to change this field: ${subject}`,
      'permission.owner': t`Only the account itself can do this.`,
      'permission.admin': t`Only administrators can do this.`,
      'project.suspended': t`The project is not active.`,
      'field.unknown': t`There is no such field: ${subject}`,
      'field.required': t`This field is required: ${subject}`,
      'field.value': t`This field does not take the value: ${subject}`,
      'field.frozen': t`The workflow freezes this field in the present state: ${subject}`,
      'field.dependency': t`This value does not go with that of another field: ${subject}`,
      'field.date_rule': t`This date does not go with another date: ${subject}`,
      'link.target': t`This artifact cannot be linked.`,
      'comment.groups': t`The comment cannot be limited to these groups.`,
      'external_id.taken': t`Another artifact of the project has this id.`,
      'workflow.transition': t`The workflow does not allow this step.`,
      'workflow.group': t`You are in none of the groups that may take this step.`,
      'workflow.not_empty': t`This step needs a value: ${subject}`,
      'workflow.comment': t`This step needs a comment.`,
      'precondition.changed': t`Somebody changed it meanwhile. Load the page again.`,
      'precondition.required': t`Say which version you change: load the page again.`,
      'write.overtaken': t`Others change this at the same time. Try again.`,
      'undo.overlaid': t`Somebody changed this again since: it cannot be undone.`,
      'undo.creation': t`This change made the artifact: it cannot be undone.`,
      'undo.moved': t`This change moved the artifact: it cannot be undone.`,
      'undo.file_gone': t`The removed files are gone: this cannot be undone.`,
      'as_of.too_many': t`Too much has changed since then: ask for a later time.`,
      'import.state': t`This is not possible in the present state of the import.`,
      'snapshot.too_large': t`The list is too long to be kept: narrow it down.`,
      'snapshot.gone': t`The list is no longer kept: load it again.`,
      'trash.no_place': t`The tracker of this artifact was deleted: it cannot be restored.`,
      'batch.path': t`A batch does not take this kind of change.`,
      'batch.ref': t`A change of the batch refers to an artifact that is not in it.`,
      'batch.refused': t`Changes of the batch were refused: nothing was saved.`,
      'batch.dependency': t`Another change of the batch was refused, so this one was not made.`,
      'feed.bad_cursor': t`The program sent a place in the changes that this server did not give out.`,
      'feed.other_account': t`The program goes on from the place of another account.`,
      'feed.expired': t`The changes since then are no longer kept: read everything anew.`,
      'feed.other_history': t`The server was restored or replaced since then: read everything anew.`,
      'agent.tool': t`The account does not let the agent use this tool.`,
      'agent.place': t`The account does not let the agent write here.`,
      'agent.writes': t`The agent has written as often in an hour as the account lets it.`,
      'approval.decided': t`This was decided already. Load the page again.`,
      'approval.expired': t`Nobody decided in seven days: the agent must ask again.`,
      'approval.withdrawn': t`The application may not act for you any more.`,
      'approval.too_many': t`Too many writes of agents wait for a decision.`,
      'webhook.too_many': t`There are as many webhooks here as there may be.`,
      'webhook.owner': t`The owner of the webhook may not administer this any more: make a new webhook.`,
      'webhook.waiting': t`This delivery waits, and is attempted by itself.`,
      'idempotency.key': t`The key of the request is not valid.`,
      'idempotency.unsupported': t`The request must not have a key.`,
      'idempotency.anonymous': t`Sign in before you send a key with a request.`,
      'idempotency.reused': t`The key of the request was used for another request.`,
      'idempotency.running': t`The same request is still running. Wait a moment.`,
      'limit.deletions': t`You have deleted as many artifacts as allowed. Try again later.`,
      'limit.calls': t`Too many attempts. Wait a moment, then try again.`,
      'limit.size': most > 0 ? t`This is too large: at most ${most}.` : t`This is too large.`,
      'limit.quota': t`There is no room left for this.`,
      'limit.busy': t`The server is busy. Try again in a moment.`,
    }
    const said = (texts as Readonly<Record<string, string>>)[reason]?.replace(/ ?: $/, '.')
    return said === undefined || !VAGUE.has(reason) || text === '' ? said : `${said} (${text})`
  }
}
