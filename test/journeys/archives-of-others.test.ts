// Archives of other platforms do not always follow the format: one test for each known deviation.
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, type TestApp } from '../harness/app.ts'
import {
  archiveFolder,
  projectXml,
  scratchFolder,
  trackerXml,
  usersXml,
  type ArchiveFiles,
} from '../harness/archives.ts'
import { formFaults } from '../harness/common-format.ts'
import { readDocument } from '../harness/exports.ts'
import type { ImportOptions, ImportReport } from '../../src/modules/imports/index.ts'
import type { XmlElement, XmlNode } from '../../src/platform/xml/node.ts'
import { parseXml } from '../../src/platform/xml/parse-xml.ts'
import { writeXml } from '../../src/platform/xml/write-xml.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})

const importing = async (files: ArchiveFiles, options: ImportOptions = {}): Promise<ImportReport> =>
  t.app.modules.imports.importProject(await archiveFolder(files), { automap: 'no-email,create:A', ...options })

const told = (report: ImportReport, level: 'error' | 'warning'): string[] =>
  report.messages
    .filter(message => message.level === level)
    .map(({ file, line, text }) => `${file ?? ''}:${line ?? ''} ${text}`)
const errorsOf = (report: ImportReport) => told(report, 'error')
const warningsOf = (report: ImportReport) => told(report, 'warning')

const field = (type: string, id: string, name: string, more = '') =>
  `<formElement type="${type}" ID="${id}" rank="1"><name>${name}</name><label>${name}</label>${more}</formElement>`
const changeset = (content: string, { by = 'ann', on = '2022-03-01T08:00:00+01:00' } = {}) =>
  `<changeset><submitted_by format="username">${by}</submitted_by><submitted_on format="ISO8601">${on}</submitted_on><comments/>${content}</changeset>`
const title = (text: string) => `<field_change field_name="title" type="string"><value>${text}</value></field_change>`
const form = (...fields: string[]) => `<formElements>${field('string', 'F1', 'title')}${fields.join('')}</formElements>`
const artifacts = (...content: string[]) =>
  `<artifacts>${content.map((each, index) => `<artifact id="${index + 1}">${each}</artifact>`).join('')}</artifacts>`

