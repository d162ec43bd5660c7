// Dry runs and conditions of the routes beside those of artifacts (integrators.md §6, §7): each row of a table is one write.
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, type TestApp, type TestRequest, type TestResponse } from '../harness/app.ts'
import { givenAccount, givenProject, readProject, type Account, type Credentials } from '../harness/fixture.ts'
import { createTrackersOf } from '../harness/trackers.ts'
import { aStep, aWorkflow, aWorkTracker } from '../harness/workflows.ts'

let crocus: TestApp
let owner: Account
let guest: Account
let stranger: Account
let projectId: number
let trackerId: number
let field: (name: string) => number
let value: (label: string) => number

const call = (method: string, path: string, request: TestRequest = {}) =>
  crocus.request(method, `/api/${path}`, { as: owner.as, ...request })

beforeAll(async () => {
  crocus = await testApp()
  owner = await givenAccount(crocus, 'owner')
  guest = await givenAccount(crocus, 'guest')
  stranger = await givenAccount(crocus, 'stranger')
  projectId = (await givenProject(crocus, 'garden', { as: owner.as, isPublic: false })).id
  const workflow = aWorkflow([aStep(null, 'new'), aStep('new', 'busy')])
  const made = await createTrackersOf(crocus, aWorkTracker(projectId, 'chore', { workflow }))
  trackerId = made.trackerIds.get('chore') ?? 0
  field = name => made.fieldIds.get(name) ?? 0
  value = label => made.valueIds.get(label) ?? 0
  expect((await readProject(crocus, projectId, owner.as)).id).toBe(projectId)
})

interface Write {
  readonly method: string
  readonly path: string
  readonly json?: object
  readonly as?: Credentials
  /** Status of the write. */
  readonly status: number
  /** Member of `would` that shows the object; undefined: `would` is the report of a definition. */
  readonly name?: string
  /** Address that sends the `Etag` which counts; undefined: the route has no condition. */
  readonly etagOf?: string
  /** A change between the read and the write. */
  readonly meanwhile?: () => Promise<TestResponse>
}

let names = 0
const another = (word: string): string => `${word}_${(names += 1)}`

const report = async (): Promise<string> => {
  const json = { tracker: { id: trackerId }, label: another('report'), columns: [field('title')] }
  return `tracker_reports/${(await call('POST', 'tracker_reports', { json })).json<{ id: number }>().id}`
}
const group = async (members: readonly string[] = []): Promise<string> => {
  const json = { project_id: projectId, short_name: another('group'), description: '' }
  const { id } = (await call('POST', 'user_groups', { json })).json<{ id: string }>()
  for (const username of members) await call('POST', `user_groups/${id}/members`, { json: { username } })
  return `user_groups/${id}`
}
const project = async (): Promise<string> =>
  `projects/${(await givenProject(crocus, another('site').replace('_', '-'), { as: owner.as })).id}`
const newField = async (): Promise<string> => {
  const json = { tracker: { id: trackerId }, type: 'string', label: another('field') }
  return `tracker_fields/${(await call('POST', 'tracker_fields', { json })).json<{ field_id: number }>().field_id}`
}
const tracker = async (): Promise<string> => {
  const name = another('tracker')
  const json = { project: { id: projectId }, label: name, item_name: name }
  return `trackers/${(await call('POST', 'trackers', { json })).json<{ id: number }>().id}`
}
const transition = async (from: string, to: string): Promise<string> => {
  const json = { tracker_id: trackerId, from_id: value(from), to_id: value(to) }
  const made = await call('POST', 'tracker_workflow_transitions', { json })
  return `tracker_workflow_transitions/${made.json<{ id: number }>().id}`
}
const section = async (name: string): Promise<object> => (await call('GET', `trackers/${trackerId}/${name}`)).json()
const general = async (): Promise<object> => ({ ...(await section('general')), description: another('text') })
const renamed = async (path: string): Promise<TestResponse> =>
  call('PATCH', path, { json: { short_name: another('group') } })
const changeOfTracker = async () => call('PUT', `trackers/${trackerId}/general`, { json: await general() })

