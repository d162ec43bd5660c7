import { Type } from 'typebox'
import type { OutgoingCall } from '../../../platform/http/contract/openapi.ts'
import { Id, IsoDate, Nullable } from '../../../platform/http/schemas/schema.ts'
import { ChangeSchema } from '../../changes/index.ts'

const common = {
  spec: 'integrators.md §3',
  tag: 'Webhooks',
  headers: {
    'webhook-id':
      'Id of the message: the same at each attempt. In a replay it ends with `-r` and the id of the replay.',
    'webhook-timestamp': 'Time of the attempt, in seconds since 1970.',
    'webhook-signature':
      '`v1,` and the HMAC-SHA256 of `id.timestamp.body` in base64, as _Standard Webhooks_ say; two of them for a day after a new secret.',
  },
  answers: {
    '2XX': 'Taken. The answer must come within 10 seconds.',
    '410': 'Gone for good: the webhook is paused.',
    '4XX': 'Refused. The call is made again. After a day of refusals it is left out, if other changes get through.',
    '5XX': 'The call is made again. 503, and 429, are obeyed with their `Retry-After`.',
  },
}

/** A change that is told to a webhook. */
export const changeCall: OutgoingCall = {
  ...common,
  operationId: 'tellChange',
  summary: 'Tells a change, as the owner of the webhook may know of it.',
  description:
    'Changes of one artifact come in their order, each until it has arrived, and at least once. Receivers act once for each `webhook-id`.',
  body: Type.Object(
    {
      type: Type.String({ description: 'Kind of the change.' }),
      timestamp: IsoDate('Time of the change.'),
      data: Type.Object(
        {
          change: ChangeSchema,
          artifact: Type.Optional(
            Type.Object(
              {},
              {
                additionalProperties: true,
                description: 'The artifact at the first attempt, in the form that `include` of the webhook names.',
              },
            ),
          ),
          previous_changeset_id: Type.Optional(
            Nullable(Id('Id of a changeset.'), {
              description: 'The version before of which the owner was told; null: none.',
            }),
          ),
        },
        { description: 'The change, and what belongs to it.' },
      ),
    },
    { $id: 'WebhookMessage', description: 'A change that is told to a webhook.' },
  ),
}

/** The call of a test. */
export const pingCall: OutgoingCall = {
  ...common,
  operationId: 'testReceiver',
  summary: 'Calls the receiver of a webhook at the wish of an administrator.',
  description: 'It is made once, whatever the answer.',
  body: Type.Object(
    {
      type: Type.Literal('ping', { description: 'A test.' }),
      timestamp: IsoDate('Time of the test.'),
      data: Type.Object({ webhook_id: Id('Id of the webhook.') }, { description: 'The webhook.' }),
    },
    { $id: 'WebhookPing', description: 'A test of a webhook.' },
  ),
}
