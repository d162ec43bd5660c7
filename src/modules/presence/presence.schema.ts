import { Type } from 'typebox'
import { Choice, Id, Nullable } from '../../platform/http/schemas/schema.ts'

const MAX_TAB = 36

export const PresenceBody = Type.Object(
  {
    state: Choice(['reading', 'editing', 'gone'], {
      description: 'Activity of the caller. `gone` ends the presence at once.',
    }),
    field_id: Type.Optional(
      Nullable(Type.Integer({ description: 'Id of a field.' }), {
        description: 'The field that the caller edits. Only those who may read the field are told of it.',
      }),
    ),
    tab: Type.String({
      minLength: 1,
      maxLength: MAX_TAB,
      description: 'A name that the page or program gives itself.',
    }),
  },
  { description: 'The presence of the caller in one tab.' },
)

export const Presence = Type.Object(
  {
    artifact_id: Id('Id of the artifact.'),
    people: Type.Array(
      Type.Object(
        {
          id: Id('Id of the account.'),
          username: Type.String({ description: 'Login.' }),
          display_name: Type.String({ description: 'Name.' }),
          state: Choice(['reading', 'editing'], { description: 'Activity of the account, in any of its tabs.' }),
          field_id: Nullable(Type.Integer({ description: 'Id of a field.' }), {
            description: 'The field that the account edits; null: none, or one that the caller may not read.',
          }),
        },
        { description: 'Somebody at the artifact.' },
      ),
      { description: 'All who are there, the caller included, by id.' },
    ),
  },
  { description: 'The people at an artifact.' },
)
