import { Type } from 'typebox'
import { paginationQuery } from '../../../platform/http/routes/pagination.ts'
import { Choice, Id, IdParam, IsoDate, Nullable, Uri } from '../../../platform/http/schemas/schema.ts'
import { MAX_OF_PAGE } from '../model/page-sizes.ts'
import { deliveryStates, includes, pauseReasons, scopes, webhookStates } from '../model/webhook.ts'

const named = {
  scope: Type.Optional(
    Choice(scopes, { description: 'Where it listens. Absent: what the ids say, or the whole platform without ids.' }),
  ),
  project_id: Type.Optional(Id('Id of the project.')),
  tracker_id: Type.Optional(Id('Id of the tracker.')),
}

export const WebhooksQuery = Type.Object(
  { ...named, ...paginationQuery({ default: 50, max: MAX_OF_PAGE, min: 1 }) },
  { description: 'The place, and the page.' },
)

const settings = {
  url: Type.String({ description: 'Address to call: https. http only for hosts of the setting `internal_hosts`.' }),
  kinds: Type.Array(Type.String({ description: 'Kind of a change.' }), {
    default: [],
    description: 'Kinds of changes to tell; empty: all.',
  }),
  tql: Type.Optional(
    Nullable(Type.String({ description: 'A query.' }), {
      description:
        'Only of a webhook of a tracker: tell only of artifacts that match at the time of the attempt. Losses and deletions are told in any case.',
    }),
  ),
  include: Choice(includes, {
    default: 'none',
    description:
      'The artifact that accompanies a change: none, its stable form, or the answer of `GET /artifacts/{id}`.',
  }),
}

export const NewWebhookBody = Type.Object({ ...named, ...settings }, { description: 'The new webhook.' })

const Owner = Type.Object(
  {
    id: Id('Id of the account.'),
    username: Type.String({ description: 'Login.' }),
    real_name: Type.String({ description: 'Real name.' }),
  },
  { description: 'The account whose rights decide what is told.' },
)

export const WebhookBody = Type.Object(
  {
    ...named,
    project_id: Type.Optional(Nullable(Id('Id of the project.'), { description: 'As it is: it cannot be changed.' })),
    tracker_id: Type.Optional(Nullable(Id('Id of the tracker.'), { description: 'As it is: it cannot be changed.' })),
    owner: Type.Optional(
      Type.Object({ id: Id('Id of the account.') }, { description: 'As it is: it cannot be changed.' }),
    ),
    ...settings,
  },
  { description: 'The webhook as it is to be.' },
)

const representation = {
  id: Id('Id of the webhook.'),
  uri: Uri('Address of the webhook.'),
  scope: Choice(scopes, { description: 'Where it listens.' }),
  project_id: Nullable(Id('Id of the project.'), { description: 'Project; null: the whole platform.' }),
  tracker_id: Nullable(Id('Id of the tracker.'), { description: 'Tracker; null: all.' }),
  url: Type.String({ description: 'Address that is called.' }),
  kinds: Type.Array(Type.String({ description: 'Kind of a change.' }), {
    description: 'Kinds that are told; empty: all.',
  }),
  tql: Nullable(Type.String({ description: 'A query.' }), { description: 'Query that artifacts match.' }),
  include: Choice(includes, { description: 'The artifact that accompanies a change.' }),
  owner: Owner,
  state: Choice(webhookStates, { description: '`failing`: one attempt at a time, until one succeeds.' }),
  paused_because: Nullable(Choice(pauseReasons, { description: 'Reason.' }), {
    description:
      'Why it is paused: on `request`; its `owner` may not sign in or administers the place no more; `failures` for three days; the receiver is `gone` (410); the `retention` of the log took what waited.',
  }),
  failing_since: Nullable(IsoDate('Date.'), {
    description: 'First failure since the last success, while failures last.',
  }),
  next_attempt: Nullable(IsoDate('Date.'), { description: 'Next attempt of a failing webhook.' }),
  waiting: Type.Integer({ description: 'Number of deliveries that wait.' }),
  cursor_at: IsoDate('Changes up to here are in its rows.'),
  lost: Nullable(
    Type.Object(
      { from: IsoDate('First date.'), to: IsoDate('Last date.') },
      { description: 'A time whose changes are lost.' },
    ),
    { description: 'Changes that the log dropped, after its retention, before they were told.' },
  ),
}

export const WebhookRepresentation = Type.Object(representation, { description: 'A webhook.' })

export const WebhookList = Type.Array(WebhookRepresentation, { description: 'The webhooks, oldest first.' })

export const NewWebhookRepresentation = Type.Object(
  { ...representation, secret: Type.String({ description: 'Secret of the signatures. No other answer has it.' }) },
  { description: 'A new webhook.' },
)

