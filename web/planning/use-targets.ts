import { useLingui } from '@lingui/react/macro'
import type { ListPage } from '../api/api.ts'
import { figuresOf } from './figures.ts'
import type { Target } from './move-to-menu.tsx'
import type { Moved, Place } from './plan-move.ts'
import type { Item, ListKey, Milestone } from './planning-queries.ts'

export interface PlanTarget extends Target {
  readonly place: Place
}

interface TargetsOptions {
  readonly milestones: readonly Milestone[]
  readonly pageOf: (list: ListKey) => ListPage<Item> | undefined
  readonly topOf: (list: ListKey) => Place
}

/** The places to which artifacts of a list may go, with what each would then hold. */
export const useTargets = ({ milestones, pageOf, topOf }: TargetsOptions) => {
  const { t } = useLingui()
  return (moved: readonly Moved[], list: ListKey): PlanTarget[] => {
    const effort = figuresOf(moved.map(({ item }) => item)).points
    const noteOf = ({ id, capacity }: Milestone): Pick<Target, 'note' | 'isOver'> => {
      const points = figuresOf(pageOf(id)?.items ?? []).points + effort
      if (capacity === null) return points === 0 ? {} : { note: t`${points} points after this` }
      const over = points - capacity
      return over > 0
        ? { note: t`${points} of ${capacity} points after this: ${over} over capacity`, isOver: true }
        : { note: t`${points} of ${capacity} points after this` }
    }
    const isBacklog = list === 'backlog'
    const foot = (of: ListKey): Place => ({ list: of, before: undefined })
    return [
      {
        key: 'top',
        kind: 'top',
        label: isBacklog ? t`Top of the backlog` : t`Top of this milestone`,
        place: topOf(list),
      },
      {
        key: 'foot',
        kind: 'foot',
        label: isBacklog ? t`Foot of the backlog` : t`Foot of this milestone`,
        place: foot(list),
      },
      ...(isBacklog
        ? []
        : ([
            { key: 'backlog top', kind: 'top', label: t`Top of the backlog`, place: topOf('backlog') },
            { key: 'backlog foot', kind: 'foot', label: t`Foot of the backlog`, place: foot('backlog') },
          ] as const)),
      ...milestones
        .filter(({ id }) => id !== list)
        .map((milestone): PlanTarget => {
          const { id, label, has_user_priority_change_permission: mayPlan } = milestone
          const place = foot(id)
          const told = mayPlan ? noteOf(milestone) : { reason: t`You do not plan here` }
          return { key: String(id), kind: 'list', label: label === '' ? `#${id}` : label, place, ...told }
        }),
    ]
  }
}
