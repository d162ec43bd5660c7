import { Trans, useLingui } from '@lingui/react/macro'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useId } from 'react'
import { Segments } from '../../design/controls/segments.tsx'
import { FaultList } from '../../design/feedback/error-state.tsx'
import { Skeleton } from '../../design/feedback/skeleton.tsx'
import { useNumberFormat } from '../../design/format.tsx'
import { dateFormat } from '../../design/intl-formats.ts'
import '../../design/layout/table.css'
import type { ValueColour } from '../../design/values/value-colour.ts'
import { todayOf } from '../../design/written-date.ts'
import { formatLocale } from '../../session/appearance.ts'
import { FlowChart, type FlowBand } from './flow-chart.tsx'
import './flow.css'
import { dayBefore, daysBetween, intervalsFor, rangeOf, SPANS, type FlowRange } from './flow-range.ts'
import { columnsOf, type KanbanColumn } from '../kanban-columns.ts'
import { KanbanFrame, type KanbanParts } from '../kanban-frame.tsx'
import { flowQuery, type Flow } from '../kanban-queries.ts'
import type { FlowSearch } from '../kanban-search.ts'
import { ReportChoice } from '../report-choice.tsx'

const route = getRouteApi('/shell/projects/$project/kanban/$kanban/flow')

/** How many artifacts each column of a kanban held, day by day. */
export const FlowPage = () => {
  const search = route.useSearch()
  return (
    <KanbanFrame tab="flow" report={search.report}>
      {parts => <FlowView {...parts} search={search} />}
    </KanbanFrame>
  )
}

const FlowView = ({ kanban, tracker, search }: KanbanParts & { readonly search: FlowSearch }) => {
  const { t } = useLingui()
  const navigate = route.useNavigate()
  const today = todayOf('')
  const range = rangeOf(search, today)
  const { data, error } = useQuery({
    ...flowQuery({ kanbanId: kanban.id, report: search.report, ...range }),
    placeholderData: keepPreviousData,
  })
  const go = (change: Partial<Record<keyof FlowSearch, unknown>>): void =>
    void navigate({ search: { ...search, ...change } as FlowSearch, replace: true })
  const field = tracker.fields.find(each => each.field_id === tracker.semantics.status?.field_id)
  const columns = columnsOf(kanban, field, { backlog: t`Backlog`, archive: t`Archive` })
  return (
    <div className="flow">
      <div className="kanban-line flow-line">
        <ReportChoice kanban={kanban} value={search.report} onChange={report => go({ report })} />
        <RangeChoice range={range} today={today} onChange={go} />
      </div>
      <div className="flow-body">
        {error && !data ? (
          <FaultList error={error} />
        ) : !data ? (
          <Skeleton lines={6} />
        ) : (
          <>
            {error && <FaultList error={error} />}
            <FlowFigures flow={data} columns={columns} />
          </>
        )}
      </div>
    </div>
  )
}

interface RangeChoiceProps {
  readonly range: FlowRange
  readonly today: string
  readonly onChange: (change: Partial<Record<keyof FlowSearch, unknown>>) => void
}

/** The days of the flow, and how many lie between two points. */
const RangeChoice = ({ range: { from, to, every }, today, onChange }: RangeChoiceProps) => {
  const { t } = useLingui()
  const id = useId()
  const span = to === today ? daysBetween(from, to) : undefined
  const intervals = intervalsFor(from, to)
  const names: Readonly<Record<number, string>> = {
    1: t`each day`,
    7: t`each week`,
    14: t`each second week`,
    30: t`each 30 days`,
    90: t`each 90 days`,
    365: t`each year`,
  }
  return (
    <>
      <Segments
        label={t`Days`}
        segments={SPANS.map(days => ({
          value: String(days),
          label: days === 365 ? t`1 year` : t`${days} days`,
        }))}
        value={String(span ?? '')}
        onChange={days => onChange({ from: dayBefore(today, Number(days)), to: undefined, every: undefined })}
      />
      <label className="flow-day" htmlFor={`${id}-from`}>
        <Trans>From</Trans>
        <input
          id={`${id}-from`}
          type="date"
          className="field-input"
          value={from}
          max={to}
          onChange={({ target: { value } }) => value !== '' && onChange({ from: value, every: undefined })}
        />
      </label>
      <label className="flow-day" htmlFor={`${id}-to`}>
        <Trans>to</Trans>
        <input
          id={`${id}-to`}
          type="date"
          className="field-input"
          value={to}
          onChange={({ target: { value } }) => value !== '' && onChange({ from, to: value, every: undefined })}
        />
      </label>
      <label className="flow-day" htmlFor={`${id}-every`}>
        <Trans>Points</Trans>
        <select
          id={`${id}-every`}
          className="field-input"
          value={every}
          onChange={({ target: { value } }) => onChange({ every: Number(value) })}
        >
          {[...new Set([every, ...intervals])]
            .sort((one, other) => one - other)
            .map(days => (
              <option key={days} value={days}>
                {names[days] ?? t`each ${days} days`}
              </option>
            ))}
        </select>
      </label>
    </>
  )
}