/** Route → a write that succeeds. */
const writes: Readonly<Record<string, () => Promise<Write>>> = {
  'POST /tracker_reports': async () => ({
    method: 'POST',
    path: 'tracker_reports',
    json: { tracker: { id: trackerId }, label: another('report'), columns: [field('title')] },
    status: 201,
    name: 'report',
  }),
  'PUT /tracker_reports/{id}': async () => {
    const path = await report()
    const json = { label: another('report'), columns: [field('title'), field('effort')] }
    const meanwhile = () => call('PUT', path, { json: { label: another('report') } })
    return { method: 'PUT', path, json, status: 200, name: 'report', etagOf: path, meanwhile }
  },
  'DELETE /tracker_reports/{id}': async () => {
    const path = await report()
    const meanwhile = () => call('PUT', path, { json: { label: another('report') } })
    return { method: 'DELETE', path, status: 204, name: 'report', etagOf: path, meanwhile }
  },
  'POST /user_groups': async () => ({
    method: 'POST',
    path: 'user_groups',
    json: { project_id: projectId, short_name: another('group'), description: 'Friends' },
    status: 201,
    name: 'user_group',
  }),
  'PATCH /user_groups/{id}': async () => {
    const path = await group()
    const json = { short_name: another('group') }
    return {
      method: 'PATCH',
      path,
      json,
      status: 200,
      name: 'user_group',
      etagOf: path,
      meanwhile: () => renamed(path),
    }
  },
  'DELETE /user_groups/{id}': async () => {
    const path = await group(['guest'])
    return { method: 'DELETE', path, status: 200, name: 'user_group', etagOf: path, meanwhile: () => renamed(path) }
  },
  'PUT /user_groups/{id}/users': async () => {
    const path = await group()
    const json = { user_references: [{ username: 'guest' }] }
    const meanwhile = () => call('POST', `${path}/members`, { json: { username: 'owner' } })
    return {
      method: 'PUT',
      path: `${path}/users`,
      json,
      status: 200,
      name: 'user_group',
      etagOf: `${path}/users`,
      meanwhile,
    }
  },
  'POST /user_groups/{id}/members': async () => ({
    method: 'POST',
    path: `${await group()}/members`,
    json: { username: 'guest' },
    status: 201,
    name: 'member',
  }),
  'DELETE /user_groups/{id}/members/{user_id}': async () => {
    const path = await group(['guest'])
    const meanwhile = () => renamed(path)
    return {
      method: 'DELETE',
      path: `${path}/members/${guest.id}`,
      status: 200,
      name: 'member',
      etagOf: path,
      meanwhile,
    }
  },
  'PATCH /projects/{id}': async () => {
    const path = await project()
    const meanwhile = () => call('PATCH', `${path}/details`, { json: { label: another('Label') } })
    const json = { status: 'suspended' }
    return { method: 'PATCH', path, json, as: crocus.admin, status: 200, name: 'project', etagOf: path, meanwhile }
  },
  'PATCH /projects/{id}/details': async () => {
    const path = await project()
    const meanwhile = () => call('PATCH', `${path}/details`, { json: { label: another('Label') } })
    const json = { description: another('text') }
    return {
      method: 'PATCH',
      path: `${path}/details`,
      json,
      status: 200,
      name: 'details',
      etagOf: `${path}/details`,
      meanwhile,
    }
  },
  'PATCH /site/projects/{id}': async () => {
    const path = await project()
    const meanwhile = () => call('PATCH', `${path}/details`, { json: { label: another('Label') } })
    const json = { is_template: true }
    return {
      method: 'PATCH',
      path: `site/${path}`,
      json,
      as: crocus.admin,
      status: 200,
      name: 'project',
      etagOf: path,
      meanwhile,
    }
  },
  'POST /trackers': async () => ({
    method: 'POST',
    path: 'trackers',
    json: { project: { id: projectId }, label: another('tracker'), item_name: another('tracker') },
    status: 201,
    name: 'tracker',
  }),
  'PATCH /trackers/{id}': async () => {
    const path = await tracker()
    const query = encodeURIComponent(
      JSON.stringify({ workflow: { set_transitions_rules: { field_id: await status(path) } } }),
    )
    return { method: 'PATCH', path: `${path}?query=${query}`, status: 200, name: 'tracker' }
  },
  'DELETE /trackers/{id}': async () => {
    const path = await tracker()
    const meanwhile = async () => {
      const json = { ...(await call('GET', `${path}/general`)).json<object>(), description: another('text') }
      return call('PUT', `${path}/general`, { json })
    }
    return { method: 'DELETE', path, status: 204, name: 'tracker', etagOf: `${path}/definition`, meanwhile }
  },
  ...Object.fromEntries(
    ['permissions', 'semantics', 'hierarchy', 'notifications', 'canned_responses', 'webhooks', 'rules', 'triggers'].map(
      part => [
        `PUT /trackers/{id}/${part}`,
        async (): Promise<Write> => {
          const path = `trackers/${trackerId}/${part}`
          return {
            method: 'PUT',
            path,
            json: await section(part),
            status: 200,
            etagOf: path,
            meanwhile: changeOfTracker,
          }
        },
      ],
    ),
  ),
  'PUT /trackers/{id}/general': async () => {
    const path = `trackers/${trackerId}/general`
    return { method: 'PUT', path, json: await general(), status: 200, etagOf: path, meanwhile: changeOfTracker }
  },
  'POST /tracker_fields': async () => ({
    method: 'POST',
    path: 'tracker_fields',
    json: { tracker: { id: trackerId }, type: 'string', label: another('field') },
    status: 201,
  }),
  'PATCH /tracker_fields/{id}': async () => ({
    method: 'PATCH',
    path: await newField(),
    json: { label: another('field') },
    status: 200,
  }),
  'DELETE /tracker_fields/{id}': async () => ({ method: 'DELETE', path: await newField(), status: 204 }),
  'POST /tracker_workflow_transitions': async () => ({
    method: 'POST',
    path: 'tracker_workflow_transitions',
    json: { tracker_id: trackerId, from_id: value('busy'), to_id: value('new') },
    status: 201,
    name: 'transition',
  }),
  'PATCH /tracker_workflow_transitions/{id}': async () => ({
    method: 'PATCH',
    path: await transition('busy', 'done'),
    json: {
      authorized_user_group_ids: [`${projectId}_3`],
      not_empty_field_ids: [field('title')],
      is_comment_required: true,
    },
    status: 200,
    name: 'transition',
  }),
  'DELETE /tracker_workflow_transitions/{id}': async () => ({
    method: 'DELETE',
    path: await transition('new', 'done'),
    status: 200,
    name: 'transition',
  }),
  'PUT /tracker_workflow_transitions/{id}/actions': async () => ({
    method: 'PUT',
    path: `${await transition('done', 'new')}/actions`,
    json: { post_actions: [] },
    status: 200,
    name: 'transition',
  }),
}

