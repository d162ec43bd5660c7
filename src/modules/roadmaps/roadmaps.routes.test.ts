import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, type TestApp } from '../../../test/harness/app.ts'
import { createTrackersOf } from '../../../test/harness/trackers.ts'
import { readProject, type Credentials } from '../../../test/harness/fixture.ts'
import { aTaskTracker, givenRoadmapTeam, type RoadmapTeam } from '../../../test/harness/roadmap.ts'
import type { RoadmapRepresentation, RoadmapTaskRepresentation } from './roadmaps.schema.ts'

let crocus: TestApp
let team: RoadmapTeam

beforeAll(async () => {
  crocus = await testApp()
  team = await givenRoadmapTeam(crocus)
})

const get = (uri: string, as: Credentials = team.member) => crocus.request('GET', `/api/${uri}`, { as })
const idOf = (tracker: string): number => team.project.tracker(tracker).id
const bodyOf = (trackers: readonly string[], rest: object = {}) => ({
  title: 'Plan',
  tracker_ids: trackers.map(idOf),
  ...rest,
})
const make = async (trackers: readonly string[], rest: object = {}): Promise<number> => {
  const made = await crocus.request('POST', `/api/projects/${team.project.id}/roadmaps`, {
    as: team.owner,
    json: bodyOf(trackers, rest),
  })
  expect([made.status, made.status === 201 ? '' : made.text]).toEqual([201, ''])
  return made.json<{ id: number }>().id
}
const tasks = async (uri: string, as?: Credentials): Promise<RoadmapTaskRepresentation[]> => {
  const listed = await get(uri, as)
  expect([listed.status, listed.status === 200 ? '' : listed.text]).toEqual([200, ''])
  const found = listed.json<RoadmapTaskRepresentation[]>()
  if (!uri.includes('limit=')) expect(listed.headers['x-pagination-size']).toBe(String(found.length))
  return found
}
const titles = async (uri: string, as?: Credentials): Promise<string[]> =>
  (await tasks(uri, as)).map(({ title }) => title)

