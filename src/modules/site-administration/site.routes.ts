import { paginated } from '../../platform/http/routes/pagination.ts'
import { created, done, ok, type Route } from '../../platform/http/routes/route.ts'
import { route, type User, type Viewer } from '../users/index.ts'
import type { SiteOperations } from './site.operations.ts'
import {
  InvitationsResponse,
  InvitationsBody,
  MAX_SYSTEM_EVENTS,
  PlatformRepresentation,
  SiteBanner,
  SiteBannerBody,
  SystemEvents,
  SystemEventsQuery,
  VersionRepresentation,
} from './site.schema.ts'

const tag = 'Platform'
const spec = 'http.md §11'

export const siteRoutes = (site: SiteOperations): Route<Viewer>[] => [
  route({
    method: 'GET',
    path: '/version',
    access: 'public',
    operationId: 'getVersion',
    summary: 'Name and version of the platform',
    spec,
    tag,
    responses: { 200: VersionRepresentation },
    errors: [],
    handler: async () => ok({ flavor_name: 'Crocus', version_number: site.version }),
  }),
  route({
    method: 'GET',
    path: '/platform',
    access: 'public',
    operationId: 'getPlatform',
    summary: 'Read the facts that a page needs before anybody signs in',
    spec: 'auth.md §1.1',
    tag,
    responses: { 200: PlatformRepresentation },
    errors: [],
    handler: async () => {
      const { name, accessMode, publicUrl, canResetPassword, languages, timezone } = site.describePlatform()
      return ok({
        name,
        access_mode: accessMode,
        public_url: publicUrl,
        version: site.version,
        can_reset_password: canResetPassword,
        languages,
        timezone,
      })
    },
  }),
  route({
    method: 'GET',
    path: '/banner',
    access: 'hybrid',
    operationId: 'getBanner',
    summary: 'Read the banner of the platform',
    spec,
    tag,
    responses: { 200: SiteBanner },
    errors: [401, 404],
    handler: async () => {
      const { message, importance, expiresAt } = await site.getBanner()
      return ok({ message, importance, expiration_date: expiresAt && site.isoDate(expiresAt) })
    },
  }),
  route({
    method: 'PUT',
    idempotency: 'answer',
    path: '/banner',
    access: 'protected',
    operationId: 'setBanner',
    summary: 'Set the banner of the platform',
    spec,
    tag,
    body: SiteBannerBody,
    responses: { 200: null },
    errors: [400, 401, 403],
    handler: async ({ viewer, body }) => {
      const { message, importance, expiration_date } = body
      await site.setBanner(viewer, { message, importance, expirationDate: expiration_date ?? null })
      return done()
    },
  }),
  route({
    method: 'DELETE',
    idempotency: 'answer',
    path: '/banner',
    access: 'protected',
    operationId: 'deleteBanner',
    summary: 'Remove the banner of the platform',
    spec,
    tag,
    responses: { 200: null },
    errors: [401, 403],
    handler: async ({ viewer }) => {
      await site.setBanner(viewer, undefined)
      return done()
    },
  }),
  route({
    method: 'GET',
    path: '/system_event',
    access: 'protected',
    operationId: 'listSystemEvents',
    summary: 'Follow the work of the platform itself',
    description: 'For site administrators and holders of the permission to read system events.',
    spec,
    tag,
    query: SystemEventsQuery,
    responses: { 200: SystemEvents },
    errors: [400, 401, 403],
    handler: async ({ viewer, query }) => {
      const { events, size } = await site.listSystemEvents(viewer, query.status, query)
      const body = events.map(event => ({ ...event, status: event.status.toUpperCase() }))
      return paginated(body, query, size, MAX_SYSTEM_EVENTS)
    },
  }),
  route({
    method: 'POST',
    idempotency: 'answer',
    path: '/invitations',
    access: 'protected',
    operationId: 'invite',
    summary: 'Invite people to the platform or to a project',
    description: 'The mails are queued; the setting `max_invitations_by_day` limits how many an account sends.',
    spec,
    tag,
    body: InvitationsBody,
    responses: { 201: InvitationsResponse },
    errors: [400, 401, 403, 404],
    handler: async ({ viewer, body }) => {
      const outcome = await site.invite(viewer, {
        emails: body.emails,
        customMessage: body.custom_message ?? '',
        projectId: body.project_id ?? undefined,
      })
      const people = (users: readonly User[]) => users.map(user => site.representUser(user, viewer))
      return created({
        failures: [],
        already_project_members: people(outcome.alreadyMembers),
        known_users_added_to_project_members: people(outcome.addedToProject),
        known_users_not_alive: people(outcome.notAlive),
        known_users_are_restricted: people(outcome.restricted),
      })
    },
  }),
]
