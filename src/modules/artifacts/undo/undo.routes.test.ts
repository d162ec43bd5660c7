import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, type TestApp, type TestRequest, type TestResponse } from '../../../../test/harness/app.ts'
import {
  givenArtifact,
  givenProject,
  readProject,
  type Credentials,
  type FixtureTracker,
} from '../../../../test/harness/fixture.ts'
import { anElement, aTracker, aValue, createTrackersOf } from '../../../../test/harness/trackers.ts'
import { givenUpload } from '../../../../test/harness/uploads.ts'
import { inTransaction } from '../../../platform/db/db.ts'
import { aStep, aWorkflow, aWorkTracker, givenWorks } from '../../../../test/harness/workflows.ts'

interface Undone {
  changeset_id: number | null
  undone_field_ids: number[]
}

let crocus: TestApp
let owner: Credentials
let member: Credentials
let stranger: Credentials
let deed: FixtureTracker
let projectId: number
let otherId: number
let hiddenTracker: FixtureTracker

beforeAll(async () => {
  crocus = await testApp()
  const works = await givenWorks(crocus)
  ;({ owner, member, stranger, projectId } = works)
  const elements = aWorkTracker(works.projectId, 'x').elements
  const secret = { read: [4], submit: [4], update: [4] }
  await createTrackersOf(
    crocus,
    aWorkTracker(works.projectId, 'deed', {
      elements: [...elements, anElement('file', 'papers'), anElement('int', 'secret', { permissions: secret })],
      workflow: aWorkflow([aStep(null, 'new'), aStep('new', 'busy'), aStep('busy', 'done')]),
    }),
  )
  await createTrackersOf(crocus, aTracker(projectId, 'feat', { elements: [anElement('string', 'title')] }))
  const project = await readProject(crocus, projectId, owner)
  deed = project.tracker('deed')
  otherId = project.tracker('feat').id
  hiddenTracker = (await readProject(crocus, works.hiddenProjectId, owner)).tracker('task')
})

const field = (name: string): number => deed.field(name)
const entry = (name: string, value: unknown) => ({ field_id: field(name), value })
const state = (name: string) => ({ field_id: field('state'), bind_value_ids: [deed.value('state', name)] })
const links = (...ids: number[]) => ({ field_id: field('links'), links: ids.map(id => ({ id, type: '' })) })
const call = (method: string, path: string, request: TestRequest = {}) =>
  crocus.request(method, `/api/${path}`, { as: owner, ...request })
const given = (...entries: object[]): Promise<number> =>
  givenArtifact(crocus, deed, 'Base', { as: owner, values: [state('new'), ...entries] })
const put = async (id: number, ...entries: object[]): Promise<void> => {
  const done = await call('PUT', `artifacts/${id}`, { json: { values: entries } })
  expect([done.status, done.text]).toEqual([200, ''])
}
/** Newest first. */
const changesets = async (id: number): Promise<number[]> =>
  (await call('GET', `artifacts/${id}/changesets?order=desc&limit=50`)).json<{ id: number }[]>().map(one => one.id)
