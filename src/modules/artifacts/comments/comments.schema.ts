import { Type } from 'typebox'
import { Choice, IdParam, IsoDate, Nullable, TextOrEmpty } from '../../../platform/http/schemas/schema.ts'
import { MinimalUser } from '../../users/index.ts'
import { commentGroups } from '../represent/artifacts.schema.ts'

export const commentParams = Type.Object(
  { id: IdParam('Id of the artifact.'), changeset: IdParam('Id of the changeset.') },
  { description: 'Parameters of the path.' },
)

const FORMATS = ['text', 'html', 'commonmark'] as const

export const CommentEdit = Type.Object(
  {
    body: TextOrEmpty('The comment; "" deletes it.'),
    format: Choice(FORMATS, { description: 'Format of the body.' }),
    ugroups: commentGroups('Null: everybody who sees the artifact; absent: as before.'),
  },
  { description: 'The new version of the comment.' },
)

export const CommentVersionList = Type.Array(
  Type.Object(
    {
      body: Type.String({ description: 'Source; "" where the comment was deleted.' }),
      format: Choice(FORMATS, { description: 'Format of the body.' }),
      by: Nullable(MinimalUser, { description: 'Account that wrote this version; null: nobody knows.' }),
      at: IsoDate('When it was written.'),
    },
    { description: 'A version of a comment.' },
  ),
  { description: 'Oldest first.' },
)
