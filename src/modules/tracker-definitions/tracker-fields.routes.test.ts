import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, type TestApp } from '../../../test/harness/app.ts'
import { givenAccount, givenArtifact, givenProject, type FixtureProject } from '../../../test/harness/fixture.ts'

let test: TestApp
let project: FixtureProject
let member: readonly [string, string]

beforeAll(async () => {
  test = await testApp()
  member = (await givenAccount(test, 'ann')).as
  project = await givenProject(test, 'fields', { members: ['ann'] })
}, 60_000)

const post = (json: object, as = test.admin) => test.request('POST', '/api/tracker_fields', { as, json })
const patch = (id: number, json: object, query = '') =>
  test.request('PATCH', `/api/tracker_fields/${id}${query}`, { as: test.admin, json })
const remove = (id: number) => test.request('DELETE', `/api/tracker_fields/${id}`, { as: test.admin })
const freshTracker = async (name: string) => (await givenProject(test, name)).tracker('bug')
const columnOf = async (trackerId: number): Promise<number> => {
  const box = await post({ tracker: { id: trackerId }, type: 'fieldset', label: 'Box' })
  const column = await post({
    tracker: { id: trackerId },
    type: 'column',
    label: 'Left',
    parent_id: box.json<{ field_id: number }>().field_id,
  })
  expect([column.status, column.status === 201 ? '' : column.text]).toEqual([201, ''])
  return column.json<{ field_id: number }>().field_id
}

const kinds: readonly (readonly [string, object, object | undefined])[] = [
  ['string', { settings: { maxchars: 20 } }, { value: 'a line' }],
  ['text', {}, { value: { content: '*new*', format: 'commonmark' } }],
  ['int', { settings: { default_value: '7' } }, { value: 12 }],
  ['float', {}, { value: 1.5 }],
  ['date', { settings: { display_time: 1 } }, { value: '2026-01-02T03:04:00Z' }],
  ['file', {}, { value: [] }],
  ['perm', {}, { value: { granted_groups: [] } }],
  ['computed', {}, { manual_value: 3 }],
  ['ttmstepdef', {}, { value: [] }],
  ['ttmstepexec', {}, undefined],
  ['Encrypted', {}, undefined],
  ['aid', {}, undefined],
  ['atid', {}, undefined],
  ['subby', {}, undefined],
  ['subon', {}, undefined],
  ['luby', {}, undefined],
  ['lud', {}, undefined],
  ['cross', {}, undefined],
  ['priority', {}, undefined],
  ['burndown', {}, undefined],
  ['burnup', {}, undefined],
  ['linebreak', {}, undefined],
  ['separator', {}, undefined],
  ['staticrichtext', { settings: { static_value: '<b>Mind</b>' } }, undefined],
  ['tbl', { bind: { type: 'static', values: [{ label: 'wet' }] } }, { bind_value_ids: ['wet', 'dry'] }],
]

