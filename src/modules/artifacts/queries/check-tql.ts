import { Invalid, type Fault } from '../../../platform/errors.ts'
import {
  and,
  fieldType,
  tqlComparisonsOf,
  isFault,
  NONE,
  not,
  or,
  describeValue,
  type Comparison,
  type Comparisons,
  type Condition,
  type Field,
  type LinkOther,
  type QueryContext,
  type QueryValue,
} from '../../fields/index.ts'
import type { Tracker } from '../../trackers/index.ts'
import { canSeeComment, canRead, type EffectiveRights } from '../model/artifacts.permissions.ts'
import { readableLinkFields } from '../access/visible-links.ts'
import { openCondition } from './open-condition.ts'
import {
  complexityOf,
  parseTql,
  locationText,
  type SourceLocation,
  type TqlChain,
  type TqlComparison,
  type TqlFault,
  type TqlNode,
  type TqlOperand,
  type TqlRelation,
} from './tql.ts'

/**
 * `expert_query` takes and refuses exactly what the specification says. `tql` takes the same language, and also open lists, numbers of the
 * artifact, groups, and the metadata of `metaFields` and `@text`.
 */
export type TqlDialect = 'expert_query' | 'tql'

/** Maximum complexity of a query in `tql`. */
export const TQL_COMPLEXITY = 200

/** The context of a query: the tracker, the viewer's rights, and look-ups. */
export interface TqlContext extends QueryContext {
  readonly tracker: Tracker
  readonly rights: EffectiveRights
  readonly dialect: TqlDialect
  /** Maximum complexity of a query; 0 = any. */
  readonly maxComplexity: number
  /**
   * Possible ends of links: all artifacts of the platform that the viewer sees, or only those of its trackers with this item name, or of
   * all other trackers.
   */
  findLinkEnds(named?: { readonly itemName: string; readonly isNegated: boolean }): Promise<LinkEnds>
  /** One artifact as the end of a link; undefined: the viewer may not see it. */
  findLinkEnd(artifactId: number): Promise<LinkEnds | undefined>
  linkTypes(): Promise<readonly string[]>
}

/** Artifacts that may be at the other end of a link. */
export interface LinkEnds {
  readonly other: LinkOther
  /** Link fields of their trackers that the viewer may read. */
  readonly fieldIds: readonly number[]
}

/** A query with the faults that its check has found so far. */
interface TqlCheck extends TqlContext {
  readonly faults: TqlFault[]
}

/** Text of a query → condition; throws an Invalid with all faults (trackers.md §4.2). */
export const checkTql = async (text: string, context: TqlContext): Promise<Condition> => {
  const { condition, faults, unknown } = await checkParsedTql(parseTql(text), context)
  const all = [
    ...unknown.flatMap(({ title, faults }) => joinFaults(text, title, faults)),
    ...faults.map(fault => toFault(text, fault)),
  ]
  if (all.length > 0) throw new Invalid(all)
  return condition
}

/** The faults of a query, one for each place; [] if the server runs it. */
export const findTqlFaults = async (tree: TqlChain, context: TqlContext): Promise<readonly TqlFault[]> => {
  const { faults, unknown } = await checkParsedTql(tree, context)
  return [...unknown.flatMap(({ title, faults }) => faults.map(fault => ({ ...fault, text: title }))), ...faults]
}

interface TqlCheckResult {
  /** Meaningless if there are faults. */
  readonly condition: Condition
  readonly faults: readonly TqlFault[]
  /** Operands that name nothing; the rest is then not checked. */
  readonly unknown: readonly { readonly title: string; readonly faults: readonly TqlFault[] }[]
}

const checkParsedTql = async (tree: TqlChain, context: TqlContext): Promise<TqlCheckResult> => {
  const tooComplex = complexityFaults(tree, context.maxComplexity)
  if (tooComplex.length > 0) return { condition: NONE, faults: tooComplex, unknown: [] }
  const unknown = unknownNames(tree, context)
  if (unknown.length > 0) return { condition: NONE, faults: [], unknown }
  const check: TqlCheck = { ...context, faults: [] }
  return { condition: await conditionOf(tree, check), faults: check.faults, unknown: [] }
}

