import { paginationHeaders } from '../../platform/http/routes/pagination.ts'
import { done, ok, type Route } from '../../platform/http/routes/route.ts'
import { idParams } from '../../platform/http/schemas/schema.ts'
import type { ListedSetting } from '../settings/index.ts'
import { route, type Viewer } from '../users/index.ts'
import {
  HealthRepresentation,
  JobsResponse,
  JobsQuery,
  MAX_JOBS,
  SettingsResponse,
  SettingsBody,
} from './administration.schema.ts'
import type { Disk } from './site-health.ts'
import type { SiteOperations } from './site.operations.ts'

const tag = 'Administration of the platform'
const spec = 'http.md §13'

const representSettings = (settings: readonly ListedSetting[]): SettingsResponse =>
  settings.map(({ name, description, values, default: fallback, value, isDefault }) => ({
    name,
    description,
    values,
    default: fallback,
    value,
    is_default: isDefault,
  }))

const representDisk = ({ freeBytes, usedBytes }: Disk) => ({ free_bytes: freeBytes, used_bytes: usedBytes })

export const administrationRoutes = (site: SiteOperations): Route<Viewer>[] => [
  route({
    method: 'GET',
    path: '/site/settings',
    access: 'protected',
    operationId: 'listSettings',
    summary: 'List the settings of the platform',
    description: 'For site administrators.',
    spec,
    tag,
    responses: { 200: SettingsResponse },
    errors: [401, 403],
    handler: async ({ viewer }) => ok(representSettings(await site.listSettings(viewer))),
  }),
  route({
    method: 'PATCH',
    idempotency: 'answer',
    path: '/site/settings',
    access: 'protected',
    operationId: 'changeSettings',
    summary: 'Change settings of the platform',
    description: 'For site administrators. All of them or none; in force on every process at once.',
    spec,
    tag,
    body: SettingsBody,
    responses: { 200: SettingsResponse },
    errors: [400, 401, 403],
    handler: async ({ viewer, body }) =>
      ok(representSettings(await site.changeSettings(viewer, new Map(Object.entries(body))))),
  }),
  route({
    method: 'GET',
    path: '/site/jobs',
    access: 'protected',
    operationId: 'listJobs',
    summary: 'List the work in the background that is not done',
    description: 'For site administrators.',
    spec,
    tag,
    query: JobsQuery,
    responses: { 200: JobsResponse },
    errors: [400, 401, 403],
    handler: async ({ viewer, query }) => {
      const { counts, jobs } = await site.listJobs(viewer, query.state, query)
      const size = query.state ? counts[query.state] : counts.waiting + counts.running + counts.failed
      const body = {
        ...counts,
        jobs: jobs.map(job => ({
          id: job.id,
          task: job.name,
          state: job.state,
          attempts: job.attempts,
          max_attempts: job.maxAttempts,
          run_at: site.isoDate(job.runAt),
          last_error: job.lastError,
        })),
      }
      return ok(body, paginationHeaders(query, size, MAX_JOBS))
    },
  }),
  route({
    method: 'POST',
    idempotency: 'answer',
    path: '/site/jobs/{id}/retry',
    access: 'protected',
    operationId: 'retryJob',
    summary: 'Try a job again now',
    description: 'For site administrators. 409 while the job is being done.',
    spec,
    tag,
    params: idParams('Id of the job.'),
    responses: { 200: null },
    errors: [400, 401, 403, 404, 409],
    handler: async ({ viewer, params }) => {
      await site.retryJob(viewer, params.id)
      return done()
    },
  }),
  route({
    method: 'DELETE',
    idempotency: 'answer',
    path: '/site/jobs/{id}',
    access: 'protected',
    operationId: 'deleteJob',
    summary: 'Take a job out of the queue: it is never done',
    description: 'For site administrators. 409 while the job is being done.',
    spec,
    tag,
    params: idParams('Id of the job.'),
    responses: { 200: null },
    errors: [400, 401, 403, 404, 409],
    handler: async ({ viewer, params }) => {
      await site.deleteJob(viewer, params.id)
      return done()
    },
  }),
  route({
    method: 'GET',
    path: '/site/health',
    access: 'protected',
    operationId: 'getSiteHealth',
    summary: 'How the platform is: versions, room, background work',
    description: 'For site administrators.',
    spec,
    tag,
    responses: { 200: HealthRepresentation },
    errors: [401, 403],
    handler: async ({ viewer }) => {
      const health = await site.getHealth(viewer)
      return ok({
        svn: health.svn,
        versions: { ...health.versions, subversion: health.versions.subversion ?? null },
        database: { size_bytes: health.database.sizeBytes },
        data_folder: representDisk(health.disk),
        shared_folder: health.sharedDisk ? representDisk(health.sharedDisk) : null,
        uptime_seconds: health.uptimeSeconds,
        processes: health.processes,
        event_log: health.consumers.map(({ name, waiting, lagSeconds, failures }) => ({
          consumer: name,
          waiting,
          lag_seconds: lagSeconds,
          failures,
        })),
      })
    },
  }),
]
