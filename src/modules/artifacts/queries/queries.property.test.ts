// Queries of all kinds over generated artifacts, compared with a plain check of each artifact.
import fc from 'fast-check'
import { DateTime } from 'luxon'
import { beforeAll, describe, expect, it } from 'vitest'
import { inTransaction } from '../../../platform/db/db.ts'
import { testApp, type TestApp } from '../../../../test/harness/app.ts'
import { givenAccount, givenProject, type Account } from '../../../../test/harness/fixture.ts'
import { aTracker, aValue, anElement, givenTracker } from '../../../../test/harness/trackers.ts'
import { TQL_COMPLEXITY } from './check-tql.ts'
import { complexityOf, parseTql } from './tql.ts'
import type { ImportedArtifact, ImportedChangeset } from '../transfer/import-artifacts.ts'

const ZONE = 'America/New_York'
const NOW = '2026-03-09T15:20:30Z'
const COUNT = 60
const actor = { actorId: null, means: 'command' } as const

// Few distinct values for artifacts and queries, so that queries find some artifacts.
const WORDS = ['lamp', 'Lampion', 'été', 'ÉTÉ', '50%', 'a_b', "O'Neil", 'red light', 'x\\y']
const NUMBERS = [-5, 0, 1, 2.5, 8, 21]
const INTEGERS = NUMBERS.filter(Number.isInteger)
const DAYS = ['2026-03-07', '2026-03-08', '2026-03-09', '2026-11-01']
// In this time zone one hour is missing on 8 March, and one hour occurs twice on 1 November.
const MOMENTS = [
  '2026-03-08T04:59Z',
  '2026-03-08T05:00Z',
  '2026-03-08T07:30Z',
  '2026-03-09T03:59Z',
  '2026-11-01T05:30Z',
  '2026-11-01T06:30Z',
]
const MINUTES = ['2026-03-08 00:00', '2026-03-07 23:59', '2026-03-08 03:30', '2026-11-01 01:30']
const LABELS = ['Red', 'Green', 'green', 'Blue']
const COMMENTS = ['nothing special', 'the lamp is broken', 'Red light and lamp']
const FILES = [
  { name: 'lamp.png', description: '' },
  { name: 'notes.txt', description: 'About the Lampion' },
]
const TYPES = ['', '_is_child', '_covered_by']
const GROUPS = {
  3: ['Project members', 'Membres du projet'],
  4: ['Project administrators', 'administrateurs du projet'],
} as const

interface SampleArtifact {
  readonly title: string
  readonly story: string
  readonly count: number | null
  readonly cost: number | null
  readonly day: string | null
  readonly moment: string | null
  /** Indexes of LABELS. */
  readonly one: number | null
  readonly many: readonly number[]
  /** Indexes of the accounts. */
  readonly who: readonly number[]
  readonly teams: readonly (3 | 4)[]
  readonly files: readonly number[]
  readonly submitter: number
  readonly submittedOn: string
  readonly updater: number
  readonly updatedOn: string
  readonly comment: { readonly index: number; readonly isPrivate: boolean } | null
  readonly links: readonly { readonly to: number; readonly type: string }[]
}

const someOf = (count: number) => fc.uniqueArray(fc.nat(count - 1), { maxLength: 3 })
const someTime = (from: string) =>
  fc.integer({ min: Date.parse(from), max: Date.parse(from) + 3 * 86_400_000 }).map(at => new Date(at).toISOString())

const thing: fc.Arbitrary<SampleArtifact> = fc.record({
  title: fc.array(fc.constantFrom(...WORDS), { maxLength: 3 }).map(words => words.join(' ')),
  story: fc.array(fc.constantFrom(...WORDS), { maxLength: 3 }).map(words => words.join('\n')),
  count: fc.option(fc.constantFrom(...INTEGERS)),
  cost: fc.option(fc.constantFrom(...NUMBERS)),
  day: fc.option(fc.constantFrom(...DAYS)),
  moment: fc.option(fc.constantFrom(...MOMENTS)),
  one: fc.option(fc.nat(LABELS.length - 1)),
  many: someOf(LABELS.length),
  who: someOf(3),
  teams: fc.subarray([3, 4] as (3 | 4)[]),
  files: someOf(FILES.length),
  submitter: fc.nat(2),
  submittedOn: someTime('2026-03-06T00:00:00Z'),
  updater: fc.nat(2),
  updatedOn: someTime('2026-03-09T00:00:00Z'),
  comment: fc.option(fc.record({ index: fc.nat(COMMENTS.length - 1), isPrivate: fc.boolean() })),
  links: fc.uniqueArray(fc.record({ to: fc.nat(COUNT - 1), type: fc.constantFrom(...TYPES) }), {
    selector: link => link.to,
    maxLength: 2,
  }),
})

