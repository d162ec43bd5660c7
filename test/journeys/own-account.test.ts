// The caller's own account: names, choices, a new password, the reset of a forgotten one, and delays against guessing.
import { sql } from 'kysely'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { createApp } from '../../src/app.ts'
import { openDatabase } from '../../src/platform/db/db.ts'
import type { Refusal } from '../../src/platform/errors.ts'
import { createLog } from '../../src/platform/log.ts'
import { testApp, type TestApp, type TestResponse } from '../harness/app.ts'
import { expectDone, givenAccessKey, givenAccount, type Account } from '../harness/fixture.ts'
import { ownScript, signIn, type Browser } from '../harness/sessions.ts'
import { requestXml } from '../harness/xml.ts'

const minute = 60_000
const command = { userId: 101, means: 'command' } as const

let crocus: TestApp
let mia: Account
beforeAll(async () => {
  crocus = await testApp()
  mia = await givenAccount(crocus, 'mia', { realName: 'Mia' })
})
afterEach(() => {
  crocus.waits.length = 0
  crocus.mails.length = 0
})

const messageOf = (response: TestResponse): string => response.json<{ error: { message: string } }>().error.message
const statusOf = async (browser: Browser): Promise<number> => (await browser.request('GET', '/api/account')).status
const isIn = async (login: string, password: string): Promise<boolean> =>
  (await crocus.request('GET', '/api/users/self', { as: [login, password] })).status === 200
const patch = (account: Account, json: object) => crocus.request('PATCH', '/api/account', { as: account.as, json })

describe('PATCH /account', () => {
  it('changes name, language and theme, and leaves the rest', async () => {
    const response = await patch(mia, { real_name: 'Mia M.', language: 'fr', theme: 'dark' })
    expect(response.status).toBe(200)
    expect(response.json()).toMatchObject({
      user: { real_name: 'Mia M.', email: 'mia@example.org' },
      language: 'fr',
      theme: 'dark',
    })
    expect((await crocus.app.modules.users.get(mia.id))?.language).toBe('fr')
    expect((await patch(mia, { theme: 'light' })).json()).toMatchObject({ language: 'fr', theme: 'light' })
    expect((await patch(mia, { language: '' })).json()).toMatchObject({ language: '', theme: 'light' })
    const xml = await crocus.request('PATCH', '/api/account', { as: mia.as, xml: requestXml({ language: 'en' }) })
    expect(xml.json()).toMatchObject({ language: 'en' })
    expect((await patch(mia, {})).status).toBe(200)
  })

  it('has a time zone of its own, as a preference too', async () => {
    const preferences = '/api/users/self/preferences'
    const preference = async () =>
      (await crocus.request('GET', `${preferences}?key=timezone`, { as: mia.as })).json<{ value: unknown }>().value
    expect((await patch(mia, {})).json()).toMatchObject({ timezone: '' })
    expect(await preference()).toBe(false)
    expect((await patch(mia, { timezone: 'asia/tokyo' })).json()).toMatchObject({ timezone: 'Asia/Tokyo' })
    expect((await crocus.app.modules.users.get(mia.id))?.timezone).toBe('Asia/Tokyo')
    expect(await preference()).toBe('Asia/Tokyo')
    const set = (value: string) =>
      crocus.request('PATCH', preferences, { as: mia.as, json: { key: 'timezone', value } })
    expect((await set('America/New_York')).status).toBe(200)
    expect((await patch(mia, {})).json()).toMatchObject({ timezone: 'America/New_York' })
    for (const wrong of ['Mars/Olympus', '+01:00', 'Europe Paris', '\u0000', 'x'.repeat(90)]) {
      for (const refused of [await patch(mia, { timezone: wrong }), await set(wrong)]) {
        expect([wrong, refused.status]).toEqual([wrong, 400])
        if (wrong === 'Mars/Olympus') expect(messageOf(refused)).toContain('such as Europe/Paris')
      }
    }
    expect(await preference()).toBe('America/New_York')
    expect((await crocus.request('DELETE', `${preferences}?key=timezone`, { as: mia.as })).status).toBe(200)
    expect((await patch(mia, {})).json()).toMatchObject({ timezone: '' })
    await patch(mia, { timezone: 'Asia/Tokyo' })
    expect((await patch(mia, { timezone: '' })).json()).toMatchObject({ timezone: '' })
  })

  it.each([{ language: 'de' }, { theme: 'pink' }, { real_name: 'x'.repeat(256) }, { language: 1 }])(
    'refuses %j',
    async json => expect((await patch(mia, json)).status).toBe(400),
  )

  it('a choice that is none, written as a preference, counts as none', async () => {
    await crocus.request('PATCH', '/api/users/self/preferences', {
      as: mia.as,
      json: { key: 'language', value: 'klingon' },
    })
    expect((await crocus.request('GET', '/api/account', { as: mia.as })).json()).toMatchObject({ language: '' })
  })

  it('changes the address only with the password', async () => {
    expect((await patch(mia, { email: 'new@example.org' })).status).toBe(400)
    expect(messageOf(await patch(mia, { email: 'new@example.org', current_password: 'wrong' }))).toContain(
      'current_password',
    )
    expect((await patch(mia, { email: 'no address', current_password: mia.as[1] })).status).toBe(400)
    const untouched = await patch(mia, { email: 'new@example.org', real_name: 'Other' })
    expect(untouched.status).toBe(400)
    expect((await crocus.request('GET', '/api/users/self', { as: mia.as })).json()).toMatchObject({
      email: 'mia@example.org',
      real_name: 'Mia M.',
    })
    const changed = await patch(mia, { email: 'new@example.org', current_password: mia.as[1] })
    expect(changed.json()).toMatchObject({ user: { email: 'new@example.org' } })
    await crocus.app.modules.auth.changeAccount(mia.id, { email: 'mia@example.org' }, command)
  })

  it('is for those who are signed in', async () => {
    expect((await crocus.request('PATCH', '/api/account', { json: {} })).status).toBe(401)
    expect((await crocus.request('PUT', '/api/account/password', { json: {} })).status).toBe(401)
  })
})

