import { useLingui } from '@lingui/react/macro'
import { Select } from '../design/controls/select.tsx'
import { TrackerSquare } from '../design/values/value.tsx'
import { PALETTE_NAMES, valueColour } from '../design/values/value-colour.ts'

export interface ColourSelectProps {
  readonly label: string
  readonly value: string | null
  readonly onChange: (value: string | null) => void
  readonly isLabelHidden?: boolean
  /** The colour can be left out. */
  readonly hasNone?: boolean
}

/** Chooses a colour of the palette, shown as the pages show it. */
export const ColourSelect = ({ label, value, onChange, isLabelHidden = false, hasNone = false }: ColourSelectProps) => {
  const { t } = useLingui()
  // Colours of old platforms have a number instead of a name.
  const isOther = value !== null && !PALETTE_NAMES.includes(value)
  return (
    <div className="settings-colour">
      <TrackerSquare colour={valueColour(value)} />
      <Select
        label={label}
        isLabelHidden={isLabelHidden}
        value={value ?? ''}
        onChange={chosen => onChange(chosen === '' ? null : chosen)}
        options={[
          ...(hasNone || value === null ? [{ value: '', label: t`No colour` }] : []),
          ...(isOther ? [{ value, label: value }] : []),
          ...PALETTE_NAMES.map(name => ({ value: name, label: name.replaceAll('-', ' ') })),
        ]}
      />
    </div>
  )
}