// --- queries, each with a check of one artifact ---

interface QueryCase {
  readonly text: string
  readonly holds: (thing: SampleArtifact, index: number, world: SampleData) => boolean
}

interface SampleData {
  readonly things: readonly SampleArtifact[]
  readonly ids: readonly number[]
  readonly accounts: readonly Account[]
  readonly seesPrivate: boolean
}

const quoted = (text: string): string => `"${text.replace(/[\\"]/g, '\\$&')}"`
const lower = (text: string): string => text.toLowerCase()
const has = (text: string, part: string): boolean => lower(text).includes(lower(part))
const negated = (question: QueryCase, text: string): QueryCase => ({
  text,
  holds: (...given) => !question.holds(...given),
})

const equality = (equals: fc.Arbitrary<readonly [field: string, value: string, holds: QueryCase['holds']]>) =>
  fc.tuple(equals, fc.boolean()).map(([[field, value, holds], isNegated]): QueryCase => {
    const question = { text: `${field} = ${value}`, holds }
    return isNegated ? negated(question, `${field} != ${value}`) : question
  })

const textQuestion = equality(
  fc
    .tuple(fc.constantFrom('title', 'story'), fc.constantFrom('', ...WORDS, 'MP', '_'))
    .map(([field, word]) => [
      field,
      quoted(word),
      thing => (word === '' ? thing[field as 'title'] === '' : has(thing[field as 'title'], word)),
    ]),
)

const fileQuestion = equality(
  fc
    .constantFrom('', 'LAMP', '.txt', 'about', 'zip')
    .map(word => [
      'attachments',
      quoted(word),
      ({ files }) =>
        word === ''
          ? files.length === 0
          : files.some(index => Object.values(FILES[index] ?? {}).some(text => has(text, word))),
    ]),
)

const compare: Readonly<Record<string, (a: number, b: number) => boolean>> = {
  '=': (a, b) => a === b,
  '!=': (a, b) => a !== b,
  '<': (a, b) => a < b,
  '<=': (a, b) => a <= b,
  '>': (a, b) => a > b,
  '>=': (a, b) => a >= b,
}

const numberQuestion = fc
  .tuple(fc.constantFrom('count', 'cost'), fc.constantFrom(...Object.keys(compare)), fc.constantFrom(...NUMBERS))
  .map(([field, operator, number]): QueryCase => ({
    text: `${field} ${operator} ${number < 0 ? quoted(String(number)) : number}`,
    holds: thing => {
      const value = thing[field]
      return value === null ? operator === '!=' : (compare[operator]?.(value, number) ?? false)
    },
  }))

const numberRange = fc
  .tuple(fc.constantFrom('count', 'cost'), fc.constantFrom(...NUMBERS), fc.constantFrom(...NUMBERS))
  .map(([field, from, to]): QueryCase => ({
    text: `${field} BETWEEN(${quoted(String(from))}, ${quoted(String(to))})`,
    holds: thing => {
      const value = thing[field]
      return value !== null && value >= from && value <= to
    },
  }))

const unset = equality(
  fc.constantFrom('count', 'cost', 'day', 'moment', 'one', 'many', 'who', 'teams').map(field => [
    field,
    '""',
    thing => {
      const value = thing[field as 'count' | 'many']
      return value === null || (Array.isArray(value) && value.length === 0)
    },
  ]),
)

/** Milliseconds, from the first moment (inclusive) to the second (exclusive). */
type Span = readonly [number, number]

