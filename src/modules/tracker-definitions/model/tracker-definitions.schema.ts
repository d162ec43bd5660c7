import { rehearsalSchema } from '../../../platform/http/routes/rehearsal.ts'
import { Type } from 'typebox'
import { Choice, Nullable } from '../../../platform/http/schemas/schema.ts'
import { DefinitionRepresentation } from './definition.schema.ts'

const Change = Type.Object(
  {
    action: Choice(['create', 'change', 'delete'], { description: 'Kind of the change.' }),
    kind: Choice(
      [
        'general',
        'notifications',
        'hierarchy',
        'permissions',
        'field',
        'value',
        'semantic',
        'date_rule',
        'list_rule',
        'workflow',
        'transition',
        'trigger',
        'canned_response',
        'webhook',
        'report',
        'order',
      ],
      { description: 'Kind of the part; `order`: only the order of a list.' },
    ),
    name: Type.String({ description: 'Name of the part, after the change where the part still exists.' }),
    member: Nullable(Type.String({ description: 'Member of the definition.' }), {
      description: 'Member that differs; null = the whole part.',
    }),
    before: Type.Unknown({ description: 'As it was; null = it was not there.' }),
    after: Type.Unknown({ description: 'As it becomes; null = it goes.' }),
  },
  { description: 'One thing that differs.' },
)

const report = {
  is_dry_run: Type.Boolean({ description: 'Nothing was changed: it was only asked for.' }),
  is_changed: Type.Boolean({ description: 'Whether anything differs.' }),
  changes: Type.Array(Change, { description: 'All that differs.' }),
  data_loss: Type.Array(
    Type.Object(
      {
        kind: Choice(['field', 'value'], { description: 'A whole field, or a value of a list.' }),
        name: Type.String({ description: 'Name of the field; of a value after it.' }),
        artifacts: Type.Integer({ description: 'Number of artifacts that lose it.' }),
      },
      { description: 'Something that artifacts have and lose.' },
    ),
    { description: 'Losses of artifacts. Such a change needs `allow_data_loss=true`.' },
  ),
  artifacts_losing: Type.Integer({ description: 'Number of artifacts that lose something, each counted once.' }),
  warnings: Type.Array(Type.String({ description: 'A sentence.' }), {
    description: 'Parts that were left out, with the reason.',
  }),
  definition: DefinitionRepresentation,
}

export const ChangeReport = Type.Object(report, {
  $id: 'TrackerChangeReport',
  description: 'Changes of a definition, and the values that artifacts lose by them.',
})

/** The report of a dry run of a route that changes a definition. */
export const DefinitionRehearsal = rehearsalSchema(
  Type.Object(
    { ...report, etag: Type.String({ description: '`Etag` of the definition now, for `If-Match` of the write.' }) },
    {
      description:
        'Changes that the write would make in the definition of the tracker, and the values that artifacts would lose.',
    },
  ),
  { $id: 'DefinitionRehearsal' },
)
