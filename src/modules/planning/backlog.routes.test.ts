import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, type TestApp } from '../../../test/harness/app.ts'
import {
  expectDone,
  givenAccessKey,
  givenProject,
  type Credentials,
  type FixtureProject,
} from '../../../test/harness/fixture.ts'
import { givenScrumTeam, type ScrumTeam } from '../../../test/harness/planning.ts'
import { inTransaction } from '../../platform/db/db.ts'
import { addToTopBacklog } from './store/top-backlog.store.ts'

let crocus: TestApp
let team: ScrumTeam
let project: FixtureProject

const id = (name: string): number => team.id(name)

const put = async (name: string, ...values: readonly object[]): Promise<void> =>
  expectDone(await crocus.request('PUT', `/api/artifacts/${id(name)}`, { as: team.owner, json: { values } }))

const day = (trackerName: string, value: string) => ({
  field_id: project.tracker(trackerName).field('start_date'),
  value,
})
const duration = (trackerName: string, value: number) => ({
  field_id: project.tracker(trackerName).field('duration'),
  value,
})

const get = (uri: string, as?: Credentials) => team.get(uri, as)
const labels = (uri: string, as?: Credentials) => team.labels(uri, as)

beforeAll(async () => {
  crocus = await testApp()
  team = await givenScrumTeam(crocus)
  const { make, links, status } = team
  project = team.project

  const effort = { field_id: project.tracker('story').field('initial_effort'), value: 5 }
  for (const name of ['story 1', 'story 2', 'story 3']) await make(name, 'story', name === 'story 1' ? [effort] : [])
  await make('story done', 'story', [status('story', 'Done')])
  await make('epic', 'epic', [
    links('epic', ['story 1', '_is_child'], ['story 2', '_is_child'], ['story done', '_is_child']),
  ])
  await make('epic later', 'epic')
  await make('sprint', 'sprint', [links('sprint', ['story 2'])])
  await make('sprint after', 'sprint')
  await make('release', 'rel', [
    links('rel', ['epic'], ['story 3'], ['sprint', '_is_child'], ['sprint after', '_is_child']),
    day('rel', '2024-03-11'),
    duration('rel', 4),
  ])
  await make('release next', 'rel', [day('rel', '2099-01-01')])
  await make('release old', 'rel', [status('rel', 'Delivered')])
})