const dateValue = (hasTime: boolean): fc.Arbitrary<readonly [text: string, span: Span]> => {
  const ofDay = (day: string): Span => {
    if (!hasTime) return [Date.parse(day), Date.parse(day) + 86_400_000]
    const start = DateTime.fromISO(day, { zone: ZONE })
    return [start.toMillis(), start.plus({ days: 1 }).toMillis()]
  }
  const ofMinute = (minute: DateTime): Span => [
    minute.startOf('minute').toMillis(),
    minute.startOf('minute').toMillis() + 60_000,
  ]
  const days = fc.constantFrom(...DAYS).map(day => [quoted(day), ofDay(day)] as const)
  const nows = fc
    .tuple(fc.constantFrom('+', '-'), fc.nat(3), fc.constantFrom('d', 'w', 'm', 'y'))
    .map(([sign, count, unit]) => {
      const units = { d: 'days', w: 'weeks', m: 'months', y: 'years' } as const
      const moment = DateTime.fromISO(NOW, { zone: ZONE }).plus({ [units[unit]]: sign === '+' ? count : -count })
      return [
        `NOW() ${sign} ${count}${unit}`,
        hasTime ? ofMinute(moment) : ofDay(moment.toFormat('yyyy-MM-dd')),
      ] as const
    })
  if (!hasTime) return fc.oneof(days, nows)
  const minutes = fc
    .constantFrom(...MINUTES)
    .map(minute => [quoted(minute), ofMinute(DateTime.fromISO(minute.replace(' ', 'T'), { zone: ZONE }))] as const)
  return fc.oneof(days, minutes, nows)
}

const spanHolds: Readonly<Record<string, (at: number, span: Span) => boolean>> = {
  '=': (at, [start, end]) => at >= start && at < end,
  '!=': (at, [start, end]) => at < start || at >= end,
  '<': (at, [start]) => at < start,
  '<=': (at, [, end]) => at < end,
  '>': (at, [, end]) => at >= end,
  '>=': (at, [start]) => at >= start,
}

const dateFields = [
  { name: 'day', hasTime: false, read: (thing: SampleArtifact) => thing.day },
  { name: 'moment', hasTime: true, read: (thing: SampleArtifact) => thing.moment },
  { name: 'created', hasTime: true, read: (thing: SampleArtifact) => thing.submittedOn },
  { name: 'changed', hasTime: true, read: (thing: SampleArtifact) => thing.updatedOn },
] as const

const dateQuestion = fc.constantFrom(...dateFields).chain(({ name, hasTime, read }) =>
  fc
    .tuple(fc.constantFrom(...Object.keys(spanHolds)), dateValue(hasTime))
    .map(([operator, [text, span]]): QueryCase => ({
      text: `${name} ${operator} ${text}`,
      holds: thing => {
        const value = read(thing)
        return value === null ? operator === '!=' : (spanHolds[operator]?.(Date.parse(value), span) ?? false)
      },
    })),
)

const dateRange = fc.constantFrom(...dateFields).chain(({ name, hasTime, read }) =>
  fc.tuple(dateValue(hasTime), dateValue(hasTime)).map(([[from, [start]], [to, [, end]]]): QueryCase => ({
    text: `${name} BETWEEN (${from}, ${to})`,
    holds: thing => {
      const value = read(thing)
      return value !== null && Date.parse(value) >= start && Date.parse(value) < end
    },
  })),
)

/** A list value in a query, and the check whether the artifact has it. */
type Choice = readonly [text: string, has: (thing: SampleArtifact) => boolean]

const choices: Readonly<Record<string, fc.Arbitrary<Choice>>> = {
  one: fc
    .constantFrom(...LABELS)
    .map(label => [quoted(label), ({ one }) => one !== null && lower(LABELS[one] ?? '') === lower(label)]),
  many: fc
    .constantFrom(...LABELS)
    .map(label => [
      quoted(lower(label)),
      ({ many }) => many.some(index => lower(LABELS[index] ?? '') === lower(label)),
    ]),
  who: fc.constantFrom(
    ['"ann"', ({ who }) => who.includes(0)],
    ['"Bob"', ({ who }) => who.includes(1)],
    ['" (Cid)"', ({ who }) => who.includes(2)],
    ['MYSELF()', ({ who }) => who.includes(0)],
  ),
  teams: fc
    .constantFrom(3 as const, 4 as const)
    .chain(group =>
      fc.constantFrom(...GROUPS[group]).map((name): Choice => [quoted(name), ({ teams }) => teams.includes(group)]),
    ),
  author: fc.constantFrom(
    ['"ann"', ({ submitter }) => submitter === 0],
    ['"bob"', ({ submitter }) => submitter === 1],
    ['myself()', ({ submitter }) => submitter === 0],
  ),
  editor: fc.constantFrom(['"ann"', ({ updater }) => updater === 0], ['"cid"', ({ updater }) => updater === 2]),
}

