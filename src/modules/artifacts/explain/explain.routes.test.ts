import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, type TestApp, type TestResponse } from '../../../../test/harness/app.ts'
import { givenAccount, type Account, type Credentials } from '../../../../test/harness/fixture.ts'
import { anElement, createTrackersOf } from '../../../../test/harness/trackers.ts'
import { aStep, aWorkflow, aWorkTracker, givenWorks } from '../../../../test/harness/workflows.ts'
import type { Explanation } from './explain.schema.ts'

/** An explanation must agree with the operation: each one is compared with the request that it explains (integrators.md §8). */
let crocus: TestApp
let owner: Credentials
let other: Account
let people: Readonly<Record<string, Credentials | undefined>>
let trackerId: number
let quietId: number
let field: (name: string) => number
let value: (label: string) => number
let quietTitle: number
let projectId: number
let curators: number

beforeAll(async () => {
  crocus = await testApp()
  const works = await givenWorks(crocus)
  ;({ owner, projectId } = works)
  other = await givenAccount(crocus, 'other')
  curators = await groupOf('curators', 'member')
  const plain = aWorkTracker(projectId, 'plain')
  const created = await createTrackersOf(
    crocus,
    aWorkTracker(projectId, 'work', {
      elements: [
        ...plain.elements,
        anElement('int', 'guarded', { permissions: { read: [1], submit: [4], update: [4] } }),
        anElement('int', 'secret', { permissions: { read: [4], submit: [4], update: [4] } }),
        anElement('int', 'unused', { isUsed: false }),
      ],
      permissions: { full: [3], admin: [4] },
      workflow: aWorkflow([
        aStep(null, 'new'),
        aStep('new', 'busy', { authorizedUserGroupIds: [4] }),
        aStep('new', 'done', { authorizedUserGroupIds: [curators], notEmptyFields: ['effort'] }),
        aStep('busy', 'new', { isCommentRequired: true }),
      ]),
    }),
  )
  const quiet = await createTrackersOf(crocus, aWorkTracker(projectId, 'quiet', { enableMoveArtifacts: false }))
  trackerId = created.trackerIds.get('work') ?? 0
  quietTitle = quiet.fieldIds.get('title') ?? 0
  quietId = quiet.trackerIds.get('quiet') ?? 0
  const description = await crocus.request('GET', `/api/trackers/${trackerId}`, { as: crocus.admin })
  const { fields } = description.json<{
    fields: { field_id: number; name: string; values: { id: number; label: string }[] | null }[]
  }>()
  field = name => fields.find(one => one.name === name)?.field_id ?? 999_999
  value = label => fields.find(one => one.name === 'state')?.values?.find(one => one.label === label)?.id ?? 0
  people = { admin: crocus.admin, owner, member: works.member, stranger: works.stranger, anonymous: undefined }
})

const groupOf = async (short_name: string, username: string): Promise<number> => {
  const json = { project_id: projectId, short_name, description: '' }
  const { id } = (await crocus.request('POST', '/api/user_groups', { as: owner, json })).json<{ id: string }>()
  const user_references = [{ username }]
  await crocus.request('PUT', `/api/user_groups/${id}/users`, { as: owner, json: { user_references } })
  return Number(id)
}

const as = (name: string) => {
  const credentials = people[name]
  return credentials ? { as: credentials } : {}
}
const state = (label: string) => ({ field_id: field('state'), bind_value_ids: [value(label)] })
const made = async (label: 'new' | 'busy' = 'new', tracker = trackerId): Promise<number> => {
  const values =
    tracker === trackerId
      ? [state('new'), ...['guarded', 'secret'].map(name => ({ field_id: field(name), value: 1 }))]
      : [{ field_id: quietTitle, value: 'Quiet' }]
  const created = await crocus.request('POST', '/api/artifacts', {
    as: crocus.admin,
    json: { tracker: { id: tracker }, values },
  })
  expect(created.status).toBe(201)
  const { id } = created.json<{ id: number }>()
  if (label === 'busy')
    await crocus.request('PUT', `/api/artifacts/${id}`, { as: crocus.admin, json: { values: [state('busy')] } })
  return id
}
const ask = (name: string, place: string, query: string): Promise<TestResponse> =>
  crocus.request('GET', `/api/${place}/explain?${query}`, as(name))
