// trackers.md §4.2: every operator with every kind of field.
import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, type TestApp } from '../../../../test/harness/app.ts'
import { givenAccount, givenProject } from '../../../../test/harness/fixture.ts'
import { aTracker, aValue, anElement, createTrackersOf } from '../../../../test/harness/trackers.ts'
import { fieldTypeNames } from '../../fields/index.ts'

const OPERATORS = ['=', '!=', '<', '<=', '>', '>=', 'BETWEEN', 'IN', 'NOT IN'] as const
type Operator = (typeof OPERATORS)[number]

const EQUALITY: readonly Operator[] = ['=', '!=']
const ORDER: readonly Operator[] = [...EQUALITY, '<', '<=', '>', '>=', 'BETWEEN']
const CHOICE: readonly Operator[] = [...EQUALITY, 'IN', 'NOT IN']
/** By type: the supported operators, with a value for that kind. A type without an entry supports none. */
const ALLOWED: Readonly<Record<string, readonly [operators: readonly Operator[], value: string]>> = {
  string: [EQUALITY, '"word"'],
  text: [EQUALITY, '"word"'],
  file: [EQUALITY, '"word"'],
  int: [ORDER, '3'],
  float: [ORDER, '3.5'],
  date: [ORDER, '"2026-01-02"'],
  lud: [ORDER, '"2026-01-02"'],
  subon: [ORDER, '"2026-01-02"'],
  sb: [CHOICE, '"Red"'],
  msb: [CHOICE, '"Red"'],
  rb: [CHOICE, '"Red"'],
  cb: [CHOICE, '"Red"'],
  subby: [CHOICE, '"ann"'],
  luby: [CHOICE, '"ann"'],
}
/** The same for `tql`. */
const ALLOWED_IN_TQL: typeof ALLOWED = {
  ...ALLOWED,
  computed: [ORDER, '3'],
  aid: [ORDER, '3'],
  atid: [ORDER, '3'],
  priority: [ORDER, '3'],
  tbl: [CHOICE, '"Red"'],
  perm: [CHOICE, '"Project members"'],
}
const LISTS = ['sb', 'msb', 'rb', 'cb', 'tbl']
const FORM = ['fieldset', 'column', 'linebreak', 'separator', 'staticrichtext']
const searched = fieldTypeNames.filter(type => !FORM.includes(type))

const comparison = (operator: Operator, value: string): string => {
  if (operator === 'BETWEEN') return `BETWEEN(${value}, ${value})`
  return operator === 'IN' || operator === 'NOT IN' ? `${operator}(${value})` : `${operator} ${value}`
}

describe('every operator with every kind of field (trackers.md §4.2)', () => {
  let crocus: TestApp
  let trackerId: number
  beforeAll(async () => {
    crocus = await testApp()
    await givenAccount(crocus, 'ann')
    const { id } = await givenProject(crocus, 'kinds', { members: ['ann'] })
    const bind = (type: string) => ({
      type: 'static' as const,
      isRankAlpha: false,
      values: [aValue(`${type} red`, { label: 'Red' })],
    })
    const elements = searched.map(type =>
      anElement(type, `a_${type}`, LISTS.includes(type) ? { bind: bind(type) } : {}),
    )
    const made = await createTrackersOf(crocus, aTracker(id, 'kind', { elements }))
    trackerId = made.trackerIds.get('kind') ?? 0
  }, 60_000)

  const languages = { expert_query: ALLOWED, tql: ALLOWED_IN_TQL } as const
  it.each(
    searched.flatMap(type =>
      OPERATORS.flatMap(operator =>
        (['expert_query', 'tql'] as const).map(language => [type, operator, language] as const),
      ),
    ),
  )('%s %s in %s', async (type, operator, language) => {
    const [operators, value] = languages[language][type] ?? [[], '"word"']
    const query = `a_${type} ${comparison(operator, value)}`
    const response = await crocus.request(
      'GET',
      `/api/trackers/${trackerId}/artifacts?${language}=${encodeURIComponent(query)}`,
      { as: crocus.admin },
    )
    const isAllowed = operators.includes(operator)
    expect([query, response.status]).toEqual([query, isAllowed ? 200 : 400])
    if (!isAllowed) expect(response.text).toContain(`position 1, a_${type}: `)
  })

  it('covers every kind of field', () => {
    for (const type of Object.keys(ALLOWED_IN_TQL)) expect(searched).toContain(type)
  })
})
