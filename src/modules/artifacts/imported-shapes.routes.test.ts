import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, type TestApp, type TestRequest } from '../../../test/harness/app.ts'
import { archiveFolder, projectXml, trackerXml, usersXml } from '../../../test/harness/archives.ts'
import {
  givenAccount,
  givenArtifact,
  givenProject,
  type Credentials,
  type FieldDescription,
} from '../../../test/harness/fixture.ts'

// A tracker with the kinds of field that the site template lacks, so an archive brings it. The tests cover the form of its artifacts, and
// the effect of its workflow, required fields and links on a PUT.

interface Entry {
  readonly field_id: number
  readonly type: string
  readonly [member: string]: unknown
}
interface Description extends FieldDescription {
  readonly is_hidden?: boolean
}
interface ArtifactBody {
  readonly values: readonly Entry[]
  readonly tracker: { readonly fields: readonly Description[] }
}

const form = `<formElements>
  <formElement type="fieldset" ID="F1" rank="2"><name>texts</name><label>Texts</label><formElements>
    <formElement type="string" ID="F2" rank="9" required="1"><name>title</name><label>Title</label></formElement>
    <formElement type="text" ID="F3" rank="1"><name>details</name><label>Texts</label></formElement></formElements></formElement>
  <formElement type="fieldset" ID="F4" rank="1"><name>numbers</name><label>Numbers</label><formElements>
    <formElement type="int" ID="F5" rank="1"><name>count</name><label>Count</label></formElement>
    <formElement type="float" ID="F6" rank="2"><name>weight</name><label>Weight</label></formElement></formElements></formElement>
  <formElement type="sb" ID="F7" rank="3"><name>state</name><label>State</label><bind type="static"><items><item ID="V1" label="Afloat"/><item ID="V2" label="Sunk"/></items></bind></formElement>
  <formElement type="msb" ID="F8" rank="4"><name>crews</name><label>Crews</label><bind type="ugroups"><items><item ID="V3" label="keepers"/><item ID="V4" label="project_members"/></items></bind></formElement>
  <formElement type="msb" ID="F9" rank="5"><name>crew</name><label>Crew</label><bind type="users"><items><item label="group_members"/></items></bind></formElement>
  <formElement type="tbl" ID="F10" rank="6"><name>words</name><label>Words</label><bind type="static"><items><item ID="V5" label="fast"/></items></bind></formElement>
  <formElement type="tbl" ID="F11" rank="7"><name>guests</name><label>Guests</label><bind type="users"><items><item label="ugroup_2"/></items></bind></formElement>
  <formElement type="tbl" ID="F12" rank="8"><name>owners</name><label>Owners</label><bind type="ugroups"><items><item ID="V6" label="keepers"/></items></bind></formElement>
  <formElement type="art_link" ID="F13" rank="9"><name>links</name><label>Links</label></formElement>
  <formElement type="perm" ID="F14" rank="10"><name>access</name><label>Access</label></formElement>
  <formElement type="computed" ID="F15" rank="11"><name>total</name><label>Total</label></formElement>
  <formElement type="string" ID="F16" rank="12" required="1"><name>harbour</name><label>Harbour</label></formElement>
  <formElement type="aid" ID="F17" rank="13"><name>number</name><label>Number</label></formElement>
  <formElement type="burndown" ID="F18" rank="14"><name>chart</name><label>Chart</label></formElement>
  <formElement type="date" ID="F19" rank="15"><name>launch</name><label>Launch</label></formElement>
  <externalField type="ttmstepdef" ID="F20" rank="16"><name>steps</name><label>Steps</label></externalField>
  <formElement type="file" ID="F21" rank="17"><name>pictures</name><label>Pictures</label></formElement>
  <externalField type="ttmstepexec" ID="F22" rank="18" required="1"><name>results</name><label>Results</label></externalField>
</formElements>`

const numbersOfFields = [2, 3, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22]
const permissions = `<permissions>${numbersOfFields
  .map(
    id =>
      `<permission scope="field" REF="F${id}" ugroup="UGROUP_REGISTERED" type="PLUGIN_TRACKER_FIELD_READ"/>` +
      `<permission scope="field" REF="F${id}" ugroup="UGROUP_PROJECT_MEMBERS" type="PLUGIN_TRACKER_FIELD_UPDATE"/>` +
      `<permission scope="field" REF="F${id}" ugroup="UGROUP_PROJECT_MEMBERS" type="PLUGIN_TRACKER_FIELD_SUBMIT"/>`,
  )
  .join('')}</permissions>`