describe('PUT /account/password', () => {
  it('ends all sessions but the one that asks for it, and keeps access keys', async () => {
    const ned = await givenAccount(crocus, 'ned')
    const [here, there] = [await signIn(crocus, ned.as), await signIn(crocus, ned.as)]
    const key = await givenAccessKey(crocus, ned.as)
    expectDone(
      await here.request('PUT', '/api/account/password', {
        json: { current_password: ned.as[1], new_password: ' quite another ' },
      }),
    )
    expect([await statusOf(here), await statusOf(there)]).toEqual([200, 401])
    expect([await isIn('ned', ned.as[1]), await isIn('ned', ' quite another ')]).toEqual([false, true])
    expect((await crocus.request('GET', '/api/users/self', { headers: { 'x-auth-accesskey': key } })).status).toBe(200)
  })

  it('asked for by an access key, it ends all', async () => {
    const una = await givenAccount(crocus, 'una')
    const browser = await signIn(crocus, una.as)
    const key = await givenAccessKey(crocus, una.as)
    const headers = { 'x-auth-accesskey': key }
    const json = { current_password: una.as[1], new_password: 'quite another' }
    expectDone(await crocus.request('PUT', '/api/account/password', { headers, json }))
    expect(await statusOf(browser)).toBe(401)
  })

  it('tells modules that end more than sessions', async () => {
    const told: number[] = []
    for (const { app } of crocus.servers)
      app.modules.auth.onPasswordChanged(async (_tx, userId) => void told.push(userId))
    const pia = await givenAccount(crocus, 'pia')
    const json = { current_password: pia.as[1], new_password: 'quite another' }
    expectDone(await crocus.request('PUT', '/api/account/password', { as: pia.as, json }))
    await crocus.app.modules.auth.changeAccount(pia.id, { password: 'yet another' }, command)
    expect(told).toEqual([pia.id, pia.id])
  })

  it('refuses a wrong password and one that may not be chosen, and changes nothing', async () => {
    const browser = await signIn(crocus, mia.as)
    const change = (json: object) => browser.request('PUT', '/api/account/password', { json })
    expect((await change({ current_password: 'wrong', new_password: 'quite another' })).status).toBe(400)
    expect((await change({ current_password: mia.as[1], new_password: 'short' })).status).toBe(400)
    expect((await change({ new_password: 'quite another' })).status).toBe(400)
    expect(await isIn(...mia.as)).toBe(true)
  })
})

