import type { MinimalProject } from '../../projects/index.ts'
import { clientIdOf, isUnchecked, type Application } from '../model/application.ts'
import type { ApplicationRepresentation } from '../model/applications.schema.ts'

export const representApplication = (
  app: Application,
  project: MinimalProject | null,
  isoDate: (at: Date) => string,
): ApplicationRepresentation => ({
  id: app.id,
  client_id: clientIdOf(app),
  name: app.name,
  redirect_uri: app.redirectUris[0] ?? '',
  redirect_uris: [...app.redirectUris],
  use_pkce: app.usesPkce,
  is_public: app.secretHash === null,
  is_self_registered: isUnchecked(app),
  project,
  created_on: isoDate(app.createdAt),
  last_token_on: app.lastTokenAt && isoDate(app.lastTokenAt),
})
