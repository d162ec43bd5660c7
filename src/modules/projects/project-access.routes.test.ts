import { beforeAll, expect, it } from 'vitest'
import { testApp, type TestApp } from '../../../test/harness/app.ts'
import { invalidate, inTransaction, statement } from '../../platform/db/db.ts'
import { hashPassword, type SitePermission, type UserStatus } from '../users/index.ts'
import type { ProjectAccess, ProjectStatus } from './model/project.ts'

// projects.md §1, tested on the routes: every kind of project × every kind of viewer × the three access modes (auth.md §1.1).

const columns = [
  'stranger',
  'member',
  'chief',
  'restricted',
  'restricted-member',
  'admin',
  'reader',
  'manager',
] as const
type Column = (typeof columns)[number]
type Viewer = Column | 'anonymous'
const viewers: readonly Viewer[] = ['anonymous', ...columns]

/** Status of a GET inside the project on a platform in restricted mode. */
const table: readonly (readonly [ProjectAccess, ProjectStatus, ...number[]])[] = [
  //                             stranger member chief restricted restricted-member admin reader manager
  ['public', 'active', /*           */ 200, 200, 200, 403, 200, 200, 200, 200],
  ['unrestricted', 'active', /*     */ 200, 200, 200, 200, 200, 200, 200, 200],
  ['private', 'active', /*          */ 403, 200, 200, 403, 200, 200, 200, 403],
  ['private-wo-restr', 'active', /* */ 403, 200, 200, 403, 404, 200, 200, 403],
  ['public', 'pending', /*          */ 404, 404, 404, 404, 404, 200, 200, 404],
  ['public', 'suspended', /*        */ 403, 403, 403, 403, 403, 200, 200, 403],
  ['public', 'deleted', /*          */ 403, 403, 403, 403, 403, 200, 200, 200],
  ['public', 'system', /*           */ 404, 404, 404, 404, 404, 200, 200, 404],
  ['public', 'archive', /*          */ 404, 404, 404, 404, 404, 404, 404, 404],
]

interface Sample {
  readonly id: number
  readonly name: string
  readonly status: ProjectStatus
  readonly groupId: number
  readonly serviceId: number
  readonly row: readonly number[]
}

const PASSWORD = 'a password of tests'
const command = { userId: null, means: 'command' } as const
const ids = new Map<string, number>()
const idOf = (login: string): number => ids.get(login) ?? 0
const samples: Sample[] = []
let t: TestApp

const query = <Row>(text: string, ...values: unknown[]): Promise<Row[]> => t.db.query(statement<Row>('', text), values)

const account = async (login: string, passwordHash: string, status: UserStatus = 'A') => {
  const user = { login, realName: login, email: `${login}@example.org`, status, passwordHash }
  ids.set(login, await inTransaction(t.db, tx => t.app.modules.users.create(tx, user, command)))
}

const grant = (login: string, permission: SitePermission) =>
  query(
    `with made as (insert into site_group (name) values ($1) returning id),
       allowed as (insert into site_group_permission select id, $1 from made)
     insert into site_group_member select id, $2 from made`,
    permission,
    idOf(login),
  )

/** Writes the states directly, because no route creates them. */
const sample = async ([access, status, ...row]: (typeof table)[number], number: number): Promise<Sample> => {
  const { projects } = t.app.modules
  const project = { shortName: `sample-${number}`, label: `Sample ${number}`, description: '', access }
  const id = await inTransaction(t.db, tx =>
    projects.createProject(tx, { ...project, creatorId: idOf('chief') }, command),
  )
  await query(
    `insert into project_member (project_id, user_id) values ($1, $2), ($1, $3)`,
    id,
    idOf('member'),
    idOf('restricted-member'),
  )
  const groupId = await inTransaction(t.db, tx =>
    projects.createUserGroup(tx, id, { name: 'watchers', description: '' }, command),
  )
  await query(`update project set status = $2 where id = $1`, id, status)
  const [service] = await query<{ id: number }>(
    `select id from project_service where project_id = $1 and short_name = 'file'`,
    id,
  )
  await inTransaction(t.db, async tx => {
    await invalidate(tx, 'project', id)
    await invalidate(tx, 'user_group', id)
    for (const userId of ids.values()) await invalidate(tx, 'membership', userId)
  })
  return { id, name: `${access}, ${status}`, status, groupId, serviceId: service?.id ?? 0, row }
}

const modes = ['anonymous', 'regular', 'restricted'] as const
type Mode = (typeof modes)[number]
const setMode = (mode: Mode) => t.app.modules.settings.set('access_mode', mode, { actorId: null, means: 'command' })

/** The table for another mode: "restricted" has a meaning in restricted mode only, and only one mode lets anonymous callers in. */
const statusOf = (viewer: Viewer, { row }: Sample, mode: Mode): number => {
  if (viewer === 'anonymous') return mode === 'anonymous' ? (row[columns.indexOf('stranger')] ?? 0) : 401
  const same = { restricted: 'stranger', 'restricted-member': 'member' } as const
  const column = mode !== 'restricted' && viewer in same ? same[viewer as keyof typeof same] : viewer
  return row[columns.indexOf(column)] ?? 0
}

type ExpectedStatus = (viewer: Viewer, project: Sample, mode: Mode) => number
interface Call {
  readonly method: string
  readonly path: (project: Sample) => string
  readonly json?: (project: Sample) => unknown
  readonly expected: ExpectedStatus
}

const protectedRoute =
  (expected: ExpectedStatus): ExpectedStatus =>
  (viewer, project, mode) =>
    viewer === 'anonymous' ? 401 : expected(viewer, project, mode)

