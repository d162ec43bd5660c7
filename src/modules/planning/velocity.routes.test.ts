import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, type TestApp } from '../../../test/harness/app.ts'
import { expectDone } from '../../../test/harness/fixture.ts'
import { givenScrumTeam, type ScrumTeam } from '../../../test/harness/planning.ts'

let crocus: TestApp
let team: ScrumTeam

interface Answer {
  readonly values: readonly { readonly field_id: number; readonly value?: unknown }[]
}

const field = (tracker: string, name: string): number => team.project.tracker(tracker).field(name)
const put = (name: string, values: readonly object[], query = '') =>
  crocus.request('PUT', `/api/artifacts/${team.id(name)}${query}`, { as: team.member, json: { values } })
const velocityIn = ({ values }: Answer): unknown =>
  values.find(({ field_id: id }) => id === field('sprint', 'velocity'))?.value
const velocity = async (name: string): Promise<unknown> =>
  velocityIn((await team.get(`artifacts/${team.id(name)}`)).json<Answer>())
const changesets = async (name: string): Promise<number> =>
  (await team.get(`artifacts/${team.id(name)}/changesets`)).json<unknown[]>().length
const done = () => team.status('sprint', 'Done')

beforeAll(async () => {
  crocus = await testApp()
  team = await givenScrumTeam(crocus, 'velocity')
  const { make, links, status } = team
  const effort = (value: number) => ({ field_id: field('story', 'initial_effort'), value })
  await make('A', 'story', [effort(5), status('story', 'Done')])
  await make('B', 'story', [effort(0.5), status('story', 'Dropped')])
  await make('open', 'story', [effort(8)])
  await make('unknown', 'story', [status('story', 'Done')])
  await make('task', 'task', [status('task', 'Done')])
  await make('elsewhere', 'story', [effort(13), status('story', 'Done')])
  for (const name of ['sprint', 'other'])
    await make(name, 'sprint', [links('sprint', ['A'], ['B'], ['open'], ['unknown'], ['task'])])
})

describe('the velocity of a milestone (agile.md §4.6)', () => {
  it('is named by the semantics of the tracker, as the initial effort is', async () => {
    const semantics = async (tracker: string) =>
      (await team.get(`trackers/${team.project.tracker(tracker).id}`)).json<{ semantics: object }>().semantics
    expect(await semantics('sprint')).toMatchObject({ velocity: { field_id: field('sprint', 'velocity') } })
    expect(await semantics('story')).toMatchObject({ initial_effort: { field_id: field('story', 'initial_effort') } })
    expect(await semantics('task')).not.toHaveProperty('velocity')
  })

  it('is foretold by a dry run', async () => {
    const { would: dry } = (await put('sprint', [done()], '?dry_run=true')).json<{
      readonly would: {
        readonly artifact: Answer
        readonly changed_fields: readonly { readonly field_id: number; readonly by: string }[]
      }
    }>()
    expect(velocityIn(dry.artifact)).toBe(5.5)
    expect(dry.changed_fields.map(({ field_id: id, by }) => [id, by])).toEqual([
      [field('sprint', 'status'), 'request'],
      [field('sprint', 'velocity'), 'workflow'],
    ])
    expect((await velocity('sprint')) ?? null).toBeNull()
  })

  it('is the effort of the closed content, written with the closing', async () => {
    const before = await changesets('sprint')
    expectDone(await put('sprint', [done()]))
    expect([await velocity('sprint'), await changesets('sprint')]).toEqual([5.5, before + 1])
    // Nothing else changes it: neither another closed state nor what is planned later.
    expectDone(await put('sprint', [team.status('sprint', 'Dropped'), team.links('sprint', ['elsewhere'])]))
    expect(await velocity('sprint')).toBe(5.5)
    expectDone(await put('sprint', [team.status('sprint', 'Current')]))
    expect(await velocity('sprint')).toBe(5.5)
    // The links of the same change count.
    expectDone(await put('sprint', [done(), team.links('sprint', ['elsewhere'], ['A'])]))
    expect(await velocity('sprint')).toBe(18)
  })

  it('comes with changes of many artifacts at once, too', async () => {
    const changes = [
      { method: 'PUT', path: `/artifacts/${team.id('other')}`, body: { values: [done()] } },
      { method: 'PUT', path: `/artifacts/${team.id('open')}`, body: { values: [team.status('story', 'Done')] } },
    ]
    const answer = await crocus.request('POST', '/api/batch', { as: team.member, json: { operations: changes } })
    expect([answer.status, answer.text]).toEqual([200, answer.text])
    expect(await velocity('other')).toBe(5.5)
  })
})
