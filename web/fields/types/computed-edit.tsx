import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '../../design/controls/button.tsx'
import { Switch } from '../../design/controls/checkbox.tsx'
import type { EditProps } from '../field-view.ts'
import { NumberEdit } from '../shared/numbers.tsx'
import type { ComputedValue, FloatValue } from '../shared/values.ts'

export const ComputedEdit = (props: EditProps<ComputedValue>) => {
  const { field, value, onChange, onDone } = props
  const { t } = useLingui()
  const isAutomatic = value?.is_autocomputed ?? true
  const set = (manual_value: number | null, is_autocomputed: boolean) =>
    onChange({
      field_id: field.field_id,
      label: field.label,
      type: 'computed',
      value: value?.value ?? null,
      is_autocomputed,
      manual_value,
    })
  const number: FloatValue = {
    field_id: field.field_id,
    label: field.label,
    type: 'float',
    value: value?.manual_value ?? null,
  }
  return (
    <div className="computed-editor">
      <Switch
        label={t`Automatic`}
        description={t`The sum of the linked artifacts`}
        isSelected={isAutomatic}
        onChange={isOn => set(isOn ? null : (value?.manual_value ?? value?.value ?? 0), isOn)}
      />
      {!isAutomatic && (
        <NumberEdit {...props} value={number} onChange={next => set(next.value, false)} isInteger={false} isPart />
      )}
      {props.place !== 'form' && (
        <div className="text-editor-actions">
          <Button variant="primary" size="small" onPress={onDone}>
            <Trans>Save</Trans>
          </Button>
          <Button variant="quiet" size="small" onPress={props.onCancel}>
            <Trans>Cancel</Trans>
          </Button>
        </div>
      )}
    </div>
  )
}
