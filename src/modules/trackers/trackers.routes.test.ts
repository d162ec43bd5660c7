import { pino } from 'pino'
import { beforeAll, describe, expect, it } from 'vitest'
import { afterFile } from '../../../test/harness/after-file.ts'
import { testDatabaseUrl } from '../../../test/harness/database.ts'
import { basic, identityOn, type Identity } from '../../../test/harness/identity.ts'
import { anElement, aRichTracker, aTracker, aValue } from '../../../test/harness/trackers.ts'
import { inTransaction, openDatabase, statement, type Db } from '../../platform/db/db.ts'
import { listEvents } from '../../platform/events/event-log.store.ts'
import { createApiServer } from '../../platform/http/server/api-server.ts'
import { pseudoField } from '../fields/index.ts'
import { createProjectsModule, type ProjectAccess, type ProjectsModule } from '../projects/index.ts'
import type { CreatedTrackers, NewTracker } from './model/new-tracker.ts'
import { listTriggers } from './store/workflow.store.ts'
import { createTrackersModule, type TrackersModule } from './trackers.module.ts'
import type {
  CompleteTrackerRepresentation,
  MinimalTrackerRepresentation,
  TrackerUsageRepresentation,
} from './model/trackers.schema.ts'

const actor = { userId: null, means: 'command' } as const

/** One process of the application, with the parts that trackers need. */
interface TrackersProcess {
  readonly db: Db
  readonly identity: Identity
  readonly projects: ProjectsModule
  readonly trackers: TrackersModule
  get<Body>(path: string, login?: string, headers?: Record<string, string>): Promise<TestResponse<Body>>
}
interface TestResponse<Body> {
  readonly status: number
  readonly body: Body & { error?: { message: string; i18n_error_message?: string } }
  readonly text: string
  readonly headers: Record<string, unknown>
}

const start = async (url: string): Promise<TrackersProcess> => {
  const db = openDatabase(url)
  const identity = await identityOn(db)
  const { settings, users, auth, clock } = identity
  const projects = createProjectsModule({ db, settings, users })
  const trackers = createTrackersModule({ db, clock, settings, users, projects })
  const server = createApiServer({
    routes: [...projects.routes, ...trackers.routes, ...users.routes],
    optionsOnly: trackers.optionsOnly,
    authenticate: auth.authenticate,
    logger: pino({ level: 'error' }),
    version: '0',
    checkResponses: true,
  })
  return {
    db,
    identity,
    projects,
    trackers,
    get: async (path, login, headers = {}) => {
      const response = await server.inject({
        url: `/api${path}`,
        headers: { ...headers, ...(login === undefined ? {} : basic(login)) },
      })
      const isJson = response.headers['content-type']?.includes('json')
      return {
        status: response.statusCode,
        body: isJson && response.body !== '' ? response.json() : undefined,
        text: response.body,
        headers: response.headers,
      } as never
    },
  }
}

let app: TrackersProcess
let other: TrackersProcess
let creatorId: number
let memberId: number
beforeAll(async () => {
  const url = await testDatabaseUrl()
  app = await start(url)
  other = await start(url)
  afterFile(() => Promise.all([app.db.close(), other.db.close()]))
  await inTransaction(app.db, async tx => {
    await app.projects.bootstrapSiteTemplate(tx)
    await app.trackers.bootstrapSiteTrackers(tx)
  })
  await app.identity.administrator('boss')
  creatorId = (await app.identity.account('owner')).id
  memberId = (await app.identity.account('member', { realName: 'Mia Member' })).id
  await app.identity.account('visitor')
  await app.identity.account('limited', { status: 'R' })
})

let projectCount = 0
const project = async (
  given: { access?: ProjectAccess; status?: 'active' | 'suspended' | 'deleted' | 'pending'; isTemplate?: boolean } = {},
): Promise<number> =>
  inTransaction(app.db, async tx => {
    const id = await app.projects.createProject(
      tx,
      {
        shortName: `project-${++projectCount}`,
        label: `Project ${projectCount}`,
        description: '',
        access: given.access ?? 'public',
        status: given.status ?? 'active',
        isTemplate: given.isTemplate ?? false,
        creatorId,
      },
      actor,
    )
    await app.projects.addMembers(tx, id, [memberId], {}, actor)
    return id
  })
const group = (projectId: number, name: string): Promise<number> =>
  inTransaction(app.db, tx => app.projects.createUserGroup(tx, projectId, { name, description: '' }, actor))
const create = (...trackers: NewTracker[]): Promise<CreatedTrackers> =>
  inTransaction(app.db, tx => app.trackers.createTrackers(tx, trackers, actor))
const createOne = async (tracker: NewTracker): Promise<number> =>
  (await create(tracker)).trackerIds.get(tracker.key) ?? 0