const workflow = `<simple_workflow><field_id REF="F7"/><is_used>1</is_used><states>
  <state><to_id REF="V1"/><transitions><transition><from_id REF="null"/></transition></transitions></state>
  <state><to_id REF="V2"/><transitions><transition><from_id REF="V1"/></transition></transitions><postactions>
    <postaction_frozen_fields><field_id REF="F3"/></postaction_frozen_fields>
    <postaction_hidden_fieldsets><fieldset_id REF="F4"/></postaction_hidden_fieldsets></postactions></state>
</states></simple_workflow>`

const by = (login: string, day: number) =>
  `<submitted_by format="username">${login}</submitted_by><submitted_on format="ISO8601">2022-03-0${day}T08:00:00+00:00</submitted_on>`
const privateTo = (...groups: string[]) =>
  `<private_ugroups>${groups.map(group => `<ugroup>${group}</ugroup>`).join('')}</private_ugroups>`

// The artifact has no harbour, though the field is required: imports do not check required fields.
const artifacts = `<artifacts><artifact id="70">
  <changeset>${by('ann', 1)}<comments/>
    <field_change field_name="title" type="string"><value>Wreck</value></field_change>
    <field_change field_name="harbour" type="string"><value/></field_change>
    <field_change field_name="state" type="list" bind="static"><value format="id">2</value></field_change>
    <field_change field_name="pictures" type="file"><value ref="fileinfo_7"/></field_change></changeset>
  <changeset>${by('ann', 2)}<comments><comment>${by('ann', 2)}<body format="text">A secret</body>${privateTo('keepers')}</comment>
    <comment>${by('bob', 5)}<body format="commonmark">**A** secret</body>${privateTo('keepers', 'project_admins')}</comment></comments></changeset>
  <changeset>${by('bob', 3)}<comments/><field_change field_name="title" type="string"><value>Old wreck</value></field_change></changeset>
  <file id="fileinfo_7"><filename>at sea (1).png</filename><path>data/a</path><filesize>3</filesize><filetype>image/png</filetype><description>By ann</description></file>
</artifact></artifacts>`

const group = (name: string, ...logins: string[]) =>
  `<ugroup name="${name}" description=""><members>${logins.map(login => `<member format="username">${login}</member>`).join('')}</members></ugroup>`

// The title of this tracker is a text of several lines, which has a format.
const notes = trackerXml(
  `<formElements><formElement type="text" ID="F50" rank="1"><name>title</name><label>Title</label></formElement></formElements>
   <semantics><semantic type="title"><field REF="F50"/></semantic></semantics>
   <permissions><permission scope="field" REF="F50" ugroup="UGROUP_PROJECT_MEMBERS" type="PLUGIN_TRACKER_FIELD_SUBMIT"/>
   <permission scope="field" REF="F50" ugroup="UGROUP_REGISTERED" type="PLUGIN_TRACKER_FIELD_READ"/></permissions>`,
  { attributes: 'id="T2"', item: 'note' },
)

let crocus: TestApp
let ann: Credentials
let annId: number
let bob: Credentials
let projectId: number
let trackerId: number
let notesId: number
let wreckId: number
let fields: ReadonlyMap<string, Description>

beforeAll(async () => {
  crocus = await testApp()
  const account = await givenAccount(crocus, 'ann')
  ann = account.as
  annId = account.id
  bob = (await givenAccount(crocus, 'bob')).as
  const folder = await archiveFolder({
    'project.xml': projectXml(
      `<ugroups>${group('project_members', 'ann')}${group('keepers', 'bob')}</ugroups>
       <trackers>${trackerXml(`${form}<semantics><semantic type="title"><field REF="F2"/></semantic></semantics>${workflow}${permissions}${artifacts}`)}${notes}</trackers>`,
    ),
    'data/a': 'png',
    'users.xml': usersXml({ name: 'ann' }, { name: 'bob' }),
  })
  const report = await crocus.app.modules.imports.importProject(folder, { automap: 'no-email,create:A' })
  expect(report.messages.filter(message => message.level === 'error')).toEqual([])
  projectId = report.project?.id ?? 0
  const [tracker, noteTracker] = (
    await crocus.request('GET', `/api/projects/${projectId}/trackers`, { as: crocus.admin })
  ).json<{ id: number; fields: Description[] }[]>()
  trackerId = tracker?.id ?? 0
  notesId = noteTracker?.id ?? 0
  fields = new Map(tracker?.fields.map(one => [one.name, one]))
  const [wreck] = (await call('GET', `trackers/${trackerId}/artifacts`)).json<{ id: number }[]>()
  wreckId = wreck?.id ?? 0
})

