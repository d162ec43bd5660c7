import { Invalid, type Fault } from '../../../platform/errors.ts'
import {
  and,
  fieldType,
  isFault,
  NONE,
  not,
  or,
  describeValue,
  type Comparison,
  type Condition,
  type Field,
  type LinkOther,
  type QueryContext,
  type QueryValue,
} from '../../fields/index.ts'
import type { Tracker } from '../../trackers/index.ts'
import { canSeeComment, canRead, type EffectiveRights } from '../model/artifacts.permissions.ts'
import { readableLinkFields } from '../access/visible-links.ts'
import {
  complexityOf,
  parseTql,
  locationText,
  type SourceLocation,
  type TqlChain,
  type TqlComparison,
  type TqlNode,
  type TqlOperand,
  type TqlRelation,
} from './tql.ts'

/** The context of a query: the tracker, the viewer's rights, and look-ups. */
export interface TqlContext extends QueryContext {
  readonly tracker: Tracker
  readonly rights: EffectiveRights
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
  readonly text: string
  readonly faults: Fault[]
}

/** Text of a query → condition; throws an Invalid with all faults (trackers.md §4.2). */
export const checkTql = async (text: string, context: TqlContext): Promise<Condition> => {
  const tree = parseTql(text)
  requireSimple(tree, context.maxComplexity)
  requireKnownNames(tree, text, context)
  const check: TqlCheck = { ...context, text, faults: [] }
  const condition = await conditionOf(tree, check)
  if (check.faults.length > 0) throw new Invalid(check.faults)
  return condition
}

const requireSimple = (tree: TqlChain, max: number): void => {
  const complexity = complexityOf(tree)
  if (max > 0 && complexity > max)
    throw new Invalid(
      `The query is too complex: it counts ${complexity} comparisons, values and operators, at most ${max} are possible`,
      { reason: 'limit.size', limit: max },
    )
}

const operandsOf = (node: TqlNode): TqlOperand[] => {
  if (node.kind === 'comparison') return [node.operand]
  return node.kind === 'relation' ? [] : node.parts.flatMap(operandsOf)
}

const isComments = ({ isMeta, name }: TqlOperand): boolean => isMeta && name.toLowerCase() === 'comments'

/** Names match in any case. A field that the viewer may not read gives the same fault as an unknown one. */
const findField = ({ tracker, rights }: TqlContext, name: string): Field | undefined => {
  const exact = tracker.fieldByName.get(name)
  const wanted = name.toLowerCase()
  const field = exact ?? [...tracker.fieldByName.values()].find(each => each.name.toLowerCase() === wanted)
  return field && hasValues(field) && canRead(rights, field) ? field : undefined
}

export const hasValues = ({ type }: Field): boolean => !['container', 'static'].includes(fieldType(type).family)

const requireKnownNames = (tree: TqlChain, text: string, context: TqlContext): void => {
  const operands = operandsOf(tree)
  const positionOf = ({ spot }: TqlOperand): string => locationText(text, spot)
  const fields = operands.filter(operand => !operand.isMeta && !findField(context, operand.name))
  const metas = operands.filter(operand => operand.isMeta && !isComments(operand))
  const faultOf = (unknown: readonly TqlOperand[], what: string): Fault[] =>
    unknown.slice(0, 1).map(({ spot }) => ({
      text: `${what}: ${unknown.map(positionOf).join('; ')}`,
      reason: 'field.unknown',
      position: spot.start + 1,
    }))
  const faults = [...faultOf(fields, 'Unknown fields'), ...faultOf(metas, 'Unknown metadata (there is @comments only)')]
  if (faults.length > 0) throw new Invalid(faults)
}

const conditionOf = async (node: TqlNode, check: TqlCheck): Promise<Condition> => {
  if (node.kind === 'comparison') return comparisonCondition(node, check)
  if (node.kind === 'relation') return relationCondition(node, check)
  const parts: Condition[] = []
  for (const part of node.parts) parts.push(await conditionOf(part, check))
  return node.kind === 'and' ? and(...parts) : or(...parts)
}

/** Adds a fault; the condition that it returns is never used. */
const addFault = (check: TqlCheck, location: SourceLocation, reason: string): Condition => {
  check.faults.push({
    text: `At ${locationText(check.text, location)}: ${reason}`,
    reason: 'parameter.range',
    position: location.start + 1,
  })
  return NONE
}

const comparisonCondition = async (node: TqlComparison, check: TqlCheck): Promise<Condition> => {
  const { operand, comparison, values } = node
  if (operand.isMeta) return commentsCondition(node, check)
  const field = findField(check, operand.name)
  if (!field) throw new Error(`field ${operand.name} was known before`)
  const { query } = fieldType(field.type)
  if (!query?.comparisons)
    return addFault(check, operand.spot, `fields of type ${field.type} cannot be searched with this language`)
  const compare = query.comparisons[comparison]
  if (!compare) {
    const offered = Object.keys(query.comparisons).join(', ')
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

/** `@comments`: the words in one comment that the viewer sees. */
const commentsCondition = (node: TqlComparison, check: TqlCheck): Condition => {
  const { comparison, values, operand } = node
  if (comparison !== '=' && comparison !== '!=')
    return addFault(
      check,
      operand.spot,
      `${comparison satisfies Comparison} is not possible with @comments, which takes =, !=`,
    )
  const value: QueryValue | undefined = values[0]
  if (value?.kind !== 'string' && value?.kind !== 'number')
    return addFault(
      check,
      locationOfValues(node),
      `@comments: ${value ? describeValue(value) : 'nothing'} cannot be compared with comments`,
    )
  const { rights } = check
  const groupIds = canSeeComment(rights, []) ? null : [...rights.groups]
  // = "" finds artifacts without a comment.
  const isAny = value.text.trim() === ''
  const found: Condition = { kind: 'comment', words: isAny ? null : value.text, groupIds }
  return isAny === (comparison === '=') ? not(found) : found
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
