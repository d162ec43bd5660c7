import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, type TestApp } from '../../../test/harness/app.ts'
import { expectDone, givenAccount, givenProject, type Account } from '../../../test/harness/fixture.ts'

// Additional data that the pages of a project read and write beyond the API of the platform (projects.md §6, §9).

let t: TestApp
let ann: Account
let ben: Account
let carl: Account
const setMode = (mode: string) => t.app.modules.settings.set('access_mode', mode, { actorId: null, means: 'command' })

beforeAll(async () => {
  t = await testApp()
  ann = await givenAccount(t, 'ann')
  ben = await givenAccount(t, 'ben', { realName: 'Benjamin Pier' })
  carl = await givenAccount(t, 'carl')
})

let counter = 0
const create = async (members: readonly string[] = [], isPublic = true): Promise<number> =>
  (await givenProject(t, `quay-${++counter}`, { as: ann.as, isPublic, members })).id
const get = (path: string, as?: Account) => t.request('GET', `/api${path}`, as ? { as: as.as } : {})
const send = (method: 'POST' | 'PATCH' | 'DELETE' | 'PUT', path: string, as: Account, json?: unknown) =>
  t.request(method, `/api${path}`, { as: as.as, ...(json === undefined ? {} : { json }) })

interface Member {
  username: string
  is_administrator: boolean
}
const members = async (id: number, query = '') =>
  (await get(`/projects/${id}/members${query}`, ann))
    .json<Member[]>()
    .map(({ username, is_administrator }) => `${username}${is_administrator ? '*' : ''}`)
const messageOf = (response: { json<T>(): T }) => response.json<{ error: { message: string } }>().error.message

