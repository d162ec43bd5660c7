import type { ReactNode } from 'react'
import { FormattedNumber } from '../format.tsx'
import './part.css'

export interface PartProps {
  readonly title: string
  readonly count?: number | undefined
  /** Beside the title: a remark in a few words. */
  readonly note?: ReactNode
  readonly tools?: ReactNode
  /** danger: what stands below is late. */
  readonly tone?: 'normal' | 'danger'
  readonly children: ReactNode
}

/** A part of a page: a heading over a hairline. */
export const Part = ({ title, count, note, tools, tone = 'normal', children }: PartProps) => (
  <section className="part" aria-label={title}>
    <div className="part-head">
      <h2 className={`part-title-${tone}`} dir="auto">
        {title}
      </h2>
      {count !== undefined && (
        <span className="part-count">
          <FormattedNumber value={count} />
        </span>
      )}
      {note !== undefined && <span className="part-count">{note}</span>}
      {tools !== undefined && <span className="part-tools">{tools}</span>}
    </div>
    {children}
  </section>
)
