import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, type TestApp } from '../../../test/harness/app.ts'
import { archiveFolder, projectXml, usersXml } from '../../../test/harness/archives.ts'
import { runCommand, type CommandOutcome } from '../../../test/harness/command.ts'
import { allEventsVisible } from '../../../test/harness/events.ts'
import {
  givenAccessKey,
  givenAccount,
  givenArtifact,
  givenProject,
  type Account,
  type Credentials,
  type FixtureProject,
} from '../../../test/harness/fixture.ts'
import { authorizationParams, authorizeAndDecide, givenApp } from '../../../test/harness/oauth.ts'
import { signIn } from '../../../test/harness/sessions.ts'

interface Entry {
  readonly n: number
  readonly kind: string
  readonly means: string
  readonly actor: { readonly id: number; readonly username?: string } | null
  readonly subject: string | null
  readonly before: Record<string, unknown>
  readonly after: Record<string, unknown>
  readonly outcome: string
  readonly reason: string | null
  readonly count: number
  readonly ip: string | null
  readonly request_id: string | null
  readonly credential: { readonly type: string; readonly id: number | null; readonly label: string | null }
  readonly project_id: number | null
  readonly hash: string
}
interface Page {
  readonly entries: Entry[]
  readonly next: number | null
  readonly names: Record<string, string>
  readonly chain: Record<string, unknown>
}

let crocus: TestApp
let ann: Account
let bob: Account
let project: FixtureProject
beforeAll(async () => {
  crocus = await testApp()
  ann = await givenAccount(crocus, 'ann')
  bob = await givenAccount(crocus, 'bob')
  project = await givenProject(crocus, 'lighthouse', { as: ann.as, members: ['bob'] })
})

/** All that happened is sealed. */
const seal = async (): Promise<void> => {
  for (const { app } of crocus.servers) await app.modules.refusals.flush()
  await allEventsVisible(crocus)
  await crocus.work()
}

const read = async (query = '', as: Credentials = crocus.admin, path = '/api/site/audit'): Promise<Page> => {
  const response = await crocus.request('GET', `${path}?limit=1000&${query}`, { as })
  expect([response.status, response.status === 200 ? '' : response.text]).toEqual([200, ''])
  return response.json<Page>()
}

/** The newest row of a kind. */
const newest = async (kind: string): Promise<Entry> => {
  await seal()
  const [entry] = (await read(`kinds=${kind}&order=desc`)).entries
  if (!entry) throw new Error(`There is no row ${kind}`)
  return entry
}

const command = (...args: string[]): Promise<CommandOutcome> =>
  runCommand(
    {
      CROCUS_DATA: crocus.config.dataFolder,
      DATABASE_URL: crocus.databaseUrl,
      CROCUS_ADMIN_PASSWORD: 'a long enough one',
    },
    args,
  )

const send = async (method: string, path: string, as: Credentials, json?: unknown): Promise<unknown> => {
  const response = await crocus.request(method, path, { as, ...(json !== undefined && { json }) })
  expect([path, response.status < 300 ? '' : response.text]).toEqual([path, ''])
  return response.text === '' ? undefined : response.json()
}

