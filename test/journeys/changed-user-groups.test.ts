// A static user group is renamed or deleted: its rights in trackers, mails and repositories disappear, and nothing becomes open.
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { invalidate, inTransaction } from '../../src/platform/db/db.ts'
import { testApp, type TestApp } from '../harness/app.ts'
import { expectDone, givenAccount, givenProject, type Account, type FixtureProject } from '../harness/fixture.ts'
import { givenRepository, isSvnMissing } from '../harness/svn.ts'
import { requestXml } from '../harness/xml.ts'

let crocus: TestApp
let ann: Account
let ben: Account
let project: FixtureProject
beforeAll(async () => {
  crocus = await testApp()
  ann = await givenAccount(crocus, 'ann')
  ben = await givenAccount(crocus, 'ben')
  project = await givenProject(crocus, 'harbour', { as: ann.as, members: ['ben'] })
})

const send = (method: string, path: string, json?: object, as = ann) =>
  crocus.request(method, `/api${path}`, { as: as.as, ...(json && { json }) })
const givenGroup = async (name: string, members: readonly string[] = ['ben']): Promise<number> => {
  const made = await send('POST', '/user_groups', { project_id: project.id, short_name: name })
  expect(made.status).toBe(201)
  const { id } = made.json<{ id: string }>()
  const user_references = members.map(username => ({ username }))
  expectDone(await send('PUT', `/user_groups/${id}/users`, { user_references }))
  return Number(id)
}
const listed = async (): Promise<string[]> =>
  (await send('GET', `/projects/${project.id}/user_groups`))
    .json<{ short_name: string; id: string }[]>()
    .filter(({ id }) => !id.includes('_'))
    .map(({ short_name }) => short_name)

describe('PATCH /user_groups/{id}', () => {
  it('renames, in XML too; the members stay, and the old name is free', async () => {
    const id = await givenGroup('pilots')
    const renamed = await send('PATCH', `/user_groups/${id}`, { short_name: 'Captains', description: 'On board' })
    expect([renamed.status, renamed.json()]).toMatchObject([200, { id: String(id), short_name: 'Captains' }])
    const xml = await crocus.request('PATCH', `/api/user_groups/${id}`, {
      as: ann.as,
      xml: requestXml({ short_name: 'captains' }),
    })
    expect(xml.json()).toMatchObject({ short_name: 'captains', label: 'captains' })
    expect((await send('GET', `/user_groups/${id}/users`)).json()).toMatchObject([{ username: 'ben' }])
    await givenGroup('pilots')
    expect(await listed()).toEqual(['captains', 'pilots'])
  })

  it('refuses names that are taken or malformed, groups that every project has, and other people', async () => {
    const id = await givenGroup('sailors')
    for (const short_name of ['Pilots', 'project_members', 'with blank', ''])
      expect([short_name, (await send('PATCH', `/user_groups/${id}`, { short_name })).status]).toEqual([
        short_name,
        400,
      ])
    expect((await send('PATCH', `/user_groups/${project.id}_3`, { short_name: 'x-x' })).status).toBe(400)
    expect((await send('PATCH', `/user_groups/${id}`, { short_name: 'x-x' }, ben)).status).toBe(403)
    expect((await send('PATCH', '/user_groups/999999', { short_name: 'x-x' })).status).toBe(404)
    expect((await send('PATCH', '/user_groups/2', { short_name: 'x-x' })).status).toBe(404)
    expect(await listed()).toContain('sailors')
  })
})

