/**
 * Why something is refused, as programs read it: `error.details.reason` (integrators.md §8). A reason is never renamed; what a reason
 * means is said here, and from here in the documentation (`docs/reasons.md`, `/docs/reasons`) and in the OpenAPI document. Each has a request that gets it
 * in `test/journeys/reasons.test.ts`: a reason that nothing throws does not belong here.
 */
export const reasons = {
  // any
  not_found: 'There is nothing of this kind, or the caller may not see it. Nothing else is told.',
  conflict: 'The present state stands in the way: a name is taken, a thing is in use, or was already done.',
  unavailable: 'A part of the server that this needs is not there: try again later, or ask an administrator.',
  internal: 'The server failed. Its log says why; the caller did nothing wrong.',

  // request
  'parameter.required': 'A parameter, or a member of the body, is missing: `parameter` names it.',
  'parameter.type': 'A value is of another type than the one expected: `parameter` names it.',
  'parameter.range':
    'A value is of the right type, but not among those accepted here. `parameter` names it; `position` is the place in a text, `limit` the bound.',
  'parameter.unsupported': 'Something is asked for that this route does not offer: `parameter` names it.',
  'method.unsupported': 'This address does not answer this method; the header `Allow` lists those that it does.',
  'body.syntax': 'The request cannot be read: its JSON, XML, form, header or address is not well formed, or broke off.',
  'body.media_type': 'The type or the encoding of the body is none that this route takes.',
  'accept.none': 'None of the forms that `Accept` lists is offered.',

  // who
  'credentials.missing': 'Only for those who sign in, and no credentials were sent.',
  'credentials.invalid': 'The credentials are wrong, have expired or were revoked.',
  'scope.missing': 'The access key or token was not given the scope that this needs: `scope` names it.',
  'key.read_only': 'The access key may read, not write.',
  'key.project': 'The access key is limited to projects, and this lies outside of them.',
  'account.suspended': 'The account is suspended, not yet approved, or deleted.',
  'second_factor.required': 'The account has a second factor: send a code of it beside the password.',
  'second_factor.invalid': 'The code of the second factor is wrong, or it was used before.',
  'second_factor.key':
    'The account has a second factor, so its password alone opens nothing to programs: use an access key.',
  csrf: 'A page of another site caused the request, or the page that sent it did not prove to be one of this server.',

  // rights
  'permission.project': 'The caller may not see the project, or may not do this in it.',
  'permission.tracker': 'The caller may not see the tracker or the artifact, or may not do this with it.',
  'permission.submit': 'The caller may not create artifacts in the tracker.',
  'permission.field_update': 'The caller may not change the field: `field_id` and `name` name it.',
  'permission.owner': 'Only the account itself sees or changes this.',
  'permission.admin': 'Only for administrators of the tracker, of the project, of the service or of the platform.',
  'project.suspended': 'The project is suspended, not yet approved, or deleted.',

  // values
  'field.unknown': 'The tracker has no such field in use, or the caller may not read it.',
  'field.required': 'The field is required and would have no value: `field_id` and `name` name it.',
  'field.value': 'The value is not one that the field takes: `field_id` and `name` name it.',
  'field.frozen': 'The workflow freezes the field in the present state.',
  'field.dependency': 'The value of the list is not possible with the value of the list on which it depends.',
  'field.date_rule': 'The date does not stand to another date as the rules of the tracker want it.',
  'link.target':
    'The artifact cannot be linked to: it is not there, or its project or the type of the link does not allow it.',
  'comment.groups': 'The comment cannot be limited to these user groups.',
  'external_id.taken':
    'Another artifact of the project has this id of this source: `artifact` names it, if the caller may see it.',

  // workflow
  'workflow.transition':
    'The workflow has no such transition: `transition` has its two ends, `from_id` null for a new artifact.',
  'workflow.group': 'Only members of certain user groups may take the transition.',
  'workflow.not_empty': 'The transition needs a value in the field: `field_id` and `name` name it.',
  'workflow.comment': 'The transition needs a comment.',

  // versions
  'precondition.changed':
    'The object changed since the version that the request names. For artifacts `changed_since` lists the fields and `changesets` the changes.',
  'precondition.required': 'The platform requires a condition on this write: `If-Match` with the `Etag` that was read.',
  'write.overtaken': 'Others changed the same object again and again meanwhile, and nothing was written.',

  // undoing a change
  'undo.overlaid':
    'Fields of the change were changed again since: `field_ids` names them. With `partial` the others are put back.',
  'undo.creation': 'The first changeset of an artifact made it: delete the artifact instead.',
  'undo.moved': 'The changeset moved the artifact: move it back instead.',
  'undo.file_gone': 'The change removed files whose contents are gone: `field_ids` names their fields.',

  // feed of changes
  'feed.bad_cursor': 'The text is no cursor that this server gave out.',
  'feed.other_account': 'The cursor was given to another account: a copy that goes on from it would be wrong.',
  'feed.expired':
    'The cursor is older than the events that the platform keeps. `start_again` names the address of a new snapshot.',
  'feed.other_history':
    'The cursor is of another server, or of a time before a restore or a change of the database server. `start_again` names the address of a new snapshot.',

  // calls with an Idempotency-Key
  'idempotency.key': 'The key is empty, longer than 255 characters, or has other characters than visible ASCII.',
  'idempotency.unsupported': 'This route takes no key, since it answers a secret, takes one, or needs none.',
  'idempotency.anonymous': 'A key counts for an account, and the caller has not signed in.',
  'idempotency.reused': 'The key was used for another request: make a new key for each one.',
  'idempotency.running': 'A call with the same key is still running: repeat it after `Retry-After` seconds.',

  // the past
  'as_of.too_many': 'More artifacts have changed since that time than can be undone: `limit`.',

  // lists whose pages do not move
  'snapshot.too_large': 'The list is longer than a list that is kept may be: `limit`.',
  'snapshot.gone':
    'The list is no longer kept, or it belongs to another account or query: ask for `snapshot=new` again.',

  // the trash
  'trash.no_place': 'The tracker or the project of the deleted artifact is gone: there is no place to restore it to.',

  // imports
  'import.state': 'The import has ended, or has not ended yet, or there is nothing of it that can be undone.',

  // batches
  'batch.path': 'An operation of the batch is none that a batch takes: `operation` is its position, from 0.',
  'batch.ref':
    'A `ref` is malformed or used twice, or a `$ref` names no earlier operation: `operation` is the position.',
  'batch.refused': 'Operations of the batch were refused, and nothing was written: `failed` has their positions.',
  'batch.dependency': 'The operation was not done, because another operation of its batch was refused or failed.',

  // agents
  'agent.tool': 'The policy that the account gave the agent does not have this tool.',
  'agent.place': 'The policy that the account gave the agent does not have this project or tracker.',
  'agent.writes': 'The agent has written as often in an hour as the account lets it: `limit`; `retry_at` is the time.',
  'approval.decided': 'The write of the agent was allowed or refused already.',
  'approval.expired': 'Nobody decided about the write of the agent in seven days: it must ask again.',
  'approval.withdrawn': 'The application that asks may not act for the account any more.',
  'approval.too_many': 'As many writes of agents wait for the account as may wait: `limit`.',

  // webhooks
  'webhook.too_many': 'The platform, project or tracker has as many webhooks as it may have: `limit`.',
  'webhook.owner': 'The owner of the webhook does not administer its place any more, so that nothing may be told.',
  'webhook.waiting': 'The delivery waits in its row and is attempted by itself: only one that is over is repeated.',

  // limits
  'limit.deletions': 'The caller has deleted as many artifacts as allowed: `limit` within a time.',
  'limit.calls': 'The caller asks too often: `retry_at` says when the next call is answered.',
  'limit.size': 'The request, or its response, is larger than `limit`.',
  'limit.quota': 'There is no room left for what was sent.',
  'limit.busy':
    'The server is busy, and did nothing: try again in the seconds that `Retry-After` says; `retry_at` is the time.',
} as const satisfies Readonly<Record<string, string>>

export type Reason = keyof typeof reasons

export const isReason = (text: string): text is Reason => Object.hasOwn(reasons, text)

/** Where the documentation says what a reason means: on this server. */
export const docOf = (reason: Reason): string => `/docs/reasons#${reason}`
