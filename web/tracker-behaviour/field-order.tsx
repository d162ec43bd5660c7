import { useLingui } from '@lingui/react/macro'
import { IconButton } from '../design/controls/button.tsx'
import { Select } from '../design/controls/select.tsx'
import { IconClose } from '../design/icons.tsx'
import type { ElementDefinition } from '../tracker-settings/model/definition.ts'
import { moved } from '../tracker-settings/model/moved.ts'
import { OrderButtons } from '../tracker-settings/order-buttons.tsx'

export interface FieldOrderProps {
  readonly label: string
  readonly description?: string
  /** Short names, in their order. */
  readonly names: readonly string[]
  readonly fields: readonly ElementDefinition[]
  readonly onChange: (names: string[]) => void
}

/** A list of fields in an order that somebody chooses. */
export const FieldOrder = ({ label, description, names, fields, onChange }: FieldOrderProps) => {
  const { t } = useLingui()
  const labelOf = (name: string) => fields.find(field => field.name === name)?.label ?? name
  return (
    <div className="field" role="group" aria-label={label}>
      <span className="field-label">{label}</span>
      {description !== undefined && <span className="field-description">{description}</span>}
      {names.length > 0 && (
        <ol className="settings-order">
          {names.map((name, index) => (
            <li key={name}>
              <bdi>{labelOf(name)}</bdi>
              <OrderButtons
                name={labelOf(name)}
                index={index}
                count={names.length}
                onMove={by => onChange(moved(names, index, by))}
              />
              <IconButton
                label={t`Leave out: ${labelOf(name)}`}
                size="small"
                onPress={() => onChange(names.filter(each => each !== name))}
              >
                <IconClose />
              </IconButton>
            </li>
          ))}
        </ol>
      )}
      <Select
        label={t`Add a field: ${label}`}
        isLabelHidden
        value=""
        onChange={name => name !== '' && onChange([...names, name])}
        options={[
          { value: '', label: t`Add a field…` },
          ...fields
            .filter(({ name }) => !names.includes(name))
            .map(({ name, label: text }) => ({ value: name, label: text || name })),
        ]}
      />
    </div>
  )
}
