import type { ValueColour } from '../design/values/value-colour.ts'
import './week-bars.css'

const BAR = 7
const GAP = 2
const HEIGHT = 20

export interface WeekBarsProps {
  /** Numbers by week, the oldest first. */
  readonly weeks: readonly number[]
  /** Highest number of the list that the bars stand in, so that rows can be compared. */
  readonly most: number
  /** Colour of the present week. */
  readonly colour: ValueColour
}

/** Numbers by week as a row of bars: decoration beside the numbers of the row. */
export const WeekBars = ({ weeks, most, colour }: WeekBarsProps) => (
  <svg
    className="week-bars"
    width={weeks.length * (BAR + GAP) - GAP}
    height={HEIGHT}
    data-colour={colour}
    aria-hidden="true"
    focusable="false"
  >
    {weeks.map((size, week) => {
      // An empty week leaves a mark, and the smallest number is told from none.
      const height = size === 0 ? 1 : Math.max(3, Math.round((size / Math.max(most, 1)) * HEIGHT))
      return <rect key={week} x={week * (BAR + GAP)} y={HEIGHT - height} width={BAR} height={height} rx={1} />
    })}
  </svg>
)