describe('milestones (agile.md §3.2, §4.1)', () => {
  it('have the shape of the contract, with dates, counts, resources and the right to plan', async () => {
    const found = await get(`milestones/${id('release')}`)
    expect([found.status, typeof found.headers['last-modified']]).toEqual([200, 'string'])
    const uri = `milestones/${id('release')}`
    const tracker = (name: string) => expect.objectContaining({ id: project.tracker(name).id }) as unknown
    expect(found.json()).toEqual({
      id: id('release'),
      uri,
      label: 'release',
      description: '',
      post_processed_description: '',
      submitted_by: expect.any(Number) as unknown,
      submitted_on: expect.any(String) as unknown,
      planning: { id: expect.any(Number) as unknown, uri: expect.stringMatching(/^plannings\/\d+$/) as unknown },
      project: { id: project.id, uri: `projects/${project.id}`, label: 'Team', icon: '' },
      start_date: expect.stringMatching(/^2024-03-11T00:00:00/) as unknown,
      end_date: expect.stringMatching(/^2024-03-15T00:00:00/) as unknown,
      number_days_since_start: expect.any(Number) as unknown,
      number_days_until_end: 0,
      capacity: null,
      remaining_effort: null,
      status_value: 'Planned',
      semantic_status: 'open',
      parent: null,
      artifact: { id: id('release'), uri: `artifacts/${id('release')}`, tracker: tracker('rel') },
      sub_milestones_uri: `${uri}/milestones`,
      sub_milestone_type: tracker('sprint'),
      backlog_uri: `${uri}/backlog`,
      content_uri: `${uri}/content`,
      cardwall_uri: null,
      burndown_uri: null,
      last_modified_date: expect.any(String) as unknown,
      status_count: { open: 4, closed: 1 },
      has_user_priority_change_permission: true,
      resources: {
        milestones: { uri: `${uri}/milestones`, accept: { trackers: [tracker('sprint')] } },
        backlog: {
          uri: `${uri}/backlog`,
          accept: { trackers: [tracker('story')], parent_trackers: [] },
        },
        content: { uri: `${uri}/content`, accept: { trackers: [tracker('epic'), tracker('story')] } },
        siblings: { uri: `${uri}/siblings` },
        cardwall: null,
        burndown: null,
        additional_panes: [],
      },
      original_project_provider: null,
    })
  })

  it('are listed by project, by status and by period', async () => {
    const uri = `projects/${project.id}/milestones`
    expect(await labels(uri)).toEqual(['release', 'release next', 'release old'])
    expect(await labels(`${uri}?order=desc`)).toEqual(['release old', 'release next', 'release'])
    const query = (value: object) => `${uri}?query=${encodeURIComponent(JSON.stringify(value))}`
    expect(await labels(query({ status: 'open' }))).toEqual(['release', 'release next'])
    expect(await labels(query({ status: 'closed' }))).toEqual(['release old'])
    expect(await labels(query({ period: 'current' }))).toEqual(['release'])
    expect(await labels(query({ period: 'future' }))).toEqual(['release next'])
    expect(await labels(query({}))).toHaveLength(3)
    for (const wrong of [{ status: 'open', period: 'current' }, { state: 'open' }, { status: 'new' }, []])
      expect((await get(query(wrong))).status).toBe(400)
    const none = await get(`${uri}?limit=0`)
    expect([none.text, none.headers['x-pagination-size'], none.headers['x-pagination-limit-max']]).toEqual([
      '[]',
      '3',
      '50',
    ])
    const [slim] = (await get(`${uri}?fields=slim&limit=1`)).json<object[]>()
    expect(slim).toMatchObject({ status_count: null, parent: null, number_days_since_start: null, label: 'release' })
  })

  it('know those inside them, their parent and their siblings', async () => {
    expect(await labels(`milestones/${id('release')}/milestones?limit=1000`)).toEqual(['sprint', 'sprint after'])
    expect((await get(`milestones/${id('sprint')}`)).json()).toMatchObject({
      parent: { id: id('release'), uri: `milestones/${id('release')}` },
      sub_milestone_type: null,
      resources: { milestones: { accept: { trackers: [] } }, backlog: { accept: { trackers: [{}] } } },
    })
    expect(await labels(`milestones/${id('sprint')}/siblings`)).toEqual(['sprint after'])
    expect(await labels(`milestones/${id('release')}/siblings`)).toEqual(['release old', 'release next'])
    expect((await get(`milestones/${id('release')}/siblings?limit=0`)).status).toBe(400)
  })

  it('are refused by what is unknown, no milestone or hidden', async () => {
    expect((await get('milestones/999999')).status).toBe(404)
    expect((await get(`milestones/${id('epic')}`)).status).toBe(404)
    expect((await get(`milestones/${id('release')}`, team.stranger)).status).toBe(403)
    expect((await crocus.request('GET', `/api/milestones/${id('release')}`)).status).toBe(401)
    expect((await get(`milestones/${id('release')}/burndown`)).status).toBe(404)
    expect((await get(`projects/${project.id}/milestones`, team.stranger)).status).toBe(403)
  })
})

