import { rehearsalSchema } from '../../../platform/http/routes/rehearsal.ts'
import { Type } from 'typebox'
import { Choice, IdParam, IsoDate, Nullable } from '../../../platform/http/schemas/schema.ts'
import { MinimalUser } from '../../users/index.ts'
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
  merges: Type.Array(
    Type.Object(
      {
        name: Type.String({ description: 'Name of the field, then of the value that goes.' }),
        into: Type.String({ description: 'Name of the field, then of the value that stays.' }),
        artifacts: Type.Integer({ description: 'Number of artifacts that get the other value.' }),
      },
      { description: 'A value that was merged into another one.' },
    ),
    { description: 'Values that go without a loss: their artifacts get another value.' },
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

const version = {
  number: Type.Integer({ description: 'Number of the version, from 1.' }),
  by: Nullable(MinimalUser, {
    description:
      'Account that made the change; null: a command, a change from outside the definition, or nobody knows.',
  }),
  at: IsoDate('When the change was made, or noticed.'),
  changes: Type.Array(Change, {
    description:
      'Differences from the version before. Empty in the first version, and in one from outside the definition: renamed groups, values of open lists.',
  }),
  etag: Type.String({ description: '`Etag` of this definition.' }),
}

export const DefinitionVersionList = Type.Array(Type.Object(version, { description: 'A version of the definition.' }), {
  description: 'Newest first.',
})

export const DefinitionVersion = Type.Object(
  { ...version, definition: DefinitionRepresentation },
  { description: 'A version, with the definition as a PUT takes it.' },
)

export const versionParams = Type.Object(
  { id: IdParam('Id of the tracker.'), version: IdParam('Number of the version.') },
  { description: 'Parameters of the path.' },
)

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
