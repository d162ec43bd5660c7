import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, type TestApp, type TestRequest } from '../../../../test/harness/app.ts'
import { givenAccount, givenProject, type Credentials } from '../../../../test/harness/fixture.ts'
import { anElement, aTracker, aValue, createTrackersOf } from '../../../../test/harness/trackers.ts'
import { aStep, aWorkflow } from '../../../../test/harness/workflows.ts'
import { inTransaction } from '../../../platform/db/db.ts'
import { listEvents } from '../../../platform/events/event-log.store.ts'
import type { NewTracker, NewTrigger } from '../../trackers/index.ts'

// Three levels: an epic has stories, a story has tasks and bugs.

const STATES = ['open', 'busy', 'done'] as const
type State = (typeof STATES)[number]
const LEVELS = ['epic', 'story', 'task', 'bug'] as const
type Level = (typeof LEVELS)[number]
const MANAGER = 90

let crocus: TestApp
let owner: Credentials
let projectId: number
beforeAll(async () => {
  crocus = await testApp()
  owner = (await givenAccount(crocus, 'owner')).as
  projectId = (await givenProject(crocus, 'works', { as: owner })).id
})

const call = (method: string, path: string, request: TestRequest = {}) =>
  crocus.request(method, `/api/${path}`, { as: owner, ...request })

const aLevel = (itemName: string, given: Partial<NewTracker> = {}): NewTracker => {
  const key = (name: string) => `${itemName}.${name}`
  return aTracker(projectId, itemName, {
    elements: [
      anElement('string', 'title', { key: key('title') }),
      anElement('sb', 'state', {
        key: key('state'),
        bind: {
          type: 'static',
          isRankAlpha: false,
          values: STATES.map(state => aValue(key(state), { label: state, isDefault: state === 'open' })),
        },
      }),
      anElement('msb', 'marks', {
        key: key('marks'),
        bind: { type: 'static', isRankAlpha: false, values: ['red', 'blue'].map(mark => aValue(key(mark))) },
      }),
      anElement('date', 'closed', { key: key('closed'), settings: { default_value_type: 1 } }),
      anElement('art_link', 'links', { key: key('links') }),
    ],
    semantics: { title: { field: key('title') } },
    ...given,
  })
}

interface Rule {
  readonly sources: readonly (readonly [Level, State])[]
  readonly target: readonly [Level, State]
  readonly condition?: NewTrigger['condition']
  readonly direction?: 'up' | 'down'
}

interface LevelFixture {
  readonly create: (level: Level, given?: { state?: State; children?: number[]; parent?: number }) => Promise<number>
  readonly set: (id: number, state: State, level: Level) => Promise<void>
  readonly put: (id: number, values: readonly object[]) => ReturnType<typeof call>
  readonly state: (id: number) => Promise<State>
  readonly field: (level: Level, name: string) => number
  readonly value: (level: Level, label: string) => number
}