describe('GET /roadmaps/{id}/tasks (agile.md §8.1)', () => {
  it('answers tasks by id, with all members', async () => {
    const other = await team.make('after', 'epic')
    const id = await team.make('whole', 'epic', {
      start: '2026-03-02',
      end: '2026-03-20',
      links: [[other]],
    })
    const roadmap = await make(['epic', 'plain'])
    const found = await tasks(`roadmaps/${roadmap}/tasks`)
    expect(found.map(task => task.id)).toEqual([other, id])
    expect(found[1]).toEqual({
      id,
      xref: `epic #${id}`,
      html_url: `/plugins/tracker/?aid=${id}`,
      title: 'whole',
      color_name: 'deep-blue',
      progress: null,
      progress_error_message: '',
      start: expect.stringMatching(/^2026-03-02T00:00:00[+-]\d\d:\d\d$/) as unknown,
      end: expect.stringMatching(/^2026-03-20T00:00:00[+-]\d\d:\d\d$/) as unknown,
      are_dates_implied: false,
      is_open: true,
      time_period_error_message: '',
      dependencies: { '': [other] },
      subtasks_uri: `roadmap_tasks/${id}/subtasks`,
      project: { id: team.project.id, uri: `projects/${team.project.id}`, label: 'The works', icon: '' },
    })
    expect(found[0]).toMatchObject({ start: null, end: null, dependencies: [] })
  })

  it('takes pages of full length, whose size counts what the caller sees', async () => {
    const roadmap = await make(['sprint'])
    for (const title of ['one', 'two', 'three']) await team.make(title, 'sprint')
    const answer = await get(`roadmaps/${roadmap}/tasks?limit=1&offset=1`)
    expect(answer.json<{ title: string }[]>().map(({ title }) => title)).toEqual(['two'])
    expect([answer.headers['x-pagination-size'], answer.headers['x-pagination-limit-max']]).toEqual(['3', '100'])
    const none = await get(`roadmaps/${roadmap}/tasks?limit=0`)
    expect([none.text, none.headers['x-pagination-size']]).toEqual(['[]', '3'])
    const whole = await get(`roadmaps/${roadmap}/tasks`)
    expect(whole.headers['x-pagination-limit']).toBe('100')
    expect((await get(`roadmaps/${roadmap}/tasks?limit=101`)).status).toBe(400)
    const options = await crocus.request('OPTIONS', `/api/roadmaps/${roadmap}/tasks`, {})
    expect([options.status, options.headers['allow'], options.text]).toEqual([200, 'OPTIONS, GET', ''])
  })

  it('counts children or efforts as progress, and says why efforts give none', async () => {
    const closed = await team.make('closed child', 'work', { isDone: true })
    const open = await team.make('open child', 'work')
    const hidden = await team.make('hidden child', 'secret', { isDone: true })
    const epic = await team.make('half', 'epic', {
      links: [closed, open, hidden].map(id => [id, '_is_child'] as const),
    })
    const efforts = {
      quarter: await team.make('quarter', 'work', { total: 8, remaining: 6 }),
      above: await team.make('above', 'work', { total: 8, remaining: 9 }),
      nothing: await team.make('nothing', 'work', { total: 0, remaining: 0 }),
      unknown: await team.make('unknown', 'work', { total: 8 }),
    }
    const found = new Map(
      (await tasks(`roadmaps/${await make(['epic', 'work'])}/tasks`)).map(task => [
        task.id,
        [task.progress, task.progress_error_message],
      ]),
    )
    expect(found.get(epic)).toEqual([0.5, ''])
    expect(found.get(efforts.quarter)).toEqual([0.25, ''])
    expect(found.get(efforts.above)).toEqual([null, 'The remaining effort is above the total effort'])
    expect(found.get(efforts.nothing)).toEqual([null, 'The total effort is not above 0'])
    expect(found.get(efforts.unknown)).toEqual([null, ''])
  })

  it('leaves out children of visible tasks of its trackers, and lists them below their parent', async () => {
    const child = await team.make('child', 'work')
    const plain = await team.make('plain child', 'plain')
    const parent = await team.make('parent', 'epic', {
      links: [
        [child, '_is_child'],
        [plain, '_is_child'],
      ],
    })
    const orphan = await team.make('orphan for some', 'work')
    await team.make('hidden parent', 'secret', { links: [[orphan, '_is_child']] })
    const roadmap = await make(['epic', 'work', 'secret'])
    const seen = await titles(`roadmaps/${roadmap}/tasks`)
    expect(seen).toContain('orphan for some')
    expect(seen).not.toContain('child')
    expect(seen).not.toContain('hidden parent')
    const asOwner = await titles(`roadmaps/${roadmap}/tasks`, team.owner)
    expect(asOwner).not.toContain('orphan for some')
    expect(asOwner).toContain('hidden parent')
    expect(await titles(`roadmaps/${await make(['work'])}/tasks`)).toContain('child')
    expect(await titles(`roadmap_tasks/${parent}/subtasks`)).toEqual(['child'])
  })

  it('leaves out tasks that were closed more than a year ago, and closed ones that ended so long ago', async () => {
    const now = crocus.clock.now()
    const day = (days: number) => new Date(now.getTime() + days * 86_400_000).toISOString().slice(0, 10)
    await team.make('long closed', 'epic', { isDone: true, end: day(0) })
    const reopened = await team.make('closed again', 'epic', { isDone: true })
    await team.make('long open', 'epic', { start: day(-800), end: day(-700) })
    crocus.clock.advance(360 * 86_400_000)
    const edit = async (id: number, given: object) => {
      const answer = await crocus.request('PUT', `/api/artifacts/${id}`, {
        as: team.owner,
        json: { values: team.values('epic', given) },
      })
      expect(answer.status, answer.text).toBe(200)
    }
    await edit(reopened, { isDone: false })
    await edit(reopened, { isDone: true })
    crocus.clock.advance(10 * 86_400_000)
    await team.make('ended long ago', 'epic', { isDone: true, start: day(-800), end: day(0) })
    await team.make('ended of late', 'epic', { isDone: true, start: day(-800), end: day(10) })
    const seen = await titles(`roadmaps/${await make(['epic'])}/tasks`)
    expect(seen).toEqual(expect.arrayContaining(['closed again', 'long open', 'ended of late']))
    expect(seen).not.toContain('long closed')
    expect(seen).not.toContain('ended long ago')
  })

  it('filters by a public report', async () => {
    const tracker = team.project.tracker('work')
    const report = async (is_public: boolean) => {
      const json = { tracker: { id: tracker.id }, label: 'Some', is_public, expert_query: "title = 'quarter'" }
      const made = await crocus.request('POST', '/api/tracker_reports', { as: team.owner, json })
      expect(made.status, made.text).toBe(201)
      return made.json<{ id: number }>().id
    }
    const report_id = await report(true)
    const roadmap = await make(['work'], { report_id })
    expect(await titles(`roadmaps/${roadmap}/tasks`)).toEqual(['quarter'])
    expect((await get(`roadmaps/${roadmap}`)).json<RoadmapRepresentation>().report).toEqual({
      id: report_id,
      uri: `tracker_reports/${report_id}`,
      label: 'Some',
    })
    for (const refused of [
      bodyOf(['work'], { report_id: await report(false) }),
      bodyOf(['work', 'epic'], { report_id }),
    ]) {
      const uri = `/api/projects/${team.project.id}/roadmaps`
      expect((await crocus.request('POST', uri, { as: team.owner, json: refused })).status).toBe(400)
    }
    expect((await crocus.request('DELETE', `/api/tracker_reports/${report_id}`, { as: team.owner })).status).toBe(204)
    expect((await titles(`roadmaps/${roadmap}/tasks`)).length).toBeGreaterThan(1)
  })

  it('names dependencies by type, to artifacts that the caller sees and that can be tasks', async () => {
    const [secret, plain] = [await team.make('secret end', 'secret'), await team.make('plain end', 'plain')]
    const end = await team.make('end', 'sprint')
    const id = await team.make('waiting', 'epic', {
      links: [[secret], [plain], [end], [await team.make('part', 'epic'), '_is_child']],
    })
    const dependenciesFor = async (as: Credentials) =>
      (await tasks(`roadmaps/${await make(['epic'])}/tasks`, as)).find(task => task.id === id)?.dependencies
    expect(await dependenciesFor(team.member)).toMatchObject({ '': [end] })
    expect(await dependenciesFor(team.owner)).toMatchObject({ '': [secret, end] })
  })

  it('takes the dates of a linking artifact where the timeframe is inherited', async () => {
    const id = await team.make('heir', 'heir')
    await team.make('source', 'sprint', { start: '2027-03-01', days: 4, links: [[id]] })
    await team.make('hidden source', 'secret', { links: [[id]] })
    await team.make('poor heir', 'heir')
    const [task, poor] = await tasks(`roadmaps/${await make(['heir'])}/tasks`)
    expect(poor).toMatchObject({ start: null, time_period_error_message: 'No artifact that you see gives it dates' })
    expect(task).toMatchObject({ are_dates_implied: true, time_period_error_message: '' })
    expect([task?.start?.slice(0, 10), task?.end?.slice(0, 10)]).toEqual(['2027-03-01', '2027-03-05'])
  })

  it('refuses a roadmap without readable title or timeframe, in words', async () => {
    const answer = await get(`roadmaps/${await make(['plain'])}/tasks`)
    expect(answer.status).toBe(400)
    expect(answer.text).toContain('No tracker of the roadmap has a timeframe that you may read')
  })

  it('takes as many statements for many tasks as for few', async () => {
    const roadmap = await make(['epic', 'work'])
    const tripsOf = async () => {
      await tasks(`roadmaps/${roadmap}/tasks`)
      const before = crocus.db.roundTrips()
      await tasks(`roadmaps/${roadmap}/tasks`)
      return crocus.db.roundTrips() - before
    }
    const few = await tripsOf()
    for (let index = 0; index < 10; index++) {
      const child = await team.make(`part ${index}`, 'work', { total: 4, remaining: 1 })
      await team.make(`epic ${index}`, 'epic', { isDone: index % 2 === 0, links: [[child, '_is_child'], [child]] })
    }
    expect(await tripsOf()).toBeLessThanOrEqual(few)
    expect(few).toBeLessThanOrEqual(12)
  })
})