const call = (method: string, path: string, request: TestRequest = {}) =>
  crocus.request(method, `/api/${path}`, { as: ann, ...request })
const fieldId = (name: string): number => fields.get(name)?.field_id ?? 0
const put = (id: number, values: readonly unknown[], more: object = {}) =>
  call('PUT', `artifacts/${id}`, { json: { values, ...more } })
const given = async (...values: unknown[]): Promise<number> => {
  const required = ['title', 'harbour'].map(name => ({ field_id: fieldId(name), value: 'Any' }))
  const response = await call('POST', 'artifacts', {
    json: { tracker: { id: trackerId }, values: [...required, ...values] },
  })
  expect([response.status, response.status === 201 ? '' : response.text]).toEqual([201, ''])
  return response.json<{ id: number }>().id
}
const read = async (id: number, query = ''): Promise<ArtifactBody> =>
  (await call('GET', `artifacts/${id}${query}`)).json<ArtifactBody>()
const entryOf = async (id: number, name: string): Promise<Entry | undefined> =>
  (await read(id)).values.find(entry => entry.field_id === fieldId(name))
const etagOf = async (id: number) => (await call('GET', `artifacts/${id}`)).headers.etag
const countChangesets = async (id: number): Promise<number> =>
  Number((await call('GET', `artifacts/${id}/changesets`)).headers['x-pagination-size'])

describe('fields of the complete tracker (fields.md §1)', () => {
  // Clients take the first element with a label: here a fieldset and a field in it have the same label.
  it('are sorted by their rank in their own container, then by id, over all containers together', () => {
    expect([...fields.keys()].join(' ')).toBe(
      'details numbers count texts weight state crews crew words guests owners title links access total harbour number chart launch ' +
        'steps pictures results',
    )
    const numbers = [...fields.values()].filter(({ label }) => label === 'Numbers')
    expect(numbers.map(({ type }) => type)).toEqual(['fieldset'])
    const texts = [...fields.values()].filter(({ label }) => label === 'Texts')
    expect(texts.map(({ type }) => type)).toEqual(['text', 'fieldset'])
  })
})

describe('the complete tracker in the context of an artifact (artifacts.md §3)', () => {
  it('shows frozen fields without `update`, and the hidden fieldsets', async () => {
    const shown = async (id: number) => {
      const { tracker } = await read(id, '?tracker_structure_format=complete')
      const of = (name: string) => tracker.fields.find(one => one.name === name)
      return [of('details')?.permissions, of('title')?.permissions, of('texts')?.is_hidden, of('numbers')?.is_hidden]
    }
    expect(await shown(wreckId)).toEqual([['read', 'create'], ['read', 'update', 'create'], false, true])
    const all = ['read', 'update', 'create']
    expect(await shown(await given())).toEqual([all, all, false, false])
  })

  it('offers the groups of the project for open lists of groups and for permissions (fields.md §3.10, §4)', () => {
    const ids = [3, 4, 11, 14].map(id => `${projectId}_${id}`)
    const owners = (fields.get('owners')?.values ?? []) as unknown as { id: string; label: string }[]
    expect(owners.map(one => one.id)).toEqual([...ids, owners.find(one => one.label === 'keepers')?.id])
    expect(fields.get('access')?.values).toEqual({ is_used_by_default: false, ugroup_representations: owners })
  })
})

