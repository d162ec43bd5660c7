import { useLingui } from '@lingui/react/macro'
import type { ReadProps } from '../field-view.ts'
import { IconButton } from '../../design/controls/button.tsx'
import { useCopy } from '../../design/use-copy.ts'
import { IconCopy } from '../../design/icons.tsx'
import { NumberFilter } from '../filters/filters.tsx'
import { readOnlyView } from '../shared/read-only.ts'
import type { NumberOfPlatform } from '../shared/values.ts'

const Read = ({ field, value }: ReadProps<NumberOfPlatform>) => {
  const { t } = useLingui()
  const text = String(value?.value ?? '')
  const copy = useCopy()
  return (
    <span className="number number-with-copy">
      {text}
      <IconButton label={t`Copy ${field.label}`} size="small" onPress={() => copy(text)}>
        <IconCopy />
      </IconButton>
    </span>
  )
}
const Cell = ({ value }: ReadProps<NumberOfPlatform>) => <span className="number">{value?.value}</span>
const toText = (value: NumberOfPlatform | undefined): string => String(value?.value ?? '')

export const aid = readOnlyView<NumberOfPlatform>({ type: 'aid', Read, Cell, Filter: NumberFilter, toText })
export const atid = readOnlyView<NumberOfPlatform>({ type: 'atid', Read, Cell, Filter: NumberFilter, toText })
export const priority = readOnlyView<NumberOfPlatform>({ type: 'priority', Read: Cell, Cell, toText })
