import type { ReadProps } from '../field-view.ts'
import { DateFilter } from '../filters/filters.tsx'
import { DateText } from '../shared/dates.tsx'
import { Nothing } from '../shared/nothing.tsx'
import { readOnlyView } from '../shared/read-only.ts'
import type { DateOfPlatform } from '../shared/values.ts'

const Read = ({ value }: ReadProps<DateOfPlatform>) =>
  value === undefined || value.value === null ? <Nothing /> : <DateText value={value.value} hasTime />
const toText = (value: DateOfPlatform | undefined): string => (value?.value ?? '').slice(0, 16).replace('T', ' ')

export const subon = readOnlyView<DateOfPlatform>({ type: 'subon', Read, Cell: Read, Filter: DateFilter, toText })
export const lud = readOnlyView<DateOfPlatform>({ type: 'lud', Read, Cell: Read, Filter: DateFilter, toText })
