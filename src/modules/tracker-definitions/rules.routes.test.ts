import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, type TestApp, type TestRequest, type TestResponse } from '../../../test/harness/app.ts'
import { factsOf } from '../../../test/harness/events.ts'
import type { Credentials } from '../../../test/harness/fixture.ts'
import { createTrackersOf } from '../../../test/harness/trackers.ts'
import { aStep, aWorkflow, aWorkTracker, givenWorks } from '../../../test/harness/workflows.ts'
import { expectSameInXml, readXml, requestXml } from '../../../test/harness/xml.ts'
import { inTransaction } from '../../platform/db/db.ts'
import { listEvents } from '../../platform/events/event-log.store.ts'
import type { NewTracker } from '../trackers/index.ts'

let crocus: TestApp
let owner: Credentials
let member: Credentials
let stranger: Credentials
let projectId: number
let hiddenProjectId: number
beforeAll(async () => {
  crocus = await testApp()
  ;({ owner, member, stranger, projectId, hiddenProjectId } = await givenWorks(crocus))
}, 60_000)

const call = (method: string, path: string, request: TestRequest = {}): Promise<TestResponse> =>
  crocus.request(method, `/api/${path}`, { as: owner, ...request })
/** All faults in one text. */
const faults = (response: TestResponse): string => {
  expect(response.status).toBe(400)
  return response.text
}
const done = (response: TestResponse): TestResponse => {
  expect([response.status, response.status === 200 ? '' : response.text]).toEqual([200, ''])
  return response
}

interface TrackerFixture {
  readonly id: number
  readonly name: string
  field(name: string): number
  value(label: string): number
}
let count = 0
const trackerFixture = async (given: Partial<NewTracker> = {}, inProject = projectId): Promise<TrackerFixture> => {
  const name = `work${++count}`
  const tracker = aWorkTracker(inProject, name, given)
  const { trackerIds, fieldIds, valueIds } = await createTrackersOf(crocus, tracker)
  return {
    id: trackerIds.get(name) ?? 0,
    name,
    field: key => fieldIds.get(key) ?? 0,
    value: label => valueIds.get(label) ?? 0,
  }
}
const withRequired = (names: readonly string[]): Partial<NewTracker> => ({
  elements: aWorkTracker(projectId, 'any').elements.map(one => ({ ...one, isRequired: names.includes(one.name) })),
})
const pair = (tracker: TrackerFixture, country: string | null, town: string | null) => ({
  source_field_id: tracker.field('country'),
  source_value_id: country === null ? 100 : tracker.value(country),
  target_field_id: tracker.field('towns'),
  target_value_id: town === null ? 100 : tracker.value(town),
})
const order = (tracker: TrackerFixture, comparator: string) => ({
  source_field_id: tracker.field('start'),
  comparator,
  target_field_id: tracker.field('end'),
})
const putRules = (tracker: TrackerFixture, rules: object, request: TestRequest = {}) =>
  call('PUT', `trackers/${tracker.id}/rules`, { json: { dates: [], lists: [], ...rules }, ...request })
const getRules = async (tracker: TrackerFixture) => done(await call('GET', `trackers/${tracker.id}/rules`)).json()

const create = async (tracker: TrackerFixture, values: readonly object[] = []) => {
  const response = await call('POST', 'artifacts', { as: member, json: { tracker: { id: tracker.id }, values } })
  return { response, id: response.status === 201 ? response.json<{ id: number }>().id : 0 }
}
const put = (artifact: number, values: readonly object[]) =>
  call('PUT', `artifacts/${artifact}`, { as: member, json: { values } })
const chosen = (tracker: TrackerFixture, field: string, ...labels: string[]) => ({
  field_id: tracker.field(field),
  bind_value_ids: labels.map(label => tracker.value(label)),
})
const dated = (tracker: TrackerFixture, field: string, value: string) => ({ field_id: tracker.field(field), value })

