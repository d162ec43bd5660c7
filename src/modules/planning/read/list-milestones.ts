import type { Db } from '../../../platform/db/db.ts'
import { NotFound } from '../../../platform/errors.ts'
import type { Page } from '../../../platform/http/routes/pagination.ts'
import type { ArtifactsModule } from '../../artifacts/index.ts'
import type { ProjectsModule } from '../../projects/index.ts'
import type { SettingsModule } from '../../settings/index.ts'
import type { TrackersModule } from '../../trackers/index.ts'
import type { Viewer } from '../../users/index.ts'
import { findPlanningPlace, listMilestoneIds } from '../store/milestones.store.ts'
import type { MilestoneInfoRepresentation } from '../model/planning.schema.ts'

export interface PlanningDependencies {
  readonly db: Db
  readonly settings: Pick<SettingsModule, 'datesIn'>
  readonly projects: Pick<ProjectsModule, 'get'>
  readonly trackers: Pick<TrackersModule, 'get' | 'canViewTracker'>
  readonly artifacts: Pick<ArtifactsModule, 'findVisible' | 'summaryOf'>
}

/**
 * GET /plannings/{id}/milestones: those that the viewer sees, by id; the size counts only them. Three round trips for up to 128 milestones,
 * one more for each further 128.
 */
export const listMilestonesOfPlanning =
  ({ db, settings, projects, trackers, artifacts }: PlanningDependencies) =>
  async (
    viewer: Viewer,
    planningId: number,
    page: Page,
  ): Promise<{ readonly milestones: MilestoneInfoRepresentation[]; readonly size: number }> => {
    const place = await findPlanningPlace(db, planningId)
    const tracker = place && (await trackers.get(place.trackerId))
    const project = tracker && (await projects.get(tracker.projectId))
    const isSeen =
      tracker !== undefined &&
      project !== undefined &&
      !tracker.isDeleted &&
      (project.status === 'active' || viewer.isSiteAdministrator) &&
      trackers.canViewTracker(viewer, project, tracker)
    // A hidden tracker hides its planning too.
    if (!isSeen) throw new NotFound('Planning does not exist')
    const visible = await artifacts.findVisible(viewer, await listMilestoneIds(db, tracker.id))
    const dates = settings.datesIn(viewer.timezone)
    return {
      milestones: visible.slice(page.offset, page.offset + page.limit).map(milestone => ({
        id: milestone.artifact.id,
        label: artifacts.summaryOf(viewer, milestone).title ?? '',
        last_modified: dates.isoDate(milestone.artifact.updatedOn),
        uri: `milestones/${milestone.artifact.id}`,
      })),
      size: visible.length,
    }
  }
