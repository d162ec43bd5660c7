import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, type TestApp } from '../../../test/harness/app.ts'
import { expectDone } from '../../../test/harness/fixture.ts'
import { givenScrumTeam, type ScrumTeam } from '../../../test/harness/planning.ts'
import { inTransaction } from '../../platform/db/db.ts'
import { writeExplicitBacklog } from './store/plannings.store.ts'

let crocus: TestApp
let team: ScrumTeam
let ready: number
let taskStarts: number

const ACTION = { type: 'add_to_top_backlog' }
const uriOf = (transitionId: number) => `/api/tracker_workflow_transitions/${transitionId}/actions`
const putActions = (transitionId: number, ...post_actions: readonly unknown[]) =>
  crocus.request('PUT', uriOf(transitionId), { as: team.owner, json: { post_actions } })
const getActions = async (transitionId: number) =>
  (await team.get(uriOf(transitionId).slice('/api/'.length), team.owner)).json<readonly object[]>()
const top = () => team.labels(`projects/${team.project.id}/backlog`)
const become = async (name: string, label: string) =>
  expectDone(
    await crocus.request('PUT', `/api/artifacts/${team.id(name)}`, {
      as: team.member,
      json: { values: [team.status('story', label)] },
    }),
  )

/** Gives the tracker a workflow over its status; the result are the ids of its transitions, null = new artifact. */
const givenWorkflow = async (
  trackerName: string,
  ...steps: readonly (readonly [string | null, string])[]
): Promise<readonly number[]> => {
  const tracker = team.project.tracker(trackerName)
  const change = async (rules: object) => {
    const query = encodeURIComponent(JSON.stringify({ workflow: { set_transitions_rules: rules } }))
    const { status } = await crocus.request('PATCH', `/api/trackers/${tracker.id}?query=${query}`, { as: team.owner })
    expect(status).toBe(200)
  }
  await change({ field_id: tracker.field('status') })
  const ids: number[] = []
  for (const [from, to] of steps) {
    const [from_id, to_id] = [from === null ? 0 : tracker.value('status', from), tracker.value('status', to)]
    const made = await crocus.request('POST', '/api/tracker_workflow_transitions', {
      as: team.owner,
      json: { tracker_id: tracker.id, from_id, to_id },
    })
    expect([made.status, made.status === 201 ? '' : made.text]).toEqual([201, ''])
    ids.push(made.json<{ id: number }>().id)
  }
  await change({ is_used: true })
  return ids
}

beforeAll(async () => {
  crocus = await testApp()
  team = await givenScrumTeam(crocus)
  const ids = await givenWorkflow('story', [null, 'To do'], ['To do', 'Ready'], ['Ready', 'To do'])
  ready = ids[1] ?? 0
  taskStarts = (await givenWorkflow('task', [null, 'To do'], ['To do', 'On going']))[1] ?? 0
  await team.make('release', 'rel')
})

const makeStory = (name: string) => team.make(name, 'story', [team.status('story', 'To do')])

describe('the action add_to_top_backlog of a transition (agile.md §8.3)', () => {
  it('is set, read back, removed and set again', async () => {
    expectDone(await putActions(ready, ACTION))
    expect(await getActions(ready)).toEqual([{ id: expect.any(Number) as number, type: 'add_to_top_backlog' }])
    expectDone(await putActions(ready))
    expect(await getActions(ready)).toEqual([])
    expectDone(await putActions(ready, { type: 'run_job', job_url: 'http://127.0.0.1:9/' }, ACTION))
    expect((await getActions(ready)).map(action => (action as { type: string }).type)).toEqual([
      'run_job',
      'add_to_top_backlog',
    ])
    expectDone(await putActions(ready, ACTION))
  })

  it('is refused twice, and in trackers that no top milestone plans', async () => {
    const twice = await putActions(ready, ACTION, ACTION)
    expect([twice.status, twice.text]).toEqual([400, expect.stringContaining('once at the most')])
    const task = await putActions(taskStarts, ACTION)
    expect([task.status, task.text]).toEqual([400, expect.stringContaining('no top milestone of the project plans')])
    expect([await getActions(taskStarts), (await getActions(ready)).length]).toEqual([[], 1])
  })

  it('adds the artifact in the transaction of the change, and again after somebody removed it', async () => {
    await makeStory('one')
    expect(await top()).toEqual([])
    await become('one', 'Ready')
    expect(await top()).toEqual(['one'])
    const remove = { remove: [{ id: team.id('one') }] }
    expectDone(
      await crocus.request('PATCH', `/api/projects/${team.project.id}/backlog`, { as: team.owner, json: remove }),
    )
    await become('one', 'To do')
    expect(await top()).toEqual([])
    await become('one', 'Ready')
    expect(await top()).toEqual(['one'])
  })

  it('leaves artifacts alone that a milestone plans', async () => {
    await makeStory('planned')
    const add = { add: [{ id: team.id('planned') }] }
    expectDone(
      await crocus.request('PATCH', `/api/milestones/${team.id('release')}/content`, { as: team.owner, json: add }),
    )
    await become('planned', 'Ready')
    expect(await top()).toEqual(['one'])
  })

  it('adds all artifacts of a batch', async () => {
    await makeStory('two')
    await makeStory('three')
    const operations = ['two', 'three'].map(name => ({
      method: 'PUT',
      path: `/artifacts/${team.id(name)}`,
      body: { values: [team.status('story', 'Ready')] },
    }))
    const done = await crocus.request('POST', '/api/batch', { as: team.member, json: { operations } })
    expect([done.status, done.status === 200 ? '' : done.text]).toEqual([200, ''])
    expect(await top()).toEqual(['one', 'two', 'three'])
  })

  it('does nothing in a project that computes its top backlog', async () => {
    await makeStory('late')
    const setExplicit = (value: boolean) =>
      inTransaction(crocus.db, tx => writeExplicitBacklog(tx, team.project.id, value))
    await setExplicit(false)
    await become('late', 'Ready')
    await setExplicit(true)
    expect(await top()).toEqual(['one', 'two', 'three'])
  })

  it('is a part of the definition of the tracker, where it is refused as well', async () => {
    const uri = (name: string) => `/api/trackers/${team.project.tracker(name).id}/definition`
    const read = async (name: string) => await crocus.request('GET', uri(name), { as: team.owner })
    interface Definition {
      readonly workflow: { readonly transitions: { readonly to: string; actions: unknown[] }[] }
    }
    const story = (await read('story')).json<Definition>()
    expect(story.workflow.transitions.map(({ to, actions }) => [to, actions])).toContainEqual(['Ready', [ACTION]])
    const answer = await read('task')
    const task = answer.json<Definition>()
    for (const transition of task.workflow.transitions) if (transition.to === 'On going') transition.actions = [ACTION]
    const put = await crocus.request('PUT', uri('task'), {
      as: team.owner,
      json: task,
      headers: { 'if-match': String(answer.headers['etag']) },
    })
    expect([put.status, put.text]).toEqual([400, expect.stringContaining('no top milestone of the project plans')])
  })
})
