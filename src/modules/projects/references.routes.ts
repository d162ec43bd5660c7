import { Type } from 'typebox'
import { done, ok, type Route } from '../../platform/http/routes/route.ts'
import { idParams } from '../../platform/http/schemas/schema.ts'
import { route, type Viewer } from '../users/index.ts'
import type { ProjectOperations } from './projects.operations.ts'

const MAX_PATTERNS = 200

const References = Type.Array(
  Type.Object(
    {
      keyword: Type.String({ description: 'Word that stands before `#`, in lower case: letters, digits and "_".' }),
      description: Type.String({ default: '', maxLength: 1000, description: 'Meaning of the reference.' }),
      link: Type.String({
        description:
          'Where it leads: an address or a path of this server. `$1` … `$9` are the parts of the value, cut at "/", `$0` the keyword, `$group_id` and `$projname` id and short name of the project.',
      }),
      is_enabled: Type.Boolean({ default: true, description: 'false: texts are not linked.' }),
    },
    { description: 'A kind of reference.' },
  ),
  { maxItems: MAX_PATTERNS, description: 'Words of the project that texts refer to something by, in their order.' },
)

const shared = {
  path: '/projects/{id}/references',
  spec: 'projects.md §3.2',
  tag: 'Projects',
  params: idParams('Id of the project.'),
  errors: [400, 401, 403, 404],
} as const

export const referencesRoutes = (projects: ProjectOperations): Route<Viewer>[] => [
  route({
    ...shared,
    method: 'GET',
    access: 'hybrid',
    scope: 'read:project',
    operationId: 'listReferences',
    summary: 'Words that texts of a project refer to something by',
    description: 'Those of the project; beside them are `art`, `rev` and the item names of its trackers.',
    responses: { 200: References },
    handler: async ({ viewer, params }) => {
      const patterns = await projects.listReferences(viewer, params.id)
      return ok(
        patterns.map(({ keyword, description, link, isEnabled }) => ({
          keyword,
          description,
          link,
          is_enabled: isEnabled,
        })),
      )
    },
  }),
  route({
    ...shared,
    method: 'PUT',
    idempotency: 'answer',
    access: 'protected',
    scope: 'write:project',
    operationId: 'replaceReferences',
    summary: 'Set the words that texts of a project refer to something by',
    description: 'For administrators of the project. References that are left out are removed.',
    body: References,
    bodyName: 'references',
    responses: { 200: null },
    handler: async ({ viewer, params, body }) => {
      const patterns = body.map(({ keyword, description, link, is_enabled }) => ({
        keyword,
        description,
        link,
        isEnabled: is_enabled,
      }))
      await projects.replaceReferences(viewer, params.id, patterns)
      return done()
    },
  }),
]