describe('a list of users', () => {
  const sources = ['group_members', 'ugroup_12', 'ugroup_2', 'ugroup_99', 'ugroup_0', 'ugroup_131', 'ugroup_x']
  const items = sources.map(label => `<item label="${label}"/>`).join('\n')
  const list = field('sb', 'F6', 'keeper', `<bind type="users"><items>${items}</items></bind>`)
  const sourcesOf = async (projectId: number | undefined) => {
    const answer = await t.request('GET', `/api/projects/${projectId}/trackers`, { as: t.admin })
    expect(answer.status).toBe(200)
    const [tracker] = answer.json<{ id: number; fields: { name: string; bindings: { list: object[] } }[] }[]>()
    return { id: tracker?.id, list: tracker?.fields.find(({ name }) => name === 'keeper')?.bindings.list }
  }
  const kept = [
    { id: 3, label: 'Project members' },
    { id: 2, label: 'Registered users' },
  ]

  it('offers only groups that are here, and the others are told (import.md §5.3)', async () => {
    const report = await importing({
      'users.xml': usersXml(),
      'project.xml': projectXml(`<trackers>${trackerXml(form(list))}</trackers>`, { name: 'strangers' }),
    })
    expect(errorsOf(report)).toEqual([])
    for (const label of ['ugroup_12', 'ugroup_99', 'ugroup_0', 'ugroup_131', 'ugroup_x'])
      expect(
        warningsOf(report).filter(text => text.includes(`"${label}"`)),
        label,
      ).toHaveLength(1)
    expect((await sourcesOf(report.project?.id)).list).toEqual(kept)
  })

  it('that was stored with groups that are not here answers without them', async () => {
    const good = list.replace(items, '<item label="group_members"/>')
    const report = await importing({
      'users.xml': usersXml(),
      'project.xml': projectXml(`<trackers>${trackerXml(form(good))}</trackers>`, { name: 'stored' }),
    })
    // Numbers above 100 are those of groups that a project has, or had.
    const functions = ['group_members', 'ugroup_12', 'ugroup_2', 'ugroup_0', 'ugroup_99999', 'ugroup_x']
    await sql`update form_element set bind_functions = ${functions} where name = 'keeper' and tracker_id in (
      select id from tracker where project_id = ${report.project?.id})`.execute(t.db.kysely)
    const { id, list: offered } = await sourcesOf(report.project?.id)
    expect(offered).toEqual([...kept, { id: 99999, label: 'Deleted user group' }])
    for (const path of [`/api/trackers/${id}`, `/api/trackers/${id}/definition`])
      expect((await t.request('GET', path, { as: t.admin })).status, path).toBe(200)
  })

  it('offers each group of the platform by its number, and every answer about it is one', async () => {
    const numbers = Array.from({ length: 102 }, (_, number) => number)
    const every = list.replace(items, numbers.map(number => `<item label="ugroup_${number}"/>`).join('\n'))
    const keeper =
      '<field_change field_name="keeper" type="list" bind="users"><value format="username">ann</value></field_change>'
    const report = await importing({
      'users.xml': usersXml({ name: 'ann' }),
      'project.xml': projectXml(
        `<trackers>${trackerXml(form(every) + artifacts(changeset(title('One') + keeper)))}</trackers>`,
        { name: 'numbers' },
      ),
    })
    expect(errorsOf(report)).toEqual([])
    const unknown = warningsOf(report).flatMap(text => /"ugroup_(\d+)"/.exec(text)?.[1] ?? [])
    const groups = numbers.filter(number => !unknown.includes(String(number)))
    expect(groups).toEqual([1, 2, 3, 4, 5, 11, 14, 100])
    const ann = await t.app.modules.users.findByLogin('ann')
    const { id, list: offered } = await sourcesOf(report.project?.id)
    expect(offered).toMatchObject(groups.map(group => ({ id: group })))
    for (const path of [
      `/api/trackers/${id}`,
      `/api/trackers/${id}/definition`,
      `/api/trackers/${id}/artifacts?values=all`,
      `/api/trackers/${id}/artifacts?query=${encodeURIComponent(`{"keeper":${ann?.id}}`)}`,
      `/api/trackers/${id}/artifacts?expert_query=${encodeURIComponent("keeper = 'ann'")}`,
    ])
      expect((await t.request('GET', path, { as: t.admin })).status, path).toBe(200)
    const folder = path.join(await scratchFolder(), 'again')
    await t.app.modules.exports.exportProject('numbers', folder)
    const again = await t.app.modules.imports.importProject(folder, { automap: 'no-email,create:A', name: 'numbers2' })
    expect(again.messages.filter(({ text }) => !text.includes('nobody has a right'))).toEqual([])
    expect((await sourcesOf(again.project?.id)).list).toEqual(offered)
  })
})

describe('two users of one id in users.xml (import.md §3)', () => {
  const users = usersXml({ id: 7, name: 'otto' }, { id: 7, name: 'petra' })

  it('come in with a warning when nothing refers to the id', async () => {
    const report = await importing({
      'users.xml': users,
      'project.xml': projectXml(
        `<ugroups><ugroup name="crew" description=""><members><member format="username">otto</member>
         <member format="username">petra</member></members></ugroup></ugroups>`,
        { name: 'twice' },
      ),
    })
    expect(errorsOf(report)).toEqual([])
    expect(warningsOf(report)).toEqual([expect.stringMatching(/^users\.xml:4 .*id 7.*"otto".*"petra"/)])
    expect(report.counts).toMatchObject({ usersCreated: 2 })
  })

  it('are an error where something refers to the id: nobody knows whom it means', async () => {
    const report = await importing({
      'users.xml': users,
      'project.xml': projectXml(
        '<ugroups><ugroup name="crew" description="">\n<members><member format="id">7</member></members></ugroup></ugroups>',
        { name: 'thrice' },
      ),
    })
    expect(report.isImported).toBe(false)
    expect(errorsOf(report)).toEqual([expect.stringMatching(/^project\.xml:\d+ .*id 7 .*"otto".*"petra"/)])
  })
})

