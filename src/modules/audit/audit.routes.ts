import type { Static } from 'typebox'
import { ok, type ApiRequest, type ApiResponse, type Route } from '../../platform/http/routes/route.ts'
import { idParams } from '../../platform/http/schemas/schema.ts'
import { route, type Viewer } from '../users/index.ts'
import { AuditPage, AuditQuery } from './audit.schema.ts'
import type { SealedEntry, StoredEntry } from './model/entry.ts'
import type { parseAuditQuery } from './read/parse-audit-query.ts'
import type { AuditAnswer, AuditPlace, ChainState, readAudit } from './read/read-audit.ts'

/** Operations that the routes of this file call. */
export interface AuditOperations {
  readonly read: ReturnType<typeof readAudit>
  readonly parseQuery: ReturnType<typeof parseAuditQuery>
  readonly chain: () => Promise<ChainState>
  readonly namesOf: (entries: readonly SealedEntry[]) => Promise<Record<string, string>>
  readonly loginsOf: (ids: Iterable<number>) => Promise<ReadonlyMap<number, string>>
  readonly keptDays: () => number
  readonly isoDate: (at: Date) => string
}

const tag = 'Audit'
const spec = 'integrators.md §13'
const otherFormats = { ndjson: 'One row a line. The last line has `next`.' }
const DESCRIPTION =
  'Rights, groups, settings, keys, applications, sign-ins, deletions and refusals, each with the hash of the row before. ' +
  'Values of artifacts are not in it: they have their history. Reading is a row too.'

type AuditRequest = ApiRequest<Viewer, unknown, Static<typeof AuditQuery>, undefined>

export const auditRoutes = (audit: AuditOperations): Route<Viewer>[] => {
  const answer = async (request: AuditRequest, place: AuditPlace): Promise<ApiResponse> => {
    const { viewer, identify, query, leaveWork, signal, otherFormat } = request
    const { since, limit, order, wait, from, until, kinds, actor_id, subject } = query
    const found = await audit.read(
      viewer,
      place,
      {
        filter: audit.parseQuery(query, place ?? undefined),
        page: { since, limit, isDescending: order === 'desc' },
        shownQuery: { from, until, kinds, actor_id, subject },
      },
      {
        seconds: wait,
        caller: `user ${viewer.userId}`,
        leaveWork,
        signal,
        identify,
      },
    )
    const shown = await representAll(audit, found.entries)
    const response = otherFormat === 'ndjson' ? asLines(shown, found) : ok(await asPage(audit, shown, found))
    return { ...response, next: found.next }
  }

  return [
    route({
      method: 'GET',
      path: '/site/audit',
      access: 'protected',
      operationId: 'getSiteAudit',
      summary: 'Rows of the audit of the platform.',
      description: `${DESCRIPTION} For site administrators.`,
      spec,
      tag,
      query: AuditQuery,
      cursor: 'since',
      responses: { 200: AuditPage },
      otherFormats,
      errors: [400, 401, 403],
      handler: request => answer(request, null),
    }),
    route({
      method: 'GET',
      path: '/projects/{id}/audit',
      access: 'protected',
      operationId: 'getProjectAudit',
      summary: 'Rows of the audit that are about a project.',
      description: `${DESCRIPTION} For administrators of the project.`,
      spec,
      tag,
      params: idParams('Id of the project.'),
      query: AuditQuery,
      cursor: 'since',
      responses: { 200: AuditPage },
      otherFormats,
      errors: [400, 401, 403, 404],
      handler: request => answer(request, request.params.id),
    }),
  ]
}

const representAll = async (audit: AuditOperations, entries: readonly StoredEntry[]): Promise<object[]> => {
  const ids = entries.flatMap(({ entry: { actor, on_behalf_of } }) => [actor?.id, on_behalf_of?.id])
  const logins = await audit.loginsOf(new Set(ids.filter(id => id !== undefined)))
  const named = (account: SealedEntry['actor']) =>
    account && { id: account.id, username: logins.get(account.id) ?? null }
  return entries.map(({ entry, hash }) => ({
    ...entry,
    actor: named(entry.actor),
    on_behalf_of: named(entry.on_behalf_of),
    hash: hash.toString('hex'),
  }))
}

const asLines = (shown: readonly object[], { next }: AuditAnswer): ApiResponse => ({
  status: 200,
  lines: {
    first: [...shown, { next }].map(line => `${JSON.stringify(line)}\n`).join(''),
    rest: (async function* () {})(),
  },
})

const asPage = async (audit: AuditOperations, shown: readonly object[], { entries, next }: AuditAnswer) => {
  const { first, last, head, check } = await audit.chain()
  return {
    entries: shown,
    next,
    names: await audit.namesOf(entries.map(({ entry }) => entry)),
    chain: {
      first,
      last,
      head: head ? { n: head.n, hash: head.hash.toString('hex'), signed_on: audit.isoDate(head.signedAt) } : null,
      checked_on: check ? audit.isoDate(check.checkedAt) : null,
      broken_at: check?.brokenAt ?? null,
      kept_days: audit.keptDays(),
    },
  }
}
