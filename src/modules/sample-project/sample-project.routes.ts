import { created, ok, type Route } from '../../platform/http/routes/route.ts'
import { route, type Viewer } from '../users/index.ts'
import { CreatedSampleProject, RemovedSampleProject, SampleProjectState } from './sample-project.schema.ts'
import {
  requireSiteAdministrator,
  type createSampleProject,
  type findSampleProject,
  type removeSampleProject,
} from './sample-project.ts'

export interface SampleProjectOperations {
  readonly find: ReturnType<typeof findSampleProject>
  readonly create: ReturnType<typeof createSampleProject>
  readonly remove: ReturnType<typeof removeSampleProject>
}

const tag = 'Administration of the platform'
const spec = 'web-trackers.md §14'
const path = '/site/sample_project'

export const sampleProjectRoutes = ({ find, create, remove }: SampleProjectOperations): Route<Viewer>[] => [
  route({
    method: 'GET',
    path,
    access: 'protected',
    operationId: 'getSampleProject',
    summary: 'Ask whether a sample project is here or can be made',
    description: 'For site administrators.',
    spec,
    tag,
    responses: { 200: SampleProjectState },
    errors: [401, 403],
    handler: async ({ viewer }) => {
      requireSiteAdministrator(viewer)
      const project = await find()
      return ok({
        can_be_created: !project,
        project_id: project?.id ?? null,
        shortname: project?.shortName.toLowerCase() ?? null,
      })
    },
  }),
  route({
    method: 'POST',
    path,
    access: 'protected',
    operationId: 'createSampleProject',
    summary: 'Make the sample project',
    description:
      'For site administrators. A team of five people with trackers, artifacts and a repository, all relative to today. The accounts have neither password nor e-mail address, so nobody can sign in with them and no mail is sent to them. Takes some seconds.',
    spec,
    tag,
    responses: { 201: CreatedSampleProject },
    errors: [401, 403, 409],
    handler: async ({ viewer }) => {
      requireSiteAdministrator(viewer)
      const { projectId, shortName, label, artifacts, hasRepository } = await create(viewer.userId)
      return created({
        id: projectId,
        uri: `projects/${projectId}`,
        shortname: shortName.toLowerCase(),
        label,
        artifacts,
        has_repository: hasRepository,
      })
    },
  }),
  route({
    method: 'DELETE',
    path,
    access: 'protected',
    operationId: 'removeSampleProject',
    summary: 'Remove the sample project',
    description:
      'For site administrators. Erases the project with all that it holds, and the accounts of its team that nobody has used. This cannot be undone.',
    spec,
    tag,
    responses: { 200: RemovedSampleProject },
    errors: [401, 403, 404, 409],
    handler: async ({ viewer }) => {
      requireSiteAdministrator(viewer)
      const { erasedAccounts, keptAccounts } = await remove(viewer)
      return ok({ erased_accounts: erasedAccounts, kept_accounts: keptAccounts })
    },
  }),
]
