import { beforeAll, describe, expect, it } from 'vitest'
import { randomOf } from '../../../../test/fuzz/random.ts'
import { testApp, type TestApp, type TestRequest } from '../../../../test/harness/app.ts'
import { givenAccount, givenProject, type Account, type Credentials } from '../../../../test/harness/fixture.ts'
import { anElement, aTracker, aValue, createTrackersOf } from '../../../../test/harness/trackers.ts'

let crocus: TestApp
let owner: Account
let member: Account
let stranger: Account
let projectId: number
let trackerId: number
let otherTracker: number
let field: (name: string) => number
let value: (label: string) => number

const call = (method: string, path: string, request: TestRequest = {}) =>
  crocus.request(method, `/api/${path}`, { as: owner.as, ...request })

beforeAll(async () => {
  crocus = await testApp()
  owner = await givenAccount(crocus, 'owner')
  member = await givenAccount(crocus, 'member')
  stranger = await givenAccount(crocus, 'stranger')
  projectId = (await givenProject(crocus, 'garden', { as: owner.as, isPublic: false, members: ['member'] })).id
  const open = { read: [3], submit: [3], update: [3] }
  const closed = { read: [4], submit: [4], update: [4] }
  const made = await createTrackersOf(
    crocus,
    aTracker(projectId, 'chore', {
      elements: [
        anElement('string', 'title', { permissions: open }),
        anElement('text', 'story', { permissions: open }),
        anElement('int', 'effort', { permissions: open }),
        anElement('int', 'secret', { permissions: closed }),
        anElement('date', 'due', { permissions: open }),
        anElement('sb', 'state', {
          permissions: open,
          bind: { type: 'static', isRankAlpha: false, values: ['new', 'done'].map(label => aValue(label)) },
        }),
        anElement('art_link', 'links', { permissions: open }),
      ],
      permissions: { admin: [4], full: [3] },
      semantics: { title: { field: 'title' } },
    }),
    aTracker(projectId, 'plan', {
      elements: [anElement('string', 'title', { key: 'plan.title', permissions: open })],
      permissions: { admin: [4], full: [3] },
    }),
  )
  trackerId = made.trackerIds.get('chore') ?? 0
  otherTracker = made.trackerIds.get('plan') ?? 0
  field = name => made.fieldIds.get(name) ?? 0
  value = label => made.valueIds.get(label) ?? 0
})

interface Shown {
  readonly title: string | null
  readonly values: { readonly field_id: number }[]
  readonly last_modified_date: string
  readonly as_of?: { readonly at: string; readonly changeset_id: number }
}

const title = (text: string) => ({ field_id: field('title'), value: text })
const make = async (...values: object[]): Promise<number> => {
  const answer = await call('POST', 'artifacts', { json: { tracker: { id: trackerId }, values } })
  expect(answer.status, answer.text).toBe(201)
  return answer.json<{ id: number }>().id
}
const change = async (id: number, values: object[], comment?: object): Promise<void> => {
  crocus.clock.advance(60_000)
  const answer = await call('PUT', `artifacts/${id}`, { json: { values, ...(comment && { comment }) } })
  expect(answer.status, answer.text).toBe(200)
}
const changesetsOf = async (id: number): Promise<number[]> =>
  (await call('GET', `artifacts/${id}/changesets?limit=50`)).json<{ id: number }[]>().map(one => one.id)
const asOf = (id: number, moment: string | number, as: Credentials = owner.as) =>
  call('GET', `artifacts/${id}?values_format=all&as_of=${encodeURIComponent(moment)}`, { as })
const shownAt = async (id: number, moment: string | number, as?: Credentials): Promise<Shown> => {
  const answer = await asOf(id, moment, as)
  expect(answer.status, answer.text).toBe(200)
  return answer.json<Shown>()
}

