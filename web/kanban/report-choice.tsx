import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { IconChevronDown } from '../design/icons.tsx'
import { kanbansQuery } from '../projects/project-queries.ts'
import { reportsQuery } from '../trackers/reports/report-queries.ts'
import type { Kanban } from './kanban-queries.ts'

interface ReportChoiceProps {
  readonly kanban: Kanban
  readonly value: number | undefined
  readonly onChange: (report: number | undefined) => void
}

/** Chooses one of the reports that filter the kanban. */
export const ReportChoice = ({ kanban, value, onChange }: ReportChoiceProps) => {
  const { t } = useLingui()
  const id = useId()
  const known = useQuery(reportsQuery(kanban.tracker_id)).data ?? []
  const offered = useKanbanReports(kanban)
  const other = value !== undefined && !offered.some(report => report.id === value)
  const reports = other
    ? [...offered, { id: value, label: known.find(report => report.id === value)?.label ?? `#${value}` }]
    : offered
  if (reports.length === 0) return null
  return (
    <span className="kanban-report">
      <label htmlFor={id}>
        <Trans>Report</Trans>
      </label>
      <span className="kanban-select">
        <select
          id={id}
          value={value ?? ''}
          onChange={event => onChange(event.target.value === '' ? undefined : Number(event.target.value))}
        >
          <option value="">{t`All cards`}</option>
          {reports.map(report => (
            <option key={report.id} value={report.id}>
              {report.label}
            </option>
          ))}
        </select>
        <IconChevronDown />
      </span>
    </span>
  )
}

/** The reports that an administrator chose for the kanban: only the list of the project tells them. */
export const useKanbanReports = ({ id, tracker }: Kanban): readonly { readonly id: number; readonly label: string }[] =>
  useQuery(kanbansQuery(tracker.project.id)).data?.items.find(kanban => kanban.id === id)?.tracker_reports ?? []