describe('GET /trackers/{id}: access (trackers.md §1)', () => {
  const status = async (id: number | string, login?: string): Promise<number> =>
    (await app.get(`/trackers/${id}`, login)).status

  it('answers 404 for unknown ids, 400 for a text that is no id', async () => {
    expect(await status(424242)).toBe(404)
    expect(await status('99999999999999999999999')).toBe(404)
    expect(await status('-1')).toBe(404)
    expect(await status('abc')).toBe(400)
  })
  it('shows a public tracker to all', async () => {
    const id = await createOne(aTracker(await project(), 'open'))
    for (const login of [undefined, 'visitor', 'member', 'owner', 'boss']) expect(await status(id, login)).toBe(200)
  })
  it('answers 403 if the project is closed to the requester', async () => {
    const id = await createOne(aTracker(await project({ access: 'private' }), 'closed'))
    expect(await Promise.all([undefined, 'visitor', 'member', 'boss'].map(login => status(id, login)))).toEqual([
      403, 403, 200, 200,
    ])
  })
  it('answers 404, localised, without any right on the tracker', async () => {
    const projectId = await project()
    const id = await createOne(aTracker(projectId, 'hidden', { permissions: { full: [4] } }))
    const refused = await app.get(`/trackers/${id}`, 'member')
    expect(refused.status).toBe(404)
    expect(refused.body.error?.message).toBe('Not Found')
    expect(refused.body.error?.i18n_error_message).toBeTruthy()
    expect(await status(id, 'owner')).toBe(200)
    expect(await status(id, 'boss')).toBe(200)
  })
  it('answers 404 for a deleted tracker, to administrators too', async () => {
    const projectId = await project()
    const id = await createOne(aTracker(projectId, 'gone'))
    expect(await status(id, 'boss')).toBe(200)
    const tracker = await app.trackers.get(id)
    await app.trackers.deleteTracker(tracker as never, actor)
    expect(await Promise.all([undefined, 'owner', 'boss'].map(login => status(id, login)))).toEqual([404, 404, 404])
    await expect(app.trackers.deleteTracker(tracker as never, actor)).rejects.toMatchObject({ status: 404 })
    // Its names are free again, its id is not.
    expect(await createOne(aTracker(projectId, 'gone'))).toBeGreaterThan(id)
  })
  it('follows the status of the project', async () => {
    const answers = async (state: 'suspended' | 'deleted' | 'pending') => {
      const id = await createOne(aTracker(await project({ status: state }), 'one'))
      return Promise.all([undefined, 'member', 'owner', 'boss'].map(login => status(id, login)))
    }
    expect(await answers('suspended')).toEqual([403, 403, 403, 200])
    expect(await answers('deleted')).toEqual([404, 404, 404, 200])
    expect(await answers('pending')).toEqual([404, 404, 404, 200])
  })
  it('answers 401 to anonymous callers on a closed platform, and refuses wrong credentials', async () => {
    const id = await createOne(aTracker(await project(), 'one'))
    await app.identity.setAccessMode('regular')
    expect(await status(id)).toBe(401)
    await app.identity.setAccessMode('anonymous')
    expect((await app.get(`/trackers/${id}`, undefined, basic('member', 'wrong'))).status).toBe(401)
  })
  it('shows restricted users only unrestricted projects', async () => {
    await app.identity.setAccessMode('restricted')
    const closed = await createOne(aTracker(await project(), 'one'))
    const free = await createOne(aTracker(await project({ access: 'unrestricted' }), 'one'))
    expect([await status(closed, 'limited'), await status(free, 'limited')]).toEqual([403, 200])
    await app.identity.setAccessMode('anonymous')
  })
  it('answers OPTIONS without a look-up', async () => {
    const response = await app.get<unknown>('/trackers/424242', undefined, { 'x-http-method-override': 'OPTIONS' })
    expect([response.status, response.headers.allow]).toEqual([200, 'OPTIONS, GET, PATCH'])
    const list = await app.get<unknown>('/v1/trackers/', undefined, { 'x-http-method-override': 'OPTIONS' })
    expect([list.status, list.text, list.headers.allow]).toEqual([200, '', 'OPTIONS'])
    expect((await app.get('/trackers')).status).toBe(405)
  })
})

describe('GET /trackers/{id}/usage (web-trackers.md §5.2, §8)', () => {
  it('tells whoever sees the tracker how to work with it, and nobody else', async () => {
    const projectId = await project({ access: 'private' })
    const id = await createOne(
      aTracker(projectId, 'used', {
        submitInstructions: 'Say what happens.',
        browseInstructions: 'Safety first.',
        allowCopy: false,
        usePrivateComments: true,
        elements: [anElement('string', 'title', { permissions: { read: [3], submit: [4], update: [3] } })],
      }),
    )
    const usage = (login?: string) => app.get<TrackerUsageRepresentation>(`/trackers/${id}/usage`, login)
    const said = {
      browse_instructions: 'Safety first.',
      submit_instructions: 'Say what happens.',
      can_copy_artifacts: false,
      has_private_comments: true,
    }
    expect((await usage('member')).body).toEqual({ ...said, can_create_artifacts: false })
    expect((await usage('owner')).body).toEqual({ ...said, can_create_artifacts: true })
    expect([(await usage()).status, (await usage('visitor')).status]).toEqual([403, 403])
    const quiet = await createOne(aTracker(await project(), 'quiet', { usePrivateComments: false }))
    expect((await app.get<TrackerUsageRepresentation>(`/trackers/${quiet}/usage`)).body).toMatchObject({
      can_create_artifacts: false,
      has_private_comments: false,
    })
  })
})

