import { beforeAll, describe, expect, it } from 'vitest'
import { listen, testApp, type TestApp } from '../../../test/harness/app.ts'
import { allEventsVisible } from '../../../test/harness/events.ts'
import {
  givenAccessKey,
  givenAccount,
  givenArtifact,
  givenProject,
  type Account,
  type FixtureProject,
} from '../../../test/harness/fixture.ts'
import { givenRepository, isSvnMissing } from '../../../test/harness/svn.ts'
import { connectAgent, toolDone, useTool } from '../../../test/harness/mcp.ts'
import { givenApp, givenTokens } from '../../../test/harness/oauth.ts'

let crocus: TestApp
let origin: string
let ann: Account
let bob: Account
let project: FixtureProject
let key: string
beforeAll(async () => {
  crocus = await testApp()
  origin = await listen(crocus)
  ann = await givenAccount(crocus, 'ann')
  bob = await givenAccount(crocus, 'bob')
  project = await givenProject(crocus, 'lighthouse', { as: ann.as, isPublic: false })
  key = await givenAccessKey(crocus, ann.as, { description: 'Claude of Ann', scopes: ['write:rest'] })
})

const connect = (secret: string, header?: 'bearer' | 'own') => connectAgent(origin, secret, header)
const use = useTool
const done = toolDone

const read = async (path: string): Promise<Record<string, unknown>> => {
  const response = await crocus.request('GET', path, { as: ann.as })
  expect(response.status).toBe(200)
  return response.json()
}

