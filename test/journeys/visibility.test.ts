import { beforeAll, describe, expect, it } from 'vitest'
import { inTransaction } from '../../src/platform/db/db.ts'
import { testApp, type TestApp } from '../harness/app.ts'
import { givenAccount, givenArtifact, givenProject, type Credentials, type FixtureProject } from '../harness/fixture.ts'

// The visibility of projects, trackers and artifacts: the tables of projects.md §1, trackers.md §1 and artifacts.md §1.1, case by case.

const kinds = ['public', 'unrestricted', 'private', 'private-wo-restr', 'suspended', 'deleted'] as const
type Kind = (typeof kinds)[number]
type Person =
  | 'outsider'
  | 'member'
  | 'restricted outsider'
  | 'restricted member'
  | 'project administrator'
  | 'site administrator'
  | 'read-only administrator'
  | 'project manager'

interface VisibilityCase {
  readonly project: FixtureProject
  readonly trackerId: number
  readonly artifactId: number
}

const command = { userId: 101, means: 'command' } as const
let crocus: TestApp
let places: Record<Kind, VisibilityCase>
let credentials: Record<Person, Credentials>

beforeAll(async () => {
  crocus = await testApp()
  const { auth, projects, settings } = crocus.app.modules
  await settings.set('access_mode', 'restricted', { actorId: 101, means: 'command' })
  const as = async (login: string, status: 'A' | 'R' = 'A') => (await givenAccount(crocus, login, { status })).as
  credentials = {
    outsider: await as('outsider'),
    member: await as('member'),
    'restricted outsider': await as('restricted-outsider', 'R'),
    'restricted member': await as('restricted-member', 'R'),
    'project administrator': await as('keeper'),
    'site administrator': crocus.admin,
    'read-only administrator': await as('auditor'),
    'project manager': await as('manager'),
  }
  await auth.grantSitePermission('auditors', 'rest_read_only_admin', 'auditor', command)
  await auth.grantSitePermission('managers', 'rest_project_management', 'manager', command)
  const make = async (kind: Kind): Promise<VisibilityCase> => {
    const isPublic = ['public', 'unrestricted', 'suspended', 'deleted'].includes(kind)
    const allowRestricted = ['unrestricted', 'private'].includes(kind)
    const project = await givenProject(crocus, `kind-${kind}`, {
      as: credentials['project administrator'],
      isPublic,
      allowRestricted,
      members: kind === 'private-wo-restr' ? ['member'] : ['member', 'restricted-member'],
    })
    const bug = project.tracker('bug')
    const artifactId = await givenArtifact(crocus, bug, `A bug in ${kind}`, { as: credentials.member })
    return { project, trackerId: bug.id, artifactId }
  }
  places = {} as Record<Kind, VisibilityCase>
  for (const kind of kinds) places[kind] = await make(kind)
  const { suspended, deleted } = places
  const patch = await crocus.request('PATCH', `/api/projects/${suspended.project.id}`, {
    as: crocus.admin,
    json: { status: 'suspended' },
  })
  expect(patch.status).toBe(200)
  await projects.change(command, deleted.project.id, { status: 'deleted' })
}, 60_000)

/** Statuses for: the project, its trackers, a tracker, its artifacts, an artifact, and a PUT that changes nothing. */
const statusesFor = async (kind: Kind, as: Credentials | undefined): Promise<string> => {
  const { project, trackerId, artifactId } = places[kind]
  const caller = as ? { as } : {}
  const statuses: number[] = []
  for (const path of [
    `projects/${project.id}`,
    `projects/${project.id}/trackers`,
    `trackers/${trackerId}`,
    `trackers/${trackerId}/artifacts`,
    `artifacts/${artifactId}`,
  ])
    statuses.push((await crocus.request('GET', `/api/${path}`, caller)).status)
  statuses.push(
    (await crocus.request('PUT', `/api/artifacts/${artifactId}`, { ...caller, json: { values: [] } })).status,
  )
  return statuses.join(' ')
}

