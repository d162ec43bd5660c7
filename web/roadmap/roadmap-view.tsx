import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQueries, useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState, type CSSProperties, type KeyboardEvent, type RefObject } from 'react'
import { ApiError } from '../api/api-error.ts'
import { api, done, type ListPage } from '../api/api.ts'
import { lazyPart } from '../app/lazy-part.ts'
import { useCommands } from '../commands/registry.ts'
import { Button } from '../design/controls/button.tsx'
import { Segments } from '../design/controls/segments.tsx'
import { ConfirmDialog } from '../design/feedback/dialog.tsx'
import { PageState } from '../design/feedback/empty-state.tsx'
import { ErrorState } from '../design/feedback/error-state.tsx'
import { Skeleton } from '../design/feedback/skeleton.tsx'
import { IconMore, IconWarning } from '../design/icons.tsx'
import { Menu, MenuItem } from '../design/layout/menu.tsx'
import { PHONE, useMedia } from '../design/use-media.ts'
import { roadmapsKey, roadmapsQuery, useRights, type Project } from '../projects/project-queries.ts'
import { useLiveRefresh } from '../trackers/use-live-refresh.ts'
import { useStable } from '../trackers/use-stable.ts'
import { RoadmapLines } from './roadmap-lines.tsx'
import { iterationsQuery, subtasksQuery, type Roadmap } from './roadmap-queries.ts'
import { RoadmapRow, UndatedTasks } from './roadmap-row.tsx'
import './roadmap.css'
import { isDated, periodOf, rowsOf, type Iteration, type Task } from './tasks.ts'
import { dayOf, placeOf, timeAxis, TIME_SCALES, today, type Period, type TimeScale } from './time-axis.ts'
import { BandHeads, placed, UnitHeads } from './time-heads.tsx'
import { useFigures } from './use-figures.ts'
import { useScaleLabel } from './use-scale-label.ts'

const RoadmapDialog = lazyPart(() => import('./roadmap-dialog.tsx'), 'RoadmapDialog')

export interface RoadmapViewProps {
  readonly project: Project
  readonly projectName: string
  readonly read: { readonly roadmap: Roadmap; readonly etag: string | undefined }
  readonly tasks: UseQueryResult<ListPage<Task>>
  readonly scale: TimeScale
}

const NO_TASKS: readonly Task[] = []
const NO_ITERATIONS: readonly Iteration[] = []
/** Narrower units are scrolled. */
const UNIT_REM = { week: 4.5, month: 6, quarter: 8 } as const

export const RoadmapView = ({ project, projectName, read, tasks, scale }: RoadmapViewProps) => {
  const { t } = useLingui()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const { roadmap } = read
  const scaleLabel = useScaleLabel()
  useLiveRefresh(
    project.id,
    undefined,
    useStable(() => queries.invalidateQueries({ queryKey: roadmapsKey(project.id) })),
  )
  const setScale = (next: TimeScale): void =>
    void navigate({
      to: '/projects/$project/roadmaps/$roadmap',
      params: { project: projectName, roadmap: String(roadmap.id) },
      search: { scale: next },
      replace: true,
    })
  const road = useRef<HTMLDivElement>(null)
  const showToday = (): void => scrollToToday(road.current, 'smooth')
  const zoom = (by: -1 | 1): void => {
    const next = TIME_SCALES[TIME_SCALES.indexOf(scale) + by]
    if (next) setScale(next)
  }
  const section = t`Roadmap`
  useCommands([
    { id: 'roadmap.today', label: t`Show today`, keys: 't', section, run: showToday },
    { id: 'roadmap.closer', label: t`Finer time scale`, keys: '+', section, run: () => zoom(-1) },
    { id: 'roadmap.further', label: t`Coarser time scale`, keys: '-', section, run: () => zoom(1) },
  ])
  return (
    <div className="roadmap">
      <div className="roadmap-head">
        <h1 dir="auto">{roadmap.title}</h1>
        {roadmap.report && (
          <span className="roadmap-report">
            <Trans>
              Report <strong>{roadmap.report.label}</strong>
            </Trans>
          </span>
        )}
        <span className="roadmap-tools">
          <Button variant="quiet" size="small" onPress={showToday}>
            <Trans>Today</Trans>
          </Button>
          <Segments
            label={t`Time scale`}
            segments={TIME_SCALES.map(value => ({ value, label: scaleLabel(value) }))}
            value={scale}
            onChange={setScale}
          />
          <RoadmapMenu project={project} projectName={projectName} read={read} />
        </span>
      </div>
      {tasks.data ? (
        <Road road={road} project={project} roadmap={roadmap} tasks={tasks.data} scale={scale} />
      ) : tasks.error instanceof ApiError && tasks.error.status === 400 ? (
        <PageState title={t`This roadmap cannot be drawn`}>
          <Trans>
            None of its trackers has a title and a timeframe that you may read. Administrators of a tracker choose both
            among its semantics.
          </Trans>
        </PageState>
      ) : tasks.error ? (
        <ErrorState error={tasks.error} onRetry={() => void tasks.refetch()} />
      ) : (
        <Skeleton lines={8} />
      )}
    </div>
  )
}

