import { beforeAll, describe, expect, it } from 'vitest'
import { isReason, reasons, type Reason } from '../../src/platform/reasons.ts'
import type { RefusalDetails } from '../../src/platform/errors.ts'
import type { SettingName } from '../../src/modules/settings/index.ts'
import { testApp, type TestApp, type TestRequest, type TestResponse } from '../harness/app.ts'
import { expectDone, givenAccount, givenProject, type Account, type Credentials } from '../harness/fixture.ts'
import { signIn } from '../harness/sessions.ts'
import { anElement, createTrackersOf } from '../harness/trackers.ts'
import { declare } from '../harness/uploads.ts'
import { aStep, aWorkflow, aWorkTracker, givenWorks } from '../harness/workflows.ts'

/**
 * Each reason of the table, by a request that gets it. Those who add a reason add its request here: else the types do not fit.
 */
let crocus: TestApp
let owner: Credentials
let member: Credentials
let stranger: Credentials
let works: { readonly projectId: number; readonly hiddenProjectId: number }
let suspended: Account
let suspendedProject: number
let keys: { readonly reading: string; readonly narrow: string; readonly suspended: string; readonly rest: string }
let work: Tracker
let simple: Tracker
let strict: Tracker
let closed: Tracker
let id: number

interface Tracker {
  readonly id: number
  field(name: string): number
  inState(label: string): object
  value(label: string): number
}

const command = { actorId: null, means: 'command' } as const
const set = (name: SettingName, value: string) => crocus.app.modules.settings.set(name, value, command)
/** The last request of a case is the one that is refused. */
let asked: { readonly method: string; readonly path: string }
const request = (method: string, path: string, sent: TestRequest) => {
  asked = { method, path }
  return crocus.request(method, `/api/${path}`, sent)
}
const call = (method: string, path: string, sent: TestRequest = {}) => request(method, path, { as: owner, ...sent })
const anonymous = (method: string, path: string, sent: TestRequest = {}) => request(method, path, sent)
const byKey = (key: string, method: string, path: string, sent: TestRequest = {}) =>
  request(method, path, { ...sent, headers: { 'x-auth-accesskey': key } })

const makeTracker = async (name: string, given: Parameters<typeof aWorkTracker>[2]): Promise<Tracker> => {
  const created = await createTrackersOf(crocus, aWorkTracker(works.projectId, name, given))
  const field = (key: string): number => created.fieldIds.get(key) ?? 0
  const value = (label: string): number => created.valueIds.get(label) ?? 0
  return {
    id: created.trackerIds.get(name) ?? 0,
    field,
    value,
    inState: label => ({ field_id: field('state'), bind_value_ids: [value(label)] }),
  }
}
const made = async (tracker: Tracker, ...values: object[]): Promise<number> => {
  const answer = await post(tracker, tracker.inState('new'), ...values)
  expect([answer.status, answer.status === 201 ? '' : answer.text]).toEqual([201, ''])
  return answer.json<{ id: number }>().id
}
const post = (tracker: Tracker, ...values: object[]) =>
  call('POST', 'artifacts', { json: { tracker: { id: tracker.id }, values } })
const put = (id: number, values: readonly object[], request: TestRequest & { readonly comment?: object } = {}) => {
  const { comment, ...rest } = request
  return call('PUT', `artifacts/${id}`, { json: { values, ...(comment && { comment }) }, ...rest })
}
const key = async (as: Credentials, json: object): Promise<string> =>
  (await call('POST', 'access_keys', { as, json })).json<{ identifier: string }>().identifier

