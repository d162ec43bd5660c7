// Hidden links: no representation, count, type, query or refusal reveals them.
import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, type TestApp } from '../harness/app.ts'
import { expectDone, givenAccount, givenProject, type Account } from '../harness/fixture.ts'
import { aTracker, anElement, aValue, createTrackersOf } from '../harness/trackers.ts'

let crocus: TestApp
let viewer: Account
/** A member of the secret project; apart from that like the viewer. */
let insider: Account
let publicId: number
let artifacts: Record<'open' | 'plain' | 'linked' | 'secret' | 'unreadable' | 'far', number>
let trackers: Record<'open' | 'secret' | 'unreadable', number>
let fields: Record<string, number>

const NOBODY = { read: [4], submit: [4], update: [4] }

const links = (itemName: string, permissions = {}) =>
  anElement('art_link', 'links', {
    key: `${itemName}.links`,
    permissions: { read: [1], submit: [4], update: [4], ...permissions },
  })
const title = (itemName: string) => anElement('string', 'title', { key: `${itemName}.title` })

beforeAll(async () => {
  crocus = await testApp()
  viewer = await givenAccount(crocus, 'viewer')
  const open = await givenProject(crocus, 'open', { isPublic: true })
  insider = await givenAccount(crocus, 'insider')
  const secret = await givenProject(crocus, 'secret', { isPublic: false, members: [insider.login] })
  publicId = open.id
  const made = await createTrackersOf(
    crocus,
    aTracker(open.id, 'ticket', {
      elements: [
        title('ticket'),
        links('ticket'),
        anElement('text', 'note', { key: 'ticket.note' }),
        anElement('cross', 'refs', { key: 'ticket.refs' }),
        anElement('perm', 'access', { key: 'ticket.access' }),
        anElement('sb', 'state', {
          key: 'ticket.state',
          permissions: NOBODY,
          bind: { type: 'static', isRankAlpha: false, values: [aValue('ticket.Open'), aValue('ticket.Closed')] },
        }),
      ],
      semantics: { title: { field: 'ticket.title' }, status: { field: 'ticket.state', openValues: ['ticket.Open'] } },
    }),
    aTracker(secret.id, 'plot', { elements: [title('plot'), links('plot')] }),
    aTracker(open.id, 'closed', { elements: [title('closed'), links('closed', NOBODY)] }),
  )
  const tracker = (key: string) => made.trackerIds.get(key) ?? 0
  trackers = { open: tracker('ticket'), secret: tracker('plot'), unreadable: tracker('closed') }
  fields = Object.fromEntries(
    await Promise.all(
      Object.values(trackers).map(async id =>
        [...((await crocus.app.modules.trackers.get(id))?.fieldByName ?? [])].map(([name, field]): [string, number] => [
          `${id}.${name}`,
          field.id,
        ]),
      ),
    ).then((all): [string, number][] => all.flat()),
  )
  const given = async (trackerId: number, linked: [number, string][] = [], values: unknown[] = []): Promise<number> => {
    const created = await crocus.request('POST', '/api/artifacts', {
      as: crocus.admin,
      json: {
        tracker: { id: trackerId },
        values: [
          { field_id: fields[`${trackerId}.title`], value: 'One' },
          { field_id: fields[`${trackerId}.links`], links: linked.map(([id, type]) => ({ id, type })) },
          ...values,
        ],
      },
    })
    expect([created.status, created.text]).toEqual([201, expect.any(String)])
    return created.json<{ id: number }>().id
  }
  const plain = await given(trackers.open)
  const hidden = await given(trackers.secret)
  const linked = await given(trackers.open, [
    [hidden, '_is_child'],
    [plain, ''],
  ])
  const far = await given(trackers.secret, [[linked, '_covered_by']])
  const unreadable = await given(trackers.unreadable, [[linked, '_is_child']])
  const closed = (await crocus.request('GET', `/api/trackers/${trackers.open}`, { as: crocus.admin }))
    .json<{ fields: { name: string; values: { id: number; label: string }[] | null }[] }>()
    .fields.find(field => field.name === 'state')
    ?.values?.at(-1)?.id
  const openOne = await given(
    trackers.open,
    [],
    [{ field_id: fields[`${trackers.open}.state`], bind_value_ids: [closed] }],
  )
  artifacts = { open: openOne, plain, linked, secret: hidden, unreadable, far }
})

