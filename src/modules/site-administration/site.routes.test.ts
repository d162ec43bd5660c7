import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, type TestApp } from '../../../test/harness/app.ts'
import { givenAccount, givenProject, type Account } from '../../../test/harness/fixture.ts'

let crocus: TestApp
let ada: Account
let boss: Account
beforeAll(async () => {
  crocus = await testApp()
  ada = await givenAccount(crocus, 'ada')
  boss = await givenAccount(crocus, 'boss', { realName: 'The Boss' })
})

const get = (path: string, as = crocus.admin) => crocus.request('GET', path, { as })

describe('GET /version (http.md §11)', () => {
  it('answers anyone, in every mode', async () => {
    const answer = await crocus.request('GET', '/api/version')
    expect(answer.status).toBe(200)
    expect(answer.json()).toEqual({
      flavor_name: 'Crocus',
      version_number: expect.stringMatching(/^\d+\.\d+\.\d+/) as string,
    })
  })
})

describe('the banner of the platform (http.md §11)', () => {
  it('is set, read by everybody and removed', async () => {
    expect((await crocus.request('GET', '/api/banner')).status).toBe(404)
    const banner = { message: 'Down at noon', importance: 'warning', expiration_date: '2026-03-03T12:00:00+00:00' }
    const set = await crocus.request('PUT', '/api/banner', { as: crocus.admin, json: banner })
    expect([set.status, set.text]).toEqual([200, ''])
    const read = await crocus.request('GET', '/api/banner')
    expect(read.json()).toMatchObject({ message: 'Down at noon', importance: 'warning' })
    expect(new Date(read.json<{ expiration_date: string }>().expiration_date)).toEqual(new Date('2026-03-03T12:00:00Z'))
    expect((await crocus.request('DELETE', '/api/banner', { as: crocus.admin })).status).toBe(200)
    expect((await crocus.request('GET', '/api/banner')).status).toBe(404)
  })

  it('is the last one of banners set at the same time', async () => {
    const messages = ['Soon', 'Now', 'Later', 'Never']
    const answers = await Promise.all(
      messages.map(message =>
        crocus.request('PUT', '/api/banner', { as: crocus.admin, json: { message, importance: 'standard' } }),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual(messages.map(() => 200))
    const read = await crocus.request('GET', '/api/banner')
    expect(messages).toContain(read.json<{ message: string }>().message)
    expect((await crocus.request('DELETE', '/api/banner', { as: crocus.admin })).status).toBe(200)
  })

  it('is over when its time is', async () => {
    const banner = { message: 'Soon', importance: 'standard', expiration_date: '2026-03-02T11:00:00Z' }
    await crocus.request('PUT', '/api/banner', { as: crocus.admin, json: banner })
    expect((await crocus.request('GET', '/api/banner')).status).toBe(200)
    crocus.clock.advance(3_600_000)
    expect((await crocus.request('GET', '/api/banner')).status).toBe(404)
  })

  it.each([
    [{ message: '', importance: 'standard' }, /message/],
    [{ message: 'Hello', importance: 'loud' }, /importance/],
    [{ message: 'Hello', importance: 'standard', expiration_date: 'tomorrow' }, /expiration_date/],
    [{ message: 'Hello', importance: 'standard', expiration_date: '2020-01-01T00:00:00Z' }, /future/],
  ])('refuses %j', async (json, reason) => {
    const { status, text } = await crocus.request('PUT', '/api/banner', { as: crocus.admin, json })
    expect(status).toBe(400)
    expect(text).toMatch(reason)
  })

  it('is for site administrators to change', async () => {
    const json = { message: 'Mine', importance: 'standard' }
    expect((await crocus.request('PUT', '/api/banner', { as: ada.as, json })).status).toBe(403)
    expect((await crocus.request('DELETE', '/api/banner', { as: ada.as })).status).toBe(403)
    expect((await crocus.request('PUT', '/api/banner', { json })).status).toBe(401)
  })
})

interface SystemEvent {
  readonly id: number
  readonly type: string
  readonly status: string
  readonly owner: string
  readonly log: string
}

describe('GET /system_event (http.md §11)', () => {
  it('lists accounts that come into use, once each, from 1', async () => {
    await givenAccount(crocus, 'waiting', { status: 'P' })
    const { id } = await givenAccount(crocus, 'sleeper', { status: 'S' })
    await crocus.request('PATCH', `/api/users/${id}`, { as: crocus.admin, json: { values: { status: 'A' } } })
    const list = await get('/api/system_event?limit=100')
    const events = list.json<SystemEvent[]>()
    expect(events[0]?.id).toBe(1)
    expect(events.map(event => event.log)).toEqual(['admin', 'ada', 'boss', 'sleeper'])
    expect(new Set(events.map(({ type, status, owner }) => `${type} ${status} ${owner}`))).toEqual(
      new Set(['Tuleap\\SystemEvent\\SystemEventUserActiveStatusChange DONE root']),
    )
    expect(list.headers['x-pagination-size']).toBe('4')
  })

  it('can be filtered by status', async () => {
    expect((await get('/api/system_event?status=error')).json()).toEqual([])
    expect((await get('/api/system_event?status=lost')).status).toBe(400)
  })

  it('is for administrators, and those who hold the permission', async () => {
    expect((await get('/api/system_event', ada.as)).status).toBe(403)
    await crocus.app.modules.auth.grantSitePermission('followers', 'retrieve_system_events', 'ada', {
      userId: 101,
      means: 'command',
    })
    expect((await get('/api/system_event', ada.as)).status).toBe(200)
  })
})

describe('POST /invitations (http.md §11)', () => {
  const invite = (json: object, as = boss.as) => crocus.request('POST', '/api/invitations', { as, json })

  it('sends mails to those who have no account', async () => {
    const answer = await invite({ emails: ['new@example.net'], custom_message: 'Come and see.' })
    expect(answer.status).toBe(201)
    expect(answer.json()).toEqual({
      failures: [],
      already_project_members: [],
      known_users_added_to_project_members: [],
      known_users_not_alive: [],
      known_users_are_restricted: [],
    })
    await crocus.work()
    expect(crocus.mails).toMatchObject([
      {
        to: { address: 'new@example.net' },
        subject: 'The Boss invites you to Crocus',
        replyTo: 'boss@example.org',
        text: expect.stringContaining('Come and see.') as string,
      },
    ])
  })

  it('makes accounts members of the project, and says who they are', async () => {
    const project = await givenProject(crocus, 'lamps', { as: boss.as, members: ['ada'] })
    await givenAccount(crocus, 'carl')
    await givenAccount(crocus, 'gone', { status: 'S' })
    crocus.mails.length = 0
    const emails = ['ada@example.org', 'CARL@example.org', 'gone@example.org', 'who@example.net']
    const answer = await invite({ emails, project_id: project.id })
    const names = (list: { username: string }[]) => list.map(user => user.username)
    const body = answer.json<Record<string, { username: string }[]>>()
    expect(Object.fromEntries(Object.entries(body).map(([key, list]) => [key, names(list)]))).toEqual({
      failures: [],
      already_project_members: ['ada'],
      known_users_added_to_project_members: ['carl'],
      known_users_not_alive: ['gone'],
      known_users_are_restricted: [],
    })
    const members = await get(`/api/user_groups/${project.id}_3/users`)
    expect(names(members.json())).toContain('carl')
    await crocus.work()
    expect(crocus.mails.map(mail => mail.to.address)).toEqual(['who@example.net'])
  })

  it('refuses a project that the sender does not administer', async () => {
    const project = await givenProject(crocus, 'vases', { as: boss.as, members: ['ada'] })
    expect((await invite({ emails: ['x@example.net'], project_id: project.id }, ada.as)).status).toBe(403)
    expect((await invite({ emails: ['x@example.net'], project_id: 99_999 })).status).toBe(404)
  })

  it.each([[[]], [['nonsense']], [['a@b', 'two words@example.org']]])('refuses the addresses %j', async emails => {
    expect((await invite({ emails })).status).toBe(400)
  })

  it('has a limit a day, also for many at once, and is off at 0', async () => {
    await crocus.app.modules.settings.set('max_invitations_by_day', '2', { actorId: 101, means: 'command' })
    expect((await invite({ emails: ['1@x.org', '2@x.org', '3@x.org'] }, ada.as)).status).toBe(400)
    const answers = await Promise.all(
      ['1@x.org', '2@x.org', '3@x.org'].map(email => invite({ emails: [email] }, ada.as)),
    )
    expect(answers.map(answer => answer.status).sort()).toEqual([201, 201, 400])
    crocus.clock.advance(24 * 3_600_000)
    expect((await invite({ emails: ['4@x.org'] }, ada.as)).status).toBe(201)
    await crocus.app.modules.settings.set('max_invitations_by_day', '0', { actorId: 101, means: 'command' })
    expect((await invite({ emails: ['5@x.org'] }, ada.as)).status).toBe(400)
  })
})

describe('jobs among the system events', () => {
  it('lists those that have their times, with their failures', async () => {
    const jobs = crocus.app.jobs.filter(job => job.schedule !== undefined)
    const tidy = jobs.find(job => job.name === 'tidy_outbox')
    await tidy?.run({})
    const list = (await get('/api/system_event?limit=100')).json<SystemEvent[]>()
    expect(list.at(-1)).toMatchObject({ type: 'tidy_outbox', status: 'DONE', owner: 'crocus' })
  })
})
