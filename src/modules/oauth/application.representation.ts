import { representMinimalProject, type Project } from '../projects/index.ts'
import { clientIdOf, type Application } from './application.ts'
import type { ApplicationAnswer } from './applications.schema.ts'

export const representApplication = (
  app: Application,
  project: Project | undefined,
  isoDate: (at: Date) => string,
): ApplicationAnswer => ({
  id: app.id,
  client_id: clientIdOf(app),
  name: app.name,
  redirect_uri: app.redirectUri,
  use_pkce: app.usesPkce,
  project: project ? representMinimalProject(project) : null,
  created_on: isoDate(app.createdAt),
})