describe('PUT /trackers/{id}/rules', () => {
  it('replaces all rules, which apply to every write at once', async () => {
    const tracker = await trackerFixture()
    const wrong = [dated(tracker, 'start', '2026-03-02'), dated(tracker, 'end', '2026-03-01')]
    const madrid = [chosen(tracker, 'country', 'France'), chosen(tracker, 'towns', 'Madrid')]
    const { id } = await create(tracker, wrong)
    const { id: other } = await create(tracker, madrid)
    expect([id > 0, other > 0]).toEqual([true, true])

    const rules = {
      dates: [order(tracker, '≤')],
      lists: [pair(tracker, 'France', 'Paris'), pair(tracker, 'Spain', 'Madrid')],
    }
    const named = {
      dates: [{ ...order(tracker, '≤'), source_field_name: 'start', target_field_name: 'end' }],
      lists: [['France', 'Paris'] as const, ['Spain', 'Madrid'] as const].map(([country, town]) => ({
        ...pair(tracker, country, town),
        source_field_name: 'country',
        source_value_label: country,
        target_field_name: 'towns',
        target_value_label: town,
      })),
    }
    expect(done(await putRules(tracker, rules)).json()).toEqual(named)
    expect(await getRules(tracker)).toEqual(named)
    const shown = (await call('GET', `trackers/${tracker.id}`, { as: member })).json<{ workflow: { rules: object } }>()
    expect(shown.workflow.rules).toEqual(rules)

    for (const values of [wrong, madrid]) expect((await create(tracker, values)).response.status).toBe(400)
    // Rules apply to stored values with any change; a change that fits the rules is accepted.
    const title = { field_id: tracker.field('title'), value: 'New' }
    for (const artifact of [id, other]) expect((await put(artifact, [title])).status).toBe(400)
    done(await put(id, [title, dated(tracker, 'end', '2026-03-03')]))
    done(await put(other, [title, chosen(tracker, 'country', 'Spain')]))

    done(await putRules(tracker, {}))
    expect(await getRules(tracker)).toEqual({ dates: [], lists: [] })
    for (const values of [wrong, madrid]) expect((await create(tracker, values)).response.status).toBe(201)
  })

  it('accepts a response of GET, and finds that nothing changes', async () => {
    const tracker = await trackerFixture()
    done(await putRules(tracker, { dates: [order(tracker, '<')], lists: [pair(tracker, null, 'Paris')] }))
    const read = await call('GET', `trackers/${tracker.id}/rules`)
    const again = done(await putRules(tracker, read.json<object>()))
    expect([again.json(), again.headers['etag']]).toEqual([read.json(), read.headers['etag']])
    const events = (await listEvents(crocus.db.kysely, '', 1000)).filter(
      event => event.trackerId === tracker.id && event.kind === 'tracker.changed',
    )
    expect(events.map(event => [event.means, factsOf(event)])).toEqual([
      [
        'rest',
        {
          changes: [
            expect.objectContaining({ action: 'create', kind: 'date_rule' }),
            expect.objectContaining({ action: 'create', kind: 'list_rule' }),
          ],
          touches: ['rules'],
        },
      ],
    ])
  })

  it('finds values by their label, too, and refuses one that belongs to another value', async () => {
    const tracker = await trackerFixture()
    const { source_value_id: source, target_value_id: target, ...fields } = pair(tracker, 'France', 'Paris')
    done(await putRules(tracker, { lists: [{ ...fields, source_value_label: 'France', target_value_label: 'Paris' }] }))
    expect(await getRules(tracker)).toMatchObject({ lists: [pair(tracker, 'France', 'Paris')] })
    const refused = async (entry: object) => faults(await putRules(tracker, { lists: [{ ...fields, ...entry }] }))
    expect(await refused({ source_value_id: source, source_value_label: 'Spain', target_value_id: target })).toContain(
      'is \\"France\\", not \\"Spain\\"',
    )
    expect(await refused({ source_value_label: 'Nowhere', target_value_id: target })).toContain('no value')
    expect(await refused({ target_value_id: target })).toContain('by its id or its label')
    expect(await refused({ source_value_id: 100, source_value_label: 'France', target_value_id: target })).toContain(
      'is None',
    )
  })

  it.each<[string, (tracker: TrackerFixture) => object, string]>([
    ['a field that is not there', t => ({ dates: [{ ...order(t, '<'), target_field_id: 424242 }] }), 'no field 424242'],
    ['a field id beyond all ids', t => ({ dates: [{ ...order(t, '<'), target_field_id: 1e20 }] }), 'no field'],
    ['a date rule on a text', t => ({ dates: [{ ...order(t, '<'), target_field_id: t.field('title') }] }), 'title'],
    ['a date and itself', t => ({ dates: [{ ...order(t, '<'), target_field_id: t.field('start') }] }), 'another one'],
    ['an unknown comparator', t => ({ dates: [order(t, '~')] }), 'comparator'],
    ['a date rule twice', t => ({ dates: [order(t, '<'), order(t, '<')] }), 'there twice'],
    ['a value that is not of the list', t => ({ lists: [{ ...pair(t, 'France', 'Paris'), source_value_id: 7 }] }), '7'],
    [
      'the value of another list',
      t => ({ lists: [{ ...pair(t, 'France', 'Paris'), source_value_id: t.value('Paris') }] }),
      'no value',
    ],
    [
      'a dependency of a text',
      t => ({ lists: [{ ...pair(t, 'France', 'Paris'), target_field_id: t.field('title') }] }),
      'no list',
    ],
    ['a pair twice', t => ({ lists: [pair(t, 'France', 'Paris'), pair(t, 'France', 'Paris')] }), 'there twice'],
    [
      'lists that decide about each other',
      t => {
        const { source_field_id, source_value_id, target_field_id, target_value_id } = pair(t, 'France', 'Paris')
        const back = {
          source_field_id: target_field_id,
          source_value_id: target_value_id,
          target_field_id: source_field_id,
          target_value_id: source_value_id,
        }
        return { lists: [pair(t, 'France', 'Paris'), back] }
      },
      'depend on itself',
    ],
    ['rules that are no list', () => ({ dates: 'all' }), 'dates'],
  ])('refuses %s, and changes nothing', async (_, rules, text) => {
    const tracker = await trackerFixture()
    const before = { dates: [order(tracker, '≠')], lists: [pair(tracker, 'Spain', 'Madrid')] }
    done(await putRules(tracker, before))
    expect(faults(await putRules(tracker, rules(tracker)))).toContain(text)
    expect(await getRules(tracker)).toMatchObject(before)
  })

  it('requires both lists of rules: a list left out by mistake is not deleted', async () => {
    const tracker = await trackerFixture()
    expect((await call('PUT', `trackers/${tracker.id}/rules`, { json: { dates: [] } })).status).toBe(400)
    expect((await call('PUT', `trackers/${tracker.id}/rules`, { json: {} })).status).toBe(400)
  })

  it('refuses rules on frozen fields: artifacts could not leave the state', async () => {
    const tracker = await trackerFixture({
      workflow: aWorkflow(
        [
          aStep(null, 'new'),
          aStep('new', 'busy', { actions: [{ type: 'frozen_fields', fields: ['towns', 'start', 'end'] }] }),
        ],
        { isAdvanced: false },
      ),
    })
    const refused = faults(
      await putRules(tracker, { dates: [order(tracker, '<')], lists: [pair(tracker, 'France', 'Paris')] }),
    )
    expect(refused).toContain('freezes \\"towns\\" in the state \\"busy\\"')
    expect(refused).toContain('freezes both \\"start\\" and \\"end\\" in the state \\"busy\\"')
  })

  it('keeps states from freezing both dates of a rule', async () => {
    const tracker = await trackerFixture({ workflow: aWorkflow([aStep(null, 'new')], { isAdvanced: false }) })
    done(await putRules(tracker, { dates: [order(tracker, '<')] }))
    const shown = (await call('GET', `trackers/${tracker.id}`)).json<{ workflow: { transitions: { id: number }[] } }>()
    const freeze = (...names: string[]) =>
      call('PUT', `tracker_workflow_transitions/${shown.workflow.transitions[0]?.id}/actions`, {
        json: { post_actions: names.map(name => ({ type: 'frozen_fields', field_ids: [tracker.field(name)] })) },
      })
    expect(faults(await freeze('start', 'end'))).toContain('cannot both be frozen')
    done(await freeze('start'))
  })

  it('refuses a dependency that leaves a value no choice in a required list, by any change', async () => {
    const tracker = await trackerFixture(withRequired(['towns']))
    const half = [pair(tracker, 'France', 'Paris')]
    expect(faults(await putRules(tracker, { lists: half }))).toContain('\\"Spain\\" of \\"country\\"')
    expect(faults(await putRules(tracker, { lists: [...half, pair(tracker, 'Spain', null)] }))).toContain('Spain')
    done(await putRules(tracker, { lists: [...half, pair(tracker, 'Spain', 'Madrid')] }))
    expect(
      (await create(tracker, [chosen(tracker, 'country', 'Spain'), chosen(tracker, 'towns', 'Madrid')])).response
        .status,
    ).toBe(201)
    // Without country only None is possible, which is not enough: the country is required, too, and the response says so.
    expect(faults((await create(tracker, [chosen(tracker, 'towns', 'Madrid')])).response)).toContain(
      'with None in the field `country`',
    )

    const free = await trackerFixture()
    done(await putRules(free, { lists: [pair(free, 'France', 'Paris')] }))
    const require = (is_required: boolean) =>
      call('PATCH', `tracker_fields/${free.field('towns')}`, { json: { is_required } })
    expect(faults(await require(true))).toContain('Spain')
    done(await putRules(free, { lists: [pair(free, 'France', 'Paris'), pair(free, 'Spain', 'Madrid')] }))
    done(await require(true))
    // A value that the list gets later needs a pair later: that is no reason to refuse the value.
    done(await call('PATCH', `tracker_fields/${free.field('country')}`, { json: { new_values: ['Italy'] } }))
    done(await putRules(free, { lists: [pair(free, 'Spain', 'Madrid'), pair(free, 'France', 'Paris')] }))
  })

  it('with If-Match refuses to overwrite a concurrent change', async () => {
    const tracker = await trackerFixture()
    const etag = String((await call('GET', `trackers/${tracker.id}/rules`)).headers['etag'])
    const headers = { 'if-match': etag }
    const written = done(await putRules(tracker, { dates: [order(tracker, '<')] }, { headers }))
    expect((await putRules(tracker, {}, { headers })).status).toBe(412)
    done(await putRules(tracker, {}, { headers: { 'if-match': String(written.headers['etag']) } }))
  })

  it('accepts and returns XML', async () => {
    const tracker = await trackerFixture()
    const accept = { accept: 'application/xml' }
    const rules = { dates: [order(tracker, '≥')], lists: [pair(tracker, 'France', 'Paris'), pair(tracker, null, null)] }
    const as = owner
    const written = await crocus.request('PUT', `/api/trackers/${tracker.id}/rules`, {
      as,
      xml: requestXml(rules),
      headers: accept,
    })
    done(written)
    const read = await getRules(tracker)
    expect(read).toMatchObject(rules)
    expectSameInXml(read, readXml(written.text), 'rules')
    const shown = await call('GET', `trackers/${tracker.id}/rules`, { headers: accept })
    expectSameInXml(read, readXml(shown.text), 'rules')
    // A response can be sent back, including empty labels of None.
    done(
      await crocus.request('PUT', `/api/trackers/${tracker.id}/rules`, {
        as,
        xml: shown.text.replace(/<(\/?)response>/g, '<$1request>'),
      }),
    )
    expect(await getRules(tracker)).toEqual(read)
    done(
      await crocus.request('PUT', `/api/trackers/${tracker.id}/rules`, {
        as,
        xml: '<request><dates></dates><lists></lists></request>',
      }),
    )
    expect(await getRules(tracker)).toEqual({ dates: [], lists: [] })
  })
})

