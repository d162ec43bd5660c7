// GET /trackers/{id}/export (web-trackers.md A16): the artifacts of a tracker as CSV and NDJSON.
import { parse } from 'csv-parse/sync'
import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, type TestApp } from '../../../../test/harness/app.ts'
import { givenAccount, givenProject, type Account } from '../../../../test/harness/fixture.ts'
import { aTracker, aValue, anElement, givenTracker } from '../../../../test/harness/trackers.ts'

let crocus: TestApp
let ann: Account
let reader: Account
let trackerId: number
let field: (name: string) => number
let valueId: (name: string) => number
const ids: number[] = []

const ask = (parameters: Readonly<Record<string, string>>, as: Account['as'] | null = ann.as, headers = {}) =>
  crocus.request('GET', `/api/trackers/${trackerId}/export?${new URLSearchParams(parameters).toString()}`, {
    ...(as && { as }),
    headers,
  })
const sheet = async (parameters: Readonly<Record<string, string>>, as?: Account['as'] | null): Promise<string[][]> => {
  const response = await ask({ format: 'csv', ...parameters }, as)
  expect([response.status, response.status === 200 ? '' : response.text]).toEqual([200, ''])
  return parse(response.text, { relaxColumnCount: true })
}
const lines = async (parameters: Readonly<Record<string, string>>, as?: Account['as'] | null) => {
  const response = await ask({ format: 'ndjson', ...parameters }, as)
  expect([response.status, response.status === 200 ? '' : response.text]).toEqual([200, ''])
  return response.text
    .split('\n')
    .filter(line => line !== '')
    .map(line => JSON.parse(line) as { id: number; values: Record<string, unknown>; links?: object[] })
}

const create = async (values: readonly object[]): Promise<number> => {
  const response = await crocus.request('POST', '/api/artifacts', {
    as: ann.as,
    json: { tracker: { id: trackerId }, values },
  })
  expect([response.status, response.status === 201 ? '' : response.text]).toEqual([201, ''])
  return response.json<{ id: number }>().id
}

beforeAll(async () => {
  crocus = await testApp()
  ann = await givenAccount(crocus, 'ann')
  reader = await givenAccount(crocus, 'zoe')
  const { id: projectId } = await givenProject(crocus, 'sheets', { members: ['ann'] })
  const open = { read: [1], submit: [3], update: [3] }
  const made = await givenTracker(
    crocus,
    aTracker(projectId, 'row', {
      elements: [
        anElement('string', 'title', { permissions: open }),
        anElement('string', 'secret', { permissions: { ...open, read: [3] } }),
        anElement('text', 'details', { permissions: open }),
        anElement('int', 'effort', { permissions: open }),
        anElement('msb', 'state', {
          permissions: open,
          bind: { type: 'static', isRankAlpha: false, values: [aValue('new'), aValue('busy, very')] },
        }),
        anElement('sb', 'who', {
          permissions: open,
          bind: { type: 'users', functions: ['group_members'], defaultUserIds: [] },
        }),
        anElement('perm', 'seen_by', { permissions: open }),
        anElement('art_link', 'links', { permissions: open }),
        anElement('lud', 'changed', { permissions: { read: [1] } }),
      ],
      semantics: { title: { field: 'title' } },
    }),
  )
  trackerId = made.tracker.id
  field = name => made.field(name)
  valueId = name => made.made.valueIds.get(name) ?? 0
  ids.push(
    await create([
      { field_id: field('title'), value: '=HYPERLINK("x")' },
      { field_id: field('details'), value: { content: '<b>bold</b>', format: 'html' } },
      { field_id: field('effort'), value: -3 },
      { field_id: field('state'), bind_value_ids: [valueId('new'), valueId('busy, very')] },
      { field_id: field('who'), bind_value_ids: [ann.id] },
      { field_id: field('secret'), value: 'for members' },
    ]),
  )
  ids.push(
    await create([
      { field_id: field('title'), value: 'second; with "quotes"' },
      { field_id: field('links'), links: [{ id: ids[0], type: '' }] },
    ]),
  )
  ids.push(
    await create([
      { field_id: field('title'), value: 'hidden' },
      { field_id: field('seen_by'), value: { granted_groups: [`${projectId}_3`] } },
    ]),
  )
})