describe('two users of one LDAP id in users.xml', () => {
  const files = (name: string, member: string) => ({
    'users.xml': usersXml({ name: `${name}1`, ldapId: 'uid-7' }, { name: `${name}2`, ldapId: 'uid-7' }),
    'project.xml': projectXml(
      `<ugroups><ugroup name="crew" description="">\n<members>${member}</members></ugroup></ugroups>`,
      { name },
    ),
  })

  it('come in with a warning when nothing refers to the LDAP id', async () => {
    const report = await importing(files('ldapone', '<member format="username">ldapone1</member>'))
    expect(errorsOf(report)).toEqual([])
    expect(warningsOf(report)).toEqual([expect.stringMatching(/^users\.xml:4 .*LDAP id uid-7.*"ldapone1".*"ldapone2"/)])
    expect(report.counts).toMatchObject({ usersCreated: 2 })
  })

  it('are an error where something refers to the LDAP id', async () => {
    const report = await importing(files('ldaptwo', '<member format="ldap">uid-7</member>'))
    expect(report.isImported).toBe(false)
    expect(errorsOf(report)).toEqual([expect.stringMatching(/^project\.xml:\d+ .*uid-7 .*"ldaptwo1".*"ldaptwo2"/)])
  })
})

describe('a user who is twice in users.xml', () => {
  const files = (name: string, second: object) => ({
    'users.xml': usersXml({ id: 7, name: `${name}-u` }, { id: 7, name: `${name}-u`, ...second }),
    'project.xml': projectXml(
      `<ugroups><ugroup name="crew" description=""><members><member format="id">7</member></members></ugroup></ugroups>`,
      { name },
    ),
  })

  it('is one user, with a warning, where both say the same', async () => {
    const report = await importing(files('same', {}))
    expect(errorsOf(report)).toEqual([])
    expect(warningsOf(report)).toEqual([expect.stringMatching(/^users\.xml:4 .*"same-u" is there twice/)])
    expect(report.counts).toMatchObject({ usersCreated: 1 })
  })

  it.each([{ email: 'other@example.org' }, { realName: 'Other' }, { ldapId: 'other' }, { id: 8 }])(
    'is an error where one says %j',
    async second => {
      const report = await importing(files('different', second))
      expect(errorsOf(report)).toContainEqual(
        expect.stringMatching(/^users\.xml:4 .*"different-u" is there twice, with different data/),
      )
    },
  )
})

describe('a second tracker of one key', () => {
  it('is told like any other error, with what else is wrong in it', async () => {
    const files = (more: string) => ({
      'users.xml': usersXml({ name: 'ann' }),
      'project.xml': projectXml(
        `<trackers>${trackerXml(form() + artifacts(changeset(title('One')), changeset(title('Two'))))}
         ${trackerXml(more, { item: 'crate' }).replace('<name>', '\n<name>')}
        </trackers>`,
        { name: 'samekey' },
      ),
    })
    const second = form().replace('F1', 'F2')
    for (const isDryRun of [true, false]) {
      const report = await importing(files(second + artifacts(changeset(title('Three'), { on: 'never' }))), {
        isDryRun,
      })
      expect(report.isImported).toBe(false)
      expect(errorsOf(report)).toEqual([
        expect.stringMatching(/^project\.xml:\d+ the key T1 of a tracker is given twice/),
        expect.stringMatching(/^project\.xml:\d+ "never" is no date/),
      ])
    }
  })
})

