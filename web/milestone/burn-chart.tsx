import { Trans, useLingui } from '@lingui/react/macro'
import { useId, useState, type ReactNode } from 'react'
import { ticksOf } from '../charts/chart-shapes.ts'
import { useWidth } from '../charts/parts.tsx'
import { Button } from '../design/controls/button.tsx'
import { useNumberFormat } from '../design/format.tsx'
import { dateFormat } from '../design/intl-formats.ts'
import { formatLocale } from '../session/appearance.ts'
import type { BurnDay } from './burn-days.ts'
import './burn-chart.css'

/** A line of a chart. Each has its own dashes, and its name at the last point. */
export interface BurnLine {
  readonly kind: 'done' | 'scope'
  /** Head of its column. */
  readonly label: string
  /** Value before the first day; undefined: that of the first day. */
  readonly start?: number
  /** "64 left" */
  readonly name: (value: string) => string
}

export interface BurnChartProps {
  readonly title: string
  readonly unit: string
  readonly days: readonly BurnDay[]
  readonly lines: readonly BurnLine[]
  readonly ideal: readonly number[]
  /** Ideal value before the first day. */
  readonly idealStart: number
  /** The lines in a sentence. */
  readonly label: string
  /** Words about the figures. */
  readonly children?: ReactNode
}

/** Lines over the opening days; the same figures are a table. */
export const BurnChart = (props: BurnChartProps) => {
  const { title, unit, children } = props
  const { t } = useLingui()
  const [isTable, setTable] = useState(false)
  const heading = useId()
  return (
    <section className="burn" aria-labelledby={heading}>
      <div className="burn-head">
        <h2 id={heading}>{title}</h2>
        <span className="burn-unit">{unit}</span>
        <Button variant="quiet" size="small" aria-pressed={isTable} onPress={() => setTable(!isTable)}>
          {t`Table`}
        </Button>
      </div>
      <Drawing {...props} />
      {children}
      {isTable && <FiguresTable {...props} />}
    </section>
  )
}

const HEIGHT = 240
const TOP = 24
const BOTTOM = 24
const START = 36
/** Room for the names of the lines at the end. */
const END = 84
const PHONE_END = 12
const NARROW = 460
/** A weekend is a third of a day wide. */
const WEEKEND = 1 / 3
const LETTER = 6

