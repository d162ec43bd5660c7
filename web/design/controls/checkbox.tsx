import type { ReactNode } from 'react'
import {
  Checkbox as AriaCheckbox,
  CheckboxGroup as AriaCheckboxGroup,
  Radio as AriaRadio,
  RadioGroup as AriaRadioGroup,
  Switch as AriaSwitch,
} from 'react-aria-components'
import { FieldDescription, FieldFault, FieldLabel, type FieldProps } from './field.tsx'
import { IconCheck } from '../icons.tsx'

interface ChoiceProps {
  readonly label: ReactNode
  readonly description?: ReactNode
  readonly isDisabled?: boolean
}

interface OnOffProps extends ChoiceProps {
  readonly name?: string
  readonly isSelected?: boolean
  readonly defaultSelected?: boolean
  readonly onChange?: (isSelected: boolean) => void
}

const ChoiceText = ({ label, description }: ChoiceProps) => (
  <span className="choice-text">
    <span>{label}</span>
    {description !== undefined && <span className="field-description">{description}</span>}
  </span>
)

/** A yes or no that takes effect when the form is sent. */
export const Checkbox = ({ value, ...props }: OnOffProps & { readonly value?: string }) => {
  const { label, description, ...rest } = props
  return (
    <AriaCheckbox {...rest} {...(value === undefined ? {} : { value })} className="choice">
      <span className="choice-box">
        <IconCheck />
      </span>
      <ChoiceText label={label} description={description} />
    </AriaCheckbox>
  )
}

/** An on or off that takes effect at once. */
export const Switch = ({ label, description, ...props }: OnOffProps) => (
  <AriaSwitch {...props} className="choice">
    <span className="switch-track" />
    <ChoiceText label={label} description={description} />
  </AriaSwitch>
)

interface GroupProps<Value> extends FieldProps {
  readonly value?: Value
  readonly defaultValue?: Value
  readonly onChange?: (value: Value) => void
  /** `Checkbox` with a `value` each, or `Radio`. */
  readonly children: ReactNode
}

/** Selects any number of a few choices. */
export const CheckboxGroup = ({ label, description, error, children, ...props }: GroupProps<string[]>) => (
  <AriaCheckboxGroup {...props} isInvalid={error === undefined ? undefined : true} className="field">
    <FieldLabel label={label} />
    <FieldDescription>{description}</FieldDescription>
    <div className="choices">{children}</div>
    <FieldFault error={error} />
  </AriaCheckboxGroup>
)

/** Selects one of a few choices that should all be visible. */
export const RadioGroup = ({ label, description, error, children, ...props }: GroupProps<string>) => (
  <AriaRadioGroup {...props} isInvalid={error === undefined ? undefined : true} className="field">
    <FieldLabel label={label} />
    <FieldDescription>{description}</FieldDescription>
    <div className="choices">{children}</div>
    <FieldFault error={error} />
  </AriaRadioGroup>
)

export const Radio = ({ label, description, ...props }: ChoiceProps & { readonly value: string }) => (
  <AriaRadio {...props} className="choice">
    <span className="choice-box choice-round" />
    <ChoiceText label={label} description={description} />
  </AriaRadio>
)
