import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { CSSProperties } from 'react'
import { IconChevronDown, IconChevronRight, IconWarning } from '../design/icons.tsx'
import { TrackerSquare } from '../design/values/value.tsx'
import { valueColour } from '../design/values/value-colour.ts'
import { hasSubtasks, type Row } from './tasks.ts'
import { placeOf, type TimeAxis } from './time-axis.ts'
import type { Figures } from './use-figures.ts'

export interface RoadmapRowProps {
  readonly row: Row
  readonly axis: TimeAxis
  readonly figures: Figures
  /** Width of the time in pixels. */
  readonly width: number
  readonly isPhone: boolean
  readonly isFirst: boolean
  readonly isUnfolded: boolean
  readonly onFold: () => void
}

/** A task: its name, and its bar. */
export const RoadmapRow = ({ row, axis, figures, width, isPhone, isFirst, isUnfolded, onFold }: RoadmapRowProps) => {
  const { t } = useLingui()
  const { task, isChild, conflict, waitsFor } = row
  const { title } = task
  const progress = task.progress === null ? '' : figures.percent(task.progress)
  const told = [
    figures.longPeriod(row),
    progress,
    task.is_open ? '' : t`closed`,
    conflict ? figures.conflict(conflict) : '',
    waitsFor.length > 0 ? figures.waits(waitsFor) : '',
    task.progress_error_message === '' ? '' : t`the progress is unknown`,
  ]
  return (
    <li className={`road-row${isChild ? ' road-row-child' : ''}${task.is_open ? '' : ' road-row-closed'}`}>
      <div className="road-name">
        <span className="road-fold">
          {!isChild && hasSubtasks(task) && (
            <button
              type="button"
              tabIndex={isPhone ? 0 : -1}
              aria-expanded={isUnfolded}
              aria-label={t`Parts of ${title}`}
              onClick={onFold}
            >
              {isUnfolded ? <IconChevronDown /> : <IconChevronRight />}
            </button>
          )}
        </span>
        <TrackerSquare colour={valueColour(task.color_name)} />
        <Link
          to="/artifacts/$id"
          params={{ id: String(task.id) }}
          className="road-title"
          tabIndex={isFirst || isPhone ? 0 : -1}
          dir="auto"
          title={title}
        >
          {title}
        </Link>
        <span className="road-number">#{task.id}</span>
        {isPhone ? (
          <span className="road-told">
            {figures.period(row)}
            {conflict && (
              <>
                {' · '}
                <em className="road-late">{figures.conflict(conflict)}</em>
              </>
            )}
            {!conflict && waitsFor.length > 0 && ` · ${figures.waits(waitsFor)}`}
            <span className="visually-hidden">, {told.slice(1, 3).filter(Boolean).join(', ')}</span>
          </span>
        ) : (
          <span className="visually-hidden">{told.filter(Boolean).join(', ')}</span>
        )}
      </div>
      <div className="road-track" aria-hidden="true">
        <Bar row={row} axis={axis} figures={figures} width={width} isPhone={isPhone} />
      </div>
    </li>
  )
}

/** Average width of a letter beside bars. */
const LETTER_PX = 6.5
const PADDING_PX = 18
const SMALLEST_PX = 6

const Bar = ({
  row,
  axis,
  figures,
  width,
  isPhone,
}: Pick<RoadmapRowProps, 'row' | 'axis' | 'figures' | 'width' | 'isPhone'>) => {
  const { task, start, end, conflict, waitsFor } = row
  const from = start === null ? placeOf(axis, (end ?? axis.start) - 14) : placeOf(axis, start)
  const to = end === null ? 100 : placeOf(axis, end + 1)
  const wide = Math.max(to - from, (SMALLEST_PX * 100) / Math.max(width, 1))
  const words = task.progress ? figures.percent(task.progress) : isPhone ? '' : figures.period(row)
  const warning = conflict && !isPhone ? figures.shortConflict(conflict) : ''
  const needed = (words.length + warning.length) * LETTER_PX + PADDING_PX + (warning === '' ? 0 : 22)
  const px = (share: number): number => (share / 100) * width
  const isShort = px(wide) < needed
  const isAtEnd = isShort && px(100 - from - wide) < needed && px(from) > needed
  const classes = [
    'road-bar',
    isShort && 'road-bar-short',
    isAtEnd && 'road-bar-words-before',
    start === null && 'road-bar-no-start',
    end === null && 'road-bar-no-end',
    (conflict ?? waitsFor.length > 0) && 'road-bar-waits',
    conflict && 'road-bar-late',
  ]
  return (
    <Link
      to="/artifacts/$id"
      params={{ id: String(task.id) }}
      tabIndex={-1}
      className={classes.filter(Boolean).join(' ')}
      data-colour={valueColour(task.color_name)}
      style={
        { '--from': `${from}%`, '--wide': `${wide}%`, '--done': `${(task.progress ?? 0) * 100}%` } as CSSProperties
      }
    >
      {(words !== '' || warning !== '') && (
        <span>
          {words}
          {warning !== '' && (
            <em className="road-late">
              <IconWarning /> {warning}
            </em>
          )}
        </span>
      )}
    </Link>
  )
}

/** Tasks that have no place in time. */
export const UndatedTasks = ({ tasks }: { readonly tasks: readonly Row['task'][] }) => {
  const { t } = useLingui()
  if (tasks.length === 0) return null
  return (
    <section className="road-undated" aria-label={t`Without dates`}>
      <h2>
        <Trans>Without dates</Trans> <span>{tasks.length}</span>
      </h2>
      <ul>
        {tasks.map(task => (
          <li key={task.id}>
            <TrackerSquare colour={valueColour(task.color_name)} />
            <Link to="/artifacts/$id" params={{ id: String(task.id) }} className="road-title" dir="auto">
              {task.title === '' ? `#${task.id}` : task.title}
            </Link>
            <span className="road-number">#{task.id}</span>
            <span className="road-told">
              {task.start !== null && task.end !== null
                ? t`its end is before its start`
                : task.are_dates_implied
                  ? t`nothing gives it dates`
                  : t`no dates are set`}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
