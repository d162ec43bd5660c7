import { authorFieldType } from '../../author-field.ts'

/** Who submitted the artifact. fields.md §3.15 */
export const subby = authorFieldType('subby', artifact => ({
  userId: artifact.submittedBy,
  email: artifact.submittedByEmail,
}))
