import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, type TestApp } from '../../../test/harness/app.ts'
import {
  givenAccessKey,
  givenAccount,
  givenArtifact,
  givenProject,
  type Account,
  type Credentials,
  type FixtureProject,
} from '../../../test/harness/fixture.ts'
import { aTracker, anElement, createTrackersOf } from '../../../test/harness/trackers.ts'

interface Hit {
  readonly type: string
  readonly id: number
  readonly artifact_id: number | null
  readonly title: string
  readonly xref: string | null
  readonly excerpt: readonly { readonly text: string; readonly is_hit: boolean }[]
  readonly project: { readonly shortname: string } | null
  readonly status: { readonly label: string; readonly is_open: boolean } | null
}
interface Answer {
  readonly hits: readonly Hit[]
  readonly totals: Readonly<Record<string, number>>
  readonly more_than: readonly string[]
}

let crocus: TestApp
let boss: Account
let eve: Account
let open: FixtureProject
let hidden: FixtureProject
let lamp: number
let secret: number
beforeAll(async () => {
  crocus = await testApp()
  boss = await givenAccount(crocus, 'boss', { realName: 'Bo Keeper' })
  eve = await givenAccount(crocus, 'eve', { realName: 'Eve Stranger' })
  open = await givenProject(crocus, 'harbour', { as: boss.as })
  hidden = await givenProject(crocus, 'vault', { as: boss.as, isPublic: false })
  lamp = await givenArtifact(crocus, open.tracker('bug'), 'The lantern flickers', {
    as: boss.as,
    values: [
      {
        field_id: open.tracker('bug').field('description'),
        value: { content: 'Since the **storm** of Monday, only at night', format: 'commonmark' },
      },
    ],
  })
  secret = await givenArtifact(crocus, hidden.tracker('bug'), 'The lantern of the vault', { as: boss.as })
})

const search = async (query: string, as?: Credentials): Promise<Answer> => {
  const { status, ...response } = await crocus.request('GET', `/api/search?${query}`, as ? { as } : {})
  expect([status, status === 200 ? '' : response.text]).toEqual([200, ''])
  return response.json<Answer>()
}
const titles = ({ hits }: Answer): string[] => hits.map(({ type, title }) => `${type}: ${title}`)
const comment = async (id: number, body: string, ugroups?: readonly string[]): Promise<void> => {
  const { status, text } = await crocus.request('PUT', `/api/artifacts/${id}`, {
    as: boss.as,
    json: { values: [], comment: { body, format: 'text', ...(ugroups && { ugroups }) } },
  })
  expect([status, status === 200 ? '' : text]).toEqual([200, ''])
}

