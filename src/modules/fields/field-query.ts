import type { UserGroupId } from '../projects/index.ts'
import type { Viewer } from '../users/index.ts'
import type { Condition, SortKey } from './condition.ts'
import type { Field } from './field.ts'

/** Comparisons of the query language (trackers.md §4.2). */
export type Comparison = '=' | '!=' | '<' | '<=' | '>' | '>=' | 'BETWEEN' | 'IN' | 'NOT IN'

export type PeriodUnit = 'd' | 'w' | 'm' | 'y'

/** A value in a query. */
export type QueryValue =
  | { readonly kind: 'string'; readonly text: string }
  | { readonly kind: 'number'; readonly text: string }
  | {
      readonly kind: 'now'
      readonly offset: { readonly sign: 1 | -1; readonly count: number; readonly unit: PeriodUnit } | null
    }
  | { readonly kind: 'myself' }
  | { readonly kind: 'open' }

/** Data and look-ups for a comparison. */
export interface QueryContext {
  readonly viewer: Viewer
  readonly now: Date
  /** IANA name of the zone in which days are counted. */
  readonly timezone: string
  /** Finds an account by login or by displayed name. */
  findUser(name: string): Promise<number | undefined>
  /** Finds groups of the project by name, and dynamic groups by their label in any language of the platform. */
  findUserGroups(name: string): Promise<readonly UserGroupId[]>
}

/** The reason why a comparison is not possible; the caller adds the position in the query. */
export interface QueryFault {
  readonly fault: string
}

export const isFault = (answer: object): answer is QueryFault => 'fault' in answer

export type QueryResult = Condition | QueryFault

/** `values` holds one value, two values for BETWEEN, any number for IN. */
export type Compare = (
  values: readonly QueryValue[],
  field: Field,
  context: QueryContext,
) => QueryResult | Promise<QueryResult>

/** A criterion of the JSON form (trackers.md §4.1); `ignored` means that the value sets no condition. */
export type Criterion = (value: unknown, field: Field, context: QueryContext) => QueryResult | 'ignored'

export type Comparisons = Readonly<Partial<Record<Comparison, Compare>>>

/** Comparisons, criteria and sort key of a field type for searches and reports. */
export interface FieldQuery {
  readonly comparisons?: Comparisons
  /** Comparisons of `tql` that `expert_query` refuses, because the specification does not know them. */
  readonly tqlComparisons?: Comparisons
  /** Criteria by operator in lower case: `contains`, `=`, `<`, `>`, `between`. */
  readonly criteria?: Readonly<Record<string, Criterion>>
  readonly sortKey?: (field: Field) => SortKey | undefined
  /** Absent: the values form no groups. */
  readonly grouping?: (field: Field) => Grouping
}

/** Where the search index holds the values that form groups: ids of lists, days as midnight in UTC, or points in time. */
export interface Grouping {
  readonly kind: 'list' | 'day' | 'time'
  readonly fieldId: number
}

/** A comparison and its negation, which finds all other artifacts. */
export const withNegation = (
  compare: Compare,
  names: readonly [Comparison, Comparison],
  negate: (part: Condition) => Condition,
) => ({
  [names[0]]: compare,
  [names[1]]: async (...[values, field, context]: Parameters<Compare>): Promise<QueryResult> => {
    const answer = await compare(values, field, context)
    return isFault(answer) ? answer : negate(answer)
  },
})

/** Describes a value in a message. */
export const describeValue = (value: QueryValue): string => {
  switch (value.kind) {
    case 'string':
      return `"${value.text.slice(0, 100)}"`
    case 'number':
      return value.text.slice(0, 100)
    case 'now':
      return 'NOW()'
    case 'myself':
      return 'MYSELF()'
    case 'open':
      return 'OPEN()'
  }
}

/** The text of a text or number; a fault for a function. */
export const literalText = (value: QueryValue): string | QueryFault =>
  value.kind === 'string' || value.kind === 'number' ? value.text : notSupported(value)

export const notSupported = (value: QueryValue): QueryFault => ({
  fault:
    value.kind === 'open'
      ? 'OPEN() is not possible in queries of a tracker'
      : `${describeValue(value)} cannot be compared with this kind of field`,
})

export const isEmptyText = (value: QueryValue | undefined): boolean => value?.kind === 'string' && value.text === ''

export const emptyNotSupported = (comparison: string): QueryFault => ({
  fault: `the empty value is possible with = and != only, not with ${comparison}`,
})

/** Undefined: `tql` does not search the type. */
export const tqlComparisonsOf = (query: FieldQuery | undefined): Comparisons | undefined =>
  query?.comparisons ?? query?.tqlComparisons
