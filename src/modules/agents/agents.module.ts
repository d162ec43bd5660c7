import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/db.ts'
import type { EventConsumer } from '../../platform/events/consumer.ts'
import type { Route } from '../../platform/http/routes/route.ts'
import type { Job } from '../../platform/jobs/jobs.ts'
import type { ArtifactsModule } from '../artifacts/index.ts'
import type { AuthModule } from '../auth/index.ts'
import type { OauthModule } from '../oauth/index.ts'
import type { ProjectsModule } from '../projects/index.ts'
import type { SettingsModule } from '../settings/index.ts'
import type { TrackersModule } from '../trackers/index.ts'
import type { UsersModule, Viewer } from '../users/index.ts'
import { agentsRoutes } from './agents.routes.ts'
import { representApprovals } from './approvals/approval.representation.ts'
import { askApproval } from './approvals/ask-approval.ts'
import { decideApproval, resumeAllowed, type RunWrite } from './approvals/decide-approval.ts'
import { expireApprovals } from './approvals/expire-approvals.ts'
import { withdrawApprovals } from './approvals/withdraw-approvals.ts'
import { getApproval, listOwnApprovals, seeOwnApprovals } from './approvals/see-approvals.ts'
import { countWrite, removeOldWrites } from './policies/count-write.ts'
import { getPolicy, listOwnPolicies, setPolicy } from './policies/policies.ts'

export interface AgentsDependencies {
  readonly db: Db
  readonly clock: Clock
  readonly settings: SettingsModule
  readonly users: UsersModule
  readonly projects: ProjectsModule
  readonly auth: AuthModule
  readonly oauth: OauthModule
  readonly trackers: TrackersModule
  readonly artifacts: ArtifactsModule
}

/** Rights of programs that act for an account, and their writes that wait for its decision (integrators.md §14). */
export interface AgentsModule {
  readonly routes: Route<Viewer>[]
  readonly jobs: readonly Job[]
  readonly consumers: readonly EventConsumer[]
  readonly getPolicy: ReturnType<typeof getPolicy>
  readonly countWrite: ReturnType<typeof countWrite>
  readonly askApproval: ReturnType<typeof askApproval>
  /** For the inbox. */
  readonly seeOwnApprovals: ReturnType<typeof seeOwnApprovals>
  /** The application calls this once at the start: how an allowed write is done. */
  setRunWrite(run: RunWrite): void
}

export const createAgentsModule = (deps: AgentsDependencies): AgentsModule => {
  const { db, clock, settings } = deps
  let run: RunWrite = () => Promise.reject(new Error('nothing runs writes of agents here'))
  const deciding = { ...deps, runWrite: ((viewer, call, ip) => run(viewer, call, ip)) satisfies RunWrite }
  return {
    getPolicy: getPolicy(db),
    countWrite: countWrite(deps),
    askApproval: askApproval(deps),
    seeOwnApprovals: seeOwnApprovals(deps),
    consumers: [withdrawApprovals(deps)],
    setRunWrite: given => void (run = given),
    jobs: [
      { name: 'resume_agent_writes', schedule: '* * * * *', run: () => resumeAllowed(deciding) },
      {
        name: 'expire_approvals',
        schedule: '*/10 * * * *',
        run: async () => {
          await expireApprovals(deps)
          await removeOldWrites(deps)
        },
      },
    ],
    routes: agentsRoutes({
      listPolicies: listOwnPolicies(deps),
      setPolicy: setPolicy(deps),
      listApprovals: listOwnApprovals(deps),
      getApproval: getApproval(deps),
      decide: decideApproval(deciding),
      represent: representApprovals({
        users: deps.users,
        isoDate: (viewer, at) => settings.datesIn(viewer.timezone).isoDate(at),
        now: () => clock.now(),
      }),
    }),
  }
}
