import type { AddressInfo } from 'node:net'
import type { Client } from '@modelcontextprotocol/client'
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
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
import { givenApp } from '../../../test/harness/oauth.ts'
import { connectAgent, toolDone, useTool } from '../../../test/harness/mcp.ts'
import { signIn, type Browser } from '../../../test/harness/sessions.ts'

interface Approval {
  readonly id: number
  readonly state: string
  readonly agent: string
  readonly artifact: { readonly id: number } | null
  readonly changed_fields: readonly { readonly name: string; readonly before: unknown; readonly after: unknown }[]
  readonly new_comment: string | null
  readonly comment: string
  readonly result: { readonly artifact_id: number; readonly changeset_id: number | null } | null
  readonly failure: { readonly code: number; readonly reason: string } | null
}

let crocus: TestApp
/** Of each server: the database is all that they share. */
let origins: string[]
let ann: Account
let boss: Account
let stranger: Account
let browser: Browser
let bosses: Browser
let lighthouse: FixtureProject
let other: FixtureProject
let key: string
let agent: Client

beforeAll(async () => {
  crocus = await testApp({}, { count: 2 })
  await listen(crocus)
  origins = crocus.servers.map(({ app }) => `http://127.0.0.1:${(app.fastify.server.address() as AddressInfo).port}`)
  boss = await givenAccount(crocus, 'boss')
  ann = await givenAccount(crocus, 'ann')
  stranger = await givenAccount(crocus, 'stranger')
  lighthouse = await givenProject(crocus, 'lighthouse', { as: boss.as, isPublic: false, members: [ann.login] })
  other = await givenProject(crocus, 'other', { as: ann.as, isPublic: false })
  browser = await signIn(crocus, ann.as)
  bosses = await signIn(crocus, boss.as)
  key = await givenAccessKey(crocus, ann.as, { description: 'Claude of Ann', scopes: ['write:rest'] })
  agent = await connectAgent(origins[0] ?? '', key)
})

const NO_LIMITS = { project_ids: null, tracker_ids: null, tools: null, writes_per_hour: null }
const setPolicy = async (policy: object): Promise<void> => {
  const response = await browser.request('PUT', '/api/users/self/agent_policies/access_keys', {
    json: { ...NO_LIMITS, ...policy },
  })
  expect([response.status, response.status === 200 ? '' : response.text]).toEqual([200, ''])
}
beforeEach(() => {
  crocus.clock.advance(2 * 60 * 60_000)
  return setPolicy({ mode: 'dry_run_first' })
})

const bug = () => lighthouse.tracker('bug')
const givenBug = (title: string) => givenArtifact(crocus, bug(), title, { as: ann.as })
const titleOf = async (id: number): Promise<unknown> =>
  (await crocus.request('GET', `/api/artifacts/${id}`, { as: ann.as })).json<{ title: string }>().title
const ask = async (name: string, given: Record<string, unknown>): Promise<number> => {
  const answer = await toolDone(agent, name, given)
  const id = Number(answer['approval_id'])
  expect(answer).toEqual({ approval_id: id, state: 'waiting', url: `http://crocus.test/approvals/${id}` })
  return id
}
const renaming = async (id: number, title: string): Promise<Record<string, unknown>> => {
  const { etag } = await toolDone(agent, 'get_artifact', { id })
  return { id, values: { title }, if_match: etag }
}
const decide = (id: number, decision: string, by = browser, comment = '') =>
  by.request('POST', `/api/approvals/${id}`, { json: { decision, comment } })
const see = (id: number, by = browser) => by.request('GET', `/api/approvals/${id}`)
const inbox = async (): Promise<{
  entries: { because: string; state: string; approval: object | null }[]
  unread: number
}> => {
  await allEventsVisible(crocus)
  await crocus.work()
  return (await browser.request('GET', '/api/users/self/inbox')).json()
}