beforeAll(async () => {
  crocus = await testApp()
  const { projectId, hiddenProjectId, ...people } = await givenWorks(crocus)
  ;({ owner, member, stranger } = people)
  works = { projectId, hiddenProjectId }
  suspended = await givenAccount(crocus, 'suspended')
  suspendedProject = (await givenProject(crocus, 'asleep', { as: owner })).id
  keys = {
    reading: await key(owner, { scopes: ['read:rest'] }),
    rest: await key(owner, { scopes: ['write:rest'] }),
    narrow: await key(owner, { projects: [hiddenProjectId] }),
    suspended: await key(suspended.as, { scopes: ['write:rest'] }),
  }
  await crocus.app.modules.auth.changeAccount(suspended.id, { status: 'S' }, { userId: null, means: 'command' })
  expectDone(await call('PATCH', `projects/${suspendedProject}`, { as: crocus.admin, json: { status: 'suspended' } }))
  const list = aWorkTracker(projectId, 'list').elements
  work = await makeTracker('work', {
    elements: [
      ...list,
      anElement('int', 'kept', { permissions: { read: [1], submit: [3], update: [100] } }),
      anElement('file', 'files'),
    ],
    permissions: { full: [3] },
    dateRules: [{ sourceField: 'start', targetField: 'end', comparator: '≤' }],
    listRules: [
      { sourceField: 'country', sourceValue: 'France', targetField: 'towns', targetValue: 'Paris' },
      { sourceField: 'country', sourceValue: 'Spain', targetField: 'towns', targetValue: 'Madrid' },
    ],
    workflow: aWorkflow([
      aStep(null, 'new'),
      aStep('new', 'busy', { authorizedUserGroupIds: [100], notEmptyFields: ['effort'], isCommentRequired: true }),
    ]),
  })
  simple = await makeTracker('simple', {
    workflow: aWorkflow([aStep(null, 'new', { actions: [{ type: 'frozen_fields', fields: ['effort'] }] })], {
      isAdvanced: false,
    }),
  })
  strict = await makeTracker('strict', {
    elements: list.map(one => (one.key === 'effort' ? { ...one, isRequired: true } : one)),
  })
  const forNobody = { read: [1], submit: [100], update: [3] }
  closed = await makeTracker('closed', { elements: [anElement('string', 'title', { permissions: forNobody })] })
  id = await made(work)
})

/** How a reason comes about; or why no request of this test gets it, and which test shows it. */
type Case = (() => Promise<TestResponse>) | { readonly shownBy: string }

const withSetting = async (name: SettingName, value: string, back: string, ask: () => Promise<TestResponse>) => {
  await set(name, value)
  try {
    return await ask()
  } finally {
    await set(name, back)
  }
}
const effort = (value: unknown) => ({ field_id: work.field('effort'), value })
const choice = (tracker: Tracker, name: string, ...bind_value_ids: number[]) => ({
  field_id: tracker.field(name),
  bind_value_ids,
})
const day = (name: string, value: string) => ({ field_id: work.field(name), value })

/** `at`: place of the changeset in the history, newest first. */
const undo = async (artifactId: number, at: number): Promise<TestResponse> => {
  const history = await call('GET', `artifacts/${artifactId}/changesets?order=desc&limit=50`)
  const changeset = history.json<{ id: number }[]>().at(at)?.id
  return call('POST', `artifacts/${artifactId}/changesets/${changeset}/undo`, { json: {} })
}

const batch = (operation: object): Promise<TestResponse> => call('POST', 'batch', { json: { operations: [operation] } })

const keyed = (key: string, title: string): Promise<TestResponse> =>
  call('POST', 'artifacts', {
    json: { tracker: { id: work.id }, values: [work.inState('new'), { field_id: work.field('title'), value: title }] },
    headers: { 'idempotency-key': key },
  })