/** Token in the link of the mail. */
const tokenOf = (mail: { readonly text: string }): string[] =>
  /^http:\/\/crocus\.test\/reset-password\/([0-9a-f]{64})$/m.exec(mail.text)?.slice(1) ?? []
const chooseBy = (token: string, password = 'quite another') =>
  crocus.request('PUT', `/api/password_resets/${token}`, { json: { new_password: password } })

describe('a forgotten password', () => {
  const request = (loginOrEmail: string) =>
    crocus.request('POST', '/api/password_resets', { json: { login_or_email: loginOrEmail } })
  /** Tokens of the mails that the request caused. */
  const tokensFor = async (loginOrEmail: string): Promise<string[]> => {
    crocus.mails.length = 0
    expect((await request(loginOrEmail)).status).toBe(202)
    await crocus.work()
    return crocus.mails.flatMap(tokenOf)
  }
  const tokenFor = async (loginOrEmail: string): Promise<string> => {
    const tokens = await tokensFor(loginOrEmail)
    expect(tokens).toHaveLength(1)
    return tokens[0] ?? ''
  }
  const read = (token: string) => crocus.request('GET', `/api/password_resets/${token}`)
  const choose = chooseBy

  it('is replaced by the link of a mail, once, and every session ends', async () => {
    const ida = await givenAccount(crocus, 'ida', { realName: 'Ida <3' })
    const browser = await signIn(crocus, ida.as)
    const token = await tokenFor('IDA')
    const mail = crocus.mails.find(each => tokenOf(each).includes(token))
    expect(mail?.to).toEqual({ name: 'Ida <3', address: 'ida@example.org' })
    expect(mail?.html).toContain(`href="http://crocus.test/reset-password/${token}"`)
    expect(mail?.html).toContain('Ida &lt;3')
    const stored = await crocus.db.kysely.selectFrom('password_reset').selectAll().execute()
    expect(stored.map(row => row.token_hash.toString('hex'))).not.toContain(token)

    expect((await read(token)).json()).toEqual({ login: 'ida', expires_on: expect.any(String) as string })
    // A refused password leaves the token valid.
    expect((await choose(token, 'short')).status).toBe(400)
    expectDone(await choose(token))
    expect(await statusOf(browser)).toBe(401)
    expect([await isIn('ida', ida.as[1]), await isIn('ida', 'quite another')]).toEqual([false, true])
    for (const answer of [await read(token), await choose(token, 'a third one')]) expect(answer.status).toBe(404)
    expect(await isIn('ida', 'quite another')).toBe(true)
  })

  it('one of two who use a link at the same time gets it', async () => {
    await givenAccount(crocus, 'jan')
    const token = await tokenFor('jan@example.org')
    const answers = await Promise.all(['first of two', 'second of two'].map(password => choose(token, password)))
    expect(answers.map(answer => answer.status).sort()).toEqual([200, 404])
  })

  it('a link is good for an hour, and for its own account', async () => {
    await givenAccount(crocus, 'lea')
    const token = await tokenFor('lea')
    crocus.clock.advance(60 * minute - 1000)
    expect((await read(token)).json()).toMatchObject({ login: 'lea' })
    crocus.clock.advance(1000)
    for (const answer of [await read(token), await choose(token)]) expect(answer.status).toBe(404)
    for (const wrong of ['0'.repeat(64), 'x', token.toUpperCase()])
      expect([wrong, (await choose(wrong)).status]).toEqual([wrong, 404])
    await crocus.app.modules.auth.removeExpired()
    expect(await crocus.db.kysely.selectFrom('password_reset').select('user_id').execute()).toEqual([])
  })

  it('does not reveal accounts, and sends no mail to accounts that may not sign in', async () => {
    await givenAccount(crocus, 'off', { status: 'S' })
    await givenAccount(crocus, 'mute', { email: '' })
    const answers = await Promise.all(['nobody', 'nobody@example.org', 'off', 'mute', 'mia', "' or 1=1"].map(request))
    for (const answer of answers)
      expect([answer.status, answer.text, answer.headers['content-length']]).toEqual([202, '', '0'])
    crocus.mails.length = 0
    await crocus.work()
    expect(crocus.mails.map(mail => mail.to.address)).toEqual(['mia@example.org'])
    expect((await crocus.request('POST', '/api/password_resets', { json: {} })).status).toBe(400)
  })

  it('an account gets three mails in an hour, not more', async () => {
    await givenAccount(crocus, 'max')
    const counts = []
    for (let count = 0; count < 5; count++) counts.push((await tokensFor('max')).length)
    expect(counts).toEqual([1, 1, 1, 0, 0])
    crocus.clock.advance(60 * minute)
    expect(await tokensFor('max')).toHaveLength(1)
  })

  it('a link is worth nothing any more when the password, the address or the status changes', async () => {
    const zoe = await givenAccount(crocus, 'zoe')
    const change = (values: object) => crocus.app.modules.auth.changeAccount(zoe.id, values, command)
    const first = await tokenFor('zoe')
    await change({ password: 'quite another' })
    expect((await choose(first)).status).toBe(404)
    const second = await tokenFor('zoe')
    await change({ email: 'zoe@elsewhere.test' })
    expect((await choose(second)).status).toBe(404)
    const third = await tokenFor('zoe@elsewhere.test')
    await change({ status: 'S' })
    expect((await choose(third)).status).toBe(404)
  })
})

