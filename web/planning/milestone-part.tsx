import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { DateTime, FormattedNumber } from '../design/format.tsx'
import { IconChevronDown, IconChevronRight } from '../design/icons.tsx'
import { Badge } from '../design/feedback/badge.tsx'
import { figuresOf } from './figures.ts'
import { LoadBar, LoadWords } from './load-bar.tsx'
import type { Item, Milestone } from './planning-queries.ts'

export interface MilestonePartProps {
  readonly milestone: Milestone
  readonly items: readonly Item[] | undefined
  /** Name of the project in the address. */
  readonly projectName: string
  readonly children: ReactNode
}

/** A milestone with what it plans: dates, the sum against the capacity, and its artifacts. */
export const MilestonePart = ({ milestone, items, projectName, children }: MilestonePartProps) => {
  const { t } = useLingui()
  const [isFolded, setFolded] = useState(false)
  return (
    <section className="plan-milestone" aria-label={milestone.label}>
      <div className="plan-milestone-head">
        <div className="plan-milestone-line">
          <button
            type="button"
            className="plan-fold"
            aria-expanded={!isFolded}
            aria-label={t`Artifacts of ${milestone.label}`}
            onClick={() => setFolded(!isFolded)}
          >
            {isFolded ? <IconChevronRight /> : <IconChevronDown />}
          </button>
          <h3 className="plan-milestone-name">
            <Link
              to="/projects/$project/milestones/$milestone"
              params={{ project: projectName, milestone: String(milestone.id) }}
              dir="auto"
            >
              {milestone.label === '' ? `#${milestone.id}` : milestone.label}
            </Link>
          </h3>
          {milestone.status_value !== '' && (
            <Badge kind={milestone.semantic_status === 'open' ? 'success' : 'neutral'}>
              <bdi>{milestone.status_value}</bdi>
            </Badge>
          )}
          <Period milestone={milestone} />
          {milestone.sub_milestone_type && (
            <Link
              className="plan-milestone-inside"
              to="/projects/$project/planning"
              params={{ project: projectName }}
              search={{ milestone: milestone.id }}
            >
              <Trans>Plan its inside</Trans>
            </Link>
          )}
        </div>
        {items && (items.length > 0 || milestone.capacity !== null) && <Load milestone={milestone} items={items} />}
      </div>
      {!isFolded && children}
    </section>
  )
}

/** First and last day, and the days that are left. */
export const Period = ({ milestone }: { readonly milestone: Milestone }) => {
  const { start_date: start, end_date: end, number_days_until_end: left, number_days_since_start: since } = milestone
  if (start === null && end === null) return null
  return (
    <span className="plan-dates">
      {start !== null && <DateTime value={start} as="day" />}
      {' – '}
      {end !== null && <DateTime value={end} as="day" />}
      {end !== null && left !== null && left > 0 && since !== null && since > 0 && (
        <>
          {' · '}
          <Plural value={left} one="# day left" other="# days left" />
        </>
      )}
    </span>
  )
}

const Load = ({ milestone, items }: { readonly milestone: Milestone; readonly items: readonly Item[] }) => {
  const figures = figuresOf(items)
  const { capacity, status_count: counts } = milestone
  return (
    <div className="plan-load">
      <LoadBar figures={figures} capacity={capacity} />
      <LoadWords figures={figures} capacity={capacity} />
      {figures.done > 0 && (
        <span>
          <FormattedNumber value={figures.done} /> <Trans>done</Trans>
        </span>
      )}
      {counts && counts.open + counts.closed > 0 && (
        <span>
          <Trans>
            {counts.open} open, {counts.closed} closed
          </Trans>
        </span>
      )}
    </div>
  )
}