describe('the audit has', () => {
  it('settings, before and after', async () => {
    await send('PATCH', '/api/site/settings', crocus.admin, { trash_days: '12' })
    expect(await newest('setting.changed')).toMatchObject({
      actor: { username: 'admin' },
      subject: 'setting:trash_days',
      before: { value: null },
      after: { value: '12' },
      credential: { type: 'basic', id: null, label: null },
      ip: '127.0.0.1',
      outcome: 'done',
    })
    await send('PATCH', '/api/site/settings', crocus.admin, { trash_days: '30' })
    expect(await newest('setting.changed')).toMatchObject({ before: { value: '12' }, after: { value: '30' } })
  })

  it('groups and their members', async () => {
    const made = (await send('POST', '/api/user_groups', ann.as, {
      project_id: project.id,
      short_name: 'keepers',
    })) as { id: string }
    await send('PUT', `/api/user_groups/${made.id}/users`, ann.as, { user_references: [{ username: 'bob' }] })
    expect(await newest('user_group.created')).toMatchObject({ subject: `user_group:${made.id}` })
    expect(await newest('user_group.members_changed')).toMatchObject({
      actor: { username: 'ann' },
      subject: `user_group:${made.id}`,
      project_id: project.id,
      after: { added: [bob.id], removed: [] },
    })
  })

  it('rights of accounts and of the platform', async () => {
    await crocus.app.modules.auth.grantSitePermission('helpers', 'user_management', 'bob', {
      userId: 101,
      means: 'command',
    })
    expect(await newest('site_permission.granted')).toMatchObject({
      credential: { type: 'command' },
      after: { permission: 'user_management' },
    })
    await crocus.app.modules.auth.changeAccount(bob.id, { status: 'S' }, { userId: 101, means: 'command' })
    expect(await newest('user.status_changed')).toMatchObject({
      subject: `user:${bob.id}`,
      before: { status: 'A' },
      after: { status: 'S' },
    })
    await crocus.app.modules.auth.changeAccount(bob.id, { status: 'A' }, { userId: 101, means: 'command' })
  })

  it('keys, with the key that acted', async () => {
    const key = await givenAccessKey(crocus, ann.as, { description: 'CI', scopes: ['write:rest'] })
    const response = await crocus.request('POST', '/api/access_keys', {
      headers: { 'X-Auth-AccessKey': key },
      json: { description: 'of CI', scopes: ['read:rest'] },
    })
    expect(response.status).toBe(201)
    const id = Number(/^tlp-k1-(\d+)\./.exec(key)?.[1])
    const made = await newest('access_key.created')
    expect(made).toMatchObject({ credential: { type: 'access_key', id, label: 'CI' }, after: { description: 'of CI' } })
    expect(JSON.stringify(made)).not.toContain('tlp-k1')
    await send('DELETE', `/api/access_keys/${id}`, ann.as)
    expect(await newest('access_key.deleted')).toMatchObject({ subject: `key:${id}` })
  })

  it('tokens', async () => {
    const [username, password] = ann.as
    const made = await crocus.request('POST', '/api/tokens', { json: { username, password } })
    expect(await newest('token.created')).toMatchObject({ actor: { id: ann.id }, subject: `user:${ann.id}` })
    const { token } = made.json<{ token: string }>()
    await send('DELETE', '/api/tokens', ann.as)
    const deleted = await newest('token.deleted')
    expect(deleted).toMatchObject({ after: { count: 1 } })
    expect(JSON.stringify((await read()).entries)).not.toContain(token)
  })

  it('sign-ins and their ends, and passwords', async () => {
    const browser = await signIn(crocus, ann.as)
    expect(await newest('session.opened')).toMatchObject({
      actor: { username: 'ann' },
      subject: `session:${browser.sessionId}`,
      after: { methods: ['pwd'] },
    })
    await browser.request('DELETE', '/api/sessions/current')
    expect(await newest('session.ended')).toMatchObject({
      credential: { type: 'session', id: browser.sessionId },
    })
    await crocus.app.modules.users.setPassword(bob.id, 'another password of bob', { userId: 101, means: 'command' })
    await crocus.app.modules.users.setPassword(bob.id, bob.as[1], { userId: 101, means: 'command' })
    expect(await newest('user.password_changed')).toMatchObject({ subject: `user:${bob.id}`, before: {}, after: {} })
  })

  it('refused sign-ins by every kind of credentials, a row a minute', async () => {
    const attempt = (headers: Record<string, string>) =>
      crocus.servers[0]?.app.fastify.inject({ method: 'GET', url: '/api/users/self', headers })
    const basic = (name: string) => `Basic ${Buffer.from(`${name}:a wrong password`).toString('base64')}`
    await attempt({ authorization: basic('ann') })
    await seal()
    for (let i = 0; i < 5; i++) await attempt({ authorization: basic('ann') })
    await attempt({ authorization: basic('secret typed as a name') })
    await attempt({ 'x-auth-accesskey': 'tlp-k1-1.0000' })
    await attempt({ authorization: 'Bearer tlp-oauth2-at1-1.0000' })
    await attempt({ 'x-auth-token': 'nothing', 'x-auth-userid': '101' })
    await seal()
    const { entries } = await read('kinds=sign_in.refused')
    expect(entries.map(({ subject, count, credential: { type } }) => `${subject} ${count} ${type}`).sort()).toEqual([
      'null 1 access_key',
      'null 1 basic',
      'null 1 oauth',
      'null 1 token',
      `user:${ann.id} 1 basic`,
      `user:${ann.id} 5 basic`,
    ])
    expect(entries[0]).toMatchObject({
      actor: null,
      outcome: 'refused',
      reason: 'credentials.invalid',
      ip: '127.0.0.1',
    })
    expect(JSON.stringify(entries)).not.toContain('typed as a name')
  })

  it('refused changes, in the project too', async () => {
    const artifact = await givenArtifact(crocus, project.tracker('bug'), 'A bug', { as: ann.as })
    const response = await crocus.request('DELETE', `/api/artifacts/${artifact}`, { as: bob.as })
    expect(response.status).toBe(403)
    await crocus.request('DELETE', `/api/artifacts/${artifact}?dry_run=true`, { as: bob.as })
    await seal()
    const { entries } = await read('kinds=call.refused', ann.as, `/api/projects/${project.id}/audit`)
    expect(entries).toHaveLength(1)
    expect(entries[0]).toMatchObject({
      actor: { username: 'bob' },
      subject: `artifact:${artifact}`,
      outcome: 'refused',
      after: { operation: 'deleteArtifact' },
    })
    expect(entries[0]?.reason).toMatch(/^permission\./)
  })

  it('definitions of trackers, and their workflow', async () => {
    const tracker = project.tracker('bug')
    await send('PUT', `/api/trackers/${tracker.id}/definition`, ann.as, {
      rules: { dates: [], lists: [] },
      semantics: { title: null },
    })
    expect(await newest('tracker.changed')).toMatchObject({ subject: `tracker:${tracker.id}`, project_id: project.id })
  })

  it('webhooks, without their secrets', async () => {
    await send('PATCH', '/api/site/settings', crocus.admin, { internal_hosts: 'receiver.test' })
    const made = (await send('POST', '/api/webhooks', ann.as, {
      project_id: project.id,
      url: 'http://receiver.test/hook',
      kinds: ['artifact.created'],
    })) as { id: number; secret: string }
    expect(await newest('webhook.created')).toMatchObject({ subject: `webhook:${made.id}`, project_id: project.id })
    const { secret } = (await send('POST', `/api/webhooks/${made.id}/secret`, ann.as)) as { secret: string }
    expect(await newest('webhook.secret_changed')).toMatchObject({ subject: `webhook:${made.id}`, after: {} })
    await send('DELETE', `/api/webhooks/${made.id}`, ann.as)
    await newest('webhook.deleted')
    const all = JSON.stringify((await read()).entries)
    expect([all.includes(secret), all.includes(made.secret)]).toEqual([false, false])
  })

  it('applications', async () => {
    const app = await givenApp(crocus, { projectId: project.id, as: ann.as })
    expect(await newest('oauth_app.created')).toMatchObject({
      subject: `application:${app.id}`,
      after: { name: 'The app' },
    })
    await send('DELETE', `/api/oauth2_apps/${app.id}`, ann.as)
    await newest('oauth_app.deleted')
  })

  it('consents to applications, and their end', async () => {
    const app = await givenApp(crocus, { projectId: project.id, as: ann.as })
    await authorizeAndDecide(crocus, bob, authorizationParams(app, 'read:project'), 'deny')
    await authorizeAndDecide(crocus, bob, authorizationParams(app, 'read:project'))
    const consent = { subject: `application:${app.id}`, actor: { username: 'bob' }, outcome: 'done' }
    await seal()
    expect((await read('kinds=oauth_consent.given')).entries).toMatchObject([
      { ...consent, after: { scopes: ['read:project'] }, credential: { type: 'session' } },
    ])
    await send('DELETE', `/api/users/self/oauth2_authorizations/${app.id}`, bob.as)
    expect(await newest('oauth_consent.revoked')).toMatchObject(consent)
  })

  it('imports of archives', async () => {
    const archive = await archiveFolder({
      'users.xml': usersXml(),
      'project.xml': projectXml('', { name: 'harbour' }),
    })
    const imported = await command('import-project', archive, '--automap', 'no-email,create:A')
    expect([imported.code, imported.stderr]).toEqual([0, ''])
    const row = await newest('project.imported')
    expect(row).toMatchObject({ means: 'import', outcome: 'done', after: { is_new: true } })
    expect(row.subject).toBe(`project:${row.project_id}`)
    expect((await crocus.request('GET', `/api/projects/${row.project_id}`, { as: crocus.admin })).text).toContain(
      'harbour',
    )
  })

  it('commands, done and refused, without their arguments', async () => {
    await givenAccount(crocus, 'carl')
    const done = await command('user', 'set', 'carl', '--password', 'a secret of carl')
    expect([done.code, done.stderr]).toEqual([0, ''])
    const row = { subject: 'command:user set', means: 'command', actor: null, credential: { type: 'command' } }
    expect(await newest('command.run')).toMatchObject({ ...row, outcome: 'done', reason: null })
    expect((await command('user', 'set', 'nobody_there', '--status', 'active')).code).toBe(1)
    expect(await newest('command.run')).toMatchObject({ ...row, outcome: 'refused', reason: 'not_found' })
    expect(JSON.stringify((await read()).entries)).not.toContain('a secret of carl')
  })

  it('deletions, restores and purges, without what people wrote', async () => {
    const artifact = await givenArtifact(crocus, project.tracker('bug'), 'A title to forget', { as: ann.as })
    await send('DELETE', `/api/artifacts/${artifact}`, ann.as)
    const deleted = await newest('artifact.deleted')
    expect(deleted).toMatchObject({ subject: `artifact:${artifact}`, actor: { username: 'ann' } })
    await send('POST', `/api/trash/${artifact}/restore`, ann.as)
    expect(await newest('artifact.restored')).toMatchObject({ subject: `artifact:${artifact}` })
    await send('DELETE', `/api/artifacts/${artifact}`, ann.as)
    await send('DELETE', `/api/trash/${artifact}`, ann.as)
    expect(await newest('artifact.purged')).toMatchObject({ subject: `artifact:${artifact}` })
    expect(JSON.stringify((await read()).entries)).not.toContain('A title to forget')
  })

  it('copies that leave the platform', async () => {
    const response = await crocus.request('GET', '/api/changes/snapshot', { as: bob.as })
    expect(response.status).toBe(200)
    expect(await newest('snapshot.exported')).toMatchObject({ actor: { username: 'bob' } })
  })

  it('readings of itself, one an hour', async () => {
    await seal()
    const readings = (await read('kinds=audit.read')).entries
    expect(readings.map(({ actor, project_id }) => [actor?.username, project_id])).toEqual([
      ['admin', null],
      ['ann', project.id],
    ])
    crocus.clock.set(new Date(Date.now() + 61 * 60_000))
    await read('kinds=audit.read')
    await seal()
    expect((await read('kinds=audit.read')).entries).toHaveLength(3)
  })

  it('no values of artifacts', async () => {
    const kinds = new Set((await read()).entries.map(({ kind }) => kind))
    expect(kinds).not.toContain('artifact.created')
    expect(kinds).not.toContain('artifact.updated')
  })
})

