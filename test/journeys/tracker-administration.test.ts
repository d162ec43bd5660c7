import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { writeXml } from '../../src/platform/xml/write-xml.ts'
import { archiveGroupNames, exportTracker, loadTrackerExtras } from '../../src/modules/trackers/index.ts'
import { testApp, type TestApp } from '../harness/app.ts'
import { givenArtifact, givenProject, type FixtureProject } from '../harness/fixture.ts'

type Element = Record<string, unknown> & {
  name: string
  content?: Element[]
  bind?: { values: Record<string, unknown>[] }
}
type Definition = Record<string, never> & {
  general: Record<string, unknown>
  form: Element[]
  semantics: Record<string, unknown>
}
interface Report {
  is_changed: boolean
  changes: { action: string; kind: string; name: string; member: string | null; before: unknown; after: unknown }[]
  data_loss: object[]
  artifacts_losing: number
  definition: Definition
}

let test: TestApp
let other: TestApp
let project: FixtureProject

beforeAll(async () => {
  test = await testApp()
  other = await testApp()
  project = await givenProject(test, 'lighthouse')
}, 60_000)

const get = async (id: number, on = test) => {
  const response = await on.request('GET', `/api/trackers/${id}/definition`, { as: on.admin })
  return { definition: response.json<Definition>(), etag: String(response.headers['etag']) }
}
const put = (id: number, json: object, query = '', headers = {}) =>
  test.request('PUT', `/api/trackers/${id}/definition${query}`, { as: test.admin, json, headers })
const element = (definition: Definition, name: string): Element => {
  const all = (form: Element[]): Element[] => form.flatMap(one => [one, ...all(one.content ?? [])])
  const found = all(definition.form).find(one => one.name === name)
  if (!found) throw new Error(`no element ${name}`)
  return found
}
const xmlOf = async (on: TestApp, id: number): Promise<string> => {
  const tracker = await on.app.modules.trackers.get(id)
  if (!tracker) throw new Error('no tracker')
  const extras = await loadTrackerExtras(on.db.kysely, [id])
  const exported = exportTracker(
    { tracker, extras, artifacts: [] },
    { groups: archiveGroupNames([]), userReference: () => ({ name: 'value' }), isExported: () => false },
  )
  return Array.from(writeXml(exported))
    .join('')
    .replace(/"(F|V|T|R|REPORT_)\d+"/g, '"$1"')
}

