import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runCommand } from '../../test/harness/command.ts'
import { testDatabaseUrl } from '../../test/harness/database.ts'
import { basic, identityOn, type Identity } from '../../test/harness/identity.ts'
import { openDatabase } from '../platform/db/db.ts'
import { systemClock } from '../platform/clock.ts'

let folder: string
let environment: Record<string, string>
/** A server that runs beside the commands, on the same database. */
let server: Identity
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'crocus-cli-'))
  const url = await testDatabaseUrl()
  environment = { CROCUS_DATA: folder, DATABASE_URL: url, CROCUS_ADMIN_PASSWORD: 'a long enough one' }
  const db = openDatabase(url)
  server = await identityOn(db, { ...systemClock, set: () => undefined, advance: () => undefined })
  return () => db.close()
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const crocus = (args: string[], stdin?: string) => runCommand(environment, args, stdin)
const asJson = async (args: string[], stdin?: string) =>
  JSON.parse((await crocus([...args, '--json'], stdin)).stdout) as never
const self = async (headers: Record<string, string>) =>
  (await server.server.inject({ method: 'GET', url: '/api/users/self', headers })).statusCode

describe('crocus user (http.md §13)', () => {
  it('makes an account that signs in at once', async () => {
    const args = ['user', 'create', 'alice', '--email', 'alice@example.org', '--real-name', 'Alice', '--password-stdin']
    expect(await asJson(args, 'her own secret\n')).toEqual({
      id: 102,
      login: 'alice',
      real_name: 'Alice',
      email: 'alice@example.org',
      status: 'active',
      site_admin: 'no',
    })
    expect(await self(basic('alice', 'her own secret'))).toBe(200)
  })

  it('changes password, status, names and rights', async () => {
    expect((await crocus(['user', 'set', 'ALICE', '--password', 'another secret'])).code).toBe(0)
    expect(await self(basic('alice', 'another secret'))).toBe(200)
    expect(await self(basic('alice', 'her own secret'))).toBe(401)
    expect(await asJson(['user', 'set', 'alice', '--status', 'suspended', '--login', 'alice2'])).toMatchObject({
      login: 'alice2',
      status: 'suspended',
    })
    expect(await self(basic('alice2', 'another secret'))).toBe(401)
    expect(await asJson(['user', 'set', 'alice2', '--status', 'active', '--site-admin', 'yes'])).toMatchObject({
      site_admin: 'yes',
    })
    expect((await crocus(['user', 'set', 'alice2', '--login', 'alice', '--site-admin', 'no'])).code).toBe(0)
  })

  it('stores SSH keys as given, a line each', async () => {
    const file = path.join(folder, 'keys')
    await writeFile(file, 'ssh-ed25519 AAAA  one comment\nssh-rsa BBBB two\n')
    expect((await crocus(['user', 'set', 'alice', '--ssh-keys', file])).code).toBe(0)
    const row = await server.db.kysely
      .selectFrom('users')
      .select('ssh_keys')
      .where('login', '=', 'alice')
      .executeTakeFirst()
    expect(row?.ssh_keys).toEqual(['ssh-ed25519 AAAA  one comment', 'ssh-rsa BBBB two'])
    await writeFile(file, 'ssh-ed25519 AAAA one\n\nssh-rsa BBBB two\n')
    expect(await crocus(['user', 'set', 'alice', '--ssh-keys', file])).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/Line 2/) as string,
    })
    expect((await crocus(['user', 'set', 'alice', '--ssh-keys', path.join(folder, 'none')])).stderr).toMatch(/ENOENT/)
  })

  it('restricts where the platform has restricted accounts', async () => {
    const create = ['user', 'create', 'limited', '--email', 'l@example.org', '--restricted', 'yes']
    expect(await crocus(create)).toMatchObject({ code: 1, stderr: expect.stringMatching(/access_mode/) as string })
    await server.setAccessMode('restricted')
    expect((await crocus(create)).stdout).toBe('limited 103 restricted\n')
    expect(await asJson(['user', 'set', 'limited', '--restricted', 'no'])).toMatchObject({ status: 'active' })
    expect((await crocus(['user', 'set', 'admin', '--status', 'restricted'])).code).toBe(1)
    await server.setAccessMode('anonymous')
  })

  it('lists the accounts', async () => {
    const all = await asJson(['user', 'list'])
    expect((all as { login: string; site_admin: string }[]).map(row => `${row.login} ${row.site_admin}`)).toEqual([
      'admin yes',
      'alice no',
      'limited no',
    ])
    await crocus(['user', 'set', 'limited', '--status', 'pending'])
    expect((await crocus(['user', 'list', '--status', 'pending'])).stdout).toMatch(
      /^id .*\n103 +limited.* pending +no\n$/,
    )
  })

  it('invites the owner to choose a password', async () => {
    expect((await crocus(['user', 'create', 'guest', '--email', 'guest@example.org', '--invite'])).code).toBe(0)
    const resets = await server.db.kysely.selectFrom('password_reset').select('email').execute()
    expect(resets).toEqual([{ email: 'guest@example.org' }])
  })

  it.each([
    [['user', 'create', 'bad login', '--email', 'a@b'], 1, /letters/],
    [['user', 'create', 'alice', '--email', 'a@b'], 1, /already used/],
    [['user', 'create', 'newone'], 1, /e-mail/],
    [['user', 'create', 'newone', '--email', 'nonsense'], 1, /nonsense/],
    [['user', 'create', 'newone', '--email', 'a@b', '--password', 'short'], 1, /8 characters/],
    [['user', 'create', 'newone', '--email', 'a@b', '--password', 'long enough', '--password-stdin'], 1, /exclude/],
    [['user', 'create', 'newone', '--email', 'a@b', '--site-admin', 'yes', '--status', 'pending'], 1, /active/],
    [['user', 'create', 'newone', '--email', 'a@b', '--site-admin', 'maybe'], 2, /yes, no/],
    [['user', 'create', 'newone', '--email', 'a@b', '--status', 'asleep'], 2, /suspended/],
    [['user', 'create', 'newone', '--email', 'a@b', '--invite', '--password', 'long enough'], 1, /either/],
    [['user', 'create'], 2, /login/],
    [['user', 'set', 'nobody.here', '--status', 'active'], 1, /no account/],
    [['user', 'set', 'alice'], 1, /what to change/],
    [['user', 'set', 'alice', '--status', 'active', '--restricted', 'no'], 1, /one of them/],
    [['user', 'set', 'admin', '--site-admin', 'no', '--email', 'changed@example.org'], 1, /last site administrator/],
    [['user', 'list', '--status', 'asleep'], 2, /suspended/],
  ])('refuses %j and changes nothing', async (args, code, reason) => {
    const before = await asJson(['user', 'list'])
    const result = await crocus(args)
    expect([result.code, reason.test(result.stderr), result.stdout]).toEqual([code, true, ''])
    expect(await asJson(['user', 'list'])).toEqual(before)
  })
})

