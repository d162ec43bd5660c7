import { beforeAll, describe, expect, it, vi } from 'vitest'
import { testDatabase, testDatabaseUrl } from '../../../../test/harness/database.ts'
import { testClock } from '../../../../test/harness/clock.ts'
import { basic, identityOn, PASSWORD, type Identity } from '../../../../test/harness/identity.ts'
import { inTransaction, openDatabase, type Db } from '../../../platform/db/db.ts'
import type { Caller } from '../model/credentials.ts'

const actor = { userId: null, means: 'command' } as const
const caller = (headers: Record<string, string>, method = 'GET'): Caller => ({ headers, method, ip: '127.0.0.1' })

describe('two processes on one database', () => {
  let one: Identity
  let other: Identity
  let otherDb: Db
  beforeAll(async () => {
    const url = await testDatabaseUrl()
    const clock = testClock()
    const firstDb = openDatabase(url)
    otherDb = openDatabase(url)
    one = await identityOn(firstDb, clock)
    other = await identityOn(otherDb, clock)
    return async () => {
      await firstDb.close()
      await otherDb.close()
    }
  })
  /** The viewer that the other process builds from the credentials, with filled caches. */
  const seen = (headers: Record<string, string>, method?: string) =>
    other.auth.authenticate(caller(headers, method), 'protected')
  const soon = <T>(check: () => Promise<T>) => vi.waitFor(check, { timeout: 10_000, interval: 10 })
  const warm = (headers: Record<string, string>) =>
    soon(async () => {
      const before = otherDb.roundTrips()
      await seen(headers)
      expect(otherDb.roundTrips() - before).toBe(0)
    })

  it('a deleted key, an ended token and a changed password are refused on the other', async () => {
    const user = await one.account('two')
    const key = await one.auth.createAccessKey(
      { userId: user.id, description: '', scopes: ['write:rest'], expiration: null },
      actor,
    )
    const viewer = await one.auth.viewerOf(user.id, 'rest')
    const issued = await one.server.inject({
      method: 'POST',
      url: '/api/tokens',
      payload: { username: 'two', password: PASSWORD },
    })
    const { token } = issued.json<{ token: string }>()
    const tokenHeaders = { 'x-auth-token': token, 'x-auth-userid': String(viewer.userId) }
    for (const headers of [{ 'x-auth-accesskey': key }, tokenHeaders, basic('two')]) await warm(headers)

    const id = /^tlp-k1-(\d+)/.exec(key)?.[1] ?? ''
    await one.server.inject({ method: 'DELETE', url: `/api/access_keys/${id}`, headers: basic('two') })
    await soon(() => expect(seen({ 'x-auth-accesskey': key })).rejects.toMatchObject({ status: 401 }))
    await one.server.inject({ method: 'DELETE', url: '/api/tokens', headers: basic('two') })
    await soon(() => expect(seen(tokenHeaders)).rejects.toMatchObject({ status: 401 }))
    await one.users.setPassword(user.id, 'quite another one', actor)
    await soon(() => expect(seen(basic('two'))).rejects.toMatchObject({ status: 401 }))
    expect((await seen(basic('two', 'quite another one'))).login).toBe('two')
  })

  it('a suspended account, and a right taken away, are refused on the other', async () => {
    await one.administrator('first.admin')
    const user = await one.administrator('second.admin')
    await warm(basic('second.admin'))
    expect((await seen(basic('second.admin'))).isSiteAdministrator).toBe(true)
    await inTransaction(one.db, tx => one.auth.setSiteAdministrator(tx, user.id, false, actor))
    await soon(async () => expect((await seen(basic('second.admin'))).isSiteAdministrator).toBe(false))
    await inTransaction(one.db, tx => one.users.update(tx, user.id, { status: 'S' }, actor))
    await soon(() => expect(seen(basic('second.admin'))).rejects.toMatchObject({ status: 401 }))
  })

  it('granted and revoked platform permissions apply on the other', async () => {
    await one.account('delegate')
    await one.account('delegate.too')
    expect((await seen(basic('delegate'))).sitePermissions.size).toBe(0)
    await warm(basic('delegate'))
    await one.auth.grantSitePermission('Helpers', 'user_management', 'delegate', actor)
    await soon(async () => expect([...(await seen(basic('delegate'))).sitePermissions]).toEqual(['user_management']))
    // All members of a group have a permission that the group gets later.
    await one.auth.grantSitePermission('HELPERS', 'project_approval', 'delegate.too', actor)
    await soon(async () => expect((await seen(basic('delegate'))).sitePermissions.has('project_approval')).toBe(true))
    expect(await other.auth.listSiteGroups()).toEqual([
      { name: 'Helpers', permissions: ['project_approval', 'user_management'], logins: ['delegate', 'delegate.too'] },
    ])
    await one.auth.revokeSitePermission('helpers', { permission: 'user_management' }, actor)
    await soon(async () => expect([...(await seen(basic('delegate'))).sitePermissions]).toEqual(['project_approval']))
    await one.auth.revokeSitePermission('helpers', { login: 'delegate' }, actor)
    await soon(async () => expect((await seen(basic('delegate'))).sitePermissions.size).toBe(0))
    await expect(one.auth.revokeSitePermission('helpers', { login: 'delegate' }, actor)).rejects.toMatchObject({
      status: 404,
    })
    await expect(one.auth.revokeSitePermission('none', { login: 'delegate' }, actor)).rejects.toMatchObject({
      status: 404,
    })
  })

  it('a read-only administrator is one on reading requests only (auth.md §1.2)', async () => {
    await one.account('reader')
    await one.auth.grantSitePermission('Readers', 'rest_read_only_admin', 'reader', actor)
    const isAdministrator = async (method: string) =>
      (await one.auth.authenticate(caller(basic('reader'), method), 'hybrid')).isSiteAdministrator
    expect(
      await Promise.all(['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE'].map(isAdministrator)),
    ).toEqual([true, true, true, false, false, false, false])
  })

  it('status R restricts in restricted mode only (auth.md §1.1)', async () => {
    await one.account('limited', { status: 'R' })
    const isRestricted = async () => (await one.auth.authenticate(caller(basic('limited')), 'hybrid')).isRestricted
    expect(await isRestricted()).toBe(false)
    await one.setAccessMode('restricted')
    expect(await isRestricted()).toBe(true)
    await one.setAccessMode('anonymous')
  })
})