describe('a definition edited in five ways', () => {
  it('is planned exactly, then done exactly, and keeps the values of artifacts', async () => {
    const tracker = project.tracker('bug')
    const id = await givenArtifact(test, tracker, 'one', {
      as: test.admin,
      values: [
        { field_id: tracker.field('reports'), value: 3 },
        { field_id: tracker.field('effort'), value: 2 },
        { field_id: tracker.field('platforms'), bind_value_ids: [tracker.value('platforms', 'Linux')] },
      ],
    })
    const { definition, etag } = await get(tracker.id)
    definition.general['color'] = 'plum-crazy' // 1
    Object.assign(element(definition, 'reports'), { name: 'sightings', previous_name: 'reports', label: 'Sightings' }) // 2
    const values = element(definition, 'platforms').bind?.values ?? []
    Object.assign(values[0] ?? {}, { label: 'GNU/Linux', previous_label: 'Linux' }) // 3
    element(definition, 'details').content?.push({ type: 'int', name: 'severity', label: 'Severity' }) // 4
    const details = element(definition, 'details')
    details.content = details.content?.filter(one => one.name !== 'effort') ?? [] // 5
    const reports = definition['reports'] as unknown as { tables: { columns: { field: string }[] }[] }[]
    for (const table of reports[0]?.tables ?? [])
      table.columns = table.columns
        .filter(column => column.field !== 'effort')
        .map(column => (column.field === 'reports' ? { field: 'sightings' } : column))

    const planned = await put(tracker.id, definition, '?dry_run=true')
    expect([planned.status, planned.status === 200 ? '' : planned.text]).toEqual([200, ''])
    const plan = planned.json<Report>()
    const told = plan.changes
      .filter(change => change.kind !== 'report')
      .map(({ action, kind, name, member }) => [action, kind, name, member].join(' '))
    expect(told).toEqual([
      'change general general color',
      'change value platforms: GNU/Linux label',
      'change field sightings name',
      'change field sightings label',
      'create field severity ',
      'delete field effort ',
    ])
    expect(plan.data_loss).toEqual([{ kind: 'field', name: 'effort', artifacts: 1 }])
    expect(plan.artifacts_losing).toBe(1)
    expect((await get(tracker.id)).etag).toBe(etag)

    const refused = await put(tracker.id, definition)
    expect([refused.status, refused.text.includes('effort')]).toEqual([409, true])
    const stale = await put(tracker.id, definition, '?allow_data_loss=true', { 'if-match': 'of another time' })
    expect(stale.status).toBe(412)
    const done = await put(tracker.id, definition, '?allow_data_loss=true', { 'if-match': etag })
    expect([done.status, done.json<Report>().changes]).toEqual([200, plan.changes])
    expect((await get(tracker.id)).definition).toEqual(plan.definition)
    // The file still contains the previous names: applying it again changes nothing.
    expect((await put(tracker.id, definition)).json()).toMatchObject({ is_changed: false })

    const artifact = await test.request('GET', `/api/artifacts/${id}`, { as: test.admin })
    const read = artifact.json<{ values: { label: string; value?: unknown; values?: { label: string }[] }[] }>().values
    expect(read.find(one => one.label === 'Sightings')?.value).toBe(3)
    expect(read.find(one => one.label === 'Platforms')?.values).toMatchObject([{ label: 'GNU/Linux' }])
    expect(read.some(one => one.label === 'Effort in days')).toBe(false)
    const { rows } = await sql`select from artifact_index where field_id = ${tracker.field('effort')}`.execute(
      test.db.kysely,
    )
    expect(rows).toEqual([])
  })

  it('merges values: artifacts get the other one, and nothing is lost', async () => {
    const tracker = project.tracker('story')
    const list = (name: string) => tracker.field(name)
    const values = (...entries: readonly (readonly [string, readonly string[]])[]) =>
      entries.map(([name, labels]) => ({
        field_id: list(name),
        bind_value_ids: labels.map(label => tracker.value(name, label)),
      }))
    const story = (title: string, ...entries: readonly (readonly [string, readonly string[]])[]) =>
      givenArtifact(test, tracker, title, { as: test.admin, values: values(...entries) })
    const must = await story('one', ['priority', ['Must']])
    await story('two', ['priority', ['Should']])
    await story('three', ['priority', ['Could']])
    const { definition } = await get(tracker.id)
    const [most, should] = element(definition, 'priority').bind?.values ?? []
    const faulty = async (members: object): Promise<string> => {
      const { definition: other } = await get(tracker.id)
      Object.assign(element(other, 'priority').bind?.values?.[0] ?? {}, members)
      const refused = await put(tracker.id, other, '?dry_run=true')
      expect(refused.status).toBe(400)
      return refused.text
    }
    expect(await faulty({ merged_into: 'Must' })).toContain('which is no value that stays in the list')
    expect(await faulty({ merged_into: 'Never' })).toContain('which is no value that stays in the list')
    expect(await faulty({ merged_into: 'Should', previous_label: 'May' })).toContain('either renamed or merged')

    const refused = async (...values: readonly object[]): Promise<string> => {
      const { definition: other } = await get(tracker.id)
      Object.assign(element(other, 'priority').bind ?? {}, { values })
      const response = await put(tracker.id, other, '?dry_run=true')
      expect(response.status).toBe(400)
      return response.text
    }
    const merge = (label: string, into: string) => ({ label, merged_into: into })
    expect(await refused(merge('Must', 'Should'), merge('Should', 'Could'), { label: 'Could' })).toContain(
      'is merged into \\"Should\\", which is no value that stays',
    )
    expect(
      await refused(merge('Must', 'Could'), merge('Must', 'Should'), { label: 'Could' }, { label: 'Should' }),
    ).toContain('merged twice')
    expect(await refused(merge('Must', 'Could'), { label: 'Must' }, { label: 'Could' })).toContain(
      'listed as a value, too',
    )
    const { definition: named } = await get(tracker.id)
    const [toDo, ...others] = element(named, 'status').bind?.values ?? []
    Object.assign(element(named, 'status').bind ?? {}, {
      values: [{ ...toDo, merged_into: others[0]?.label, is_default: false }, ...others],
    })
    const naming = await put(tracker.id, named, '?dry_run=true')
    expect([naming.status, naming.text.includes('semantics.status')]).toEqual([400, true])

    Object.assign(most ?? {}, { merged_into: 'Wanted' })
    Object.assign(should ?? {}, { label: 'Wanted', previous_label: 'Should' })
    const planned = (await put(tracker.id, definition, '?dry_run=true')).json<Report>()
    expect(planned).toMatchObject({
      data_loss: [],
      artifacts_losing: 0,
      merges: [{ name: 'priority: Must', into: 'priority: Wanted', artifacts: 1 }],
    })
    const done = await put(tracker.id, definition)
    expect([done.status, done.json<Report>().changes]).toEqual([200, planned.changes])
    // The value is gone: the file that still names it changes nothing.
    expect((await put(tracker.id, definition)).json()).toMatchObject({ is_changed: false, merges: [] })
    const artifact = await test.request('GET', `/api/artifacts/${must}`, { as: test.admin })
    const read = artifact.json<{ values: { label: string; values?: { label: string }[] }[] }>().values
    expect(read.find(one => one.label === 'Priority')?.values).toMatchObject([{ label: 'Wanted' }])
    const query = encodeURIComponent(`priority = 'Wanted'`)
    const found = await test.request('GET', `/api/trackers/${tracker.id}/artifacts?expert_query=${query}`, {
      as: test.admin,
    })
    expect(
      found
        .json<{ title: string }[]>()
        .map(({ title }) => title)
        .sort(),
    ).toEqual(['one', 'two'])
  })

  it('merges values of a list of several: an artifact that has both keeps one', async () => {
    const tracker = project.tracker('bug')
    const platforms = ['macOS', 'Android', 'iOS'].map(label => tracker.value('platforms', label))
    const id = await givenArtifact(test, tracker, 'everywhere', {
      as: test.admin,
      values: [{ field_id: tracker.field('platforms'), bind_value_ids: platforms }],
    })
    const { definition } = await get(tracker.id)
    for (const value of element(definition, 'platforms').bind?.values ?? [])
      if (value.label === 'iOS' || value.label === 'macOS') Object.assign(value, { merged_into: 'Apple' })
    element(definition, 'platforms').bind?.values?.push({ label: 'Apple' })
    const done = await put(tracker.id, definition)
    expect([done.status, done.status === 200 ? '' : done.text]).toEqual([200, ''])
    const artifact = await test.request('GET', `/api/artifacts/${id}`, { as: test.admin })
    const read = artifact.json<{ values: { label: string; values?: { label: string }[] }[] }>().values
    const labels = read.find(one => one.label === 'Platforms')?.values?.map(({ label }) => label)
    expect(labels?.sort()).toEqual(['Android', 'Apple'])
    const { rows } = await sql<{ val: number }>`
      select val from artifact_index where artifact_id = ${id} and field_id = ${tracker.field('platforms')}`.execute(
      test.db.kysely,
    )
    expect(rows).toHaveLength(2)
  })

  it('takes titles from the field that means them now', async () => {
    const tracker = project.tracker('task')
    const id = await givenArtifact(test, tracker, 'old', {
      as: test.admin,
      values: [{ field_id: tracker.field('description'), value: { content: 'new', format: 'text' } }],
    })
    const semantics = (await get(tracker.id)).definition.semantics
    const json = { ...semantics, title: 'description' }
    expect((await test.request('PUT', `/api/trackers/${tracker.id}/semantics`, { as: test.admin, json })).status).toBe(
      200,
    )
    const artifact = await test.request('GET', `/api/artifacts/${id}`, { as: test.admin })
    expect(artifact.json()).toMatchObject({ title: 'new' })
  })

  it('is refused with all its faults, and changes nothing', async () => {
    const tracker = project.tracker('story')
    const { definition, etag } = await get(tracker.id)
    definition.general['item_name'] = 'bug'
    definition.semantics['title'] = 'nothing'
    element(definition, 'details').label = ''
    const response = await put(tracker.id, definition)
    expect([response.status, response.text.includes('nothing')]).toEqual([400, true])
    definition.semantics['title'] = 'links'
    const more = await put(tracker.id, definition)
    for (const fault of ['item name', 'semantics.title', 'a label is needed']) expect(more.text).toContain(fault)
    expect((await put(tracker.id, { ...definition, colour: 'red' })).text).toContain('no such member')
    expect((await get(tracker.id)).etag).toBe(etag)
  })
})

