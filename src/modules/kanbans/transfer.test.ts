import path from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, type TestApp } from '../../../test/harness/app.ts'
import { archiveFolder, projectXml, scratchFolder, trackerXml, usersXml } from '../../../test/harness/archives.ts'
import { formFaults } from '../../../test/harness/common-format.ts'
import { canonicalArchive, readDocument } from '../../../test/harness/exports.ts'
import { expectDone } from '../../../test/harness/fixture.ts'
import { givenKanban, type KanbanTeam } from '../../../test/harness/kanban.ts'

let crocus: TestApp
let team: KanbanTeam

interface ListedKanban {
  readonly id: number
  readonly label: string
  readonly is_promoted: boolean
  readonly columns: readonly { readonly id: number; readonly label: string; readonly limit: number | null }[]
  readonly tracker_reports: readonly { readonly id: number; readonly label: string }[]
}

/** Names and limits of the kanbans of a project, without ids. */
const told = async (projectId: number) => {
  const listed = await team.get(`projects/${projectId}/kanbans`, crocus.admin)
  expect(listed.status, listed.text).toBe(200)
  return listed.json<readonly ListedKanban[]>().map(({ label, is_promoted, columns, tracker_reports }) => ({
    label,
    is_promoted,
    columns: columns.map(column => [column.label, column.limit]),
    reports: tracker_reports.map(report => report.label),
  }))
}

beforeAll(async () => {
  crocus = await testApp()
  team = await givenKanban(crocus, 'transfer')
  const { owner, kanbanId, tracker } = team
  const report = async (label: string) => {
    const json = { tracker: { id: tracker.id }, label, is_public: true }
    return (await crocus.request('POST', '/api/tracker_reports', { as: owner, json })).json<{ id: number }>().id
  }
  const tracker_report_ids = [await report('Late'), await report('Mine')]
  expectDone(await team.send('PUT', `kanban/${kanbanId}/tracker_reports`, { tracker_report_ids }, owner))
  const column = `kanban_columns/${team.column('On going')}?kanban_id=${kanbanId}`
  expectDone(await team.send('PATCH', column, { wip_limit: 4 }, owner))
  await team.make('one', 'On going')
})

const expected = [
  {
    label: 'Activities',
    is_promoted: true,
    columns: [
      ['To be done', null],
      ['On going', 4],
      ['In review', null],
    ],
    reports: ['Late', 'Mine'],
  },
]

describe('kanbans in archives (agile.md §9)', () => {
  it('are the same after export, import and export', async () => {
    const { exports, imports } = crocus.app.modules
    const archive = path.join(await scratchFolder(), 'archive')
    await exports.exportProject('transfer', archive)
    expect(formFaults(await readDocument(archive, 'project.xml'))).toEqual([])
    const report = await imports.importProject(archive, { automap: 'no-email,create:A', name: 'transfer2' })
    expect(report.messages.map(({ text }) => text)).toEqual([])
    expect(await told(report.project?.id ?? 0)).toEqual(expected)
    const again = path.join(await scratchFolder(), 'again')
    await exports.exportProject('transfer2', again)
    expect(await canonicalArchive(again)).toEqual(await canonicalArchive(archive))
  }, 60_000)

  it('leave out what they do not know, with a warning that names it', async () => {
    const fields = `<formElements><formElement type="sb" ID="F1" rank="1"><name>status</name><label>Status</label>
      <bind type="static" is_rank_alpha="0"><items><item ID="V1" label="Open"/><item ID="V2" label="Closed"/></items></bind></formElement></formElements>
      <semantics><semantic type="status"><shortname>status</shortname><label>Status</label><description/><field REF="F1"/>
      <open_values><open_value REF="V1"/></open_values></semantic></semantics>
      <reports><report id="R1"><name>Mine</name><criterias/></report></reports>`
    const kanbans = `<agiledashboard><plannings/><kanban_list title="Boards">
      <kanban ID="K1" tracker_id="T1" name="Boats" is_promoted="1"><column REF="V1" wip="3"/><column REF="V2" wip="2"/><column REF="V1" wip="x"/>
        <tracker-reports><tracker-report id="R1"/><tracker-report id="R9"/></tracker-reports></kanban>
      <kanban ID="K2" tracker_id="T9" name="Lost"/><kanban ID="K3" tracker_id="T1" name=""/></kanban_list></agiledashboard>`
    const folder = await archiveFolder({
      'users.xml': usersXml({ name: 'ann' }),
      'project.xml': projectXml(`<trackers>${trackerXml(fields)}</trackers>${kanbans}`),
    })
    const report = await crocus.app.modules.imports.importProject(folder, { automap: 'no-email,create:A' })
    expect(report.isImported).toBe(true)
    const warnings = report.messages.map(({ text }) => text)
    for (const text of ['V2 is no open value', '"x" is no limit', 'no report R9', 'no tracker T9'])
      expect(
        warnings.filter(warning => warning.includes(text)),
        text,
      ).toHaveLength(1)
    expect(await told(report.project?.id ?? 0)).toEqual([
      { label: 'Boats', is_promoted: true, columns: [['Open', 3]], reports: ['Mine'] },
      { label: 'All boats', is_promoted: false, columns: [['Open', null]], reports: [] },
    ])
  }, 60_000)
})

describe('kanbans of project templates', () => {
  it('are copied with limits and filters of their own', async () => {
    const change = await crocus.request('PATCH', `/api/site/projects/${team.project.id}`, {
      as: crocus.admin,
      json: { is_template: true },
    })
    expect(change.status, change.text).toBe(200)
    const json = {
      shortname: 'copied',
      label: 'Copied',
      description: '',
      is_public: false,
      template_id: team.project.id,
    }
    const made = await crocus.request('POST', '/api/projects', { as: crocus.admin, json })
    expect(made.status, made.text).toBe(201)
    const copyId = made.json<{ id: number }>().id
    expect(await told(copyId)).toEqual(expected)
    const [copy] = (await team.get(`projects/${copyId}/kanbans`, crocus.admin)).json<readonly ListedKanban[]>()
    const original = await team.read()
    expect(copy?.id).not.toBe(original.id)
    expect(copy?.columns[0]?.id).not.toBe(original.columns[0]?.id)
  })
})