describe.each(['rules', 'triggers'])('/trackers/{id}/%s', part => {
  const body = { rules: { dates: [], lists: [] }, triggers: { triggers: [] } }[part]
  it('is for administrators of the tracker alone', async () => {
    const tracker = await trackerFixture()
    const hidden = await trackerFixture({}, hiddenProjectId)
    const both = async (id: number | string, as: Credentials | undefined) => {
      const request = as ? { as } : {}
      const path = `/api/trackers/${id}/${part}`
      return [
        (await crocus.request('GET', path, request)).status,
        (await crocus.request('PUT', path, { ...request, json: body })).status,
      ]
    }
    expect(await both(tracker.id, owner)).toEqual([200, 200])
    expect(await both(tracker.id, crocus.admin)).toEqual([200, 200])
    expect(await both(tracker.id, undefined)).toEqual([401, 401])
    expect(await both(tracker.id, member)).toEqual([403, 403])
    expect(await both(tracker.id, stranger)).toEqual([403, 403])
    const unseen = await both(hidden.id, stranger)
    expect(unseen).toEqual(await both(hidden.id, member))
    expect(unseen.every(status => status === 403 || status === 404)).toBe(true)
    expect(await both(424242, owner)).toEqual([404, 404])
    expect(await both('x', owner)).toEqual([400, 400])
  })
})