export const WebhookOutcome = Type.Object(
  {
    webhook: Nullable(
      Type.Object(
        {
          ...representation,
          id: Nullable(Id('Id of the webhook.'), { description: 'Null: it is new.' }),
          uri: Nullable(Type.String({ description: 'Address of the webhook.' }), { description: 'Null: it is new.' }),
        },
        { description: 'The webhook.' },
      ),
      {
        description: 'The webhook after the write; its id is null if it is new. Null: it would be gone.',
      },
    ),
  },
  { description: 'Effects of the write.' },
)

const attempt = {
  at: IsoDate('When it was made.'),
  duration_ms: Type.Integer({ description: 'How long it took, in milliseconds.' }),
  status: Nullable(Type.Integer(), { description: 'Status of the answer; null: there was none.' }),
  error: Nullable(Type.String(), { description: 'Why there was no answer.' }),
  response_headers: Type.Optional(
    Type.Record(Type.String(), Type.String(), { description: 'Content-Type, Retry-After and Location of the answer.' }),
  ),
  response_body: Nullable(Type.String(), { description: 'Beginning of the answer, up to 64 KiB.' }),
}

export const AttemptRepresentation = Type.Object(attempt, { description: 'One attempt.' })

export const DeliveryRepresentation = Type.Object(
  {
    id: Id('Id of the delivery.'),
    webhook_id: Id('Id of the webhook.'),
    message_id: Type.String({ description: '`webhook-id` of the calls.' }),
    change: Nullable(
      Type.Object(
        {
          cursor: Nullable(Type.String(), {
            description: 'Place of the change in the feed of the owner; null before the first attempt.',
          }),
          kind: Type.String({ description: 'Kind of the change, as far as it is known.' }),
          at: IsoDate('When it happened.'),
          artifact_id: Nullable(Id('Id of the artifact.'), { description: 'Its artifact; null: it is about none.' }),
          changeset_id: Nullable(Id('Id of the changeset.'), {
            description: 'The changeset that it made; null: none.',
          }),
        },
        { description: 'The change.' },
      ),
      { description: 'The change that is told; null: a test.' },
    ),
    state: Choice(deliveryStates, { description: '`skipped`: it is attempted no more.' }),
    next_attempt: Nullable(IsoDate('Date.'), {
      description: 'Next attempt; null: it is over, or waits for another one.',
    }),
    waits_for: Nullable(Id('Id of the delivery.'), { description: 'The delivery of the same artifact before it.' }),
    request: Nullable(
      Type.Object(
        {
          headers: Type.Record(Type.String(), Type.String(), { description: 'Headers of the last attempt.' }),
          body: Type.String({ description: 'Body.' }),
        },
        { description: 'A request.' },
      ),
      { description: 'The request of the last attempt; null: there was none.' },
    ),
    attempts: Type.Array(AttemptRepresentation, { description: 'The attempts, oldest first.' }),
  },
  { description: 'A change on its way to a webhook.' },
)

export const DeliveryList = Type.Array(DeliveryRepresentation, { description: 'The newest first.' })

export const DeliveriesQuery = Type.Object(
  {
    state: Type.Optional(Choice(deliveryStates, { description: 'Only those in this state.' })),
    artifact_id: Type.Optional(Id('Only those of this artifact.')),
    ...paginationQuery({ default: 50, max: MAX_OF_PAGE, min: 1 }),
  },
  { description: 'Which of them.' },
)

export const DeliveryParams = Type.Object(
  { id: IdParam('Id of the webhook.'), delivery_id: IdParam('Id of the delivery.') },
  { description: 'Parameters of the path.' },
)

export const ResumeBody = Type.Object(
  {
    skip: Type.Boolean({
      default: false,
      description: 'Leave out all that waits, and begin at the end of the log.',
    }),
  },
  { description: 'How it goes on.' },
)

export const ReplayBody = Type.Object(
  {
    since: Type.String({ description: 'A cursor of the feed, or a date.' }),
    until: Type.Optional(Type.String({ description: 'A date; absent: until now.' })),
    artifact_ids: Type.Optional(
      Type.Array(Id('Id of an artifact.'), { maxItems: 1_000, description: 'Only these artifacts; absent: all.' }),
    ),
  },
  { description: 'The changes to tell again.' },
)

export const ReplayRepresentation = Type.Object(
  {
    replay_id: Id('Id of the replay: the ids of its messages end with it.'),
    estimated: Type.Integer({ description: 'About how many changes that are.' }),
  },
  { description: 'A replay.' },
)

export const SecretRepresentation = Type.Object(
  { secret: Type.String({ description: 'The new secret. The former one signs too for 24 hours.' }) },
  { description: 'A new secret.' },
)