/** A play is the parent of scenes. Its way back from b to a sets fields, and a busy scene makes it busy. */
const givenLoop = async () => {
  const list = (...labels: string[]) =>
    ({ type: 'static', isRankAlpha: false, values: labels.map(label => aValue(label)) }) as const
  const secret = { read: [4], submit: [4], update: [4] }
  const scene = aTracker(projectId, 'scene', {
    elements: [
      anElement('string', 'title', { key: 'scene.title' }),
      anElement('sb', 'mood', { key: 'scene.mood', bind: list('scene.open', 'scene.busy') }),
    ],
  })
  const play = aTracker(projectId, 'play', {
    elements: [
      anElement('string', 'title', { key: 'play.title' }),
      anElement('sb', 'mood', { key: 'play.mood', bind: list('play.open', 'play.busy') }),
      anElement('sb', 'phase', { key: 'play.phase', bind: list('play.a', 'play.b') }),
      anElement('date', 'closed', { key: 'play.closed', settings: { default_value_type: 1 } }),
      anElement('int', 'hush', { key: 'play.hush', permissions: secret }),
      anElement('art_link', 'links', { key: 'play.links' }),
    ],
    workflow: aWorkflow(
      [
        aStep(null, 'play.a'),
        aStep('play.a', 'play.b'),
        aStep('play.b', 'play.a', {
          actions: [
            { type: 'set_field_value', field: 'play.closed', fieldType: 'date', value: 'current' },
            { type: 'set_field_value', field: 'play.hush', fieldType: 'int', value: 5 },
          ],
        }),
      ],
      { field: 'play.phase' },
    ),
  })
  const made = await createTrackersOf(crocus, scene, play)
  const place = (tracker: string, value: string) => ({
    trackerId: made.trackerIds.get(tracker) ?? 0,
    fieldId: made.fieldIds.get(`${tracker}.mood`) ?? 0,
    valueId: made.valueIds.get(`${tracker}.${value}`) ?? 0,
  })
  const { trackerId: targetTrackerId, fieldId: targetFieldId, valueId: targetValueId } = place('play', 'busy')
  await inTransaction(crocus.db, async tx => {
    const { setParents, addTriggers } = crocus.app.modules.trackers
    await setParents(tx, [{ trackerId: made.trackerIds.get('scene') ?? 0, parentId: targetTrackerId }])
    await addTriggers(tx, [
      {
        targetTrackerId,
        targetFieldId,
        targetValueId,
        condition: 'at_least_one',
        direction: 'up',
        sources: [place('scene', 'busy')],
      },
    ])
  })
  return { project: await readProject(crocus, projectId, owner), values: made.valueIds }
}
const undo = (id: number, changeset: number | undefined, request: TestRequest = {}, query = '') =>
  call('POST', `artifacts/${id}/changesets/${changeset}/undo${query}`, { json: {}, ...request })
const givenHidden = (): Promise<number> => givenArtifact(crocus, hiddenTracker, 'Hidden', { as: owner })
const linkedIds = async (id: number): Promise<number[]> => {
  const { links: ends } = (await valuesOf(id))['links'] as { links: { id: number }[] }
  return ends.map(end => end.id)
}
const valuesOf = async (id: number): Promise<Record<string, unknown>> => {
  const { values: entries } = (await call('GET', `artifacts/${id}`)).json<{ values: Record<string, unknown>[] }>()
  return Object.fromEntries(entries.map(({ label, ...rest }) => [String(label), rest]))
}
const reasonOf = (response: TestResponse): [number, string, readonly number[] | undefined] => {
  const { details } = response.json<{ error: { details: { reason: string; field_ids?: number[] } } }>().error
  return [response.status, details.reason, details.field_ids]
}