describe('contents and backlogs (agile.md §4.2 to §4.5)', () => {
  it('tell what a milestone plans, open and closed, by rank', async () => {
    expect(await labels(`milestones/${id('release')}/content`)).toEqual(['story 3', 'epic'])
    expect(await labels(`milestones/${id('sprint')}/content`)).toEqual(['story 2'])
  })

  it('tell what can be planned inside a milestone', async () => {
    const uri = `milestones/${id('release')}/backlog`
    expect(await labels(uri)).toEqual(['story 1', 'story 3'])
    const all = `query=${encodeURIComponent('{"status":"all"}')}`
    expect(await labels(`${uri}?${all}`)).toEqual(['story 1', 'story 3', 'story done'])
    expect(await labels(`${uri}?include=planned_and_not_planned`)).toEqual([
      'story 1',
      'story 2',
      'story 3',
      'story done',
    ])
    expect((await get(`${uri}?include=planned_and_not_planned&${all}`)).status).toBe(400)
    expect((await get(`${uri}?query=nonsense`)).status).toBe(400)
  })

  it('hold only members in the explicit top backlog, and lose those that a milestone plans', async () => {
    const uri = `projects/${project.id}/backlog`
    expect(await labels(uri)).toEqual([])
    const members = ['epic later', 'story 1', 'story 2'].map(id)
    await inTransaction(crocus.db, tx => addToTopBacklog(tx, project.id, members))
    // Story 2 is planned in the sprint.
    expect(await labels(uri)).toEqual(['story 1', 'epic later'])
    const v2 = await get(`v2/projects/${project.id}/backlog?limit=0`)
    expect(v2.json()).toEqual({
      content: [],
      accept: { trackers: [expect.anything(), expect.anything()], parent_trackers: [] },
      has_user_priority_change_permission: true,
    })
    expect(v2.headers['x-pagination-size']).toBe('2')
    await put('release next', team.links('rel', ['epic later']))
    expect(await labels(uri)).toEqual(['story 1'])
    await put('release next', team.links('rel'))
    expect(await labels(uri)).toEqual(['story 1'])
  })

  it('show an artifact with its efforts, its parent and its children', async () => {
    expect((await get(`backlog_items/${id('story 1')}`)).json()).toMatchObject({
      id: id('story 1'),
      label: 'story 1',
      type: 'User stories',
      short_type: 'story',
      status: 'Open',
      full_status: { value: 'To do', color: null },
      initial_effort: 5,
      artifact: { id: id('story 1'), tracker: { id: project.tracker('story').id } },
      parent: {
        id: id('epic'),
        label: 'epic',
        uri: 'route-not-yet-implemented',
        tracker: { project: { background: null } },
      },
      has_children: false,
      accept: { trackers: [{ id: project.tracker('task').id }] },
      card_fields: [],
    })
    expect((await get(`backlog_items/${id('epic')}`)).json()).toMatchObject({ has_children: true, parent: null })
    expect(await labels(`backlog_items/${id('epic')}/children`)).toEqual(['story 1', 'story 2', 'story done'])
    expect((await get(`backlog_items/${id('epic')}`, team.stranger)).status).toBe(403)
    expect((await get('backlog_items/999999')).status).toBe(404)
  })

  it('are closed to an access key that is limited to another project', async () => {
    const elsewhere = (await givenProject(crocus, 'elsewhere', { as: team.owner })).id
    const key = (projects: number[]) => givenAccessKey(crocus, team.owner, { projects, scopes: ['read:rest'] })
    const [limited, own] = [await key([elsewhere]), await key([project.id])]
    const uris = [
      ...['', '/milestones', '/siblings', '/content', '/backlog'].map(part => `milestones/${id('release')}${part}`),
      ...['', '/children'].map(part => `backlog_items/${id('epic')}${part}`),
      ...['milestones', 'backlog'].map(list => `projects/${project.id}/${list}`),
      `v2/projects/${project.id}/backlog`,
    ]
    for (const uri of uris) {
      const statusBy = async (identifier: string) =>
        (await crocus.request('GET', `/api/${uri}`, { headers: { 'x-auth-accesskey': identifier } })).status
      expect([uri, await statusBy(own), await statusBy(limited)]).toEqual([uri, 200, 403])
    }
  })

  it('hide what the reader may not see from lists, counts and sizes', async () => {
    const restrict = (name: string, groups: string | null) =>
      sql`update artifact set granted_group_ids = ${groups}::bigint[] where id = ${id(name)}`.execute(crocus.db.kysely)
    for (const name of ['story 3', 'sprint', 'epic']) await restrict(name, '{4}')
    expect((await get(`milestones/${id('release')}`)).json()).toMatchObject({ status_count: { open: 0, closed: 0 } })
    for (const list of ['content', 'backlog', 'backlog?include=planned_and_not_planned'])
      expect(await labels(`milestones/${id('release')}/${list}`)).toEqual([])
    expect(await labels(`milestones/${id('release')}/milestones`)).toEqual(['sprint after'])
    expect(await labels(`milestones/${id('sprint after')}/siblings`)).toEqual([])
    expect((await get(`milestones/${id('sprint')}`)).status).toBe(403)
    expect((await get(`backlog_items/${id('story 1')}`)).json()).toMatchObject({ parent: null })
    expect(await labels(`milestones/${id('release')}/content`, team.owner)).toEqual(['story 3', 'epic'])
    for (const name of ['story 3', 'sprint', 'epic']) await restrict(name, null)
  })
})
