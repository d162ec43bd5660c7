import { authorFieldType } from '../../author-field.ts'

/** The submitter of the artifact. fields.md §3.15 */
export const subby = authorFieldType('subby', artifact => ({
  userId: artifact.submittedBy,
  email: artifact.submittedByEmail,
}))