describe('POST …/changesets/{changeset}/undo (integrators.md §15)', () => {
  it('puts back the values before the change, whatever their type, and undoing that changes them again', async () => {
    const target = await given()
    const id = await given(entry('effort', 3), entry('start', '2026-01-02'), links(target))
    const before = await valuesOf(id)
    const towns = { field_id: field('towns'), bind_value_ids: [deed.value('towns', 'Paris')] }
    await put(id, entry('title', 'New'), entry('effort', 4), entry('weight', 1.5), entry('start', null), towns, links())
    const after = await valuesOf(id)
    const [change] = await changesets(id)
    const done = await undo(id, change, { json: { comment: 'A mistake' } })
    expect([done.status, done.text]).toEqual([200, expect.stringContaining('undone_field_ids')])
    const { changeset_id: undoing, undone_field_ids: undone } = done.json<Undone>()
    expect(undone.map(one => deed.fields.find(({ field_id: id }) => id === one)?.name).sort()).toEqual(
      ['effort', 'links', 'start', 'title', 'towns', 'weight'].sort(),
    )
    expect(undoing).toBe((await changesets(id))[0])
    const { weight: _, towns: __, ...kept } = await valuesOf(id)
    expect(before).toMatchObject(kept)
    const etag = (await call('GET', `artifacts/${id}`)).headers.etag
    expect(done.headers.etag).toBe(etag)
    expect((await call('GET', `artifacts/${id}/changesets?order=desc&limit=1`)).text).toContain('A mistake')

    expect((await undo(id, undoing ?? 0)).status).toBe(200)
    expect(await valuesOf(id)).toEqual(after)
  })

  it('does nothing if everything is as it was', async () => {
    const id = await given(entry('effort', 1))
    await put(id, entry('effort', 2))
    const [change] = await changesets(id)
    await put(id, entry('effort', 1))
    const done = await undo(id, change, { json: { comment: 'unsaid' } })
    expect([done.status, done.json()]).toEqual([200, { changeset_id: null, undone_field_ids: [] }])
    expect(await changesets(id)).toHaveLength(3)
  })

  it('refuses fields that were changed again, or leaves them', async () => {
    const id = await given(entry('effort', 1))
    await put(id, entry('effort', 2), entry('title', 'Changed'))
    const [change] = await changesets(id)
    await put(id, entry('effort', 3))
    expect(reasonOf(await undo(id, change))).toEqual([409, 'undo.overlaid', [field('effort')]])
    const done = await undo(id, change, { json: { partial: true } })
    expect(done.json<Undone>().undone_field_ids).toEqual([field('title')])
    expect((await valuesOf(id))['effort']).toMatchObject({ value: 3 })
  })

  it('refuses the creation, a move and files whose contents are gone', async () => {
    const id = await given()
    expect(reasonOf(await undo(id, (await changesets(id))[0]))[1]).toBe('undo.creation')
    const { id: file } = await givenUpload(crocus, { as: owner, fieldId: field('papers') })
    await put(id, entry('papers', [file]))
    const [attached] = await changesets(id)
    await put(id, entry('papers', []))
    const [detached] = await changesets(id)
    expect(reasonOf(await undo(id, detached))).toEqual([409, 'undo.file_gone', [field('papers')]])
    expect((await undo(id, attached)).json<Undone>().undone_field_ids).toEqual([])
    expect((await call('PATCH', `artifacts/${id}`, { json: { move: { tracker_id: otherId } } })).status).toBe(200)
    expect(reasonOf(await undo(id, (await changesets(id))[0]))[1]).toBe('undo.moved')
  })

  it('checks as an update does: rights, the workflow, the version', async () => {
    const id = await given()
    await put(id, state('busy'))
    const [step] = await changesets(id)
    expect(reasonOf(await undo(id, step)).slice(0, 2)).toEqual([400, 'workflow.transition'])
    expect(reasonOf(await undo(id, step, { as: stranger })).slice(0, 2)).toEqual([400, 'permission.field_update'])
    await put(id, entry('title', 'Later'))
    const [title] = await changesets(id)
    expect((await undo(id, title, { headers: { 'if-match': 'old' } })).status).toBe(412)
    expect((await undo(id, 999_999)).status).toBe(404)
  })

  it('hides changes that the caller may not see, and leaves hidden fields alone', async () => {
    const id = await given(entry('secret', 1))
    await put(id, entry('secret', 2))
    const [hidden] = await changesets(id)
    expect((await undo(id, hidden, { as: member })).status).toBe(404)
    await put(id, entry('secret', 3), entry('title', 'Both'))
    const [both] = await changesets(id)
    const done = await undo(id, both, { as: member })
    expect(done.json<Undone>().undone_field_ids).toEqual([field('title')])
    expect((await valuesOf(id))['secret']).toMatchObject({ value: 3 })
  })

  it('neither names hidden links, nor tells that they changed, nor touches them', async () => {
    const [seen, hidden, later] = [await given(), await givenHidden(), await givenHidden()]
    const id = await given(links(seen, hidden))
    await put(id, links())
    const [change] = await changesets(id)
    await put(id, links(later))
    const done = await undo(id, change, { as: member })
    expect([done.status, done.text]).toEqual([200, expect.stringContaining('undone_field_ids')])
    expect(done.json<Undone>().undone_field_ids).toEqual([field('links')])
    expect((await linkedIds(id)).sort()).toEqual([seen, later].sort())

    await put(id, links(seen))
    const [onlyHidden] = await changesets(id)
    const nothing = await undo(id, onlyHidden, { as: member })
    expect([nothing.status, nothing.json()]).toEqual([200, { changeset_id: null, undone_field_ids: [] }])
    expect((await undo(id, onlyHidden)).json<Undone>().undone_field_ids).toEqual([field('links')])
  })

  it('leaves links out whose project is no longer active', async () => {
    const asleep = await givenProject(crocus, 'asleep', { as: owner })
    const [seen, sleeper] = [
      await given(),
      await givenArtifact(crocus, asleep.tracker('task'), 'Asleep', { as: owner }),
    ]
    const id = await given(links(seen, sleeper))
    await put(id, links())
    const [change] = await changesets(id)
    const json = { status: 'suspended' }
    expect((await crocus.request('PATCH', `/api/projects/${asleep.id}`, { as: crocus.admin, json })).status).toBe(200)
    for (const as of [owner, crocus.admin]) {
      const dry = await undo(id, change, { as }, '?dry_run=true')
      expect(dry.text).toContain(`"after":{"links":[{"id":${seen},"type":""}]}`)
    }
    expect((await undo(id, change)).status).toBe(200)
    expect(await linkedIds(id)).toEqual([seen])
  })

  it('names only what it put back, and repeats that, whatever the workflow and triggers set', async () => {
    const { project, values: of } = await givenLoop()
    const [play, child] = [project.tracker('play'), project.tracker('scene')]
    const scene = await givenArtifact(crocus, child, 'Scene', {
      as: owner,
      values: [{ field_id: child.field('mood'), bind_value_ids: [of.get('scene.busy')] }],
    })
    const phase = (name: string) => ({ field_id: play.field('phase'), bind_value_ids: [of.get(`play.${name}`)] })
    const linked = (...ids: number[]) => ({
      field_id: play.field('links'),
      links: ids.map(id => ({ id, type: '_is_child' })),
    })
    const id = await givenArtifact(crocus, play, 'Play', { as: owner, values: [phase('a'), linked(scene)] })
    await put(id, { field_id: play.field('hush'), value: 5 })
    await put(id, { field_id: play.field('mood'), bind_value_ids: [of.get('play.open')] })
    await put(id, phase('b'), linked(), { field_id: play.field('hush'), value: 6 })
    const [change] = await changesets(id)
    const request = { as: member, headers: { 'idempotency-key': 'loop' } }
    const first = await undo(id, change, request)
    const again = await undo(id, change, request)
    expect([first.status, first.json<Undone>().undone_field_ids.sort()]).toEqual([
      200,
      [play.field('phase'), play.field('links')].sort(),
    ])
    expect([again.json<Undone>(), again.headers.etag]).toEqual([first.json<Undone>(), first.headers.etag])
    // The trigger wrote the version that the answer tells, after the changeset of the undo.
    expect((await changesets(id)).indexOf(first.json<Undone>().changeset_id ?? 0)).toBe(1)
    expect(await valuesOf(id)).toMatchObject({ hush: { value: 5 }, closed: { value: expect.any(String) as string } })
  })

  it('is rehearsed, and done once for one key', async () => {
    const id = await given(entry('effort', 1))
    await put(id, entry('effort', 2))
    const [change] = await changesets(id)
    const dry = await undo(id, change, {}, '?dry_run=true')
    expect(dry.json()).toMatchObject({
      would: { is_change: true, changed_fields: [{ name: 'effort', before: { value: 2 }, after: { value: 1 } }] },
    })
    expect(await changesets(id)).toHaveLength(2)
    const headers = { 'idempotency-key': 'undo-1' }
    const first = await undo(id, change, { headers })
    const again = await undo(id, change, { headers })
    expect([again.status, again.text, again.headers['idempotent-replayed']]).toEqual([200, first.text, 'true'])
    expect(await changesets(id)).toHaveLength(3)
    const nothing = await undo(id, change, { headers: { 'idempotency-key': 'undo-2' } })
    expect(nothing.json()).toEqual({ changeset_id: null, undone_field_ids: [] })
    await put(id, entry('effort', 2))
    const replayed = await undo(id, change, { headers: { 'idempotency-key': 'undo-2' } })
    expect([replayed.text, replayed.headers['idempotent-replayed']]).toEqual([nothing.text, 'true'])
    expect(await changesets(id)).toHaveLength(4)
  })
})