const status = async (path: string): Promise<number> => {
  const { fields } = (await call('GET', path)).json<{ fields: { field_id: number; type: string; name: string }[] }>()
  return fields.find(({ type }) => type === 'sb')?.field_id ?? 0
}

/** Tables that follow sign-ins and the log, and the audit of refused calls: both are written a moment after their call. */
const WRITTEN_LATER = /^public\.(users|rate_window|replica_mark|event_consumer|audit_\w+)$/

/** Contents of all other tables. */
const contents = async (): Promise<Record<string, string>> => {
  const { rows } = await sql<{ name: string }>`
    select schemaname || '.' || tablename as name from pg_tables where schemaname in ('public', 'graphile_worker') order by 1`.execute(
    crocus.db.kysely,
  )
  const found: Record<string, string> = {}
  for (const { name } of rows) {
    if (WRITTEN_LATER.test(name)) continue
    const shown = name === 'public.event' ? sql`where t.kind <> 'call.refused'` : sql``
    const counted = await sql<{ hash: string }>`
      select count(*) || md5(coalesce(string_agg(t::text, ',' order by t::text), '')) as hash
      from ${sql.table(name)} t ${shown}`.execute(crocus.db.kysely)
    found[name] = counted.rows[0]?.hash ?? ''
  }
  return found
}

interface Refused {
  readonly error: { readonly details: { readonly reason: string; readonly etag?: string } }
}
interface Rehearsed {
  readonly dry_run: boolean
  readonly status: number
  readonly would: Readonly<Record<string, unknown>> & { readonly etag: string | null }
}

const send = ({ method, path, json, as }: Write, request: TestRequest & { readonly query?: string } = {}) => {
  const { query = '', ...rest } = request
  const separator = path.includes('?') ? '&' : '?'
  return call(method, query === '' ? path : `${path}${separator}${query}`, {
    ...(json && { json }),
    ...(as && { as }),
    ...rest,
  })
}
const etagAt = async (path: string, as?: Credentials): Promise<string | undefined> => {
  const answer = await call('GET', path, as ? { as } : {})
  return answer.headers['etag'] as string | undefined
}

const routes = Object.keys(writes)

describe('a dry run', () => {
  it.each(routes)('of %s changes nothing, and tells what the write does', async route => {
    const write = await (writes[route] as () => Promise<Write>)()
    const before = await contents()
    const rehearsed = await send(write, { query: 'dry_run=true' })
    expect([rehearsed.status, rehearsed.status === 200 ? '' : rehearsed.text]).toEqual([200, ''])
    expect(await contents()).toEqual(before)
    const { dry_run, status, would } = rehearsed.json<Rehearsed>()
    expect([dry_run, status]).toEqual([true, write.status])
    const refused = await send(write, { as: stranger.as, query: 'dry_run=true' })
    const refusal = await send(write, { as: stranger.as })
    expect(refusal.status).toBeGreaterThanOrEqual(403)
    expect([refused.status, refused.text]).toEqual([refusal.status, refusal.text])

    const headers = write.etagOf === undefined ? {} : { 'if-match': String(would.etag) }
    const preferred = await send(write, { headers: { prefer: 'dry-run' } })
    expect(preferred.text).toBe(rehearsed.text)
    const written = await send(write, { headers })
    expect([written.status, written.status === write.status ? '' : written.text]).toEqual([write.status, ''])
    if (write.name === undefined) return expect(would).toMatchObject({ is_dry_run: true })
    const shown = would[write.name] as Record<string, unknown> | null
    if (written.text !== '' && shown !== null) expect(withoutIds(shown)).toEqual(withoutIds(written.json<object>()))
  })
})