/** §6: a hidden project is unknown on these routes; a suspended project stays 403. */
const hidden: ExpectedStatus = (viewer, project, mode) => {
  const status = statusOf(viewer, project, mode)
  return status === 403 && project.status !== 'suspended' ? 404 : status
}
const forAdministrators: ExpectedStatus = (viewer, project, mode) => {
  const status = hidden(viewer, project, mode)
  return status === 200 && !['chief', 'admin', 'reader'].includes(viewer) ? 403 : status
}
/** A read-only administrator counts as an ordinary account here. Nobody writes into projects that are suspended or deleted (§9). */
const writing =
  (done: number): ExpectedStatus =>
  (viewer, project, mode) => {
    const status = statusOf(viewer === 'reader' ? 'stranger' : viewer, project, mode)
    if (status !== 200) return status
    if (viewer !== 'chief' && viewer !== 'admin') return 403
    return project.status === 'active' || project.status === 'system' ? done : 403
  }

const calls: readonly Call[] = [
  {
    method: 'GET',
    path: ({ id }) => `/projects/${id}`,
    // §5: a manager of projects reads all of them.
    expected: (viewer, project, mode) =>
      viewer === 'manager' && project.status !== 'archive' ? 200 : statusOf(viewer, project, mode),
  },
  ...[
    'backlog',
    'docman_metadata',
    'docman_service',
    'git',
    'labels',
    'milestones',
    'phpwiki',
    'plannings',
    'project_services',
    'trackers',
    'user_groups',
  ].map(name => ({ method: 'GET', path: ({ id }: Sample) => `/projects/${id}/${name}`, expected: statusOf })),
  { method: 'GET', path: ({ id }) => `/user_groups/${id}_3`, expected: hidden },
  { method: 'GET', path: ({ groupId }) => `/user_groups/${groupId}`, expected: hidden },
  { method: 'GET', path: ({ id, groupId }) => `/user_groups/${id}_${groupId}`, expected: hidden },
  { method: 'GET', path: ({ id }) => `/user_groups/${id}_3/users`, expected: protectedRoute(forAdministrators) },
  {
    method: 'GET',
    path: ({ groupId }) => `/user_groups/${groupId}/users`,
    expected: protectedRoute(forAdministrators),
  },
  {
    method: 'PUT',
    path: ({ groupId }) => `/user_groups/${groupId}/users`,
    json: () => [],
    expected: protectedRoute(writing(200)),
  },
  {
    // §6: the route refuses before it reads the references.
    method: 'PUT',
    path: ({ id }) => `/user_groups/${id}_3/users`,
    json: () => ['nobody'],
    expected: protectedRoute(writing(400)),
  },
  {
    method: 'POST',
    path: () => '/user_groups',
    json: ({ id }) => ({ project_id: id, short_name: 'no name' }),
    expected: protectedRoute(writing(400)),
  },
  {
    method: 'PUT',
    path: ({ serviceId }) => `/project_services/${serviceId}`,
    json: () => ({ is_enabled: false }),
    expected: writing(200),
  },
  {
    method: 'PUT',
    path: ({ id }) => `/projects/${id}/header_background`,
    json: () => ({ identifier: 'green-leaf' }),
    expected: protectedRoute(writing(200)),
  },
  {
    method: 'PATCH',
    path: ({ id }) => `/projects/${id}`,
    json: () => ({ status: 'deleted' }),
    expected: (viewer, _project, mode) => (viewer === 'anonymous' && mode !== 'anonymous' ? 401 : 400),
  },
]

beforeAll(async () => {
  t = await testApp()
  const passwordHash = await hashPassword(PASSWORD)
  for (const login of ['stranger', 'member', 'chief', 'reader', 'manager']) await account(login, passwordHash)
  for (const login of ['restricted', 'restricted-member']) await account(login, passwordHash, 'R')
  await grant('reader', 'rest_read_only_admin')
  await grant('manager', 'rest_project_management')
  for (const [index, row] of table.entries()) samples.push(await sample(row, index + 1))
})

const credentials = (viewer: Viewer) =>
  viewer === 'anonymous' ? {} : { as: viewer === 'admin' ? t.admin : ([viewer, PASSWORD] as const) }

it.each(modes)('each route answers each viewer by the table of §1 in %s mode', async mode => {
  await setMode(mode)
  const wrong: string[] = []
  for (const { method, path, json, expected } of calls) {
    for (const project of samples) {
      for (const viewer of viewers) {
        const request = { ...credentials(viewer), ...(json && { json: json(project) }) }
        const { status } = await t.request(method, `/api${path(project)}`, request)
        const due = expected(viewer, project, mode)
        if (status !== due) wrong.push(`${method} ${path(project)} (${project.name}) ${viewer}: ${status}, not ${due}`)
      }
    }
  }
  expect(wrong).toEqual([])
})

it.each(modes)('the list of projects holds what the viewer may read, in %s mode (§4)', async mode => {
  await setMode(mode)
  for (const viewer of viewers) {
    const response = await t.request('GET', '/api/projects?limit=50', credentials(viewer))
    if (viewer === 'anonymous' && mode !== 'anonymous') {
      expect(response.status).toBe(401)
      continue
    }
    const readable = samples.filter(each => each.status === 'active' && statusOf(viewer, each, mode) === 200)
    expect([viewer, response.json<{ id: number }[]>().map(project => project.id)]).toEqual([
      viewer,
      readable.map(project => project.id),
    ])
  }
})