describe('an artifact as it was', () => {
  it('shows at each changeset what GET answered then, after random changes', async () => {
    const targets = [await make(title('A')), await make(title('B'))]
    const random = randomOf(7, 0)
    const id = await make(title('Water'))
    const recorded: { shown: Shown; etag: unknown; date: string }[] = []
    const record = async (): Promise<void> => {
      const answer = await call('GET', `artifacts/${id}?values_format=all`)
      const shown = answer.json<Shown>()
      recorded.push({ shown, etag: answer.headers['etag'], date: shown.last_modified_date })
    }
    await record()
    for (let step = 0; step < 12; step++) {
      await change(
        id,
        [
          random.pick<object>([
            title(`Water ${step}`),
            { field_id: field('effort'), value: step },
            { field_id: field('effort'), value: '' },
            { field_id: field('secret'), value: step },
            { field_id: field('story'), value: { content: `<p>${step}</p>`, format: 'html' } },
            { field_id: field('due'), value: `2026-03-${10 + step}` },
            { field_id: field('state'), bind_value_ids: [value(step % 2 === 0 ? 'new' : 'done')] },
            { field_id: field('links'), links: [{ id: targets[step % 2], type: '' }] },
          ]),
          { field_id: field('title'), value: `Water ${step} times` },
        ].slice(0, 1),
      )
      await record()
    }
    const changesets = await changesetsOf(id)
    const versions = recorded.filter((one, index) => one.etag !== recorded[index - 1]?.etag)
    expect(changesets.length).toBe(versions.length)
    for (const [index, { shown, etag, date }] of versions.entries()) {
      const changeset = changesets[index] ?? 0
      const past = await asOf(id, changeset)
      expect(past.headers['etag']).toBe(etag)
      expect(past.json()).toEqual({ ...shown, as_of: { at: date, changeset_id: changeset } })
      expect(await shownAt(id, date)).toEqual(past.json())
    }
  })

  it('is not there before its creation, and has no future', async () => {
    const id = await make(title('Rake'))
    expect((await asOf(id, '2001-01-01T00:00:00+00:00')).status).toBe(404)
    for (const wrong of ['2999-01-01T00:00:00+00:00', 'yesterday']) expect((await asOf(id, wrong)).status).toBe(400)
    const other = await make(title('Mow'))
    expect((await asOf(id, (await changesetsOf(other))[0] ?? 0)).status).toBe(404)
  })

  it('is read by the rights of today, and tells nothing of hidden changes', async () => {
    const id = await make(title('Weed'), { field_id: field('secret'), value: 1 })
    await change(id, [{ field_id: field('secret'), value: 2 }])
    await change(id, [title('Weed all')])
    const [first = 0, hidden = 0] = await changesetsOf(id)
    const secretOf = ({ values }: Shown) => values.find(one => one.field_id === field('secret'))
    expect(secretOf(await shownAt(id, first))).toMatchObject({ value: 1 })
    const seen = await shownAt(id, first, member.as)
    expect([seen.title, secretOf(seen)]).toEqual(['Weed', undefined])
    expect((await asOf(id, hidden, member.as)).status).toBe(404)
    const never = await asOf(id, 999_999_999, member.as)
    expect((await asOf(id, hidden, member.as)).text).toBe(never.text)
    expect((await asOf(id, first, stranger.as)).text).toBe(
      (await call('GET', `artifacts/${id}`, { as: stranger.as })).text,
    )
    const diff = await call('GET', `artifacts/${id}/diff?from=${first}`, { as: member.as })
    expect(diff.json<{ fields: { name: string }[] }>().fields.map(({ name }) => name)).toEqual(['title'])
  })

  it('has no fields that are gone, nor links to what the reader does not see', async () => {
    const target = await make(title('Target'))
    const id = await make(title('Source'), { field_id: field('links'), links: [{ id: target, type: '' }] })
    const made = await call('POST', 'tracker_fields', {
      json: { tracker: { id: trackerId }, type: 'string', label: 'Passing' },
    })
    const passing = made.json<{ field_id: number }>().field_id
    await change(id, [{ field_id: passing, value: 'here' }])
    await change(id, [{ field_id: passing, value: 'gone' }])
    const [, changeset = 0] = await changesetsOf(id)
    const { values, last_modified_date: second } = await shownAt(id, changeset)
    expect(JSON.stringify(values)).toContain('"here"')
    expect((await call('DELETE', `tracker_fields/${passing}`)).status).toBe(204)
    // The history lists the changeset no longer: all of its fields are gone.
    expect((await asOf(id, changeset)).status).toBe(404)
    const shown = await shownAt(id, second)
    expect(JSON.stringify(shown.values)).not.toContain('"here"')
    expect(JSON.stringify(shown.values)).toContain(`"id":${target}`)
    await call('DELETE', `artifacts/${target}`)
    expect(JSON.stringify((await shownAt(id, second)).values)).not.toContain(`"id":${target}`)
  })

  it('is shown in its tracker of today after a move', async () => {
    const id = await make(title('Nomad'))
    await change(id, [title('Settler')])
    const moved = await call('PATCH', `artifacts/${id}`, { json: { move: { tracker_id: otherTracker } } })
    expect(moved.status, moved.text).toBe(200)
    const [first = 0] = await changesetsOf(id)
    expect(await shownAt(id, first)).toMatchObject({ tracker: { id: otherTracker }, as_of: { changeset_id: first } })
  })

  it('is refused where a route has no past', async () => {
    const refused = await call('GET', `artifacts/${await make(title('Now'))}/links?as_of=2026-01-01`)
    expect(refused.json<{ error: { details: { reason: string } } }>().error.details.reason).toBe(
      'parameter.unsupported',
    )
  })
})

describe('the difference of two versions', () => {
  it('lists the fields that differ with both entries, and counts the comments', async () => {
    const id = await make(title('Plant'), { field_id: field('effort'), value: 1 })
    await change(id, [title('Plant all')], { body: 'More', format: 'text' })
    await change(id, [{ field_id: field('effort'), value: 2 }])
    await change(id, [{ field_id: field('effort'), value: 1 }])
    const changesets = await changesetsOf(id)
    const [first = 0, second = 0, third = 0, fourth = 0] = changesets
    const diff = async (query: string) =>
      (await call('GET', `artifacts/${id}/diff?${query}`)).json<{
        from: { changeset_id: number }
        to: { changeset_id: number }
        fields: object[]
        comments: number
      }>()
    const now = await diff(`from=${first}`)
    expect([now.from.changeset_id, now.to.changeset_id, now.comments]).toEqual([first, fourth, 1])
    expect(now.fields).toEqual([
      {
        field_id: field('title'),
        name: 'title',
        label: 'title',
        type: 'string',
        before: { value: 'Plant' },
        after: { value: 'Plant all' },
      },
    ])
    const back = await diff(`from=${third}&to=${second}`)
    expect(back.fields).toMatchObject([{ name: 'effort', before: { value: 2 }, after: { value: 1 } }])
    expect(back.comments).toBe(0)
    expect((await call('GET', `artifacts/${id}/diff`)).status).toBe(400)
    expect((await call('GET', `artifacts/${id}/diff?from=2001-01-01`)).status).toBe(404)
    expect((await call('GET', `artifacts/${id}/diff?from=${first}`, { as: stranger.as })).status).toBe(403)
  })
})
