import type { MinimalProject } from '../../projects/index.ts'
import { clientIdOf, type Application } from '../model/application.ts'
import type { ApplicationRepresentation } from '../model/applications.schema.ts'

export const representApplication = (
  app: Application,
  project: MinimalProject | null,
  isoDate: (at: Date) => string,
): ApplicationRepresentation => ({
  id: app.id,
  client_id: clientIdOf(app),
  name: app.name,
  redirect_uri: app.redirectUri,
  use_pkce: app.usesPkce,
  project,
  created_on: isoDate(app.createdAt),
})