describe('crocus access-key', () => {
  it('makes a key that works at once, and prints nothing else', async () => {
    const { code, stdout } = await crocus(['access-key', 'create', 'alice', '--description', 'build'])
    expect(code).toBe(0)
    expect(stdout).toMatch(/^tlp-k1-\d+\.[0-9a-f]{64}\n$/)
    expect(await self({ 'x-auth-accesskey': stdout.trim() })).toBe(200)
  })
  it('takes scopes and an end', async () => {
    const args = [
      'access-key',
      'create',
      'alice',
      '--scope',
      'write:svn',
      '--scope',
      'write:rest',
      '--expires',
      '2999-12-31',
    ]
    const { identifier } = (await asJson(args)) as { identifier: string }
    const shown = await server.server.inject({
      method: 'GET',
      url: '/api/access_keys/self',
      headers: { 'x-auth-accesskey': identifier },
    })
    const { expiration_date, scopes } = shown.json<{ expiration_date: string; scopes: unknown }>()
    expect(Date.parse(expiration_date)).toBe(Date.parse('2999-12-31T23:59:59Z'))
    expect(scopes).toEqual([{ identifier: 'write:rest' }, { identifier: 'write:svn' }])
  })
  it('limits a key to projects, by short name or id', async () => {
    const refused = await crocus(['access-key', 'create', 'alice', '--project', 'nowhere'])
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('no project nowhere')])
    const unseen = await crocus(['access-key', 'create', 'alice', '--project', '100'])
    expect([unseen.code, unseen.stderr]).toEqual([1, expect.stringContaining('`projects`')])
  })
  it.each([
    [['nobody.here'], /no account/],
    [['alice', '--scope', 'rest'], /not a scope/],
    [['alice', '--expires', '2001-01-01'], /passed/],
    [['alice', '--expires', 'soon'], /ISO 8601/],
    [['limited'], /not active/],
  ])('refuses %j', async (args, reason) => {
    const { code, stderr } = await crocus(['access-key', 'create', ...args])
    expect([code, reason.test(stderr)]).toEqual([1, true])
  })
})

describe('crocus site-permission', () => {
  const can = async () => {
    const target = await server.users.findByLogin('limited')
    const response = await server.server.inject({
      method: 'PATCH',
      url: `/api/users/${target?.id}`,
      headers: basic('alice', 'another secret'),
      payload: { real_name: 'Changed' },
    })
    return response.statusCode
  }
  it('grants, lists and revokes, in force at once on a running server', async () => {
    expect(await can()).toBe(403)
    expect((await crocus(['site-permission', 'grant', 'Help Desk', 'user_management', 'alice'])).code).toBe(0)
    await expect.poll(can).toBe(200)
    expect(await asJson(['site-permission', 'list'])).toEqual([
      { group: 'Help Desk', permissions: ['user_management'], logins: ['alice'] },
    ])
    expect((await crocus(['site-permission', 'revoke', 'help desk', 'alice'])).code).toBe(0)
    await expect.poll(can).toBe(403)
    expect((await crocus(['site-permission', 'list'])).stdout).toMatch(/Help Desk +user_management/)
  })
  it.each([
    [['grant', 'Help Desk', 'everything', 'alice'], 1, /user_management/],
    [['grant', 'Help Desk', 'user_management', 'nobody.here'], 1, /no account/],
    [['grant', ' ', 'user_management', 'alice'], 1, /name/],
    [['revoke', 'No Such Group', 'user_management'], 1, /no group/],
    [['revoke', 'Help Desk', 'project_approval'], 1, /does not have/],
    [['grant', 'Help Desk'], 2, /permission/],
  ])('refuses %j', async (args, code, reason) => {
    const result = await crocus(['site-permission', ...args])
    expect([result.code, reason.test(result.stderr)]).toEqual([code, true])
  })
})