describe('GET /trackers/{id}: representation (trackers.md §2, fields.md §1)', () => {
  let projectId: number
  let created: CreatedTrackers
  let groups: [number, number]
  let id: number
  const read = async (login?: string): Promise<CompleteTrackerRepresentation> => {
    const { status, body } = await app.get<CompleteTrackerRepresentation>(`/trackers/${id}`, login)
    expect(status).toBe(200)
    return body
  }
  const field = (name: string): number => created.fieldIds.get(`rich.${name}`) ?? 0
  const fieldOf = (tracker: CompleteTrackerRepresentation, name: string) =>
    tracker.fields.find(one => one.name === name)

  beforeAll(async () => {
    projectId = await project()
    groups = [await group(projectId, 'team'), await group(projectId, 'others')]
    const rich = aRichTracker(projectId, 'rich', groups)
    created = await create(aTracker(projectId, 'top', { color: 'red-wine' }), {
      ...rich,
      permissions: { ...rich.permissions, admin: [4, groups[0]] },
    })
    id = created.trackerIds.get('rich') ?? 0
    await inTransaction(app.db, tx =>
      app.trackers.setParents(tx, [{ trackerId: id, parentId: created.trackerIds.get('top') ?? 0 }]),
    )
  })

  it('has every member', async () => {
    const tracker = await read('owner')
    const { label, icon } = { label: `Project ${projectCount}`, icon: '' }
    const reference = { id: projectId, uri: `projects/${projectId}`, label, icon }
    expect(tracker).toMatchObject({
      id,
      uri: `trackers/${id}`,
      html_url: `/plugins/tracker/?tracker=${id}`,
      project: reference,
      label: 'All rich',
      description: 'Everything',
      item_name: 'rich',
      color_name: 'deep-blue',
      resources: [{ type: 'reports', uri: `trackers/${id}/tracker_reports` }],
      notifications: { enabled: true },
      parent: {
        id: created.trackerIds.get('top'),
        uri: `trackers/${created.trackerIds.get('top')}`,
        label: 'All top',
        color: 'red-wine',
        project: reference,
      },
    })
    expect(Object.keys(tracker).sort()).toEqual(
      'id uri html_url project label description item_name fields structure semantics workflow permissions_for_groups parent resources color_name notifications'
        .split(' ')
        .sort(),
    )
  })
  it('lists groups by right for administrators, dynamic ones first', async () => {
    const wire = (...ids: string[]) =>
      ids.map(groupId => expect.objectContaining({ id: groupId, uri: `user_groups/${groupId}` }) as unknown)
    expect((await read('owner')).permissions_for_groups).toEqual({
      can_access: wire(`${projectId}_3`),
      can_access_submitted_by_user: wire('1'),
      can_access_assigned_to_group: wire('2'),
      can_access_submitted_by_group: wire(String(groups[1])),
      can_admin: wire(`${projectId}_4`, String(groups[0])),
    })
    expect((await read('member')).permissions_for_groups).toBeNull()
  })
  it('describes used elements that the requester reads, and the position of all used ones', async () => {
    const [asOwner, asMember, asRoot] = [await read('owner'), await read('member'), await read('boss')]
    const names = (tracker: CompleteTrackerRepresentation) => tracker.fields.map(one => one.name)
    // By rank in their own container, then by id, over all containers together.
    expect(names(asMember).join(' ')).toBe('start left end title effort story state who late teams')
    // The role of a project administrator gives no right; a site administrator has every right (artifacts.md §1.1).
    expect(names(asOwner)).toEqual(names(asMember))
    expect(names(asRoot)).toContain('secret')
    const leaf = (name: string) => ({ id: field(name), content: null })
    expect(asMember.structure).toEqual([
      leaf('title'),
      leaf('story'),
      leaf('state'),
      leaf('who'),
      { id: field('late'), content: [{ id: field('left'), content: [leaf('start'), leaf('end')] }, leaf('effort')] },
      leaf('teams'),
      leaf('secret'),
    ])
  })
  it('describes a field with the rights of the requester', async () => {
    const [asVisitor, asMember, asOwner, asRoot] = [
      await read(),
      await read('member'),
      await read('owner'),
      await read('boss'),
    ]
    expect(fieldOf(asVisitor, 'title')).toMatchObject({ permissions: ['read'], permissions_for_groups: null })
    expect(fieldOf(asMember, 'title')).toMatchObject({
      permissions: ['read', 'update', 'create'],
      permissions_for_groups: null,
    })
    expect(fieldOf(asOwner, 'title')).toMatchObject({
      field_id: field('title'),
      label: 'title',
      type: 'string',
      required: true,
      collapsed: false,
      is_used: true,
      description: 'One line',
      values: null,
      bindings: { type: null, list: [] },
      label_decorators: [],
      permissions_for_groups: {
        can_read: [{ id: '1' }],
        can_submit: [{ id: `${projectId}_3` }],
        can_update: [{ id: `${projectId}_3` }],
      },
    })
    expect(fieldOf(asRoot, 'secret')).toMatchObject({
      permissions: ['read', 'update', 'create'],
      permissions_for_groups: { can_read: [{ label: 'team' }], can_submit: [], can_update: [{ label: 'others' }] },
    })
    expect(fieldOf(asOwner, 'late')).toMatchObject({ required: false, permissions_for_groups: null, values: null })
  })
  it('describes lists with their values', async () => {
    const tracker = await read('member')
    expect(fieldOf(tracker, 'state')).toMatchObject({
      bindings: { type: 'static', list: [] },
      values: [
        { id: created.valueIds.get('rich.Open'), label: 'rich.Open', is_hidden: false, value_color: 'acid-green' },
        { label: 'rich.Busy' },
        { label: 'rich.Closed' },
        { label: 'rich.Gone', is_hidden: true },
      ],
      default_value: [{ id: created.valueIds.get('rich.Open'), label: 'rich.Open' }],
      label_decorators: [{ label: 'Workflow' }],
    })
    expect(fieldOf(tracker, 'who')).toMatchObject({
      has_notifications: true,
      values: [{ label: 'member', user_reference: { id: memberId, real_name: 'Mia Member' } }, { label: 'owner' }],
      bindings: {
        type: 'users',
        list: [
          { id: 3, label: 'Project members' },
          { id: groups[0], label: 'team' },
          { id: 0, label: 'Artifact submitters' },
        ],
      },
    })
    expect(fieldOf(tracker, 'teams')).toMatchObject({
      values: [
        { ugroup_reference: { id: `${projectId}_3` } },
        { ugroup_reference: { id: String(groups[0]), label: 'team' } },
      ],
    })
  })
  it('has the semantics that can be read', async () => {
    expect((await read('member')).semantics).toEqual({
      title: { field_id: field('title') },
      description: { field_id: field('story') },
      status: {
        field_id: field('state'),
        value_ids: [created.valueIds.get('rich.Open'), created.valueIds.get('rich.Busy')],
      },
      contributor: { field_id: field('who') },
      timeframe: { start_date_field_id: field('start'), end_date_field_id: field('end') },
      progress: { artifact_link_type: '_is_child' },
      initial_effort: { field_id: field('effort') },
      velocity: { field_id: field('effort') },
    })
  })
  it('has the workflow with the transitions that the requester may take; administrators see all', async () => {
    const value = (name: string) => created.valueIds.get(`rich.${name}`)
    const [asMember, asVisitor, asOwner] = [await read('member'), await read(), await read('owner')]
    expect(asMember.workflow).toEqual({
      field_id: field('state'),
      is_used: '1',
      is_legacy: false,
      is_advanced: false,
      rules: {
        dates: [{ source_field_id: field('start'), target_field_id: field('end'), comparator: '≤' }],
        lists: [
          {
            source_field_id: field('state'),
            source_value_id: 100,
            target_field_id: field('tags'),
            target_value_id: value('a'),
          },
          {
            source_field_id: field('state'),
            source_value_id: value('Busy'),
            target_field_id: field('tags'),
            target_value_id: 100,
          },
        ],
      },
      transitions: [{ id: expect.any(Number) as unknown, from_id: null, to_id: value('Open') }],
    })
    expect(asVisitor.workflow?.transitions).toEqual([])
    expect(asOwner.workflow?.transitions).toHaveLength(2)
  })
  it('has no workflow object for users who cannot read its field, and an empty one without workflow', async () => {
    const elements = [
      anElement('sb', 'state', {
        permissions: { read: [4] },
        bind: { type: 'static', isRankAlpha: false, values: [aValue('to')] },
      }),
    ]
    const workflow = { field: 'state', isUsed: false, isLegacy: false, isAdvanced: true, transitions: [] }
    const hidden = await createOne(aTracker(projectId, 'hidden_flow', { elements, workflow }))
    const plain = await createOne(aTracker(projectId, 'no_flow'))
    const flow = async (trackerId: number, login: string) =>
      (await app.get<CompleteTrackerRepresentation>(`/trackers/${trackerId}`, login)).body.workflow
    expect(await flow(hidden, 'member')).toBeNull()
    expect(await flow(hidden, 'owner')).toMatchObject({ is_used: '0', is_advanced: true })
    expect(await flow(plain, 'member')).toEqual({
      field_id: 0,
      is_used: '',
      is_legacy: false,
      is_advanced: false,
      rules: { dates: [], lists: [] },
      transitions: [],
    })
  })
  it('hides a parent that the requester may not see', async () => {
    const ids = await create(
      aTracker(projectId, 'secret_parent', { permissions: { full: [4] } }),
      aTracker(projectId, 'child'),
    )
    const childId = ids.trackerIds.get('child') ?? 0
    await inTransaction(app.db, tx =>
      app.trackers.setParents(tx, [{ trackerId: childId, parentId: ids.trackerIds.get('secret_parent') ?? 0 }]),
    )
    const parent = async (login: string) =>
      (await app.get<CompleteTrackerRepresentation>(`/trackers/${childId}`, login)).body.parent
    expect([await parent('member'), await parent('owner')]).toMatchObject([null, { label: 'All secret_parent' }])
  })
  it('says which fieldsets are hidden in the context of an artifact', async () => {
    const { tracker, project: owner } = await app.trackers.requireTracker(
      await app.identity.auth.viewerOf(memberId, 'rest'),
      id,
    )
    const shown = await app.trackers.representComplete(
      await app.identity.auth.viewerOf(memberId, 'rest'),
      tracker,
      owner,
      {
        hiddenFieldsetIds: new Set([field('late')]),
      },
    )
    expect(shown.fields.filter(one => one.is_hidden !== undefined).map(one => [one.name, one.is_hidden])).toEqual([
      ['late', true],
    ])
  })
  it('is the same in XML', async () => {
    const { status, text, headers } = await app.get(`/trackers/${id}`, 'member', { accept: 'application/xml' })
    expect([status, headers['content-type']]).toEqual([200, 'application/xml; charset=utf-8'])
    expect(text).toContain(`<item_name>rich</item_name>`)
    expect(text).toContain(`<item><field_id>${field('title')}</field_id><label>title</label>`)
  })
  it('shows all kinds of the site template to its administrators', async () => {
    for (const index of [1, 2, 3, 4]) {
      const { status, body } = await app.get<CompleteTrackerRepresentation>(
        `/trackers/${1_000_000_000 + index}`,
        'boss',
      )
      expect(status).toBe(200)
      expect(body.structure).toHaveLength(3)
    }
  })
  it('costs no query when warm', async () => {
    const plain = await createOne(
      aTracker(projectId, 'warm', {
        elements: [
          anElement('text', 'story'),
          anElement('art_link', 'links'),
          anElement('sb', 'who', { bind: { type: 'users', functions: ['group_members'], defaultUserIds: [memberId] } }),
        ],
      }),
    )
    await app.get(`/trackers/${plain}`, 'member')
    const before = app.db.roundTrips()
    expect((await app.get(`/trackers/${plain}`, 'member')).status).toBe(200)
    expect(app.db.roundTrips() - before).toBe(0)
  })
  it('sees changes by other processes', async () => {
    const trackerId = await createOne(aTracker(projectId, 'watched', { elements: [anElement('text', 'story')] }))
    const seen = async () => (await other.get<CompleteTrackerRepresentation>(`/trackers/${trackerId}`, 'member')).body
    const format = (tracker: CompleteTrackerRepresentation) =>
      (fieldOf(tracker, 'story')?.default_value as { format: string }).format
    const first = await seen()
    expect([first.parent, format(first)]).toEqual([null, 'commonmark'])
    await inTransaction(app.db, tx =>
      app.trackers.setParents(tx, [{ trackerId, parentId: created.trackerIds.get('top') ?? 0 }]),
    )
    await expect.poll(async () => (await seen()).parent?.label).toBe('All top')
    const preference = await app.identity.server.inject({
      method: 'PATCH',
      url: '/api/users/self/preferences',
      headers: basic('member'),
      payload: { key: 'user_edition_default_format', value: 'html' },
    })
    expect(preference.statusCode).toBe(200)
    await expect.poll(async () => format(await seen())).toBe('html')
    await app.trackers.deleteTracker((await app.trackers.get(trackerId)) as never, actor)
    await expect.poll(async () => (await other.get(`/trackers/${trackerId}`, 'member')).status).toBe(404)
  })
})