interface Shown {
  readonly id: number
  readonly is_open: boolean
  readonly natures: readonly Type[]
  readonly collection: readonly unknown[]
  readonly values: readonly Value[]
}
interface Type {
  readonly shortname: string
  readonly direction: string
}
interface Value {
  readonly type: string
  readonly links: readonly { readonly id: number }[]
  readonly reverse_links: readonly unknown[]
}

const get = async <Body = Shown>(path: string) => {
  const answer = await crocus.request('GET', `/api/${path}`, { as: viewer.as })
  return { status: answer.status, body: answer.json<Body>(), size: answer.headers['x-pagination-size'] }
}
const found = async (query: string, trackerId = trackers.open) => {
  const { status, body, size } = await get<Shown[]>(
    `trackers/${trackerId}/artifacts?expert_query=${encodeURIComponent(query)}`,
  )
  expect(status).toBe(200)
  expect(Number(size)).toBe(body.length)
  return body.map(artifact => artifact.id)
}

describe('queries by links (trackers.md §4.2)', () => {
  it.each([
    ['WITH CHILDREN', []],
    ['WITH PARENT', []],
    ['IS COVERED', []],
    ['IS COVERING', []],
    ['IS LINKED FROM TRACKER = "plot"', []],
    ['IS LINKED TO TRACKER = "plot"', []],
    ['IS LINKED TO TRACKER != "nowhere"', ['linked']],
    ['IS LINKED TO', ['linked']],
    ['IS LINKED FROM', ['plain']],
    ['IS LINKED TO TRACKER != "ticket"', []],
    ['IS LINKED FROM WITH TYPE "_is_child"', []],
    ['WITHOUT CHILDREN', ['plain', 'linked', 'open']],
    ['IS NOT LINKED FROM', ['linked', 'open']],
  ] as const)('%s finds by links whose ends and field the caller sees', async (query, names) => {
    expect(await found(query)).toEqual(names.map(name => artifacts[name]))
  })

  it('does not find by the caller’s own tracker where its link field is unreadable', async () => {
    expect(await found('IS LINKED TO', trackers.unreadable)).toEqual([])
    expect(await found(`IS LINKED TO ARTIFACT = ${artifacts.linked}`, trackers.unreadable)).toEqual([])
    expect(await found(`IS LINKED FROM ARTIFACT = ${artifacts.unreadable}`)).toEqual([])
  })

  it('finds nothing by the number of an artifact that the caller does not see', async () => {
    for (const relation of ['IS LINKED TO', 'IS LINKED FROM', 'WITH PARENT', 'WITH CHILDREN', 'IS COVERED BY'])
      for (const id of [artifacts.secret, artifacts.far])
        expect(await found(`${relation} ARTIFACT = ${id}`)).toEqual([])
    const query = encodeURIComponent(`IS LINKED TO ARTIFACT = ${artifacts.secret}`)
    const path = `/api/trackers/${trackers.open}/artifacts?expert_query=${query}`
    const all = await crocus.request('GET', path, { as: crocus.admin })
    expect(all.json<{ id: number }[]>().map(({ id }) => id)).toEqual([artifacts.linked])
  })

  it('finds all of them for a caller who sees all', async () => {
    const { body } = await crocus
      .request('GET', `/api/trackers/${trackers.open}/artifacts?expert_query=WITH%20PARENT`, { as: crocus.admin })
      .then(answer => ({ body: answer.json<{ id: number }[]>() }))
    expect(body.map(({ id }) => id)).toEqual([artifacts.linked])
  })

  it('finds artifacts of the tracker that is asked, and of no other', async () => {
    expect(await found(`IS LINKED FROM ARTIFACT = ${artifacts.linked}`, trackers.unreadable)).toEqual([])
    expect(await found(`IS LINKED FROM ARTIFACT = ${artifacts.linked}`)).toEqual([artifacts.plain])
    expect(await found(`IS NOT LINKED FROM ARTIFACT = ${artifacts.linked}`)).toEqual([artifacts.linked, artifacts.open])
    expect(await found(`IS NOT LINKED FROM ARTIFACT = ${artifacts.linked}`, trackers.unreadable)).toEqual([
      artifacts.unreadable,
    ])
  })
})