const cases: Readonly<Record<Reason, Case>> = {
  'feed.bad_cursor': () => call('GET', 'changes?since=12'),
  'feed.other_account': async () => {
    const { next } = (await call('GET', 'changes')).json<{ next: string }>()
    return call('GET', `changes?since=${next}`, { as: member })
  },
  'feed.expired': { shownBy: 'src/modules/changes/feed.routes.test.ts: events have to be deleted' },
  'feed.other_history': { shownBy: 'src/modules/changes/feed.routes.test.ts: needs a cursor of another server' },
  not_found: () => call('GET', 'artifacts/999999'),
  conflict: () => call('PATCH', `artifacts/${id}`, { json: { move: { tracker_id: work.id } } }),
  unavailable: { shownBy: 'src/platform/db/outage.test.ts: the database has to be away' },
  internal: { shownBy: 'src/platform/http/server/api-server.test.ts: it takes a bug' },

  'parameter.required': () => call('GET', `artifacts/${id}/explain`),
  'parameter.type': () => call('POST', 'artifacts', { json: { tracker: { id: 'one' }, values: [] } }),
  'parameter.range': () => call('GET', `artifacts/${id}/explain?action=dance`),
  'parameter.unsupported': () => call('GET', `artifacts/${id}/explain?action=delete&field_id=1`),
  'method.unsupported': () => call('DELETE', 'version'),
  'body.syntax': () =>
    call('PUT', `artifacts/${id}`, { bytes: Buffer.from('{'), headers: { 'content-type': 'application/json' } }),
  'body.media_type': () =>
    call('PUT', `artifacts/${id}`, { bytes: Buffer.from('a'), headers: { 'content-type': 'text/plain' } }),
  'accept.none': () => call('GET', `artifacts/${id}`, { headers: { accept: 'text/csv' } }),

  'credentials.missing': () => anonymous('GET', 'users/self'),
  'credentials.invalid': () => call('GET', 'users/self', { as: [owner[0], 'a guess'] }),
  'scope.missing': () => byKey(keys.rest, 'POST', 'access_keys', { json: { scopes: ['write:svn'] } }),
  'key.read_only': () => byKey(keys.reading, 'POST', 'access_keys', { json: {} }),
  'key.project': () => byKey(keys.narrow, 'GET', `projects/${works.projectId}`),
  'account.suspended': () => byKey(keys.suspended, 'GET', 'users/self'),
  'second_factor.required': { shownBy: 'src/modules/auth/factors/second-factors.routes.test.ts: a code by the clock' },
  'second_factor.invalid': { shownBy: 'src/modules/auth/factors/second-factors.routes.test.ts: a code by the clock' },
  'second_factor.key': { shownBy: 'src/modules/auth/factors/second-factors.routes.test.ts: a code by the clock' },
  csrf: async () => anonymous('GET', 'users/self', { headers: { cookie: (await signIn(crocus, owner)).cookie } }),

  'permission.project': () => call('GET', `projects/${works.hiddenProjectId}`, { as: stranger }),
  'permission.tracker': () => call('GET', `artifacts/${id}`, { as: stranger }),
  'permission.submit': () => post(closed, { field_id: closed.field('title'), value: 'Mine' }),
  'permission.field_update': () => put(id, [{ field_id: work.field('kept'), value: 1 }]),
  'permission.owner': () => call('GET', `users/${suspended.id}/preferences?key=x`),
  'permission.admin': () => call('DELETE', `artifacts/${id}`, { as: member }),
  'project.suspended': () => call('GET', `projects/${suspendedProject}`),

  'external_id.taken': async () => {
    const json = {
      tracker: { id: work.id },
      values: [{ field_id: work.field('title'), value: 'Twice' }, work.inState('new')],
      external_id: { source: 'elsewhere', id: '1' },
    }
    await call('POST', 'artifacts', { json })
    return call('POST', 'artifacts', { json })
  },
  'as_of.too_many': { shownBy: 'src/modules/artifacts/past/find-past.store.test.ts: it takes as many changes' },
  'import.state': { shownBy: 'src/modules/exchange/imports.routes.test.ts: it takes an import that has ended' },
  'snapshot.gone': () => call('GET', `trackers/${work.id}/artifacts?snapshot=none`),
  'snapshot.too_large': {
    shownBy: 'src/platform/list-snapshots/list-snapshots.store.test.ts: it takes as many elements',
  },
  'trash.no_place': { shownBy: 'src/modules/artifacts/trash/trash.routes.test.ts: it takes a deleted tracker' },
  'batch.path': () => batch({ method: 'GET', path: '/artifacts/1' }),
  'batch.ref': () => batch({ method: 'PUT', path: '/artifacts/{$ref:nobody}', body: { values: [] } }),
  'batch.refused': () => batch({ method: 'PUT', path: '/artifacts/999999', body: { values: [] } }),
  'batch.dependency': {
    shownBy: 'src/modules/artifacts/batch/batch.routes.test.ts: it stands in the results of operations',
  },

  'undo.creation': () => undo(id, -1),
  'undo.overlaid': async () => {
    const changed = await made(work)
    for (const value of [11, 12]) await put(changed, [effort(value)])
    return undo(changed, 1)
  },
  'undo.moved': { shownBy: 'src/modules/artifacts/undo/undo.routes.test.ts: it takes a second tracker' },
  'undo.file_gone': { shownBy: 'src/modules/artifacts/undo/undo.routes.test.ts: it takes an attachment' },
  'precondition.required': () => withSetting('require_if_match', '1', '0', () => put(id, [effort(3)])),
  'agent.tool': { shownBy: 'src/modules/agents/agents.routes.test.ts: an agent gets it as the result of a tool' },
  'agent.place': { shownBy: 'src/modules/agents/agents.routes.test.ts: an agent gets it as the result of a tool' },
  'agent.writes': { shownBy: 'src/modules/agents/agents.routes.test.ts: an agent gets it as the result of a tool' },
  'approval.decided': { shownBy: 'src/modules/agents/agents.routes.test.ts: an agent has to ask first' },
  'approval.expired': { shownBy: 'src/modules/agents/agents.routes.test.ts: it takes seven days' },
  'approval.withdrawn': { shownBy: 'src/modules/agents/agents.routes.test.ts: an application has to be revoked first' },
  'approval.too_many': {
    shownBy: 'src/modules/agents/agents.routes.test.ts: an agent gets it as the result of a tool',
  },
  'webhook.too_many': { shownBy: 'src/modules/webhooks/webhook-api.routes.test.ts: it takes a hundred webhooks' },
  'webhook.owner': { shownBy: 'src/modules/webhooks/webhook-api.routes.test.ts: it takes an owner who leaves' },
  'webhook.waiting': { shownBy: 'src/modules/webhooks/webhook-api.routes.test.ts: it takes a receiver that fails' },
  'idempotency.key': () => keyed('a b', 'x'),
  'idempotency.unsupported': () =>
    call('POST', 'tokens', { json: { username: owner[0], password: owner[1] }, headers: { 'idempotency-key': 'k' } }),
  'idempotency.anonymous': { shownBy: 'src/platform/idempotency/idempotency-key.test.ts: the anonymous write nowhere' },
  'idempotency.reused': async () => {
    await keyed('once', 'First')
    return keyed('once', 'Second')
  },
  'idempotency.running': {
    shownBy: 'src/modules/artifacts/write/idempotency.routes.test.ts: it takes two callers at once',
  },

  'field.unknown': () => put(id, [{ field_id: 999_999, value: 1 }]),
  'field.required': () => post(strict, { field_id: strict.field('title'), value: 'Without effort' }),
  'field.value': () => put(id, [effort('much')]),
  'field.frozen': async () => put(await made(simple), [{ field_id: simple.field('effort'), value: 2 }]),
  'field.dependency': () =>
    put(id, [choice(work, 'country', work.value('France')), choice(work, 'towns', work.value('Madrid'))]),
  'field.date_rule': () => put(id, [day('start', '2026-02-02'), day('end', '2026-02-01')]),
  'link.target': () => put(id, [{ field_id: work.field('links'), links: [{ id: 999_999 }] }]),
  'comment.groups': () => put(id, [], { comment: { body: 'Hm', format: 'text', ugroups: ['99999'] } }),

  'workflow.transition': () => put(id, [work.inState('done')]),
  'workflow.group': () => put(id, [work.inState('busy'), effort(1)], { comment: { body: 'Go', format: 'text' } }),
  'workflow.not_empty': () =>
    put(id, [work.inState('busy')], { as: crocus.admin, comment: { body: 'Go', format: 'text' } }),
  'workflow.comment': () => put(id, [work.inState('busy'), effort(1)], { as: crocus.admin }),

  'precondition.changed': () => put(id, [effort(3)], { headers: { 'if-match': '"another"' } }),
  'write.overtaken': { shownBy: 'src/modules/artifacts/commit/commit.test.ts: it takes 200 faster writers in a row' },

  'limit.deletions': () => withSetting('artifacts_deletion_limit', '0', '5', () => call('DELETE', `artifacts/${id}`)),
  'limit.calls': () =>
    withSetting('requests_per_minute', '1', '0', async () => {
      await call('GET', 'users/self', { as: stranger })
      return call('GET', 'users/self', { as: stranger })
    }),
  'limit.size': () => {
    const ids = Array.from({ length: 101 }, (_, index) => index + 1)
    return call('GET', `artifacts?query=${encodeURIComponent(JSON.stringify({ id: ids }))}`)
  },
  'limit.quota': () =>
    withSetting('max_pending_uploads', '1', '1000000', () =>
      declare(crocus, { as: owner, fieldId: work.field('files') }),
    ),
  'limit.busy': { shownBy: 'src/platform/http/overload.test.ts: the server has to be full' },
}

