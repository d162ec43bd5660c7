import { Type } from 'typebox'
import { Choice, Nullable } from '../../../platform/http/schemas/schema.ts'
import { DefinitionRepresentation } from './definition.schema.ts'

const Change = Type.Object(
  {
    action: Choice(['create', 'change', 'delete'], { description: 'What happens to it.' }),
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
      { description: 'What kind of part it is; `order`: only the order of a list.' },
    ),
    name: Type.String({ description: 'What the part is called, after the change where it still is there.' }),
    member: Nullable(Type.String({ description: 'Member of the definition.' }), {
      description: 'What differs about it; null = the whole part.',
    }),
    before: Type.Unknown({ description: 'As it was; null = it was not there.' }),
    after: Type.Unknown({ description: 'As it becomes; null = it goes.' }),
  },
  { description: 'One thing that differs.' },
)

export const ChangeReport = Type.Object(
  {
    is_dry_run: Type.Boolean({ description: 'Nothing was changed: it was only asked for.' }),
    is_changed: Type.Boolean({ description: 'Whether anything differs.' }),
    changes: Type.Array(Change, { description: 'All that differs.' }),
    data_loss: Type.Array(
      Type.Object(
        {
          kind: Choice(['field', 'value'], { description: 'A whole field, or a value of a list.' }),
          name: Type.String({ description: 'Name of the field; of a value after it.' }),
          artifacts: Type.Integer({ description: 'How many artifacts lose it.' }),
        },
        { description: 'Something that artifacts have and lose.' },
      ),
      { description: 'What artifacts lose. Such a change needs `allow_data_loss=true`.' },
    ),
    artifacts_losing: Type.Integer({ description: 'How many artifacts lose something, each once.' }),
    warnings: Type.Array(Type.String({ description: 'A sentence.' }), { description: 'What was left out, and why.' }),
    definition: DefinitionRepresentation,
  },
  { $id: 'TrackerChangeReport', description: 'What a definition changes, and what that costs.' },
)