describe('an account without a password', () => {
  const register = (json: object) =>
    crocus.request('POST', '/api/site/users', { as: crocus.admin, json: { real_name: 'Noa', ...json } })
  const countOf = async (table: 'users' | 'password_reset'): Promise<number> =>
    (await crocus.db.kysely.selectFrom(table).selectAll().execute()).length

  it('comes with a mail that leads to one, for seven days, in the language of the inviting administrator', async () => {
    const choose = (language: string) =>
      crocus.request('PATCH', '/api/account', { as: crocus.admin, json: { language } })
    await choose('fr')
    const made = await register({ username: 'noa', email: 'noa@example.org' })
    await choose('')
    expect([made.status, made.json()]).toMatchObject([201, { username: 'noa', status: 'A', invitation_sent: true }])
    await crocus.work()
    const [mail] = crocus.mails
    expect(mail).toMatchObject({ to: { name: 'Noa', address: 'noa@example.org' }, subject: 'Bienvenue sur Crocus' })
    expect(mail?.html).toContain('<a href="http://crocus.test/reset-password">')
    const [token = ''] = crocus.mails.flatMap(tokenOf)
    crocus.clock.advance(7 * 24 * 60 * minute - 1000)
    expect((await crocus.request('GET', `/api/password_resets/${token}`)).json()).toMatchObject({ login: 'noa' })
    expectDone(await chooseBy(token))
    expect(await isIn('noa', 'quite another')).toBe(true)
    expect((await chooseBy(token)).status).toBe(404)
    // The first password causes no mail.
    crocus.mails.length = 0
    await crocus.work()
    expect(crocus.mails).toEqual([])
  })

  it('gets another mail when seven days have passed', async () => {
    expect((await register({ username: 'late', email: 'late@example.org' })).status).toBe(201)
    await crocus.work()
    const [token = ''] = crocus.mails.flatMap(tokenOf)
    crocus.clock.advance(7 * 24 * 60 * minute)
    expect((await chooseBy(token)).status).toBe(404)
    crocus.mails.length = 0
    await crocus.request('POST', '/api/password_resets', { json: { login_or_email: 'late' } })
    await crocus.work()
    const [another = ''] = crocus.mails.flatMap(tokenOf)
    expectDone(await chooseBy(another))
  })

  it('is not made when nobody could get in: no address, not active; and needs no mail with a password', async () => {
    const before = await countOf('users')
    for (const wrong of [
      { email: 'nonsense' },
      { email: 'p@example.org', status: 'P' },
      { email: 'p@example.org', status: 'S' },
    ])
      expect((await register({ username: 'pat', ...wrong })).status).toBe(400)
    expect(await countOf('users')).toBe(before)
    const made = await register({ username: 'pat', email: 'p@example.org', password: 'long enough 1' })
    expect(made.json()).toMatchObject({ invitation_sent: false })
    await crocus.work()
    expect(crocus.mails).toEqual([])
  })

  it('is not made when the mail cannot be queued', async () => {
    const before = [await countOf('users'), await countOf('password_reset')]
    const rename = (from: string, to: string) =>
      sql`alter table graphile_worker.${sql.ref(from)} rename to ${sql.ref(to)}`.execute(crocus.db.kysely)
    await rename('_private_jobs', 'away')
    const failed = await register({ username: 'lost', email: 'lost@example.org' })
    await rename('away', '_private_jobs')
    expect(failed.status).toBe(500)
    expect([await countOf('users'), await countOf('password_reset')]).toEqual(before)
  })
})