describe('lists of links (artifacts.md §10)', () => {
  it('names the types and counts the links that the caller sees', async () => {
    const { body } = await get(`artifacts/${artifacts.linked}/links`)
    expect(body.natures.map(({ shortname, direction }) => [shortname, direction])).toEqual([['', 'forward']])
    for (const [nature, direction, size] of [
      ['_is_child', 'forward', '0'],
      ['_covered_by', 'reverse', '0'],
      ['_is_child', 'reverse', '0'],
      ['', 'forward', '1'],
    ]) {
      const list = await get(`artifacts/${artifacts.linked}/linked_artifacts?nature=${nature}&direction=${direction}`)
      expect([list.size, list.body.collection.length]).toEqual([size, Number(size)])
    }
    const unreadable = await get(`artifacts/${artifacts.unreadable}/links`)
    expect(unreadable.body.natures).toEqual([])
    const types = await get<Type[]>(`trackers/${trackers.open}/used_artifact_links`)
    expect([types.body.map(({ shortname }) => shortname), types.size]).toEqual([[''], '1'])
    expect((await get(`trackers/${trackers.unreadable}/used_artifact_links`)).body).toEqual([])
  })

  it('names no type that only a hidden artifact of the tracker uses', async () => {
    const created = await crocus.request('POST', '/api/artifacts', {
      as: crocus.admin,
      json: {
        tracker: { id: trackers.open },
        values: [
          { field_id: fields[`${trackers.open}.access`], value: { granted_groups: [`${publicId}_4`] } },
          { field_id: fields[`${trackers.open}.links`], links: [{ id: artifacts.plain, type: 'fixed_in' }] },
        ],
      },
    })
    expect(created.status).toBe(201)
    const typesFor = async (as: Account['as']) => {
      const { text } = await crocus.request('GET', `/api/trackers/${trackers.open}/used_artifact_links`, { as })
      return text.includes('fixed_in')
    }
    expect([await typesFor(crocus.admin), await typesFor(viewer.as)]).toEqual([true, false])
  })

  it('shows no reverse link whose field the caller may not read, also in changesets', async () => {
    const { body } = await get(`artifacts/${artifacts.linked}`)
    const value = body.values.find(({ type }) => type === 'art_link')
    expect(value?.reverse_links).toEqual([])
    expect(value?.links.map(({ id }) => id)).toEqual([artifacts.plain])
    const changesets = await get<Shown[]>(`artifacts/${artifacts.linked}/changesets`)
    expect(changesets.body[0]?.values.find(({ type }) => type === 'art_link')?.reverse_links).toEqual([])
  })
})

describe('a status that the caller may not read (artifacts.md §2.1)', () => {
  it('is as none: is_open tells nothing of it', async () => {
    expect((await get(`artifacts/${artifacts.open}`)).body).toMatchObject({ status: '', is_open: true })
    const list = await get<Shown[]>(`trackers/${trackers.open}/artifacts`)
    expect(list.body.map(artifact => artifact.is_open)).toEqual([true, true, true])
    const xml = await crocus.request('GET', `/api/artifacts/${artifacts.open}`, {
      as: viewer.as,
      headers: { accept: 'application/xml' },
    })
    expect(xml.text).toContain('<is_open>true</is_open>')
    const whole = await crocus.request('GET', `/api/artifacts/${artifacts.open}`, { as: crocus.admin })
    expect(whole.json()).toMatchObject({ status: 'ticket.Closed', is_open: false })
  })
})

