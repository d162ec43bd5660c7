import { Fragment, useId } from 'react'
import { useNumberFormat } from '../design/format.tsx'
import { slicesOf } from './chart-shapes.ts'
import type { Figures } from './chart-figures.ts'
import { ChartPart, fitting, patternOf, Patterns, useWidth } from './parts.tsx'

export interface ChartProps {
  readonly figures: Figures
  readonly label: string
  readonly onNarrow: (tql: string) => void
}

const OUTER = 88
const INNER = 52
const LINE = 20
const USUAL_WIDTH = 420
const LEGEND_AT = OUTER * 2 + 24
/** A narrower chart has its legend below the ring. */
const NARROW = 360

/** A ring with a slice for each part; names and figures stand beside it. */
export const Pie = ({ figures: { bars }, label, onNarrow }: ChartProps) => {
  const id = useId()
  const [box, width] = useWidth(USUAL_WIDTH)
  const format = useNumberFormat({ maximumFractionDigits: 2 })
  const percent = useNumberFormat({ style: 'percent', maximumFractionDigits: 0 })
  const total = bars.reduce((sum, { value }) => sum + Math.max(0, value), 0)
  const slices = slicesOf(
    bars.map(({ value }) => value),
    OUTER,
    INNER,
  )
  const isNarrow = width < NARROW
  const legendTop = isNarrow ? OUTER * 2 + 20 : Math.max(10, OUTER - (bars.length * LINE) / 2)
  const height = isNarrow ? legendTop + bars.length * LINE + 4 : Math.max(OUTER * 2, bars.length * LINE + 10)
  const legendAt = isNarrow ? 0 : LEGEND_AT
  return (
    <div ref={box} className="chart-drawing">
      <svg width={width} height={height} role="group" aria-label={label} className="chart-svg">
        <Patterns id={id} />
        {bars.map((bar, index) => {
          const slice = slices[index]
          const share = total === 0 ? '' : percent(Math.max(0, bar.value) / total)
          const y = legendTop + index * LINE + LINE / 2
          return (
            <Fragment key={bar.key}>
              <ChartPart
                label={`${bar.label}: ${format(bar.value)} (${share})`}
                colour={bar.colour}
                tql={bar.tql}
                onNarrow={onNarrow}
              >
                {slice && (
                  <g transform={`translate(${isNarrow ? width / 2 : OUTER} ${isNarrow ? OUTER : height / 2})`}>
                    <path d={slice.path} className="chart-fill" />
                    <path d={slice.path} fill={patternOf(id, index)} className="chart-edge" />
                  </g>
                )}
                <rect
                  x={legendAt}
                  y={y - LINE / 2}
                  width={Math.max(0, width - legendAt)}
                  height={LINE}
                  fill="transparent"
                />
                <rect x={legendAt} y={y - 5} width={10} height={10} rx={2} className="chart-fill" />
                <rect x={legendAt} y={y - 5} width={10} height={10} rx={2} fill={patternOf(id, index)} />
              </ChartPart>
              <g aria-hidden="true" className="chart-words">
                <text x={legendAt + 18} y={y + 4} className="chart-text">
                  {fitting(bar.label, width - legendAt - 18 - 90)}
                </text>
                <text x={width - 44} y={y + 4} textAnchor="end" className="chart-text">
                  {format(bar.value)}
                </text>
                <text x={width} y={y + 4} textAnchor="end" className="chart-text chart-faint">
                  {share}
                </text>
              </g>
            </Fragment>
          )
        })}
      </svg>
    </div>
  )
}