describe('mails about changes of an account', () => {
  /** Address and subject of the mails that the change caused. */
  const toldAfter = async (change: () => Promise<unknown>): Promise<string[]> => {
    crocus.mails.length = 0
    await change()
    await crocus.work()
    return crocus.mails.map(mail => `${mail.to.address}: ${mail.subject}`).sort()
  }
  const change = (id: number, values: object) => crocus.app.modules.auth.changeAccount(id, values, command)

  it('tell the owner about a changed password, whoever changed it', async () => {
    const ole = await givenAccount(crocus, 'ole')
    const json = { current_password: ole.as[1], new_password: 'quite another' }
    const told = ['ole@example.org: Your password for Crocus was changed']
    expect(await toldAfter(() => crocus.request('PUT', '/api/account/password', { as: ole.as, json }))).toEqual(told)
    expect(crocus.mails[0]?.text).toContain('your account ole on Crocus was changed.')
    expect(await toldAfter(() => change(ole.id, { password: 'yet another' }))).toEqual(told)
    expect(crocus.mails[0]?.text).toContain('your account ole on Crocus was changed by an administrator.')
  })

  it('tell the old and the new address, in the language of the owner', async () => {
    const lou = await givenAccount(crocus, 'lou')
    await patch(lou, { language: 'fr' })
    expect(await toldAfter(() => patch(lou, { email: 'lou@new.test', current_password: lou.as[1] }))).toEqual([
      'lou@example.org: Votre compte sur Crocus a une autre adresse e-mail',
      'lou@new.test: L’adresse e-mail de votre compte sur Crocus',
    ])
    // A reader of the mail to the former address does not learn the new one.
    expect(crocus.mails.find(({ to }) => to.address === 'lou@example.org')?.text).not.toContain('lou@new.test')
  })

  it('are not sent for other changes, nor to an account that may not sign in or has no address', async () => {
    const kim = await givenAccount(crocus, 'kim')
    expect(await toldAfter(() => patch(kim, { real_name: 'Kim', email: 'kim@example.org' }))).toEqual([])
    expect(await toldAfter(() => change(kim.id, { email: '' }))).toEqual([
      'kim@example.org: Your account on Crocus has another e-mail address',
    ])
    expect(await toldAfter(() => change(kim.id, { password: 'quite another' }))).toEqual([])
    const sam = await givenAccount(crocus, 'sam', { status: 'S' })
    expect(await toldAfter(() => change(sam.id, { password: 'quite another', email: 's@new.test' }))).toEqual([])
  })
})