const toFault = (query: string, { location, text, ...about }: TqlFault): Fault =>
  location
    ? { ...about, text: `At ${locationText(query, location)}: ${text}`, position: location.start + 1 }
    : { ...about, text }

/** One fault for operands that name nothing: `Unknown fields: position 1, foo; position 9, bar`. */
const joinFaults = (query: string, title: string, faults: readonly TqlFault[]): Fault[] => {
  const locations = faults.flatMap(({ location }) => location ?? [])
  return locations.slice(0, 1).map(({ start }) => ({
    text: `${title}: ${locations.map(location => locationText(query, location)).join('; ')}`,
    reason: 'field.unknown',
    position: start + 1,
  }))
}

const complexityFaults = (tree: TqlChain, max: number): TqlFault[] => {
  const complexity = complexityOf(tree)
  if (max === 0 || complexity <= max) return []
  return [
    {
      location: null,
      text: `The query is too complex: it counts ${complexity} comparisons, values and operators, at most ${max} are possible`,
      reason: 'limit.size',
      limit: max,
    },
  ]
}

const operandsOf = (node: TqlNode): TqlOperand[] => {
  if (node.kind === 'comparison') return [node.operand]
  return node.kind === 'relation' ? [] : node.parts.flatMap(operandsOf)
}

/** Names match in any case. A field that the viewer may not read gives the same fault as an unknown one. */
const findField = ({ tracker, rights }: Pick<TqlContext, 'tracker' | 'rights'>, name: string): Field | undefined => {
  const exact = tracker.fieldByName.get(name)
  const wanted = name.toLowerCase()
  const field = exact ?? [...tracker.fieldByName.values()].find(each => each.name.toLowerCase() === wanted)
  return field && isSearched(rights, field) ? field : undefined
}

const isSearched = (rights: EffectiveRights, field: Field): boolean => hasValues(field) && canRead(rights, field)

/** Metadata that stands for the field of a semantic. */
const metaFields: Readonly<Record<string, (semantics: Tracker['semantics']) => number | undefined>> = {
  assigned_to: ({ contributor }) => contributor?.fieldId,
  status: ({ status }) => status?.fieldId,
  title: ({ title }) => title?.fieldId,
}

const findMetaField = ({ tracker, rights, dialect }: TqlContext, name: string): Field | undefined => {
  const lower = name.toLowerCase()
  const idOf = dialect === 'tql' && Object.hasOwn(metaFields, lower) ? metaFields[lower] : undefined
  const field = tracker.fieldById.get(idOf?.(tracker.semantics) ?? 0)
  return field?.isUsed && isSearched(rights, field) ? field : undefined
}

/** The field that an operand names or stands for; undefined for `@comments`, `@text` and unknown names. */
export const fieldOfOperand = (context: TqlContext, { isMeta, name }: Pick<TqlOperand, 'isMeta' | 'name'>) =>
  isMeta ? findMetaField(context, name) : findField(context, name)

const isMeta = ({ isMeta, name }: TqlOperand, wanted: string): boolean => isMeta && name.toLowerCase() === wanted

/** Names of the metadata that the viewer may use here. A semantic of an unreadable field counts as not set. */
export const knownMetadata = (context: TqlContext): readonly string[] =>
  context.dialect === 'expert_query'
    ? ['comments']
    : ['assigned_to', 'comments', 'status', 'text', 'title'].filter(
        name => !Object.hasOwn(metaFields, name) || findMetaField(context, name),
      )

/** Comparisons that a query may use with the field; undefined if the language does not search its type. */
export const comparisonsWith = ({ type }: Field, dialect: TqlDialect): Comparisons | undefined => {
  const { query } = fieldType(type)
  return dialect === 'expert_query' ? query?.comparisons : tqlComparisonsOf(query)
}

