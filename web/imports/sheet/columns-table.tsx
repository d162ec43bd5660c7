import { Trans, useLingui } from '@lingui/react/macro'
import { Select, type SelectOption } from '../../design/controls/select.tsx'
import { Table } from '../../design/layout/table.tsx'
import type { Tracker } from '../../trackers/tracker-queries.ts'
import { importedFields, type ColumnChoice } from './guess-columns.ts'
import type { SheetStart } from './read-sheet.ts'

export interface ColumnsTableProps {
  readonly tracker: Tracker
  readonly sheet: SheetStart
  readonly choices: readonly ColumnChoice[]
  /** Only administrators of the project import authors and dates. */
  readonly mayKeepAuthors: boolean
  readonly onChoices: (choices: readonly ColumnChoice[]) => void
}

/** The columns of a sheet with an example each, and the field that each fills. */
export const ColumnsTable = ({ tracker, sheet, choices, mayKeepAuthors, onChoices }: ColumnsTableProps) => {
  const { t } = useLingui()
  const fields = importedFields(tracker)
  const optionsFor = (own: ColumnChoice): SelectOption[] => {
    const free = ({ value }: SelectOption): boolean => value === '' || value === own || !choices.includes(value)
    return [
      { value: '', label: t`Leave out` },
      ...fields.map(({ name, label }) => ({ value: `field:${name}`, label })),
      { value: 'external_id', label: t`Id in the source` },
      { value: 'links', label: t`Links, by ids in the source` },
      { value: 'comment', label: t`Comment` },
      ...(mayKeepAuthors
        ? [
            { value: 'submitted_by', label: t`Author` },
            { value: 'submitted_on', label: t`Date of creation` },
          ]
        : []),
    ].filter(free)
  }
  const required = fields.filter(field => field.required && !choices.includes(`field:${field.name}`))
  return (
    <>
      <Table
        label={t`Columns of the sheet`}
        rows={sheet.columns.map((name, place) => ({ name, place }))}
        rowKey={({ place }) => place}
        columns={[
          {
            id: 'column',
            header: t`Column`,
            isRowHeader: true,
            cell: ({ name, place }) => (name === '' ? t`Column ${place + 1}` : name),
          },
          {
            id: 'sample',
            header: t`Example`,
            isSecondary: true,
            cell: ({ place }) => (
              <span className="import-sample cut">
                {sheet.rows.map(row => row[place] ?? '').find(cell => cell.trim() !== '') ?? '–'}
              </span>
            ),
          },
          {
            id: 'field',
            header: t`Becomes`,
            cell: ({ name, place }) => (
              <Select
                label={t`${name} becomes`}
                isLabelHidden
                value={choices[place] ?? ''}
                options={optionsFor(choices[place] ?? '')}
                onChange={value => onChoices(choices.map((choice, index) => (index === place ? value : choice)))}
              />
            ),
          },
        ]}
      />
      {required.length > 0 && (
        <p className="muted small">
          <Trans>Required, and filled by no column: {required.map(({ label }) => label).join(', ')}</Trans>
        </p>
      )}
    </>
  )
}