describe('the routes', () => {
  it('are for administrators', async () => {
    const status = async (path: string, as: Credentials) => (await crocus.request('GET', path, { as })).status
    const ofProject = `/api/projects/${project.id}/audit`
    expect(await status('/api/site/audit', ann.as)).toBe(403)
    expect(await status(ofProject, bob.as)).toBe(403)
    expect(await status(ofProject, ann.as)).toBe(200)
    expect(await status('/api/projects/999999/audit', ann.as)).toBe(404)
    const hidden = await givenProject(crocus, 'hidden', { isPublic: false })
    expect(await status(`/api/projects/${hidden.id}/audit`, ann.as)).toBe(404)
    const auditor = await givenAccount(crocus, 'auditor')
    await crocus.app.modules.auth.grantSitePermission('readers', 'rest_read_only_admin', 'auditor', {
      userId: null,
      means: 'command',
    })
    expect(await status('/api/site/audit', auditor.as)).toBe(200)
  })

  it('show a project only its own rows', async () => {
    await seal()
    const { entries, names } = await read('', ann.as, `/api/projects/${project.id}/audit`)
    expect(entries.length).toBeGreaterThan(5)
    expect(new Set(entries.map(({ project_id }) => project_id))).toEqual(new Set([project.id]))
    expect(names[`user:${ann.id}`]).toBe('ann')
    expect(names[`project:${project.id}`]).toBe('The lighthouse')
  })

  it('page forward and backward without a gap', async () => {
    await seal()
    const all = (await read()).entries.map(({ n }) => n)
    expect(all).toEqual(all.map((_, index) => index + 1))
    const forward: number[] = []
    for (let since = 1; ;) {
      const page = await read(`since=${since}&limit=7`)
      if (page.entries.length === 0) break
      forward.push(...page.entries.map(({ n }) => n))
      since = page.next ?? 0
    }
    expect(forward).toEqual(all)
    const backward: number[] = []
    for (let since: number | null = all.length; since !== null;) {
      const page: Page = await read(`since=${since}&limit=7&order=desc`)
      backward.push(...page.entries.map(({ n }) => n))
      since = page.next
    }
    expect(backward).toEqual(all.toReversed())
  })

  it('filter by kind, account, subject and date', async () => {
    await seal()
    const kindsOf = async (query: string) => new Set((await read(query)).entries.map(({ kind }) => kind))
    expect([...(await kindsOf('kinds=webhook.*'))].every(kind => kind.startsWith('webhook.'))).toBe(true)
    expect(await kindsOf('kinds=!webhook.*,!session.opened')).not.toContain('session.opened')
    expect(new Set((await read(`actor_id=${bob.id}`)).entries.map(({ actor }) => actor?.id))).toEqual(new Set([bob.id]))
    expect((await read(`subject=setting:trash_days`)).entries).toHaveLength(2)
    expect((await read('until=2001-01-01')).entries).toEqual([])
    expect((await read('from=2001-01-01')).entries.length).toBeGreaterThan(10)
    for (const query of ['kinds=nothing', 'from=tomorrow', 'subject=ann', 'order=up', 'limit=0', 'limit=1001']) {
      const response = await crocus.request('GET', `/api/site/audit?${query}`, { as: crocus.admin })
      expect([query, response.status]).toEqual([query, 400])
    }
  })

  it('wait for a row, as NDJSON', async () => {
    await seal()
    const { next } = await read()
    const waiting = crocus.request('GET', `/api/site/audit?since=${next}&wait=20&format=ndjson`, { as: crocus.admin })
    await givenAccessKey(crocus, ann.as)
    await seal()
    const lines = (await waiting).text.trimEnd().split('\n')
    expect(lines.map(line => JSON.parse(line) as unknown)).toEqual([
      expect.objectContaining({ n: next, kind: 'access_key.created' }),
      { next: (next ?? 0) + 1 },
    ])
  })
})