interface RoadProps {
  readonly road: RefObject<HTMLDivElement | null>
  readonly project: Project
  readonly roadmap: Roadmap
  readonly tasks: ListPage<Task>
  readonly scale: TimeScale
}

const Road = ({ road, project, roadmap, tasks, scale }: RoadProps) => {
  const { t } = useLingui()
  const isPhone = useMedia(PHONE)
  const figures = useFigures()
  const now = today()
  const [unfolded, setUnfolded] = useState<ReadonlySet<number>>(new Set())
  const subtasks = useSubtasks(project.id, unfolded)
  const bands = useBands(project.id, roadmap)
  const { rows, dependencies } = rowsOf(tasks.items, subtasks)
  const periods = rows.flatMap(row => periodOf(row) ?? [])
  const axis = timeAxis(periods, scale, now)
  const rowList = useRef<HTMLUListElement>(null)
  const { width, height } = useSize(rowList, '.road-track', rows.length)
  useEffect(() => scrollToToday(road.current, 'instant'), [road, scale, width])
  const undated = [...tasks.items, ...[...subtasks.values()].flat()].filter(task => !isDated(task))
  const late = rows.filter(({ conflict }) => conflict).length
  const fold = (id: number): void => {
    const next = new Set(unfolded)
    if (!next.delete(id)) next.add(id)
    setUnfolded(next)
  }
  if (tasks.items.length === 0)
    return (
      <PageState title={t`There is nothing on this roadmap`}>
        <Trans>
          Artifacts of its trackers appear here with their dates. Those closed for more than a year are left out.
        </Trans>
      </PageState>
    )
  const shown = tasks.items.length
  const bandOf = (iteration: Iteration): Period => ({ start: dayOf(iteration.start), end: dayOf(iteration.end) })
  return (
    <>
      <p className="roadmap-count">
        <span>
          {shown < tasks.total ? (
            <Trans>
              The first {shown} of {tasks.total}
            </Trans>
          ) : (
            <Plural value={shown} one="# task" other="# tasks" />
          )}
        </span>
        {late > 0 && (
          <span className="road-late">
            <IconWarning />{' '}
            <Plural value={late} one="# starts before what it waits for" other="# start before what they wait for" />
          </span>
        )}
      </p>
      <div
        className="road"
        ref={road}
        tabIndex={0}
        role="region"
        aria-label={t`Tasks over time`}
        style={{ '--time': `${axis.units.length * UNIT_REM[scale]}rem`, '--bands': bands.length } as CSSProperties}
      >
        <div className="road-body">
          <div className="road-time" aria-hidden="true">
            {bands[0]?.iterations.map((iteration, index) => {
              const { start, end } = bandOf(iteration)
              const isNow = start <= now && now <= end
              return isNow || index % 2 === 1 ? (
                <span
                  key={iteration.id}
                  className={isNow ? 'road-band road-band-now' : 'road-band'}
                  style={placed(axis, start, end + 1)}
                />
              ) : null
            })}
            {axis.units.slice(1).map(({ start, end }) => (
              <span key={start} className="road-unit" style={placed(axis, start, end)} />
            ))}
            <span className="road-today" style={{ '--from': `${placeOf(axis, now + 0.5)}%` } as CSSProperties}>
              <b>{figures.day(now)}</b>
            </span>
          </div>
          <ul className="road-heads-list">
            <UnitHeads axis={axis} scale={scale} width={width} figures={figures} />
            {bands.map(({ label, iterations }) => (
              <BandHeads key={label} label={label} iterations={iterations} axis={axis} now={now} figures={figures} />
            ))}
          </ul>
          <div className="road-rows-box">
            {!isPhone && (
              <RoadmapLines rows={rows} dependencies={dependencies} axis={axis} width={width} height={height} />
            )}
            <ul
              className="road-rows"
              ref={rowList}
              aria-label={t`Tasks`}
              onKeyDown={event => walk(event, rowList.current)}
            >
              {rows.map((row, index) => (
                <RoadmapRow
                  key={`${row.task.id} ${index}`}
                  row={row}
                  axis={axis}
                  figures={figures}
                  width={width}
                  isPhone={isPhone}
                  isFirst={index === 0}
                  isUnfolded={unfolded.has(row.task.id)}
                  onFold={() => fold(row.task.id)}
                />
              ))}
            </ul>
          </div>
        </div>
        <UndatedTasks tasks={undated} />
      </div>
    </>
  )
}

/** Subtasks of the tasks that are folded out, by task. */
const useSubtasks = (projectId: number, unfolded: ReadonlySet<number>): ReadonlyMap<number, readonly Task[]> => {
  const ids = [...unfolded]
  const read = useQueries({ queries: ids.map(id => subtasksQuery(projectId, id)) })
  return new Map(ids.map((id, index) => [id, read[index]?.data?.items ?? NO_TASKS]))
}

