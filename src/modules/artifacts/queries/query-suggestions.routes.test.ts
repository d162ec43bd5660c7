// GET /trackers/{id}/query_suggestions: errors, tree and completions of a query that is being written.
import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, type TestApp } from '../../../../test/harness/app.ts'
import { givenAccount, givenProject, type Account } from '../../../../test/harness/fixture.ts'
import { aTracker, aValue, anElement, createTrackersOf } from '../../../../test/harness/trackers.ts'

let crocus: TestApp
let ann: Account
let stranger: Account
let trackerId: number

interface Suggestions {
  readonly errors: readonly { readonly position: number; readonly length: number; readonly message: string }[]
  readonly tree: unknown
  readonly suggestions: readonly {
    readonly kind: string
    readonly label: string
    readonly detail: string
    readonly insert: string
    readonly from: number
    readonly to: number
  }[]
}

const ask = (query: string, position?: number, as: Account['as'] = ann.as) =>
  crocus.request(
    'GET',
    `/api/trackers/${trackerId}/query_suggestions?${new URLSearchParams({
      query,
      ...(position !== undefined && { position: String(position) }),
    }).toString()}`,
    { as },
  )
const suggest = async (query: string, position?: number, as?: Account['as']): Promise<Suggestions> => {
  const response = await ask(query, position, as)
  expect([response.status, response.status === 200 ? '' : response.text]).toEqual([200, ''])
  return response.json<Suggestions>()
}
/** Texts of the suggestions at the bar in the query. */
const at = async (marked: string, as?: Account['as']): Promise<string[]> => {
  const query = marked.replace('|', '')
  const { suggestions } = await suggest(query, marked.indexOf('|'), as)
  return suggestions.map(({ insert }) => insert)
}
/** The wrong parts of the query, with their messages. */
const wrong = async (query: string): Promise<string[]> => {
  const { errors, tree } = await suggest(query)
  expect(tree).toBeNull()
  return errors.map(({ position, length, message }) => `${query.slice(position, position + length)}: ${message}`)
}

const forAll = { read: [1], submit: [2], update: [2] }

beforeAll(async () => {
  crocus = await testApp()
  ann = await givenAccount(crocus, 'ann', { realName: 'Ann Lee' })
  stranger = await givenAccount(crocus, 'zoe')
  const project = await givenProject(crocus, 'writing', { members: ['ann'], isPublic: false })
  const hidden = await givenProject(crocus, 'hidden', { isPublic: false })
  const made = await createTrackersOf(
    crocus,
    aTracker(project.id, 'flaw', {
      elements: [
        anElement('string', 'title', { label: 'Title', permissions: forAll }),
        anElement('string', 'secret', { label: 'Title for few', permissions: { read: [4], submit: [2], update: [4] } }),
        anElement('sb', 'state', {
          label: 'State',
          permissions: forAll,
          bind: {
            type: 'static',
            isRankAlpha: false,
            values: [
              aValue('new', { label: 'New' }),
              aValue('said', { label: 'Say "yes"' }),
              aValue('old', { label: 'Old', isHidden: true }),
            ],
          },
        }),
        anElement('sb', 'who', {
          label: 'Assigned to',
          permissions: forAll,
          bind: { type: 'users', functions: ['group_members'], defaultUserIds: [] },
        }),
        anElement('int', 'points', { label: 'Points', permissions: forAll }),
        anElement('date', 'due', { label: 'Due', permissions: forAll }),
        anElement('subby', 'author', { label: 'Author', permissions: { read: [1] } }),
        anElement('perm', 'only', { label: 'Only for', permissions: forAll }),
        anElement('art_link', 'links', { label: 'Links', permissions: forAll }),
        anElement('fieldset', 'box', { label: 'Box', permissions: {} }),
      ],
      semantics: {
        title: { field: 'title' },
        status: { field: 'state', openValues: ['new'] },
        contributor: { field: 'who' },
      },
    }),
    aTracker(hidden.id, 'mystery'),
  )
  trackerId = made.trackerIds.get('flaw') ?? 0
}, 60_000)