let count = 0
const levelFixture = async (
  rules: readonly Rule[],
  given: Partial<Record<Level, Partial<NewTracker>>> = {},
): Promise<LevelFixture> => {
  const names = Object.fromEntries(LEVELS.map(level => [level, `${level}${++count}`])) as Record<Level, string>
  const created = await createTrackersOf(
    crocus,
    ...LEVELS.map(level => aLevel(names[level], withKeys(given[level], names[level]))),
  )
  const tracker = (level: Level) => created.trackerIds.get(names[level]) ?? 0
  const field = (level: Level, name: string) => created.fieldIds.get(`${names[level]}.${name}`) ?? 0
  const value = (level: Level, label: string) => created.valueIds.get(`${names[level]}.${label}`) ?? 0
  const place = ([level, state]: readonly [Level, State]) => ({
    trackerId: tracker(level),
    fieldId: field(level, 'state'),
    valueId: value(level, state),
  })
  await inTransaction(crocus.db, async tx => {
    const { setParents, addTriggers } = crocus.app.modules.trackers
    await setParents(tx, [
      { trackerId: tracker('story'), parentId: tracker('epic') },
      { trackerId: tracker('task'), parentId: tracker('story') },
      { trackerId: tracker('bug'), parentId: tracker('story') },
    ])
    await addTriggers(
      tx,
      rules.map(({ sources, target, condition = 'at_least_one', direction = 'up' }): NewTrigger => {
        const { trackerId, fieldId, valueId } = place(target)
        return {
          targetTrackerId: trackerId,
          targetFieldId: fieldId,
          targetValueId: valueId,
          condition,
          direction,
          sources: sources.map(place),
        }
      }),
    )
  })
  const put = (id: number, values: readonly object[]) => call('PUT', `artifacts/${id}`, { json: { values } })
  return {
    field,
    value,
    put,
    create: async (level, { state, children, parent } = {}) => {
      const links = children?.map(id => ({ id, type: '_is_child' }))
      const response = await call('POST', 'artifacts', {
        json: {
          tracker: { id: tracker(level) },
          values: [
            { field_id: field(level, 'title'), value: level },
            ...(state ? [{ field_id: field(level, 'state'), bind_value_ids: [value(level, state)] }] : []),
            ...(links ? [{ field_id: field(level, 'links'), links }] : []),
            ...(parent ? [{ field_id: field(level, 'links'), parent: { id: parent } }] : []),
          ],
        },
      })
      expect([response.status, response.status === 201 ? '' : response.text]).toEqual([201, ''])
      return response.json<{ id: number }>().id
    },
    set: async (id, state, level) => {
      const response = await put(id, [{ field_id: field(level, 'state'), bind_value_ids: [value(level, state)] }])
      expect([response.status, response.text]).toEqual([200, ''])
    },
    state: async id => {
      const { values } = (await call('GET', `artifacts/${id}`)).json<{
        values: { label: string; values?: { label: string }[] }[]
      }>()
      const label = values.find(entry => entry.label === 'state')?.values?.[0]?.label
      return (label?.split('.').at(-1) ?? 'none') as State
    },
  }
}
/** Workflows of a level name its fields without the level. */
const withKeys = (given: Partial<NewTracker> | undefined, itemName: string): Partial<NewTracker> => {
  const workflow = given?.workflow
  if (!workflow) return given ?? {}
  const key = (name: string) => `${itemName}.${name}`
  return {
    ...given,
    workflow: {
      ...workflow,
      field: key(workflow.field),
      transitions: workflow.transitions.map(one => ({
        ...one,
        fromValue: one.fromValue === null ? null : key(one.fromValue),
        toValue: key(one.toValue),
        notEmptyFields: one.notEmptyFields.map(key),
        actions: one.actions.map(action => ('field' in action ? { ...action, field: key(action.field) } : action)),
      })),
    },
  }
}

const changesets = async (id: number) =>
  (await call('GET', `artifacts/${id}/changesets?limit=50`)).json<
    { submitted_by: number; submitted_by_details: { display_name: string }; last_comment: { body: string } }[]
  >()
const pending = async () =>
  (await sql<{ id: string }>`select id from pending_trigger`.execute(crocus.db.kysely)).rows.map(row => row.id)
const upRules: Rule[] = [
  {
    sources: [
      ['task', 'busy'],
      ['bug', 'busy'],
    ],
    target: ['story', 'busy'],
  },
  {
    sources: [
      ['task', 'done'],
      ['bug', 'done'],
    ],
    target: ['story', 'done'],
    condition: 'all_of',
  },
  { sources: [['story', 'busy']], target: ['epic', 'busy'] },
  { sources: [['story', 'done']], target: ['epic', 'done'], condition: 'all_of' },
]

