import { Plural, useLingui } from '@lingui/react/macro'
import { IconWarning } from '../design/icons.tsx'
import type { Figures } from './figures.ts'
import './load-bar.css'

interface LoadProps {
  readonly figures: Figures
  readonly capacity: number | null
}

/** Done, planned, and over the capacity, as parts of a bar. `LoadWords` says the same. */
export const LoadBar = ({ figures: { points, done }, capacity }: LoadProps) => {
  const over = Math.max(0, capacity === null ? 0 : points - capacity)
  const whole = Math.max(points, capacity ?? 0)
  if (whole === 0) return null
  const share = (value: number): string => `${(100 * value) / whole}%`
  return (
    <span className="plan-bar" aria-hidden="true">
      <span className="plan-bar-done" style={{ inlineSize: share(Math.min(done, points)) }} />
      <span className="plan-bar-planned" style={{ inlineSize: share(Math.max(0, points - done - over)) }} />
      {over > 0 && <span className="plan-bar-over" style={{ inlineSize: share(over) }} />}
    </span>
  )
}

/** "36 of 32 points: 4 over capacity" */
export const LoadWords = ({ figures: { points }, capacity }: LoadProps) => {
  const { t } = useLingui()
  const over = capacity === null ? 0 : points - capacity
  return (
    <span className={over > 0 ? 'plan-over' : undefined}>
      {over > 0 && <IconWarning />}
      {capacity === null ? (
        <Plural value={points} one="# point" other="# points" />
      ) : over > 0 ? (
        t`${points} of ${capacity} points: ${over} over capacity`
      ) : (
        t`${points} of ${capacity} points`
      )}
    </span>
  )
}