const explained = async (name: string, place: string, query: string): Promise<Explanation> => {
  const answer = await ask(name, place, query)
  expect([answer.status, answer.text]).toEqual([200, answer.text])
  return answer.json<Explanation>()
}
/** An unknown object counts as not allowed. */
const isAllowed = async (name: string, place: string, query: string): Promise<boolean> => {
  const answer = await ask(name, place, query)
  return answer.status === 200 && answer.json<Explanation>().allowed
}
const put = (name: string, id: number, json: object) =>
  crocus.request('PUT', `/api/artifacts/${id}`, { ...as(name), json })

const everybody = ['admin', 'owner', 'member', 'stranger', 'anonymous']

describe('an explanation agrees with the operation', () => {
  it.each(everybody)('to values of fields: %s', async name => {
    for (const fieldName of ['title', 'effort', 'guarded', 'secret', 'unused', 'gone', 'box']) {
      const id = await made()
      const allowed = await isAllowed(name, `artifacts/${id}`, `action=update&field_id=${field(fieldName)}`)
      const sent = { field_id: field(fieldName), value: fieldName === 'title' ? 'New' : 7 }
      const written = await put(name, id, { values: [sent] })
      expect([fieldName, allowed]).toEqual([fieldName, written.status === 200])
      const readable = await isAllowed(name, `artifacts/${id}`, `action=read&field_id=${field(fieldName)}`)
      const read = await crocus.request('GET', `/api/artifacts/${id}`, as(name))
      const { values = [] } = read.json<{ values?: { field_id: number }[] }>()
      if (fieldName !== 'box')
        expect([fieldName, readable]).toEqual([fieldName, values.some(one => one.field_id === field(fieldName))])
    }
  })

  it.each(everybody)('to transitions: %s', async name => {
    for (const [from, to] of [
      ['new', 'busy'],
      ['new', 'done'],
      ['new', 'new'],
      ['busy', 'new'],
      ['busy', 'done'],
    ] as const) {
      const id = await made(from)
      const allowed = await isAllowed(name, `artifacts/${id}`, `action=update&transition_to=${value(to)}`)
      expect([from, to, allowed]).toEqual([from, to, (await put(name, id, { values: [state(to)] })).status === 200])
    }
    const id = await made()
    expect(await isAllowed(name, `artifacts/${id}`, 'action=update&transition_to=77')).toBe(false)
  })

  it.each(everybody)('to comments, deletions, moves and new artifacts: %s', async name => {
    const id = await made()
    const comment = { body: 'Hm', format: 'text' }
    const mayComment = await isAllowed(name, `artifacts/${id}`, 'action=comment')
    expect(mayComment).toBe((await put(name, id, { values: [], comment })).status === 200)

    const mayRead = await isAllowed(name, `artifacts/${id}`, 'action=read')
    expect(mayRead).toBe((await crocus.request('GET', `/api/artifacts/${id}`, as(name))).status === 200)

    for (const start of ['new', 'busy']) {
      const maySubmit = await isAllowed(name, `trackers/${trackerId}`, `action=submit&transition_to=${value(start)}`)
      const json = { tracker: { id: trackerId }, values: [state(start)] }
      const submitted = await crocus.request('POST', '/api/artifacts', { ...as(name), json })
      expect([start, maySubmit]).toEqual([start, submitted.status === 201])
      expect(await isAllowed(name, `artifacts/${id}`, `action=submit&transition_to=${value(start)}`)).toBe(maySubmit)
    }

    for (const tracker of [trackerId, quietId]) {
      const moved = await made('new', tracker)
      const mayMove = await isAllowed(name, `artifacts/${moved}`, 'action=move')
      const move = { tracker_id: tracker === quietId ? trackerId : quietId, dry_run: true }
      const answer = await crocus.request('PATCH', `/api/artifacts/${moved}`, { ...as(name), json: { move } })
      expect(mayMove).toBe(answer.status === 200)
    }

    const mayDelete = await isAllowed(name, `artifacts/${id}`, 'action=delete')
    expect(mayDelete).toBe((await crocus.request('DELETE', `/api/artifacts/${id}`, as(name))).status === 200)
  })
})

