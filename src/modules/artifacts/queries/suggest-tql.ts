import { isObject } from '../../../platform/json-object.ts'
import { isFault, type Comparison, type Comparisons, type Field, type QueryValue } from '../../fields/index.ts'
import type { Viewer } from '../../users/index.ts'
import {
  comparisonsWith,
  fieldOfOperand,
  findTqlFaults,
  hasValues,
  knownMetadata,
  type TqlContext,
} from './check-tql.ts'
import { canRead } from '../model/artifacts.permissions.ts'
import { describeTree, type DescribedNode } from './describe-tree.ts'
import { searchContext, seenTrackers, type SearchDependencies, type TrackerInProject } from './search-artifacts.ts'
import { expectationsAt, readTql, type TqlExpectations, type TqlFault } from './tql.ts'

export interface TqlError {
  readonly position: number
  readonly length: number
  readonly message: string
}

export interface Suggestion {
  readonly kind: 'field' | 'metadata' | 'operator' | 'value' | 'function' | 'keyword'
  /** Text for people. */
  readonly label: string
  readonly detail: string
  /** Text for the query, which replaces the characters from `from` to `to`. */
  readonly insert: string
  readonly from: number
  readonly to: number
}

export interface QuerySuggestions {
  readonly errors: readonly TqlError[]
  readonly tree: DescribedNode | null
  readonly suggestions: readonly Suggestion[]
}

const MAX_SUGGESTIONS = 50
/** Accounts that a search by words adds where a list has any account as its value. */
const MAX_FOUND_USERS = 10

/** GET /trackers/{id}/query_suggestions: errors, tree and completions, all by the grammar and the checks of the search itself. */
export const suggestQuery =
  (dependencies: SearchDependencies) =>
  async (viewer: Viewer, trackerId: number, query: string, caret = query.length): Promise<QuerySuggestions> => {
    const place = await dependencies.trackers.requireTracker(viewer, trackerId)
    const context = searchContext(dependencies, viewer, place, 'tql')
    return {
      ...(await inspect(query, context)),
      suggestions: await suggestAt(dependencies, context, viewer, place, query, Math.min(caret, query.length)),
    }
  }

const inspect = async (query: string, context: TqlContext): Promise<Pick<QuerySuggestions, 'errors' | 'tree'>> => {
  if (query.trim() === '') return { errors: [], tree: null }
  const tree = readTql(query)
  if (!('kind' in tree)) return { errors: [errorOf(tree, query)], tree: null }
  const faults = await findTqlFaults(tree, context)
  return faults.length > 0
    ? { errors: faults.map(fault => errorOf(fault, query)), tree: null }
    : { errors: [], tree: describeTree(tree, query, context) }
}

const errorOf = ({ location, text }: TqlFault, query: string): TqlError => {
  const { start, end } = location ?? { start: 0, end: query.length }
  const position = Math.min(start, query.length)
  const length = query.slice(position, end).trimEnd().length
  return { position, length, message: `${text.slice(0, 1).toUpperCase()}${text.slice(1)}` }
}

