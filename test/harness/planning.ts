import { inTransaction } from '../../src/platform/db/db.ts'
import type { TestApp } from './app.ts'

/** A planning by ids of its trackers. */
export interface GivenPlanning {
  readonly name?: string
  readonly tracker: number
  readonly backlog: readonly number[]
  /** Groups that may plan; all members when left out. */
  readonly groups?: readonly number[]
}

/** Gives a project plannings, in this order. The top backlog is computed unless `isExplicit`. */
export const givenPlannings = async (
  { db, app }: Pick<TestApp, 'db' | 'app'>,
  projectId: number,
  plannings: readonly GivenPlanning[],
  { isExplicit = false }: { readonly isExplicit?: boolean } = {},
): Promise<void> =>
  inTransaction(db, tx =>
    app.modules.planning.addToProject(tx, projectId, {
      plannings: plannings.map(({ name, tracker, backlog, groups }) => ({
        projectId,
        name: name ?? `planning ${tracker}`,
        planTitle: 'Plan',
        backlogTitle: 'Backlog',
        planningTrackerId: tracker,
        backlogTrackerIds: backlog,
        plannerGroupIds: groups ?? null,
      })),
      hasExplicitBacklog: isExplicit,
      topBacklogIds: [],
    }),
  )