describe('POST /tracker_fields', () => {
  it('adds a field of every kind, and artifacts then accept values for it', async () => {
    const tracker = project.tracker('task')
    const values: object[] = []
    for (const [type, settings, value] of kinds) {
      const response = await post({ tracker: { id: tracker.id }, type, label: `My ${type} é`, ...settings })
      expect([type, response.status, response.status === 201 ? '' : response.text]).toEqual([type, 201, ''])
      const field = response.json<{ field_id: number; name: string; type: string }>()
      expect(field).toMatchObject({
        type,
        name: `my_${type.toLowerCase()}_e`,
        label: `My ${type} é`,
        is_used: true,
        permissions: [],
        permissions_for_groups: null,
      })
      if (value) values.push({ field_id: field.field_id, ...value })
    }
    const id = await givenArtifact(test, tracker, 'takes all', { as: member, values })
    const artifact = (await test.request('GET', `/api/artifacts/${id}`, { as: member })).json<{
      values: { label: string }[]
    }>()
    const labels = artifact.values.map(value => value.label)
    for (const type of ['string', 'text', 'int', 'float', 'date', 'computed', 'tbl', 'aid', 'priority', 'luby'])
      expect(labels).toContain(`My ${type} é`)
    const [text] = artifact.values.filter(value => value.label === 'My tbl é')
    expect(text).toMatchObject({ bind_value_ids: ['wet', 'dry'] })
  })

  it.each(['sb', 'rb', 'msb', 'cb'])(
    'adds a %s with static values, accounts or groups, and its default',
    async type => {
      const tracker = project.tracker('story')
      const make = async (name: string, bind: object) => {
        const response = await post({ tracker: { id: tracker.id }, type, label: name, name: `${type}_${name}`, bind })
        expect([response.status, response.status === 201 ? '' : response.text]).toEqual([201, ''])
        return response.json<{ field_id: number; values: { id: number; label: string }[]; default_value: object[] }>()
      }
      const values = [
        { label: 'Red', color: 'fiesta-red' },
        { label: 'Green', is_default: true },
      ]
      const colors = await make('color', { type: 'static', values })
      expect(colors.values.map(value => value.label)).toEqual(['Red', 'Green'])
      expect(colors.default_value).toMatchObject([{ label: 'Green' }])
      const people = await make('people', { type: 'users', sources: ['group_members'], default_users: ['ann'] })
      expect(people.default_value).toMatchObject([{ username: 'ann' }])
      const groups = await make('groups', { type: 'ugroups', groups: [{ group: 'project_members' }] })
      expect(groups.values.map(value => value.label)).toEqual(['Project members'])
      const id = await givenArtifact(test, tracker, 'lists', {
        as: member,
        values: [
          { field_id: colors.field_id, bind_value_ids: [colors.values[0]?.id] },
          { field_id: groups.field_id, bind_value_ids: [`${project.id}_3`] },
        ],
      })
      const artifact = (await test.request('GET', `/api/artifacts/${id}`, { as: member })).json<{
        values: { field_id: number; bind_value_ids?: unknown }[]
      }>()
      const value = (fieldId: number) => artifact.values.find(one => one.field_id === fieldId)?.bind_value_ids
      expect(value(colors.field_id)).toEqual([colors.values[0]?.id])
      expect(value(people.field_id)).toHaveLength(1)
      expect(value(groups.field_id)).toEqual([`${project.id}_3`])
    },
  )

  it('reports all faults at once, and adds nothing', async () => {
    const tracker = project.tracker('bug')
    const response = await post({
      tracker: { id: tracker.id },
      type: 'int',
      label: 'Count',
      name: 'status',
      settings: { default_value: 'many', hue: 1 },
      permissions: { read: ['strangers'] },
    })
    expect(response.status).toBe(400)
    expect(response.text).toContain('no setting \\"hue\\"')
    expect(response.text).toContain('no user group \\"strangers\\"')
    const twice = await post({ tracker: { id: tracker.id }, type: 'int', label: 'Count', name: 'status' })
    expect([twice.status, twice.text.includes('two elements have this name')]).toEqual([400, true])
    const wrong = await post({
      tracker: { id: tracker.id },
      type: 'int',
      label: 'C',
      settings: { default_value: 'many' },
    })
    expect([wrong.status, /not an integer/.test(wrong.text)]).toEqual([400, true])
    const links = await post({ tracker: { id: tracker.id }, type: 'art_link', label: 'More links' })
    expect([links.status, links.text.includes('one field for links')]).toEqual([400, true])
  })

  it('is for administrators of the tracker: 403 for members, 404 for unknown trackers', async () => {
    const tracker = { id: project.tracker('bug').id }
    expect((await post({ tracker, type: 'int', label: 'Count' }, member)).status).toBe(403)
    expect((await post({ tracker: { id: 999_999 }, type: 'int', label: 'Count' })).status).toBe(404)
    expect(
      (await test.request('POST', '/api/tracker_fields', { json: { tracker, type: 'int', label: 'C' } })).status,
    ).toBe(401)
  })
})

