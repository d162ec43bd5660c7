import type { ComponentType } from 'react'
import type { ValueColour } from '../../design/values/value-colour.ts'
import type { Column } from './columns.ts'
import type { RowWindow } from '../rows/use-row-window.ts'

/** A group of a table: the artifacts with one value of a field. */
export interface RowGroup {
  /** Id of the value, first day of the period, or `none`. */
  readonly key: string
  readonly label: string
  /** Undefined: the values have no colours. */
  readonly colour: ValueColour | undefined
  /** Finds the artifacts of the group. */
  readonly tql: string
  readonly count: number
  /** Figures by `sum:effort`. */
  readonly measures: Readonly<Record<string, number | null>>
  readonly isOpen: boolean
}

export interface GridGroups {
  /** As in the address; tells groupings apart. */
  readonly by: string
  /** Number of artifacts; one that stands in several groups counts once. */
  readonly total: number
  readonly groups: readonly RowGroup[]
  /** A key on the head of the n-th group; true: the key was one of the head's. */
  readonly onHeadKey: (key: string, place: number) => boolean
  readonly Head: ComponentType<GroupHeadProps>
}

export interface GroupHeadProps {
  readonly index: number
  /** Which group. */
  readonly place: number
  readonly columns: readonly Column[]
  readonly isFocused: boolean
  readonly start: number
  readonly measure: RowWindow['measure']
}
