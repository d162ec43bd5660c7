export const timeScales = ['week', 'month', 'quarter'] as const
export type TimeScale = (typeof timeScales)[number]

/** A roadmap of a project, without its id. */
export interface NewRoadmap {
  readonly projectId: number
  readonly title: string
  /** Trackers whose artifacts are its tasks. */
  readonly trackerIds: readonly number[]
  /** Report that filters the tasks; null: all tasks. */
  readonly reportId: number | null
  readonly level1TrackerId: number | null
  readonly level2TrackerId: number | null
  readonly timeScale: TimeScale
}

export interface Roadmap extends NewRoadmap {
  readonly id: number
}
