import { authorFieldType } from '../../author-field.ts'

/** The author of the last changeset. fields.md §3.15 */
export const luby = authorFieldType('luby', artifact => ({
  userId: artifact.updatedBy,
  email: artifact.updatedByEmail,
}))
