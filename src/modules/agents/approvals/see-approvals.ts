import type { Db } from '../../../platform/db/db.ts'
import { Forbidden, NotFound } from '../../../platform/errors.ts'
import type { Page } from '../../../platform/http/routes/pagination.ts'
import { canReadFieldById, type ArtifactsModule } from '../../artifacts/index.ts'
import { requireSession } from '../../auth/index.ts'
import type { ProjectsModule, Project } from '../../projects/index.ts'
import { isTrackerAdmin, type Tracker, type TrackersModule } from '../../trackers/index.ts'
import type { Viewer } from '../../users/index.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Approval, ApprovalState, ReportedField } from '../model/approval.ts'
import { findApproval, findApprovals, listApprovals } from '../store/approvals.store.ts'

export interface SeeDependencies {
  readonly db: Db
  readonly clock: Clock
  readonly projects: Pick<ProjectsModule, 'getMany'>
  readonly trackers: Pick<TrackersModule, 'getMany' | 'canViewTracker'>
  readonly artifacts: Pick<ArtifactsModule, 'findVisible' | 'rightsIn' | 'summaryOf'>
}

/** An approval with its place, as its reader may see both now. */
export interface SeenApproval {
  readonly approval: Approval
  readonly project: Project
  readonly tracker: Tracker
  /** Null: a new artifact. */
  readonly title: string | null
  readonly isOwn: boolean
  readonly changes: readonly ReportedField[]
}

/** Approvals whose place the viewer sees now, in their order. The account may have lost the right meanwhile. */
export const seeApprovals =
  ({ projects, trackers, artifacts }: SeeDependencies) =>
  async (viewer: Viewer, approvals: readonly Approval[]): Promise<SeenApproval[]> => {
    const [foundProjects, foundTrackers, visible] = await Promise.all([
      projects.getMany(new Set(approvals.map(({ projectId }) => projectId))),
      trackers.getMany(new Set(approvals.map(({ trackerId }) => trackerId))),
      artifacts.findVisible(viewer, [...new Set(approvals.flatMap(({ artifactId }) => artifactId ?? []))]),
    ])
    const byId = new Map(visible.map(found => [found.artifact.id, found]))
    return approvals.flatMap(approval => {
      const found = approval.artifactId === null ? undefined : byId.get(approval.artifactId)
      // An artifact may have moved meanwhile: its place of now decides.
      const tracker = found?.tracker ?? foundTrackers.get(approval.trackerId)
      const project = found?.project ?? foundProjects.get(approval.projectId)
      if (!tracker || !project || tracker.isDeleted || !trackers.canViewTracker(viewer, project, tracker)) return []
      if (approval.artifactId !== null && !found) return []
      const isOwn = approval.userId === viewer.userId
      const context = { tracker, rights: artifacts.rightsIn(viewer, tracker) }
      const changes = approval.report.changed_fields.filter(
        ({ field_id: id }) =>
          canReadFieldById(context, id) && (isOwn || tracker.fieldById.get(id)?.type !== 'art_link'),
      )
      const title = found ? artifacts.summaryOf(viewer, found).title : null
      return [{ approval, project, tracker, title, isOwn, changes }]
    })
  }

const noSuchApproval = (): NotFound => new NotFound('There is no such approval')

/** For the account itself; administrators of the tracker may look. */
export const getApproval =
  (deps: SeeDependencies) =>
  async (viewer: Viewer, id: number): Promise<SeenApproval> => {
    const approval = Number.isSafeInteger(id) ? await findApproval(deps.db.kysely, id) : undefined
    const [seen] = approval ? await seeApprovals(deps)(viewer, [approval]) : []
    if (!seen) throw noSuchApproval()
    if (!seen.isOwn && !isTrackerAdmin(viewer, seen.tracker)) throw noSuchApproval()
    return seen
  }

/** An approval that the caller may decide. */
export const requireOwnApproval =
  (deps: SeeDependencies) =>
  async (viewer: Viewer, id: number): Promise<Approval> => {
    const { approval, isOwn } = await getApproval(deps)(viewer, id)
    if (!isOwn)
      throw new Forbidden('Only the account itself decides: its rights are used', { reason: 'permission.owner' })
    requireSession(viewer)
    return approval
  }

export interface ApprovalPage {
  readonly approvals: readonly SeenApproval[]
  /** Of all that the viewer sees. */
  readonly size: number
}

/** Approvals of the account itself, newest first. There are few: those of 90 days. */
export const listOwnApprovals =
  (deps: SeeDependencies) =>
  async (viewer: Viewer, state: ApprovalState | undefined, { limit, offset }: Page): Promise<ApprovalPage> => {
    const stored = await listApprovals(deps.db.kysely, viewer.userId, { state, now: deps.clock.now() })
    const seen = await seeApprovals(deps)(viewer, stored)
    return { approvals: seen.slice(offset, offset + limit), size: seen.length }
  }

/** Approvals by number, as far as the account may see them: for its inbox. */
export const seeOwnApprovals =
  (deps: SeeDependencies) =>
  async (viewer: Viewer, ids: readonly number[]): Promise<Map<number, SeenApproval>> => {
    if (ids.length === 0) return new Map()
    const found = await findApprovals(deps.db.kysely, ids)
    const own = [...found.values()].filter(({ userId }) => userId === viewer.userId)
    return new Map((await seeApprovals(deps)(viewer, own)).map(seen => [seen.approval.id, seen]))
  }
