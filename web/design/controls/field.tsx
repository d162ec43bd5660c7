// The parts around every control of a form: label, description and fault.
import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { FieldError as AriaFieldError, Label, Text } from 'react-aria-components'
import './field.css'

export interface FieldProps {
  /** Name of the property in the API: the server's faults about it are shown here. */
  readonly name?: string
  readonly label: string
  readonly description?: ReactNode
  readonly isRequired?: boolean
  readonly isDisabled?: boolean
  /** A fault that the page itself found. */
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
