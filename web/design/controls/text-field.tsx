import { Input, TextArea as AriaTextArea, TextField as AriaTextField, type TextFieldProps } from 'react-aria-components'
import { FieldDescription, FieldFault, FieldLabel, type FieldProps } from './field.tsx'

export interface TextInputProps
  extends
    FieldProps,
    Pick<
      TextFieldProps,
      | 'value'
      | 'defaultValue'
      | 'onChange'
      | 'onBlur'
      | 'onKeyDown'
      | 'type'
      | 'autoComplete'
      | 'autoFocus'
      | 'maxLength'
      | 'minLength'
      | 'inputMode'
      | 'pattern'
    > {
  readonly placeholder?: string
  /** Marks the field as optional; forms with mostly required fields mark the few others. */
  readonly isOptional?: boolean
  /** For keys, addresses and names for programs. */
  readonly isCode?: boolean
}

const ariaProps = ({
  label: _label,
  description: _description,
  error,
  placeholder: _placeholder,
  isOptional: _optional,
  isCode: _code,
  ...props
}: TextInputProps) => ({ ...props, ...(error === undefined ? {} : { isInvalid: true }) })

/** One line of text. */
export const TextField = (props: TextInputProps) => (
  <AriaTextField {...ariaProps(props)} className="field">
    <FieldLabel label={props.label} isOptional={props.isOptional} />
    <Input
      className="field-input"
      placeholder={props.placeholder}
      {...(props.isCode === true ? { spellCheck: false, autoCapitalize: 'none', autoCorrect: 'off' } : {})}
    />
    <FieldDescription>{props.description}</FieldDescription>
    <FieldFault error={props.error} />
  </AriaTextField>
)

/** Several lines of text. */
export const TextArea = ({ rows = 4, ...props }: TextInputProps & { readonly rows?: number }) => (
  <AriaTextField {...ariaProps(props)} className="field">
    <FieldLabel label={props.label} isOptional={props.isOptional} />
    <AriaTextArea className="field-input" rows={rows} placeholder={props.placeholder} />
    <FieldDescription>{props.description}</FieldDescription>
    <FieldFault error={props.error} />
  </AriaTextField>
)