const suggestAt = async (
  dependencies: SearchDependencies,
  context: TqlContext,
  viewer: Viewer,
  place: TrackerInProject,
  query: string,
  caret: number,
): Promise<Suggestion[]> => {
  const expected = expectationsAt(query, caret)
  if (!expected) return []
  const written = query.slice(expected.start, caret)
  const quote = /^["']/.exec(written)?.[0] ?? ''
  const after = /^[\w.-]*/.exec(query.slice(caret))?.[0] ?? ''
  const closing = quote !== '' && query.startsWith(quote, caret + after.length) ? 1 : 0
  const range = { from: expected.start, to: caret + after.length + closing }
  const words = written.replace(/^["'@]/, '').toLowerCase()

  const found = [
    ...suggestNames(expected, context),
    ...suggestOperators(expected, context),
    ...(await suggestValues(dependencies, expected, context, viewer, place, query, words)),
    ...(await suggestEnds(dependencies, expected, context, viewer)),
    ...suggestKeywords(expected),
  ]
  const fitting = found.filter(
    ({ kind }) => (quote === '' || kind === 'value') && (!written.startsWith('@') || kind === 'metadata'),
  )
  return [0, 1, 2]
    .flatMap(rank => fitting.filter(each => rankOf(each, words) === rank))
    .slice(0, MAX_SUGGESTIONS)
    .map(each => ({ ...each, ...range }))
}

type Found = Omit<Suggestion, 'from' | 'to'>

/** Letters from which on they may stand anywhere in a word. */
const ENOUGH_LETTERS = 3

/** How well a suggestion fits the letters that are written: 0 is best, 3 not at all. */
const rankOf = ({ kind, label, insert }: Found, letters: string): number => {
  const texts = [label, insert].map(text => text.toLowerCase().replace(/^["'@]/, ''))
  if (texts.some(text => text.startsWith(letters))) return 0
  if (kind === 'keyword' || kind === 'operator') return 3
  if (texts.some(text => text.split(/[\s_.-]+/).some(word => word.startsWith(letters)))) return 1
  return letters.length >= ENOUGH_LETTERS && texts.some(text => text.includes(letters)) ? 2 : 3
}

const suggestNames = ({ rules, literals }: TqlExpectations, context: TqlContext): Found[] => {
  const { tracker, rights, dialect } = context
  const fields = tracker.fields
    .filter(
      field =>
        field.isUsed && hasValues(field) && canRead(rights, field) && comparisonsWith(field, dialect) !== undefined,
    )
    .map(({ name, label }): Found => ({ kind: 'field', label, detail: name, insert: name }))
  const metadata = knownMetadata(context).map((name): Found => ({
    kind: 'metadata',
    label: `@${name}`,
    detail: '',
    insert: `@${name}`,
  }))
  return [
    ...(rules.includes('the name of a field') ? fields : []),
    ...(rules.includes('the name of metadata') || literals.includes('@') ? metadata : []),
  ]
}

/** Comparisons of the operand before the caret; undefined for one that names nothing. */
const comparisonsOf = (
  { operand }: TqlExpectations,
  context: TqlContext,
): { readonly names: readonly string[]; readonly field?: Field; readonly comparisons?: Comparisons } | undefined => {
  if (!operand) return undefined
  const field = fieldOfOperand(context, operand)
  if (!field)
    return operand.isMeta && ['comments', 'text'].includes(operand.name.toLowerCase())
      ? { names: ['=', '!='] }
      : undefined
  const comparisons = comparisonsWith(field, context.dialect)
  return comparisons && { names: Object.keys(comparisons), field, comparisons }
}

const OPERATORS: ReadonlySet<string> = new Set<Comparison>(['=', '!=', '<', '<=', '>', '>=', 'BETWEEN', 'IN', 'NOT IN'])

const suggestOperators = (expected: TqlExpectations, context: TqlContext): Found[] => {
  const literals = expected.literals.filter(literal => OPERATORS.has(literal))
  if (literals.length === 0) return []
  const known = comparisonsOf(expected, context)?.names ?? []
  return known
    .filter(name => literals.includes(name))
    .map(name => ({
      kind: 'operator',
      label: name,
      detail: '',
      insert: /^[A-Z]/.test(name) ? `${name} (` : name,
    }))
}

const FUNCTIONS: readonly { readonly literal: string; readonly insert: string; readonly value: QueryValue }[] = [
  { literal: 'MYSELF', insert: 'MYSELF()', value: { kind: 'myself' } },
  { literal: 'NOW', insert: 'NOW()', value: { kind: 'now', offset: null } },
  { literal: 'NOW', insert: 'NOW() - 7d', value: { kind: 'now', offset: { sign: -1, count: 7, unit: 'd' } } },
]

const suggestValues = async (
  { trackers, users }: SearchDependencies,
  expected: TqlExpectations,
  context: TqlContext,
  viewer: Viewer,
  { tracker, project }: TrackerInProject,
  query: string,
  words: string,
): Promise<Found[]> => {
  if (!expected.rules.includes('a text in quotes')) return []
  const { field, comparisons } = comparisonsOf(expected, context) ?? {}
  if (!field || !comparisons) return []
  const found: Found[] = []
  const { operand } = expected
  if (operand?.isMeta && operand.name.toLowerCase() === 'status') found.push(functionNamed('OPEN()'))
  for (const { literal, insert, value } of FUNCTIONS) {
    const answer = expected.literals.includes(literal) ? await comparisons['=']?.([value], field, context) : undefined
    if (answer && !isFault(answer)) found.push(functionNamed(insert))
  }
  if (!comparisons.IN) return found
  const described = await trackers.representComplete(viewer, tracker, project)
  const values = described.fields.find(({ field_id }) => field_id === field.id)?.values
  const listed = namedValues(values)
  // GET /users reads a query in braces as JSON.
  const isSearched = listed.length === 0 && words !== '' && !words.startsWith('{')
  const searched = isSearched ? (await users.search(words, { limit: MAX_FOUND_USERS, offset: 0 })).users : []
  for (const { name, label } of [
    ...listed,
    ...searched.map(({ login, realName }) => ({ name: login, label: realName })),
  ])
    found.push({ kind: 'value', label, detail: label === name ? '' : name, insert: quoteTql(name) })
  // IN takes no empty value.
  const operator = query.slice(operand?.spot.end, expected.start).trim()
  if (operator === '=' || operator === '!=') found.push({ kind: 'value', label: '""', detail: '', insert: '""' })
  return found
}

const functionNamed = (text: string): Found => ({ kind: 'function', label: text, detail: '', insert: text })

/** Values of the description of a list: what the viewer reads there. */
const namedValues = (values: unknown): { readonly name: string; readonly label: string }[] => {
  const list = isObject(values) && !Array.isArray(values) ? values['ugroup_representations'] : values
  if (!Array.isArray(list)) return []
  return (list as readonly unknown[]).flatMap(item => {
    if (!isObject(item) || typeof item['label'] !== 'string' || item['is_hidden'] === true) return []
    const person = item['user_reference']
    const realName = isObject(person) ? person['real_name'] : undefined
    return { name: item['label'], label: typeof realName === 'string' && realName !== '' ? realName : item['label'] }
  })
}

const suggestEnds = async (
  dependencies: SearchDependencies,
  { rules }: TqlExpectations,
  context: TqlContext,
  viewer: Viewer,
): Promise<Found[]> => {
  const value = (name: string, label = name): Found => ({
    kind: 'value',
    label,
    detail: label === name ? '' : name,
    insert: quoteTql(name),
  })
  if (rules.includes('a type of link in quotes')) return (await context.linkTypes()).map(name => value(name))
  if (!rules.includes('a short name of a tracker in quotes')) return []
  const seen = await seenTrackers(dependencies, viewer)
  return [...new Map(seen.map(({ tracker }) => [tracker.itemName, value(tracker.itemName, tracker.name)])).values()]
}

const NO_KEYWORDS: ReadonlySet<string> = new Set([...OPERATORS, 'NOW', 'MYSELF', 'OPEN', 'SELECT'])

const suggestKeywords = ({ literals }: TqlExpectations): Found[] =>
  literals
    .toSorted()
    .filter(literal => /^[A-Z]{2}/.test(literal) && !NO_KEYWORDS.has(literal))
    .map(literal => ({ kind: 'keyword', label: literal, detail: '', insert: literal }))

const quoteTql = (text: string): string => `"${text.replace(/["\\]/g, '\\$&').replace(/[\r\n]+/g, ' ')}"`