describe('PUT /trackers/{id}/triggers', () => {
  const family = async () => {
    const [parent, child, other] = [await trackerFixture(), await trackerFixture(), await trackerFixture()]
    await inTransaction(crocus.db, tx =>
      crocus.app.modules.trackers.setParents(tx, [{ trackerId: child.id, parentId: parent.id }]),
    )
    return { parent, child, other }
  }
  const at = (tracker: TrackerFixture, state: string) => ({
    field_id: tracker.field('state'),
    value_id: tracker.value(state),
  })
  const of = (tracker: TrackerFixture, state: string) => ({ tracker_id: tracker.id, ...at(tracker, state) })
  const putTriggers = (tracker: TrackerFixture, triggers: unknown, request: TestRequest = {}) =>
    call('PUT', `trackers/${tracker.id}/triggers`, { json: { triggers }, ...request })
  const getTriggers = async (tracker: TrackerFixture) =>
    done(await call('GET', `trackers/${tracker.id}/triggers`)).json()
  const named = (tracker: TrackerFixture, state: string) => ({
    ...at(tracker, state),
    field_name: 'state',
    value_label: state,
  })
  const linked = async (parent: TrackerFixture, child: TrackerFixture) => {
    const { id: below } = await create(child, [chosen(child, 'state', 'new')])
    const links = { field_id: parent.field('links'), links: [{ id: below, type: '_is_child' }] }
    const { id: above } = await create(parent, [chosen(parent, 'state', 'new'), links])
    return { above, below }
  }
  const stateOf = async (artifact: number) =>
    (await call('GET', `artifacts/${artifact}`))
      .json<{ values: { label: string; values?: { label: string }[] }[] }>()
      .values.find(one => one.label === 'state')?.values?.[0]?.label

  it('makes parents follow their children and children their parents from the next change on', async () => {
    const { parent, child } = await family()
    const up = { direction: 'up', condition: 'all_of', target: at(parent, 'done'), sources: [of(child, 'done')] }
    const down = {
      direction: 'down',
      condition: 'at_least_one',
      target: at(child, 'busy'),
      sources: [of(parent, 'busy')],
    }
    const { above, below } = await linked(parent, child)
    const shown = done(await putTriggers(parent, [up])).json()
    expect(shown).toEqual({
      triggers: [
        {
          ...up,
          target: named(parent, 'done'),
          sources: [{ ...of(child, 'done'), ...named(child, 'done'), tracker_name: child.name }],
        },
      ],
    })
    expect(await getTriggers(parent)).toEqual(shown)
    expect(await getTriggers(child)).toEqual({ triggers: [] })
    done(await putTriggers(child, [down]))
    expect(await getTriggers(child)).toMatchObject({ triggers: [down] })

    done(await put(above, [chosen(parent, 'state', 'busy')]))
    expect(await stateOf(below)).toBe('busy')
    done(await put(below, [chosen(child, 'state', 'done')]))
    expect(await stateOf(above)).toBe('done')

    done(await putTriggers(parent, []))
    done(await putTriggers(child, []))
    const next = await linked(parent, child)
    done(await put(next.above, [chosen(parent, 'state', 'busy')]))
    done(await put(next.below, [chosen(child, 'state', 'done')]))
    expect([await stateOf(next.above), await stateOf(next.below)]).toEqual(['busy', 'done'])
  })

  it('accepts a response of GET, values by label, and up without a direction', async () => {
    const { parent, child } = await family()
    const state = { field_id: child.field('state') }
    const entry = {
      condition: 'at_least_one',
      target: { field_id: parent.field('state'), value_label: 'busy' },
      sources: [
        { tracker_id: child.id, ...state, value_label: 'done' },
        { tracker_id: child.id, ...state, value_label: 'busy' },
      ],
    }
    const written = done(await putTriggers(parent, [entry]))
    expect(written.json()).toMatchObject({
      triggers: [{ direction: 'up', target: at(parent, 'busy'), sources: [of(child, 'busy'), of(child, 'done')] }],
    })
    const again = done(await call('PUT', `trackers/${parent.id}/triggers`, { json: written.json() }))
    expect([again.json(), again.headers['etag']]).toEqual([written.json(), written.headers['etag']])
    const kinds = (await listEvents(crocus.db.kysely, '', 1000))
      .filter(event => event.trackerId === parent.id && event.kind === 'tracker.changed')
      .map(factsOf)
    expect(kinds).toEqual([
      {
        changes: [expect.objectContaining({ action: 'create', kind: 'trigger' })],
        touches: ['triggers'],
      },
    ])
    const headers = { 'if-match': 'of another time' }
    expect((await putTriggers(parent, [], { headers })).status).toBe(412)
  })

  type Family = Awaited<ReturnType<typeof family>>
  const good = ({ parent, child }: Family) => ({
    condition: 'all_of',
    target: at(parent, 'done'),
    sources: [of(child, 'done')],
  })
  it.each<[string, (given: Family) => unknown, string]>([
    ['a tracker that is no child', f => [{ ...good(f), sources: [of(f.other, 'done')] }], 'is no child'],
    [
      'a tracker that is not there',
      f => [{ ...good(f), sources: [{ ...of(f.child, 'done'), tracker_id: 1e15 }] }],
      'is no child',
    ],
    [
      'a tracker beyond all ids',
      f => [{ ...good(f), sources: [{ ...of(f.child, 'done'), tracker_id: 1e20 }] }],
      'is no child',
    ],
    ['down from a child', f => [{ ...good(f), direction: 'down' }], 'is not the parent'],
    ['an unknown direction', f => [{ ...good(f), direction: 'sideways' }], 'direction'],
    ['an unknown condition', f => [{ ...good(f), condition: 'most_of' }], 'condition'],
    ['no sources', f => [{ ...good(f), sources: [] }], 'sources'],
    ['a source twice', f => [{ ...good(f), sources: [of(f.child, 'done'), of(f.child, 'done')] }], 'there twice'],
    ['a trigger twice', f => [good(f), good(f)], 'there twice'],
    [
      'a target that is no list',
      f => [{ ...good(f), target: { field_id: f.parent.field('title'), value_id: 1 } }],
      'no list',
    ],
    ['a target of another tracker', f => [{ ...good(f), target: at(f.child, 'done') }], 'no field'],
    [
      'a source field of another tracker',
      f => [{ ...good(f), sources: [{ tracker_id: f.child.id, ...at(f.parent, 'done') }] }],
      'no field',
    ],
    [
      'a value of another list',
      f => [{ ...good(f), target: { ...at(f.parent, 'done'), value_id: f.parent.value('Paris') } }],
      'no value',
    ],
    ['None', f => [{ ...good(f), target: { ...at(f.parent, 'done'), value_id: 100 } }], 'no value 100'],
    ['triggers that are no list', () => 'none', 'triggers'],
  ])('refuses %s, and changes nothing', async (_, triggers, text) => {
    const given = await family()
    done(await putTriggers(given.parent, [good(given)]))
    expect(faults(await putTriggers(given.parent, triggers(given)))).toContain(text)
    expect(await getTriggers(given.parent)).toMatchObject({ triggers: [good(given)] })
  })

  it('keeps a trigger whose tracker is no longer a child, and accepts no new one with it', async () => {
    const given = await family()
    done(await putTriggers(given.parent, [good(given)]))
    await inTransaction(crocus.db, tx =>
      crocus.app.modules.trackers.setParents(tx, [{ trackerId: given.child.id, parentId: given.other.id }]),
    )
    const read = await getTriggers(given.parent)
    done(await call('PUT', `trackers/${given.parent.id}/triggers`, { json: read }))
    expect(await getTriggers(given.parent)).toEqual(read)
    done(await putTriggers(given.parent, []))
    expect(faults(await putTriggers(given.parent, [good(given)]))).toContain('is no child')
  })

  it('accepts and returns XML', async () => {
    const given = await family()
    const request = { as: owner, headers: { accept: 'application/xml' } }
    const path = `/api/trackers/${given.parent.id}/triggers`
    const written = done(
      await crocus.request('PUT', path, { ...request, xml: requestXml({ triggers: [good(given)] }) }),
    )
    const read = await getTriggers(given.parent)
    expect(read).toMatchObject({ triggers: [good(given)] })
    expectSameInXml(read, readXml(written.text), 'triggers')
    const wrong = await crocus.request('PUT', path, {
      ...request,
      xml: requestXml({ triggers: [{ ...good(given), condition: 'never' }] }),
    })
    expect([wrong.status, wrong.text.startsWith('<?xml')]).toEqual([400, true])
  })
})