describe('GET /projects/{id}/trackers (trackers.md §3)', () => {
  let projectId: number
  beforeAll(async () => {
    projectId = await project()
    const title = anElement('string', 'title', { isRequired: true })
    const semantics = { title: { field: 'title' } }
    await create(
      aTracker(projectId, 'b', { name: 'beta', elements: [title], semantics }),
      aTracker(projectId, 'a', {
        name: 'Alpha',
        permissions: { full: [2], admin: [3] },
        elements: [
          anElement('string', 'other', { key: 'a.other', isRequired: true }),
          anElement('string', 'title', { key: 'a.title', permissions: { read: [1] } }),
        ],
        semantics: { title: { field: 'a.title' } },
      }),
      aTracker(projectId, 'c', { name: 'Closed', permissions: { full: [4] } }),
    )
  })
  const list = <Body = MinimalTrackerRepresentation[]>(query: string, login?: string) =>
    app.get<Body>(`/projects/${projectId}/trackers?${query}`, login)
  const labels = async (query: string, login?: string) => (await list(query, login)).body.map(tracker => tracker.label)

  it('lists visible ones by label, and counts only them', async () => {
    expect(await labels('')).toEqual(['beta'])
    expect(await labels('', 'visitor')).toEqual(['Alpha', 'beta'])
    expect(await labels('', 'owner')).toEqual(['Alpha', 'beta', 'Closed'])
    const { headers } = await list('limit=1&offset=1', 'owner')
    expect([
      headers['x-pagination-size'],
      headers['x-pagination-limit'],
      headers['x-pagination-offset'],
      headers['x-pagination-limit-max'],
    ]).toEqual(['3', '1', '1', '50'])
    expect(await labels('limit=1&offset=1', 'owner')).toEqual(['beta'])
    expect(await labels('limit=0', 'owner')).toEqual([])
    expect(await labels('offset=9', 'owner')).toEqual([])
  })
  it('is complete by default, short when asked', async () => {
    const full = (await list<CompleteTrackerRepresentation[]>('', 'owner')).body
    expect(full.every(tracker => Array.isArray(tracker.fields))).toBe(true)
    const [alpha] = (await list('representation=minimal', 'owner')).body
    expect(alpha).toEqual({
      id: alpha?.id,
      uri: `trackers/${alpha?.id}`,
      label: 'Alpha',
      color_name: 'inca-silver',
      project: { id: projectId, uri: `projects/${projectId}`, label: expect.any(String) as unknown, icon: '' },
      cannot_create_reasons: [],
    })
  })
  it('filters trackers that the requester administers', async () => {
    const query = `query=${encodeURIComponent('{"is_tracker_admin":true}')}`
    expect(await labels(query, 'owner')).toEqual(['Alpha', 'beta', 'Closed'])
    expect(await labels(query, 'member')).toEqual(['Alpha'])
    expect(await labels(query, 'visitor')).toEqual([])
  })
  it('finds a tracker by its item name, among those that the requester sees', async () => {
    const { body: all } = await list<{ label: string; item_name: string }[]>('representation=full', 'owner')
    const alpha = all.find(({ label }) => label === 'Alpha')
    const query = `query=${encodeURIComponent(JSON.stringify({ item_name: alpha?.item_name.toUpperCase() }))}`
    expect(await labels(query, 'owner')).toEqual(['Alpha'])
    expect(await labels(`query=${encodeURIComponent('{"item_name":"nothing"}')}`, 'owner')).toEqual([])
    const closed = all.find(({ label }) => label === 'Closed')
    expect(
      await labels(`query=${encodeURIComponent(JSON.stringify({ item_name: closed?.item_name }))}`, 'visitor'),
    ).toEqual([])
  })
  it.each([
    '{"item_name":1}',
    '{"is_tracker_admin":false}',
    '{"x":1}',
    '{}',
    'text',
    '{',
    '{"a"}',
    '[1]',
    '{"is_tracker_admin":true,"x":1}',
  ])('refuses the query %s', async query => {
    expect((await list(`query=${encodeURIComponent(query)}`, 'owner')).status).toBe(400)
  })
  it.each(['limit=51', 'limit=-1', 'offset=-1', 'limit=x', 'representation=huge'])('refuses %s', async query => {
    expect((await list(query, 'owner')).status).toBe(400)
  })
  it('gives the reasons why an artifact cannot be created by its title', async () => {
    const reasons = async (login: string) =>
      Object.fromEntries(
        (await list('representation=minimal&with_creation_semantic_check=title', login)).body.map(tracker => [
          tracker.label,
          tracker.cannot_create_reasons?.length,
        ]),
      )
    // Alpha: no user can fill its title, and another field is required. Closed: no user can fill any field.
    expect(await reasons('owner')).toEqual({ Alpha: 2, beta: 0, Closed: 1 })
    expect(await reasons('visitor')).toEqual({ Alpha: 1, beta: 1 })
  })
  it.each(['with_creation_semantic_check=title', 'representation=minimal&with_creation_semantic_check=status'])(
    'refuses %s',
    async query => {
      expect((await list(query, 'owner')).status).toBe(400)
    },
  )
  it('follows the access to the project', async () => {
    const status = async (id: number | string, login?: string) =>
      (await app.get(`/projects/${id}/trackers`, login)).status
    const secret = await project({ access: 'private' })
    const suspended = await project({ status: 'suspended' })
    const deleted = await project({ status: 'deleted' })
    expect([await status(424242), await status('x')]).toEqual([404, 400])
    expect([await status(secret), await status(secret, 'member')]).toEqual([403, 200])
    expect([await status(suspended, 'owner'), await status(suspended, 'boss')]).toEqual([403, 200])
    expect([await status(deleted, 'owner'), await status(deleted, 'boss')]).toEqual([403, 200])
  })
  it('is an empty page without trackers', async () => {
    const { body, headers } = await app.get<unknown[]>(`/projects/${await project()}/trackers`)
    expect([body, headers['x-pagination-size']]).toEqual([[], '0'])
  })
})

