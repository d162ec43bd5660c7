import { representMinimalProject } from '../../projects/index.ts'
import type { Viewer } from '../../users/index.ts'
import type { AccessKey } from '../model/access-key.ts'
import type { AuthDependencies } from '../model/auth.dependencies.ts'
import type { AccessKeyRepresentation } from '../model/auth.schema.ts'
import { accessKeyScopes } from '../model/scopes.ts'

/** Shows only those projects of a key that the viewer may see: a project that the owner left is not shown. */
export const representAccessKeys =
  ({ settings, projects }: AuthDependencies) =>
  async (viewer: Viewer, keys: readonly AccessKey[]): Promise<AccessKeyRepresentation[]> => {
    const known = await projects.getMany(keys.flatMap(({ projectIds }) => projectIds ?? []))
    const isoDate = (at: Date | null): string | null => at && settings.isoDate(at)
    return keys.map(key => ({
      id: key.id,
      creation_date: settings.isoDate(key.createdAt),
      expiration_date: isoDate(key.expiresAt),
      description: key.description,
      last_used_on: isoDate(key.lastUsedAt),
      last_used_by: key.lastUsedBy,
      scopes: accessKeyScopes.filter(scope => key.scopes.includes(scope)).map(identifier => ({ identifier })),
      projects:
        key.projectIds?.flatMap(id => {
          const project = known.get(id)
          return project && projects.canAccess(viewer, project) ? [representMinimalProject(project)] : []
        }) ?? null,
    }))
  }