describe('members of a project', () => {
  it('lists them for everybody who sees it, administrators first, a page and words at a time', async () => {
    const id = await create(['carl', 'ben'])
    expect(await members(id)).toEqual(['ann*', 'ben', 'carl'])
    expect(await members(id, '?limit=1&offset=1')).toEqual(['ben'])
    expect(await members(id, '?query=PIER%20benj')).toEqual(['ben'])
    expect(await members(id, '?query=nobody')).toEqual([])
    const anonymous = await get(`/projects/${id}/members`)
    expect([anonymous.status, anonymous.headers['x-pagination-size']]).toEqual([200, '3'])
    expect(anonymous.text).not.toContain('@example.org')
    const closed = await create([], false)
    expect((await get(`/projects/${closed}/members`, ben)).status).toBe(403)
  })

  it('tells what the caller may do', async () => {
    const id = await create(['ben'])
    const rights = async (as?: Account) => (await get(`/projects/${id}/rights`, as)).json()
    const none = {
      is_member: false,
      is_administrator: false,
      administers_repositories: false,
      can_change_status: false,
    }
    expect(await rights()).toEqual(none)
    expect(await rights(carl)).toEqual(none)
    expect(await rights(ben)).toEqual({ ...none, is_member: true })
    expect(await rights(ann)).toEqual({
      ...none,
      is_member: true,
      is_administrator: true,
      administers_repositories: true,
    })
    expect((await t.request('GET', `/api/projects/${id}/rights`, { as: t.admin })).json()).toEqual({
      is_member: false,
      is_administrator: true,
      administers_repositories: true,
      can_change_status: true,
    })
    await t.app.modules.svn.setAdministratorGroups({ userId: null, means: 'command' }, id, [3])
    expect(await rights(ben)).toEqual({ ...none, is_member: true, administers_repositories: true })
    expect(await rights(carl)).toEqual(none)
  })

  it('adds one and removes one, and leaves the others alone', async () => {
    const id = await create(['ben'])
    const added = await send('POST', `/user_groups/${id}_3/members`, ann, { email: 'carl@example.org' })
    expect([added.status, added.json<Member>().username]).toEqual([201, 'carl'])
    expect((await send('POST', `/user_groups/${id}_4/members`, ann, { username: 'Ben' })).status).toBe(201)
    expect(await members(id)).toEqual(['ann*', 'ben*', 'carl'])
    const stays = await send('DELETE', `/user_groups/${id}_3/members/${ben.id}`, ann)
    expect([stays.status, messageOf(stays)]).toEqual([400, expect.stringContaining('stay its members')])
    expectDone(await send('DELETE', `/user_groups/${id}_4/members/${ben.id}`, ann))
    expectDone(await send('DELETE', `/user_groups/${id}_3/members/${ben.id}`, ann))
    expect(await members(id)).toEqual(['ann*', 'carl'])
    expect((await send('DELETE', `/user_groups/${id}_3/members/${ben.id}`, ann)).status).toBe(404)
  })

  it('tells the groups of each member to administrators of the project, as the lists of groups do', async () => {
    const id = await create(['ben', 'carl'])
    const { id: group } = (await send('POST', '/user_groups', ann, { project_id: id, short_name: 'pilots' })).json<{
      id: string
    }>()
    await send('POST', `/user_groups/${group}/members`, ann, { username: 'ben' })
    const groupsSeenBy = async (who?: Account) =>
      (await get(`/projects/${id}/members`, who))
        .json<{ username: string; user_groups: unknown }[]>()
        .map(({ username, user_groups }) => [username, user_groups])
    expect(await groupsSeenBy(ann)).toEqual([
      ['ann', []],
      ['ben', [{ id: group, label: 'pilots' }]],
      ['carl', []],
    ])
    for (const who of [ben, undefined])
      expect(await groupsSeenBy(who)).toEqual([
        ['ann', null],
        ['ben', null],
        ['carl', null],
      ])
  })

  it('keeps the owner and the last administrator', async () => {
    const id = await create(['ben'])
    const remove = (who: Account, by: Account) => send('DELETE', `/user_groups/${id}_4/members/${who.id}`, by)
    expect(messageOf(await remove(ann, ann))).toContain('owner')
    await send('POST', `/user_groups/${id}_4/members`, ann, { username: 'ben' })
    const owner = { project_owner: { username: 'ben' } }
    expectDone(await t.request('PUT', `/api/project_ownership/${id}`, { as: t.admin, json: owner }))
    expectDone(await remove(ann, ben))
    // An administrator who gave up the right has lost it at the next request.
    expect((await remove(ben, ann)).status).toBe(403)
  })

  it('changes static groups; in a private project their members become members of the project', async () => {
    const id = await create([], false)
    const { id: group } = (await send('POST', '/user_groups', ann, { project_id: id, short_name: 'pilots' })).json<{
      id: string
    }>()
    expect((await send('POST', `/user_groups/${group}/members`, ann, { id: ben.id })).status).toBe(201)
    expect(await members(id)).toEqual(['ann*', 'ben'])
    expectDone(await send('DELETE', `/user_groups/${group}/members/${ben.id}`, ann))
    expect((await send('DELETE', `/user_groups/${group}/members/${ben.id}`, ann)).status).toBe(404)
    expect(await members(id)).toEqual(['ann*', 'ben'])
  })

  it('is for administrators, and refuses accounts that do not exist or are not in use', async () => {
    const id = await create(['ben'])
    const group = `/user_groups/${id}_3/members`
    expect((await send('POST', group, ben, { username: 'carl' })).status).toBe(403)
    expect((await send('DELETE', `${group}/${ann.id}`, ben)).status).toBe(403)
    expect((await send('POST', group, ann, { username: 'no-such-user' })).status).toBe(400)
    await givenAccount(t, `gone-${id}`, { status: 'S' })
    const gone = await send('POST', group, ann, { username: `gone-${id}` })
    expect([gone.status, messageOf(gone)]).toEqual([400, expect.stringContaining('not in use')])
    expect((await send('POST', `/user_groups/${id}_11/members`, ann, { username: 'carl' })).status).toBe(400)
    expect((await send('POST', '/user_groups/2/members', ann, { username: 'carl' })).status).toBe(404)
    expect(await members(id)).toEqual(['ann*', 'ben'])
  })
})

