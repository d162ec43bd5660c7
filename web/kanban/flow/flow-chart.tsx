import { useLingui } from '@lingui/react/macro'
import { useId } from 'react'
import '../../charts/charts.css'
import { ticksOf } from '../../charts/chart-shapes.ts'
import { fitting, patternOf, Patterns, useWidth } from '../../charts/parts.tsx'
import { useNumberFormat } from '../../design/format.tsx'
import '../../design/values/value-colour.css'
import type { ValueColour } from '../../design/values/value-colour.ts'
import { areasOf, sumsOf } from './flow-shapes.ts'

/** A column with its number of artifacts at each day. */
export interface FlowBand {
  readonly key: string
  readonly label: string
  readonly colour: ValueColour
  readonly figures: readonly number[]
}

interface FlowChartProps {
  /** The lowest one first. */
  readonly bands: readonly FlowBand[]
  /** As words, one for each point. */
  readonly days: readonly string[]
  readonly label: string
}

const USUAL_WIDTH = 900
const HEIGHT = 320
/** Room for half of the highest figure of the axis. */
const TOP = 8
const AXIS = 44
const NAMES = 150
const LINE = 16
const NARROW = 560

/** Areas on top of each other, with the name of each at its last point. */
export const FlowChart = ({ bands, days, label }: FlowChartProps) => {
  const { t } = useLingui()
  const [box, width] = useWidth(USUAL_WIDTH)
  const id = useId()
  const format = useNumberFormat()
  const stacks = bands.map(({ figures }) => figures)
  const ticks = ticksOf(Math.max(0, ...sumsOf(stacks)))
  const most = ticks.at(-1) ?? 0
  const names = width < NARROW ? 0 : NAMES
  const room = Math.max(80, width - AXIS - names)
  const areas = areasOf(stacks, { width: room, height: HEIGHT, most })
  const step = days.length < 2 ? room : room / (days.length - 1)
  const each = Math.max(1, Math.ceil(72 / step))
  return (
    <div ref={box} className="chart-drawing">
      <svg width={width} height={HEIGHT + TOP + 24} role="img" aria-label={label} className="chart-svg flow-svg">
        <Patterns id={id} />
        {ticks.map(tick => {
          const y = TOP + HEIGHT - (most === 0 ? 0 : (tick / most) * HEIGHT)
          return (
            <g key={tick}>
              <line x1={AXIS} x2={AXIS + room} y1={y} y2={y} className="chart-line" />
              <text x={AXIS - 8} y={y + 4} textAnchor="end" className="chart-text chart-faint">
                {format(tick)}
              </text>
            </g>
          )
        })}
        <g transform={`translate(${AXIS}, ${TOP})`}>
          {areas.map(({ path, top, height }, index) => {
            const band = bands[index]
            return (
              band && (
                <g key={band.key} data-colour={band.colour}>
                  <path d={path} className="chart-fill" />
                  <path d={path} fill={patternOf(id, index)} className="chart-edge" />
                  {names > 0 && height >= LINE - 2 && (
                    <text x={room + 8} y={top + height / 2 + 4} className="chart-text">
                      {fitting(t`${band.label} ${format(band.figures.at(-1) ?? 0)}`, names - 8)}
                    </text>
                  )}
                </g>
              )
            )
          })}
          {days.map((day, index) => (
            <g key={day}>
              {index % each === 0 && (index === 0 || (days.length - 1 - index) * step > 36) && (
                <text
                  x={index * step}
                  y={HEIGHT + 18}
                  textAnchor={index === 0 ? 'start' : 'middle'}
                  className="chart-text chart-faint"
                >
                  {day}
                </text>
              )}
              <rect
                x={Math.max(0, index * step - step / 2)}
                y={0}
                width={Math.max(1, step)}
                height={HEIGHT}
                className="flow-point"
              >
                <title>
                  {[day, ...bands.toReversed().map(band => `${band.label}: ${format(band.figures[index] ?? 0)}`)].join(
                    '\n',
                  )}
                </title>
              </rect>
            </g>
          ))}
        </g>
      </svg>
      <ul className="chart-legend">
        {bands.toReversed().map((band, index) => (
          <li key={band.key} data-colour={band.colour}>
            <svg className="chart-swatch" viewBox="0 0 12 12" aria-hidden="true">
              <rect width="12" height="12" rx="2" className="chart-fill" />
              <rect width="12" height="12" rx="2" fill={patternOf(id, bands.length - 1 - index)} />
            </svg>
            <span dir="auto">{band.label}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
