import type { EventConsumer } from '../../platform/events/consumer.ts'
import type { Route } from '../../platform/http/routes/route.ts'
import type { Job } from '../../platform/jobs/jobs.ts'
import { representMinimalProject, type MinimalProject } from '../projects/index.ts'
import type { Viewer } from '../users/index.ts'
import type { Application } from './model/application.ts'
import { representApplication } from './applications/application.representation.ts'
import { applicationQueries } from './applications/application-queries.ts'
import { applicationsRoutes } from './applications/applications.routes.ts'
import { authorize } from './consent/authorize.ts'
import { bearerTokens } from './provider/bearer-tokens.ts'
import { changeApplication, renewSecret } from './applications/change-application.ts'
import { consentsRoutes } from './consent/consents.routes.ts'
import { createApplication } from './applications/create-application.ts'
import { decideInteraction, getInteraction } from './consent/decide-interaction.ts'
import { deleteApplication } from './applications/delete-application.ts'
import type { OauthEndpoints } from './consent/endpoints.routes.ts'
import { forgetProjectsConsumer } from './applications/forget-projects.ts'
import { issueCode } from './provider/issue-code.ts'
import { listApplications } from './applications/list-applications.ts'
import { listAuthorizations } from './consent/list-authorizations.ts'
import type { OauthDependencies } from './model/oauth.dependencies.ts'
import { createProviderCache } from './provider/current-provider.ts'
import { revokeAuthorization } from './consent/revoke-authorization.ts'
import { revokeGrants } from './provider/revoke-grants.ts'
import { readClientDocument } from './applications/client-documents.ts'
import { registerClient } from './applications/register-client.ts'
import { removeUnused } from './applications/remove-unused.ts'
import { signingKeys } from './provider/signing-keys.ts'
import { listConsents } from './store/consents.store.ts'
import { removeExpiredGrants } from './store/tokens.store.ts'

/** Applications of other parties that act for users: OAuth2 and OpenID Connect (auth.md §6). */
export interface OauthModule {
  readonly routes: Route<Viewer>[]
  /** Endpoints that are not part of the API. */
  readonly endpoints: OauthEndpoints
  readonly consumers: readonly EventConsumer[]
  readonly jobs: readonly Job[]
  /** Creates a new key for ID tokens, which every process uses at once; returns its id. */
  rotateKeys(): Promise<string>
  /** Applications that the account allowed to act for it, the latest first. */
  allowedApplications(userId: number): Promise<{ readonly id: number; readonly name: string }[]>
}

export const createOauthModule = (deps: OauthDependencies): OauthModule => {
  const { db, clock, auth, settings } = deps
  const applications = applicationQueries(deps)
  const keys = signingKeys(deps)
  const provider = createProviderCache(deps, applications, keys)
  const code = issueCode(provider)
  auth.setBearerTokens(bearerTokens(deps, applications))
  // auth.md §6.8: codes and tokens end, consents stay.
  auth.onPasswordChanged((tx, userId) => revokeGrants(tx, { userId }))
  // Permanently: after a reactivation the user signs in to the application again.
  auth.onDeactivated((tx, userId) => revokeGrants(tx, { userId }))

  return {
    consumers: [forgetProjectsConsumer],
    jobs: [
      {
        name: 'remove_expired_oauth_grants',
        schedule: '27 * * * *',
        run: () => removeExpiredGrants(db.kysely, clock.now()),
      },
      { name: 'remove_unused_oauth_apps', schedule: '37 4 * * *', run: () => removeUnused(deps) },
      { name: 'rotate_oauth_keys', schedule: '7 * * * *', run: () => keys.rotateWhenOld() },
    ],
    rotateKeys: () => keys.rotate(),
    allowedApplications: async userId => {
      const consents = await listConsents(db.kysely, userId)
      const apps = await applications.getMany(consents.map(({ appId }) => appId))
      return consents.flatMap(({ appId }) => {
        const app = apps.get(appId)
        return app ? [{ id: app.id, name: app.name }] : []
      })
    },
    endpoints: {
      authorize: authorize(deps, applications, readClientDocument(deps, applications), code),
      findSignedIn: async headers => {
        const found = await auth.findSession(headers)
        return found && { userId: found.user.id, signedInAt: found.session.signedInAt }
      },
      providers: provider,
      keys,
      publicUrl: () => settings.publicUrl(),
      isRegistrationOpen: () => settings.get('oauth_dynamic_registration'),
      register: registerClient(deps),
    },
    routes: routesOf(deps, applications, code),
  }
}

const routesOf = (
  deps: OauthDependencies,
  applications: ReturnType<typeof applicationQueries>,
  code: ReturnType<typeof issueCode>,
): Route<Viewer>[] => {
  const { projects, settings, users } = deps
  const projectsOf = async (apps: readonly Application[]): Promise<(app: Application) => MinimalProject | null> => {
    const found = await projects.getMany(apps.flatMap(({ projectId }) => projectId ?? []))
    return app => {
      const project = found.get(app.projectId ?? 0)
      return project ? representMinimalProject(project) : null
    }
  }
  const isoDate = (at: Date): string => settings.isoDate(at)

  return [
    ...applicationsRoutes({
      create: createApplication(deps, applications),
      list: listApplications(deps, applications),
      get: (viewer, id) => applications.requireAdministered(viewer, id),
      change: changeApplication(deps, applications),
      renewSecret: renewSecret(deps, applications),
      delete: deleteApplication(deps, applications),
      represent: async apps => {
        const projectOf = await projectsOf(apps)
        return apps.map(app => representApplication(app, projectOf(app), isoDate))
      },
    }),
    ...consentsRoutes({
      getInteraction: getInteraction(deps, applications),
      decide: decideInteraction(deps, applications, code),
      listAuthorizations: listAuthorizations(deps, applications),
      revokeAuthorization: revokeAuthorization(deps),
      projectsOf,
      representAccount: async viewer =>
        users.representMinimal(await users.get(viewer.userId), undefined, viewer.nameStyle),
      isoDate,
    }),
  ]
}
