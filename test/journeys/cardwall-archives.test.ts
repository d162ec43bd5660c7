// Cardwalls in archives and copies of projects (agile.md §9).
import path from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, type TestApp } from '../harness/app.ts'
import { archiveFolder, projectXml, scratchFolder, trackerXml, usersXml } from '../harness/archives.ts'
import { formFaults } from '../harness/common-format.ts'
import { readDocument } from '../harness/exports.ts'
import type { ImportReport } from '../../src/modules/imports/index.ts'

interface Wall {
  readonly columns: readonly { readonly label: string; readonly color: string; readonly value_ids: readonly number[] }[]
  readonly mappings: readonly {
    readonly tracker: { readonly label: string }
    readonly field: { readonly label: string }
  }[]
}
interface Listed {
  readonly fields: readonly { readonly values: readonly { readonly id: unknown; readonly label: string }[] | null }[]
}

let crocus: TestApp

beforeAll(async () => {
  crocus = await testApp()
})

const read = async <Body>(uri: string): Promise<Body> => {
  const found = await crocus.request('GET', `/api/${uri}`, { as: crocus.admin })
  expect(found.status, found.text).toBe(200)
  return found.json<Body>()
}

/** The cardwalls of a project by names, one for each planning. */
const walls = async (projectId: number): Promise<readonly object[]> => {
  const trackers = await read<readonly Listed[]>(`projects/${projectId}/trackers?limit=50`)
  const labels = new Map(
    trackers.flatMap(({ fields }) =>
      fields.flatMap(({ values }) => (values ?? []).map(({ id, label }) => [id, label])),
    ),
  )
  const settings = await read<{ plannings: readonly { label: string; cardwall: Wall | null }[] }>(
    `projects/${projectId}/planning_settings`,
  )
  return settings.plannings.map(({ label, cardwall }) => ({
    label,
    columns: cardwall?.columns.map(one => [one.label, one.color, one.value_ids.map(id => labels.get(id))]) ?? null,
    mappings: cardwall?.mappings.map(({ tracker, field }) => [tracker.label, field.label]) ?? null,
  }))
}

const warningsOf = ({ messages }: ImportReport): string[] =>
  messages.map(({ level, text }) => `${level}: ${text}`).filter(text => !text.includes('nobody has a right'))

const create = async (json: object): Promise<number> => {
  const made = await crocus.request('POST', '/api/projects', {
    as: crocus.admin,
    json: { description: '', is_public: false, ...json },
  })
  expect([made.status, made.status === 201 ? '' : made.text]).toEqual([201, ''])
  return made.json<{ id: number }>().id
}

describe('the columns of a template', () => {
  let id: number
  const columns = [
    ['To do', 'inca-silver', ['New']],
    ['Ready', 'surf-green', ['Confirmed']],
    ['On going', 'clockwork-orange', ['On going']],
    ['In review', 'ultra-violet', []],
    ['Done', 'neon-green', ['Fixed']],
  ]
  const expected = [
    { label: 'Release planning', columns: null, mappings: null },
    { label: 'Sprint planning', columns, mappings: [['Bugs', 'Status']] },
  ]

  it('are those of the status of stories and tasks; bugs are mapped', async () => {
    id = await create({ shortname: 'model', label: 'Model', xml_template_name: 'agile_alm' })
    expect(await walls(id)).toEqual(expected)
  })

  it('come back from an archive', async () => {
    const folder = path.join(await scratchFolder(), 'model')
    await crocus.app.modules.exports.exportProject('model', folder)
    expect(formFaults(await readDocument(folder, 'project.xml'))).toEqual([])
    const report = await crocus.app.modules.imports.importProject(folder, {
      automap: 'no-email,create:A',
      name: 'again',
    })
    expect(warningsOf(report)).toEqual([])
    expect(await walls(report.project?.id ?? 0)).toEqual(expected)
  })

  it('are copied with a project', async () => {
    const change = await crocus.request('PATCH', `/api/site/projects/${id}`, {
      as: crocus.admin,
      json: { is_template: true },
    })
    expect(change.status, change.text).toBe(200)
    expect(await walls(await create({ shortname: 'copied', label: 'Copied', template_id: id }))).toEqual(expected)
  })
})