describe('the users that a list offers', () => {
  const listOf = async (functions: string[]) => {
    const id = await createOne(
      aTracker(await project(), 'bound', {
        elements: [anElement('sb', 'who', { bind: { type: 'users', functions, defaultUserIds: [] } })],
      }),
    )
    const field = (await app.trackers.get(id))?.fieldByName.get('who')
    if (!field) throw new Error('no field')
    const offered = async () => (await app.trackers.boundUsers(field)).map(user => user.login)
    const offers = (userId: number) => app.trackers.isBoundUser(field, userId)
    return { field, offered, offers }
  }

  it('are the union of its groups, by login, without closed accounts', async () => {
    const list = await listOf(['group_admins', 'group_members'])
    expect(await list.offered()).toEqual(['member', 'owner'])
    expect(await (await listOf(['group_admins'])).offered()).toEqual(['owner'])
    expect([await list.offers(memberId), await list.offers(424242), await list.offers(0)]).toEqual([true, false, false])
  })
  it('are all registered users, who are not listed', async () => {
    const visitorId = (await app.identity.users.findByLogin('visitor'))?.id ?? 0
    const list = await listOf(['ugroup_2'])
    expect([await list.offered(), await list.offers(visitorId), await list.offers(424242)]).toEqual([[], true, false])
  })
  it('are the submitters and modifiers of artifacts of the tracker', async () => {
    const [submitters, modifiers] = [await listOf(['artifact_submitters']), await listOf(['artifact_modifiers'])]
    expect(await submitters.offered()).toEqual([])
    await app.db.query(
      statement(
        'test_index',
        'insert into artifact_index (field_id, val, artifact_id) select $1, unnest($2::float8[]), unnest($3::bigint[])',
      ),
      [pseudoField(submitters.field.trackerId, 'submitter'), [memberId, creatorId, memberId], [1, 2, 3]],
    )
    await app.db.query(
      statement(
        'test_index',
        'insert into artifact_index (field_id, val, artifact_id) select $1, unnest($2::float8[]), unnest($3::bigint[])',
      ),
      [pseudoField(modifiers.field.trackerId, 'lastUpdater'), [memberId], [4]],
    )
    expect([await submitters.offered(), await modifiers.offered()]).toEqual([['member', 'owner'], ['member']])
    expect([await modifiers.offers(memberId), await modifiers.offers(creatorId)]).toEqual([true, false])
  })
})