describe('POST /trackers', () => {
  const post = (json: object, on = test) => on.request('POST', '/api/trackers', { as: on.admin, json })

  it('makes an equal tracker on another server of a definition: same definition, same archive', async () => {
    const there = await givenProject(other, 'harbour')
    for (const itemName of ['bug', 'story', 'test_case']) {
      const from = project.tracker(itemName).id
      const { definition } = await get(from)
      definition.general['item_name'] = `${itemName}_copy`
      definition.general['name'] = `Copy of ${itemName}`
      const made = await post({ project: { id: there.id }, definition }, other)
      expect([made.status, made.status === 201 ? '' : made.text]).toEqual([201, ''])
      const { id } = made.json<{ id: number }>()
      expect((await get(id, other)).definition).toEqual(definition)
      const name = (text: string) => text.replace(/<(name|item_name)>.*?<\/\1>/gs, '').replace(/rank="\d+"/g, '')
      const parts = (text: string) =>
        name(text)
          .split('\n')
          .map(line => line.trim())
          .toSorted()
      expect(parts(await xmlOf(other, id))).toEqual(parts(await xmlOf(test, from)))
    }
  })

  it('makes one with a form to begin with, a copy of another, and one of XML', async () => {
    const made = await post({ project: { id: project.id }, label: 'Ideas', item_name: 'idea' })
    expect([made.status, made.json()]).toEqual([201, expect.objectContaining({ label: 'Ideas', item_name: 'idea' })])
    const copy = await post({
      project: { id: project.id },
      label: 'More ideas',
      item_name: 'idea2',
      template_tracker: { id: made.json<{ id: number }>().id },
    })
    expect(copy.status).toBe(201)
    const xml =
      '<tracker><name>From XML</name><item_name>fromxml</item_name><formElements><formElement type="string" ID="F1" rank="1"><name>a</name><label>A</label></formElement></formElements></tracker>'
    const read = await post({ project: { id: project.id }, xml })
    expect([read.status, read.json()]).toEqual([201, expect.objectContaining({ item_name: 'fromxml' })])
    expect((await post({ project: { id: project.id }, xml: '<tracker>' })).status).toBe(400)
    expect((await post({ project: { id: project.id }, label: 'Ideas', item_name: 'art' })).status).toBe(400)
    const gone = await test.request('DELETE', `/api/trackers/${copy.json<{ id: number }>().id}`, { as: test.admin })
    expect(gone.status).toBe(204)
    expect((await get(made.json<{ id: number }>().id)).definition.general).toMatchObject({ item_name: 'idea' })
  })
})