describe('values of a new artifact (artifacts.md §5, fields.md §3)', () => {
  it('are in form order, with None in the form of each bind', async () => {
    const { values } = await read(await given())
    const names = new Map([...fields.values()].map(one => [one.field_id, one.name]))
    // count, weight, access and steps store nothing until a user sets them; the first fieldset of the form is the second one written.
    expect(values.map(entry => names.get(entry.field_id))).toEqual(
      'details title state crews crew words guests owners links total harbour number chart launch'.split(' '),
    )
    const of = (name: string) => values.find(entry => entry.field_id === fieldId(name))
    expect(of('state')).toMatchObject({ values: [], bind_value_ids: [] })
    expect(of('crews')).toMatchObject({ values: [], bind_value_ids: [] })
    expect(of('crew')).toMatchObject({ values: [{ id: null, is_anonymous: true }], bind_value_ids: [100] })
    expect(of('owners')).toMatchObject({ bind_type: 'ugroups', bind_value_objects: [], bind_value_ids: [] })
    expect(of('total')).toMatchObject({ is_autocomputed: true, value: null, manual_value: null })
  })

  const everyKind = async () => {
    const crew = (fields.get('crew')?.values ?? [])[0]?.id
    return given(
      { field_id: fieldId('details'), value: { content: 'a < b & "c"', format: 'html' } },
      { field_id: fieldId('count'), value: 0 },
      { field_id: fieldId('weight'), value: 1.5 },
      { field_id: fieldId('crews'), bind_value_ids: [`${projectId}_3`] },
      { field_id: fieldId('crew'), bind_value_ids: [crew] },
      { field_id: fieldId('words'), bind_value_ids: ['fast', 'new one', '007'] },
      { field_id: fieldId('guests'), bind_value_ids: ['bob', 'guest@example.org'] },
      { field_id: fieldId('owners'), bind_value_ids: ['keepers'] },
      { field_id: fieldId('links'), links: [{ id: await given() }, { id: wreckId, type: '_is_child' }] },
      { field_id: fieldId('access'), value: { granted_groups: [3] } },
      { field_id: fieldId('total'), manual_value: 2 },
      {
        field_id: fieldId('steps'),
        value: [
          {
            description: '*climb*',
            description_format: 'commonmark',
            expected_results: '',
            expected_results_format: 'text',
          },
        ],
      },
    )
  }

  it('can be sent back as read, in JSON and in XML, without a change (fields.md §3.17, base.md §4.8)', async () => {
    const id = await everyKind()
    const etag = await etagOf(id)
    expect((await put(id, (await read(id)).values)).headers.etag).toBe(etag)
    const xml = (await call('GET', `artifacts/${id}`, { headers: { accept: 'application/xml' } })).text
    const response = await call('PUT', `artifacts/${id}`, { xml: xml.replace(/(<\/?)response>/g, '$1request>') })
    expect([response.status, response.text]).toEqual([200, ''])
    expect(response.headers.etag).toBe(etag)
  })
})

describe('files (fields.md §3.8, files.md §5)', () => {
  const describedFiles = async (id: number) =>
    (await entryOf(id, 'pictures'))?.['file_descriptions'] as { id: number; submitted_by: number }[]
  const send = (id: number, value: unknown) => put(id, [{ field_id: fieldId('pictures'), value }])

  it('are described with their addresses', async () => {
    const [file] = await describedFiles(wreckId)
    expect(file?.submitted_by).toBe(annId)
    const address = `${file?.id}-at%20sea%20%281%29.png`
    expect(file).toEqual({
      id: file?.id,
      submitted_by: file?.submitted_by,
      description: 'By ann',
      name: 'at sea (1).png',
      size: 3,
      type: 'image/png',
      html_url: `/plugins/tracker/attachments/${address}`,
      html_preview_url: `/plugins/tracker/attachments/preview/${address}`,
      uri: `artifact_files/${file?.id}`,
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
    })
  })

  it('stay if they are sent again, and belong to one artifact only', async () => {
    const [file] = await describedFiles(wreckId)
    const etag = await etagOf(wreckId)
    expect((await send(wreckId, [file?.id])).headers.etag).toBe(etag)
    const foreign = await send(await given(), [file?.id])
    expect([foreign.status, foreign.text]).toEqual([400, expect.stringContaining(`${file?.id}`)])
    expect((await send(wreckId, [file?.id, 987_654])).status).toBe(404)
    expect((await send(wreckId, [-1])).status).toBe(404)
    expect(await etagOf(wreckId)).toBe(etag)
  })
})

describe('a copy of the title of another artifact (artifacts.md §5)', () => {
  it('is text, for every preferred format of the requester', async () => {
    const title = '1. *Not* a list'
    const source = await given({ field_id: fieldId('title'), value: title })
    const json = { tracker: { id: notesId }, from_artifact: { id: source } }
    const response = await call('POST', 'artifacts', { json })
    expect(response.status).toBe(201)
    const copy = await call('GET', `artifacts/${response.json<{ id: number }>().id}`)
    expect(copy.json()).toMatchObject({ title, values: [{ value: title, format: 'text' }] })
  })
})

describe('a required field that was imported empty (artifacts.md §6)', () => {
  it('need not be sent, but cannot be sent empty', async () => {
    const refused = await put(wreckId, [{ field_id: fieldId('harbour'), value: '' }])
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('harbour')])
    const comment = { body: 'Nobody knows where', format: 'text' }
    expect((await put(wreckId, [], { comment })).status).toBe(200)
  })
})