const all = '200 200 200 200 200 200'
const none = '403 403 403 403 403 403'
const reading = '200 200 200 200 200 403'
/** A deleted project: its trackers are unknown, its artifacts cannot be viewed (trackers.md §1, artifacts.md §1.1). */
const gone = '403 403 404 404 403 403'

const expected: Record<Kind, Partial<Record<Person, string>>> = {
  public: {
    outsider: all,
    member: all,
    'restricted outsider': none,
    'restricted member': all,
    'project administrator': all,
    'site administrator': all,
    'read-only administrator': all,
  },
  unrestricted: {
    outsider: all,
    member: all,
    'restricted outsider': all,
    'restricted member': all,
    'project administrator': all,
    'site administrator': all,
    'read-only administrator': all,
  },
  private: {
    outsider: none,
    member: all,
    'restricted outsider': none,
    'restricted member': all,
    'project administrator': all,
    'site administrator': all,
    // The rules for writes are the same as for the ordinary account.
    'read-only administrator': reading,
  },
  'private-wo-restr': {
    outsider: none,
    member: all,
    'restricted outsider': none,
    'project administrator': all,
    'site administrator': all,
    'read-only administrator': reading,
  },
  suspended: {
    outsider: none,
    member: none,
    'restricted outsider': none,
    'restricted member': none,
    'project administrator': none,
    'site administrator': reading,
    'read-only administrator': reading,
  },
  deleted: {
    outsider: gone,
    member: gone,
    'restricted outsider': gone,
    'project administrator': gone,
    'site administrator': reading,
    'read-only administrator': reading,
  },
}

