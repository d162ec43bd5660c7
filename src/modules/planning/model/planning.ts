import type { UserGroupId } from '../../projects/index.ts'
import type { Cardwall } from './cardwall.ts'

/** Which tracker plans the content of which others (agile.md §1.1). */
export interface Planning {
  readonly id: number
  readonly projectId: number
  readonly name: string
  /** Titles of the two halves of a planning page. */
  readonly planTitle: string
  readonly backlogTitle: string
  readonly planningTrackerId: number
  readonly backlogTrackerIds: readonly number[]
  /** Groups whose members may plan; null: all members of the project. */
  readonly plannerGroupIds: readonly UserGroupId[] | null
  /** Columns of its milestones; null: they have no cardwall. */
  readonly cardwall: Cardwall | null
}

/** A planning without its cardwall, which is written by itself. */
export type PresentPlanning = Omit<Planning, 'cardwall'>
export type NewPlanning = Omit<PresentPlanning, 'id'>

/** The plannings of a project with its settings. */
export interface ProjectPlanning {
  /** By id. */
  readonly plannings: readonly Planning[]
  /** Whether the top backlog is a stored set, which people fill (agile.md §1.3). */
  readonly hasExplicitBacklog: boolean
  readonly burnupMode: BurnupMode
}

/** Which figures pages draw in the burnups of a project (agile.md §4.6): the effort, or the number of artifacts. */
export type BurnupMode = 'effort' | 'count'

export const NO_PLANNING: ProjectPlanning = { plannings: [], hasExplicitBacklog: false, burnupMode: 'effort' }