describe('triggers from children to parents (import.md §5.8)', () => {
  it('run after a batch, on its end, and change a parent once (integrators.md §4)', async () => {
    const { create, field, value, state } = await levelFixture(upRules)
    const tasks = [await create('task'), await create('task'), await create('task')]
    const story = await create('story', { children: tasks })
    const before = (await changesets(story)).length
    const to = (id: number, next: State) => ({
      method: 'PUT',
      path: `/artifacts/${id}`,
      body: { values: [{ field_id: field('task', 'state'), bind_value_ids: [value('task', next)] }] },
    })
    // Each task is busy for a while, and all are done in the end.
    const operations = [...tasks.map(id => to(id, 'busy')), ...tasks.map(id => to(id, 'done'))]
    const answer = await call('POST', 'batch', { json: { operations } })
    expect([answer.status, answer.status === 200 ? '' : answer.text]).toEqual([200, ''])
    expect([await state(story), (await changesets(story)).length - before]).toEqual(['done', 1])
    expect(await pending()).toEqual([])
  })

  it('set the parent when one child reaches the value, and its parent in turn, before the response', async () => {
    const { create, set, state } = await levelFixture(upRules)
    const [task, other] = [await create('task'), await create('task')]
    const story = await create('story', { children: [task, other] })
    const epic = await create('epic', { children: [story] })
    await set(task, 'busy', 'task')
    expect([await state(story), await state(epic), await state(other)]).toEqual(['busy', 'busy', 'open'])
    expect(await pending()).toEqual([])
  })
  it('set the parent when the last child reaches the value, of every tracker that the rule names', async () => {
    const { create, set, state } = await levelFixture(upRules)
    const [task, bug] = [await create('task'), await create('bug')]
    const story = await create('story', { children: [task, bug] })
    const epic = await create('epic', { children: [story] })
    await set(task, 'done', 'task')
    expect([await state(story), await state(epic)]).toEqual(['open', 'open'])
    await set(bug, 'done', 'bug')
    expect([await state(story), await state(epic)]).toEqual(['done', 'done'])
  })
  it('look only at children of the trackers that the rule names', async () => {
    const { create, set, state } = await levelFixture([
      { sources: [['task', 'done']], target: ['story', 'done'], condition: 'all_of' },
    ])
    const [task, bug] = [await create('task'), await create('bug')]
    const story = await create('story', { children: [task, bug] })
    await set(task, 'done', 'task')
    expect(await state(story)).toBe('done')
  })
  it('run for a new child, for a linked child, and when the last unfinished child is removed', async () => {
    const { create, put, state, field } = await levelFixture(upRules)
    const story = await create('story')
    await create('task', { state: 'busy', parent: story })
    expect(await state(story)).toBe('busy')

    const done = await create('task', { state: 'done' })
    const open = await create('task')
    const second = await create('story', { children: [done, open] })
    expect(await state(second)).toBe('open')
    const links = (...ids: number[]) => [
      { field_id: field('story', 'links'), links: ids.map(id => ({ id, type: '_is_child' })) },
    ]
    expect((await put(second, links(done))).status).toBe(200)
    expect(await state(second)).toBe('done')
  })
  it('return a version that is current, also if triggers changed the artifact itself', async () => {
    const { create, put, state, field } = await levelFixture(upRules)
    const [busy, story] = [await create('task', { state: 'busy' }), await create('story')]
    const response = await put(story, [{ field_id: field('story', 'links'), links: [{ id: busy, type: '_is_child' }] }])
    expect(await state(story)).toBe('busy')
    expect(response.headers.etag).toBe((await call('GET', `artifacts/${story}`)).headers.etag)
  })
  it('do not change a parent that a user changed back, until a child reaches the value again', async () => {
    const { create, set, state } = await levelFixture(upRules)
    const task = await create('task')
    const story = await create('story', { children: [task] })
    await set(task, 'busy', 'task')
    await set(story, 'open', 'story')
    const title = await call('PUT', `artifacts/${task}`, {
      json: { values: [], comment: { body: 'x', format: 'text' } },
    })
    expect(title.status).toBe(200)
    expect(await state(story)).toBe('open')
    await set(task, 'open', 'task')
    await set(task, 'busy', 'task')
    expect(await state(story)).toBe('busy')
  })
  it('ignore untyped links', async () => {
    const { create, set, state, put, field } = await levelFixture(upRules)
    const [task, story] = [await create('task'), await create('story')]
    await put(story, [{ field_id: field('story', 'links'), links: [{ id: task, type: '' }] }])
    await set(task, 'busy', 'task')
    expect(await state(story)).toBe('open')
  })
})

