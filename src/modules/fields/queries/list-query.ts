import { isObject } from '../../../platform/json-object.ts'
import type { Condition, SortKey } from '../condition.ts'
import { NONE, not, or } from '../condition.ts'
import type { Field } from '../field.ts'
import {
  emptyNotSupported,
  isEmptyText,
  isFault,
  literalText,
  describeValue,
  withNegation,
  type Compare,
  type Comparisons,
  type Criterion,
  type FieldQuery,
  type QueryContext,
  type QueryFault,
  type QueryValue,
} from '../field-query.ts'
import { bindOf, NONE_ID } from '../list-bind.ts'
import { wireId } from '../wire-id.ts'

type ResolvedValues = readonly number[] | QueryFault

/** Resolves a value of a query to its numbers in the search index; [] if there is no such value. */
type ResolveValue = (value: QueryValue, field: Field, context: QueryContext) => ResolvedValues | Promise<ResolvedValues>

const findAccount = async (value: QueryValue, context: QueryContext): Promise<ResolvedValues> => {
  if (value.kind === 'myself')
    return context.viewer.isAnonymous
      ? { fault: 'MYSELF() means nobody here: the request is not signed in' }
      : [context.viewer.userId]
  const name = literalText(value)
  if (typeof name !== 'string') return name
  const id = await context.findUser(name)
  return id === undefined ? [] : [id]
}

const resolveBound: ResolveValue = async (value, field, context) => {
  const bind = bindOf(field)
  if (bind.type === 'users') return findAccount(value, context)
  const name = literalText(value)
  if (typeof name !== 'string') return name
  if (bind.type === 'ugroups')
    return (await context.findUserGroups(name)).filter(groupId => bind.byGroupId.has(groupId))
  const wanted = name.toLowerCase()
  return bind.values.filter(({ label }) => label.toLowerCase() === wanted).map(({ id }) => id)
}

/** An open list has also the values that people typed, and any group of the project. */
const resolveOpen: ResolveValue = async (value, field, context) => {
  const bind = bindOf(field)
  const found = await resolveBound(value, field, context)
  if (isFault(found) || bind.type === 'users') return found
  const name = literalText(value)
  if (typeof name !== 'string') return name
  if (bind.type === 'ugroups') return context.findUserGroups(name)
  const wanted = name.toLowerCase()
  const typed = bind.openValues.filter(({ label }) => label.toLowerCase() === wanted)
  return [...found, ...typed.map(({ id }) => -id)]
}

/** How a list field resolves its values, and which artifacts have them. */
interface ListKind {
  readonly resolve: ResolveValue
  /** `values` holds at least one value. */
  readonly oneOf: (field: Field, values: readonly number[]) => Condition
  /** Condition for = "". */
  readonly unset: (field: Field) => Condition
}

const indexed =
  (indexField: (field: Field) => number, isSingle: boolean): ListKind['oneOf'] =>
  (field, values) => ({ kind: 'values', fieldId: indexField(field), values, isSingle })

const comparisonsOf = ({ resolve, oneOf, unset }: ListKind): Comparisons => {
  const unknown = (values: readonly QueryValue[]): QueryFault => ({
    fault: `the list has no value ${values.map(describeValue).join(', ')}`,
  })

  const equals: Compare = async ([value], field, context) => {
    if (!value) return { fault: 'a value is missing' }
    if (isEmptyText(value)) return unset(field)
    const found = await resolve(value, field, context)
    if (isFault(found)) return found
    return found.length === 0 ? unknown([value]) : oneOf(field, found)
  }
  const isIn: Compare = async (values, field, context) => {
    const found = new Set<number>()
    for (const value of values) {
      if (isEmptyText(value)) return emptyNotSupported('IN')
      const ids = await resolve(value, field, context)
      if (isFault(ids)) return ids
      for (const id of ids) found.add(id)
    }
    // trackers.md §4.2: a fault only if none of the values is known.
    return found.size === 0 ? unknown(values) : oneOf(field, [...found])
  }
  return { ...withNegation(equals, ['=', '!='], not), ...withNegation(isIn, ['IN', 'NOT IN'], not) }
}

/** Ids from `[1, 2]`, `1`, `"1"` or `{"id": 1}`. An object counts as the list of its members (trackers.md §4.1). */
const listed = (value: unknown): readonly unknown[] => {
  if (Array.isArray(value)) return value as readonly unknown[]
  return isObject(value) ? Object.values(value) : [value]
}

/** Converts an id from a client to its number in the search index; undefined if the item is no id, NONE_ID for None. */
type ReadId = (item: unknown, field: Field) => number | undefined