export const hasValues = ({ type }: Field): boolean => !['container', 'static'].includes(fieldType(type).family)

const unknownNames = (tree: TqlChain, context: TqlContext): TqlCheckResult['unknown'] => {
  const known = knownMetadata(context)
  const unknown = operandsOf(tree).filter(operand =>
    operand.isMeta ? !known.includes(operand.name.toLowerCase()) : !findField(context, operand.name),
  )
  const names = known.map(name => `@${name}`)
  const there = names.length === 1 ? `there is ${names.join()} only` : `there are ${names.join(', ')}`
  const titled = (title: string, isMeta: boolean) => {
    const faults = unknown
      .filter(operand => operand.isMeta === isMeta)
      .map(({ spot }): TqlFault => ({ location: spot, text: title, reason: 'field.unknown' }))
    return faults.length > 0 ? [{ title, faults }] : []
  }
  return [...titled('Unknown fields', false), ...titled(`Unknown metadata (${there})`, true)]
}

const conditionOf = async (node: TqlNode, check: TqlCheck): Promise<Condition> => {
  if (node.kind === 'comparison') return comparisonCondition(node, check)
  if (node.kind === 'relation') return relationCondition(node, check)
  const parts: Condition[] = []
  for (const part of node.parts) parts.push(await conditionOf(part, check))
  return node.kind === 'and' ? and(...parts) : or(...parts)
}

/** Adds a fault; the condition that it returns is never used. */
const addFault = (check: TqlCheck, location: SourceLocation, text: string): Condition => {
  check.faults.push({ location, text, reason: 'parameter.range' })
  return NONE
}

const comparisonCondition = async (node: TqlComparison, check: TqlCheck): Promise<Condition> => {
  const { operand, comparison, values } = node
  if (isMeta(operand, 'comments')) return commentsCondition(node, check)
  if (isMeta(operand, 'text')) return textCondition(node, check)
  const field = fieldOfOperand(check, operand)
  if (!field) throw new Error(`field ${operand.name} was known before`)
  if (isMeta(operand, 'status') && values.some(({ kind }) => kind === 'open')) return openComparison(node, check)
  const comparisons = comparisonsWith(field, check.dialect)
  if (!comparisons)
    return addFault(check, operand.spot, `fields of type ${field.type} cannot be searched with this language`)
  const compare = comparisons[comparison]
  if (!compare) {
    const offered = Object.keys(comparisons).join(', ')
    return addFault(
      check,
      operand.spot,
      `${comparison} is not possible with fields of type ${field.type}, which take ${offered}`,
    )
  }
  const answer = await compare(values, field, check)
  if (!isFault(answer)) return answer
  return addFault(check, locationOfValues(node), `${shortName(field)} ${comparison}: ${answer.fault}`)
}

const shortName = ({ name }: Field): string => `field "${name}"`

const locationOfValues = ({ values, operand }: TqlComparison): SourceLocation => ({
  start: values[0]?.spot.start ?? operand.spot.start,
  end: values.at(-1)?.spot.end ?? operand.spot.end,
})

/** The text that `@comments` or `@text` is compared with; undefined, with a fault, if the comparison is not possible. */
const wordsOf = (node: TqlComparison, check: TqlCheck, what: string): string | undefined => {
  const { comparison, values, operand } = node
  if (comparison !== '=' && comparison !== '!=') {
    addFault(
      check,
      operand.spot,
      `${comparison satisfies Comparison} is not possible with @${operand.name.toLowerCase()}, which takes =, !=`,
    )
    return undefined
  }
  const value: QueryValue | undefined = values[0]
  if (value?.kind === 'string' || value?.kind === 'number') return value.text
  addFault(
    check,
    locationOfValues(node),
    `@${operand.name.toLowerCase()}: ${value ? describeValue(value) : 'nothing'} cannot be compared with ${what}`,
  )
  return undefined
}

