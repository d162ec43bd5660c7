import { Type } from 'typebox'
import { FullUser } from '../users/index.ts'
import { plainDescription } from './description-parts.ts'
import { defineFieldType, UNCHANGED, type ArtifactFacts, type FieldType } from './field-type.ts'
import { pseudoField } from './index-rows.ts'
import { displayName } from './list-bind.ts'
import { loginIn } from './named-values.ts'
import { authorQuery } from './queries/list-query.ts'
import { withoutValue } from './read-only.ts'

interface Author {
  /** 0 for an anonymous author, who may have an e-mail address. */
  readonly userId: number
  readonly email: string | null
}

/**
 * A kind of field that shows an author of the artifact. The platform knows the author, so the field stores nothing (fields.md §3.15). An
 * archive may give the field a bind; the bind has no meaning (import.md §5.2).
 */
export const authorFieldType = (
  type: 'subby' | 'luby',
  authorOf: (artifact: ArtifactFacts) => Author,
): FieldType<never> =>
  defineFieldType<never>({
    ...withoutValue,
    type,
    family: 'readOnly',
    output: Type.Object({ value: FullUser }),
    isByField: false,

    parse: () => UNCHANGED,
    query: authorQuery(field => pseudoField(field.trackerId, type === 'subby' ? 'submitter' : 'lastUpdater')),
    userIds: (_value, artifact) => {
      const { userId } = authorOf(artifact)
      return userId === 0 ? [] : [userId]
    },

    represent: (_value, _field, context) => {
      const { userId, email } = authorOf(context.artifact)
      return { value: context.fullUser(userId, email) }
    },
    flat: (_value, _field, context) => {
      const { userId, email } = authorOf(context.artifact)
      return displayName(context.fullUser(userId, email))
    },
    toNamed: (_value, _field, context) => {
      const { userId, email } = authorOf(context.artifact)
      return userId === 0 ? email : loginIn(context, userId)
    },
    fromNamed: () => ({}),
    // The type is a kind of list, and clients iterate over the values of a list without a check: the description has an empty array.
    describe: () => ({ ...plainDescription(null, {}), values: [] }),
  })
