import { Invalid } from '../../platform/errors.ts'
import { ok, type Route } from '../../platform/http/routes/route.ts'
import { route, type Viewer } from '../users/index.ts'
import { ENTRY_STATES, type EntrySelection, type EntryState } from './entries.ts'
import { Inbox, inboxQuery, MarkBody, Unread } from './inbox.schema.ts'
import type { listInbox, SeenEntry } from './read-inbox.ts'

export interface InboxOperations {
  readonly list: ReturnType<typeof listInbox>
  readonly countUnread: (viewer: Viewer) => Promise<number>
  readonly mark: (viewer: Viewer, selection: EntrySelection, state: EntryState) => Promise<void>
  readonly represent: (viewer: Viewer, entries: readonly SeenEntry[]) => Promise<object[]>
}

const selectionOf = ({ ids, until }: { readonly ids?: readonly number[]; readonly until?: number }): EntrySelection => {
  if (ids && until === undefined) return { ids: ids.filter(Number.isSafeInteger) }
  if (until !== undefined && !ids) return { until: Math.min(until, Number.MAX_SAFE_INTEGER) }
  throw new Invalid('Either `ids` or `until` is required', { reason: 'parameter.required', parameter: 'ids' })
}

const tag = 'Inbox'
const spec = 'integrators.md §15'

export const inboxRoutes = (inbox: InboxOperations): Route<Viewer>[] => [
  route({
    method: 'GET',
    path: '/users/self/inbox',
    access: 'protected',
    isWholeAccount: true,
    scope: 'read:tracker',
    operationId: 'getInbox',
    summary:
      'Lists the news of the caller: mentions, assignments, changes of artifacts in which the caller takes part.',
    description:
      'Unread changes of one artifact are one entry. Entries of what the caller may not see now are not there and not counted. They stay ' +
      'for 90 days. Imports and own changes make none. Streams of the account get `inbox` when something is new (`GET /events`).',
    spec,
    tag,
    query: inboxQuery,
    cursor: 'before',
    responses: { 200: Inbox },
    errors: [400, 401, 403],
    handler: async ({ viewer, query }) => {
      const { state = ENTRY_STATES, limit, before } = query
      const page = await inbox.list(viewer, { states: state, limit, before })
      const entries = await inbox.represent(viewer, page.entries)
      return { ...ok({ entries, unread: await inbox.countUnread(viewer), next: page.next }), next: page.next }
    },
  }),
  route({
    method: 'PATCH',
    path: '/users/self/inbox',
    access: 'protected',
    isWholeAccount: true,
    scope: 'write:tracker',
    operationId: 'markInbox',
    summary: 'Marks entries of the inbox of the caller as unread, read or done.',
    spec,
    tag,
    body: MarkBody,
    responses: { 200: Unread },
    errors: [400, 401, 403],
    handler: async ({ viewer, body }) => {
      await inbox.mark(viewer, selectionOf(body), body.state)
      return ok({ unread: await inbox.countUnread(viewer) })
    },
  }),
]
