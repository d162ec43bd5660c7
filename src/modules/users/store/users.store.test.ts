import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { testDatabase } from '../../../../test/harness/database.ts'
import { identityOn, type Identity } from '../../../../test/harness/identity.ts'
import { inTransaction, type Db } from '../../../platform/db/db.ts'
import { listEvents } from '../../../platform/events/event-log.store.ts'
import { verifyPassword } from '../model/password.ts'
import { findPasswordHash, replacePasswordHash } from './users.store.ts'

let db: Db
let one: Identity
beforeAll(async () => {
  db = await testDatabase()
  // The listener reads the settings again when it starts to listen. Without this wait, the test would count those round trips.
  await new Promise(resolve => db.invalidations.on('any topic', resolve))
  one = await identityOn(db)
})
const actor = { userId: 101, means: 'import' } as const
const kinds = async () =>
  (await listEvents(db.kysely, '', 1000)).map(event => `${event.kind} ${(event.payload.userId as number) ?? ''}`)

describe('creating accounts', () => {
  it('makes them in their order by one statement, with their events (import.md §11)', async () => {
    const before = db.roundTrips()
    const logins = ['zoe', 'Ann.B', 'kim', 'bob']
    const ids = await inTransaction(db, tx =>
      one.users.createMany(
        tx,
        logins.map(login => ({
          login,
          realName: `R ${login}`,
          status: login === 'kim' ? ('S' as const) : ('A' as const),
        })),
        actor,
      ),
    )
    // begin, names, insert, events, system events, commit
    expect(db.roundTrips() - before).toBe(6)
    const first = ids.get('zoe') as number
    expect(logins.map(login => ids.get(login))).toEqual([first, first + 1, first + 2, first + 3])
    expect(await kinds()).toEqual([
      `user.created ${first}`,
      `user.activated ${first}`,
      `user.created ${first + 1}`,
      `user.activated ${first + 1}`,
      `user.created ${first + 2}`,
      `user.created ${first + 3}`,
      `user.activated ${first + 3}`,
    ])
    expect((await one.users.findByLogin('ANN.b'))?.realName).toBe('R Ann.B')
  })

  it.each([
    ['ZOE', /already used/],
    ['site-TEMPLATE', /already used/],
    ['root', /reserved/],
    ['x', /3 characters/],
  ])('refuses %s and makes none of the list', async (login, reason) => {
    const make = inTransaction(db, tx => one.users.createMany(tx, [{ login: 'innocent' }, { login }], actor))
    await expect(make).rejects.toThrow(reason)
    expect(await one.users.findByLogin('innocent')).toBeUndefined()
  })

  it('refuses a name that is twice in the list, in whatever case', async () => {
    const make = inTransaction(db, tx => one.users.createMany(tx, [{ login: 'same' }, { login: 'SAME' }], actor))
    await expect(make).rejects.toThrow(/twice/)
  })

  it('lets one of two concurrent transactions have the name, the other gets a refusal', async () => {
    const results = await Promise.allSettled(
      [1, 2].map(() => inTransaction(db, tx => one.users.create(tx, { login: 'contested' }, actor))),
    )
    expect(results.map(result => result.status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(results.find(result => result.status === 'rejected')?.reason).toMatchObject({ status: 400 })
  })
})

describe('reading accounts', () => {
  it('costs no query when warm, by id and by login', async () => {
    const zoe = await one.users.findByLogin('zoe')
    const before = db.roundTrips()
    expect(await one.users.get(zoe?.id ?? 0)).toBe(zoe)
    expect(await one.users.findByLogin('Zoe')).toBe(zoe)
    expect(one.users.peek(zoe?.id ?? 0)).toBe(zoe)
    expect(db.roundTrips() - before).toBe(0)
  })

  it('forgets a login that the account no longer has', async () => {
    const user = await one.account('old.name')
    await one.users.findByLogin('old.name')
    await inTransaction(db, tx => one.users.update(tx, user.id, { login: 'new.name' }, actor))
    expect(await one.users.findByLogin('old.name')).toBeUndefined()
    expect((await one.users.findByLogin('new.name'))?.id).toBe(user.id)
  })

  it('knows no account of an id beyond all numbers', async () => {
    expect(await one.users.get(Number.MAX_SAFE_INTEGER)).toBeUndefined()
    expect(await one.users.get(2 ** 70)).toBeUndefined()
    expect(await one.users.get(-1)).toBeUndefined()
  })

  it('lists by pages the living accounts that have an SSH key', async () => {
    await one.account('key.one', { sshKeys: ['ssh-ed25519 AAAA one'] })
    await one.account('key.two', { sshKeys: ['ssh-ed25519 AAAA two'], status: 'R' })
    await one.account('key.gone', { sshKeys: ['ssh-ed25519 AAAA gone'], status: 'S' })
    const page = await one.users.listWithSshKeys({ limit: 1, offset: 1 })
    expect(page.users.map(user => user.login)).toEqual(['key.two'])
    expect(page.size).toBe(2)
  })
})

describe('references to users (users.md §7)', () => {
  beforeAll(async () => {
    await one.account('ref.a', { email: 'a@example.org', ldapId: 'l-A' })
    await one.account('ref.b', { email: 'shared@example.org' })
    await one.account('ref.c', { email: 'SHARED@example.org' })
  })

  it('finds each kind, in the order given, one query a kind', async () => {
    const a = await one.users.findByLogin('ref.a')
    const b = await one.users.findByLogin('ref.b')
    const before = db.roundTrips()
    const found = await one.users.resolveUserReferences([
      { username: 'REF.b' },
      { id: a?.id ?? 0 },
      { email: 'A@example.org' },
      { ldap_id: 'l-A' },
      { username: 'ref.a' },
    ])
    expect(found).toEqual([b, a, a, a, a])
    expect(db.roundTrips() - before).toBe(3)
  })

  it.each([
    [{}, /exactly one/],
    [{ id: 1, username: 'x' }, /exactly one/],
    [{ username: 'nobody.here' }, /no user with username/],
    [{ id: 99_999 }, /no user with id/],
    [{ ldap_id: '' }, /no user/],
    [{ email: 'shared@example.org' }, /several users/],
  ])('refuses %j', async (reference, reason) => {
    await expect(one.users.resolveUserReference(reference)).rejects.toMatchObject({
      status: 400,
      message: expect.stringMatching(reason) as string,
    })
  })
})

describe('checking passwords', () => {
  const right = 'the right password'
  let id: number
  beforeEach(async () => {
    id ??= (await one.account('pass.word')).id
    await one.users.setPassword(id, right, actor)
  })

  it('remembers a right password for 60 seconds, and queries then again (DESIGN.md §4)', async () => {
    await vi.waitFor(
      async () => {
        // The invalidation of the change above may arrive again and drop the cached password once more.
        one.clock.advance(60_000)
        expect(await one.users.checkPassword(id, right)).toBe(true)
        const before = db.roundTrips()
        one.clock.advance(59_000)
        expect(await one.users.checkPassword(id, right)).toBe(true)
        expect(db.roundTrips() - before).toBe(0)
      },
      { timeout: 10_000 },
    )
    const before = db.roundTrips()
    one.clock.advance(1_000)
    expect(await one.users.checkPassword(id, right)).toBe(true)
    expect(db.roundTrips() - before).toBe(1)
  })

  it('refuses a wrong one while the right one is remembered', async () => {
    expect(await one.users.checkPassword(id, right)).toBe(true)
    expect(await one.users.checkPassword(id, 'the wrong password')).toBe(false)
    expect(await one.users.checkPassword(id, '')).toBe(false)
  })

  it('forgets it when the password changes', async () => {
    expect(await one.users.checkPassword(id, right)).toBe(true)
    await one.users.setPassword(id, 'another password', actor)
    expect(await one.users.checkPassword(id, right)).toBe(false)
    expect(await one.users.checkPassword(id, 'another password')).toBe(true)
  })

  it('verifies once for requests that arrive together', async () => {
    const before = db.roundTrips()
    const results = await Promise.all(Array.from({ length: 8 }, () => one.users.checkPassword(id, right)))
    expect(results).toEqual(Array.from({ length: 8 }, () => true))
    expect(db.roundTrips() - before).toBe(1)
  })

  it('upgrades a hash of other parameters at the next success (auth.md §5)', async () => {
    const { hash } = await import('@node-rs/argon2')
    const old = await hash(right, { algorithm: 2, memoryCost: 8192, timeCost: 1, parallelism: 1 })
    await replacePasswordHash(db.kysely, id, (await findPasswordHash(db, id)) ?? '', old)
    one.clock.advance(60_000)
    expect(await one.users.checkPassword(id, 'wrong password')).toBe(false)
    expect(await findPasswordHash(db, id)).toBe(old)
    expect(await one.users.checkPassword(id, right)).toBe(true)
    const upgraded = (await findPasswordHash(db, id)) ?? ''
    expect(upgraded).toMatch(/m=19456,t=2,p=1\$/)
    expect(await verifyPassword(upgraded, right)).toBe(true)
  })

  it('opens no account without password, and none that is not there', async () => {
    const bare = await one.account('bare.account', { passwordHash: undefined as never })
    expect(await one.users.checkPassword(bare.id, '')).toBe(false)
    expect(await one.users.checkPassword(undefined, right)).toBe(false)
  })
})