describe('access (agile.md §2)', () => {
  it('does not tell a roadmap of hidden trackers from an unknown one', async () => {
    const hidden = await make(['secret'])
    for (const path of ['', '/tasks', '/iterations?level=1']) {
      const unknown = await get(`roadmaps/999999${path}`)
      const answer = await get(`roadmaps/${hidden}${path}`)
      expect([answer.status, answer.text]).toEqual([404, unknown.text])
    }
    expect((await get(`roadmaps/${hidden}`, team.owner)).status).toBe(200)
    expect((await get(`projects/${team.project.id}/roadmaps?limit=100`)).text).not.toContain(`"roadmaps/${hidden}"`)
    expect((await get(`roadmaps/99999999999999999999/tasks`)).status).toBe(404)
  })

  it('refuses a hidden project, and answers 404 for hidden tasks', async () => {
    await createTrackersOf(crocus, aTaskTracker(team.hiddenProjectId, 'far'))
    const far = (await readProject(crocus, team.hiddenProjectId, team.owner)).tracker('far')
    const made = await crocus.request('POST', `/api/projects/${team.hiddenProjectId}/roadmaps`, {
      as: team.owner,
      json: { title: 'Far', tracker_ids: [far.id] },
    })
    const { id } = made.json<{ id: number }>()
    expect((await get(`roadmaps/${id}/tasks`, team.owner)).status).toBe(200)
    expect((await get(`roadmaps/${id}/tasks`)).status).toBe(403)
    const hidden = await team.make('unseen', 'secret')
    const unknown = await get('roadmap_tasks/999999/subtasks')
    const answer = await get(`roadmap_tasks/${hidden}/subtasks`)
    expect([answer.status, answer.text]).toEqual([404, unknown.text])
  })
})