describe('projects with an administered tracker', () => {
  it('are those of administrators, and of groups with the right', async () => {
    const [own, byMembers, byGroup] = [await project(), await project(), await project()]
    const keepers = await group(byGroup, 'keepers')
    await create(
      aTracker(own, 'x1'),
      aTracker(byMembers, 'x2', { permissions: { admin: [3] } }),
      aTracker(byGroup, 'x3', { permissions: { admin: [keepers] } }),
    )
    const late = await app.identity.account('keeper')
    await inTransaction(app.db, tx => app.projects.addUserGroupMembers(tx, byGroup, keepers, [late.id], actor))
    const ids = async (userId: number) =>
      (await app.trackers.trackerAdminProjectIds(await app.identity.auth.viewerOf(userId, 'rest'))).filter(id =>
        [own, byMembers, byGroup].includes(id),
      )
    expect(await ids(creatorId)).toEqual([own, byMembers, byGroup])
    expect(await ids(memberId)).toEqual([byMembers])
    expect(await ids(late.id)).toEqual([byGroup])
  })
})

describe('a project made from a template (projects.md §3.2)', () => {
  it('gets the flagged trackers with everything, its own groups, hierarchy and triggers', async () => {
    const templateId = await project({ isTemplate: true })
    const groups: [number, number] = [await group(templateId, 'team'), await group(templateId, 'others')]
    const source = await create(
      aRichTracker(templateId, 'rich', groups),
      aTracker(templateId, 'parent', {
        instantiateForNewProjects: true,
        elements: [
          anElement('rb', 'state', { bind: { type: 'static', isRankAlpha: false, values: [aValue('parent done')] } }),
        ],
      }),
      aTracker(templateId, 'kept_back'),
    )
    const at = (key: string) => source.trackerIds.get(key) ?? 0
    await inTransaction(app.db, async tx => {
      await app.trackers.setParents(tx, [
        { trackerId: at('rich'), parentId: at('parent') },
        { trackerId: at('parent'), parentId: at('kept_back') },
      ])
      await app.trackers.addTriggers(tx, [
        {
          targetTrackerId: at('parent'),
          targetFieldId: source.fieldIds.get('state') ?? 0,
          targetValueId: source.valueIds.get('parent done') ?? 0,
          condition: 'at_least_one',
          sources: [
            {
              trackerId: at('rich'),
              fieldId: source.fieldIds.get('rich.state') ?? 0,
              valueId: source.valueIds.get('rich.Closed') ?? 0,
            },
          ],
        },
      ])
    })
    const response = await postProject({
      shortname: 'copied',
      label: 'Copied',
      template_id: templateId,
      is_public: true,
    })
    expect(response.status).toBe(201)
    const copyId = response.id

    const copies = await app.trackers.listOfProject(copyId)
    expect(copies.map(tracker => tracker.itemName)).toEqual(['rich', 'parent'])
    const rich = copies[0]
    const [team, others] = (await app.projects.userGroups(copyId)).map(one => one.id)
    expect([...(rich?.permissions.admin ?? [])]).toEqual([team])
    expect([...(rich?.fieldByName.get('secret')?.permissions.read ?? [])]).toEqual([team])
    expect([...(rich?.fieldByName.get('secret')?.permissions.update ?? [])]).toEqual([others])
    expect(rich?.fieldByName.get('who')?.bind).toMatchObject({
      functions: ['group_members', `ugroup_${team}`, 'artifact_submitters'],
    })
    expect(rich?.workflow?.transitions[1]?.authorizedUserGroupIds).toEqual([4, team])
    expect([rich?.parentId, copies[1]?.parentId]).toEqual([copies[1]?.id, null])
    const [state, done] = [rich?.fieldByName.get('state'), copies[1]?.fieldByName.get('state')]
    const valueIn = (field: typeof state, label: string) =>
      field?.bind?.type === 'static' ? field.bind.values.find(value => value.label === label)?.id : undefined
    expect(await listTriggers(app.db.kysely, [copies[1]?.id ?? 0])).toEqual([
      {
        target_tracker_id: copies[1]?.id,
        target_field_id: done?.id,
        target_value_id: valueIn(done, 'parent done'),
        direction: 'up',
        condition: 'at_least_one',
        sources: [{ tracker_id: rich?.id, field_id: state?.id, value_id: valueIn(state, 'rich.Closed') }],
      },
    ])
    const events = (await listEvents(app.db.kysely, '', 10_000)).filter(
      event => event.projectId === copyId && event.kind === 'tracker.created',
    )
    expect(events.map(event => [event.actorId, event.trackerId])).toEqual(
      copies.map(tracker => [creatorId, tracker.id]),
    )
  })

  it('gets the four built-in ones from the site template (projects.md §3.7)', async () => {
    const { status, id } = await postProject({ shortname: 'ready', label: 'Ready', template_id: 100, is_public: true })
    expect(status).toBe(201)
    const trackers = await app.trackers.listOfProject(id)
    expect(trackers.map(tracker => tracker.itemName)).toEqual(['bug', 'story', 'task', 'test_case'])
    expect(Math.max(...trackers.map(tracker => tracker.id))).toBeLessThan(1_000_000_001)
    const { body } = await app.get<MinimalTrackerRepresentation[]>(
      `/projects/${id}/trackers?representation=minimal&with_creation_semantic_check=title`,
      'owner',
    )
    expect(body.map(tracker => tracker.cannot_create_reasons)).toEqual([[], [], [], []])
  })

  it.each([
    ['issues', ['issue']],
    ['kanban', ['activity']],
    ['scrum', ['epic', 'story', 'task', 'sprint', 'rel']],
    ['agile_alm', ['epic', 'story', 'task', 'sprint', 'rel', 'bug']],
  ])('made by the name %s gets its trackers (projects.md §3.3)', async (name, expected) => {
    const { id } = await postProject({
      shortname: `by-${name.replace('_', '-')}`,
      label: 'By name',
      xml_template_name: name,
      is_public: true,
    })
    const trackers = await app.trackers.listOfProject(id)
    expect(trackers.map(tracker => tracker.itemName)).toEqual(expected)
    const idOf = (itemName: string) => trackers.find(tracker => tracker.itemName === itemName)?.id ?? null
    const parents = { story: 'epic', task: 'story', sprint: 'rel' } as Record<string, string>
    for (const tracker of trackers) {
      expect([tracker.itemName, tracker.parentId]).toEqual([tracker.itemName, idOf(parents[tracker.itemName] ?? '')])
      const { status } = await app.get(`/trackers/${tracker.id}`, 'owner')
      expect(status).toBe(200)
    }
  })

  const postProject = async (body: object): Promise<{ status: number; id: number }> => {
    const server = createApiServer({
      routes: app.projects.routes,
      authenticate: app.identity.auth.authenticate,
      logger: pino({ level: 'error' }),
      version: '0',
      checkResponses: true,
    })
    const response = await server.inject({
      method: 'POST',
      url: '/api/projects',
      headers: basic('owner'),
      payload: body,
    })
    if (response.statusCode !== 201) throw new Error(response.body)
    return { status: response.statusCode, id: response.json<{ id: number }>().id }
  }
})