describe('policies of agents', () => {
  it('rehearse first unless the account says otherwise, and are set in a browser only', async () => {
    const fresh = await signIn(crocus, stranger.as)
    expect((await fresh.request('GET', '/api/users/self/agent_policies')).json()).toEqual([
      { app: null, mode: 'dry_run_first', ...NO_LIMITS, is_default: true },
    ])
    const byKey = await crocus.request('PUT', '/api/users/self/agent_policies/access_keys', {
      headers: { 'x-auth-accesskey': key },
      json: { mode: 'free', ...NO_LIMITS },
    })
    expect([byKey.status, byKey.json()]).toMatchObject([403, { error: { details: { reason: 'csrf' } } }])
    const foreign = await browser.request('GET', `/api/users/${boss.id}/agent_policies`)
    expect(foreign.status).toBe(403)
    for (const [agentName, policy, status] of [
      ['access_keys', { mode: 'free', ...NO_LIMITS, project_ids: [999_999] }, 400],
      ['access_keys', { mode: 'free', ...NO_LIMITS, tracker_ids: [999_999] }, 400],
      ['access_keys', { mode: 'free', ...NO_LIMITS, writes_per_hour: 0 }, 400],
      ['access_keys', { mode: 'always', ...NO_LIMITS }, 400],
      ['4711', { mode: 'free', ...NO_LIMITS }, 404],
    ] as const) {
      const response = await browser.request('PUT', `/api/users/self/agent_policies/${agentName}`, { json: policy })
      expect([policy, response.status]).toEqual([policy, status])
    }
  })

  it('let a free agent write at once, and tell everybody that it did', async () => {
    await setPolicy({ mode: 'free' })
    const made = await toolDone(agent, 'create_artifact', { tracker_id: bug().id, values: { title: 'At once' } })
    expect(made).toMatchObject({ done: true })
    const id = Number(made['id'])
    expect(await titleOf(id)).toBe('At once')
    const path = `/api/artifacts/${id}`
    const activity = await crocus.request('GET', `${path}/activity`, { as: boss.as })
    expect(activity.json()).toMatchObject([{ by: { username: 'ann' }, agent: 'MCP' }])
    const history = await crocus.request('GET', `${path}/changesets`, { as: boss.as })
    expect(history.json()).toMatchObject([{ submitted_by_details: { username: 'ann' }, agent: 'MCP' }])
    await crocus.request('PUT', path, { as: ann.as, json: { values: [], comment: { body: 'Me', format: 'text' } } })
    const later = await crocus.request('GET', `${path}/activity`, { as: boss.as })
    expect(later.json()).toMatchObject([{ agent: null }, { agent: 'MCP' }])
  })

  it('limit tools, places and writes in an hour', async () => {
    const id = await givenBug('Narrow')
    await setPolicy({ mode: 'free', tools: ['comment'] })
    expect(await useTool(agent, 'update_artifact', await renaming(id, 'No'))).toMatchObject({
      isError: true,
      members: { status: 403, reason: 'agent.tool' },
    })
    await toolDone(agent, 'comment', { id, text: 'Yes' })
    for (const [narrowed, reason] of [
      [{ project_ids: [other.id] }, 'agent.place'],
      [{ tracker_ids: [lighthouse.tracker('story').id] }, 'agent.place'],
    ] as const) {
      await setPolicy({ mode: 'free', ...narrowed })
      for (const [tool, given] of [
        ['comment', { id, text: 'No' }],
        ['create_artifact', { tracker_id: bug().id, values: { title: 'No' } }],
      ] as const)
        expect(await useTool(agent, tool, given)).toMatchObject({ isError: true, members: { status: 403, reason } })
    }
    // A narrow agent learns nothing more of what its account does not see.
    expect(await useTool(agent, 'comment', { id: 999_999, text: 'No' })).toMatchObject({ members: { status: 404 } })

    crocus.clock.advance(2 * 60 * 60_000)
    await setPolicy({ mode: 'free', writes_per_hour: 2 })
    const refused = await useTool(agent, 'create_artifact', { tracker_id: bug().id, values: { title: '' } })
    expect(refused).toMatchObject({ isError: true, members: { status: 400 } })
    const calls = await Promise.all(
      [1, 2, 3, 4].map(count =>
        useTool(agent, 'create_artifact', { tracker_id: bug().id, values: { title: `${count}` } }),
      ),
    )
    expect(calls.filter(({ isError }) => !isError)).toHaveLength(2)
    expect(calls.find(({ isError }) => isError)?.members).toMatchObject({
      status: 429,
      reason: 'agent.writes',
      limit: 2,
      remaining: 0,
      retry_at: new Date(crocus.clock.now().getTime() + 60 * 60_000).toISOString(),
    })
    crocus.clock.advance(61 * 60_000)
    await toolDone(agent, 'comment', { id, text: 'An hour later' })
  })

  it('confirm once, on any server, and again after a change by others', async () => {
    const values = { title: 'Unrepeatable' }
    const given = { tracker_id: bug().id, values }
    const { confirm } = await toolDone(agent, 'create_artifact', given)
    const elsewhere = await connectAgent(origins[1] ?? '', key)
    const calls = await Promise.all(
      [agent, elsewhere, agent, elsewhere].map(client => useTool(client, 'create_artifact', { ...given, confirm })),
    )
    const ids = new Set(calls.flatMap(({ isError, members }) => (isError ? [] : [members['id']])))
    expect(ids.size).toBe(1)
    for (const { isError, members } of calls) if (isError) expect(members['reason']).toBe('idempotency.running')
    const again = await toolDone(elsewhere, 'create_artifact', { ...given, confirm })
    expect(again).toMatchObject({ was_done_before: true, id: [...ids][0] })
    const found = await toolDone(agent, 'query', { tracker_id: bug().id, tql: 'title = "Unrepeatable"' })
    expect(found['total']).toBe(1)

    const id = await givenBug('Watched')
    const update = await renaming(id, 'By the agent')
    const report = await toolDone(agent, 'update_artifact', update)
    await crocus.request('PUT', `/api/artifacts/${id}`, {
      as: ann.as,
      json: { values: [], comment: { body: 'Meanwhile', format: 'text' } },
    })
    const late = await useTool(agent, 'update_artifact', { ...update, confirm: report['confirm'] })
    expect(late).toMatchObject({
      isError: true,
      members: { status: 412, reason: 'precondition.changed', report: { dry_run: true } },
    })
    const { if_match, confirm: fresh } = late.members
    await toolDone(agent, 'update_artifact', { ...update, if_match, confirm: fresh })
    expect(await titleOf(id)).toBe('By the agent')
  })
})