describe('GET /roadmaps/{id}/iterations (agile.md §8.1)', () => {
  it('lists iterations with a title and a period, by id', async () => {
    const roadmap = await make(['epic'], {
      level_1_tracker_id: idOf('epic'),
      level_2_tracker_id: idOf('sprint'),
      default_time_scale: 'week',
    })
    const id = await team.make('Sprint 1', 'sprint', { start: '2027-02-01', days: 9 })
    await team.make('no days', 'sprint', { start: '2027-02-01' })
    await team.make('backwards', 'epic', { start: '2027-02-10', end: '2027-02-01' })
    const answer = await get(`roadmaps/${roadmap}/iterations?level=2`)
    const found = answer.json<{ id: number; start: string; end: string; title: string }[]>()
    expect(answer.headers['x-pagination-size']).toBe(String(found.length))
    expect(found.find(one => one.id === id)).toEqual({
      id,
      html_url: `/plugins/tracker/?aid=${id}`,
      title: 'Sprint 1',
      start: expect.stringMatching(/^2027-02-01T/) as unknown,
      end: expect.stringMatching(/^2027-02-12T/) as unknown,
    })
    expect(found.map(({ title }) => title)).not.toContain('no days')
    expect((await get(`roadmaps/${roadmap}/iterations?level=1`)).text).not.toContain('backwards')
    for (const query of ['', '?level=3', '?level=x', '?level=1&limit=101'])
      expect((await get(`roadmaps/${roadmap}/iterations${query}`)).status).toBe(400)
  })

  it('refuses a level without a tracker, with a hidden one or one without timeframe', async () => {
    const roadmap = await make(['epic'], { level_1_tracker_id: idOf('secret'), level_2_tracker_id: idOf('plain') })
    const none = await make(['epic'])
    const hidden = await get(`roadmaps/${roadmap}/iterations?level=1`)
    expect([hidden.status, hidden.text]).toEqual([400, (await get(`roadmaps/${none}/iterations?level=1`)).text])
    expect((await get(`roadmaps/${roadmap}/iterations?level=2`)).status).toBe(400)
    expect((await get(`roadmaps/${roadmap}`)).json<RoadmapRepresentation>().level_1_tracker).toBeNull()
  })
})

describe('making, changing and deleting (agile.md §8.4)', () => {
  const send = (method: 'POST' | 'PUT' | 'DELETE', uri: string, as: Credentials, json?: object, etag?: string) =>
    crocus.request(method, `/api/${uri}`, { as, ...(json && { json }), headers: etag ? { 'If-Match': etag } : {} })

  it('is for administrators, with the version that was read', async () => {
    const uri = `projects/${team.project.id}/roadmaps`
    expect((await send('POST', uri, team.member, bodyOf(['epic']))).status).toBe(403)
    const id = await make(['epic'], { title: 'First' })
    const read = await get(`roadmaps/${id}`, team.owner)
    const etag = String(read.headers['etag'])
    expect((await get(`roadmaps/${id}`)).headers['etag']).toBeUndefined()
    expect((await send('PUT', `roadmaps/${id}`, team.member, bodyOf(['work']), etag)).status).toBe(403)
    const changed = await send('PUT', `roadmaps/${id}`, team.owner, bodyOf(['work'], { title: 'Second' }), etag)
    expect(changed.json()).toMatchObject({ id, title: 'Second', trackers: [{ id: idOf('work') }] })
    expect((await send('PUT', `roadmaps/${id}`, team.owner, bodyOf(['epic']), etag)).status).toBe(412)
    expect((await send('DELETE', `roadmaps/${id}`, team.owner, undefined, etag)).status).toBe(412)
    expect((await send('DELETE', `roadmaps/${id}`, team.member)).status).toBe(403)
    const events = await crocus.request('GET', `/api/projects/${team.project.id}/roadmaps`, { as: team.member })
    expect(events.text).toContain('Second')
    const last = await send('DELETE', `roadmaps/${id}`, team.owner, undefined, String(changed.headers['etag']))
    expect([last.status, last.text]).toEqual([204, ''])
    expect((await get(`roadmaps/${id}`, team.owner)).status).toBe(404)
  })

  it.each([
    ['no title', { title: ' ' }],
    ['no tracker', { tracker_ids: [] }],
    ['a foreign tracker', { tracker_ids: [999_999] }],
    ['a foreign tracker of iterations', { level_1_tracker_id: 999_999 }],
    ['an unknown report', { report_id: 999_999 }],
    ['an unknown scale', { default_time_scale: 'day' }],
  ])('refuses %s', async (_name, rest) => {
    const uri = `projects/${team.project.id}/roadmaps`
    expect((await send('POST', uri, team.owner, bodyOf(['epic'], rest))).status).toBe(400)
  })
})
