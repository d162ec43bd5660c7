import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { testApp, type TestApp } from '../../../test/harness/app.ts'
import { FIRST_ADMINISTRATOR_ID } from '../users/index.ts'
import { createSampleProjectModule } from './sample-project.module.ts'
import { givenAccount, type Account } from '../../../test/harness/fixture.ts'

const PATH = '/api/site/sample_project'

let crocus: TestApp
let ann: Account

beforeEach(async () => {
  crocus = await testApp()
  ann = await givenAccount(crocus, 'ann')
}, 60_000)

const count = async (table: string): Promise<number> => {
  const { rows } = await sql<{ count: number }>`select count(*)::int count from ${sql.table(table)}`.execute(
    crocus.db.kysely,
  )
  return rows[0]?.count ?? 0
}
interface Made {
  id: number
  shortname: string
  artifacts: number
  has_repository: boolean
}
const make = async (): Promise<Made> => {
  const response = await crocus.request('POST', PATH, { as: crocus.admin })
  expect([response.status, response.status === 201 ? '' : response.text]).toEqual([201, ''])
  return response.json<Made>()
}
const get = async <T>(path: string, as = crocus.admin): Promise<T> => {
  const response = await crocus.request('GET', path, { as })
  expect([path, response.status]).toEqual([path, 200])
  return response.json<T>()
}

