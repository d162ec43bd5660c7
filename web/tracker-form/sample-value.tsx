import { viewOf } from '../fields/registry.ts'
import type { ReactNode } from 'react'
import type { Field, FieldScope, FieldValue } from '../fields/field-view.ts'

export interface SampleValueProps {
  readonly field: Field
  readonly value: FieldValue
  readonly scope: FieldScope
  readonly isStatus: boolean
  /** In the place of an empty value. */
  readonly children: ReactNode
}

/** The value of a real artifact, one line high. */
export const SampleValue = ({ field, value, scope, isStatus, children }: SampleValueProps) => {
  const { Cell, isEmpty } = viewOf(field.type)
  if (isEmpty(value)) return children
  return <Cell field={field} value={value} scope={scope} isStatus={isStatus} />
}
