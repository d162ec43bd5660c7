import { Type } from 'typebox'
import { Nullable } from '../../platform/http/schemas/schema.ts'

export const WebhookDeliveries = Type.Array(
  Type.Object(
    {
      url: Type.String({ description: 'Address that was called.' }),
      artifact_id: Type.Integer({ description: 'Id of the artifact.' }),
      changeset_id: Type.Integer({ description: 'Id of the changeset that it was told of.' }),
      action: Type.Union([Type.Literal('create'), Type.Literal('update')], { description: 'Kind of the change.' }),
      sent_on: Type.String({ description: 'When it was called.' }),
      duration_ms: Nullable(Type.Integer(), {
        description: 'How long it took, in milliseconds; null while it is not over.',
      }),
      status: Nullable(Type.Integer(), { description: 'Status of its answer; null = there was none.' }),
      error: Nullable(Type.String(), { description: 'Why there was no answer.' }),
    },
    { description: 'One call of a webhook.' },
  ),
  { description: 'The newest first.' },
)
