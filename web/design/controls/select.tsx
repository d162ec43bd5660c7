import { useId } from 'react'
import type { FieldProps } from './field.tsx'
import { OptionalMark } from './field.tsx'
import './field.css'
import { IconChevronDown } from '../icons.tsx'

export interface SelectOption {
  readonly value: string
  readonly label: string
  readonly isDisabled?: boolean
}

export interface SelectProps extends FieldProps {
  readonly options: readonly SelectOption[]
  readonly value?: string
  readonly defaultValue?: string
  readonly onChange?: (value: string) => void
  readonly isOptional?: boolean
  /** Only screen readers read the label: the text beside the control says the same. */
  readonly isLabelHidden?: boolean
}

/** Selects one of a few choices: the browser's own list works with every keyboard, finger and screen reader. */
export const Select = (props: SelectProps) => {
  const id = useId()
  const { label, description, error, options, onChange, isRequired, isDisabled, isOptional, isLabelHidden } = props
  const described = [description === undefined ? '' : `${id}-description`, error === undefined ? '' : `${id}-error`]
  return (
    <div className="field">
      <label htmlFor={id} className={isLabelHidden === true ? 'visually-hidden' : 'field-label'}>
        {label} {isOptional === true && <OptionalMark />}
      </label>
      <div className="field-select">
        <select
          id={id}
          name={props.name}
          className="field-input"
          value={props.value}
          defaultValue={props.defaultValue}
          onChange={event => onChange?.(event.target.value)}
          required={isRequired}
          disabled={isDisabled}
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby={described.join(' ').trim() || undefined}
        >
          {options.map(option => (
            <option key={option.value} value={option.value} disabled={option.isDisabled}>
              {option.label}
            </option>
          ))}
        </select>
        <IconChevronDown />
      </div>
      {description !== undefined && (
        <span id={`${id}-description`} className="field-description">
          {description}
        </span>
      )}
      {error !== undefined && (
        <span id={`${id}-error`} className="field-error">
          {error}
        </span>
      )}
    </div>
  )
}