const listQuestion = fc.constantFrom(...Object.entries(choices)).chain(([field, choice]) =>
  fc.oneof(
    equality(choice.map(([text, hasIt]) => [field, text, hasIt])),
    fc.tuple(fc.array(choice, { minLength: 1, maxLength: 3 }), fc.boolean()).map(([listed, isNegated]): QueryCase => ({
      text: `${field} ${isNegated ? 'NOT IN' : 'IN'}(${listed.map(([text]) => text).join(', ')})`,
      holds: thing => listed.some(([, hasIt]) => hasIt(thing)) !== isNegated,
    })),
  ),
)

const commentQuestion = equality(
  fc.constantFrom('', 'lamp', 'light LAMP', 'special broken').map(words => [
    '@comments',
    quoted(words),
    ({ comment }, _index, { seesPrivate }) => {
      const seen = comment && (!comment.isPrivate || seesPrivate) ? COMMENTS[comment.index] : undefined
      if (words === '') return seen === undefined
      const there = lower(seen ?? '').split(' ')
      return lower(words)
        .split(' ')
        .every(word => there.includes(word))
    },
  ]),
)

/** Only in `tql`: each word in the title, the story or a comment. */
const anywhereQuestion = equality(
  fc.subarray(['lamp', 'Lampion', 'light', 'special', 'a_b'], { minLength: 1, maxLength: 2 }).map(words => [
    '@text',
    quoted(words.join(' ')),
    ({ title, story, comment }, _index, { seesPrivate }) => {
      const seen = comment && (!comment.isPrivate || seesPrivate) ? COMMENTS[comment.index] : undefined
      const said = lower(seen ?? '').split(' ')
      return words.every(word => has(title, word) || has(story, word) || said.includes(lower(word)))
    },
  ]),
)

const links = (index: number, { things }: SampleData, direction: 'from' | 'to', type: string | null) => {
  const wanted = (link: { readonly type: string }): boolean => type === null || link.type === type
  return direction === 'to'
    ? (things[index]?.links.filter(wanted).map(link => link.to) ?? [])
    : things.flatMap((other, from) => (other.links.some(link => link.to === index && wanted(link)) ? [from] : []))
}

const relation = fc
  .tuple(
    fc.constantFrom(
      ['WITH PARENT', 'WITHOUT PARENT', 'from', '_is_child'],
      ['WITH CHILDREN', 'WITHOUT CHILDREN', 'to', '_is_child'],
      ['IS LINKED TO', 'IS NOT LINKED TO', 'to', null],
      ['IS LINKED FROM', 'IS NOT LINKED FROM', 'from', null],
    ) as fc.Arbitrary<readonly [string, string, 'from' | 'to', string | null]>,
    fc.boolean(),
    fc.oneof(fc.constant('any'), fc.constantFrom('TRACKER = "thing"', 'TRACKER = "nothing"'), fc.nat(COUNT - 1)),
  )
  .map(([[positive, negative, direction, type], isNegated, other]) => ({
    positive,
    negative,
    direction,
    type,
    isNegated,
    other,
  }))

const relationQuestion = (ids: readonly number[]): fc.Arbitrary<QueryCase> =>
  relation.map(({ positive, negative, direction, type, isNegated, other }) => {
    const condition = typeof other === 'number' ? ` ARTIFACT = ${ids[other]}` : other === 'any' ? '' : ` ${other}`
    return {
      text: `${isNegated ? negative : positive}${condition}`,
      holds: (_thing, index, world) => {
        const ends = links(index, world, direction, type)
        const isThere =
          typeof other === 'number' ? ends.includes(other) : ends.length > 0 && other !== 'TRACKER = "nothing"'
        return isThere !== isNegated
      },
    }
  })