interface FlowFiguresProps {
  readonly flow: Flow
  readonly columns: readonly KanbanColumn[]
}

const FlowFigures = ({ flow, columns }: FlowFiguresProps) => {
  const { t, i18n } = useLingui()
  const format = useNumberFormat()
  const locale = formatLocale(i18n.locale)
  const dayOf = (date: string, options: Intl.DateTimeFormatOptions): string =>
    dateFormat(locale, { ...options, timeZone: 'UTC' }).format(new Date(date))
  const bands = bandsOf(flow, columns)
  const days = flow.columns[0]?.values.map(({ start_date: date }) => date) ?? []
  const isEmpty = bands.every(({ figures }) => figures.every(figure => figure === 0))
  if (isEmpty)
    return (
      <p className="flow-empty">
        <Trans>On these days the kanban held no artifact.</Trans>
      </p>
    )
  const [first = '', last = ''] = [days[0], days.at(-1)]
  const [from, to] = [dayOf(first, { dateStyle: 'medium' }), dayOf(last, { dateStyle: 'medium' })]
  const caption = t`Artifacts by column at the beginning of each day, ${from} to ${to}`
  return (
    <>
      <FlowChart bands={bands} days={days.map(day => dayOf(day, { day: 'numeric', month: 'short' }))} label={caption} />
      <h2 className="flow-heading">
        <Trans>The same figures</Trans>
      </h2>
      <div className="flow-table" tabIndex={0} role="region" aria-label={caption}>
        <table className="table">
          <caption className="visually-hidden">{caption}</caption>
          <thead>
            <tr>
              <th scope="col">
                <Trans>Day</Trans>
              </th>
              {bands.toReversed().map(({ key, label }) => (
                <th key={key} scope="col" className="number" dir="auto">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {days
              .map((day, index) => ({ day, index }))
              .toReversed()
              .map(({ day, index }) => (
                <tr key={day}>
                  <th scope="row">{dayOf(day, { dateStyle: 'medium' })}</th>
                  {bands.toReversed().map(({ key, figures }) => (
                    <td key={key} className="number">
                      {format(figures[index] ?? 0)}
                    </td>
                  ))}
                </tr>
              ))}
          </tbody>
        </table>
      </div>
    </>
  )
}

/** Columns without a colour of their own take these, in their order. */
const OTHERS: readonly ValueColour[] = ['blue', 'amber', 'purple', 'green', 'teal', 'orange', 'pink', 'red', 'brown']

const bandsOf = ({ columns: listed }: Flow, columns: readonly KanbanColumn[]): readonly FlowBand[] => {
  const taken = new Set(columns.map(({ colour }) => colour))
  const free = OTHERS.filter(colour => !taken.has(colour))
  let next = 0
  return listed.map(({ id, label, values }) => {
    const column = columns.find(({ key }) => String(key) === id)
    const own = column?.colour ?? free[next++ % free.length]
    // The archive stays in the background.
    const colour = column?.key === 'archive' ? 'grey' : (own ?? 'grey')
    return {
      key: id,
      label: column?.label ?? label,
      colour,
      figures: values.map(({ kanban_items_count: count }) => count),
    }
  })
}