describe('the sample project', () => {
  it('is for site administrators only', async () => {
    for (const method of ['GET', 'POST', 'DELETE']) {
      expect((await crocus.request(method, PATH)).status).toBe(401)
      expect((await crocus.request(method, PATH, { as: ann.as })).status).toBe(403)
    }
    expect(await count('sample_project')).toBe(0)
  })

  it('is a team at work: artifacts with history, mentions that resolve, files, work of the caller', async () => {
    expect(await get(PATH)).toEqual({ can_be_created: true, project_id: null, shortname: null })
    const began = performance.now()
    const made = await make()
    expect(performance.now() - began).toBeLessThan(10_000)
    await crocus.work()
    expect(made).toMatchObject({
      shortname: 'waymark',
      artifacts: 155,
      has_repository: crocus.app.modules.svn.isInstalled(),
    })
    expect(await get(PATH)).toEqual({ can_be_created: false, project_id: made.id, shortname: 'waymark' })
    expect(await count('artifact')).toBe(155)
    expect(await count('file')).toBe(9)

    const trackers = await get<{ id: number; item_name: string }[]>(`/api/projects/${made.id}/trackers`)
    expect(trackers.map(each => each.item_name).sort()).toEqual(['bug', 'sprint', 'story', 'task'])
    const own = await crocus.request('GET', '/api/users/self/artifacts?query=%7B%22assigned_to%22%3Atrue%7D', {
      as: crocus.admin,
    })
    expect(Number(own.headers['x-pagination-size'])).toBeGreaterThanOrEqual(8)
    const { rows } = await sql<{ children: number; mentions: number; future: number; newest: Date; broken: number }>`
      select (select count(*)::int from artifact_link where type = '_is_child') children,
        (select count(*)::int from cross_reference) mentions,
        (select count(*)::int from changeset where submitted_on > ${crocus.clock.now()}) future,
        (select max(updated_on) from artifact) newest,
        (select count(*)::int from changeset where comment_body ~ '[{][@stb]') broken`.execute(crocus.db.kysely)
    const figures = rows[0]
    expect(figures).toMatchObject({ children: 72, future: 0, broken: 0 })
    expect(figures?.mentions).toBeGreaterThan(70)
    expect(crocus.clock.now().getTime() - (figures?.newest.getTime() ?? 0)).toBeLessThan(12 * 3_600_000)
    expect(crocus.mails).toEqual([])
  }, 60_000)

  it('plans its stories in sprints: three are done, one is full, one comes next', async () => {
    const { id } = await make()
    interface Milestone {
      readonly id: number
      readonly label: string
      readonly semantic_status: string
      readonly capacity: number
      readonly remaining_effort: number
      readonly burndown_uri: string | null
    }
    const milestones = await get<Milestone[]>(`/api/projects/${id}/milestones`)
    expect(milestones.map(({ label, semantic_status }) => [label, semantic_status])).toEqual([
      ['Sprint 14', 'closed'],
      ['Sprint 15', 'closed'],
      ['Sprint 16', 'closed'],
      ['Sprint 17', 'open'],
      ['Sprint 18', 'open'],
    ])
    interface Item {
      readonly initial_effort: number
      readonly status: string
    }
    const contents = await Promise.all(milestones.map(each => get<Item[]>(`/api/milestones/${each.id}/content`)))
    expect(contents.map(items => items.reduce((sum, item) => sum + item.initial_effort, 0))).toEqual([
      13, 21, 24, 34, 26,
    ])
    expect(
      contents
        .slice(0, 3)
        .flat()
        .filter(item => item.status === 'Open'),
    ).toEqual([])
    const current = milestones[3]
    const { points } = await get<{ points: number[] }>(`/api/${current?.burndown_uri ?? ''}`)
    expect([points[0], points.at(-1)]).toEqual([expect.any(Number), current?.remaining_effort])
    expect(points[0]).toBeGreaterThan(points.at(-1) ?? 0)
    expect(await get<Item[]>(`/api/projects/${id}/backlog?limit=50`)).toHaveLength(9)
    const columns = await get<{ label: string }[]>(`/api/taskboard/${current?.id}/columns`)
    expect(columns.map(({ label }) => label)).toEqual(['To do', 'In progress', 'Review', 'Done'])
  }, 60_000)

  it('has a kanban of its bugs, with a limit, and a roadmap of its stories', async () => {
    const { id } = await make()
    interface Kanban {
      readonly label: string
      readonly columns: readonly { readonly label: string; readonly limit: number | null }[]
    }
    const kanbans = await get<Kanban[]>(`/api/projects/${id}/kanbans`)
    expect(kanbans.map(({ label, columns }) => [label, columns.map(column => [column.label, column.limit])])).toEqual([
      [
        'Bugs',
        [
          ['New', null],
          ['Confirmed', null],
          ['In progress', 6],
          ['In review', null],
        ],
      ],
    ])
    const [roadmap] = await get<{ id: number }[]>(`/api/projects/${id}/roadmaps`)
    expect((await get<object[]>(`/api/roadmaps/${roadmap?.id}/tasks`)).length).toBeGreaterThan(10)
    expect(await get<object[]>(`/api/roadmaps/${roadmap?.id}/iterations?level=1`)).toHaveLength(5)
  }, 60_000)

  it('has accounts that cannot sign in', async () => {
    await make()
    const { rows } = await sql<{ password_hash: string | null; email: string; status: string }>`
      select password_hash, email, status from users where login like '%.%'`.execute(crocus.db.kysely)
    expect(rows).toEqual(Array.from({ length: 5 }, () => ({ password_hash: null, email: '', status: 'A' })))
    const response = await crocus.request('GET', '/api/users/self', { as: ['amara.okafor', ''] })
    expect(response.status).toBe(401)
  }, 60_000)

  it('has ten commits, in the names of the team, that mention artifacts', async () => {
    if (!crocus.app.modules.svn.isInstalled()) return
    const { id } = await make()
    await crocus.work()
    const { rows } = await sql<{ revisions: number; strangers: number; mentioned: number }>`
      select count(*)::int revisions, count(*) filter (where author_id is null)::int strangers,
        (select count(distinct revision)::int from svn_revision_reference) mentioned
      from svn_revision v join svn_repository r on r.id = v.repository_id
      where r.project_id = ${id} and v.revision > 0`.execute(crocus.db.kysely)
    expect(rows[0]).toEqual({ revisions: 10, strangers: 0, mentioned: 10 })
  }, 60_000)

  it('comes without a repository where Subversion is not installed', async () => {
    const { svn, ...modules } = crocus.app.modules
    const without = createSampleProjectModule({
      ...modules,
      db: crocus.db,
      clock: crocus.clock,
      svn: { ...svn, isInstalled: () => false },
    })
    expect(await without.create(FIRST_ADMINISTRATOR_ID)).toMatchObject({ artifacts: 155, hasRepository: false })
    expect(await count('svn_repository')).toBe(0)
    expect(await count('kept_section')).toBe(0)
    expect(await without.remove({ userId: null, means: 'command' })).toEqual({ erasedAccounts: 5, keptAccounts: 0 })
  }, 60_000)

  it('exists once, and takes free names', async () => {
    await givenAccount(crocus, 'amara.okafor')
    await givenAccount(crocus, 'waymark')
    expect(await make()).toMatchObject({ shortname: 'waymark-2' })
    expect((await crocus.request('POST', PATH, { as: crocus.admin })).status).toBe(409)
    expect(await crocus.app.modules.users.findByLogin('amara.okafor-2')).toBeDefined()
    expect(await count('artifact')).toBe(155)
  }, 60_000)

  it('goes without a trace, keeps accounts that somebody has used, and can be made again', async () => {
    const tables = ['project', 'tracker', 'artifact', 'changeset', 'artifact_index', 'artifact_text', 'artifact_link']
    const counts = () =>
      Promise.all([...tables, 'file', 'svn_repository', 'report', 'form_element', 'sample_project'].map(count))
    const before = await counts()
    const accounts = await count('users')
    const { id } = await make()
    await crocus.work()
    const trackers = await get<{ id: number }[]>(`/api/projects/${id}/trackers`)
    await crocus.app.modules.users.setPassword(
      (await crocus.app.modules.users.findByLogin('hanna.lindgren'))?.id ?? 0,
      'a password of hers',
      { userId: null, means: 'command' },
    )
    const removed = await crocus.request('DELETE', PATH, { as: crocus.admin })
    expect([removed.status, removed.json()]).toEqual([200, { erased_accounts: 4, kept_accounts: 1 }])
    expect(await counts()).toEqual(before)
    expect(await count('users')).toBe(accounts + 1)
    expect((await crocus.request('GET', `/api/projects/${id}`, { as: crocus.admin })).status).toBe(404)
    expect((await crocus.request('GET', `/api/trackers/${trackers[0]?.id}`, { as: crocus.admin })).status).toBe(404)
    expect(await crocus.app.modules.users.findByLogin('amara.okafor')).toBeUndefined()
    expect((await crocus.request('DELETE', PATH, { as: crocus.admin })).status).toBe(404)
    expect(await make()).toMatchObject({ shortname: 'waymark' })
  }, 60_000)
})