describe('DELETE /user_groups/{id}', () => {
  it('takes the group away from everybody, and frees its name', async () => {
    const id = await givenGroup('cooks')
    expect((await send('DELETE', `/user_groups/${id}`, undefined, ben)).status).toBe(403)
    expectDone(await send('DELETE', `/user_groups/${id}`))
    for (const path of [`/user_groups/${id}`, `/user_groups/${project.id}_${id}`, `/user_groups/${id}/users`])
      expect([path, (await send('GET', path)).status]).toEqual([path, 404])
    expect((await send('DELETE', `/user_groups/${id}`)).status).toBe(404)
    expect((await send('GET', `/users/${ben.id}/membership`, undefined, ben)).text).not.toContain(`ug_${id}`)
    expect(await listed()).not.toContain('cooks')
    expect(await givenGroup('Cooks')).not.toBe(id)
    expect((await send('DELETE', `/user_groups/${project.id}_4`)).status).toBe(400)
    // A copy of the project gets the existing groups only.
    const copy = await send('POST', '/projects', {
      shortname: 'harbour-copy',
      label: 'The copy',
      is_public: true,
      template_id: project.id,
    })
    const groups = await send('GET', `/projects/${copy.json<{ id: number }>().id}/user_groups`)
    expect(groups.json<{ short_name: string }[]>().filter(group => group.short_name === 'cooks')).toEqual([])
  })

  it('leaves to administrators what only the group could do in a tracker', async () => {
    const [id, other] = [await givenGroup('divers'), await givenGroup('welders')]
    const bug = project.tracker('bug')
    const title = bug.field('title')
    await inTransaction(crocus.db, async tx => {
      await sql`delete from tracker_permission where tracker_id = ${bug.id}`.execute(tx)
      await sql`insert into tracker_permission values (${bug.id}, ${id}, 'full')`.execute(tx)
      await sql`delete from field_permission where field_id = ${title}`.execute(tx)
      await sql`insert into field_permission values (${title}, ${id}, 'update'), (${title}, ${other}, 'read')`.execute(
        tx,
      )
      await sql`
        insert into workflow (tracker_id, field_id) values (${bug.id}, ${bug.field('status')})
        on conflict do nothing`.execute(tx)
      await sql`
        insert into workflow_transition (tracker_id, from_value_id, to_value_id, authorized_user_group_ids)
        values (${bug.id}, null, 1, array[${id}::bigint]), (${bug.id}, 1, 2, array[${id}::bigint, ${other}::bigint])`.execute(
        tx,
      )
      await sql`
        insert into tracker_notification (tracker_id, rank, user_group_ids, emails)
        values (${bug.id}, 0, array[${id}::bigint], '{}'), (${bug.id}, 1, array[${id}::bigint], '{a@example.org}')`.execute(
        tx,
      )
      await invalidate(tx, 'tracker', bug.id)
    })
    const seenBy = async (who: Account) => (await send('GET', `/trackers/${bug.id}`, undefined, who)).status
    expect([await seenBy(ben), await seenBy(ann)]).toEqual([200, 200])

    expectDone(await send('DELETE', `/user_groups/${id}`))
    expect([await seenBy(ben), await seenBy(ann)]).toEqual([404, 200])
    const numbers = async (query: ReturnType<typeof sql<{ value: unknown }>>) =>
      (await query.execute(crocus.db.kysely)).rows.map(row => row.value)
    expect(await numbers(sql`select user_group_id as value from field_permission where field_id = ${title}`)).toEqual([
      other,
    ])
    expect(
      await numbers(
        sql`select authorized_user_group_ids as value from workflow_transition where tracker_id = ${bug.id} order by id`,
      ),
    ).toEqual([[4], [other]])
    expect(await numbers(sql`select emails as value from tracker_notification where tracker_id = ${bug.id}`)).toEqual([
      ['a@example.org'],
    ])
  })

  it('keeps artifacts closed that only the group could see, and shows its name there', async () => {
    const id = await givenGroup('auditors')
    const task = project.tracker('task')
    const permission = task.fields.find(field => field.type === 'perm')
    if (!permission) throw new Error('the tracker has no field of that type')
    const made = await send('POST', '/artifacts', {
      tracker: { id: task.id },
      values: [
        { field_id: task.field('title'), value: 'Secret' },
        { field_id: permission.field_id, value: { is_used_by_default: true, granted_groups: [String(id)] } },
      ],
    })
    expect([made.status, made.status === 201 ? '' : made.text]).toEqual([201, ''])
    const artifact = `/artifacts/${made.json<{ id: number }>().id}`
    expect((await send('GET', artifact, undefined, ben)).status).toBe(200)
    expectDone(await send('DELETE', `/user_groups/${id}`))
    expect((await send('GET', artifact, undefined, ben)).status).toBe(403)
    const shown = await send('GET', artifact)
    expect([shown.status, shown.text]).toEqual([200, expect.stringContaining('auditors')])
  })

  it.skipIf(isSvnMissing)('is refused, like another name, while an access file names the group', async () => {
    const id = await givenGroup('keepers')
    const repository = await givenRepository(crocus, project.id, 'charts', {
      accessFile: { text: '[/]\n* = r\n~@keepers = rw', hasDefaultPermissions: true },
    })
    const refused = await send('DELETE', `/user_groups/${id}`)
    expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('charts')])
    expect((await send('PATCH', `/user_groups/${id}`, { short_name: 'others' })).status).toBe(409)
    expect((await send('PATCH', `/user_groups/${id}`, { description: 'They keep' })).status).toBe(200)
    expect(await listed()).toContain('keepers')
    expect(repository.id).toBeGreaterThan(0)
  })
})