describe('approvals', () => {
  beforeEach(() => setPolicy({ mode: 'approval' }))

  it('wait in the inbox, show what would change, and are done when allowed', async () => {
    const id = await givenBug('Before')
    const update = { ...(await renaming(id, 'After')), comment: 'It fits better.' }
    const approvalId = await ask('update_artifact', update)
    expect(await ask('update_artifact', update)).toBe(approvalId)
    expect(await titleOf(id)).toBe('Before')
    const { entries, unread } = await inbox()
    expect([unread, entries[0]]).toMatchObject([
      1,
      {
        because: 'approval',
        state: 'unread',
        artifact: { id },
        approval: { id: approvalId, agent: 'Claude of Ann', tool: 'update_artifact' },
      },
    ])
    const waiting = (await see(approvalId)).json<Approval>()
    expect(waiting).toMatchObject({
      state: 'waiting',
      agent: 'Claude of Ann',
      artifact: { id, title: 'Before' },
      changed_fields: [
        { name: 'title', label: 'Title', before: { value: 'Before' }, after: { value: 'After' }, by: 'request' },
      ],
      new_comment: 'It fits better.',
    })
    const { next } = (await browser.request('GET', '/api/changes')).json<{ next: string }>()
    const done = await decide(approvalId, 'allow', browser, 'Good')
    expect([done.status, done.json()]).toMatchObject([
      200,
      { state: 'done', comment: 'Good', result: { artifact_id: id }, failure: null },
    ])
    expect(await titleOf(id)).toBe('After')
    await allEventsVisible(crocus)
    expect((await browser.request('GET', `/api/changes?since=${next}`)).json()).toMatchObject({
      changes: [{ kind: 'artifact.updated', means: 'agent', agent: 'MCP', actor: { username: 'ann' } }],
    })
    expect(await inbox()).toMatchObject({ unread: 0, entries: [{ because: 'approval', state: 'done' }] })
    const list = await browser.request('GET', '/api/approvals?state=done&limit=1')
    expect(list.json()).toMatchObject([{ id: approvalId }])
    const audit = await crocus.request('GET', `/api/site/audit?subject=approval:${approvalId}`, { as: crocus.admin })
    expect(audit.json<{ entries: object[] }>().entries).toMatchObject([
      { kind: 'approval.asked', means: 'agent', agent: 'Claude of Ann', credential: { type: 'access_key' } },
      { kind: 'approval.allowed', means: 'web', credential: { type: 'session' } },
      { kind: 'approval.done', outcome: 'done' },
    ])
    expect(audit.text).not.toContain('It fits better')
  })

  it('name the people whom values mean', async () => {
    const id = await givenBug('Whose?')
    const { fields } = await toolDone(agent, 'describe_tracker', { tracker_id: bug().id })
    const assignee = bug().fields.find(({ name }) => name === 'assigned_to')
    expect(JSON.stringify(fields)).toContain('assigned_to')
    const { etag } = await toolDone(agent, 'get_artifact', { id })
    const approvalId = await ask('update_artifact', { id, values: { assigned_to: 'ann' }, if_match: etag })
    expect((await see(approvalId)).json()).toMatchObject({
      changed_fields: [{ field_id: assignee?.field_id, after: { bind_value_ids: [ann.id] } }],
      people: [{ id: ann.id, username: 'ann' }],
    })
    await decide(approvalId, 'refuse')
  })

  it('make new artifacts, with the rights of the time of the decision', async () => {
    const made = await ask('create_artifact', { tracker_id: bug().id, values: { title: 'New' } })
    expect((await see(made)).json()).toMatchObject({ artifact: null, tracker: { id: bug().id } })
    const done = (await decide(made, 'allow')).json<Approval>()
    expect(await titleOf(done.result?.artifact_id ?? 0)).toBe('New')

    const id = await givenBug('Not any more')
    const late = await ask('comment', { id, text: 'Too late' })
    await crocus.request('PATCH', `/api/projects/${lighthouse.id}`, { as: crocus.admin, json: { status: 'suspended' } })
    const refused = await decide(late, 'allow')
    await crocus.request('PATCH', `/api/projects/${lighthouse.id}`, { as: crocus.admin, json: { status: 'active' } })
    if (refused.status === 200)
      expect(refused.json<Approval>()).toMatchObject({ state: 'failed', failure: { code: 403 } })
    else expect([403, 404]).toContain(refused.status)
  })

  it('fail when the artifact changed since the report', async () => {
    const id = await givenBug('Moving target')
    const approvalId = await ask('update_artifact', await renaming(id, 'Blind'))
    await crocus.request('PUT', `/api/artifacts/${id}`, {
      as: ann.as,
      json: { values: [], comment: { body: 'Meanwhile', format: 'text' } },
    })
    expect((await decide(approvalId, 'allow')).json<Approval>()).toMatchObject({
      state: 'failed',
      result: null,
      failure: { code: 412, reason: 'precondition.changed' },
    })
    expect(await titleOf(id)).toBe('Moving target')
  })

  it('are decided once, by the account, in a browser', async () => {
    const id = await givenBug('Guarded')
    const approvalId = await ask('comment', { id, text: 'May I?' })
    const byKey = await crocus.request('POST', `/api/approvals/${approvalId}`, {
      headers: { 'x-auth-accesskey': key },
      json: { decision: 'allow' },
    })
    expect([byKey.status, byKey.json()]).toMatchObject([403, { error: { details: { reason: 'csrf' } } }])
    // Administrators of the tracker look, and do not decide. A label of a key is of no concern to them.
    expect((await see(approvalId, bosses)).json()).toMatchObject({ agent: 'MCP', user: { username: 'ann' } })
    expect((await decide(approvalId, 'allow', bosses)).status).toBe(403)
    expect((await see(approvalId, await signIn(crocus, stranger.as))).status).toBe(404)
    const calls = await Promise.all([1, 2, 3, 4].map(() => decide(approvalId, 'allow')))
    expect(calls.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
    const again = await decide(approvalId, 'refuse')
    expect(again.json()).toMatchObject({ error: { code: 409, details: { reason: 'approval.decided' } } })
    const { entries } = await toolDone(agent, 'history', { id })
    expect(entries).toHaveLength(2)
    const refused = await ask('comment', { id, text: 'And this?' })
    expect((await decide(refused, 'refuse', browser, 'No')).json()).toMatchObject({ state: 'refused', comment: 'No' })
    expect((await toolDone(agent, 'history', { id }))['entries']).toHaveLength(2)
  })

  it('of an application end when the account revokes it, or when it is deleted', async () => {
    const asApplication = async (appId: number): Promise<number> => {
      const id = await ask('comment', { id: await givenBug('Asked by an application'), text: 'May I?' })
      await sql`insert into oauth_consent (user_id, app_id, scopes, granted_at)
        values (${ann.id}, ${appId}, '{write:mcp}', now())`.execute(crocus.db.kysely)
      await sql`update approval set app_id = ${appId}, is_access_key = false where id = ${id}`.execute(crocus.db.kysely)
      return id
    }
    const [kept, deleted] = [await givenApp(crocus, {}), await givenApp(crocus, {})]
    const revoked = await asApplication(kept.id)
    expect((await browser.request('DELETE', `/api/users/self/oauth2_authorizations/${kept.id}`)).status).toBe(200)
    expect((await decide(revoked, 'allow')).json()).toMatchObject({
      error: { code: 409, details: { reason: 'approval.withdrawn' } },
    })
    const orphaned = await asApplication(deleted.id)
    expect((await crocus.request('DELETE', `/api/oauth2_apps/${deleted.id}`, { as: crocus.admin })).status).toBe(200)
    await allEventsVisible(crocus)
    await crocus.work()
    for (const id of [revoked, orphaned]) expect((await see(id)).json()).toMatchObject({ state: 'refused' })
  })

  it('are over after seven days', async () => {
    const id = await givenBug('Slow')
    const approvalId = await ask('comment', { id, text: 'Anybody?' })
    expect((await inbox()).unread).toBeGreaterThan(0)
    crocus.clock.advance(7 * 24 * 60 * 60_000 + 1)
    browser = await signIn(crocus, ann.as)
    const late = await decide(approvalId, 'allow')
    expect(late.json()).toMatchObject({ error: { code: 410, details: { reason: 'approval.expired' } } })
    expect((await see(approvalId)).json()).toMatchObject({ state: 'expired' })
    const expire = crocus.app.jobs.find(({ name }) => name === 'expire_approvals')
    await expire?.run({})
    const { entries, unread } = await inbox()
    expect([unread, entries[0]?.state]).toEqual([0, 'done'])
    // The same call is a new question.
    expect(await ask('comment', { id, text: 'Anybody?' })).toBeGreaterThan(approvalId)
  })

  it('are at most a hundred at a time', async () => {
    const id = await givenBug('Flooded')
    const approvalId = await ask('comment', { id, text: 'One' })
    await sql`
      insert into approval (user_id, agent, is_access_key, tool, arguments, project_id, tracker_id, request, report, call_hash,
        asked_at, expires_at)
      select user_id, agent, is_access_key, tool, arguments, project_id, tracker_id, request, report, decode(md5(n::text), 'hex'),
        asked_at, expires_at
      from approval, generate_series(1, 100) n where id = ${approvalId}`.execute(crocus.db.kysely)
    expect(await useTool(agent, 'comment', { id, text: 'Two' })).toMatchObject({
      isError: true,
      members: { status: 409, reason: 'approval.too_many', limit: 100 },
    })
    await sql`delete from approval`.execute(crocus.db.kysely)
  })

  it('go on where a server stopped in the middle, and happen once', async () => {
    const id = await givenBug('Resumed')
    const approvalId = await ask('comment', { id, text: 'Twice?' })
    await decide(approvalId, 'allow')
    const { entries: before } = await toolDone(agent, 'history', { id })
    await crocus.db.kysely
      .updateTable('approval')
      .set({ state: 'allowed', outcome: null })
      .where('id', '=', approvalId)
      .execute()
    crocus.clock.advance(2 * 60_000)
    await crocus.app.jobs.find(({ name }) => name === 'resume_agent_writes')?.run({})
    expect((await see(approvalId)).json()).toMatchObject({ state: 'done', result: { artifact_id: id } })
    expect((await toolDone(agent, 'history', { id }))['entries']).toHaveLength((before as unknown[]).length)
    await crocus.db.kysely
      .updateTable('approval')
      .set({ state: 'allowed', outcome: null })
      .where('id', '=', approvalId)
      .execute()
    crocus.clock.advance(2 * 60 * 60_000)
    await crocus.app.jobs.find(({ name }) => name === 'resume_agent_writes')?.run({})
    expect((await see(approvalId)).json()).toMatchObject({ state: 'failed', failure: { reason: 'unavailable' } })
  })
})