/** Faults of one field or parameter say which. */
const named: Readonly<Partial<Record<Reason, keyof RefusalDetails>>> = {
  'parameter.required': 'parameter',
  'parameter.type': 'parameter',
  'parameter.range': 'parameter',
  'parameter.unsupported': 'parameter',
  'permission.field_update': 'field_id',
  'field.unknown': 'field_id',
  'field.required': 'field_id',
  'field.value': 'field_id',
  'field.frozen': 'field_id',
  'field.dependency': 'field_id',
  'field.date_rule': 'field_id',
  'link.target': 'field_id',
  'workflow.transition': 'transition',
  'workflow.group': 'transition',
  'workflow.not_empty': 'field_id',
  'workflow.comment': 'transition',
  'limit.deletions': 'limit',
  'limit.calls': 'retry_at',
  'limit.size': 'limit',
  'limit.quota': 'remaining',
  'scope.missing': 'scope',
}

describe('every reason of the table', () => {
  const requests = Object.entries(cases).flatMap(([reason, one]) =>
    typeof one === 'function' ? [[reason, one] as const] : [],
  )

  it.each(requests)('%s is what its request is told', async (reason, ask) => {
    const answer = await ask()
    const { details } = answer.json<{ error: { details: RefusalDetails } }>().error
    expect(details).toMatchObject({ reason, doc: `/docs/reasons#${reason}` })
    const member = isReason(reason) ? named[reason] : undefined
    if (member !== undefined) expect(details[member]).toBeDefined()
  })

  // The harness declares the upload.
  const own = requests.filter(([reason]) => reason !== 'limit.quota')
  it.each(own)('%s is documented for the route that tells it', async (reason, ask) => {
    await ask()
    const { paths } = (await crocus.request('GET', '/api/openapi.json')).json<{
      paths: Record<string, Record<string, { 'x-reasons': string[] }>>
    }>()
    const { method, path } = asked
    const [found] = Object.entries(paths)
      .filter(([template]) => new RegExp(`^${template.replace(/\{\w+\}/g, '[^/]+')}$`).test(`/${path.split('?')[0]}`))
      .sort(([one], [other]) => one.split('{').length - other.split('{').length)
    const route = found?.[1][method.toLowerCase()]
    // No route has this method.
    if (reason === 'method.unsupported') return expect(route).toBeUndefined()
    expect([path, route?.['x-reasons']]).toEqual([path, expect.arrayContaining([reason])])
  })

  it('has a case here, and no case is of another one', () =>
    expect(Object.keys(cases).sort()).toEqual(Object.keys(reasons).sort()))
})
