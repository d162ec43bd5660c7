import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useNumberFormat } from '../../design/format.tsx'
import { formatLocale } from '../../session/appearance.ts'
import { defineFieldView, type ReadProps } from '../field-view.ts'
import { parseNumber } from '../text-forms/number-text.ts'
import { NumberFilter } from '../filters/filters.tsx'
import { numberText } from '../shared/numbers.tsx'
import { lazyEdit } from '../shared/lazy-edit.tsx'
import { Nothing } from '../shared/nothing.tsx'
import type { ComputedValue } from '../shared/values.ts'

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

const Edit = lazyEdit(async () => (await import('./computed-edit.tsx')).ComputedEdit)

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