describe('projects by words', () => {
  it('finds those with all of them in label or short name, among those the caller may see', async () => {
    const id = (await givenProject(t, 'breakwater', { as: ann.as })).id
    const hidden = (await givenProject(t, 'breakwater-plans', { as: ann.as, isPublic: false })).id
    const find = async (text: string, as?: Account) =>
      (await get(`/projects?text=${encodeURIComponent(text)}`, as)).json<{ id: number }[]>().map(each => each.id)
    expect(await find('THE break')).toEqual([id])
    expect(await find('the break', ann)).toEqual([id, hidden])
    expect(await find('break%')).toEqual([])
    const mine = `/projects?text=break&query=${encodeURIComponent('{"is_member_of":true}')}`
    expect((await get(mine, ben)).json()).toEqual([])
  })
})

describe('details of a project', () => {
  it('are read and changed by its administrators, in JSON and XML', async () => {
    const id = await create(['ben'])
    expect((await get(`/projects/${id}/details`, ann)).json()).toEqual({
      label: `The quay-${counter}`,
      description: `All about the quay-${counter}`,
      access: 'public',
      access_choices: ['public', 'private'],
      is_membership_synchronized: false,
    })
    expect((await get(`/projects/${id}/details`, ben)).status).toBe(403)
    expect((await send('PATCH', `/projects/${id}/details`, ben, { label: 'Mine' })).status).toBe(403)
    const changed = await send('PATCH', `/projects/${id}/details`, ann, { label: 'North quay', access: 'private' })
    expect([changed.status, changed.json()]).toMatchObject([
      200,
      { label: 'North quay', access: 'private', is_membership_synchronized: true },
    ])
    expect((await get(`/projects/${id}`, carl)).status).toBe(403)
    const xml = '<request><description></description><access>public</access></request>'
    expect((await t.request('PATCH', `/api/projects/${id}/details`, { as: ann.as, xml })).status).toBe(200)
    expect((await get(`/projects/${id}`, carl)).json()).toMatchObject({ label: 'North quay', description: '' })
  })

  it('refuses all that is wrong at once, and changes nothing', async () => {
    const id = await create()
    const refused = await send('PATCH', `/projects/${id}/details`, ann, { label: 'X', access: 'unrestricted' })
    expect(refused.status).toBe(400)
    expect(messageOf(refused)).toMatch(/label.*\n.*restricted users/)
    expect((await send('PATCH', `/projects/${id}/details`, ann, { access: 'secret' })).status).toBe(400)
    expect((await get(`/projects/${id}/details`, ann)).json()).toMatchObject({ access: 'public' })
    const template = await t.request('PATCH', '/api/projects/100/details', { as: t.admin, json: { label: 'Mine' } })
    expect(template.status).toBe(403)
  })

  it('makes members of those in user groups when membership is synchronised', async () => {
    const id = await create()
    const { id: group } = (await send('POST', '/user_groups', ann, { project_id: id, short_name: 'pilots' })).json<{
      id: string
    }>()
    await send('POST', `/user_groups/${group}/members`, ann, { id: ben.id })
    expect(await members(id)).toEqual(['ann*'])
    const details = `/projects/${id}/details`
    expect((await send('PATCH', details, ann, { is_membership_synchronized: true })).status).toBe(200)
    expect(await members(id)).toEqual(['ann*', 'ben'])
    const stopped = await send('PATCH', details, ann, { is_membership_synchronized: false })
    expect(stopped.json()).toMatchObject({ is_membership_synchronized: false })
    expect(await members(id)).toEqual(['ann*', 'ben'])
  })

  it('shuts restricted users out only when none is left in the project', async () => {
    await setMode('restricted')
    try {
      const rita = await givenAccount(t, 'rita', { status: 'R' })
      const id = await create(['rita'], false)
      const details = `/projects/${id}/details`
      const refused = await send('PATCH', details, ann, { access: 'private-wo-restr' })
      expect([refused.status, messageOf(refused)]).toEqual([400, expect.stringContaining('rita')])
      expectDone(await send('DELETE', `/user_groups/${id}_3/members/${rita.id}`, ann))
      expect((await send('PATCH', details, ann, { access: 'private-wo-restr' })).status).toBe(200)
      expect((await send('POST', `/user_groups/${id}_3/members`, ann, { username: 'rita' })).status).toBe(400)
    } finally {
      await setMode('anonymous')
    }
  })
})
