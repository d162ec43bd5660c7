import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '../../design/controls/button.tsx'
import { Switch } from '../../design/controls/checkbox.tsx'
import { useNumberFormat } from '../../design/format.tsx'
import { formatLocale } from '../../session/appearance.ts'
import { defineFieldView, type EditProps, type ReadProps } from '../field-view.ts'
import { parseNumber } from '../text-forms/number-text.ts'
import { NumberEdit, NumberFilter, numberText } from '../shared/numbers.tsx'
import { Nothing } from '../shared/nothing.tsx'
import type { ComputedValue, FloatValue } from '../shared/values.ts'

const shownOf = (value: ComputedValue | undefined): number | null =>
  (value?.is_autocomputed === false ? value.manual_value : value?.value) ?? null

const Read = ({ value }: ReadProps<ComputedValue>) => {
  const format = useNumberFormat({ maximumFractionDigits: 10 })
  const shown = shownOf(value)
  if (!value || shown === null) return <Nothing />
  const sum = value.value === null ? '–' : format(value.value)
  return (
    <span className="number">
      {format(shown)}{' '}
      <span className="meta">
        {value.is_autocomputed ? <Trans>automatic</Trans> : <Trans>by hand (automatic: {sum})</Trans>}
      </span>
    </span>
  )
}

const Cell = ({ value }: ReadProps<ComputedValue>) => {
  const format = useNumberFormat({ maximumFractionDigits: 10 })
  const shown = shownOf(value)
  return shown === null ? null : <span className="number">{format(shown)}</span>
}

const Edit = (props: EditProps<ComputedValue>) => {
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
      {isAutomatic ? (
        props.place !== 'form' && (
          <div>
            <Button variant="primary" size="small" onPress={onDone}>
              <Trans>Save</Trans>
            </Button>
          </div>
        )
      ) : (
        <NumberEdit
          {...props}
          value={number}
          onChange={next => set(next.value, next.value === null)}
          isInteger={false}
        />
      )}
    </div>
  )
}

export const computed = defineFieldView<ComputedValue>({
  type: 'computed',
  Read,
  Cell,
  Edit,
  Filter: NumberFilter,
  entryOf: ({ field_id, is_autocomputed, manual_value }) =>
    is_autocomputed || manual_value === null ? { field_id, is_autocomputed: true } : { field_id, manual_value },
  isEmpty: value => shownOf(value) === null,
  toText: value => numberText(shownOf(value)),
  fromText: (text, field) => {
    const manual_value = text.trim() === '' ? null : parseNumber(text, formatLocale(i18n.locale))
    if (manual_value === undefined) return { fault: i18n._(msg`“${text}” is not a number`) }
    return {
      value: {
        field_id: field.field_id,
        label: field.label,
        type: 'computed',
        value: null,
        is_autocomputed: manual_value === null,
        manual_value,
      },
    }
  },
  same: (one, other) =>
    (one?.is_autocomputed ?? true) === (other?.is_autocomputed ?? true) &&
    (one?.manual_value ?? null) === (other?.manual_value ?? null),
})