interface Bands {
  readonly label: string
  readonly iterations: readonly Iteration[]
}

/** Iterations of the levels that the roadmap has. */
const useBands = (projectId: number, roadmap: Roadmap): readonly Bands[] => {
  const [first, second] = [roadmap.level_1_tracker, roadmap.level_2_tracker]
  const ofFirst = useQuery({ ...iterationsQuery(projectId, roadmap.id, 1), enabled: first !== null })
  const ofSecond = useQuery({ ...iterationsQuery(projectId, roadmap.id, 2), enabled: second !== null })
  return [
    ...(first ? [{ label: first.label, iterations: ofFirst.data?.items ?? NO_ITERATIONS }] : []),
    ...(second ? [{ label: second.label, iterations: ofSecond.data?.items ?? NO_ITERATIONS }] : []),
  ]
}

interface RoadmapMenuProps {
  readonly project: Project
  readonly projectName: string
  readonly read: RoadmapViewProps['read']
}

/** Other roadmaps; for administrators also what changes them. */
const RoadmapMenu = ({ project, projectName, read }: RoadmapMenuProps) => {
  const { t } = useLingui()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { is_administrator } = useRights(project.id)
  const [open, setOpen] = useState<'edit' | 'new' | 'delete'>()
  const close = (): void => setOpen(undefined)
  const { roadmap, etag } = read
  const { title } = roadmap
  if (!is_administrator) return null
  const remove = async (): Promise<void> => {
    const headers = etag === undefined ? {} : { 'If-Match': etag }
    await done(api.DELETE('/roadmaps/{id}', { params: { path: { id: roadmap.id } }, headers }))
    // The list would lead back to its only roadmap.
    queries.setQueryData(roadmapsQuery(project.id).queryKey, list => {
      const items = list?.items.filter(({ id }) => id !== roadmap.id)
      return items && { items, total: items.length }
    })
    await navigate({ to: '/projects/$project/roadmaps', params: { project: projectName } })
    await queries.invalidateQueries({ queryKey: roadmapsKey(project.id) })
  }
  return (
    <>
      <Menu label={t`More`} icon={<IconMore />}>
        <MenuItem onAction={() => setOpen('edit')}>{t`Edit the roadmap`}</MenuItem>
        <MenuItem onAction={() => setOpen('new')}>{t`New roadmap`}</MenuItem>
        <MenuItem onAction={() => setOpen('delete')} isDanger>{t`Delete the roadmap`}</MenuItem>
      </Menu>
      {(open === 'edit' || open === 'new') && (
        <RoadmapDialog
          project={project}
          projectName={projectName}
          {...(open === 'edit' ? { read } : {})}
          onClose={close}
        />
      )}
      <ConfirmDialog
        title={t`Delete the roadmap “${title}”?`}
        confirmLabel={t`Delete`}
        isOpen={open === 'delete'}
        onClose={close}
        onConfirm={remove}
      >
        <Trans>Its artifacts stay as they are.</Trans>
      </ConfirmDialog>
    </>
  )
}

/** Width of the first part, and height of the whole element. */
const useSize = (
  element: RefObject<HTMLElement | null>,
  part: string,
  rowCount: number,
): { readonly width: number; readonly height: number } => {
  const [size, setSize] = useState({ width: 0, height: 0 })
  useEffect(() => {
    const whole = element.current
    const inner = whole?.querySelector(part)
    if (!whole || !inner) return undefined
    const observer = new ResizeObserver(() => setSize({ width: inner.clientWidth, height: whole.clientHeight }))
    observer.observe(whole)
    observer.observe(inner)
    return () => observer.disconnect()
  }, [element, part, rowCount])
  return size
}

/** Today stands after the first quarter of the time in sight. */
const scrollToToday = (road: HTMLElement | null, behavior: ScrollBehavior): void => {
  const line = road?.querySelector<HTMLElement>('.road-today')
  const names = road?.querySelector<HTMLElement>('.road-names-label')
  if (!road || !line) return
  const room = road.clientWidth - (names?.offsetWidth ?? 0)
  const left = line.offsetLeft - room / 4
  if (typeof road.scrollTo === 'function') road.scrollTo({ left: Math.max(0, left), behavior })
}

/** Up and down walk over the names, right and left fold. */
const walk = (event: KeyboardEvent, list: HTMLElement | null): void => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
  const links = [...(list?.querySelectorAll<HTMLElement>('.road-title') ?? [])]
  const at = links.findIndex(link => link === document.activeElement)
  if (at < 0) return
  const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : undefined
  if (by !== undefined) links[at + by]?.focus()
  else if (event.key === 'ArrowRight' || event.key === 'ArrowLeft') {
    const button = links[at]?.closest('.road-row')?.querySelector<HTMLElement>('.road-fold button')
    if (!button || (button.getAttribute('aria-expanded') === 'true') === (event.key === 'ArrowRight')) return
    button.click()
  } else return
  event.preventDefault()
}
