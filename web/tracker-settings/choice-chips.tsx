import { useLingui } from '@lingui/react/macro'
import { IconClose } from '../design/icons.tsx'
import './choice-chips.css'

export interface ChoiceChipsProps {
  /** The purpose of the choices, for screen readers. */
  readonly label: string
  /** Words of the control that adds one. */
  readonly addLabel: string
  readonly options: readonly { readonly value: string; readonly label: string }[]
  readonly values: readonly string[]
  readonly onChange: (values: string[]) => void
}

/** Chosen values as chips, and a control that adds another one. */
export const ChoiceChips = ({ label, addLabel, options, values, onChange }: ChoiceChipsProps) => {
  const { t } = useLingui()
  const labelOf = (value: string) => options.find(option => option.value === value)?.label ?? value
  const left = options.filter(({ value }) => !values.includes(value))
  return (
    <span className="choice-chips" role="group" aria-label={label}>
      {values.map(value => (
        <span key={value} className="choice-chip">
          <bdi>{labelOf(value)}</bdi>
          <button
            type="button"
            aria-label={t`Leave out: ${labelOf(value)}`}
            onClick={() => onChange(values.filter(each => each !== value))}
          >
            <IconClose />
          </button>
        </span>
      ))}
      {left.length > 0 && (
        <select
          className="choice-add"
          aria-label={`${label}: ${addLabel}`}
          value=""
          onChange={event => {
            if (event.target.value !== '') onChange([...values, event.target.value])
          }}
        >
          <option value="">+ {addLabel}</option>
          {left.map(option => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </span>
  )
}
