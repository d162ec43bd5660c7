import type { Clock } from '../../../platform/clock.ts'
import { requireSession } from '../../auth/index.ts'
import { FOREIGN_KEY_VIOLATION, inTransaction, sqlState, type Db } from '../../../platform/db/db.ts'
import { Forbidden, Invalid, NotFound } from '../../../platform/errors.ts'
import { appendEvents } from '../../../platform/events/event-log.store.ts'
import type { OauthModule } from '../../oauth/index.ts'
import type { ProjectsModule } from '../../projects/index.ts'
import type { TrackersModule } from '../../trackers/index.ts'
import { isOneself, type Viewer } from '../../users/index.ts'
import { DEFAULT_POLICY, type Agent, type Policy } from '../model/policy.ts'
import { findPolicy, listPolicies, lockPolicies, putPolicy } from '../store/policies.store.ts'

export interface PolicyDependencies {
  readonly db: Db
  readonly clock: Clock
  readonly oauth: Pick<OauthModule, 'allowedApplications'>
  readonly projects: Pick<ProjectsModule, 'requireAccess'>
  readonly trackers: Pick<TrackersModule, 'requireTracker'>
}

/** The policy of an agent. */
export interface PolicyOfAgent {
  /** Null: all access keys of the account. */
  readonly app: { readonly id: number; readonly name: string } | null
  readonly policy: Policy
  readonly isDefault: boolean
}

/** The policy that counts for an agent now. */
export const getPolicy =
  (db: Db) =>
  async ({ userId, appId }: Agent): Promise<Policy> =>
    (await findPolicy(db.kysely, userId, appId)) ?? DEFAULT_POLICY

/** The policies of the account: of its access keys, and of each application that it allowed to act for it. */
export const listOwnPolicies =
  ({ db, oauth }: PolicyDependencies) =>
  async (viewer: Viewer, user: number | 'self'): Promise<PolicyOfAgent[]> => {
    const userId = requireOneself(viewer, user)
    const stored = new Map((await listPolicies(db.kysely, userId)).map(policy => [policy.appId, policy]))
    const of = (app: PolicyOfAgent['app']): PolicyOfAgent => {
      const policy = stored.get(app?.id ?? null)
      return { app, policy: policy ?? DEFAULT_POLICY, isDefault: policy === undefined }
    }
    return [of(null), ...(await oauth.allowedApplications(userId)).map(of)]
  }

/** Sets a policy. By a session of a browser only: an agent with an access key must not free itself. */
export const setPolicy =
  ({ db, clock, oauth, projects, trackers }: PolicyDependencies) =>
  async (viewer: Viewer, user: number | 'self', appId: number | null, policy: Policy): Promise<PolicyOfAgent> => {
    const userId = requireOneself(viewer, user)
    requireSession(viewer)
    const app = appId === null ? null : (await oauth.allowedApplications(userId)).find(({ id }) => id === appId)
    if (app === undefined) throw new NotFound('You have not allowed this application anything')
    for (const id of policy.projectIds ?? []) await known('project_ids', projects.requireAccess(viewer, id))
    for (const id of policy.trackerIds ?? []) await known('tracker_ids', trackers.requireTracker(viewer, id))
    await inTransaction(db, async tx => {
      await lockPolicies(tx, userId)
      const before = (await findPolicy(tx, userId, appId)) ?? DEFAULT_POLICY
      await putPolicy(tx, userId, { appId, ...policy }, clock.now())
      const change = { before: factsOf(before), after: factsOf(policy) }
      const payload = { userId, ...(appId !== null && { appId }), ...change }
      await appendEvents(tx, [{ kind: 'agent_policy.changed', actorId: userId, means: viewer.means, payload }])
    }).catch((error: unknown) => {
      throw sqlState(error) === FOREIGN_KEY_VIOLATION ? new NotFound('There is no such application') : error
    })
    return { app, policy, isDefault: false }
  }

const factsOf = ({ mode, projectIds, trackerIds, tools, writesPerHour }: Policy) => ({
  mode,
  project_ids: projectIds,
  tracker_ids: trackerIds,
  tools,
  writes_per_hour: writesPerHour,
})

/** A place that the account does not see is a wrong value of the body, not a missing policy. */
const known = async (parameter: string, found: Promise<unknown>): Promise<void> => {
  await found.catch(() => {
    throw new Invalid(`\`${parameter}\` names something that is not there`, { reason: 'parameter.range', parameter })
  })
}

export const requireOneself = (viewer: Viewer, user: number | 'self'): number => {
  if (user !== 'self' && !isOneself(viewer, user))
    throw new Forbidden('Only the account itself sees and changes what its agents may do', {
      reason: 'permission.owner',
    })
  return viewer.userId
}
