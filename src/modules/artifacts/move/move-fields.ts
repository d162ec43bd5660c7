import { fieldType, plainText, type BindValue, type Field, type TextFormat } from '../../fields/index.ts'
import type { UserGroupId } from '../../projects/index.ts'
import type { Tracker } from '../../trackers/index.ts'
import type { ArtifactDocument, Delta, ValueChange } from '../model/artifact.ts'

/** Look-ups for the conversion of values, loaded in advance. */
export interface MoveContext {
  /** Whether the users bind of the target field offers this account. */
  isBoundUser(target: Field, userId: number): boolean
  /** The group with the same meaning in the target's project. */
  targetGroup(groupId: UserGroupId): UserGroupId | undefined
  /** Id of a value that the move types into the target's open list. */
  openValueId(target: Field, label: string): number
  /** Whether the target's project allows this type of link. */
  isLinkTypeUsable(type: string): boolean
}

/** The outcome of a move for each field (artifacts.md §11). */
export interface MoveReport {
  readonly migrated: readonly Field[]
  readonly notMigrated: readonly Field[]
  readonly partiallyMigrated: readonly Field[]
}

interface FieldPair {
  readonly source: Field
  readonly target: Field
}

/** Pairs by the id of the source field. */
export type FieldPairs = ReadonlyMap<number, FieldPair>

type Conversion = (
  value: unknown,
  pair: FieldPair,
  context: MoveContext,
) => { readonly value: unknown; readonly isWhole: boolean }

const convertedWhole = (value: unknown) => ({ value, isWhole: true })

const KINDS_OF_LISTS: Readonly<Record<string, string>> = {
  sb: 'one',
  rb: 'one',
  msb: 'several',
  cb: 'several',
  tbl: 'open',
}

/** The conversion of a value between two fields with the same name; undefined if the kinds do not fit. */
const conversionOf = ({ source, target }: FieldPair): Conversion | undefined => {
  const list = KINDS_OF_LISTS[source.type]
  if (list !== undefined)
    return list === KINDS_OF_LISTS[target.type] && source.bind?.type === target.bind?.type ? moveItems : undefined
  if (source.type === target.type) return conversionsOfSameKind[source.type] ?? convertedWhole
  return conversionsToOtherKind[`${source.type} ${target.type}`]
}

const conversionsOfSameKind: Readonly<Record<string, Conversion>> = {
  perm: (value, _pair, context) => {
    const groups = value as readonly UserGroupId[]
    const moved = groups.flatMap(groupId => context.targetGroup(groupId) ?? [])
    return { value: moved, isWhole: moved.length === groups.length }
  },
  art_link: (value, _pair, context) => {
    const links = value as readonly { readonly type: string }[]
    const usable = links.filter(link => context.isLinkTypeUsable(link.type))
    return { value: usable, isWhole: usable.length === links.length }
  },
}

interface StoredText {
  readonly content: string
  readonly format: TextFormat
}

const conversionsToOtherKind: Readonly<Record<string, Conversion>> = {
  // A string has one line.
  'text string': value => {
    const { content, format } = value as StoredText
    return convertedWhole(
      plainText(content, format)
        .replace(/\s*[\r\n]+\s*/g, ' ')
        .trim(),
    )
  },
  'string text': value => convertedWhole({ content: value, format: 'text' }),
  'int float': value => convertedWhole(value),
  'float int': value => convertedWhole(typeof value === 'number' ? Math.trunc(value) : value),
}

/** Converts values of lists: static values by label in any case; people and groups unchanged, if the target offers them. */
const moveItems: Conversion = (value, pair, context) => {
  const items = value as readonly unknown[]
  const moved = items.map(item => moveItem(item, pair, context))
  const kept = moved.filter(item => item !== undefined)
  return { value: kept, isWhole: kept.length === items.length }
}

const moveItem = (item: unknown, { source, target }: FieldPair, context: MoveContext): unknown => {
  if (typeof item === 'number') return moveBound(item, source, target, context)
  const { open } = item as { open?: number }
  // An address without an account has the same meaning in every field.
  if (open === undefined) return item
  const label = source.bind?.type === 'static' ? source.bind.openById.get(open)?.label : undefined
  if (label === undefined) return undefined
  return byLabel(target, label)?.id ?? { open: context.openValueId(target, label) }
}

const moveBound = (id: number, source: Field, target: Field, context: MoveContext): number | undefined => {
  if (target.bind?.type === 'users') return context.isBoundUser(target, id) ? id : undefined
  if (target.bind?.type === 'ugroups') {
    const groupId = context.targetGroup(id)
    return groupId !== undefined && target.bind.byGroupId.has(groupId) ? groupId : undefined
  }
  const label = source.bind?.type === 'static' ? source.bind.byId.get(id)?.label : undefined
  return label === undefined ? undefined : byLabel(target, label)?.id
}

const byLabel = (field: Field, label: string): BindValue | undefined =>
  field.bind?.type === 'static'
    ? field.bind.values.find(value => value.label.toLowerCase() === label.toLowerCase())
    : undefined

/** Pairs of fields whose values can move; other values are lost. */
export const pairFields = (source: Tracker, target: Tracker, isRestricted: boolean): FieldPairs => {
  const pairs = new Map<number, FieldPair>()
  for (const field of movableFields(source)) {
    const namesake = target.fieldByName.get(field.name)
    if (!namesake || field.type === 'ttmstepexec' || (field.type === 'perm' && !isRestricted)) continue
    const pair = { source: field, target: namesake }
    if (conversionOf(pair)) pairs.set(field.id, pair)
  }
  return pairs
}

/** Used fields, without layout elements. */
const movableFields = (tracker: Tracker): Field[] =>
  tracker.fields.filter(field => {
    const { family } = fieldType(field.type)
    return field.isUsed && family !== 'container' && family !== 'static'
  })

export interface MovedValues {
  readonly document: ArtifactDocument
  readonly report: MoveReport
}

/** The document in the fields of the target, with a list of losses. */
export const moveDocument = (
  source: Tracker,
  pairs: FieldPairs,
  document: ArtifactDocument,
  context: MoveContext,
): MovedValues => {
  const moved: Record<string, unknown> = {}
  const report = { migrated: [] as Field[], notMigrated: [] as Field[], partiallyMigrated: [] as Field[] }
  for (const field of movableFields(source)) {
    const pair = pairs.get(field.id)
    if (!pair) {
      report.notMigrated.push(field)
      continue
    }
    const stored = document[field.id]
    const result = stored === undefined || stored === null ? convertedWhole(stored) : convert(pair, stored, context)
    if (stored !== undefined) moved[pair.target.id] = result.value
    ;(result.isWhole ? report.migrated : report.partiallyMigrated).push(field)
  }
  return { document: moved, report }
}

const convert: (pair: FieldPair, value: unknown, context: MoveContext) => ReturnType<Conversion> = (
  pair,
  value,
  context,
) => conversionOf(pair)?.(value, pair, context) ?? convertedWhole(undefined)

/** The change by an edit, in the fields of the target; changes of fields that stay behind are left out. */
export const moveDelta = (pairs: FieldPairs, delta: Delta, context: MoveContext): Delta => {
  const moved: Record<string, ValueChange> = {}
  for (const [fieldId, change] of Object.entries(delta)) {
    const pair = pairs.get(Number(fieldId))
    if (!pair) continue
    const value = (stored: unknown): unknown =>
      stored === undefined || stored === null ? stored : convert(pair, stored, context).value
    moved[pair.target.id] = change.b === undefined ? { a: value(change.a) } : { b: value(change.b), a: value(change.a) }
  }
  return moved
}
