import { useLingui } from '@lingui/react/macro'
import type { CSSProperties } from 'react'
import type { Iteration } from './tasks.ts'
import { dateOf, dayOf, placeOf, type TimeAxis, type TimeScale } from './time-axis.ts'
import type { Figures } from './use-figures.ts'

/** Place of a part of the axis. */
export const placed = (axis: TimeAxis, start: number, end: number): CSSProperties => {
  const from = placeOf(axis, start)
  return { '--from': `${from}%`, '--wide': `${placeOf(axis, end) - from}%` } as CSSProperties
}

const LABEL_PX = { week: 52, month: 40, quarter: 62 } as const

interface UnitHeadsProps {
  readonly axis: TimeAxis
  readonly scale: TimeScale
  readonly width: number
  readonly figures: Figures
}

/** Weeks, months or quarters. Where there is little room, some have no name. */
export const UnitHeads = ({ axis, scale, width, figures }: UnitHeadsProps) => {
  const { t } = useLingui()
  const every = Math.max(1, Math.ceil((LABEL_PX[scale] * axis.units.length) / Math.max(width, 1)))
  const labelOf = (start: number): string => {
    if (scale === 'week') return figures.day(start)
    const month = dateOf(start).getUTCMonth()
    const year = dateOf(start).getUTCFullYear()
    if (scale === 'month') return figures.format(start, { month: 'short' })
    const quarter = month / 3 + 1
    return t`Q${quarter} ${year}`
  }
  return (
    <li className="road-heads" aria-hidden="true">
      <span className="road-names-label">{yearsOf(axis)}</span>
      <div className="road-scale">
        {axis.units.map(({ start, end }, index) =>
          index % every === 0 ? (
            <span key={start} style={placed(axis, start, end)}>
              {labelOf(start)}
            </span>
          ) : null,
        )}
      </div>
    </li>
  )
}

const yearsOf = ({ start, end }: TimeAxis): string => {
  const [first, last] = [dateOf(start).getUTCFullYear(), dateOf(end - 1).getUTCFullYear()]
  return first === last ? String(first) : `${first} – ${last}`
}

interface BandHeadsProps {
  readonly label: string
  readonly iterations: readonly Iteration[]
  readonly axis: TimeAxis
  readonly now: number
  readonly figures: Figures
}

/** Iterations of a level. */
export const BandHeads = ({ label, iterations, axis, now, figures }: BandHeadsProps) => (
  <li className="road-heads road-heads-bands">
    <span className="road-names-label">{label}</span>
    <ul className="road-scale road-scale-bands" aria-label={label}>
      {iterations
        .filter(({ start, end }) => dayOf(end) >= axis.start && dayOf(start) < axis.end)
        .map(({ id, title, start, end }) => {
          const period = { start: dayOf(start), end: dayOf(end) }
          return (
            <li
              key={id}
              className={period.start <= now && now <= period.end ? 'road-scale-now' : undefined}
              style={placed(axis, period.start, period.end + 1)}
              title={`${title}: ${figures.longPeriod(period)}`}
            >
              <span dir="auto">{title}</span>
              <span className="visually-hidden">, {figures.longPeriod(period)}</span>
            </li>
          )
        })}
    </ul>
  </li>
)
