import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { testApp, type TestApp, type TestResponse } from '../../../../test/harness/app.ts'
import { expectDone, givenAccessKey, givenAccount, type Account } from '../../../../test/harness/fixture.ts'
import { codeAt, givenSecondFactor } from '../../../../test/harness/second-factors.ts'
import { ownScript, signIn } from '../../../../test/harness/sessions.ts'

const STEP_MS = 30_000

let crocus: TestApp
let ann: Account

let login: string
let count = 0

beforeAll(async () => {
  crocus = await testApp()
})
beforeEach(async () => {
  login = `ann${++count}`
  ann = await givenAccount(crocus, login)
})

const attempt = (code?: string, password = ann.as[1]): Promise<TestResponse> =>
  crocus.request('POST', '/api/sessions', {
    json: { username: ann.as[0], password, ...(code !== undefined && { code }) },
    headers: ownScript,
  })
const reasonOf = (response: TestResponse): string =>
  response.json<{ error: { details: { reason: string } } }>().error.details.reason
const outcome = (response: TestResponse) => (response.status === 201 ? 201 : `${response.status} ${reasonOf(response)}`)
const later = (ms: number) => crocus.clock.advance(ms)
const code = (secret: string, shift = 0) => codeAt(secret, new Date(crocus.clock.now().getTime() + shift))
const subjects = async () => {
  await crocus.work()
  return crocus.mails.flatMap(({ to, subject }) => (to.address.startsWith(`${login}@`) ? [subject] : []))
}