describe('an explanation', () => {
  it('names the groups that could to those who see their members, and one’s own to everybody', async () => {
    const id = await made()
    const query = `action=update&transition_to=${value('done')}&field_id=${field('effort')}`
    const known = { id: String(curators), label: 'curators' }
    const refused = await explained('owner', `artifacts/${id}`, query)
    expect([refused.allowed, refused.reason]).toEqual([false, 'workflow.group'])
    expect(refused.steps.find(step => !step.ok)).toEqual({
      check: 'workflow.group',
      ok: false,
      reason: 'workflow.group',
      transition: { from_id: value('new'), to_id: value('done') },
      groups: [known],
    })
    const allowed = await explained('member', `artifacts/${id}`, query)
    expect(allowed.allowed).toBe(true)
    expect(allowed.steps.find(step => step.check === 'workflow.group')).toEqual({
      check: 'workflow.group',
      ok: true,
      by: [known],
    })
    const toMember = await explained('member', `artifacts/${id}`, `action=update&transition_to=${value('busy')}`)
    expect(toMember).toMatchObject({ allowed: false, reason: 'workflow.group' })
    expect(JSON.stringify(toMember)).not.toContain('groups')
    // The refusal itself names the same groups.
    const detailsOf = async (name: string, label: string) =>
      (await put(name, id, { values: [state(label)] })).json<{ error: { details: { groups?: unknown } } }>().error
        .details
    expect((await detailsOf('owner', 'done')).groups).toEqual([known])
    expect((await detailsOf('member', 'busy')).groups).toBeUndefined()
  })

  it('is given of others to administrators of the tracker only', async () => {
    const id = await made()
    const about = `user_id=${other.id}`
    expect(await explained('owner', `artifacts/${id}`, `action=read&${about}`)).toMatchObject({
      allowed: false,
      reason: 'permission.tracker',
    })
    expect((await ask('member', `artifacts/${id}`, `action=read&${about}`)).status).toBe(403)
    expect((await ask('stranger', `artifacts/${id}`, `action=read&${about}`)).status).toBe(403)
    expect((await ask('owner', `artifacts/${id}`, 'action=read&user_id=99999')).status).toBe(404)
    await crocus.app.modules.auth.changeAccount(other.id, { status: 'S' }, { userId: null, means: 'command' })
    expect(await explained('owner', `trackers/${trackerId}`, `action=submit&${about}`)).toMatchObject({
      allowed: false,
      reason: 'account.suspended',
    })
  })

  it('tells those who may not see the artifact or the tracker what reading it tells', async () => {
    const id = await made()
    expect(await explained('stranger', `artifacts/${id}`, 'action=delete')).toEqual({
      allowed: false,
      reason: 'permission.tracker',
      steps: [{ check: 'artifact', ok: false, reason: 'permission.tracker' }],
    })
    for (const name of ['stranger', 'anonymous'])
      expect((await ask(name, `trackers/${trackerId}`, 'action=submit')).status).toBe(
        (await crocus.request('GET', `/api/trackers/${trackerId}`, as(name))).status,
      )
    expect((await ask('owner', 'artifacts/999999', 'action=read')).status).toBe(404)
  })

  it('takes no parameter that it does not look at', async () => {
    const id = await made()
    const reasonOf = async (query: string) =>
      (await ask('owner', `artifacts/${id}`, query)).json<{ error: { details: { reason: string } } }>().error.details
        .reason
    expect(await reasonOf('action=delete&field_id=1')).toBe('parameter.unsupported')
    expect(await reasonOf('action=read&transition_to=1')).toBe('parameter.unsupported')
    expect(await reasonOf('')).toBe('parameter.required')
    expect(await reasonOf('action=dance')).toBe('parameter.range')
  })
})