describe('the chain', () => {
  const verify = () => crocus.app.modules.audit.verify()

  /** A program elsewhere that knows RFC 8785 and nothing of us. */
  const canonical = (value: unknown): string =>
    Array.isArray(value)
      ? `[${value.map(canonical).join(',')}]`
      : typeof value === 'object' && value !== null
        ? `{${Object.keys(value)
            .sort()
            .map(name => `${JSON.stringify(name)}:${canonical((value as Record<string, unknown>)[name])}`)
            .join(',')}}`
        : JSON.stringify(value)

  it('can be followed by a reader of the answers', async () => {
    await seal()
    let previous: Buffer = Buffer.alloc(32)
    for (const { hash, ...entry } of (await read()).entries) {
      const unnamed = Object.fromEntries(
        Object.entries(entry).map(([name, value]) =>
          (name === 'actor' || name === 'on_behalf_of') && value !== null
            ? [name, { id: (value as { id: number }).id }]
            : [name, value],
        ),
      )
      const expected = createHash('sha256').update(previous).update(canonical(unnamed)).digest()
      expect([entry.n, hash]).toEqual([entry.n, expected.toString('hex')])
      previous = expected
    }
  })

  it('stays whole under 32 writers at once', async () => {
    const before = (await verify()).until.n
    await Promise.all(Array.from({ length: 32 }, () => givenAccessKey(crocus, ann.as)))
    await seal()
    const report = await verify()
    expect(report).toMatchObject({ broken: undefined })
    expect(report.until.n).toBeGreaterThanOrEqual(before + 32)
  })

  it('refuses changes, deletions and truncation', async () => {
    const run = (text: string) => sql.raw(text).execute(crocus.db.kysely)
    await expect(run(`update audit_entry set kind = 'nothing' where n = 1`)).rejects.toThrow('cannot be changed')
    await expect(run('delete from audit_entry where n = 1')).rejects.toThrow('cannot be changed')
    await expect(run('truncate audit_entry')).rejects.toThrow('cannot be changed')
  })

  it('shows where a row was changed, and a tail that was cut off', async () => {
    await crocus.app.modules.audit.signHead()
    const { until } = await verify()
    /** By an owner of the database, who may switch off the trigger; undone afterwards. */
    const verifyAfter = async (text: string): Promise<unknown> => {
      const rows = await sql<object>`select * from audit_entry`.execute(crocus.db.kysely)
      const forged = (statement: string) =>
        sql.raw(
          `alter table audit_entry disable trigger user; ${statement}; alter table audit_entry enable trigger user`,
        )
      await forged(text).execute(crocus.db.kysely)
      const { broken } = await verify()
      await forged('delete from audit_entry').execute(crocus.db.kysely)
      await crocus.db.kysely
        .insertInto('audit_entry')
        .values(rows.rows as never)
        .execute()
      expect((await verify()).broken).toBeUndefined()
      return broken?.n
    }
    expect(
      await verifyAfter(`update audit_entry set entry = jsonb_set(entry, '{ip}', '"192.0.2.1"') where n = 5`),
    ).toBe(5)
    expect(await verifyAfter(`update audit_entry set actor_id = 1 where n = 6`)).toBe(6)
    expect(
      await verifyAfter(`update audit_entry set hash = set_byte(hash, 3, get_byte(hash, 3) # 1) where n = 7`),
    ).toBe(7)
    expect(
      await verifyAfter(
        `update audit_entry set previous = set_byte(previous, 0, get_byte(previous, 0) # 1) where n = 8`,
      ),
    ).toBe(8)
    expect(await verifyAfter(`update audit_entry set event_at = event_at + interval '1 day' where n = 9`)).toBe(9)
    expect(await verifyAfter('delete from audit_entry where n = 9')).toBe(10)
    expect(await verifyAfter(`delete from audit_entry where n > ${until.n - 2}`)).toBe(until.n)
    const kept = until.hash.toString('hex')
    expect((await crocus.app.modules.audit.verify({ head: kept })).broken).toBeUndefined()
    expect((await crocus.app.modules.audit.verify({ head: '00'.repeat(32) })).broken).toBeDefined()
    expect((await crocus.app.modules.audit.verify({ from: 8 })).broken).toBeUndefined()
  })

  it('loses its front to the retention, and stays whole', async () => {
    const job = crocus.app.modules.audit.jobs.find(({ name }) => name === 'expire_audit')
    const { until } = await verify()
    // Events have the time of the database.
    crocus.clock.set(new Date(Date.now() + 366 * 24 * 3_600_000))
    await job?.run({})
    expect(await verify()).toMatchObject({ from: 0, until: { n: until.n }, broken: undefined })
    await givenAccessKey(crocus, ann.as)
    await seal()
    const { chain } = await read()
    expect(chain).toMatchObject({ first: until.n + 1, broken_at: null, kept_days: 365 })
    expect((await verify()).broken).toBeUndefined()
  })
})
