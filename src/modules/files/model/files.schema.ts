import { Type } from 'typebox'
import { Nullable, VerbatimText } from '../../../platform/http/schemas/schema.ts'

/** files.md §1 */
export const FileDeclaration = Type.Object(
  {
    name: VerbatimText('Name of the file, any Unicode; kept as it is.'),
    file_size: Type.Integer({ description: 'Bytes that will be sent; at most `max_size_upload` of the field.' }),
    file_type: Type.String({ description: 'Media type. Downloads say it again; whether it is true is not checked.' }),
    description: Type.Optional(Nullable(VerbatimText('Subject of the file.'), { description: 'Subject of the file.' })),
  },
  { description: 'A file that is going to be sent.' },
)

export const DeclaredFile = Type.Object(
  {
    id: Type.Integer({ description: 'Id of the file: attach it by this when all bytes are sent.' }),
    download_href: Type.String({ description: 'Path of the content, for its sender until it is attached.' }),
    upload_href: Nullable(Type.String({ description: 'Path to send the bytes to by the TUS protocol 1.0.0.' }), {
      description: 'Null for an empty file: there is nothing to send.',
    }),
  },
  { description: 'A file that was declared. It expires four hours later, unless it is attached.' },
)