const useDayFormat = (options: Intl.DateTimeFormatOptions): ((day: string) => string) => {
  const { i18n } = useLingui()
  const locale = formatLocale(i18n.locale)
  return day => dateFormat(locale, { ...options, timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`))
}

interface Column {
  readonly from: number
  readonly to: number
}

/** Places of the days in units of an opening day. Weekends between them are narrow. */
const columnsOf = (
  days: readonly BurnDay[],
): { readonly columns: readonly Column[]; readonly weekends: readonly Column[] } => {
  const columns: Column[] = []
  const weekends: Column[] = []
  let at = 0
  days.forEach((day, index) => {
    const last = days[index - 1]
    const isAfterWeekend = last && !last.isWeekend && Date.parse(day.day) - Date.parse(last.day) > 86_400_000
    if (isAfterWeekend || (day.isWeekend && !last?.isWeekend)) {
      weekends.push({ from: at, to: at + WEEKEND })
      at += WEEKEND
    }
    if (day.isWeekend) {
      columns.push({ from: at - WEEKEND, to: at })
      return
    }
    columns.push({ from: at, to: at + 1 })
    at += 1
  })
  return { columns, weekends }
}

const Drawing = ({ days, lines, ideal, idealStart, label }: BurnChartProps) => {
  const { t } = useLingui()
  const [box, width] = useWidth(560)
  const format = useNumberFormat({ maximumFractionDigits: 1 })
  const dayAndName = useDayFormat({ weekday: 'short', day: 'numeric' })
  const dayAlone = useDayFormat({ day: 'numeric' })
  const isNarrow = width < NARROW
  const end = isNarrow ? PHONE_END : END
  const known = days.flatMap(({ values }) => values.flatMap(value => value ?? []))
  const ticks = ticksOf(Math.max(1, idealStart, ...ideal, ...known))
  const most = ticks.at(-1) ?? 1
  const { columns, weekends } = columnsOf(days)
  const whole = columns.at(-1)?.to ?? 1
  const x = (at: number): number => round(START + (at / whole) * (width - START - end))
  const y = (value: number): number => round(HEIGHT - BOTTOM - (value / most) * (HEIGHT - TOP - BOTTOM))
  const placeOf = (index: number): number => {
    const { from, to } = columns[index] ?? { from: 0, to: 0 }
    return days[index]?.isToday ? (from + to) / 2 : to
  }
  const endOf = (index: number): number => columns[index]?.to ?? 0
  const path = (values: readonly (number | undefined)[], start: number | undefined, place = placeOf): string => {
    const points: string[] = start === undefined ? [] : [`${x(0)} ${y(start)}`]
    values.forEach((value, index) => {
      if (value === undefined) return
      const [column, before] = [columns[index], columns[index - 1]]
      // Nothing moves on a weekend.
      const last = values[index - 1]
      if (column && before && column.from > before.to && last !== undefined) points.push(`${x(column.from)} ${y(last)}`)
      points.push(`${x(place(index))} ${y(value)}`)
    })
    return points.length === 0 ? '' : `M${points.join('L')}`
  }
  const drawn = lines.map((line, number) => {
    const values = days.map(day => day.values[number])
    const at = values.findLastIndex(value => value !== undefined)
    const start = line.start ?? values.find(value => value !== undefined)
    return { ...line, values, at, last: values[at], start, d: path(values, start) }
  })
  const step = (x(1) - x(0)) / (dayAndName(days[0]?.day ?? '2026-01-01').length * LETTER + 8)
  const every = Math.max(1, Math.ceil(isNarrow ? (3.2 * LETTER) / Math.max(1, x(1) - x(0)) : 1 / step))
  const today = days.findIndex(({ isToday }) => isToday)
  const isOnlyNumber = step < 1
  return (
    <div ref={box} className="burn-drawing">
      <svg width={width} height={HEIGHT} viewBox={`0 0 ${width} ${HEIGHT}`} role="img" aria-label={label}>
        {weekends.map(({ from, to }) => (
          <rect key={from} className="burn-weekend" x={x(from)} y={TOP} width={x(to) - x(from)} height={y(0) - TOP} />
        ))}
        {ticks.map(tick => (
          <g key={tick}>
            <line
              className={tick === 0 ? 'burn-base' : 'burn-grid'}
              x1={START}
              x2={x(whole)}
              y1={y(tick)}
              y2={y(tick)}
            />
            <text x={START - 8} y={y(tick) + 4} textAnchor="end">
              {format(tick)}
            </text>
          </g>
        ))}
        {days.map(({ day, isWeekend }, index) => {
          const { from, to } = columns[index] ?? { from: 0, to: 0 }
          return (
            !isWeekend &&
            index % every === 0 && (
              <text key={day} x={x((from + to) / 2)} y={HEIGHT - 6} textAnchor="middle">
                {isOnlyNumber ? dayAlone(day) : dayAndName(day)}
              </text>
            )
          )
        })}
        {today >= 0 && (
          <>
            <line className="burn-today" x1={x(placeOf(today))} x2={x(placeOf(today))} y1={TOP - 6} y2={y(0)} />
            <text className="burn-today-name" x={x(placeOf(today))} y={TOP - 10} textAnchor="middle">
              {t`Today`}
            </text>
          </>
        )}
        <path className="burn-ideal" d={path(ideal, idealStart, endOf)} />
        {!isNarrow && (
          <text x={x(whole) + 8} y={y(ideal.at(-1) ?? 0) + 4}>
            {t`ideal: ${format(ideal.at(-1) ?? 0)}`}
          </text>
        )}
        {drawn.map(
          ({ kind, d, at }) =>
            kind === 'done' &&
            at >= 0 && <path key="area" className="burn-area" d={`${d}L${x(placeOf(at))} ${y(0)}L${x(0)} ${y(0)}Z`} />,
        )}
        {drawn.map(({ kind, d }) => (
          <path key={kind} className={`burn-line burn-line-${kind}`} d={d} />
        ))}
        {drawn.map(({ kind, at, last, name }) => {
          if (last === undefined) return null
          const words = name(format(last))
          const isFlipped = x(placeOf(at)) + 10 + words.length * LETTER > width
          return (
            <g key={kind}>
              <circle className={`burn-point burn-line-${kind}`} cx={x(placeOf(at))} cy={y(last)} r={3.5} />
              <text
                className="burn-name"
                x={x(placeOf(at)) + (isFlipped ? -9 : 9)}
                y={y(last) - 8 < TOP + 8 ? y(last) + 16 : y(last) - 8}
                textAnchor={isFlipped ? 'end' : 'start'}
              >
                {words}
              </text>
            </g>
          )
        })}
      </svg>
    </div>
  )
}

const round = (value: number): number => Math.round(value * 10) / 10

const FiguresTable = ({ title, days, lines, ideal }: BurnChartProps) => {
  const { t } = useLingui()
  const format = useNumberFormat({ maximumFractionDigits: 2 })
  const difference = useNumberFormat({ maximumFractionDigits: 2, signDisplay: 'exceptZero' })
  const written = useDayFormat({ weekday: 'short', day: 'numeric', month: 'short' })
  const [main] = lines
  const isAlone = lines.length === 1
  return (
    <div className="burn-table" tabIndex={0} role="region" aria-label={t`${title}, figures`}>
      <table>
        <caption className="visually-hidden">{title}</caption>
        <thead>
          <tr>
            <th scope="col">
              <Trans>Day</Trans>
            </th>
            <th scope="col">
              <Trans>Ideal</Trans>
            </th>
            {lines.map(({ kind, label }) => (
              <th key={kind} scope="col">
                {label}
              </th>
            ))}
            {isAlone && main && (
              <>
                <th scope="col">
                  <Trans>Above</Trans>
                </th>
                <th scope="col">
                  <Trans>Change</Trans>
                </th>
              </>
            )}
          </tr>
        </thead>
        <tbody>
          {days.map(({ day, isToday, values }, index) => {
            const [value, before] = [values[0], days[index - 1]?.values[0]]
            const isAhead = values.every(one => one === undefined)
            return (
              <tr key={day} aria-current={isToday ? 'date' : undefined} className={isAhead ? 'burn-ahead' : undefined}>
                <th scope="row">
                  {written(day)}
                  {isToday && (
                    <>
                      {' · '}
                      <Trans>now</Trans>
                    </>
                  )}
                </th>
                <td>{format(ideal[index] ?? 0)}</td>
                {lines.map(({ kind }, number) => {
                  const figure = values[number]
                  return <td key={kind}>{figure === undefined ? '–' : format(figure)}</td>
                })}
                {isAlone && (
                  <>
                    <td>{value === undefined ? '–' : difference(value - (ideal[index] ?? 0))}</td>
                    <td>{value === undefined || before === undefined ? '–' : difference(value - before)}</td>
                  </>
                )}
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
