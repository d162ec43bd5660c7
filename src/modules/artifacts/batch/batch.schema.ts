import { Type, type Static } from 'typebox'
import { Nullable } from '../../../platform/http/schemas/schema.ts'

/** Operations of one batch at most. */
export const MAX_OPERATIONS = 500
/** Operations that count as one call for the limits of calls. */
export const OPERATIONS_PER_CALL = 50
export const MAX_BATCH_BYTES = 10 * 1024 * 1024

const Operation = Type.Object(
  {
    ref: Type.Optional(
      Type.String({ description: 'Name of the artifact of this operation, for later ones: `[A-Za-z0-9_.-]{1,64}`.' }),
    ),
    method: Type.String({ description: 'POST, PUT, PATCH or DELETE.' }),
    path: Type.String({
      description:
        'Address below `/api`: `/artifacts`, `/artifacts/{id}`, `…/changesets/{changeset}/comment` or `…/undo`. `{$ref:name}` stands for the id.',
    }),
    body: Type.Optional(
      Type.Unknown({
        description: 'As the single call takes it. `{"$ref": "name"}` stands for the id of an artifact.',
      }),
    ),
    if_match: Type.Optional(Type.String({ description: 'The header `If-Match` of the single call.' })),
    prefer: Type.Optional(Type.String({ description: 'The header `Prefer` of the single call.' })),
    dry_run: Type.Optional(Type.Unknown({ description: 'Refused: `dry_run` is a parameter of the whole call.' })),
  },
  { description: 'A write, as a call of its own would make it.' },
)
export type SentOperation = Static<typeof Operation>

export const BatchBody = Type.Object(
  {
    operations: Type.Array(Operation, { description: `1 to ${MAX_OPERATIONS} operations, in order.` }),
    atomic: Type.Boolean({
      default: true,
      description: 'True: all in one transaction, or none. False: each for itself, in order.',
    }),
    dry_run: Type.Optional(Type.Unknown({ description: 'Refused: `dry_run` is a parameter of the query.' })),
  },
  { description: 'Operations on artifacts.' },
)

const members = (description: string) => Type.Object({}, { additionalProperties: true, description })

export const OperationResult = Type.Object(
  {
    ref: Nullable(Type.String({ description: 'As sent.' }), { description: 'Its `ref`.' }),
    status: Type.Integer({ description: 'Status of the operation; 424: not done, because another one was refused.' }),
    headers: Type.Optional(members('Headers of the answer: `Etag`, `Last-Modified`, `Location` …')),
    body: Type.Optional(Nullable(members('The body.'), { description: 'Body of the answer; null for an empty one.' })),
    error: Type.Optional(members('The refusal, as the single call gets it.')),
    would: Type.Optional(members('In a dry run: the effects, as in a dry run of the single call.')),
  },
  { $id: 'OperationResult', description: 'Outcome of an operation.' },
)
export type OperationResult = Static<typeof OperationResult>

const results = Type.Array(OperationResult, { description: 'In the order of the operations.' })

export const BatchResponse = Type.Object(
  {
    results,
    batch_id: Type.String({ description: 'Names the batch in events and calls of webhooks.' }),
  },
  { description: 'Outcome of the batch.' },
)

export const BatchRehearsal = Type.Object(
  {
    dry_run: Type.Literal(true, { description: 'Nothing was written.' }),
    status: Type.Integer({ description: 'Status that the batch would have.' }),
    would: Type.Object({ results }, { description: 'Effects of each operation, after the earlier ones.' }),
  },
  { $id: 'BatchRehearsal', description: 'Effects that a batch would have.' },
)
