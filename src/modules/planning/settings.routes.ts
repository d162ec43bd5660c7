import { etagHeader, preconditionOf } from '../../platform/http/headers/conditional.ts'
import { ok, type Route } from '../../platform/http/routes/route.ts'
import { idParams } from '../../platform/http/schemas/schema.ts'
import { route, type Viewer } from '../users/index.ts'
import { PlanningSettings, PlanningSettingsBody } from './model/planning-settings.schema.ts'
import type { changePlanningSettings, getPlanningSettings } from './write/change-settings.ts'

/** Operations that the routes of this file call. */
export interface SettingsOperations {
  readonly getPlanningSettings: ReturnType<typeof getPlanningSettings>
  readonly changePlanningSettings: ReturnType<typeof changePlanningSettings>
}

const common = {
  path: '/projects/{id}/planning_settings',
  access: 'protected',
  spec: 'agile.md §8.4',
  tag: 'Planning',
  params: idParams('Id of the project.'),
  responses: { 200: PlanningSettings },
  responseHeaders: ['Etag'],
} as const

export const settingsRoutes = (planning: SettingsOperations): Route<Viewer>[] => [
  route({
    ...common,
    method: 'GET',
    scope: 'read:project',
    operationId: 'getPlanningSettings',
    summary: 'Read the plannings of a project with their groups, for its administrators.',
    errors: [400, 401, 403, 404],
    handler: async ({ viewer, params }) => {
      const { settings, etag } = await planning.getPlanningSettings(viewer, params.id)
      return ok(settings, etagHeader(etag))
    },
  }),

  route({
    ...common,
    method: 'PUT',
    scope: 'write:project',
    idempotency: 'answer',
    operationId: 'changePlanningSettings',
    summary: 'Replace the plannings of a project.',
    description:
      'Plannings that the body does not name are removed; artifacts and links stay. When the top backlog begins to be filled by hand, it begins ' +
      'with all artifacts that no milestone plans.',
    body: PlanningSettingsBody,
    conditions: true,
    errors: [400, 401, 403, 404, 412],
    handler: async ({ viewer, params, body, headers }) => {
      const found = await planning.changePlanningSettings(viewer, params.id, body, preconditionOf(headers))
      return ok(found.settings, etagHeader(found.etag))
    },
  }),
]
