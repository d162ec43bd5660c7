import { Type } from 'typebox'
import type { CrossReferenceRepresentation } from '../../field-type.ts'
import { readOnlyType } from '../../read-only.ts'

const directions = ['out', 'in', 'both'] as const

/** §3.15: first references from this artifact, then references to it, then references in both directions. */
const inOrder = (references: readonly CrossReferenceRepresentation[]): readonly CrossReferenceRepresentation[] =>
  references.length < 2
    ? references
    : directions.flatMap(direction => references.filter(reference => reference.direction === direction))

/** References between artifacts in texts and comments. */
export const cross = readOnlyType({
  type: 'cross',
  output: Type.Object({
    value: Type.Array(
      Type.Object(
        {
          ref: Type.String({ description: 'As texts write it: `art #12`.' }),
          url: Type.String({ description: 'Address of the other end.' }),
          direction: Type.Union(
            directions.map(direction => Type.Literal(direction, { description: direction })),
            { description: 'out: named by this artifact; in: it names this artifact.' },
          ),
        },
        { description: 'A reference.' },
      ),
      { description: 'References, those that go out first.' },
    ),
  }),
  needs: ['crossReferences'],
  represent: context => ({ value: inOrder(context.crossReferences) }),
  flat: () => undefined,
  isNamed: false,
})