describe('the MCP server', () => {
  it('lists its tools with schemas and hints', async () => {
    const { tools } = await (await connect(key)).listTools()
    const hints = Object.fromEntries(tools.map(({ name, annotations }) => [name, annotations?.readOnlyHint]))
    expect(hints).toEqual({
      get_project: true,
      list_trackers: true,
      describe_tracker: true,
      get_artifact: true,
      query: true,
      history: true,
      changes: true,
      search: true,
      svn_log: true,
      create_artifact: false,
      update_artifact: false,
      comment: false,
      link: false,
      undo: false,
    })
    for (const { inputSchema, outputSchema, description } of tools) {
      expect(inputSchema.type).toBe('object')
      expect(outputSchema?.type).toBe('object')
      expect(description).not.toContain('lighthouse')
    }
  })

  it('reads what the account may see', async () => {
    const client = await connect(key, 'own')
    const tracker = project.tracker('bug')
    const id = await givenArtifact(crocus, tracker, 'The door squeaks', { as: ann.as })
    expect(await done(client, 'get_project', { project: 'lighthouse' })).toMatchObject({ id: project.id })
    const { trackers } = await done(client, 'list_trackers', { project: String(project.id) })
    expect(JSON.stringify(trackers)).toContain(`"id":${tracker.id}`)
    const { fields } = await done(client, 'describe_tracker', { tracker_id: tracker.id })
    expect((fields as { name: string }[]).map(({ name }) => name)).toContain('title')
    const artifact = await done(client, 'get_artifact', { id })
    expect(artifact).toMatchObject({ id, title: { untrusted: true, text: 'The door squeaks' } })
    expect(artifact['etag']).toMatch(/^\w+$/)
    const found = await done(client, 'query', { tracker_id: tracker.id, tql: 'title = "door"' })
    expect(found).toMatchObject({ total: 1, next: null, artifacts: [{ id }] })
    const hits = await done(client, 'search', { q: 'squeaks', types: 'artifact', project: 'lighthouse' })
    expect(hits).toMatchObject({
      totals: { artifact: 1 },
      next: null,
      hits: [{ id, title: { untrusted: true, text: 'The door squeaks' } }],
    })
    expect((await done(client, 'history', { id }))['entries']).toHaveLength(1)
    const { next } = await done(client, 'changes', {})
    await givenArtifact(crocus, tracker, 'Another one', { as: ann.as })
    await allEventsVisible(crocus)
    expect((await done(client, 'changes', { since: next }))['changes']).toHaveLength(1)
    const { contents } = await client.readResource({ uri: `crocus://artifact/${id}` })
    expect(JSON.stringify(contents)).toContain('The door squeaks')
  })

  it('reads what was there at a date', async () => {
    const client = await connect(key)
    const tracker = project.tracker('bug')
    const id = await givenArtifact(crocus, tracker, 'The roof leaks', { as: ann.as })
    const as_of = crocus.clock.now().toISOString()
    crocus.clock.advance(60_000)
    const json = { values: [{ field_id: tracker.field('title'), value: 'The roof is dry' }] }
    expect((await crocus.request('PUT', `/api/artifacts/${id}`, { as: ann.as, json })).status).toBe(200)
    const query = { tracker_id: tracker.id, tql: 'title = "leaks"' }
    expect(await done(client, 'query', query)).toMatchObject({ total: 0 })
    expect(await done(client, 'query', { ...query, as_of })).toMatchObject({ total: 1, artifacts: [{ id }] })
    expect(await done(client, 'get_artifact', { id, as_of })).toMatchObject({ title: { text: 'The roof leaks' } })
    expect(await use(client, 'query', { ...query, as_of: 'soon' })).toMatchObject({ isError: true })
  })

  it.skipIf(isSvnMissing)('reads the log of a repository, or that of a path in it', async () => {
    const client = await connect(key)
    const { id } = await givenRepository(crocus, project.id, 'charts')
    const commit = (revision: number, message: string, changes: readonly (readonly [string, string])[], count = 1) =>
      crocus.db.kysely
        .insertInto('svn_revision')
        .values({
          repository_id: id,
          revision,
          author: 'ann',
          committed_at: crocus.clock.now(),
          message,
          changes: JSON.stringify(changes),
          change_count: count,
        })
        .execute()
    await commit(1, 'Folders', [['A', 'trunk/']])
    await commit(2, 'Reef', [['A', 'trunk/reef/map.svg']])
    await commit(3, 'Reefs', [['U', 'trunk/reefs.txt']])
    await commit(4, 'Properties', [['_U', 'trunk/']])
    await commit(5, 'A move of everything', [['A', 'branches/x/']], 2_000)
    const log = async (args: object) => {
      const { revisions, next } = await done(client, 'svn_log', { repository_id: id, ...args })
      return [(revisions as { revision: number }[]).map(({ revision }) => revision), next]
    }
    expect(await log({})).toEqual([[5, 4, 3, 2, 1], null])
    // Revision 5 has more paths than are kept.
    expect(await log({ path: '/trunk/reef' })).toEqual([[5, 2, 1], null])
    expect(await log({ path: 'trunk/reef/', limit: 1, next: 1 })).toEqual([[2], 2])
    expect(await log({ path: '/trunk' })).toEqual([[5, 4, 3, 2, 1], null])
    expect(await use(client, 'svn_log', { repository_id: id, path: '/trunk/../x' })).toMatchObject({ isError: true })
  })

  it('keeps answers small, and goes on where it stopped', async () => {
    const client = await connect(key)
    const tracker = project.tracker('bug')
    const field = tracker.fields.find(({ type }) => type === 'text')?.field_id
    const before = await done(client, 'query', { tracker_id: tracker.id, tql: '' })
    const text = 'long '.repeat(1_500)
    for (let count = 0; count < 6; count++)
      await givenArtifact(crocus, tracker, `Task ${count}`, {
        as: ann.as,
        values: [{ field_id: field, value: { content: text, format: 'text' } }],
      })
    const ids: number[] = []
    for (let next: unknown = 0; next !== null;) {
      const answer = await done(client, 'query', { tracker_id: tracker.id, tql: '', next })
      expect(JSON.stringify(answer).length).toBeLessThan(25_000)
      ids.push(...(answer['artifacts'] as { id: number }[]).map(({ id }) => id))
      next = answer['next']
    }
    expect(new Set(ids).size).toBe((before['total'] as number) + 6)
  })

  it('shows a write before it does it, and does it once', async () => {
    const client = await connect(key)
    const tracker = project.tracker('bug')
    const given = { tracker_id: tracker.id, values: { title: 'Made by an agent' } }
    const before = await done(client, 'query', { tracker_id: tracker.id, tql: '' })
    const report = await done(client, 'create_artifact', given)
    expect(report).toMatchObject({ dry_run: true })
    expect(await done(client, 'query', { tracker_id: tracker.id, tql: '' })).toMatchObject({ total: before['total'] })
    const made = await done(client, 'create_artifact', { ...given, confirm: report['confirm'] })
    expect(made).toMatchObject({ done: true })
    // The same call again gets the same answer.
    const again = await done(client, 'create_artifact', { ...given, confirm: report['confirm'] })
    expect(again['id']).toBe(made['id'])
    expect(await done(client, 'query', { tracker_id: tracker.id, tql: '' })).toMatchObject({
      total: (before['total'] as number) + 1,
    })
    // A confirmation is of one call.
    const other = { ...given, values: { title: 'Something else' }, confirm: report['confirm'] }
    expect(await use(client, 'create_artifact', other)).toMatchObject({
      isError: true,
      members: { status: 400, parameter: 'confirm' },
    })
    crocus.clock.advance(11 * 60_000)
    expect((await use(client, 'create_artifact', { ...given, confirm: report['confirm'] })).isError).toBe(true)
  })

  it('changes, comments, links and undoes', async () => {
    const client = await connect(key)
    const tracker = project.tracker('bug')
    const id = await givenArtifact(crocus, tracker, 'First', { as: ann.as })
    const other = await givenArtifact(crocus, tracker, 'Second', { as: ann.as })
    const twice = async (name: string, given: Record<string, unknown>) => {
      const { confirm } = await done(client, name, given)
      return done(client, name, { ...given, confirm })
    }
    const { etag } = await done(client, 'get_artifact', { id })
    await twice('update_artifact', { id, values: { title: 'Renamed' }, if_match: etag, comment: 'Because.' })
    expect(await read(`/api/artifacts/${id}`)).toMatchObject({ title: 'Renamed' })
    await twice('comment', { id, text: 'A thought' })
    await twice('link', { id, target_id: other })
    expect(JSON.stringify(await read(`/api/artifacts/${id}`))).toContain(`"id":${other}`)
    const pages: { entries: { changeset_id: number; comment?: unknown }[]; next: number | null }[] = []
    for (let before: number | null | undefined = undefined; before !== null; before = pages.at(-1)?.next ?? null)
      pages.push((await done(client, 'history', { id, limit: 3, ...(before && { before }) })) as never)
    const entries = pages.flatMap(page => page.entries)
    expect([pages.length, entries.length]).toEqual([2, 4])
    const renaming = entries.find(entry => JSON.stringify(entry.comment ?? '').includes('Because.'))
    await twice('undo', { id, changeset_id: renaming?.changeset_id })
    expect(await read(`/api/artifacts/${id}`)).toMatchObject({ title: 'First' })
    // The version that was read is old by now.
    const late = await use(client, 'update_artifact', { id, values: { title: 'Late' }, if_match: etag })
    expect(late).toMatchObject({ isError: true, members: { status: 412, reason: 'precondition.changed' } })
  })

  it('refuses with the reasons of the API', async () => {
    const client = await connect(key)
    const stranger = await connect(await givenAccessKey(crocus, bob.as, { scopes: ['write:rest'] }))
    const id = await givenArtifact(crocus, project.tracker('bug'), 'Hidden', { as: ann.as })
    for (const [who, name, given, as] of [
      [stranger, 'get_artifact', { id }, bob.as],
      [client, 'get_artifact', { id: 999_999 }, ann.as],
    ] as const) {
      const { isError, members } = await use(who, name, given)
      const rest = (await crocus.request('GET', `/api/artifacts/${given.id}`, { as })).json<{
        error: { code: number; details: { reason: string } }
      }>()
      expect([isError, members['status'], members['reason']]).toEqual([
        true,
        rest.error.code,
        rest.error.details.reason,
      ])
    }
    const wrong = await use(client, 'create_artifact', {
      tracker_id: project.tracker('bug').id,
      values: { nothing: 1 },
    })
    expect(wrong).toMatchObject({ isError: true, members: { reason: 'parameter.range', parameter: 'values.nothing' } })
    const trackerId = project.tracker('bug').id
    const badQuery = await use(client, 'query', { tracker_id: trackerId, tql: 'title =' })
    const refused = await crocus.request('GET', `/api/trackers/${trackerId}/artifacts?tql=title+%3D`, { as: ann.as })
    const { details } = refused.json<{ error: { details: object } }>().error
    expect(badQuery).toMatchObject({ isError: true, members: { status: refused.status, ...details } })
  })

  it('reads only, with a key that reads only', async () => {
    const reader = await connect(await givenAccessKey(crocus, ann.as, { scopes: ['read:rest'] }))
    const id = await givenArtifact(crocus, project.tracker('bug'), 'Read me', { as: ann.as })
    await done(reader, 'get_artifact', { id })
    expect(await use(reader, 'comment', { id, text: 'No' })).toMatchObject({
      isError: true,
      members: { status: 403, reason: 'key.read_only' },
    })
  })

  it('sees no project outside of its key', async () => {
    const elsewhere = await givenProject(crocus, 'elsewhere', { as: ann.as })
    const narrow = await connect(
      await givenAccessKey(crocus, ann.as, { scopes: ['read:rest'], projects: [project.id] }),
    )
    expect((await use(narrow, 'get_project', { project: String(project.id) })).isError).toBe(false)
    expect((await use(narrow, 'get_project', { project: String(elsewhere.id) })).isError).toBe(true)
  })

  it('counts calls, and those of nobody', async () => {
    const list = (headers: Record<string, string>) =>
      crocus.request('POST', '/mcp', {
        headers: { accept: 'application/json, text/event-stream', ...headers },
        json: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
      })
    const set = (name: 'requests_per_minute' | 'anonymous_requests_per_minute', value: string) =>
      crocus.app.modules.settings.set(name, value, { actorId: null, means: 'command' })
    await set('requests_per_minute', '2')
    await set('anonymous_requests_per_minute', '1')
    const statuses = []
    for (const headers of [{ 'x-auth-accesskey': key }, { 'x-auth-accesskey': 'tlp-k1-1.00' }] as const)
      for (let call = 0; call < 3; call++) statuses.push((await list(headers)).status)
    expect(statuses).toEqual([200, 200, 429, 401, 429, 429])
    await set('requests_per_minute', '0')
    await set('anonymous_requests_per_minute', '0')
  })

  it('is for access keys and tokens: nothing else, and from no other site', async () => {
    const send = (headers: Record<string, string>, method = 'POST') =>
      fetch(`${origin}/mcp`, {
        method,
        headers: { accept: 'application/json, text/event-stream', 'content-type': 'application/json', ...headers },
        ...(method === 'POST' && { body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }) }),
      })
    const nobody = await send({})
    expect(nobody.status).toBe(401)
    expect(nobody.headers.get('www-authenticate')).toBe(
      'Bearer resource_metadata="http://crocus.test/.well-known/oauth-protected-resource/mcp", scope="read:mcp"',
    )
    const basic = Buffer.from(ann.as.join(':')).toString('base64')
    expect((await send({ authorization: `Basic ${basic}` })).status).toBe(401)
    expect((await send({ authorization: 'Bearer tlp-k1-1.00' })).status).toBe(401)
    expect((await send({ authorization: `Bearer ${key}`, origin: 'https://evil.example' })).status).toBe(403)
    expect((await send({ authorization: `Bearer ${key}` }, 'GET')).status).toBe(405)
    expect((await send({ authorization: `Bearer ${key}` }, 'DELETE')).status).toBe(405)
    const metadata = await fetch(`${origin}/.well-known/oauth-protected-resource/mcp`)
    expect(await metadata.json()).toEqual({
      resource: 'http://crocus.test/mcp',
      authorization_servers: ['http://crocus.test'],
      scopes_supported: ['read:mcp', 'write:mcp'],
      bearer_methods_supported: ['header'],
    })
  })

  it('takes tokens of applications for agents, which open nothing else', async () => {
    const app = await givenApp(crocus)
    const tokenFor = async (scope: string): Promise<string> => (await givenTokens(crocus, app, ann, scope)).access_token
    const reader = await connect(await tokenFor('read:mcp'))
    const id = await givenArtifact(crocus, project.tracker('bug'), 'By token', { as: ann.as })
    await done(reader, 'get_artifact', { id })
    await expect(use(reader, 'comment', { id, text: 'No' })).rejects.toThrow('Insufficient scope')
    const token = await tokenFor('write:mcp')
    expect(await done(await connect(token), 'comment', { id, text: 'Yes' })).toHaveProperty('confirm')
    const writer = await connect(token)
    const { next } = await read('/api/changes')
    const given = { tracker_id: project.tracker('bug').id, values: { title: 'By an application' } }
    const { confirm } = await done(writer, 'create_artifact', given)
    await done(writer, 'create_artifact', { ...given, confirm })
    await allEventsVisible(crocus)
    expect(await read(`/api/changes?since=${String(next)}`)).toMatchObject({
      changes: [{ means: 'agent', agent: 'The app', cause: { agent: 'The app' }, actor: { username: 'ann' } }],
    })
    const direct = await crocus.request('GET', `/api/artifacts/${id}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    // A token for agents is for them alone, and one for the API is not for agents.
    expect(direct.status).toBe(401)
    await expect(connect(await tokenFor('read:tracker'))).rejects.toThrow('another service')
  })

  it('tells the audit and the feed who acted', async () => {
    const client = await connect(key)
    const { next } = await read('/api/changes')
    const given = { tracker_id: project.tracker('bug').id, values: { title: 'Seen' } }
    const { confirm } = await done(client, 'create_artifact', given)
    await done(client, 'create_artifact', { ...given, confirm })
    await use(client, 'get_artifact', { id: 999_999 })
    await allEventsVisible(crocus)
    const { changes } = await read(`/api/changes?since=${String(next)}`)
    expect(changes).toMatchObject([{ kind: 'artifact.created', means: 'agent', actor: { username: 'ann' } }])
    await crocus.work()
    const audit = await crocus.request('GET', '/api/site/audit?kinds=agent.called&order=desc&limit=3', {
      as: crocus.admin,
    })
    expect(audit.json<{ entries: object[] }>().entries).toMatchObject([
      { after: { tool: 'get_artifact' }, outcome: 'refused', reason: 'not_found', agent: 'Claude of Ann' },
      {
        after: { tool: 'create_artifact' },
        outcome: 'done',
        credential: { type: 'access_key', label: 'Claude of Ann' },
      },
      { after: { tool: 'create_artifact' }, means: 'agent', actor: { username: 'ann' } },
    ])
  })
})
