import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, type TestApp } from '../../../test/harness/app.ts'
import { testFolder } from '../../../test/harness/process.ts'
import { givenRoadmapTeam, type RoadmapTeam } from '../../../test/harness/roadmap.ts'
import type { RoadmapRepresentation } from './roadmaps.schema.ts'

let crocus: TestApp
let team: RoadmapTeam
let other: TestApp

beforeAll(async () => {
  crocus = await testApp()
  other = await testApp()
  team = await givenRoadmapTeam(crocus)
  const post = (uri: string, json: object) => crocus.request('POST', `/api/${uri}`, { as: team.owner, json })
  const idOf = (tracker: string): number => team.project.tracker(tracker).id
  const tracker = { id: idOf('epic') }
  const report = await post('tracker_reports', { tracker, label: 'Open', is_public: true, expert_query: "title = 'x'" })
  for (const [title, names, rest] of [
    ['Epics', ['epic'], { report_id: report.json<{ id: number }>().id, default_time_scale: 'quarter' }],
    ['Both', ['epic', 'work'], { level_1_tracker_id: idOf('sprint'), level_2_tracker_id: idOf('work') }],
  ] as const) {
    const made = await post(`projects/${team.project.id}/roadmaps`, { title, tracker_ids: names.map(idOf), ...rest })
    expect(made.status, made.text).toBe(201)
  }
})

/** The roadmaps of a project, by names. */
const described = async (app: TestApp, projectId: number) => {
  const listed = await app.request('GET', `/api/projects/${projectId}/roadmaps`, { as: app.admin })
  return listed
    .json<RoadmapRepresentation[]>()
    .map(({ title, trackers, report, level_1_tracker, level_2_tracker, default_time_scale }) => ({
      title,
      trackers: trackers.map(({ label }) => label),
      report: report?.label,
      levels: [level_1_tracker?.label, level_2_tracker?.label],
      default_time_scale,
    }))
}
const both = {
  title: 'Both',
  trackers: ['All epic', 'All work'],
  report: undefined,
  levels: ['All sprint', 'All work'],
  default_time_scale: 'month',
}
const epics = {
  title: 'Epics',
  trackers: ['All epic'],
  report: 'Open',
  levels: [undefined, undefined],
  default_time_scale: 'quarter',
}

describe('roadmaps in archives and copies (agile.md §9)', () => {
  it('are the same after an export and an import', async () => {
    const folder = path.join(await testFolder(), 'archive')
    await crocus.app.modules.exports.exportProject('works', folder)

    const imported = await other.app.modules.imports.importProject(folder, { automap: 'no-email,create:A' })
    expect(imported.messages.filter(({ level }) => level === 'error')).toEqual([])
    expect(imported.messages.filter(({ text }) => text.includes('dashboards'))).toEqual([])
    expect(await described(other, imported.project?.id ?? 0)).toEqual([epics, both])

    // Trackers and reports that the archive does not have.
    const file = path.join(folder, 'project.xml')
    const document = (await readFile(file, 'utf8'))
      .replace('unix-name="works"', 'unix-name="again"')
      .replace(/(<value name="tracker_id">)T\d+/, '$1T999999')
      .replace(/(<value name="lvl1_iteration_tracker_id">)T\d+/, '$1T999998')
    await writeFile(file, document)
    const again = await other.app.modules.imports.importProject(folder, { automap: 'no-email,create:A' })
    const warnings = again.messages.map(({ text }) => text).filter(text => text.includes('roadmap'))
    expect(warnings).toEqual([
      'there is no tracker T999999 in the archive: this roadmap was skipped',
      'there is no tracker T999998 in the archive: the roadmap has no such iterations',
    ])
    expect(await described(other, again.project?.id ?? 0)).toEqual([{ ...both, levels: [undefined, 'All work'] }])
  })

  it('are copied from a project template', async () => {
    const change = await crocus.request('PATCH', `/api/site/projects/${team.project.id}`, {
      as: crocus.admin,
      json: { is_template: true },
    })
    expect(change.status, change.text).toBe(200)
    const copy = await crocus.request('POST', '/api/projects', {
      as: crocus.admin,
      json: { shortname: 'copied', label: 'Copied', description: '', is_public: false, template_id: team.project.id },
    })
    expect(copy.status, copy.text).toBe(201)
    expect(await described(crocus, copy.json<{ id: number }>().id)).toEqual([epics, both])
  })
})