const questions = (ids: readonly number[], more: readonly fc.Arbitrary<QueryCase>[] = []): fc.Arbitrary<QueryCase> =>
  fc.letrec<{ query: QueryCase; term: QueryCase }>(tie => ({
    query: fc
      .tuple(fc.array(tie('term'), { minLength: 1, maxLength: 3 }), fc.constantFrom('AND', 'OR', 'and', 'Or'))
      .map(([terms, word]): QueryCase => ({
        text: terms.map(term => term.text).join(` ${word} `),
        holds: (...given) =>
          lower(word) === 'and' ? terms.every(term => term.holds(...given)) : terms.some(term => term.holds(...given)),
      })),
    term: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.oneof(
        textQuestion,
        fileQuestion,
        numberQuestion,
        numberRange,
        unset,
        dateQuestion,
        dateRange,
        listQuestion,
        commentQuestion,
        relationQuestion(ids),
        ...more,
      ),
      tie('query').map((query): QueryCase => ({ ...query, text: `(${query.text})` })),
    ),
  })).query

// --- criteria in JSON, all of which must hold ---

interface CriterionCase {
  readonly field: string
  readonly value: unknown
  readonly holds: (thing: SampleArtifact, world: SampleData) => boolean
}

const criteria = (valueIds: readonly number[], accounts: readonly Account[]): fc.Arbitrary<CriterionCase> =>
  fc.oneof(
    fc
      .tuple(
        fc.constantFrom('title', 'story'),
        fc.array(fc.constantFrom('lamp', 'été', 'MP', '50%', 'a_b'), { minLength: 1, maxLength: 2 }),
      )
      .map(([field, words]): CriterionCase => ({
        field,
        value: words.join(' '),
        holds: thing => words.every(word => has(thing[field as 'title'], word)),
      })),
    fc.constantFrom('/^lamp/', '!/^lamp/', '/light$/', '/m.i/').map((value): CriterionCase => {
      const pattern = new RegExp(value.replace(/^!?\/|\/$/g, ''), 'i')
      return {
        field: 'TITLE',
        value: { operator: 'Contains', value },
        holds: ({ title }) => pattern.test(title) !== value.startsWith('!'),
      }
    }),
    fc
      .tuple(fc.constantFrom('', '<', '<=', '>', '>='), fc.constantFrom(...NUMBERS))
      .map(([operator, number]): CriterionCase => ({
        field: 'cost',
        value: operator === '' ? number : `${operator}${number}`,
        holds: ({ cost }) => cost !== null && (compare[operator || '=']?.(cost, number) ?? false),
      })),
    fc.tuple(fc.constantFrom(0, 1, 8), fc.constantFrom(1, 8, 21)).map(([from, to]): CriterionCase => ({
      field: 'count',
      value: `${from}-${to}`,
      holds: ({ count }) => count !== null && count >= from && count <= to,
    })),
    fc.constant<CriterionCase>({ field: 'count', value: '/^2/', holds: ({ count }) => /^2/.test(String(count)) }),
    fc.subarray([0, 1, 2, 3], { minLength: 1 }).map((chosen): CriterionCase => ({
      field: 'many',
      value: [...chosen.map(index => valueIds[index]), 100],
      holds: ({ many }) => many.some(index => chosen.includes(index)),
    })),
    fc.nat(3).map((index): CriterionCase => ({
      field: 'one',
      value: { id: valueIds[index] },
      holds: ({ one }) => one === index,
    })),
    fc.nat(2).map((index): CriterionCase => ({
      field: 'who',
      value: { operator: 'contains', value: String(accounts[index]?.id) },
      holds: ({ who }) => who.includes(index),
    })),
    fc.nat(2).map((index): CriterionCase => ({
      field: 'author',
      value: [accounts[index]?.id],
      holds: ({ submitter }) => submitter === index,
    })),
    fc
      .tuple(fc.constantFrom('contains', '=', '<', '>'), fc.constantFrom(...DAYS), fc.constantFrom('day', 'moment'))
      .map(([operator, day, field]): CriterionCase => ({
        field,
        value: { operator, value: day },
        holds: thing => {
          const value = thing[field as 'day']
          if (value === null) return false
          const own = field === 'day' ? value : DateTime.fromISO(value, { zone: ZONE }).toFormat('yyyy-MM-dd')
          return operator === '<' ? own < day : operator === '>' ? own > day : own === day
        },
      })),
    fc.tuple(fc.constantFrom(...DAYS), fc.constantFrom(...DAYS)).map(([from, to]): CriterionCase => ({
      field: 'day',
      value: { operator: 'between', value: [from, to] },
      holds: ({ day }) => day !== null && day >= from && day <= to,
    })),
  )

