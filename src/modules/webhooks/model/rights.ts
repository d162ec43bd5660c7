import { Forbidden, NotFound } from '../../../platform/errors.ts'
import type { AuthModule } from '../../auth/index.ts'
import type { ProjectsModule } from '../../projects/index.ts'
import { isTrackerAdmin, type TrackersModule } from '../../trackers/index.ts'
import { canSignIn, type UsersModule, type Viewer } from '../../users/index.ts'
import type { WebhookPlace } from './webhook.ts'

export interface RightsDependencies {
  readonly users: Pick<UsersModule, 'get'>
  readonly auth: Pick<AuthModule, 'viewerOf'>
  readonly projects: Pick<ProjectsModule, 'get' | 'canAccess' | 'requireAccess' | 'isAdmin' | 'requireWritable'>
  readonly trackers: Pick<TrackersModule, 'get' | 'requireAdministered'>
}

/** Throws unless the viewer administers the place; 404 for a place that they may not see. */
export const requireAdministeredPlace = async (
  { projects, trackers }: Pick<RightsDependencies, 'projects' | 'trackers'>,
  viewer: Viewer,
  place: WebhookPlace,
): Promise<void> => {
  switch (place.scope) {
    case 'site':
      if (!viewer.isSiteAdministrator) throw forbidden('the platform')
      return
    case 'project':
      await hidden(() => projects.requireAccess(viewer, place.projectId))
      if (!projects.isAdmin(viewer, place.projectId)) throw forbidden('the project')
      return
    case 'tracker':
      await hidden(() => trackers.requireAdministered(viewer, place.trackerId))
  }
}

const forbidden = (what: string): Forbidden =>
  new Forbidden(`Only administrators of ${what} manage its webhooks`, { reason: 'permission.admin' })

/** integrators.md §0: a caller who may not see the place gets 404, whatever the route of the place itself answers. */
const hidden = async (require: () => Promise<unknown>): Promise<void> => {
  try {
    await require()
  } catch (error) {
    if (error instanceof Forbidden && error.details.reason !== 'permission.admin') throw new NotFound('')
    throw error
  }
}

/**
 * The owner of a webhook as the caller of its changes; undefined: the account may not sign in, or does not administer the place any more. A
 * deleted tracker keeps its administrators, so that its webhooks learn that it is gone.
 */
export const ownerViewer = async (
  { users, auth, projects, trackers }: RightsDependencies,
  ownerId: number,
  place: WebhookPlace,
): Promise<Viewer | undefined> => {
  const user = await users.get(ownerId)
  if (!user || !canSignIn(user)) return undefined
  const viewer = await auth.viewerOf(ownerId, 'rest', { isReading: true })
  if (place.scope === 'site') return viewer.isSiteAdministrator ? viewer : undefined
  const project = await projects.get(place.projectId)
  if (!project || !projects.canAccess(viewer, project)) return undefined
  if (projects.isAdmin(viewer, place.projectId)) return viewer
  const tracker = place.scope === 'tracker' ? await trackers.get(place.trackerId) : undefined
  return tracker && isTrackerAdmin(viewer, tracker) ? viewer : undefined
}