const criterionOf =
  (oneOf: ListKind['oneOf'], readId: ReadId): Criterion =>
  (value, field) => {
    const items = listed(value)
    const ids = items.map(item => readId(item, field))
    const wrong = items.filter((_, index) => ids[index] === undefined)
    if (wrong.length > 0)
      return {
        fault: `not an id of a value: ${wrong
          .map(item => JSON.stringify(item))
          .join(', ')
          .slice(0, 200)}`,
      }
    const wanted = ids.filter(id => id !== undefined && id !== NONE_ID && id !== 0) as number[]
    if (wanted.length === 0) return 'ignored'
    // Ids out of range match no artifact, as unknown ids do.
    const values = [...new Set(wanted.filter(Number.isSafeInteger))]
    return values.length === 0 ? NONE : oneOf(field, values)
  }

/** Values of a bind to groups have their own numbers; clients may also write the group's REST id. */
const readListId: ReadId = (item, field) => {
  const bind = bindOf(field)
  if (bind.type !== 'ugroups') return wireId(item)
  if (typeof item === 'string' && /^\d+_\d+$/.test(item)) {
    const [projectId, groupId] = item.split('_').map(Number)
    return projectId === field.projectId ? groupId : Infinity
  }
  const id = wireId(item)
  if (id === undefined || id === NONE_ID || id === 0) return id
  return bind.values.find(value => value.id === id)?.groupId ?? (bind.byGroupId.has(id) ? id : Infinity)
}

/** Open lists: `b12` is a bound value. `o7` is a typed value, which has a negative number in the index. */
const readOpenListId: ReadId = (item, field) => {
  const match = typeof item === 'string' ? /^\s*([bo])(\d+)\s*$/i.exec(item) : null
  if (!match) return readListId(item, field)
  const id = wireId(match[2])
  if (id === undefined) return undefined
  // `b100` is None, but `o100` is an open value.
  return (match[1] as string).toLowerCase() === 'o' ? -id : id
}

const ownField = (field: Field): number => field.id

const listSortKey = (field: Field, isSingle: boolean): SortKey => {
  const bind = bindOf(field)
  if (bind.type === 'users') return { kind: 'login', fieldId: field.id }
  const values = bind.type === 'static' ? bind.values.map(({ id }) => id) : bind.values.map(({ groupId }) => groupId)
  return { kind: 'place', fieldId: field.id, values, isSingle }
}

const withoutValue = (field: Field): Condition => not({ kind: 'anyValue', fieldId: field.id })

/** Queries for the closed lists. */
export const listQuery = (isSingle: boolean): FieldQuery => {
  const oneOf = indexed(ownField, isSingle)
  return {
    comparisons: comparisonsOf({ resolve: resolveBound, oneOf, unset: withoutValue }),
    criteria: { contains: criterionOf(oneOf, readListId) },
    sortKey: field => listSortKey(field, isSingle),
    grouping: field => ({ kind: 'list', fieldId: field.id }),
  }
}

const severalOf = indexed(ownField, false)

/** Queries for the open list: `expert_query` does not know it. */
export const openListQuery: FieldQuery = {
  tqlComparisons: comparisonsOf({ resolve: resolveOpen, oneOf: severalOf, unset: withoutValue }),
  criteria: { contains: criterionOf(severalOf, readOpenListId) },
  grouping: field => ({ kind: 'list', fieldId: field.id }),
}

/** Queries for the groups that may see an artifact. The artifact's own row holds them. */
export const groupsQuery: FieldQuery = {
  tqlComparisons: comparisonsOf({
    resolve: async (value, _field, context) => {
      const name = literalText(value)
      return typeof name === 'string' ? context.findUserGroups(name) : name
    },
    oneOf: ({ trackerId }, groupIds) => ({ kind: 'restricted', trackerId, groupIds }),
    unset: ({ trackerId }) => not({ kind: 'restricted', trackerId, groupIds: null }),
  }),
}

const NOBODY = 0

/** Queries for an author of the artifact; an unknown author is account 0. */
export const authorQuery = (indexField: (field: Field) => number): FieldQuery => {
  const oneOf = indexed(indexField, true)
  return {
    comparisons: comparisonsOf({
      resolve: (value, _field, context) => findAccount(value, context),
      oneOf,
      unset: field => oneOf(field, [NOBODY]),
    }),
    criteria: { contains: criterionOf(oneOf, item => wireId(item)) },
    sortKey: field => ({ kind: 'login', fieldId: indexField(field) }),
    grouping: field => ({ kind: 'list', fieldId: indexField(field) }),
  }
}

/** The condition of a saved list criterion: one of the values, or None if chosen. */
export const savedListCriterion = (
  field: Field,
  saved: { readonly none: boolean; readonly value_ids: readonly number[] },
): Condition => {
  const { value_ids: values } = saved
  const parts: Condition[] = []
  if (saved.none) parts.push(not({ kind: 'anyValue', fieldId: field.id }))
  if (values.length > 0) parts.push({ kind: 'values', fieldId: field.id, values, isSingle: false })
  return or(...parts)
}
