import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Badge } from '../design/feedback/badge.tsx'
import { FormattedNumber } from '../design/format.tsx'
import { IconChevronLeft, IconChevronRight } from '../design/icons.tsx'
import { TabLink, TabList } from '../design/layout/tabs.tsx'
import { RichText } from '../design/values/rich-text.tsx'
import { figuresOf, type Figures } from '../planning/figures.ts'
import { LoadBar } from '../planning/load-bar.tsx'
import { Period } from '../planning/milestone-part.tsx'
import { itemsQuery, milestonesQuery, planningKey, type Milestone } from '../planning/planning-queries.ts'
import { useLiveRefresh } from '../trackers/use-live-refresh.ts'
import { useStable } from '../trackers/use-stable.ts'
import { MilestoneCharts } from './milestone-charts.tsx'
import { MilestoneContent } from './milestone-content.tsx'
import { neighboursQuery, type WholeMilestone } from './milestone-queries.ts'
import './milestone.css'

export interface MilestoneViewProps {
  readonly milestone: WholeMilestone
  readonly projectName: string
}

export const MilestoneView = ({ milestone, projectName }: MilestoneViewProps) => {
  const { t } = useLingui()
  const queries = useQueryClient()
  const { id, project } = milestone
  const content = useQuery(itemsQuery({ projectId: project.id, milestoneId: id }, id))
  useLiveRefresh(
    project.id,
    undefined,
    useStable(() => queries.invalidateQueries({ queryKey: planningKey(project.id) })),
  )
  const title = milestone.label === '' ? `#${id}` : milestone.label
  return (
    <div className="milestone">
      <div className="milestone-head">
        <h1 dir="auto">{title}</h1>
        {milestone.status_value !== '' && (
          <Badge kind={milestone.semantic_status === 'open' ? 'success' : 'neutral'}>
            <bdi>{milestone.status_value}</bdi>
          </Badge>
        )}
        <span className="milestone-dates">
          <Period milestone={milestone} />
        </span>
        <Neighbours milestone={milestone} projectName={projectName} />
      </div>
      <div className="milestone-tabs">
        <MilestoneTabs milestone={milestone} projectName={projectName} label={t`Pages of ${title}`} />
      </div>
      <div className="milestone-body">
        {milestone.post_processed_description !== '' && (
          <div className="milestone-goal">
            <h2 className="milestone-small">
              <Trans>Goal</Trans>
            </h2>
            <RichText html={milestone.post_processed_description} />
          </div>
        )}
        <MilestoneFigures milestone={milestone} figures={content.data && figuresOf(content.data.items)} />
        <MilestoneCharts milestone={milestone} />
        <InnerMilestones milestone={milestone} projectName={projectName} />
        <MilestoneContent milestone={milestone} content={content} projectName={projectName} />
      </div>
    </div>
  )
}

/** The milestones before and after this one. */
const Neighbours = ({ milestone, projectName }: MilestoneViewProps) => {
  const { t } = useLingui()
  const { before, after } = useQuery(neighboursQuery(milestone.project.id, milestone.id)).data ?? {}
  return (
    <nav className="milestone-neighbours" aria-label={t`Milestones before and after`}>
      {before && (
        <MilestoneLink milestone={before} projectName={projectName}>
          <IconChevronLeft />
          <span className="visually-hidden">{t`Before:`} </span>
          <bdi className="cut">{before.label}</bdi>
        </MilestoneLink>
      )}
      {after && (
        <MilestoneLink milestone={after} projectName={projectName}>
          <span className="visually-hidden">{t`After:`} </span>
          <bdi className="cut">{after.label}</bdi>
          <IconChevronRight />
        </MilestoneLink>
      )}
    </nav>
  )
}

interface MilestoneLinkProps {
  readonly milestone: Pick<Milestone, 'id'>
  readonly projectName: string
  readonly children: ReactNode
}

const MilestoneLink = ({ milestone, projectName, children }: MilestoneLinkProps) => (
  <Link
    className="button button-quiet button-small"
    to="/projects/$project/milestones/$milestone"
    params={{ project: projectName, milestone: String(milestone.id) }}
  >
    {children}
  </Link>
)