describe('the first start', () => {
  it('creates account 101, member and administrator of project 1, once, even if several processes try at the same time', async () => {
    const db = await testDatabase()
    // A failed attempt takes an id of the sequence.
    await inTransaction(db, async tx => {
      await tx.insertInto('users').values({ login: 'cut.off', status: 'A' }).execute()
      throw new Error('cut off')
    }).catch(() => undefined)
    const one = await identityOn(db)
    const results = await Promise.all([1, 2, 3].map(() => one.auth.bootstrapAdministrator()))
    const made = results.filter(result => result !== undefined)
    expect(made).toHaveLength(1)
    const password = made[0]?.password ?? ''
    expect(password.length).toBeGreaterThanOrEqual(20)
    const viewer = await one.auth.authenticate(caller(basic('admin', password)), 'protected')
    expect(viewer).toMatchObject({ userId: 101, isSiteAdministrator: true })
    expect(await one.auth.bootstrapAdministrator('another password')).toBeUndefined()
    expect((await one.account('next')).id).toBe(102)
  })

  it('takes the password given, by the rules of passwords', async () => {
    const db = await testDatabase()
    const one = await identityOn(db)
    await expect(one.auth.bootstrapAdministrator('short')).rejects.toMatchObject({ status: 400 })
    expect(await one.auth.bootstrapAdministrator('long enough')).toEqual({ login: 'admin', password: 'long enough' })
  })

  it('keeps the last site administrator', async () => {
    const db = await testDatabase()
    const one = await identityOn(db)
    await one.auth.bootstrapAdministrator()
    const remove = (id: number) => inTransaction(db, tx => one.auth.setSiteAdministrator(tx, id, false, actor))
    await expect(remove(101)).rejects.toMatchObject({ status: 400 })
    const second = await one.administrator('second')
    // Each transaction alone would leave one administrator; both together must not leave none.
    const results = await Promise.allSettled([remove(101), remove(second.id)])
    expect(results.map(result => result.status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  it('takes the right from a suspended administrator, gives none to a restricted account', async () => {
    const db = await testDatabase()
    const one = await identityOn(db)
    await one.auth.bootstrapAdministrator()
    const former = await one.administrator('former')
    const change = (id: number, values: object) => one.auth.changeAccount(id, values, actor)
    await change(former.id, { status: 'S' })
    // The suspended account does not count: 101 is the last administrator.
    await expect(change(101, { isSiteAdministrator: false })).rejects.toMatchObject({ status: 400 })
    expect(await change(former.id, { isSiteAdministrator: false })).toBe(true)
    expect([...(await one.auth.siteAdministratorIds())]).toEqual([101])

    const limited = await one.account('limited', { status: 'R' })
    await expect(change(limited.id, { isSiteAdministrator: true })).rejects.toMatchObject({ status: 400 })
    expect(await change(limited.id, { isSiteAdministrator: true, status: 'A' })).toBe(true)
    await one.setAccessMode('restricted')
    await expect(change(limited.id, { status: 'R' })).rejects.toMatchObject({ status: 400 })
    expect(await change(limited.id, { isSiteAdministrator: false, status: 'R' })).toBe(true)
    expect(await change(limited.id, { isSiteAdministrator: false, status: 'R' })).toBe(false)
  })
})
