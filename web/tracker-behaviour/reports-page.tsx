import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { IconButton } from '../design/controls/button.tsx'
import '../design/controls/field.css'
import { EmptyState } from '../design/feedback/empty-state.tsx'
import { IconTrash } from '../design/icons.tsx'
import { Table } from '../design/layout/table.tsx'
import { reportsQuery } from '../trackers/reports/report-queries.ts'
import { withoutMember, type TrackerDefinition } from '../tracker-settings/model/definition.ts'
import { moved } from '../tracker-settings/model/moved.ts'
import { OrderButtons } from '../tracker-settings/order-buttons.tsx'
import { useWorkingCopy } from '../tracker-settings/model/use-working-copy.ts'
import { SettingsFrame } from '../tracker-settings/settings-frame.tsx'

type Report = TrackerDefinition['reports'][number]

const route = getRouteApi('/shell/projects/$project/trackers/$tracker/settings/reports')

/** The reports that everybody finds at the tracker: their order, names, and the one that is shown first. */
export const ReportsPage = () => {
  const { t } = useLingui()
  const { base, mine, change, trackerId } = useWorkingCopy()
  const params = route.useParams()
  const known = useQuery(reportsQuery(trackerId)).data ?? []
  const { reports } = mine
  const set = (next: Report[]) => change(all => ({ ...all, reports: next }))
  const rename = (index: number, name: string) =>
    set(reports.map((report, at) => (at === index ? renamed(base.definition, report, name) : report)))
  const faultOf = ({ name }: Report, index: number) =>
    name.trim() === ''
      ? t`A report has a name.`
      : reports.some((other, at) => at !== index && other.name === name)
        ? t`Another report has this name.`
        : undefined
  return (
    <SettingsFrame
      title={t`Reports`}
      description={<Trans>Reports for everybody. The page of the tracker edits their filters and columns.</Trans>}
    >
      <Table
        label={t`Reports`}
        rows={reports.map((report, index) => ({ report, index }))}
        rowKey={({ index }) => index}
        empty={
          <EmptyState title={t`No report for everybody`}>
            <Trans>Save the list on the page of the tracker as a report, and share it.</Trans>
          </EmptyState>
        }
        columns={[
          {
            id: 'name',
            header: t`Name`,
            isRowHeader: true,
            cell: ({ report, index }) => {
              const fault = faultOf(report, index)
              return (
                <span className="settings-value-name">
                  <input
                    className="field-input"
                    aria-label={t`Name of ${report.name}`}
                    aria-invalid={fault === undefined ? undefined : true}
                    value={report.name}
                    onChange={event => rename(index, event.target.value)}
                  />
                  {fault !== undefined && <span className="field-error">{fault}</span>}
                </span>
              )
            },
          },
          {
            id: 'default',
            header: t`Shown first`,
            cell: ({ report, index }) => (
              <input
                type="radio"
                className="settings-radio"
                name="default-report"
                aria-label={t`Shown first: ${report.name}`}
                checked={report.is_default === true}
                onChange={() => set(reports.map((each, at) => ({ ...each, is_default: at === index })))}
              />
            ),
          },
          {
            id: 'open',
            header: t`Open`,
            isSecondary: true,
            cell: ({ report }) => {
              const former = report.previous_name ?? report.name
              const saved = known.find(({ label, is_public: isPublic }) => label === former && isPublic)
              return (
                saved && (
                  <Link to="/projects/$project/trackers/$tracker" params={params} search={{ report: saved.id }}>
                    <Trans>Open</Trans>
                  </Link>
                )
              )
            },
          },
          {
            id: 'actions',
            header: t`Actions`,
            isActions: true,
            cell: ({ report: { name }, index }) => (
              <span className="settings-value-actions">
                <OrderButtons
                  name={name}
                  index={index}
                  count={reports.length}
                  onMove={by => set(moved(reports, index, by))}
                />
                <IconButton
                  label={t`Delete: ${name}`}
                  size="small"
                  onPress={() => set(reports.filter((_each, at) => at !== index))}
                >
                  <IconTrash />
                </IconButton>
              </span>
            ),
          },
        ]}
      />
    </SettingsFrame>
  )
}

/** The report with another name; the server finds the report by its former name. */
const renamed = (base: TrackerDefinition, report: Report, name: string): Report => {
  const original = report.previous_name ?? report.name
  const isKnown = base.reports.some(each => each.name === original)
  return {
    ...withoutMember(report, 'previous_name'),
    name,
    ...(isKnown && original !== name && { previous_name: original }),
  }
}
