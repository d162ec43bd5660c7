import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, type TestApp } from '../harness/app.ts'
import { readProject, type ProjectOfScene } from '../harness/scene.ts'

const samples = path.resolve(import.meta.dirname, '../../../shared/fixtures')
if (!existsSync(samples)) console.warn(`Skipped: there are no sample archives at ${samples}`)

interface Step {
  readonly id: number
  readonly from_id: number | null
  readonly to_id: number
}

describe.skipIf(!existsSync(samples))('the workflows of an imported project', () => {
  let crocus: TestApp
  let project: ProjectOfScene

  beforeAll(async () => {
    crocus = await testApp()
    for (const name of ['01-private-member', 'Workflows']) {
      const folder = path.join(samples, name)
      const text = await readFile(path.join(folder, 'user_map.csv'), 'utf8')
      const report = await crocus.app.modules.imports.importProject(folder, { userMap: { file: 'user_map.csv', text } })
      if (name === 'Workflows') project = await readProject(crocus, report.project?.id ?? 0, crocus.admin)
    }
  }, 60_000)

  const call = (method: string, url: string, json?: object) =>
    crocus.request(method, `/api/${url}`, { as: crocus.admin, ...(json && { json }) })
  const workflowOf = async (id: number) =>
    (await call('GET', `trackers/${id}`)).json<{
      workflow: { field_id: number; is_advanced: boolean; transitions: Step[] }
    }>().workflow

  it('enforce each declared step in advanced mode, and none else', async () => {
    const tracker = project.tracker('workflows_tracker_transitions')
    const { field_id, is_advanced, transitions } = await workflowOf(tracker.id)
    expect([is_advanced, transitions.length]).toEqual([true, 14])
    const states = tracker.fields.find(field => field.field_id === field_id)?.values ?? []
    const enter = async (to: number): Promise<number> => {
      const response = await call('POST', 'artifacts', {
        tracker: { id: tracker.id },
        values: [
          { field_id: tracker.field('summary'), value: 'A step' },
          { field_id, bind_value_ids: [to] },
        ],
      })
      return response.status === 201 ? response.json<{ id: number }>().id : 0
    }
    const start = transitions.find(step => step.from_id === null)?.to_id ?? 0
    const isStep = (from: number | null, to: number) =>
      transitions.some(step => step.from_id === from && step.to_id === to)
    for (const { id: to } of states) {
      expect((await enter(to)) > 0, `new to ${to}`).toBe(isStep(null, to))
      const artifact = await enter(start)
      const moved = await call('PUT', `artifacts/${artifact}`, { values: [{ field_id, bind_value_ids: [to] }] })
      expect(moved.status, `${start} to ${to}`).toBe(to === start || isStep(start, to) ? 200 : 400)
    }
  })

  it('keep, in every mode, the settings that the archive tells, and can be switched both ways', async () => {
    const list = (await call('GET', `projects/${project.id}/trackers?limit=50`)).json<
      { id: number; workflow: { is_advanced: boolean; is_used: string; transitions: Step[] } }[]
    >()
    const simple = list.find(one => one.workflow.is_used === '1' && !one.workflow.is_advanced)
    expect(simple?.workflow.transitions).toHaveLength(3)
    const actionsOf = async (step: Step | undefined) =>
      (await call('GET', `tracker_workflow_transitions/${step?.id}/actions`))
        .json<{ type: string }[]>()
        .map(action => action.type)
    const [first, second] = simple?.workflow.transitions ?? []
    const all = ['set_field_value', 'frozen_fields', 'hidden_fieldsets']
    expect([await actionsOf(first), await actionsOf(second)]).toEqual([all, all])
    const change = (is_advanced: boolean) =>
      call('PATCH', `trackers/${simple?.id}?query=${encodeURIComponent(JSON.stringify({ workflow: { is_advanced } }))}`)
    expect((await change(true)).status).toBe(200)
    expect([await actionsOf(first), await actionsOf(second)]).toEqual([['set_field_value'], ['set_field_value']])
    expect((await change(false)).status).toBe(200)
  })
})