describe('the search', () => {
  it('finds artifacts by titles and texts, with the words marked', async () => {
    const byTitle = await search('q=LANTERN+flick', boss.as)
    expect(titles(byTitle)).toEqual(['artifact: The lantern flickers'])
    expect(byTitle.hits[0]).toMatchObject({ id: lamp, artifact_id: lamp, xref: `bug #${lamp}`, excerpt: [] })
    const byText = await search('q=storm', boss.as)
    expect(byText.hits.map(({ excerpt }) => excerpt)).toEqual([
      [
        { text: 'Since the ', is_hit: false },
        { text: 'storm', is_hit: true },
        { text: ' of Monday, only at night', is_hit: false },
      ],
    ])
    expect(byText.totals).toEqual({ artifact: 1, comment: 0, file: 0, tracker: 0, project: 0, user: 0 })
    // All words must be there, short ones at the beginning of a word.
    expect(titles(await search('q=storm+calm', boss.as))).toEqual([])
    expect(titles(await search('q=at', boss.as))).toContain('artifact: The lantern flickers')
    expect(titles(await search('q=or', boss.as))).not.toContain('artifact: The lantern flickers')
    expect(titles(await search('q=100%25', boss.as))).toEqual([])
  })

  it('shows, counts and times nothing that the caller may not see', async () => {
    expect((await search('q=lantern&types=artifact', boss.as)).totals).toEqual({ artifact: 2 })
    expect((await search('q=lantern&types=artifact', eve.as)).totals).toEqual({ artifact: 1 })
    expect(titles(await search('q=lantern'))).toEqual(['artifact: The lantern flickers'])
    expect(titles(await search('q=vault', eve.as))).toEqual([])
    expect(titles(await search(`q=${secret}`, eve.as))).toEqual([])
    expect(titles(await search(`q=bug+%23${secret}`, boss.as))).toEqual(['artifact: The lantern of the vault'])
    expect(titles(await search(`q=lantern&project_id=${hidden.id}`, eve.as))).toEqual([])
    expect(titles(await search(`q=lantern&tracker_id=${hidden.tracker('bug').id}`, eve.as))).toEqual([])
    expect(titles(await search(`q=lantern&project_id=${hidden.id}`, boss.as))).toEqual([
      'artifact: The lantern of the vault',
    ])
  })

  it('looks only into the projects of a limited access key', async () => {
    const key = await givenAccessKey(crocus, boss.as, { projects: [hidden.id] })
    const response = await crocus.request('GET', '/api/search?q=lantern', { headers: { 'x-auth-accesskey': key } })
    expect([titles(response.json<Answer>()), response.headers['x-pagination-size']]).toEqual([
      ['artifact: The lantern of the vault'],
      '1',
    ])
    const named = await crocus.request('GET', '/api/search?q=harbour&types=project,tracker', {
      headers: { 'x-auth-accesskey': key },
    })
    expect(named.json<Answer>().hits).toEqual([])
    const numbered = await crocus.request('GET', `/api/search?q=${lamp}&types=artifact`, {
      headers: { 'x-auth-accesskey': key },
    })
    expect(numbered.json<Answer>().hits).toEqual([])
  })

  it('finds comments by their readers, and no private ones by others', async () => {
    await comment(lamp, 'A gale tore the shutter off')
    await comment(lamp, 'The gale was forecast, nobody must know', [`${open.id}_4`])
    const all = await search('q=gale&types=comment', boss.as)
    expect(all.totals).toEqual({ comment: 2 })
    expect(all.hits.map(({ artifact_id: id }) => id)).toEqual([lamp, lamp])
    const seen = await search('q=gale', eve.as)
    expect(seen.totals['comment']).toBe(1)
    expect(seen.hits.map(({ excerpt }) => excerpt.map(({ text }) => text).join(''))).toEqual([
      'A gale tore the shutter off',
    ])
    expect((await search('q=forecast', eve.as)).hits).toEqual([])
    // The beginning of a word is enough.
    expect((await search('q=foreca', boss.as)).totals['comment']).toBe(1)
    expect((await search(`q=gale&by=${eve.id}`, boss.as)).hits).toEqual([])
    expect((await search(`q=gale&by=${boss.id}`, boss.as)).totals).toMatchObject({ comment: 2 })
  })

  it('does not look into fields that the caller may not read', async () => {
    const made = await createTrackersOf(
      crocus,
      aTracker(open.id, 'safe', {
        elements: [
          anElement('string', 'title'),
          anElement('string', 'code', { permissions: { read: [4], submit: [4], update: [4] } }),
        ],
        semantics: { title: { field: 'title' } },
      }),
    )
    const [trackerId = 0] = [...made.trackerIds.values()]
    const tracker = await crocus.app.modules.trackers.get(trackerId)
    const fieldOf = (name: string) => tracker?.fieldByName.get(name)?.id
    const { status } = await crocus.request('POST', '/api/artifacts', {
      as: boss.as,
      json: {
        tracker: { id: trackerId },
        values: [
          { field_id: fieldOf('title'), value: 'Door' },
          { field_id: fieldOf('code'), value: 'rosebud' },
        ],
      },
    })
    expect(status).toBe(201)
    expect(titles(await search('q=rosebud', boss.as))).toEqual(['artifact: Door'])
    expect((await search('q=rosebud', eve.as)).totals).toMatchObject({ artifact: 0 })
  })

  it('finds places by their names before texts, and people for those who are signed in', async () => {
    expect(titles(await search('q=harbour', boss.as))).toContain('project: The harbour')
    expect(titles(await search('q=bug&types=tracker', boss.as))).toEqual(['tracker: Bugs', 'tracker: Bugs'])
    expect(titles(await search('q=bug&types=tracker', eve.as))).toEqual(['tracker: Bugs'])
    expect(titles(await search('q=keeper&types=user', eve.as))).toEqual(['user: Bo Keeper'])
    expect((await search('q=keeper&types=user')).totals).toEqual({ user: 0 })
    expect((await search('q=keeper+stranger&types=user', eve.as)).hits).toEqual([])
    // People and places have no date of change.
    expect((await search('q=keeper&from=2020-01-01', eve.as)).hits).toEqual([])
  })

  it('pages through one order, and limits by dates', async () => {
    const first = await search('q=the&types=artifact,comment&limit=2', boss.as)
    const second = await search('q=the&types=artifact,comment&limit=2&offset=2', boss.as)
    expect(first.hits).toHaveLength(2)
    const keys = [...first.hits, ...second.hits].map(({ type, id }) => `${type} ${id}`)
    expect(new Set(keys).size).toBe(keys.length)
    expect((await search('q=lantern&until=2001-01-01', boss.as)).hits).toEqual([])
    expect((await search('q=lantern&from=2001-01-01', boss.as)).hits).toHaveLength(2)
  })

  it.each([
    ['q=a', 'q'],
    ['q=%20%20', 'q'],
    [`q=${'x'.repeat(201)}`, 'q'],
    ['q=lamp&types=artifact,commit', 'types'],
    ['q=lamp&sort=title', 'sort'],
    ['q=lamp&from=soon', 'from'],
    ['q=lamp&limit=51', 'limit'],
    ['q=lamp&offset=1001', 'offset'],
  ])('refuses %s', async (query, parameter) => {
    const response = await crocus.request('GET', `/api/search?${query}`, { as: boss.as })
    expect([response.status, response.text.includes(parameter)]).toEqual([400, true])
  })

  it('asks the database twelve times at most, however many trackers there are', async () => {
    await search('q=lantern', boss.as)
    const before = crocus.db.roundTrips()
    await search('q=lantern', boss.as)
    expect(crocus.db.roundTrips() - before).toBeLessThanOrEqual(12)
  })
})