describe('item names of hidden trackers (projects.md §5)', () => {
  const linked = async (path: string, as = viewer.as) => {
    const { status, text } = await crocus.request('GET', `/api/${path}`, { as })
    expect(status).toBe(200)
    return [...new Set([...text.matchAll(/goto\?key=(\w+)/g)].map(([, keyword]) => keyword))].sort()
  }

  it('make no links in texts: values, histories, comments, previews, mails', async () => {
    // No artifact has the number: the answer is shared by all who read the same fields, unless it depends on who sees which tracker.
    const text = 'see plot #999999, Ticket #999999, art #999999, closed #999999'
    const path = `artifacts/${artifacts.open}`
    const subscription = { as: viewer.as, json: { level: 'all' } }
    expectDone(await crocus.request('PUT', `/api/${path}/subscription`, subscription))
    const changed = await crocus.request('PUT', `/api/${path}`, {
      as: crocus.admin,
      json: {
        values: [{ field_id: fields[`${trackers.open}.note`], value: { content: text, format: 'text' } }],
        comment: { body: text, format: 'text' },
      },
    })
    expect(changed.status).toBe(200)
    // The insider, who sees more, reads first.
    for (const [as, names] of [
      [insider.as, ['art', 'closed', 'plot', 'ticket']],
      [viewer.as, ['art', 'closed', 'ticket']],
    ] as const) {
      for (const one of [path, `${path}/changesets`, `${path}/changesets?fields=comments`, `${path}/activity`])
        expect([one, await linked(one, as)]).toEqual([one, names])
      const preview = await crocus.request('POST', `/api/projects/${publicId}/previews`, {
        as,
        json: { text, format: 'text' },
      })
      expect([preview.status, preview.text.includes('key=plot')]).toEqual([200, names.some(name => name === 'plot')])
    }
    await crocus.work()
    const mail = crocus.mails.findLast(({ to }) => to.address.startsWith('viewer'))
    expect(mail?.html).toContain('key=art')
    expect(mail?.html).not.toContain('key=plot')
  })

  it('make no cross references, so that their author learns nothing', async () => {
    const made = async (text: string) => {
      const created = await crocus.request('POST', '/api/artifacts', {
        as: crocus.admin,
        json: {
          tracker: { id: trackers.open },
          values: [{ field_id: fields[`${trackers.open}.note`], value: { content: text, format: 'text' } }],
        },
      })
      expect(created.status).toBe(201)
      const path = `artifacts/${created.json<{ id: number }>().id}`
      const put = (body: string) =>
        crocus.request('PUT', `/api/${path}`, {
          as: crocus.admin,
          json: { values: [], comment: { body, format: 'text' } },
        })
      return { path, put }
    }
    const refs = async (path: string) => {
      const { body } = await get<{ values: { type: string; value?: { ref: string }[] }[] }>(path)
      return body.values.find(({ type }) => type === 'cross')?.value?.map(({ ref }) => ref)
    }
    const guess = await made(`plot #${artifacts.plain}`)
    expect(await refs(guess.path)).toEqual([])
    expect((await guess.put(`plot #${artifacts.plain}`)).status).toBe(200)
    expect(await refs(guess.path)).toEqual([])
    // A name of the project's own tracker is one, and so is that of the artifact's tracker.
    const own = await made(`closed #${artifacts.plain}`)
    expect(await refs(own.path)).toEqual([`closed #${artifacts.plain}`])
    const far = await made(`plot #${artifacts.secret}`)
    expect(await refs(far.path)).toEqual([])
    const whole = await crocus.request('GET', `/api/${far.path}`, { as: crocus.admin })
    expect(whole.text).toContain(`"plot #${artifacts.secret}"`)
  })
})

it('gives keywords of trackers that the caller sees, or of the project itself (projects.md §5)', async () => {
  const extract = async (text: string) => {
    const answer = await crocus.request('POST', `/api/projects/${publicId}/extract_references`, {
      as: viewer.as,
      json: { text },
    })
    return [answer.status, answer.text]
  }
  const [status, text] = await extract('see ticket #1 and plot #2, plit #3, art #4')
  expect(status).toBe(200)
  expect(text).toContain('ticket')
  expect(text).not.toContain('plot #2')
  expect(text).toContain('art #4')
})

describe('a field that the caller may neither read nor write', () => {
  it('is as unknown as one that does not exist: no refusal names it', async () => {
    const closedLinks = fields[`${trackers.unreadable}.links`] ?? 0
    const refusal = async (body: object) => {
      const answer = await crocus.request('PUT', `/api/artifacts/${artifacts.unreadable}`, {
        as: viewer.as,
        json: body,
      })
      return [answer.status, answer.text]
    }
    const [status, text] = await refusal({ values: [{ field_id: closedLinks, links: [{ id: artifacts.plain }] }] })
    const [, unknown] = await refusal({ values: [{ field_id: 999_999_999, links: [{ id: artifacts.plain }] }] })
    expect(status).toBe(400)
    expect(text).toBe(String(unknown).replaceAll('999999999', String(closedLinks)))
  })
})