describe('on a platform with restricted accounts', () => {
  it.each(kinds)('a project that is %s shows itself to whom the tables name', async kind => {
    const seen: Partial<Record<Person, string>> = {}
    for (const person of Object.keys(expected[kind]) as Person[])
      seen[person] = await statusesFor(kind, credentials[person])
    expect(seen).toEqual(expected[kind])
  })

  it('no project is open without credentials', async () => {
    for (const kind of kinds) expect(await statusesFor(kind, undefined), kind).toBe('401 401 401 401 401 401')
  })

  it('refusals of suspended and deleted projects say so', async () => {
    const message = async (path: string) =>
      (await crocus.request('GET', path, { as: credentials.outsider })).json<{ error: { message: string } }>().error
        .message
    expect(await message(`/api/projects/${places.suspended.project.id}`)).toMatch(/^Forbidden: .*suspended/)
    expect(await message(`/api/projects/${places.deleted.project.id}`)).toMatch(/^Forbidden: .*deleted/)
    expect(await message(`/api/artifacts/${places.suspended.artifactId}`)).toMatch(/^Forbidden: .*suspended/)
    // A refusal tells nothing about a hidden artifact (artifacts.md §1.1: no detail).
    expect(await message(`/api/artifacts/${places.private.artifactId}`)).toBe('Forbidden')
  })

  it('a manager of projects reads each of them (projects.md §5)', async () => {
    for (const kind of kinds) {
      const response = await crocus.request('GET', `/api/projects/${places[kind].project.id}`, {
        as: credentials['project manager'],
      })
      expect([kind, response.status]).toEqual([kind, 200])
    }
  })

  it('suspended projects take no new artifacts, from nobody', async () => {
    const bug = places.suspended.project.tracker('bug')
    const json = { tracker: { id: bug.id }, values: [{ field_id: bug.field('title'), value: 'x' }] }
    for (const person of ['member', 'project administrator', 'site administrator', 'read-only administrator'] as const)
      expect([
        person,
        (await crocus.request('POST', '/api/artifacts', { as: credentials[person], json })).status,
      ]).toEqual([person, 403])
    const deletion = await crocus.request('DELETE', `/api/artifacts/${places.suspended.artifactId}`, {
      as: crocus.admin,
    })
    expect(deletion.status).toBe(403)
  })

  it('lists show what may be seen, and no more', async () => {
    const names = async (person: Person): Promise<string[]> =>
      (await crocus.request('GET', '/api/projects?limit=50', { as: credentials[person] }))
        .json<{ shortname: string }[]>()
        .map(project => project.shortname.replace('kind-', ''))
    expect(await names('outsider')).toEqual(['public', 'unrestricted'])
    expect(await names('member')).toEqual(['public', 'unrestricted', 'private', 'private-wo-restr'])
    expect(await names('restricted outsider')).toEqual(['unrestricted'])
    expect(await names('restricted member')).toEqual(['public', 'unrestricted', 'private'])
    expect(await names('site administrator')).toEqual(['public', 'unrestricted', 'private', 'private-wo-restr'])
    expect(await names('read-only administrator')).toEqual(['public', 'unrestricted', 'private', 'private-wo-restr'])

    const query = encodeURIComponent(JSON.stringify({ id: kinds.map(kind => places[kind].artifactId) }))
    const artifacts = async (person: Person): Promise<Kind[]> => {
      const response = await crocus.request('GET', `/api/artifacts?query=${query}`, { as: credentials[person] })
      expect(response.headers['x-pagination-size']).toBe(String(kinds.length))
      const ids = response.json<{ collection: { id: number }[] }>().collection.map(artifact => artifact.id)
      return kinds.filter(kind => ids.includes(places[kind].artifactId))
    }
    expect(await artifacts('outsider')).toEqual(['public', 'unrestricted'])
    expect(await artifacts('restricted outsider')).toEqual(['unrestricted'])
    expect(await artifacts('restricted member')).toEqual(['public', 'unrestricted', 'private'])
    expect(await artifacts('member')).toEqual(['public', 'unrestricted', 'private', 'private-wo-restr'])
  })

  it('a read-only administrator reads what an administrator reads and writes as anybody (auth.md §1.2)', async () => {
    const as = credentials['read-only administrator']
    const { project, artifactId } = places.public
    const forAdministrator = await crocus.request('GET', `/api/trackers/${places.private.trackerId}`, {
      as: crocus.admin,
    })
    const forAuditor = await crocus.request('GET', `/api/trackers/${places.private.trackerId}`, { as })
    expect(forAuditor.json<{ permissions_for_groups: unknown }>().permissions_for_groups).toEqual(
      forAdministrator.json<{ permissions_for_groups: unknown }>().permissions_for_groups,
    )
    const title = project.tracker('bug').field('title')
    const write = await crocus.request('PUT', `/api/artifacts/${artifactId}`, {
      as,
      json: { values: [{ field_id: title, value: 'x' }] },
    })
    expect(write.status).toBe(400)
    expect((await crocus.request('DELETE', `/api/artifacts/${artifactId}`, { as })).status).toBe(403)
    expect(
      (await crocus.request('PATCH', `/api/projects/${project.id}`, { as, json: { status: 'suspended' } })).status,
    ).toBe(403)
    expect(
      (await crocus.request('PUT', `/api/user_groups/${project.id}_3/users`, { as, json: { user_references: [] } }))
        .status,
    ).toBe(403)
  })

  it('a removed member of a private project loses access at once, and a new member gets it', async () => {
    const { project } = places.private
    const members = (users: readonly string[]) =>
      crocus.request('PUT', `/api/user_groups/${project.id}_3/users`, {
        as: credentials['project administrator'],
        json: { user_references: users.map(username => ({ username })) },
      })
    expect((await members(['keeper', 'restricted-member', 'outsider'])).status).toBe(200)
    expect(await statusesFor('private', credentials.member)).toBe(none)
    expect(await statusesFor('private', credentials.outsider)).toBe(all)
    expect((await members(['keeper', 'restricted-member', 'member'])).status).toBe(200)
    expect(await statusesFor('private', credentials.member)).toBe(all)
    expect(await statusesFor('private', credentials.outsider)).toBe(none)
  })

  it('a suspended project comes back as it was', async () => {
    const status = async (to: string) =>
      crocus.request('PATCH', `/api/projects/${places.suspended.project.id}`, {
        as: credentials['project manager'],
        json: { status: to },
      })
    expect((await status('active')).status).toBe(200)
    expect(await statusesFor('suspended', credentials.member)).toBe(all)
    expect((await status('suspended')).status).toBe(200)
    expect(await statusesFor('suspended', credentials.member)).toBe(none)
  })
})

