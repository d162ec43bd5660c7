import { useLingui } from '@lingui/react/macro'
import { ChoiceButton } from '../../design/layout/choice-button.tsx'
import { formatGrouping, groupFields, groupingsFor } from './groupings.ts'
import type { Tracker } from '../tracker-queries.ts'
import { boardFieldOf, boardFields } from '../../board/board-field.ts'

export interface GroupButtonProps {
  readonly tracker: Tracker
  readonly isBoard: boolean
  /** As in the address. */
  readonly group: string | undefined
  readonly onGroup: (group: string) => void
}

/** The field whose values are the columns of the board, or the groups of the table. */
export const GroupButton = ({ tracker, isBoard, group, onGroup }: GroupButtonProps) => {
  const { t } = useLingui()
  if (isBoard) {
    const fields = boardFields(tracker)
    return fields.length > 1 ? (
      <ChoiceButton
        label={t`Columns`}
        choices={fields.map(field => ({ value: field.name, label: field.label }))}
        value={boardFieldOf(tracker, group)?.name}
        onChange={onGroup}
      />
    ) : null
  }
  const groupings = groupFields(tracker).flatMap(groupingsFor)
  if (groupings.length === 0) return null
  const choices = groupings.map(grouping => {
    const { label } = grouping.field
    const text =
      grouping.unit === 'week' ? t`${label}, by week` : grouping.unit === 'month' ? t`${label}, by month` : label
    return { value: formatGrouping(grouping), label: text }
  })
  return (
    <ChoiceButton
      label={t`Group`}
      choices={[{ value: '', label: t`No groups` }, ...choices]}
      value={group}
      onChange={onGroup}
    />
  )
}
