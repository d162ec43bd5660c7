import { useId } from 'react'
import { useNumberFormat } from '../design/format.tsx'
import type { Part } from '../trackers/grouping/group-parts.ts'
import type { Bar, Figures } from './chart-figures.ts'
import { ticksOf } from './chart-shapes.ts'
import { ChartPart, fitting, patternOf, Patterns, useWidth } from './parts.tsx'
import type { ChartProps } from './pie.tsx'

const USUAL_WIDTH = 420
const ROW = 26
const THICKNESS = 16
const HEIGHT = 180
const AXIS = 40

/** Bars of lists lie, so that there is room for names; bars of dates stand, from the past to the future. */
export const Bars = (props: ChartProps & { readonly isDated: boolean }) => {
  const [box, width] = useWidth(USUAL_WIDTH)
  const id = useId()
  const { stacks } = props.figures
  return (
    <div ref={box} className="chart-drawing">
      {props.isDated ? <Standing {...props} id={id} width={width} /> : <Lying {...props} id={id} width={width} />}
      {stacks.length > 0 && <Legend stacks={stacks} id={id} />}
    </div>
  )
}

interface Segment {
  readonly part: Part
  readonly label: string
  readonly value: number
  /** Sum of the segments before it. */
  readonly from: number
  readonly index: number
}

/** A bar as one segment, or as those of its stack; all of a bar narrow the query by its first field. */
const segmentsOf = (bar: Bar, { stacks }: Figures, format: (value: number) => string): readonly Segment[] => {
  if (stacks.length === 0)
    return [{ part: bar, label: `${bar.label}: ${format(bar.value)}`, value: bar.value, from: 0, index: 0 }]
  let from = 0
  return stacks.flatMap((stack, index) => {
    const value = Math.max(0, bar.stacked[index] ?? 0)
    if (value === 0) return []
    const tql = bar.tql !== undefined && stack.tql !== undefined ? `${bar.tql} AND ${stack.tql}` : undefined
    const segment = {
      part: { ...stack, tql },
      label: `${bar.label}, ${stack.label}: ${format(value)}`,
      value,
      from,
      index,
    }
    from += value
    return [segment]
  })
}

const greatestOf = ({ bars, stacks }: Figures): number =>
  Math.max(
    0,
    ...bars.map(bar =>
      stacks.length > 0 ? bar.stacked.reduce((sum, value) => sum + Math.max(0, value), 0) : bar.value,
    ),
  )

type SizedProps = ChartProps & {
  /** Of the patterns. */
  readonly id: string
  readonly width: number
}

const Lying = ({ figures, label, onNarrow, id, width }: SizedProps) => {
  const format = useNumberFormat({ maximumFractionDigits: 2 })
  const names = Math.min(160, Math.round(width * 0.35))
  const room = Math.max(40, width - names - 56)
  const greatest = greatestOf(figures)
  const lengthOf = (value: number): number => (greatest === 0 ? 0 : (Math.max(0, value) / greatest) * room)
  return (
    <svg width={width} height={figures.bars.length * ROW} role="group" aria-label={label} className="chart-svg">
      <Patterns id={id} />
      {figures.bars.map((bar, row) => {
        const y = row * ROW + (ROW - THICKNESS) / 2
        const segments = segmentsOf(bar, figures, format)
        const end = segments.reduce((sum, { value }) => sum + lengthOf(value), 0)
        return (
          <g key={bar.key}>
            <text x={names - 8} y={y + 12} textAnchor="end" className="chart-text">
              {fitting(bar.label, names - 8)}
            </text>
            {segments.map(({ part, label: words, value, from, index }) => (
              <ChartPart key={part.key} label={words} colour={part.colour} tql={part.tql} onNarrow={onNarrow}>
                <rect
                  x={names + lengthOf(from)}
                  y={y}
                  width={Math.max(1, lengthOf(value))}
                  height={THICKNESS}
                  className="chart-fill"
                />
                <rect
                  x={names + lengthOf(from)}
                  y={y}
                  width={Math.max(1, lengthOf(value))}
                  height={THICKNESS}
                  fill={patternOf(id, index)}
                  className="chart-edge"
                />
              </ChartPart>
            ))}
            <text x={names + end + 6} y={y + 12} className="chart-text chart-faint">
              {format(figures.stacks.length > 0 ? segments.reduce((sum, { value }) => sum + value, 0) : bar.value)}
            </text>
          </g>
        )
      })}
    </svg>
  )
}

const Standing = ({ figures, label, onNarrow, id, width }: SizedProps) => {
  const format = useNumberFormat({ maximumFractionDigits: 2 })
  const ticks = ticksOf(greatestOf(figures))
  const top = ticks.at(-1) ?? 0
  const heightOf = (value: number): number => (top === 0 ? 0 : (Math.max(0, value) / top) * (HEIGHT - 12))
  const room = Math.max(40, width - AXIS)
  const step = room / figures.bars.length
  const thick = Math.max(2, Math.min(40, step * 0.7))
  // As many names as have room.
  const each = Math.ceil(56 / step)
  return (
    <svg width={width} height={HEIGHT + 24} role="group" aria-label={label} className="chart-svg">
      <Patterns id={id} />
      {ticks.map(tick => (
        <g key={tick} aria-hidden="true">
          <line x1={AXIS} x2={width} y1={HEIGHT - heightOf(tick)} y2={HEIGHT - heightOf(tick)} className="chart-line" />
          <text x={AXIS - 6} y={HEIGHT - heightOf(tick) + 4} textAnchor="end" className="chart-text chart-faint">
            {format(tick)}
          </text>
        </g>
      ))}
      {figures.bars.map((bar, place) => {
        const x = AXIS + place * step + (step - thick) / 2
        return (
          <g key={bar.key}>
            {segmentsOf(bar, figures, format).map(({ part, label: words, value, from, index }) => {
              const size = { x, width: thick, y: HEIGHT - heightOf(from + value), height: Math.max(1, heightOf(value)) }
              return (
                <ChartPart key={part.key} label={words} colour={part.colour} tql={part.tql} onNarrow={onNarrow}>
                  <rect {...size} className="chart-fill" />
                  <rect {...size} fill={patternOf(id, index)} className="chart-edge" />
                </ChartPart>
              )
            })}
            {place % each === 0 && (
              <text x={x + thick / 2} y={HEIGHT + 16} textAnchor="middle" className="chart-text" aria-hidden="true">
                {fitting(bar.short, step * each)}
              </text>
            )}
          </g>
        )
      })}
    </svg>
  )
}

/** The names of the parts of stacked bars. */
const Legend = ({ stacks, id }: { readonly stacks: readonly Part[]; readonly id: string }) => (
  <ul className="chart-legend">
    {stacks.map(({ key, label, colour }, index) => (
      <li key={key} data-colour={colour}>
        <svg className="chart-swatch" viewBox="0 0 12 12" aria-hidden="true">
          <rect width="12" height="12" rx="2" className="chart-fill" />
          <rect width="12" height="12" rx="2" fill={patternOf(id, index)} />
        </svg>
        <span dir="auto">{label}</span>
      </li>
    ))}
  </ul>
)