describe('an archive of another platform', () => {
  const list = (id: string, name: string, ...values: readonly string[]) =>
    `<formElement type="sb" ID="${id}" rank="1"><name>${name}</name><label>${name}</label><bind type="static" is_rank_alpha="0"><items>${values
      .map(value => `<item ID="V${value}" label="${value}" is_hidden="0"/>`)
      .join('')}</items></bind></formElement>`
  const form = (...fields: readonly string[]) => `<formElements>${fields.join('')}</formElements>`
  const planning = (tracker: string) =>
    `<planning name="${tracker}" plan_title="" planning_tracker_id="${tracker}" backlog_title=""><backlogs><backlog>T3</backlog></backlogs></planning>`
  const importing = async (name: string, cardwall: string): Promise<ImportReport> =>
    crocus.app.modules.imports.importProject(
      await archiveFolder({
        'users.xml': usersXml(),
        'project.xml': projectXml(
          `<trackers>
             ${trackerXml(form(list('F1', 'state', 'open')), { item: 'sprint', attributes: 'id="T1"' })}
             ${trackerXml(form(list('F2', 'state', 'fresh')), { item: 'rel', attributes: 'id="T2"' })}
             ${trackerXml(form(list('F3', 'state', 'todo', 'busy', 'done')), { item: 'story', attributes: 'id="T3"' })}
           </trackers>
           <agiledashboard><plannings>${planning('T1')}${planning('T2')}</plannings></agiledashboard>${cardwall}`,
          { name },
        ),
      }),
      { automap: 'no-email,create:A' },
    )

  it('brings colours of both kinds, columns that go by label, and walls without columns', async () => {
    const report = await importing(
      'colours',
      `<cardwall><trackers>
         <tracker id="T2"/>
         <tracker id="T1"><columns>
           <column id="C1" label="First" tlp_color_name="fiesta-red"/>
           <column label="busy" bg_red="1" bg_green="20" bg_blue="255"/>
           <column id="C3" label="Last"/></columns>
         <mappings><mapping tracker_id="T3" field_id="F3"><values>
           <value value_id="Vtodo" column_id="C1"/><value value_id="Vdone" column_id="C3"/></values></mapping></mappings></tracker>
       </trackers></cardwall>`,
    )
    expect(warningsOf(report)).toEqual([])
    expect(await walls(report.project?.id ?? 0)).toEqual([
      {
        label: 'T1',
        columns: [
          ['First', 'fiesta-red', ['todo']],
          ['busy', '#0114FF', []],
          ['Last', '#F8F8F8', ['done']],
        ],
        mappings: [[expect.any(String) as unknown, 'state']],
      },
      { label: 'T2', columns: [], mappings: [] },
    ])
  })

  it('loses what it does not name itself, with a warning that names it', async () => {
    const value = (id: string, column: string) => `<value value_id="${id}" column_id="${column}"/>`
    const mapping = (tracker: string, field: string, values = '') =>
      `<mapping tracker_id="${tracker}" field_id="${field}"><values>${values}</values></mapping>`
    const report = await importing(
      'lossy',
      `<cardwall><trackers>
         <tracker id="T3"/>
         <tracker id="T1"><columns><column id="C1" label="A" tlp_color_name="mauve"/><column id="C2" label="B"/></columns>
         <mappings>${mapping('T9', 'F3')}${mapping('T1', 'F1')}${mapping('T3', 'F9')}
           ${mapping('T3', 'F3', value('Vtodo', 'C1') + value('Vbusy', 'C7') + value('Vopen', 'C1') + value('Vtodo', 'C2'))}
         </mappings></tracker>
         <tracker id="T1"/>
       </trackers></cardwall>`,
    )
    const warnings = warningsOf(report)
    for (const told of [
      'tracker T3 has no planning',
      '"mauve" is no colour',
      'tracker T9 has no cards',
      'tracker T1 has no cards',
      'tracker T3 has no list F9',
      'no column C7',
      'no value Vopen',
      'value Vtodo stands for another column',
      'tracker T1 has another cardwall',
    ])
      expect([told, warnings.filter(text => text.startsWith('warning: ') && text.includes(told)).length]).toEqual([
        told,
        1,
      ])
    expect(warnings).toHaveLength(9)
    expect(await walls(report.project?.id ?? 0)).toMatchObject([
      {
        columns: [
          ['A', '#F8F8F8', ['todo']],
          ['B', '#F8F8F8', []],
        ],
      },
      { columns: null },
    ])
  })
})
