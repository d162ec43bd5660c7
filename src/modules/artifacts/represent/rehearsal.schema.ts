import { Type, type Static } from 'typebox'
import { rehearsalSchema } from '../../../platform/http/routes/rehearsal.ts'
import { Id, Nullable } from '../../../platform/http/schemas/schema.ts'

const count = (description: string) => Type.Integer({ minimum: 0, description })

const Entry = (description: string) =>
  Nullable(
    Type.Object({}, { additionalProperties: true, description: 'An entry as `PUT` takes it, without its `field_id`.' }),
    { description },
  )

const ChangedField = Type.Object(
  {
    field_id: Id('Id of the field.'),
    name: Type.String({ description: 'Its short name.' }),
    before: Entry('The value now; null: none was stored.'),
    after: Entry('The value then.'),
    by: Type.Union([Type.Literal('request'), Type.Literal('workflow'), Type.Literal('default')], {
      description: 'Source of the value: the request, an action of the transition, or the default of the field.',
    }),
  },
  { description: 'A field that would change.' },
)

const valueOrNull = (description: string) => Nullable(Type.Integer({ description: 'Id of a value.' }), { description })

/** Effects of a write of an artifact. */
export const ArtifactOutcome = Type.Object(
  {
    artifact: Nullable(
      Type.Object({}, { additionalProperties: true, description: 'As `GET /artifacts/{id}` would answer.' }),
      {
        description:
          'The artifact after the write; its id is null if it is new. Null: it would be gone, or stays as it is.',
      },
    ),
    changed_fields: Type.Array(ChangedField, { description: 'Changes of the fields that the caller may read.' }),
    is_change: Type.Boolean({ description: 'False: nothing would be written.' }),
    transition: Nullable(
      Type.Object(
        {
          from_id: valueOrNull('Value before; null: a new artifact, or none.'),
          to_id: valueOrNull('Value after; null: none.'),
        },
        { description: 'A step of the workflow.' },
      ),
      {
        description: 'The step of the workflow that the write takes; null: none, or the caller may not read its field.',
      },
    ),
    etag: Nullable(Type.String({ description: 'Etag.' }), {
      description: '`Etag` of the version now, for `If-Match` of the write; null for a new artifact.',
    }),
    triggers: Type.Array(
      Type.Object(
        { artifact_id: Id('Id of the artifact.'), field_id: Id('Id of the field.') },
        { description: 'A field that a trigger would set.' },
      ),
      { description: 'Fields of other artifacts that triggers would set, as far as the caller may read them.' },
    ),
    mails: Nullable(count('How many.'), {
      description: 'Mails to people; null: only administrators of the tracker learn it.',
    }),
    webhooks: Nullable(count('How many.'), {
      description: 'Calls of webhooks; null: only administrators of the tracker learn it.',
    }),
    deletions_left: Nullable(count('How many.'), {
      description: 'Artifacts that the caller may delete after this deletion; null for other writes.',
    }),
  },
  { $id: 'ArtifactOutcome', description: 'Effects of the write.' },
)
export type ArtifactOutcome = Static<typeof ArtifactOutcome>

/** The report of a dry run of an artifact's write. */
export const ArtifactRehearsal = rehearsalSchema(ArtifactOutcome, { $id: 'ArtifactRehearsal' })