describe('queries over generated artifacts', () => {
  let crocus: TestApp
  let world: SampleData
  let trackerId: number
  let valueIds: number[]

  const ask = async (parameter: 'query' | 'expert_query' | 'tql', text: string): Promise<number[]> => {
    // The server removes one backslash before it reads the text, except in `tql`.
    const sent = encodeURIComponent(parameter === 'tql' ? text : text.replaceAll('\\', '\\\\'))
    const response = await crocus.request(
      'GET',
      `/api/trackers/${trackerId}/artifacts?limit=1000&${parameter}=${sent}`,
      {
        as: world.accounts[0]?.as ?? crocus.admin,
      },
    )
    expect([response.status, response.status === 200 ? '' : response.text, text]).toEqual([200, '', text])
    const ids = response.json<{ id: number }[]>().map(({ id }) => id)
    expect(response.headers['x-pagination-size']).toBe(String(ids.length))
    return ids
  }

  beforeAll(async () => {
    crocus = await testApp()
    crocus.clock.set(NOW)
    const { settings, artifacts, projects } = crocus.app.modules
    await settings.set('timezone', ZONE, actor)
    await settings.set('query_complexity_limit', '0', actor)
    const accounts = [
      await givenAccount(crocus, 'ann'),
      await givenAccount(crocus, 'bob'),
      await givenAccount(crocus, 'Cid'),
    ]
    const project = await givenProject(crocus, 'things', { members: accounts.map(({ login }) => login) })
    const bind = (name: string) => ({
      type: 'static' as const,
      isRankAlpha: false,
      values: LABELS.map((label, index) => aValue(`${name}${index}`, { label })),
    })
    const {
      tracker,
      made,
      field: idOf,
    } = await givenTracker(
      crocus,
      aTracker(project.id, 'thing', {
        semantics: { title: { field: 'title' } },
        elements: [
          anElement('string', 'title'),
          anElement('text', 'story'),
          anElement('int', 'count'),
          anElement('float', 'cost'),
          anElement('date', 'day', { settings: { display_time: 0, default_value_type: 1, default_value: '' } }),
          anElement('date', 'moment', { settings: { display_time: 1, default_value_type: 1, default_value: '' } }),
          anElement('sb', 'one', { bind: bind('one') }),
          anElement('msb', 'many', { bind: bind('many') }),
          anElement('cb', 'who', { bind: { type: 'users', functions: ['group_members'], defaultUserIds: [] } }),
          anElement('msb', 'teams', {
            bind: {
              type: 'ugroups',
              values: ([3, 4] as const).map(groupId => ({
                key: `g${groupId}`,
                groupId,
                isHidden: false,
                isDefault: false,
              })),
            },
          }),
          anElement('file', 'attachments'),
          anElement('art_link', 'links'),
          anElement('subby', 'author'),
          anElement('luby', 'editor'),
          anElement('subon', 'created'),
          anElement('lud', 'changed'),
        ],
      }),
    )
    trackerId = tracker.id
    const listIds = (name: string) => LABELS.map((_, index) => made.valueIds.get(`${name}${index}`) ?? 0)
    const [ones, manys] = [listIds('one'), listIds('many')]
    valueIds = [...ones, ...manys]
    const things = fc.sample(thing, { numRuns: COUNT, seed: 11 })
    const userId = (index: number): number => accounts[index]?.id ?? 0
    const by = (index: number, at: string) => ({
      submittedBy: userId(index),
      submittedByEmail: null,
      submittedOn: new Date(at),
    })
    const ids = await inTransaction(crocus.db, async tx => {
      const ids = await artifacts.allocateArtifactIds(tx, COUNT)
      const imported = things.map((given, index): ImportedArtifact => {
        const values = new Map<number, unknown>([
          [idOf('title'), given.title],
          [idOf('story'), { content: given.story, format: 'text' }],
          [idOf('day'), given.day],
          [idOf('moment'), given.moment],
          [idOf('one'), given.one === null ? [] : [ones[given.one]]],
          [idOf('many'), given.many.map(value => manys[value])],
          [idOf('who'), given.who.map(userId)],
          [idOf('teams'), given.teams],
          [idOf('links'), given.links.map(({ to, type }) => ({ id: ids[to], type }))],
        ])
        // A cleared number, and a number that was never set.
        if (given.count !== null || index % 2 === 0) values.set(idOf('count'), given.count)
        if (given.cost !== null) values.set(idOf('cost'), given.cost)
        if (given.files.length > 0)
          values.set(
            idOf('attachments'),
            given.files.map(file => ({
              id: index * 10 + file,
              size: 1,
              type: 'text/plain',
              submittedBy: 101,
              ...FILES[file],
            })),
          )
        const created: ImportedChangeset = { ...by(given.submitter, given.submittedOn), values, comment: [] }
        const comment = given.comment && {
          body: COMMENTS[given.comment.index] ?? '',
          format: 'text' as const,
          groupIds: given.comment.isPrivate ? [4] : null,
          ...by(given.updater, given.updatedOn),
        }
        const changed: ImportedChangeset = {
          ...by(given.updater, given.updatedOn),
          values: new Map(),
          comment: comment ? [comment] : [],
        }
        return { id: ids[index] ?? 0, changesets: [created, changed] }
      })
      await artifacts.importArtifacts(tx, { trackers: [{ tracker, artifacts: imported }], actorId: 101 })
      return ids
    })
    await projects.loadUserGroups(project.id)
    world = { things, ids, accounts, seesPrivate: false }
  }, 60_000)

  it('finds with the query language the same artifacts as a check of each one', async () => {
    let hits = 0
    await fc.assert(
      fc.asyncProperty(questions(world.ids), async question => {
        const expected = world.ids.filter((_, index) =>
          question.holds(world.things[index] as SampleArtifact, index, world),
        )
        hits += expected.length > 0 && expected.length < COUNT ? 1 : 0
        expect(await ask('expert_query', question.text)).toEqual(expected)
      }),
      { numRuns: 400 },
    )
    // Queries that find nothing or everything prove little.
    expect(hits).toBeGreaterThan(200)
  }, 60_000)

  it('finds with `tql` what `expert_query` finds, and words in any text', async () => {
    let hits = 0
    await fc.assert(
      fc.asyncProperty(questions(world.ids, [anywhereQuestion, anywhereQuestion]), async question => {
        fc.pre(complexityOf(parseTql(question.text)) <= TQL_COMPLEXITY)
        const expected = world.ids.filter((_, index) =>
          question.holds(world.things[index] as SampleArtifact, index, world),
        )
        hits += question.text.includes('@text') && expected.length > 0 && expected.length < COUNT ? 1 : 0
        expect(await ask('tql', question.text)).toEqual(expected)
      }),
      { numRuns: 200 },
    )
    expect(hits).toBeGreaterThan(20)
  }, 60_000)

  it('finds with JSON criteria the same artifacts as a check of each one', async () => {
    let hits = 0
    const manyIds = valueIds.slice(LABELS.length)
    const asked = fc.uniqueArray(criteria(manyIds, world.accounts), {
      minLength: 1,
      maxLength: 3,
      selector: ({ field }) => field.toLowerCase(),
    })
    await fc.assert(
      fc.asyncProperty(asked, async given => {
        const query = Object.fromEntries(
          given.map(({ field, value }) => [
            field,
            field === 'one' ? { id: valueIds[manyIds.indexOf((value as { id: number }).id)] } : value,
          ]),
        )
        const expected = world.ids.filter((_, index) =>
          given.every(criterion => criterion.holds(world.things[index] as SampleArtifact, world)),
        )
        hits += expected.length > 0 ? 1 : 0
        expect(await ask('query', JSON.stringify(query))).toEqual(expected)
      }),
      { numRuns: 300 },
    )
    expect(hits).toBeGreaterThan(50)
  }, 60_000)
})