/** The words in one comment that the viewer sees; null: any comment. */
const inComments = ({ rights }: TqlCheck, words: string | null): Condition => ({
  kind: 'comment',
  words,
  groupIds: canSeeComment(rights, []) ? null : [...rights.groups],
})

/** `@comments`: the words in one comment that the viewer sees. */
const commentsCondition = (node: TqlComparison, check: TqlCheck): Condition => {
  const words = wordsOf(node, check, 'comments')
  if (words === undefined) return NONE
  // = "" finds artifacts without a comment.
  const isAny = words.trim() === ''
  const found = inComments(check, isAny ? null : words)
  return isAny === (node.comparison === '=') ? not(found) : found
}

const MAX_WORDS = 10

/** `@text`: each word in some text that the viewer reads, or in a comment. */
const textCondition = (node: TqlComparison, check: TqlCheck): Condition => {
  const text = wordsOf(node, check, 'texts')
  if (text === undefined) return NONE
  const words = text.split(/\s+/).filter(word => word !== '')
  if (words.length === 0) return addFault(check, locationOfValues(node), '@text needs at least one word')
  if (words.length > MAX_WORDS)
    return addFault(check, locationOfValues(node), `@text takes at most ${MAX_WORDS} words, not ${words.length}`)
  const fields = check.tracker.fields.filter(
    field => TEXT_TYPES.has(field.type) && field.isUsed && canRead(check.rights, field),
  )
  const found = and(
    ...words.map(word =>
      or(
        ...fields.map(({ id }): Condition => ({ kind: 'text', fieldId: id, contains: [word] })),
        inComments(check, word),
      ),
    ),
  )
  return node.comparison === '!=' ? not(found) : found
}

const TEXT_TYPES: ReadonlySet<string> = new Set(['string', 'text'])

/** `@status = OPEN()`: one of the open values. */
const openComparison = (node: TqlComparison, check: TqlCheck): Condition => {
  const { comparison, values, operand } = node
  if (values.length !== 1 || (comparison !== '=' && comparison !== '!='))
    return addFault(check, operand.spot, 'OPEN() is possible with = and != only')
  const open = openCondition(check.rights, check.tracker)
  return comparison === '=' ? open : not(open)
}

const relationCondition = async (node: TqlRelation, check: TqlCheck): Promise<Condition> => {
  if (node.isNegated && node.other?.kind === 'tracker' && node.other.isNegated)
    return addFault(check, node.other.spot, 'Double negative: a negated relation cannot be combined with TRACKER !=')
  if (node.type?.spot) {
    const known = await check.linkTypes()
    if (node.type.text !== '' && !known.includes(node.type.text))
      return addFault(
        check,
        node.type.spot,
        `unknown type of link; there are ${known.map(name => `"${name}"`).join(', ')}`,
      )
  }
  const found = await linkTo(node, check)
  return node.isNegated ? not(found) : found
}

/** trackers.md §4.2: every form of the relation counts only links that the viewer sees. */
const linkTo = async ({ direction, type, other }: TqlRelation, check: TqlCheck): Promise<Condition> => {
  const ends = await linkEnds(other, check)
  if (!ends) return NONE
  // A link is a value of a field of its source artifact.
  const fieldIds = direction === 'forward' ? readableLinkFields(check.rights, check.tracker) : ends.fieldIds
  if (fieldIds.length === 0) return NONE
  return { kind: 'link', direction, type: type?.text ?? null, fieldIds, other: ends.other }
}

/** undefined: no artifact can be the end of such a link. */
const linkEnds = async (other: TqlRelation['other'], check: TqlCheck): Promise<LinkEnds | undefined> => {
  if (!other) return check.findLinkEnds()
  if (other.kind === 'tracker') return check.findLinkEnds({ itemName: other.name, isNegated: other.isNegated })
  return Number.isSafeInteger(other.id) ? check.findLinkEnd(other.id) : undefined
}