describe('triggers from parents to children', () => {
  it('set all children, and their children in turn', async () => {
    const { create, set, state } = await levelFixture([
      { sources: [['epic', 'done']], target: ['story', 'done'], direction: 'down' },
      { sources: [['story', 'done']], target: ['task', 'done'], direction: 'down' },
    ])
    const tasks = [await create('task'), await create('task'), await create('task')]
    const stories = [
      await create('story', { children: tasks.slice(0, 2) }),
      await create('story', { children: tasks.slice(2) }),
    ]
    const epic = await create('epic', { children: stories })
    await set(epic, 'done', 'epic')
    expect(await Promise.all([...stories, ...tasks].map(state))).toEqual(Array(5).fill('done'))
  })
})

describe('chains of triggers', () => {
  it('end if they form a cycle', async () => {
    const { create, set, state } = await levelFixture([
      { sources: [['task', 'busy']], target: ['story', 'busy'] },
      { sources: [['story', 'busy']], target: ['task', 'done'], direction: 'down' },
      { sources: [['task', 'done']], target: ['story', 'done'] },
      { sources: [['story', 'done']], target: ['task', 'busy'], direction: 'down' },
    ])
    const [task, sibling] = [await create('task'), await create('task')]
    const story = await create('story', { children: [task, sibling] })
    await set(task, 'busy', 'task')
    // The story follows the task, and the other task follows the story. Neither is changed a second time.
    expect([await state(task), await state(story), await state(sibling)]).toEqual(['busy', 'busy', 'done'])
    expect(await pending()).toEqual([])
  })
})

describe('what a trigger writes', () => {
  it('is a changeset of the workflow with its cause, in history and in the event log', async () => {
    const { create, set } = await levelFixture(upRules)
    const task = await create('task')
    const story = await create('story', { children: [task] })
    await set(task, 'busy', 'task')
    const last = (await changesets(story)).at(-1)
    expect(last).toMatchObject({
      submitted_by: MANAGER,
      submitted_by_details: { display_name: 'Tracker Workflow Manager (forge__workflow)' },
    })
    expect(last?.last_comment.body).toMatch(new RegExp(`task\\d+ #${task}`))
    const event = (await listEvents(crocus.db.kysely, '', 10_000)).findLast(one => one.artifactId === story)
    expect(event).toMatchObject({ kind: 'artifact.updated', actorId: MANAGER, means: 'workflow' })
  })
  it('obeys the workflow of its target, and runs its actions', async () => {
    const actions = [{ type: 'set_field_value', field: 'closed', fieldType: 'date', value: 'current' }] as const
    const workflow = aWorkflow([aStep(null, 'open'), aStep('open', 'busy', { actions, isCommentRequired: true })])
    const { create, set, state } = await levelFixture(upRules, { story: { workflow } })
    const task = await create('task')
    const story = await create('story', { children: [task] })
    const epic = await create('epic', { children: [story] })
    await set(task, 'done', 'task')
    expect([await state(story), await state(epic)]).toEqual(['open', 'open'])
    const refusal = (await listEvents(crocus.db.kysely, '', 10_000)).findLast(one => one.artifactId === story)
    expect(refusal).toMatchObject({
      kind: 'workflow.trigger_refused',
      means: 'workflow',
      payload: { caused_by: task, faults: [expect.stringContaining('no transition')] },
    })
    expect(await changesets(story)).toHaveLength(1)
    await set(task, 'busy', 'task')
    expect([await state(story), await state(epic)]).toEqual(['busy', 'busy'])
    const { values } = (await call('GET', `artifacts/${story}`)).json<{ values: { label: string; value: unknown }[] }>()
    expect(values.find(entry => entry.label === 'closed')?.value).toMatch(/^2026-03-02/)
  })
  it('does not need rights of the user who changed the child', async () => {
    const member = (await givenAccount(crocus, `member${++count}`)).as
    await call('PUT', `user_groups/${projectId}_3/users`, {
      json: { user_references: [{ username: owner[0] }, { username: member[0] }] },
    })
    const { create, state, field, value } = await levelFixture(upRules, { story: { permissions: { full: [4] } } })
    const task = await create('task')
    const story = await create('story', { children: [task] })
    const response = await call('PUT', `artifacts/${task}`, {
      as: member,
      json: { values: [{ field_id: field('task', 'state'), bind_value_ids: [value('task', 'busy')] }] },
    })
    expect(response.status).toBe(200)
    expect((await call('GET', `artifacts/${story}`, { as: member })).status).toBe(403)
    expect(await state(story)).toBe('busy')
  })
})