describe('a simple workflow', () => {
  it('has states that nothing leads to (import.md §5.7)', async () => {
    const state = field(
      'sb',
      'F2',
      'state',
      '<bind type="static"><items><item ID="V1" label="New"/><item ID="V2" label="Done"/><item ID="V3" label="Lost"/></items></bind>',
    )
    const workflow = `<simple_workflow><field_id REF="F2"/><is_used>1</is_used><states>
      <state><to_id REF="V1"/><transitions><transition><from_id REF="null"/></transition></transitions></state>
      <state><to_id REF="V2"/></state><state><to_id REF="V3"/><transitions/></state></states></simple_workflow>`
    const report = await importing({
      'users.xml': usersXml(),
      'project.xml': projectXml(`<trackers>${trackerXml(form(state) + workflow)}</trackers>`, { name: 'oneway' }),
    })
    expect(report.messages).toEqual([
      expect.objectContaining({ level: 'warning', text: expect.stringContaining('nobody has a right') as string }),
      expect.objectContaining({ level: 'warning', text: expect.stringContaining('nobody has a right') as string }),
    ])
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from workflow_transition
      join tracker on tracker.id = tracker_id where project_id = ${report.project?.id}`.execute(t.db.kysely)
    expect(rows).toEqual([{ count: 1 }])
  })
})

describe('a day beyond the end of its month', () => {
  it.each([
    ['2021-06-31T10:30:00+01:00', '2021-07-01', '2021-07-01T09:30Z'],
    ['2021-02-30T00:00:00+01:00', '2021-03-02', '2021-03-01T23:00Z'],
    ['2020-02-30', '2020-03-01', '2020-03-01T00:00Z'],
    ['2021-06-31 10:30', '2021-07-01', '2021-07-01T10:30Z'],
    ['2021-06-30T24:00:00+00:00', '2021-07-01', '2021-07-01T00:00Z'],
    ['2021-07-00T08:00:00+01:00', '2021-06-30', '2021-06-30T07:00Z'],
    ['2021-00-31', '2020-12-31', '2020-12-31T00:00Z'],
  ])('%s rolls over into the next one, as on the platform that wrote it', async (written, day, moment) => {
    const name = `roll${written.replace(/\D/g, '')}`
    const value = (of: string) =>
      `<field_change field_name="${of}" type="date"><value format="ISO8601">${written}</value></field_change>`
    const dates =
      field('date', 'F2', 'due') +
      field('date', 'F3', 'at', '<properties display_time="1" default_value="2021-06-31"/>')
    const report = await importing({
      'users.xml': usersXml({ name: 'ann' }),
      'project.xml': projectXml(
        `<trackers>${trackerXml(form(dates) + artifacts(changeset(value('due') + value('at'), { on: written })))}</trackers>`,
        { name },
      ),
    })
    expect(errorsOf(report)).toEqual([])
    expect(warningsOf(report).filter(text => !text.includes('nobody has a right'))).toEqual([])
    const { rows } = await sql<{ document: object; at: Date; fixed: string }>`
      select (select json_agg(value order by key::int) from jsonb_each(document)) as document, changeset.submitted_on as at, form_element.settings ->> 'default_value' as fixed from artifact
      join changeset on changeset.artifact_id = artifact.id
      join form_element on form_element.tracker_id = artifact.tracker_id and form_element.name = 'at'
      where artifact.project_id = ${report.project?.id}`.execute(t.db.kysely)
    expect(rows[0]?.document).toEqual([day, moment])
    expect(rows[0]?.fixed).toBe('2021-07-01 00:00')
    if (written.includes('+')) expect(rows[0]?.at).toEqual(new Date(moment))
  })
})

describe('a date of zeros', () => {
  it('empties its field, as any moment before 1970', async () => {
    const value = (of: string, text: string) =>
      `<field_change field_name="${of}" type="date"><value format="ISO8601">${text}</value></field_change>`
    const due = field('date', 'F2', 'due', '<properties default_value="0000-00-00"/>')
    const report = await importing({
      'users.xml': usersXml({ name: 'ann' }),
      'project.xml': projectXml(
        `<trackers>${trackerXml(
          form(due) +
            artifacts(
              changeset(value('due', '2021-06-30')) +
                changeset(value('due', '0000-00-00T00:00:00+00:00'), { on: '2023-01-01T00:00:00Z' }),
            ),
        )}</trackers>`,
        { name: 'zeros' },
      ),
    })
    expect(report.messages.filter(({ text }) => !text.includes('nobody has a right'))).toEqual([])
    const { rows } = await sql`select value from artifact, jsonb_each_text(document)
      where project_id = ${report.project?.id}`.execute(t.db.kysely)
    expect(rows).toEqual([{ value: null }])
  })

  it('is no date of a changeset', async () => {
    const report = await importing({
      'users.xml': usersXml({ name: 'ann' }),
      'project.xml': projectXml(
        `<trackers>${trackerXml(form() + artifacts(changeset(title('One'), { on: '0000-00-00T00:00:00+00:00' })))}</trackers>`,
        { name: 'never' },
      ),
    })
    expect(errorsOf(report)).toEqual([
      expect.stringMatching(/^project\.xml:\d+ "0000-00-00T00:00:00\+00:00" is no date/),
    ])
  })
})

describe('contents and files that cannot be used', () => {
  it('are told with the file that holds them and the line that names them', async () => {
    const report = await importing({
      'users.xml': usersXml(),
      'svn/charts.svn': 'this is no dump',
      'project.xml': projectXml('\n<svn>\n<repository name="charts" dump-file="svn/charts.svn"/></svn>', {
        name: 'cutdump',
      }),
    })
    expect(report.isImported).toBe(false)
    const lines = projectXml('\n<svn>\n<repository').split('\n').length - 1
    expect(errorsOf(report)).toEqual([expect.stringMatching(new RegExp(`^project\\.xml:${lines} .*svn/charts\\.svn`))])
  })

  it('beside the documents are told by name', async () => {
    const report = await importing({
      'users.xml': usersXml(),
      'user_map.csv': 'name,action',
      'program-management-config.xml': '<config/>',
      'holograms.xml': '<holograms/>',
      'data/other.xml': '<x/>',
      'project.xml': projectXml('', { name: 'beside' }),
    })
    expect(report.isImported).toBe(true)
    expect(warningsOf(report).toSorted()).toEqual([
      expect.stringMatching(/^holograms\.xml: /),
      expect.stringMatching(/^program-management-config\.xml: .*programs/),
    ])
  })
})

describe('an archive with one thing wrong', () => {
  const bind = (...ids: string[]) =>
    `<bind type="static" is_rank_alpha="0"><items>${ids.map(id => `<item ID="${id}" label="${id}"/>`).join('')}</items>
     <decorators><decorator REF="${ids[0]}" tlp_color_name="fiesta-red"/></decorators><default_values><value REF="${ids[0]}"/></default_values></bind>`
  const transition = (from: string, to: string) =>
    `<transition><from_id REF="${from}"/><to_id REF="${to}"/><postactions><postaction_field_date valuetype="2"><field_id REF="F4"/></postaction_field_date></postactions>
     <conditions><condition type="perms"><permissions><permission ugroup="crew"/></permissions></condition></conditions></transition>`
  const whole = projectXml(
    `<ugroups><ugroup name="crew" description=""><members><member format="username">ann</member></members></ugroup></ugroups>
     <natures><nature is_used="1">_is_child</nature></natures>
     <trackers>${trackerXml(
       form(
         field('sb', 'F2', 'state', bind('V1', 'V2')),
         field('msb', 'F3', 'crews', '<bind type="ugroups"><items><item ID="V3" label="crew"/></items></bind>'),
         field('date', 'F4', 'due'),
         `<formElement type="fieldset" ID="F5" rank="9"><name>box</name><label>Box</label><formElements>
          ${field('art_link', 'F6', 'links')}${field('file', 'F7', 'papers')}${field('sb', 'F8', 'kind', bind('V4', 'V5'))}
          <externalField type="ttmstepdef" ID="F9" rank="3"><name>steps</name><label>Steps</label></externalField></formElements></formElement>`,
       ) +
         `<semantics><semantic type="title"><shortname>title</shortname><field REF="F1"/></semantic>
          <semantic type="status"><field REF="F2"/><open_values><open_value REF="V1"/></open_values></semantic>
          <semantic type="done"><closed_values><closed_value REF="V2"/></closed_values></semantic></semantics>
          <rules><date_rules><rule><source_field REF="F4"/><target_field REF="F4"/><comparator type="&lt;"/></rule></date_rules>
          <list_rules><rule><source_field REF="F2"/><target_field REF="F8"/><source_value REF="V1"/><target_value REF="V4"/></rule></list_rules></rules>
          <reports><report id="REPORT_1"><name>All</name><criterias><criteria rank="0"><field REF="F2"/><criteria_value type="list"><selected_value REF="V1"/></criteria_value></criteria></criterias>
          <renderers><renderer ID="R1" type="table" rank="0" chunksz="50"><name>Table</name><columns><field REF="F1"/></columns></renderer></renderers></report></reports>
          <workflow><field_id REF="F2"/><is_used>1</is_used><transitions>${transition('null', 'V1')}${transition('V1', 'V2')}</transitions></workflow>
          <permissions><permission scope="tracker" ugroup="crew" type="PLUGIN_TRACKER_ACCESS_FULL"/><permission scope="field" REF="F1" ugroup="crew" type="PLUGIN_TRACKER_FIELD_UPDATE"/></permissions>` +
         artifacts(
           `${changeset(
             `${title('One')}<field_change field_name="state" type="list" bind="static"><value format="id">2</value></field_change>
              <field_change field_name="crews" type="list" bind="ugroups"><value format="id">3</value></field_change>
              <field_change field_name="papers" type="file"><value ref="fileinfo_1"/></field_change>
              <external_field_change field_name="steps" type="ttmstepdef"><step><description format="text">Climb</description><expected_results format="text"/></step></external_field_change>`,
           )}${changeset('<field_change field_name="links" type="art_link"><value nature="_is_child">2</value></field_change>', { on: '2022-03-02T08:00:00+01:00' })}
            <file id="fileinfo_1"><filename>a</filename><path>data/a</path><filesize>1</filesize><filetype>text/plain</filetype><description/></file>`,
           changeset(title('Two')),
         ),
     )}
     ${trackerXml(`<formElements>${field('sb', 'F12', 'state', bind('V12'))}</formElements>${artifacts(changeset(''))}`, { item: 'crate', attributes: 'id="T2" parent_id="T1"' })}
     <triggers><trigger_rule><triggers><trigger><field_id REF="F12"/><field_value_id REF="V12"/></trigger></triggers><condition>all_of</condition>
     <target><field_id REF="F2"/><field_value_id REF="V2"/></target></trigger_rule></triggers></trackers>
     <agiledashboard><plannings><planning name="Sprint" planning_tracker_id="T1"><backlogs><backlog>T2</backlog></backlogs></planning></plannings></agiledashboard>
     <cardwall><trackers><tracker id="T1"><columns><column id="C1" label="Full" tlp_color_name="surf-green"/><column label="Empty" bg_red="1" bg_green="20" bg_blue="255"/></columns>
     <mappings><mapping tracker_id="T2" field_id="F12"><values><value value_id="V12" column_id="C1"/></values></mapping></mappings></tracker></trackers></cardwall>`,
    { name: 'mutant' },
  )
  const plain = (node: XmlNode): XmlElement => ({
    name: node.name,
    attributes: node.attributes,
    text: node.text,
    children: node.children.map(plain),
  })
  /** Variants of the document: an element left out or doubled, or with another attribute. */
  function* mutations(element: XmlElement): Generator<readonly [what: string, element: XmlElement]> {
    const { name, attributes = {}, children = [] } = element
    for (const [attribute, value = ''] of Object.entries(attributes)) {
      yield [`${name} without ${attribute}`, { ...element, attributes: { ...attributes, [attribute]: undefined } }]
      // The key of another element if the attribute is a key; otherwise no valid value.
      const other = /^[FVT]\d+$/.test(String(value)) ? `${String(value)[0]}1` : ''
      yield [`${name}@${attribute}="${other}"`, { ...element, attributes: { ...attributes, [attribute]: other } }]
    }
    for (const [index, child] of children.entries()) {
      yield [`${name} without ${child.name}`, { ...element, children: children.toSpliced(index, 1) }]
      yield [`${name} with two ${child.name}`, { ...element, children: children.toSpliced(index, 0, child) }]
      for (const [what, changed] of mutations(child))
        yield [what, { ...element, children: children.with(index, changed) }]
    }
  }

  it('is exported in the common format where a value has no label, or a list none of its parts', async () => {
    const without = (pattern: RegExp): string => {
      expect(whole).toMatch(pattern)
      return whole.replace(pattern, '')
    }
    const variants = {
      label: [without(/ label="V1"/), [/value of a list has no label.*"V1"/]],
      steps: [without(/<step>.*?<\/step>/s), []],
      backlog: [
        without(/<backlog>T2<\/backlog>/),
        [/planning has no tracker for its backlog/, /T1 has no planning: its cardwall was skipped/],
      ],
    } as const
    for (const [name, [document, warnings]] of Object.entries(variants)) {
      const report = await importing({
        'users.xml': usersXml({ name: 'ann' }),
        'data/a': 'a',
        'project.xml': document.replace('unix-name="mutant"', `unix-name="without-${name}"`),
      })
      expect(errorsOf(report)).toEqual([])
      const told = warningsOf(report).filter(text => !text.includes('nobody has a right'))
      expect(told, name).toEqual(warnings.map(warning => expect.stringMatching(warning) as unknown))
      const folder = path.join(await scratchFolder(), name)
      await t.app.modules.exports.exportProject(`without-${name}`, folder)
      expect(formFaults(await readDocument(folder, 'project.xml')), name).toEqual([])
      const again = await t.app.modules.imports.importProject(folder, {
        automap: 'no-email,create:A',
        name: `again-${name}`,
      })
      expect(errorsOf(again), name).toEqual([])
      const { rows } = await sql`select value from artifact, jsonb_each_text(document)
        where project_id = ${again.project?.id} and value = '[]'`.execute(t.db.kysely)
      expect(rows.length > 0, name).toBe(name === 'steps')
    }
  })

  it('that was stored before such values were refused is exported in the common format, too', async () => {
    const report = await importing({
      'users.xml': usersXml({ name: 'ann' }),
      'data/a': 'a',
      'project.xml': whole.replace('unix-name="mutant"', 'unix-name="stored-before"'),
    })
    const id = report.project?.id
    await sql`update bind_value set label = '' where label in ('V1', 'V4') and field_id in (
      select form_element.id from form_element join tracker on tracker.id = tracker_id where project_id = ${id})`.execute(
      t.db.kysely,
    )
    await sql`update planning set backlog_tracker_ids = '{}' where project_id = ${id}`.execute(t.db.kysely)
    const folder = path.join(await scratchFolder(), 'stored')
    await t.app.modules.exports.exportProject('stored-before', folder)
    expect(formFaults(await readDocument(folder, 'project.xml'))).toEqual([])
  })

  it('ends in a report, whatever it is', { timeout: 180_000 }, async () => {
    const root = plain(await parseXml([Buffer.from(whole)], 'project.xml'))
    const folder = await archiveFolder({ 'users.xml': usersXml({ name: 'ann' }), 'data/a': 'a', 'project.xml': whole })
    const attempt = () => t.app.modules.imports.importProject(folder, { automap: 'no-email,create:A', isDryRun: true })
    expect(errorsOf(await attempt())).toEqual([])
    let count = 0
    for (const [what, mutant] of mutations(root)) {
      count++
      await writeFile(path.join(folder, 'project.xml'), writeXml(mutant))
      const report = await attempt().catch((error: unknown) => error)
      expect(report, what).not.toBeInstanceOf(Error)
    }
    expect(count).toBeGreaterThan(500)
  })
})