describe('guessing passwords (auth.md §5)', () => {
  const post = (path: string, username: string, password: string, remoteAddress = '203.0.113.1') =>
    crocus.app.fastify.inject({
      method: 'POST',
      url: path,
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify({ username, password }),
      remoteAddress,
    })
  const basic = (username: string, password: string, remoteAddress = '203.0.113.1') =>
    crocus.app.fastify.inject({
      method: 'GET',
      url: '/api/users/self',
      headers: { authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}` },
      remoteAddress,
    })

  // Forty passwords are hashed.
  it(
    'takes longer each time, for every kind of sign-in, and never locks out the owner',
    { timeout: 60_000 },
    async () => {
      const tom = await givenAccount(crocus, 'tom')
      await basic('tom', 'wrong')
      await post('/api/tokens', 'TOM', 'wrong')
      await post('/api/sessions', 'tom', 'wrong')
      for (let count = 0; count < 6; count++) await post('/api/sessions', 'tom', 'wrong')
      expect(crocus.waits).toEqual([250, 500, 1000])
      for (let count = 0; count < 20; count++) await post('/api/sessions', 'tom', 'wrong', `198.51.100.${count}`)
      crocus.waits.length = 0
      expect((await post('/api/sessions', ...tom.as, '192.0.2.7')).statusCode).toBe(201)
      expect(crocus.waits).toEqual([2000])
      // A right password ends the delays.
      expect((await post('/api/tokens', 'tom', 'wrong', '192.0.2.7')).statusCode).toBe(401)
      expect(crocus.waits).toEqual([2000])
    },
  )

  it('is as slow for accounts that there are not', async () => {
    for (let count = 0; count < 7; count++) await basic('nobody.at.all', 'wrong', '203.0.113.2')
    expect(crocus.waits).toEqual([250])
  })

  it('does not delay a user who signed in a moment ago', async () => {
    const ben = await givenAccount(crocus, 'ben')
    expect((await basic(...ben.as, '203.0.113.3')).statusCode).toBe(200)
    for (let count = 0; count < 9; count++) await basic('ben', 'wrong', '203.0.113.4')
    crocus.waits.length = 0
    const before = crocus.db.roundTrips()
    expect((await basic(...ben.as, '203.0.113.3')).statusCode).toBe(200)
    expect([crocus.waits, crocus.db.roundTrips() - before]).toEqual([[], 0])
  })

  it('counts what comes from one address for many accounts, and forgets it after a quarter of an hour', async () => {
    for (let count = 0; count < 22; count++) await basic(`guess${count}`, 'wrong', '203.0.113.5')
    expect(crocus.waits).toEqual([250])
    const kit = await givenAccount(crocus, 'kit')
    expect((await basic(...kit.as, '203.0.113.6')).statusCode).toBe(200)
    expect(crocus.waits).toEqual([250])
    crocus.clock.advance(15 * minute)
    await basic('guess', 'wrong', '203.0.113.5')
    expect(crocus.waits).toEqual([250])
  })

  it('is counted by all processes together', async () => {
    const db = openDatabase(crocus.databaseUrl)
    const { config, clock } = crocus
    const waits: number[] = []
    const other = await createApp({
      config,
      db,
      clock,
      log: createLog('fatal'),
      sleep: async milliseconds => void waits.push(milliseconds),
    })
    try {
      await other.fastify.ready()
      for (let count = 0; count < 6; count++) await basic('shared', 'wrong', '203.0.113.8')
      await other.fastify.inject({
        method: 'POST',
        url: '/api/sessions',
        headers: { ...ownScript, 'content-type': 'application/json' },
        payload: JSON.stringify({ username: 'shared', password: 'wrong' }),
      })
      expect(waits).toEqual([250])
    } finally {
      await other.close()
      await db.close()
    }
  })

  it('counts those of Subversion clients like all others, and slows them down', async () => {
    const sven = await givenAccount(crocus, 'sven')
    const svn = (password: string, ip = '203.0.113.11') => {
      const authorization = `Basic ${Buffer.from(`sven:${password}`).toString('base64')}`
      return crocus.app.modules.auth.authenticateSvn({ headers: { authorization }, method: 'OPTIONS', ip })
    }
    for (let count = 0; count < 7; count++) await expect(svn(`wrong ${count}`)).rejects.toMatchObject({ status: 401 })
    expect(crocus.waits).toEqual([250])
    expect((await basic('sven', 'wrong', '203.0.113.12')).statusCode).toBe(401)
    expect(crocus.waits).toEqual([250, 500])
    expect((await svn(sven.as[1])).login).toBe('sven')
    expect(crocus.waits).toEqual([250, 500, 1000])
    // The password is cached now.
    await svn(sven.as[1])
    expect(crocus.waits).toHaveLength(3)
    const many = await Promise.allSettled(Array.from({ length: 64 }, (_, count) => svn(`other ${count}`)))
    const statuses = many.map(each => (each.status === 'rejected' ? (each.reason as Refusal).status : 200))
    expect(new Set(statuses)).toEqual(new Set([401, 429]))
    expect(statuses.filter(status => status === 401).length).toBeLessThanOrEqual(8)
  })

  it.each([
    ['HTTP Basic', (login: string, password: string) => basic(login, password, '203.0.113.13')],
    ['POST /tokens', (login: string, password: string) => post('/api/tokens', login, password, '203.0.113.14')],
    ['POST /sessions', (login: string, password: string) => post('/api/sessions', login, password, '203.0.113.15')],
  ])('lets few wait side by side and answers the others at once: %s', async (way, guess) => {
    const eve = await givenAccount(crocus, `eve-${way.length}`)
    for (const login of [eve.as[0], `nobody-${way.length}`]) {
      const began = await Promise.all(Array.from({ length: 64 }, (_, count) => guess(login, `guess ${count}`)))
      const refused = began.filter(({ statusCode }) => statusCode === 429)
      // More attempts are accepted if the first ones end before the last ones begin.
      expect(refused.length).toBeGreaterThan(32)
      expect(began.filter(({ statusCode }) => statusCode === 401)).toHaveLength(64 - refused.length)
      expect(refused[0]?.headers['retry-after']).toBe('2')
    }
    // The owner has another address.
    const guesses = Array.from({ length: 64 }, (_, count) => guess(eve.as[0], `other guess ${count}`))
    expect((await basic(...eve.as, '192.0.2.9')).statusCode).toBe(200)
    await Promise.all(guesses)
  })

  it('takes many requests at once with one right password for one attempt', async () => {
    const fay = await givenAccount(crocus, 'fay')
    const answers = await Promise.all(Array.from({ length: 40 }, () => basic(...fay.as, '203.0.113.16')))
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
  })

  it('stores no typed name, and no row for ever', async () => {
    await basic('my password by mistake', 'x', '203.0.113.9')
    const rows = await crocus.db.kysely.selectFrom('sign_in_failure').selectAll().execute()
    expect(rows.length).toBeGreaterThan(0)
    crocus.clock.advance(15 * minute)
    await vi.waitFor(async () => {
      await basic('another', 'x', '203.0.113.10')
      const left = await crocus.db.kysely.selectFrom('sign_in_failure').selectAll().execute()
      expect(left.length).toBeLessThanOrEqual(2)
    }, 10_000)
  })
})
