import { json, type ApiResponse, type Route } from '../../platform/http/routes/route.ts'
import { route, type Viewer } from '../users/index.ts'
import { changesQuery, ChangesPage, eventsQuery, snapshotQuery } from './changes.schema.ts'
import type { ChangesAnswer, getChanges } from './feed/get-changes.ts'
import type { getSnapshot } from './feed/get-snapshot.ts'
import type { parseFilter, parseScope } from './reading/parse-filter.ts'
import type { openEvents } from './stream/open-events.ts'

/** Operations that the routes of this file call. */
export interface ChangesOperations {
  readonly getChanges: ReturnType<typeof getChanges>
  readonly getSnapshot: ReturnType<typeof getSnapshot>
  readonly openEvents: ReturnType<typeof openEvents>
  readonly parseFilter: ReturnType<typeof parseFilter>
  readonly parseScope: ReturnType<typeof parseScope>
  readonly isoDate: (viewer: Viewer, at: Date) => string
}

/** Streams and snapshots of one caller are counted together: an account, or an address without a sign-in. */
const callerOf = (viewer: Viewer, ip: string): string => (viewer.isAnonymous ? `ip ${ip}` : `user ${viewer.userId}`)

const ndjson = (lines: readonly string[]): ApiResponse => ({
  status: 200,
  lines: { first: lines.map(line => `${line}\n`).join(''), rest: (async function* () {})() },
})

const about = ({ next, more, heldSince }: ChangesAnswer, isoDate: (at: Date) => string): string =>
  `"next":"${next}","more":${more},"held_since":${heldSince ? `"${isoDate(heldSince)}"` : 'null'}`

const asLines = (answer: ChangesAnswer, isoDate: (at: Date) => string): ApiResponse =>
  ndjson([
    ...answer.changes.map(({ text, artifactId }) => {
      const artifact = artifactId === null ? undefined : answer.artifacts.get(artifactId)
      return artifact === undefined ? text : `${text.slice(0, -1)},"artifact":${artifact}}`
    }),
    `{${about(answer, isoDate)}}`,
  ])

const asPage = (answer: ChangesAnswer, isoDate: (at: Date) => string): ApiResponse => {
  const artifacts = [...answer.artifacts].map(([id, text]) => `"${id}":${text}`)
  const changes = answer.changes.map(({ text }) => text)
  return json(`{"changes":[${changes.join(',')}],"artifacts":{${artifacts.join(',')}},${about(answer, isoDate)}}`)
}

const CURSOR_REASONS = ['feed.bad_cursor', 'feed.expired', 'feed.other_account', 'feed.other_history'] as const

export const changesRoutes = (operations: ChangesOperations): Route<Viewer>[] => [
  route({
    method: 'GET',
    path: '/changes',
    access: 'hybrid',
    scope: 'read:tracker',
    operationId: 'getChanges',
    summary: 'Changes since a cursor, as far as the caller may see them.',
    description:
      'For copies elsewhere: a snapshot, then the changes behind its cursor until `more` is false, give an exact copy. Without `since` the ' +
      'answer is the cursor of now. A change of rights on many artifacts is one `access.changed`.',
    spec: 'integrators.md §1.2',
    tag: 'Changes',
    query: changesQuery,
    cursor: 'since',
    responses: { 200: ChangesPage },
    otherFormats: {
      ndjson: 'One change a line, with its `artifact` if asked for. The last line has `next`, `more` and `held_since`.',
    },
    errors: [400, 401, 404, 410],
    reasons: CURSOR_REASONS,
    handler: async ({ viewer, identify, query, ip, leaveWork, signal, otherFormat }) => {
      const filter = await operations.parseFilter(viewer, query)
      const { since, until, limit, wait, representation } = query
      const answer = await operations.getChanges(
        { viewer, identify },
        { since, until, limit, waitSeconds: wait, filter, representation },
        {
          caller: callerOf(viewer, ip),
          leaveWork,
          signal,
        },
      )
      const isoDate = (at: Date): string => operations.isoDate(viewer, at)
      const response = otherFormat === 'ndjson' ? asLines(answer, isoDate) : asPage(answer, isoDate)
      return { ...response, next: answer.next }
    },
  }),
  route({
    method: 'GET',
    path: '/changes/snapshot',
    access: 'hybrid',
    scope: 'read:tracker',
    operationId: 'getChangesSnapshot',
    summary: 'All artifacts that the caller may see, by ascending id, with the cursor from which the feed goes on.',
    description:
      'One snapshot of an account at a time. One that was cut goes on with `after` (the last id) and `cursor` (of its first line).',
    spec: 'integrators.md §1.5',
    tag: 'Changes',
    query: snapshotQuery,
    responses: { 200: null },
    otherFormats: {
      ndjson: 'First line `cursor` and `at`, then one artifact a line, last line `end`, `cursor` and `count`.',
    },
    errors: [400, 401, 404, 410],
    reasons: CURSOR_REASONS,
    handler: async ({ viewer, identify, query, ip }) => {
      const trackerIds = await operations.parseScope(viewer, query)
      const { representation, after, cursor } = query
      const lines = await operations.getSnapshot({ identify }, callerOf(viewer, ip), {
        trackerIds,
        representation,
        after,
        cursor,
      })
      return { status: 200, lines }
    },
  }),
  route({
    method: 'GET',
    path: '/events',
    access: 'hybrid',
    scope: 'read:tracker',
    operationId: 'openEvents',
    summary: 'The same changes as server-sent events, as they happen.',
    description:
      '`Last-Event-ID` wins over `since`. The event is the kind, its data the change. `place` tells where the reader is, `reset` that it must ' +
      'begin anew with a snapshot. At most 20 streams of a caller. Without an id: `inbox` when the inbox of the account has news, ' +
      '`presence` when other people are at an artifact of `presence_of`.',
    spec: 'integrators.md §2',
    tag: 'Changes',
    query: eventsQuery,
    responses: { 200: null },
    otherFormats: { events: 'Events until one of both sides ends the stream.' },
    errors: [400, 401, 404],
    reasons: CURSOR_REASONS,
    handler: async ({ viewer, identify, query, headers, ip }) => {
      const filter = await operations.parseFilter(viewer, query)
      const sent = headers['last-event-id']
      const since = typeof sent === 'string' && sent !== '' ? sent : query.since
      const live = await operations.openEvents({ viewer, identify }, callerOf(viewer, ip), {
        filter,
        since,
        representation: query.representation,
        presenceOf: query.presence_of ?? [],
      })
      return { status: 200, live }
    },
  }),
]