describe('GET /trackers/{id}/export (integrators.md §12)', () => {
  it('writes the chosen columns in their order, with a guard before formulas and none before numbers', async () => {
    const response = await ask({ columns: 'effort,title,state,who,details,links' })
    expect(response.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="row.csv"',
    })
    expect(parse(response.text)).toEqual([
      ['effort', 'title', 'state', 'who', 'details', 'links'],
      ['-3', `'=HYPERLINK("x")`, 'new, busy, very', 'ann', 'bold', ''],
      ['', 'second; with "quotes"', '', '', '', String(ids[0])],
      ['', 'hidden', '', '', '', ''],
    ])
  })

  it('writes separators, a byte order mark and dates as asked', async () => {
    const { text } = await ask({ columns: 'title,changed', separator: 'semicolon', bom: 'true', dates: 'shown' })
    expect(text).toMatch(/^\ufefftitle;changed\r\n/)
    expect(text).toContain('"second; with ""quotes""";')
    expect(text).toMatch(/hidden;\d{4}-\d\d-\d\d \d\d:\d\d\r\n$/)
    expect((await ask({ columns: 'changed' })).text).toMatch(/T\d\d:\d\d:\d\d[+-]\d\d:\d\d\r\n$/)
  })

  it('tells nothing that the caller may not see', async () => {
    for (const as of [reader.as, null]) {
      const [head, ...rows] = await sheet({}, as)
      expect(head).not.toContain('secret')
      expect(head).toContain('title')
      expect(rows).toHaveLength(2)
      expect(rows.flat().join()).not.toMatch(/hidden|for members/)
      expect((await ask({ columns: 'secret' }, as)).status).toBe(400)
      expect(await lines({ columns: 'title' }, as)).toHaveLength(2)
    }
    const unknown = await ask({ columns: 'nothing' }, reader.as)
    const secret = await ask({ columns: 'secret' }, reader.as)
    expect(secret.text.replace('secret', 'nothing')).toBe(unknown.text)
  })

  it('writes lines of JSON with formats, labels and links', async () => {
    const [first, second] = await lines({ columns: 'title,details,state,who,effort,links' })
    expect(first).toEqual({
      type: 'artifact',
      id: ids[0],
      number: 1,
      tracker: 'row',
      values: {
        title: '=HYPERLINK("x")',
        details: { content: '<b>bold</b>', format: 'html' },
        state: ['new', 'busy, very'],
        who: 'ann',
        effort: -3,
      },
      links: [],
    })
    expect(second?.links).toEqual([{ artifact_id: ids[0], type: '' }])
    const accepted = await ask({}, ann.as, { accept: 'application/x-ndjson' })
    expect(accepted.headers['content-type']).toBe('application/x-ndjson; charset=utf-8')
  })

  it('finds and sorts as the list does', async () => {
    expect(await sheet({ columns: 'title', tql: 'effort < 0' })).toEqual([['title'], [`'=HYPERLINK("x")`]])
    expect((await sheet({ columns: 'title', sort: '-title' })).flat()).toEqual([
      'title',
      'second; with "quotes"',
      'hidden',
      `'=HYPERLINK("x")`,
    ])
    expect((await ask({ tql: 'nothing = 1' })).status).toBe(400)
    expect((await ask({ sort: 'nothing' })).status).toBe(400)
    expect((await ask({ format: 'xml' })).status).toBe(400)
    expect((await crocus.request('GET', '/api/trackers/999999/export', { as: ann.as })).status).toBe(404)
  })

  it('goes over more artifacts than one batch, each once', async () => {
    for (let at = 0; at < 205; at++) await create([{ field_id: field('title'), value: `many ${at}` }])
    const all = await lines({ columns: 'title' })
    expect(all).toHaveLength(ids.length + 205)
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
    expect(await sheet({ columns: 'title', sort: 'title' })).toHaveLength(all.length + 1)
  })
})
