import type { Dependency, Row } from './tasks.ts'
import { placeOf, type TimeAxis } from './time-axis.ts'

export interface RoadmapLinesProps {
  readonly rows: readonly Row[]
  readonly dependencies: readonly Dependency[]
  readonly axis: TimeAxis
  /** Of the time and of all rows, in pixels. */
  readonly width: number
  readonly height: number
}

/** Room of a line beside a bar. */
const GAP = 7
const ARROW = 5

/** Dependencies as elbows from the end of a bar to the start of another, behind the bars. */
export const RoadmapLines = ({ rows, dependencies, axis, width, height }: RoadmapLinesProps) => {
  if (width === 0 || rows.length === 0) return null
  const rowHeight = height / rows.length
  const x = (day: number): number => (placeOf(axis, day) / 100) * width
  const y = (index: number): number => (index + 0.5) * rowHeight
  // Red lines lie above the others.
  const drawn = dependencies.toSorted((one, other) => Number(one.isLate) - Number(other.isLate))
  return (
    <svg className="road-lines" width={width} height={height} aria-hidden="true">
      {drawn.map(({ from, to, isLate }) => {
        const [source, target] = [rows[from], rows[to]]
        if (!source || !target || source.end === null || target.start === null) return null
        return (
          <path
            key={`${from}-${to}`}
            className={isLate ? 'road-line-late' : undefined}
            d={elbow(x(source.end + 1), y(from), x(target.start) - ARROW, y(to), rowHeight)}
          />
        )
      })}
    </svg>
  )
}

export const elbow = (x1: number, y1: number, x2: number, y2: number, rowHeight: number): string => {
  if (x2 >= x1 + GAP) return `M${x1} ${y1}H${x1 + GAP}V${y2}H${x2}`
  const between = y2 > y1 ? y2 - rowHeight / 2 : y2 + rowHeight / 2
  return `M${x1} ${y1}H${x1 + GAP}V${between}H${x2 - GAP}V${y2}H${x2}`
}