describe('links written on other artifacts (artifacts.md §6, fields.md §3.9)', () => {
  it('make a changeset on the other artifact and none on this one', async () => {
    const [parent, child] = [await given(), await given()]
    const etag = await etagOf(child)
    const response = await put(child, [{ field_id: fieldId('links'), parent: { id: parent } }])
    expect([response.status, response.headers.etag]).toEqual([200, etag])
    expect([await countChangesets(parent), await countChangesets(child)]).toEqual([2, 1])
    expect((await entryOf(child, 'links'))?.['reverse_links']).toMatchObject([{ id: parent, type: '_is_child' }])
    expect((await put(child, [{ field_id: fieldId('links'), parent: { id: parent } }])).status).toBe(200)
    expect(await countChangesets(parent)).toBe(2)
  })

  it('keep their position when their type changes', async () => {
    const [first, second] = [await given(), await given()]
    const source = await given({
      field_id: fieldId('links'),
      links: [{ id: first, type: '_is_child' }, { id: second }],
    })
    const all_links = [{ id: source, direction: 'reverse', type: '_covered_by' }]
    expect((await put(first, [{ field_id: fieldId('links'), all_links }])).status).toBe(200)
    const [, retyped] = (await call('GET', `artifacts/${source}/changesets`)).json<{ values: Entry[] }[]>()
    const links = retyped?.values.find(entry => entry.type === 'art_link')?.['links']
    expect(links).toMatchObject([{ id: first, type: '_covered_by' }, { id: second }])
  })
})

describe('links with a suspended project (artifacts.md §6, §10)', () => {
  it('are hidden, even from site administrators, and stay when a representation is sent back', async () => {
    const far = await givenProject(crocus, 'faraway')
    const bugs = far.tracker('bug')
    const as = crocus.admin
    const here = await given()
    const links = [{ id: await givenArtifact(crocus, bugs, 'Linked', { as }) }]
    expect(
      (await call('PUT', `artifacts/${here}`, { as, json: { values: [{ field_id: fieldId('links'), links }] } }))
        .status,
    ).toBe(200)
    const values = [{ field_id: bugs.field('links'), links: [{ id: here }] }]
    await givenArtifact(crocus, bugs, 'Linking', { as, values })
    const shown = async () => {
      const { values: entries } = (await call('GET', `artifacts/${here}`, { as })).json<ArtifactBody>()
      const entry = entries.find(({ field_id }) => field_id === fieldId('links'))
      return [entry?.['links'], entry?.['reverse_links']].map(ends => (ends as unknown[]).length)
    }
    const setStatus = (status: string) => call('PATCH', `projects/${far.id}`, { as, json: { status } })
    expect(await shown()).toEqual([1, 1])
    expect((await setStatus('suspended')).status).toBe(200)
    expect(await shown()).toEqual([0, 0])
    for (const nothing of [{ links: [] }, { all_links: [] }]) {
      const json = { values: [{ field_id: fieldId('links'), ...nothing }] }
      expect((await call('PUT', `artifacts/${here}`, { as, json })).text).toBe('')
    }
    expect((await setStatus('active')).status).toBe(200)
    expect(await shown()).toEqual([1, 1])
  })
})

describe('private comments (artifacts.md §9)', () => {
  const history = async (as: Credentials, query = '') =>
    (await call('GET', `artifacts/${wreckId}/changesets?limit=3${query}`, { as })).json<
      { last_comment: { body: string; ugroups: { label: string }[] | null }; last_modified_by: { username: string } }[]
    >()

  it('are for administrators and their groups, with the groups that the reader knows; the author has no special right', async () => {
    expect((await history(ann)).map(({ last_comment }) => last_comment.body)).toEqual(['', ''])
    expect(await history(ann, '&fields=comments')).toEqual([])
    const [, seenByKeeper] = await history(bob)
    expect(seenByKeeper?.last_comment.ugroups?.map(one => one.label)).toEqual(['keepers'])
    const [, seenByAdmin] = await history(crocus.admin)
    expect(seenByAdmin?.last_comment.ugroups?.map(one => one.label)).toEqual(['Project administrators', 'keepers'])
    // Author of the last version of the comment, not of the changeset.
    expect(seenByAdmin).toMatchObject({
      last_modified_by: { username: 'bob' },
      submitted_by_details: { username: 'ann' },
    })
  })
})
