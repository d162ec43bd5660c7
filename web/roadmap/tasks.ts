import type { components } from '../../client/index.ts'
import { dayOf, type Period } from './time-axis.ts'

export type Task = components['schemas']['RoadmapTask']
export type Iteration = components['schemas']['RoadmapIteration']

/** A task that waits for one which ends later. */
export interface Conflict {
  readonly predecessorId: number
  readonly days: number
}

/** A row of the roadmap. */
export interface Row {
  readonly task: Task
  readonly isChild: boolean
  /** Null where the date is missing. */
  readonly start: number | null
  readonly end: number | null
  readonly conflict: Conflict | undefined
  /** Shown tasks for which it waits and that end in time. */
  readonly waitsFor: readonly number[]
}

/** A dependency between two rows. */
export interface Dependency {
  readonly from: number
  readonly to: number
  readonly isLate: boolean
}

const CHILD = '_is_child'

export const hasSubtasks = ({ dependencies }: Task): boolean => CHILD in dependencies

const daysOf = ({ start, end }: Task): Pick<Row, 'start' | 'end'> => ({
  start: start === null ? null : dayOf(start),
  end: end === null ? null : dayOf(end),
})

/** Whether a bar can be drawn. */
export const isDated = (task: Task): boolean => {
  const { start, end } = daysOf(task)
  return (start !== null || end !== null) && !(start !== null && end !== null && end < start)
}

export const periodOf = ({ start, end }: Pick<Row, 'start' | 'end'>): Period | undefined => {
  const first = start ?? end
  const last = end ?? start
  return first === null || last === null ? undefined : { start: first, end: last }
}

/** Ids of the tasks that the task precedes. A link leads from a task to those that follow it. */
export const successorsOf = ({ dependencies }: Task): readonly number[] => [
  ...new Set(
    (Array.isArray(dependencies) ? [] : Object.entries(dependencies)).flatMap(([type, ids]) =>
      type === CHILD ? [] : ids,
    ),
  ),
]

/** Rows of dated tasks in their order, and the dependencies between them. `subtasks`: of the tasks that are folded out. */
export const rowsOf = (
  tasks: readonly Task[],
  subtasks: ReadonlyMap<number, readonly Task[]>,
): { readonly rows: readonly Row[]; readonly dependencies: readonly Dependency[] } => {
  const shown = tasks
    .filter(isDated)
    .flatMap(task => [
      { task, isChild: false },
      ...(subtasks.get(task.id) ?? []).filter(isDated).map(child => ({ task: child, isChild: true })),
    ])
  const placed = shown.map(row => ({ ...row, ...daysOf(row.task) }))
  // A task can be there twice: as the child of two others. Lines lead to the first.
  const at = new Map(placed.toReversed().map((row, index) => [row.task.id, placed.length - 1 - index]))
  const dependencies = placed.flatMap((row, from) =>
    at.get(row.task.id) !== from
      ? []
      : successorsOf(row.task).flatMap((id): Dependency[] => {
          const to = at.get(id)
          const successor = to === undefined ? undefined : placed[to]
          if (to === undefined || to === from || !successor || row.end === null || successor.start === null) return []
          return [{ from, to, isLate: successor.start < row.end }]
        }),
  )
  const rows = placed.map((row, index): Row => {
    const incoming = dependencies.filter(({ to }) => to === index)
    const conflicts = incoming.flatMap(({ from, isLate }): Conflict[] => {
      const before = placed[from]
      return isLate && before && before.end !== null && row.start !== null
        ? [{ predecessorId: before.task.id, days: before.end - row.start }]
        : []
    })
    return {
      ...row,
      conflict: conflicts.toSorted((one, other) => other.days - one.days)[0],
      waitsFor: incoming.flatMap(({ from, isLate }) => (isLate ? [] : (placed[from]?.task.id ?? []))),
    }
  })
  return { rows, dependencies }
}