describe('PATCH /tracker_fields/{id} (trackers.md §7)', () => {
  it('changes name, label and description, trimmed and made a name', async () => {
    const tracker = await freshTracker('patch1')
    const response = await patch(tracker.field('title'), {
      label: ' Headline ',
      description: ' In short ',
      name: 'Tête-à tête!',
    })
    expect([response.status, response.json()]).toEqual([
      200,
      expect.objectContaining({ label: 'Headline', description: 'In short', name: 'tete-a_tete_' }),
    ])
    expect((await patch(tracker.field('title'), { label: '  ' })).status).toBe(400)
    expect((await patch(tracker.field('title'), { name: '' })).status).toBe(400)
    expect((await patch(tracker.field('title'), { name: 'status' })).status).toBe(400)
  })

  it('appends values to a list, and only to lists of static values', async () => {
    const tracker = await freshTracker('patch2')
    const response = await patch(tracker.field('status'), { new_values: ['Later', 'Never'] })
    const labels = response.json<{ values: { label: string }[] }>().values.map(value => value.label)
    expect(labels.slice(-2)).toEqual(['Later', 'Never'])
    const again = await test.request('GET', `/api/trackers/${tracker.id}`, { as: test.admin })
    const field = again.json<{ fields: { name: string; values: { label: string }[] }[] }>().fields
    expect(field.find(one => one.name === 'status')?.values.map(value => value.label)).toEqual(labels)
    expect((await patch(tracker.field('platforms'), { new_values: ['BeOS'] })).status).toBe(400)
    expect((await patch(tracker.field('assigned_to'), { new_values: ['bob'] })).status).toBe(400)
  })

  it('makes a field unused and used again, with its values; refuses a field with a semantic', async () => {
    const tracker = await freshTracker('patch3')
    const id = await givenArtifact(test, tracker, 'kept', {
      as: test.admin,
      values: [{ field_id: tracker.field('reports'), value: 3 }],
    })
    const value = async () =>
      (await test.request('GET', `/api/artifacts/${id}`, { as: test.admin }))
        .json<{ values: { field_id: number; value: unknown }[] }>()
        .values.find(one => one.field_id === tracker.field('reports'))?.value
    expect((await patch(tracker.field('reports'), { use_it: false })).json()).toMatchObject({ is_used: false })
    expect(await value()).toBeUndefined()
    expect((await patch(tracker.field('reports'), { use_it: true })).json()).toMatchObject({ is_used: true })
    expect(await value()).toBe(3)
    const title = await patch(tracker.field('title'), { use_it: false })
    expect([title.status, title.text.includes('meaning')]).toEqual([400, true])
    expect((await patch(tracker.field('details'), { use_it: false })).status).toBe(400)
  })

  it('moves a field into a column before a sibling, and refuses other positions', async () => {
    const tracker = await freshTracker('patch4')
    const column = await columnOf(tracker.id)
    const move = (field: string, parent_id: number | null, next_sibling_id: number | null = null) =>
      patch(tracker.field(field), { move: { parent_id, next_sibling_id } })
    expect((await move('reports', column)).status).toBe(200)
    expect((await move('effort', column, tracker.field('reports'))).status).toBe(200)
    const structure = (await test.request('GET', `/api/trackers/${tracker.id}`, { as: test.admin })).json<{
      structure: { id: number; content: { id: number; content: { id: number }[] | null }[] }[]
    }>().structure
    const box = structure.find(one => one.content.some(content => content.id === column))
    expect(box?.content[0]?.content?.map(one => one.id)).toEqual([tracker.field('effort'), tracker.field('reports')])
    expect((await move('title', null)).status).toBe(400)
    expect((await move('title', 999_999)).status).toBe(400)
    expect((await move('title', column, tracker.field('status'))).status).toBe(400)
    expect((await move('details', column)).status).toBe(400)
    expect((await patch(column, { move: { parent_id: null, next_sibling_id: null } })).status).toBe(400)
  })

  it('changes all or nothing', async () => {
    const tracker = await freshTracker('patch5')
    expect((await patch(tracker.field('reports'), { label: 'Other', new_values: ['x'] })).status).toBe(400)
    const field = (await patch(tracker.field('reports'), {})).json<{ label: string }>()
    expect(field.label).toBe('Times reported')
  })

  it('replaces the bind of a list; removes values in use only on request', async () => {
    const tracker = await freshTracker('patch6')
    const platforms = tracker.field('platforms')
    const ids = ['Linux', 'macOS'].map(label => tracker.value('platforms', label))
    const id = await givenArtifact(test, tracker, 'on two', {
      as: test.admin,
      values: [{ field_id: platforms, bind_value_ids: ids }],
    })
    const bind = { type: 'static', values: [{ label: 'GNU/Linux', previous_label: 'Linux' }, { label: 'Plan 9' }] }
    const refused = await patch(platforms, { bind })
    expect([refused.status, refused.text.includes('platforms: macOS')]).toEqual([409, true])
    expect((await patch(platforms, { bind }, '?allow_data_loss=true')).status).toBe(200)
    const value = (await test.request('GET', `/api/artifacts/${id}`, { as: test.admin }))
      .json<{ values: { field_id: number; values: { label: string }[] }[] }>()
      .values.find(one => one.field_id === platforms)
    expect(value?.values.map(one => one.label)).toEqual(['GNU/Linux'])
    const { rows } = await sql`select from artifact_index where field_id = ${platforms}`.execute(test.db.kysely)
    expect(rows).toHaveLength(1)
  })
})

describe('DELETE /tracker_fields/{id} (trackers.md §7)', () => {
  it('removes the field with its values from artifacts, searches and reports', async () => {
    const tracker = await freshTracker('delete1')
    const reports = tracker.field('reports')
    const id = await givenArtifact(test, tracker, 'loses', {
      as: test.admin,
      values: [{ field_id: reports, value: 3 }],
    })
    expect((await remove(reports)).status).toBe(204)
    const artifact = await test.request('GET', `/api/artifacts/${id}`, { as: test.admin })
    expect([artifact.status, artifact.text.includes('Times reported')]).toEqual([200, false])
    const changesets = await test.request('GET', `/api/artifacts/${id}/changesets`, { as: test.admin })
    expect(changesets.status).toBe(200)
    const { rows } = await sql`
      select from artifact_index where field_id = ${reports}
      union all select from artifact where document ? ${String(reports)}`.execute(test.db.kysely)
    expect(rows).toEqual([])
    const json = { values: [{ field_id: tracker.field('effort'), value: 2 }] }
    expect((await test.request('PUT', `/api/artifacts/${id}`, { as: test.admin, json })).status).toBe(200)
    const definition = await test.request('GET', `/api/trackers/${tracker.id}/definition`, { as: test.admin })
    expect([definition.status, definition.text.includes('"reports","label"')]).toEqual([200, false])
    expect((await remove(reports)).status).toBe(404)
  })

  it('refuses to delete a field that a semantic or content needs, and names it', async () => {
    const tracker = await freshTracker('delete2')
    const status = await remove(tracker.field('status'))
    expect([status.status, status.text.includes('status')]).toEqual([400, true])
    const box = await remove(tracker.field('details'))
    expect([box.status, box.text.includes('holds other elements')]).toEqual([400, true])
    const asMember = await test.request('DELETE', `/api/tracker_fields/${tracker.field('reports')}`, { as: member })
    expect(asMember.status).toBe(403)
  })
})