/** Without the ids of rows that the write made. */
const withoutIds = (object: object): object =>
  JSON.parse(
    JSON.stringify(object, (key, member: unknown) =>
      ['id', 'uri', 'users_uri', 'resources'].includes(key) ? null : member,
    ),
  ) as object

describe('a condition', () => {
  it.each(routes)('of %s names the version that the write is meant for', async route => {
    const write = await (writes[route] as () => Promise<Write>)()
    if (write.etagOf === undefined || !write.meanwhile) return expect(write.etagOf).toBeUndefined()
    const old = (await etagAt(write.etagOf, write.as)) ?? ''
    expect(old).not.toBe('')
    expect((await write.meanwhile()).status).toBeLessThan(300)
    const now = (await etagAt(write.etagOf, write.as)) ?? ''
    expect(now).not.toBe(old)
    const before = await contents()
    const sameTime = { 'if-unmodified-since': new Date().toUTCString() }
    for (const headers of [{ 'if-match': old }, sameTime] as const)
      for (const query of ['', 'dry_run=true']) {
        const refused = await send(write, { headers, query })
        expect([query, refused.status]).toEqual([query, 412])
        expect(refused.json<Refused>().error.details).toMatchObject({ reason: 'precondition.changed', etag: now })
      }
    expect(await contents()).toEqual(before)
    // The right is checked before the condition.
    const hidden = await send(write, { as: stranger.as, headers: { 'if-match': old } })
    expect(hidden.status).not.toBe(412)
    expect(hidden.text).not.toContain(now)
    const written = await send(write, { headers: { 'if-match': `"${now}"` } })
    expect([written.status, written.status === write.status ? '' : written.text]).toEqual([write.status, ''])
    if (typeof written.headers['etag'] === 'string')
      expect(await etagAt(write.etagOf, write.as)).toBe(written.headers['etag'])
  })

  it('is for those who may change the object: others get no token', async () => {
    expect(await etagAt(`projects/${projectId}`, owner.as)).toBeDefined()
    await call('POST', `user_groups/${projectId}_3/members`, { json: { username: 'guest' } })
    const public_ = await call('POST', 'tracker_reports', {
      json: { tracker: { id: trackerId }, label: 'For all', is_public: true },
    })
    const paths = [
      `projects/${projectId}`,
      `user_groups/${projectId}_3`,
      await group(),
      `tracker_reports/${public_.json<{ id: number }>().id}`,
    ]
    for (const path of paths) {
      const [own, others] = [await call('GET', path), await call('GET', path, { as: guest.as })]
      expect([path, own.status, others.status]).toEqual([path, 200, 200])
      expect([path, typeof own.headers['etag'], others.headers['etag']]).toEqual([path, 'string', undefined])
    }
  })
})

it('has each route with a dry run or a condition in its table', async () => {
  const { paths } = (await call('GET', 'openapi.json')).json<{
    paths: Record<string, Record<string, { parameters?: { name: string; in: string }[] }>>
  }>()
  const elsewhere = [
    // rehearse.routes.test.ts, version-conflict.routes.test.ts and their neighbours
    / \/(artifacts|batch|trash)\b/,
    // imports.routes.test.ts
    /^POST \/projects\/\{id\}\/imports$/,
    // webhooks.routes.test.ts
    / \/webhooks\b/,
    // definitions with their own report, projects with their own status
    /^PUT \/trackers\/\{id\}\/definition$/,
    /^POST \/projects$/,
    // svn.routes.test.ts
    / \/svn\b/,
    // settings.routes.test.ts of plannings
    /^PUT \/projects\/\{id\}\/planning_settings$/,
    // cardwall.routes.test.ts
    /^PATCH \/taskboard_cards\/\{id\}$/,
    // roadmaps.routes.test.ts
    / \/roadmaps\b/,
  ]
  const known = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([method]) => method !== 'get')
      .filter(([, { parameters = [] }]) => parameters.some(({ name }) => name === 'dry_run' || name === 'If-Match'))
      .map(([method]) => `${method.toUpperCase()} ${path}`)
      .filter(route => !elsewhere.some(pattern => pattern.test(route))),
  )
  expect(known.sort()).toEqual(routes.sort())
})