describe('without restricted accounts', () => {
  const mode = (to: string) => crocus.app.modules.settings.set('access_mode', to, { actorId: 101, means: 'command' })

  it('anonymous readers read what is public, on a platform that is open to them (base.md §1)', async () => {
    await mode('anonymous')
    expect(await statusesFor('public', undefined)).toBe('200 200 200 200 200 401')
    expect(await statusesFor('private', undefined)).toBe('403 403 403 403 403 401')
    expect(await statusesFor('suspended', undefined)).toBe('403 403 403 403 403 401')
    const { artifactId, trackerId } = places.public
    const artifact = (await crocus.request('GET', `/api/artifacts/${artifactId}`)).json<{
      submitted_by_user: object
      values: unknown[]
    }>()
    expect(artifact.values.length).toBeGreaterThan(5)
    const tracker = (await crocus.request('GET', `/api/trackers/${trackerId}`)).json<{
      permissions_for_groups: unknown
      fields: { permissions: string[] }[]
    }>()
    expect(tracker.permissions_for_groups).toBeNull()
    expect(new Set(tracker.fields.flatMap(field => field.permissions))).toEqual(new Set(['read']))
    expect(
      (await crocus.request('GET', '/api/projects')).json<{ shortname: string }[]>().map(({ shortname }) => shortname),
    ).toContain('kind-public')
  })

  it('a regular platform asks everybody who they are, and lets every account see what is public', async () => {
    await mode('regular')
    expect(await statusesFor('public', undefined)).toBe('401 401 401 401 401 401')
    expect(await statusesFor('public', credentials.outsider)).toBe(all)
    expect(await statusesFor('private', credentials.outsider)).toBe(none)
    expect(await statusesFor('private', credentials.member)).toBe(all)
    const refused = await crocus.request('POST', '/api/projects', {
      as: credentials.member,
      json: { shortname: 'too-open', label: 'Too open', is_public: true, allow_restricted: true, template_id: 100 },
    })
    expect([refused.status, refused.text.includes('restricted')]).toEqual([400, true])
  })
})

describe('an artifact of its own permissions (fields.md §3.10)', () => {
  it('is seen by the groups it names and by administrators', async () => {
    const { project } = places.public
    const task = project.tracker('task')
    const group = await crocus.request('POST', '/api/user_groups', {
      as: credentials['project administrator'],
      json: { project_id: project.id, short_name: 'inner' },
    })
    expect(group.status).toBe(201)
    const { id: groupId } = group.json<{ id: string }>()
    const artifactId = await givenArtifact(crocus, task, 'For few', {
      as: credentials.member,
      values: [{ field_id: task.field('visible_to'), value: { granted_groups: [groupId] } }],
    })
    const sees = async (person: Person) =>
      (await crocus.request('GET', `/api/artifacts/${artifactId}`, { as: credentials[person] })).status
    // The author cannot see it either.
    expect([await sees('member'), await sees('outsider')]).toEqual([403, 403])
    expect([await sees('project administrator'), await sees('site administrator')]).toEqual([200, 200])
    const join = await crocus.request('PUT', `/api/user_groups/${groupId}/users`, {
      as: credentials['project administrator'],
      json: { user_references: [{ username: 'outsider' }] },
    })
    expect(join.status).toBe(200)
    expect([await sees('member'), await sees('outsider')]).toEqual([403, 200])
  })

  it('accounts that are suspended or deleted get nowhere', async () => {
    const { users } = crocus.app.modules
    const account = await givenAccount(crocus, 'leaver')
    expect(await statusesFor('public', account.as)).toBe(all)
    for (const status of ['S', 'D', 'P'] as const) {
      await inTransaction(crocus.db, tx => users.update(tx, account.id, { status }, command))
      expect([status, await statusesFor('public', account.as)]).toEqual([status, '401 401 401 401 401 401'])
    }
  })
})