describe('suggestions', () => {
  it.each([
    [
      '|',
      [
        'title',
        'state',
        'who',
        'points',
        'due',
        'author',
        'only',
        '@assigned_to',
        '@comments',
        '@status',
        '@text',
        '@title',
        'IS',
        'WITH',
        'WITHOUT',
      ],
    ],
    ['ti|', ['title', '@title']],
    // by label as by name
    ['assig|', ['who', '@assigned_to']],
    ['@s|', ['@status']],
    ['state = "New" A|', ['AND']],
    ['state = "New" |', ['AND', 'OR']],
    ['(state = "New" OR s|)', ['state', '@status']],
    ['points |', ['=', '!=', '<', '<=', '>', '>=', 'BETWEEN (']],
    ['points !|', ['!=']],
    ['state NOT |', ['NOT IN (']],
    ['state |', ['=', '!=', 'IN (', 'NOT IN (']],
    ['@text |', ['=', '!=']],
    ['title = |', []],
    ['state = |', ['"New"', String.raw`"Say \"yes\""`, '""']],
    ['state IN (|', ['"New"', String.raw`"Say \"yes\""`]],
    ['state IN ("New", "sa|', [String.raw`"Say \"yes\""`]],
    ['@status = |', ['OPEN()', '"New"', String.raw`"Say \"yes\""`, '""']],
    ['who = my|', ['MYSELF()']],
    ['who = "Lee|', ['"ann"']],
    ['author = "le|', ['"ann"']],
    ['due > |', ['NOW()', 'NOW() - 7d']],
    ['only = "project m|', ['"Project members"']],
    ['WITH |', ['CHILD', 'CHILDREN', 'PARENT']],
    ['IS LINKED TO TRACKER = "fl|', ['"flaw"']],
    ['IS LINKED TO WITH TYPE "_is|', ['"_is_child"']],
    // after a mistake
    ['title ~ "x" AND s|', []],
    ['nothing |', []],
    ['nothing = |', []],
  ])('%s', async (marked, expected) => {
    expect(await at(marked)).toEqual(expected)
  })

  it('replace the word or text that the caret is in, and no more', async () => {
    const replaced = async (marked: string, insert: string) => {
      const query = marked.replace('|', '')
      const found = (await suggest(query, marked.indexOf('|'))).suggestions.find(each => each.insert === insert)
      return found && `${query.slice(0, found.from)}[${query.slice(found.from, found.to)}]${query.slice(found.to)}`
    }
    expect(await replaced('sta| = "New"', 'state')).toBe('[sta] = "New"')
    expect(await replaced('st|ate = "New"', 'state')).toBe('[state] = "New"')
    expect(await replaced('state = "N|" AND title = "x"', '"New"')).toBe('state = ["N"] AND title = "x"')
    expect(await replaced('state = N|', '"New"')).toBe('state = [N]')
    expect(await replaced('state = "New" AND | AND title = "x"', 'points')).toBe('state = "New" AND [] AND title = "x"')
    expect(await replaced('points !| 3', '!=')).toBe('points [!] 3')
  })

  it('carry the words of people, and end where the query begins', async () => {
    const { suggestions } = await suggest('assi')
    expect(suggestions[0]).toEqual({
      kind: 'field',
      label: 'Assigned to',
      detail: 'who',
      insert: 'who',
      from: 0,
      to: 4,
    })
    expect((await suggest('who = "l')).suggestions[0]).toMatchObject({ kind: 'value', label: 'Ann Lee', detail: 'ann' })
    expect((await suggest('t', 999)).suggestions).not.toHaveLength(0)
  })

  it('contain nothing that the requester may not read', async () => {
    expect(await at('title|')).toEqual(['title', '@title'])
    expect(await at('title|', crocus.admin)).toEqual(['title', 'secret', '@title'])
    expect(await at('secret |')).toEqual([])
    expect(await at('IS LINKED TO TRACKER = "myst|')).toEqual([])
    expect(await at('IS LINKED TO TRACKER = "myst|', crocus.admin)).toEqual(['"mystery"'])
    expect((await ask('', 0, stranger.as)).status).toBe(403)
  })

  it('are inserted so that the server takes them', async () => {
    for (const marked of ['state = |', 'who = |', 'only = |', 'due = |', 'author = "ann|', '@status = |']) {
      const query = marked.replace('|', '')
      for (const { insert, from, to } of (await suggest(query, marked.indexOf('|'))).suggestions) {
        const completed = `${query.slice(0, from)}${insert}${query.slice(to)}`
        expect([completed, (await suggest(completed)).errors]).toEqual([completed, []])
      }
    }
  })
})

