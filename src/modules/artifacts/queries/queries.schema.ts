import { Type } from 'typebox'
import { Choice, Nullable, VerbatimText } from '../../../platform/http/schemas/schema.ts'
import type { DescribedNode } from './describe-tree.ts'

export const suggestionsQuery = Type.Object(
  {
    query: VerbatimText('The query as far as it is written, in the language of `tql`.', { default: '' }),
    position: Type.Optional(
      Type.Integer({ minimum: 0, description: 'Characters before the caret; absent: all of the query.' }),
    ),
  },
  { description: 'A query, and the place where it is edited.' },
)

const QueryNode = Type.Unsafe<DescribedNode>(
  Type.Object(
    {
      kind: Choice(['and', 'or', 'comparison', 'relation'], { description: 'Which members the node has.' }),
      parts: Type.Optional(Type.Unknown({ description: 'Of and, or: the joined nodes, in this same form.' })),
      field: Type.Optional(
        Type.String({ description: 'Of a comparison: short name of the field, or metadata with @.' }),
      ),
      operator: Type.Optional(
        Type.String({ description: 'Of a comparison: =, !=, <, <=, >, >=, BETWEEN, IN, NOT IN.' }),
      ),
      values: Type.Optional(
        Type.Array(
          Type.Object(
            {
              kind: Choice(['text', 'number', 'function'], { description: 'How the query writes it.' }),
              text: Type.String({ description: 'The text without quotes, the number, or the function.' }),
            },
            { description: 'A value.' },
          ),
          { description: 'Of a comparison: what the field is compared with.' },
        ),
      ),
      text: Type.Optional(Type.String({ description: 'Of a relation: as it is written.' })),
      from: Type.Integer({ description: 'Characters of the query before the node.' }),
      to: Type.Integer({ description: 'Characters of the query up to its end, parentheses included.' }),
    },
    { $id: 'QueryNode', description: 'A part of a query.' },
  ),
)

export const QuerySuggestions = Type.Object(
  {
    errors: Type.Array(
      Type.Object(
        {
          position: Type.Integer({ description: 'Characters of the query before the mistake.' }),
          length: Type.Integer({ description: 'Characters that are wrong; 0 where something is missing.' }),
          message: Type.String({ description: 'The mistake, as a sentence.' }),
        },
        { description: 'A mistake.' },
      ),
      { description: 'Mistakes for which the search would refuse the query; [] if it runs the query.' },
    ),
    tree: Nullable(QueryNode, { description: 'The query, read; null with errors and for an empty query.' }),
    suggestions: Type.Array(
      Type.Object(
        {
          kind: Choice(['field', 'metadata', 'operator', 'value', 'function', 'keyword'], {
            description: 'Kind of the continuation.',
          }),
          label: Type.String({ description: 'Name for people.' }),
          detail: Type.String({ description: 'How the query writes it, if that differs from the label.' }),
          insert: Type.String({ description: 'Text for the query.' }),
          from: Type.Integer({ description: 'Characters before the text that it replaces.' }),
          to: Type.Integer({ description: 'Characters up to the end of that text.' }),
        },
        { description: 'A possible continuation.' },
      ),
      {
        description: 'Possible continuations at the position, best first; only of fields that the requester may read.',
      },
    ),
  },
  { description: 'How a query reads, and how it may go on.' },
)
