import type { UserGroupId } from '../projects/index.ts'

/** ≥, >, ≤, <. Every given bound must hold. */
export interface Bounds {
  readonly gte?: number
  readonly gt?: number
  readonly lte?: number
  readonly lt?: number
}

/** Artifacts of some trackers that a user sees. */
export interface SeenArtifacts {
  readonly trackerIds: readonly number[]
  /** Artifacts without a restriction, or with a restriction that grants one of these groups; null disables the check of restrictions. */
  readonly groupIds: readonly UserGroupId[] | null
  /** Artifacts that this account submitted; null for any submitter. */
  readonly submittedBy: number | null
  /** Further condition on the artifact. */
  readonly condition: Condition
}

/** The artifact at the other end of a link. A search by links finds only artifacts that the viewer sees. */
export type LinkOther =
  | { readonly kind: 'artifact'; readonly id: number }
  | { readonly kind: 'seen'; readonly parts: readonly SeenArtifacts[] }

/** Columns of an artifact that are searched as numbers. */
export type NumberColumn = 'id' | 'number' | 'rank'

/**
 * A search condition on artifacts, as a plain value. Field types and queries build it; only `artifacts/queries/conditions.store.ts` turns
 * it into SQL. `fieldId` may be the id of a pseudo-field.
 */
export type Condition =
  | { readonly kind: 'all' }
  | { readonly kind: 'none' }
  | { readonly kind: 'and' | 'or'; readonly parts: readonly Condition[] }
  | { readonly kind: 'not'; readonly part: Condition }
  /** One of these numbers is a value of the field. `isSingle`: the field never has two values. */
  | {
      readonly kind: 'values'
      readonly fieldId: number
      readonly values: readonly number[]
      readonly isSingle: boolean
    }
  | { readonly kind: 'range'; readonly fieldId: number; readonly bounds: Bounds }
  | { readonly kind: 'anyValue'; readonly fieldId: number }
  /** The number, written out, matches the regular expression. */
  | { readonly kind: 'numberPattern'; readonly fieldId: number; readonly pattern: string }
  | { readonly kind: 'column'; readonly column: NumberColumn; readonly bounds: Bounds }
  | { readonly kind: 'columnPattern'; readonly column: NumberColumn; readonly pattern: string }
  /** The text holds all of these, each anywhere, whatever the case. */
  | { readonly kind: 'text'; readonly fieldId: number; readonly contains: readonly string[] }
  | { readonly kind: 'anyText'; readonly fieldId: number }
  | { readonly kind: 'textPattern'; readonly fieldId: number; readonly pattern: string }
  /** One comment that the groups may see has all words; null = whatever it says. `groupIds` null: all comments are seen. */
  | { readonly kind: 'comment'; readonly words: string | null; readonly groupIds: readonly UserGroupId[] | null }
  /** `type` null = of any type. `fieldIds`: the link is a value of one of these fields of the artifact where it starts. */
  | {
      readonly kind: 'link'
      readonly fieldIds: readonly number[]
      readonly direction: 'forward' | 'reverse'
      readonly type: string | null
      readonly other: LinkOther
    }
  /** With a restriction of its own that grants one of the groups; `groupIds` null: with any restriction. */
  | { readonly kind: 'restricted'; readonly trackerId: number; readonly groupIds: readonly UserGroupId[] | null }
  /** Without a restriction of its own, or granted to one of the groups. */
  | { readonly kind: 'granted'; readonly trackerId: number; readonly groupIds: readonly UserGroupId[] }

export const ALL: Condition = { kind: 'all' }
export const NONE: Condition = { kind: 'none' }

/** Negates a condition; a double negation is removed. */
export const not = (part: Condition): Condition => {
  if (part.kind === 'not') return part.part
  if (part.kind === 'all') return NONE
  if (part.kind === 'none') return ALL
  return { kind: 'not', part }
}

const joined = (kind: 'and' | 'or', parts: readonly Condition[]): Condition => {
  const [neutral, absorbing] = kind === 'and' ? [ALL, NONE] : [NONE, ALL]
  const flat = parts
    .flatMap(part => (part.kind === kind ? part.parts : [part]))
    .filter(({ kind: k }) => k !== neutral.kind)
  if (flat.some(part => part.kind === absorbing.kind)) return absorbing
  const [first, second] = flat
  if (!first) return neutral
  return second ? { kind, parts: flat } : first
}

export const and = (...parts: readonly Condition[]): Condition => joined('and', parts)
export const or = (...parts: readonly Condition[]): Condition => joined('or', parts)

/** Sort key of a list. Artifacts without a value are last, in both directions. */
export type SortKey =
  | { readonly kind: 'column'; readonly column: NumberColumn }
  /** Least number of the field; `isOnEach`: every artifact has exactly one. */
  | { readonly kind: 'number'; readonly fieldId: number; readonly isOnEach: boolean }
  /** Place of the value among these. `isSingle`: the field never has two values. */
  | {
      readonly kind: 'place'
      readonly fieldId: number
      readonly values: readonly number[]
      readonly isSingle: boolean
    }
  /** Login of the account. */
  | { readonly kind: 'login'; readonly fieldId: number }
  | { readonly kind: 'text'; readonly fieldId: number }