describe('errors', () => {
  it.each([
    ['title = ', [': Expected "MYSELF", "NOW", "OPEN", a number, a text in quotes']],
    ['title ~ "x"', ['~: Expected "!=", "<", "<=", "=", ">", ">=", "BETWEEN", "IN", "NOT IN"']],
    [
      'nothing = 1 AND @never = 2 AND more = 3',
      [
        'nothing: Unknown fields',
        'more: Unknown fields',
        '@never: Unknown metadata (there are @assigned_to, @comments, @status, @text, @title)',
      ],
    ],
    ['secret = "x"', ['secret: Unknown fields']],
    [
      'state = "Gone" OR points > "many"',
      ['"Gone": Field "state" =: the list has no value "Gone"', '"many": Field "points" >: "many" is not a number'],
    ],
    ['links = 1', ['links: Fields of type art_link cannot be searched with this language']],
    ['title > "a"', ['title: > is not possible with fields of type string, which take =, !=']],
  ])('%s', async (query, expected) => {
    expect(await wrong(query)).toEqual(expected)
  })

  it('name the whole query if it is too complex, and nothing in an empty one', async () => {
    const long = Array.from({ length: 101 }, () => 'points = 1').join(' OR ')
    const { errors } = await suggest(long)
    expect(errors).toMatchObject([{ position: 0, length: long.length }])
    expect(await suggest('  ')).toMatchObject({ errors: [], tree: null })
  })
})

describe('tree', () => {
  const comparison = (field: string, operator: string, ...values: object[]) => ({
    kind: 'comparison',
    field,
    operator,
    values,
  })
  const text = (said: string) => ({ kind: 'text', text: said })

  it('names fields as the tracker does, and has the place of each part', async () => {
    const query = ' (STATE = "New" or points >= 3)  AND @Status != open() AND WITH CHILDREN TRACKER = "flaw" '
    const { tree } = await suggest(query)
    const cut = (node: unknown): string => {
      const { from, to } = node as { from: number; to: number }
      return query.slice(from, to)
    }
    expect(tree).toMatchObject({
      kind: 'and',
      parts: [
        {
          kind: 'or',
          parts: [comparison('state', '=', text('New')), comparison('points', '>=', { kind: 'number', text: '3' })],
        },
        comparison('@status', '!=', { kind: 'function', text: 'OPEN()' }),
        { kind: 'relation', text: 'WITH CHILDREN TRACKER = "flaw"' },
      ],
    })
    expect((tree as { parts: object[] }).parts.map(cut)).toEqual([
      '(STATE = "New" or points >= 3)',
      '@Status != open()',
      'WITH CHILDREN TRACKER = "flaw"',
    ])
  })

  it('has all kinds of values', async () => {
    const { tree } = await suggest(
      String.raw`(due BETWEEN("2026-01-01",now() -  2W)) AND who IN ("ann", MYSELF()) AND title = 'a \"b\"'`,
    )
    expect(tree).toMatchObject({
      parts: [
        comparison('due', 'BETWEEN', text('2026-01-01'), { kind: 'function', text: 'NOW() - 2w' }),
        comparison('who', 'IN', text('ann'), { kind: 'function', text: 'MYSELF()' }),
        comparison('title', '=', text('a "b"')),
      ],
    })
    expect((await suggest('title = "x"')).tree).toMatchObject({
      ...comparison('title', '=', text('x')),
      from: 0,
      to: 11,
    })
  })
})

it('is quick', async () => {
  const times: number[] = []
  for (let run = 0; run < 40; run++) {
    const started = performance.now()
    await suggest('state = "New" AND (points > 3 OR who = "')
    times.push(performance.now() - started)
  }
  times.sort((a, b) => a - b)
  expect(times[10]).toBeLessThan(20)
})
