// What every control of a form has around it: label, what it is for, what is wrong with it.
import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { FieldError as AriaFieldError, Label, Text } from 'react-aria-components'
import './field.css'

export interface FieldProps {
  /** Name of the member that the server calls it by: its faults are shown here. */
  readonly name?: string
  readonly label: string
  readonly description?: ReactNode
  readonly isRequired?: boolean
  readonly isDisabled?: boolean
  /** What is wrong, known here. */
  readonly error?: string
}

export const FieldLabel = ({ label, isOptional }: { readonly label: string; readonly isOptional?: boolean }) => (
  <Label className="field-label">
    {label} {isOptional === true && <OptionalMark />}
  </Label>
)

export const OptionalMark = () => (
  <span className="field-required">
    (<Trans>optional</Trans>)
  </span>
)

export const FieldDescription = ({ children }: { readonly children: ReactNode }) =>
  children === undefined || children === null || children === '' ? null : (
    <Text slot="description" className="field-description">
      {children}
    </Text>
  )

export const FieldFault = ({ error }: { readonly error?: string }) => (
  <AriaFieldError className="field-error">
    {({ validationErrors }) => error ?? validationErrors.join(' ')}
  </AriaFieldError>
)