describe('signing in with a second factor', () => {
  it('asks for a code, and takes each one once', async () => {
    const { secret } = await givenSecondFactor(crocus, ann.as)
    expect(outcome(await attempt())).toBe('401 second_factor.required')
    expect(outcome(await attempt(''))).toBe('401 second_factor.required')
    expect(outcome(await attempt('000000', 'a guess'))).toBe('401 credentials.invalid')
    // The code that confirmed the app is used up.
    expect(outcome(await attempt(code(secret)))).toBe('401 second_factor.invalid')
    later(STEP_MS)
    const now = code(secret)
    expect(outcome(await attempt(` ${now.slice(0, 3)} ${now.slice(3)} `))).toBe(201)
    expect(outcome(await attempt(now))).toBe('401 second_factor.invalid')
    // The step before the one that was used is worth nothing any more.
    expect(outcome(await attempt(code(secret, -STEP_MS)))).toBe('401 second_factor.invalid')
    later(3 * STEP_MS)
    expect(outcome(await attempt(code(secret, -2 * STEP_MS)))).toBe('401 second_factor.invalid')
    expect(outcome(await attempt(code(secret, -STEP_MS)))).toBe(201)
    expect(outcome(await attempt(code(secret, STEP_MS)))).toBe(201)
  })

  it('takes each recovery code once, and tells the owner', async () => {
    const { recoveryCodes, browser } = await givenSecondFactor(crocus, ann.as)
    expect(new Set(recoveryCodes).size).toBe(10)
    const [first = '', second = ''] = recoveryCodes
    expect(outcome(await attempt(first.replaceAll('-', ' ').toUpperCase()))).toBe(201)
    expect(outcome(await attempt(first))).toBe('401 second_factor.invalid')
    expect(await subjects()).toContain('A recovery code was used on Crocus')
    const { recovery_codes_left: left } = (await browser.request('GET', '/api/account/second_factors')).json<{
      recovery_codes_left: number
    }>()
    expect(left).toBe(9)
    const renewed = await browser.request('POST', '/api/account/recovery_codes', { json: { code: second } })
    expect(renewed.status).toBe(201)
    expect(outcome(await attempt(recoveryCodes[2]))).toBe('401 second_factor.invalid')
    expect(outcome(await attempt(renewed.json<{ recovery_codes: string[] }>().recovery_codes[0]))).toBe(201)
  })

  it.each(['a code of the app', 'a recovery code'])('lets one of 64 requests at the same time in by %s', async kind => {
    const { secret, recoveryCodes } = await givenSecondFactor(crocus, ann.as)
    later(STEP_MS)
    const sent = kind === 'a recovery code' ? (recoveryCodes[0] ?? '') : code(secret)
    const all = await Promise.all(Array.from({ length: 64 }, () => attempt(sent)))
    expect(all.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(
      [...new Set(all.map(outcome))].filter(each => each !== 201).every(each => /^4(01|29) /.test(String(each))),
    ).toBe(true)
  })

  it('closes the way for a quarter of an hour after ten wrong codes, and tells the owner once', async () => {
    const { secret, recoveryCodes } = await givenSecondFactor(crocus, ann.as)
    for (let guess = 0; guess < 10; guess++) expect(outcome(await attempt('123'))).toBe('401 second_factor.invalid')
    later(STEP_MS)
    for (const right of [code(secret), recoveryCodes[0]]) {
      const closed = await attempt(right)
      expect([outcome(closed), closed.text]).toEqual(['429 limit.calls', expect.stringContaining('retry_at')])
    }
    expect((await subjects()).filter(subject => subject.startsWith('Wrong codes'))).toHaveLength(1)
    later(15 * 60_000)
    expect(outcome(await attempt(code(secret)))).toBe(201)
  })

  it('says how the account signed in', async () => {
    const { secret } = await givenSecondFactor(crocus, ann.as)
    later(STEP_MS)
    await attempt(code(secret))
    const { rows } = await sql<{ methods: string[] }>`
      select methods from session where user_id = ${ann.id} order by id`.execute(crocus.db.kysely)
    expect(rows.map(({ methods }) => methods)).toEqual([['pwd'], ['pwd', 'otp', 'mfa']])
  })
})

describe('programs of an account with a second factor', () => {
  it('need an access key instead of the password, unless a setting allows it', async () => {
    const key = await givenAccessKey(crocus, ann.as, { scopes: ['write:rest', 'write:svn'] })
    const byPassword = () => crocus.request('GET', '/api/users/self', { as: ann.as })
    const token = () => crocus.request('POST', '/api/tokens', { json: { username: ann.as[0], password: ann.as[1] } })
    expect([(await byPassword()).status, (await token()).status]).toEqual([200, 200])
    await givenSecondFactor(crocus, ann.as)
    expect([outcome(await byPassword()), outcome(await token())]).toEqual([
      '401 second_factor.key',
      '401 second_factor.key',
    ])
    const svn = (password: string) =>
      crocus.app.modules.auth.authenticateSvn({
        method: 'GET',
        ip: '127.0.0.1',
        headers: { authorization: `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}` },
      })
    await expect(svn(ann.as[1])).rejects.toThrow(/access key/)
    expect((await svn(key)).login).toBe(login)
    const byKey = await crocus.request('GET', '/api/users/self', { headers: { 'x-auth-accesskey': key } })
    expect(byKey.status).toBe(200)
    await crocus.app.modules.settings.set('passwords_beside_second_factors', '1', { actorId: null, means: 'command' })
    expect([(await byPassword()).status, (await token()).status]).toEqual([200, 200])
    expect((await svn(ann.as[1])).login).toBe(login)
    await crocus.app.modules.settings.set('passwords_beside_second_factors', '0', { actorId: null, means: 'command' })
  })
})

describe('the second factors of an account', () => {
  const list = async (browser: Awaited<ReturnType<typeof signIn>>) =>
    (await browser.request('GET', '/api/account/second_factors')).json<{
      factors: { id: number; name: string; last_used_on: string | null }[]
      recovery_codes_left: number
    }>()

  it('are managed in a browser only, and begun with the password', async () => {
    const key = await givenAccessKey(crocus, ann.as)
    const headers = { 'x-auth-accesskey': key }
    expect(outcome(await crocus.request('GET', '/api/account/second_factors', { headers }))).toBe('403 csrf')
    const json = { name: 'Phone', current_password: ann.as[1] }
    expect(outcome(await crocus.request('POST', '/api/account/second_factors', { headers, json }))).toBe('403 csrf')
    const browser = await signIn(crocus, ann.as)
    const wrong = { ...json, current_password: 'a guess' }
    expect((await browser.request('POST', '/api/account/second_factors', { json: wrong })).status).toBe(400)
    expect(
      (await browser.request('POST', '/api/account/second_factors', { json: { ...json, name: ' ' } })).status,
    ).toBe(400)
  })

  it('count only when a code is confirmed', async () => {
    const browser = await signIn(crocus, ann.as)
    const json = { name: 'Phone', current_password: ann.as[1] }
    const { id, secret, uri } = (await browser.request('POST', '/api/account/second_factors', { json })).json<{
      id: number
      secret: string
      uri: string
    }>()
    expect(uri).toBe(`otpauth://totp/Crocus:${login}?issuer=Crocus&secret=${secret}&algorithm=SHA1&digits=6&period=30`)
    expect(await list(browser)).toEqual({ factors: [], recovery_codes_left: 0 })
    const confirm = (sent: string) =>
      browser.request('POST', `/api/account/second_factors/${id}/confirmation`, { json: { code: sent } })
    expect(outcome(await confirm('000000'))).toBe('400 second_factor.invalid')
    expect(outcome(await attempt())).toBe(201)
    expect((await confirm(code(secret))).status).toBe(200)
    expect((await confirm(code(secret))).status).toBe(404)
    expect(await list(browser)).toMatchObject({ factors: [{ id, name: 'Phone' }], recovery_codes_left: 10 })
    expect((await browser.request('GET', '/api/account')).json()).toMatchObject({ has_second_factor: true })
    expect(await subjects()).toEqual(['Your account on Crocus has a second factor'])
  })

  it('are removed with a code; the last one takes the recovery codes along', async () => {
    const { id, recoveryCodes, browser } = await givenSecondFactor(crocus, ann.as)
    const [first, second, third] = recoveryCodes
    const other = await givenSecondFactor(crocus, ann.as, browser)
    expect(other.recoveryCodes).toEqual([])
    const remove = (factor: number, sent: string | undefined) =>
      browser.request('POST', `/api/account/second_factors/${factor}/removal`, { json: { code: sent } })
    expect(outcome(await remove(id, '000000'))).toBe('400 second_factor.invalid')
    expectDone(await remove(id, first))
    expect((await remove(id, second)).status).toBe(404)
    expect(await list(browser)).toMatchObject({ factors: [{ id: other.id }], recovery_codes_left: 8 })
    expectDone(await remove(other.id, third))
    expect(await list(browser)).toEqual({ factors: [], recovery_codes_left: 0 })
    expect(outcome(await attempt())).toBe(201)
  })

  it('are not seen or removed by others', async () => {
    const { id } = await givenSecondFactor(crocus, ann.as)
    const ben = await givenAccount(crocus, `ben${count}`)
    const { browser, recoveryCodes } = await givenSecondFactor(crocus, ben.as)
    const foreign = await browser.request('POST', `/api/account/second_factors/${id}/removal`, {
      json: { code: recoveryCodes[0] },
    })
    expect(foreign.status).toBe(404)
    const reset = `/api/site/users/${ann.id}/second_factors`
    expect((await browser.request('DELETE', reset)).status).toBe(403)
  })

  it('are reset by a site administrator: mailed, on record, and once', async () => {
    await givenSecondFactor(crocus, ann.as)
    const reset = () => crocus.request('DELETE', `/api/site/users/${ann.id}/second_factors`, { as: crocus.admin })
    expect((await reset()).json()).toBe(true)
    expect((await reset()).json()).toBe(false)
    expect((await crocus.request('DELETE', '/api/site/users/999/second_factors', { as: crocus.admin })).status).toBe(
      404,
    )
    expect(outcome(await attempt())).toBe(201)
    expect(await subjects()).toContain('A second factor of your account on Crocus was removed')
    const { rows } = await sql<{ kind: string }>`
      select kind from event
      where kind like 'second_factor.%' and (payload->>'userId')::int = ${ann.id} order by seq`.execute(
      crocus.db.kysely,
    )
    expect(rows.map(({ kind }) => kind)).toEqual(['second_factor.added', 'second_factor.reset'])
  })

  it('are five at the most', async () => {
    const { browser } = await givenSecondFactor(crocus, ann.as)
    for (let count = 1; count < 5; count++) await givenSecondFactor(crocus, ann.as, browser)
    const json = { name: 'One more', current_password: ann.as[1] }
    expect((await browser.request('POST', '/api/account/second_factors', { json })).status).toBe(409)
  })
})
