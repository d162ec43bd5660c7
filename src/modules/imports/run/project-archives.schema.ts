import { Type } from 'typebox'
import { Choice, Id, IsoDate, Nullable } from '../../../platform/http/schemas/schema.ts'

const Message = Type.Object(
  {
    level: Choice(['error', 'warning'], {
      description: 'An error keeps everything from being imported; a warning tells what was left out or changed.',
    }),
    text: Type.String({ description: 'The finding, as a sentence.' }),
    file: Nullable(Type.String({ description: 'Name of a file of the archive.' }), {
      description: 'Where; null when it is no matter of one file.',
    }),
    line: Nullable(Type.Integer({ description: 'Line, from 1.' }), {
      description: 'Which line; null: the file as a whole.',
    }),
    repeated: Type.Integer({ description: 'How many more times the same thing was met.' }),
  },
  { description: 'Something to know about the archive.' },
)

export const ProjectArchive = Type.Object(
  {
    id: Id('Number of the upload.'),
    project_id: Id('Number of the project; there is one of this number only as long as it waits, or once it is made.'),
    file_name: Type.String({ description: 'As it was declared.' }),
    file_size: Type.Integer({ description: 'As it was declared, in bytes.' }),
    status: Choice(['waiting', 'importing', 'imported', 'failed', 'cancelled', 'expired'], {
      description:
        'Waiting for its bytes; importing; imported: the project is there. The others: the project was given up, for the errors among the messages, or because the upload was cancelled or not complete in time.',
    }),
    upload_href: Nullable(Type.String({ description: 'Path that the bytes are sent to by TUS.' }), {
      description: 'Null once nothing is waited for.',
    }),
    expires_on: IsoDate('Until then the bytes must be there.'),
    finished_on: Nullable(IsoDate('When it was made or given up.'), { description: 'Null: not yet.' }),
    messages: Type.Array(Message, { description: 'Errors first.' }),
  },
  { description: 'An archive that a project is made from.' },
)