describe('triggers of concurrent changes', () => {
  it('see all of them: the last of many concurrent children closes the parent, once', async () => {
    const { create, set, state } = await levelFixture(upRules)
    const tasks = await Promise.all(Array.from({ length: 12 }, () => create('task')))
    const story = await create('story', { children: tasks })
    await Promise.all(tasks.map(task => set(task, 'done', 'task')))
    expect(await state(story)).toBe('done')
    expect((await changesets(story)).filter(one => one.submitted_by === MANAGER)).toHaveLength(1)
  })
  it('lose no concurrent changes of the parent', async () => {
    const { create, set, state } = await levelFixture(upRules)
    const tasks = await Promise.all(Array.from({ length: 6 }, () => create('task')))
    const story = await create('story', { children: tasks })
    await Promise.all([
      ...tasks.map(task => set(task, 'done', 'task')),
      ...tasks.map((_, index) =>
        call('PUT', `artifacts/${story}`, {
          json: { values: [], comment: { body: `comment ${index}`, format: 'text' } },
        }),
      ),
    ])
    expect(await state(story)).toBe('done')
    const bodies = (await changesets(story)).map(one => one.last_comment.body)
    for (let index = 0; index < 6; index++) expect(bodies).toContain(`comment ${index}`)
  })
  it('run later, once, if the process ended between the change and its triggers', async () => {
    const { create, set, state } = await levelFixture(upRules)
    const task = await create('task')
    const story = await create('story', { children: [task] })
    // Simulates a process that ended after it saved the change: its pending triggers wait in the database.
    await sql`create table aside as select * from pending_trigger where false`.execute(crocus.db.kysely)
    await sql`create function keep_aside() returns trigger language plpgsql as
      $$ begin insert into aside select (new).*; return null; end $$`.execute(crocus.db.kysely)
    await sql`create trigger keep_aside before insert on pending_trigger for each row execute function keep_aside()`.execute(
      crocus.db.kysely,
    )
    await set(task, 'busy', 'task')
    expect(await state(story)).toBe('open')
    await sql`drop trigger keep_aside on pending_trigger`.execute(crocus.db.kysely)
    await sql`insert into pending_trigger select * from aside`.execute(crocus.db.kysely)
    for (let turn = 0; turn < 2; turn++) {
      await sql`update graphile_worker._private_jobs set run_at = now()`.execute(crocus.db.kysely)
      await crocus.work()
    }
    expect([await state(story), await pending()]).toEqual(['busy', []])
    expect((await changesets(story)).filter(one => one.submitted_by === MANAGER)).toHaveLength(1)
  })
})

describe('a change without triggers', () => {
  it('costs no more round trips if the tracker has triggers', async () => {
    const { create, put, field } = await levelFixture(upRules)
    const task = await create('task')
    const rename = (value: string) => put(task, [{ field_id: field('task', 'title'), value }])
    await rename('warm')
    const before = crocus.db.roundTrips()
    await rename('measured')
    expect(crocus.db.roundTrips() - before).toBe(1)
  })
})