const MilestoneTabs = ({ milestone, projectName, label }: MilestoneViewProps & { readonly label: string }) => {
  const { id } = milestone
  const planned = milestone.sub_milestone_type ? id : milestone.parent?.id
  return (
    <TabList label={label}>
      <TabLink
        link={{
          to: '/projects/$project/milestones/$milestone',
          params: { project: projectName, milestone: String(id) },
        }}
        isCurrent
      >
        <Trans>Overview</Trans>
      </TabLink>
      <TabLink
        link={{
          to: '/projects/$project/planning',
          params: { project: projectName },
          search: planned === undefined ? {} : { milestone: planned },
        }}
        isCurrent={false}
      >
        <Trans>Planning</Trans>
      </TabLink>
      <TabLink link={{ to: '/artifacts/$id', params: { id: String(id) } }} isCurrent={false}>
        <Trans>Artifact</Trans>
      </TabLink>
    </TabList>
  )
}

interface MilestoneFiguresProps {
  readonly milestone: WholeMilestone
  /** Undefined until the content is read. */
  readonly figures: Figures | undefined
}

/** Days, effort, capacity and progress. A figure that nobody knows is left out. */
const MilestoneFigures = ({ milestone, figures }: MilestoneFiguresProps) => {
  const { capacity, remaining_effort: remaining, status_count: counts } = milestone
  const { number_days_until_end: left, number_days_since_start: since, end_date: end } = milestone
  const over = figures && capacity !== null ? figures.points - capacity : 0
  const total = counts ? counts.open + counts.closed : 0
  return (
    <div className="milestone-progress">
      <dl className="milestone-figures">
        {end !== null && left !== null && since !== null && (
          <Figure value={<FormattedNumber value={left} />}>
            {since === 0 && left > 0 ? (
              <Trans>working days until the end</Trans>
            ) : left === 0 ? (
              <Trans>working days left: it has ended</Trans>
            ) : (
              <Plural value={left} one="working day left" other="working days left" />
            )}
          </Figure>
        )}
        {remaining !== null && (
          <Figure value={<FormattedNumber value={remaining} />}>
            <Trans>effort remaining</Trans>
          </Figure>
        )}
        {figures && figures.points > 0 && (
          <Figure value={<FormattedNumber value={figures.done} />} of={figures.points}>
            <Trans>points done</Trans>
          </Figure>
        )}
        {capacity !== null && (
          <Figure value={<FormattedNumber value={capacity} />}>
            {!figures ? (
              <Trans>capacity</Trans>
            ) : over > 0 ? (
              <span className="plan-over">
                <Plural value={over} one="capacity: # point over" other="capacity: # points over" />
              </span>
            ) : (
              <Plural value={-over} one="capacity, # point free" other="capacity, # points free" />
            )}
          </Figure>
        )}
        {total > 0 && counts && (
          <Figure value={<FormattedNumber value={counts.closed} />} of={total}>
            <Trans>closed, children counted</Trans>
          </Figure>
        )}
      </dl>
      {figures && <LoadBar figures={figures} capacity={capacity} />}
    </div>
  )
}

interface FigureProps {
  readonly value: ReactNode
  readonly of?: number
  readonly children: ReactNode
}

const Figure = ({ value, of, children }: FigureProps) => (
  <div>
    <dt>{children}</dt>
    <dd>
      {value}
      {of !== undefined && (
        <small>
          {' '}
          <Trans>
            of <FormattedNumber value={of} />
          </Trans>
        </small>
      )}
    </dd>
  </div>
)

/** Milestones inside this one. */
const InnerMilestones = ({ milestone, projectName }: MilestoneViewProps) => {
  const { sub_milestone_type: type } = milestone
  const place = { projectId: milestone.project.id, milestoneId: milestone.id }
  const inner = useQuery({ ...milestonesQuery(place, true), enabled: type !== null }).data
  if (!type || !inner || inner.items.length === 0) return null
  return (
    <section aria-label={type.label}>
      <h2 className="milestone-section">
        <bdi>{type.label}</bdi> <span className="milestone-count">{inner.total}</span>
      </h2>
      <ul className="milestone-rows">
        {inner.items.map(one => (
          <li key={one.id} className="milestone-inner">
            <Link
              to="/projects/$project/milestones/$milestone"
              params={{ project: projectName, milestone: String(one.id) }}
              dir="auto"
              className="milestone-title"
            >
              {one.label === '' ? `#${one.id}` : one.label}
            </Link>
            <Badge kind={one.semantic_status === 'open' ? 'success' : 'neutral'}>
              <bdi>{one.status_value}</bdi>
            </Badge>
            <span className="milestone-number">
              {one.status_count && (
                <Trans>
                  {one.status_count.open} open, {one.status_count.closed} closed
                </Trans>
              )}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
