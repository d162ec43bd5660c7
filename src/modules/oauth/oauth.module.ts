import type { EventConsumer } from '../../platform/events/consumer.ts'
import type { Route } from '../../platform/http/route.ts'
import type { Viewer } from '../users/index.ts'
import { representApplication } from './application.representation.ts'
import { applicationQueries } from './application-queries.ts'
import { applicationsRoutes } from './applications.routes.ts'
import { changeApplication, renewSecret } from './change-application.ts'
import { createApplication } from './create-application.ts'
import { deleteApplication } from './delete-application.ts'
import { forgetProjectsConsumer } from './forget-projects.ts'
import { listApplications } from './list-applications.ts'
import type { OauthDeps } from './oauth.deps.ts'

/** Programs of others that act for users: OAuth2 and OpenID Connect (auth.md §6). */
export interface OauthModule {
  readonly routes: Route<Viewer>[]
  readonly consumers: readonly EventConsumer[]
}

export const createOauthModule = (deps: OauthDeps): OauthModule => {
  const { projects, settings } = deps
  const applications = applicationQueries(deps)
  return {
    consumers: [forgetProjectsConsumer],
    routes: applicationsRoutes({
      create: createApplication(deps, applications),
      list: listApplications(deps, applications),
      get: (viewer, id) => applications.requireAdministered(viewer, id),
      change: changeApplication(deps, applications),
      renewSecret: renewSecret(deps, applications),
      delete: deleteApplication(deps, applications),
      represent: async apps => {
        const found = await projects.getMany(apps.flatMap(({ projectId }) => projectId ?? []))
        return apps.map(app => representApplication(app, found.get(app.projectId ?? 0), at => settings.isoDate(at)))
      },
    }),
  }
}
