import { Type } from 'typebox'
import { Nullable, VerbatimText } from '../../../platform/http/schemas/schema.ts'
import { MAX_CHUNK } from './temporary-file.ts'

const content = VerbatimText('The piece as base64: 1 MiB of bytes at most.')

/** files.md §6.1; the operation reports missing properties, with the headers of the quota. */
export const NewTemporaryFile = Type.Object(
  {
    name: Type.Optional(VerbatimText('Name of the file. Required.')),
    mimetype: Type.Optional(Type.String({ description: 'Media type. Required.' })),
    content: Type.Optional(content),
    description: Type.Optional(Nullable(VerbatimText('Subject of the file.'), { description: 'Subject of the file.' })),
  },
  { description: 'A file with its first piece.' },
)

export const NextChunk = Type.Object(
  {
    content: Type.Optional(content),
    offset: Type.Optional(Type.Integer({ description: 'Number of the piece: 2 for the second one. Required.' })),
  },
  { description: 'The next piece of a file.' },
)

export const TemporaryFileInfo = Type.Object(
  {
    id: Type.Integer({ description: 'Id of the file: attach it by this.' }),
    submitted_by: Type.Integer({ description: 'Id of the account that sends it.' }),
    description: Type.String({ description: 'Description by the sender of the file.' }),
    name: Type.String({ description: 'Name of the file.' }),
    size: Type.Integer({ description: 'Bytes received so far.' }),
    type: Type.String({ description: 'Media type.' }),
    html_url: Type.Null({ description: 'It has no address before it is attached.' }),
    html_preview_url: Type.Null({ description: 'It has no picture before it is attached.' }),
    uri: Type.String({ description: 'Resource of the content, once it is attached.' }),
  },
  { description: 'A file that is being sent in pieces.' },
)
export const TemporaryFileList = Type.Array(TemporaryFileInfo, { description: 'Own temporary files.' })

export const FileData = Type.Object(
  { data: Nullable(Type.String({ description: 'Bytes as base64.' }), { description: 'Null when they are missing.' }) },
  { description: 'A part of a content.' },
)

/** §6: pages of bytes. */
export const dataQuery = Type.Object(
  {
    offset: Type.Integer({ minimum: 0, default: 0, description: 'First byte, from 0.' }),
    limit: Type.Integer({ minimum: 0, maximum: MAX_CHUNK, default: MAX_CHUNK, description: 'Bytes at most.' }),
  },
  { description: 'Which bytes.' },
)
