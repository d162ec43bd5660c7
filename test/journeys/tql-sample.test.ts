// The sample archive for the query language of trackers: every kind of comparison on its three artifacts (trackers.md §4.2).
import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, type TestApp } from '../harness/app.ts'
import { hasSamples, importSample } from '../harness/samples.ts'
import { readProject } from '../harness/fixture.ts'

const actor = { actorId: null, means: 'command' } as const

describe.skipIf(!hasSamples)('queries of the sample archive "tql"', () => {
  let crocus: TestApp
  let trackerId: number
  const ids: Record<string, number> = {}

  const ask = (query: string, as?: TestApp['admin']) =>
    crocus.request(
      'GET',
      `/api/trackers/${trackerId}/artifacts?expert_query=${encodeURIComponent(query)}`,
      as ? { as } : {},
    )

  const found = async (query: string, as?: TestApp['admin']): Promise<string> => {
    const response = await ask(query, as)
    if (response.status !== 200) return `${response.status}: ${response.text}`
    const titles = response.json<{ title: string }[]>().map(({ title }) => title)
    expect(response.headers['x-pagination-size']).toBe(String(titles.length))
    return titles.map(title => title.replace('bug', '')).join('')
  }

  beforeAll(async () => {
    crocus = await testApp()
    await crocus.app.modules.settings.set('timezone', 'Europe/Paris', actor)
    await importSample(crocus, '01-private-member')
    await importSample(crocus, 'tql')
    trackerId = (await readProject(crocus, 102, crocus.admin)).tracker('tql').id
    const all = await crocus.request('GET', `/api/trackers/${trackerId}/artifacts`)
    for (const { id, title } of all.json<{ id: number; title: string }[]>()) ids[title] = id
  }, 60_000)

  it.each([
    // texts
    ['details = "original1"', '1'],
    ["details = 'ORIGINAL'", '12'],
    ['details = "riginal2"', '2'],
    ['details != "original1"', '23'],
    ['details = ""', '3'],
    ['details != ""', '12'],
    ['summary = "bug"', '123'],
    ['Summary = "bug3"', '3'],
    ['summary = 3', '3'],
    // numbers
    ['story_points = 8', '1'],
    ['story_points = "8"', '1'],
    ['story_points != 8', '23'],
    ['story_points = ""', '3'],
    ['story_points != ""', '12'],
    ['story_points < 21', '1'],
    ['story_points <= 21', '12'],
    ['story_points > 8', '2'],
    ['story_points >= 8', '12'],
    ['story_points > "-1"', '12'],
    ['story_points BETWEEN(8, 20)', '1'],
    ['story_points between ( 8 , 21 )', '12'],
    ['remaining_effort = 3.14', '1'],
    ['remaining_effort != 3.14', '23'],
    ['remaining_effort > 3.1', '12'],
    ['remaining_effort < 4', '1'],
    ['remaining_effort BETWEEN(3, 50.5)', '12'],
    ['remaining_effort = ""', '3'],
    // days
    ['due_date = "2017-01-10"', '2'],
    ['due_date != "2017-01-10"', '13'],
    ['due_date < "2017-01-10"', '1'],
    ['due_date <= "2017-01-10"', '12'],
    ['due_date > "2017-01-03"', '2'],
    ['due_date >= "2017-01-03"', '12'],
    ['due_date BETWEEN("2017-01-01", "2017-01-09")', '1'],
    ['due_date = ""', '3'],
    ['due_date != ""', '12'],
    ['due_date < NOW()', '12'],
    ['due_date > NOW() - 20y', '12'],
    ['due_date > NOW() - 1m', ''],
    // points in time, in the zone of the platform
    ['timesheeting = "2017-01-18"', '1'],
    ['timesheeting = "2017-01-18 14:35"', '1'],
    ['timesheeting = "2017-01-18 13:35"', ''],
    ['timesheeting != "2017-01-18 14:35"', '23'],
    ['timesheeting < "2017-01-31 14:37"', '1'],
    ['timesheeting <= "2017-01-31 14:37"', '12'],
    ['timesheeting > "2017-01-31 14:37"', '3'],
    ['timesheeting >= "2017-01-31 14:37"', '23'],
    ['timesheeting BETWEEN("2017-01-18 14:35", "2017-01-31 14:43")', '12'],
    ['timesheeting = "2017-01-31"', '23'],
    ['timesheeting < NOW()', '123'],
    // fields that the platform fills
    ['open_date = "2017-03-01"', '123'],
    ['open_date = "2017-03-01 16:43"', '123'],
    ['open_date != "2017-03-01"', ''],
    ['open_date > "2017-03-01"', ''],
    ['last_update_date = "2017-03-02"', '1'],
    ['last_update_date > "2017-03-02"', '2'],
    ['last_update_date <= "2017-03-02 16:43"', '13'],
    ['last_update_date BETWEEN("2017-03-01", "2017-03-02")', '13'],
    ['last_update_date = ""', ''],
    ['submitted_by = "rest_api_tester_1"', '123'],
    ['submitted_by != "rest_api_tester_1"', ''],
    ['submitted_by IN("rest_api_tester_1", "admin")', '123'],
    ['submitted_by NOT IN("admin")', '123'],
    // lists
    ['status = "Todo"', '1'],
    ['status = "todo"', '1'],
    ['status != "todo"', '23'],
    ['status = ""', '23'],
    ['status != ""', '1'],
    ['status IN("todo", "doing")', '1'],
    ['status IN("todo", "what",)', '1'],
    ['status NOT IN("todo")', '23'],
    ['ugroups = "Contractors"', '1'],
    ['ugroups = "Project members"', '2'],
    ['ugroups = "Membres du projet"', '2'],
    ['ugroups != "Membres du projet"', '13'],
    ['ugroups IN("contractors", "Project Members")', '12'],
    ['ugroups NOT IN("contractors")', '23'],
    ['ugroups = ""', '3'],
    // files
    ['attachment = "file.txt"', '3'],
    ['attachment = "AWESOME"', '3'],
    ['attachment != "awesome"', '12'],
    ['attachment = "something"', ''],
    ['attachment = ""', '12'],
    ['attachment != ""', '3'],
    // comments that anonymous readers see
    ['@comments = "comment"', '1'],
    ['@comments = "everybody see"', '2'],
    ['@comments = "private"', ''],
    ['@comments != "comment"', '23'],
    ['@comments = ""', '3'],
    ['@comments != ""', '12'],
    // AND binds tighter than OR; parentheses; blanks
    ['summary = "bug1" OR summary = "bug2" AND story_points = 8', '1'],
    ['(summary = "bug1" OR summary = "bug2") AND story_points = 21', '2'],
    ['summary="bug1"ORsummary="bug2"', '12'],
    ['  summary = "bug1"\n\tor\u00a0summary = "bug3"  ', '13'],
    ['summary != "bug1" AND summary != "bug2"', '3'],
    ['(((summary = "bug1")))', '1'],
  ])('%s → %s', async (query, expected) => {
    expect(await found(query)).toBe(expected)
  })

  // The sample gives nobody the right to read its field of links, so only site administrators can search by it.
  it.each([
    ['WITH PARENT', '1'],
    ['WITHOUT PARENT', '23'],
    ['WITH CHILDREN', '2'],
    ['with child', '2'],
    ['WITHOUT CHILD', '13'],
    ['WITH CHILDREN TRACKER = "tql"', '2'],
    ['WITHOUT PARENT TRACKER = "TQL"', '23'],
    ['WITH PARENT TRACKER != "tql"', ''],
    ['WITH PARENT TRACKER != "other"', '1'],
    ['IS LINKED FROM', '1'],
    ['IS LINKED TO', '2'],
    ['IS NOT LINKED TO', '13'],
    ['IS LINKED TO TRACKER = "tql" WITH TYPE "_is_child"', '2'],
    ['IS LINKED TO WITH TYPE "_covered_by"', ''],
    ['IS COVERED', ''],
    ['IS NOT COVERED', '123'],
    ['IS NOT COVERING', '123'],
  ])('%s → %s', async (query, expected) => {
    expect(await found(query, crocus.admin)).toBe(expected)
  })

  it.each([
    ['WITH PARENT', ''],
    ['WITHOUT PARENT', '123'],
    ['IS LINKED TO TRACKER = "tql"', ''],
    ['IS NOT LINKED FROM', '123'],
  ])('%s → %s for those who may not read the links', async (query, expected) => {
    expect(await found(query)).toBe(expected)
  })

  it('finds by the other end of a link, and not by one that the requester may not see', async () => {
    const [one, two] = [ids['bug1'], ids['bug2']]
    expect(await found(`WITH PARENT ARTIFACT = ${two}`, crocus.admin)).toBe('1')
    expect(await found(`WITH PARENT ARTIFACT = ${two}`)).toBe('')
    expect(await found(`WITH PARENT ARTIFACT = ${one}`, crocus.admin)).toBe('')
    expect(await found(`WITHOUT PARENT ARTIFACT = ${one}`, crocus.admin)).toBe('123')
    expect(await found(`WITH CHILDREN ARTIFACT=${one}`, crocus.admin)).toBe('2')
    expect(await found(`IS NOT LINKED TO ARTIFACT = ${one} WITH TYPE "_is_child"`, crocus.admin)).toBe('13')
    expect(await found(`IS COVERED BY ARTIFACT = ${one}`, crocus.admin)).toBe('')
    expect(await found('WITH PARENT ARTIFACT = 99999999999999999999', crocus.admin)).toBe('')
    expect(await found('WITHOUT PARENT ARTIFACT = 99999999999999999999', crocus.admin)).toBe('123')
  })

  it('lets administrators find by private comments, others not', async () => {
    expect(await found('@comments = "private"', crocus.admin)).toBe('2')
    expect(await found('@comments = "private everybody"', crocus.admin)).toBe('')
  })

  it('knows who asks', async () => {
    expect(await found('submitted_by = MYSELF()', crocus.admin)).toBe('')
    expect(await found('submitted_by != MYSELF()', crocus.admin)).toBe('123')
    expect(await ask('submitted_by = MYSELF()')).toMatchObject({ status: 400 })
  })

  it.each([
    ['summary =', 'position 10, the end of the query: expected "MYSELF", "NOW", "OPEN", a number, a text in quotes'],
    ['summary = "bug1" foo', 'position 18, "foo": expected "AND", "OR", the end of the query'],
    ['summary ~ "bug1"', 'position 9, "~"'],
    ['summary = "bug1', 'position 11'],
    ['(summary = "bug1"', 'expected ")"'],
    [
      'nothing = 1 AND close_date = "2017-01-01" OR column8 = 1',
      'Unknown fields: position 1, nothing; position 17, close_date; position 46, column8',
    ],
    ['@nothing = 1', 'Unknown metadata (there is @comments only): position 1, @nothing'],
    // Only administrators may read this field.
    ['link = 1', 'Unknown fields: position 1, link'],
    ['artifact_id = 1', 'fields of type aid cannot be searched'],
    ['summary > "a"', 'position 1, summary: > is not possible with fields of type string, which take =, !='],
    ['status BETWEEN("a", "b")', 'BETWEEN is not possible with fields of type sb'],
    ['story_points IN(1, 2)', 'IN is not possible with fields of type int'],
    ['story_points = "many"', 'position 16, "many": field "story_points" =: "many" is not a number'],
    ['due_date = "soon"', '"soon" is not a date: YYYY-MM-DD is expected'],
    ['due_date = "2017-02-30"', 'is not a date'],
    ['due_date = "2017-01-10 10:00"', 'is not a date: YYYY-MM-DD is expected'],
    ['timesheeting = "yesterday"', 'YYYY-MM-DD or YYYY-MM-DD HH:MM is expected'],
    ['status = "Gone"', 'position 10, "Gone": field "status" =: the list has no value "Gone"'],
    ['status IN("Gone", "Lost")', 'the list has no value "Gone", "Lost"'],
    ['ugroups = "Nobodies"', 'the list has no value'],
    ['submitted_by = "nobody here"', 'the list has no value "nobody here"'],
    ['story_points > ""', 'position 16, "": field "story_points" >: the empty value is possible with = and != only'],
    ['status IN("")', 'the empty value is possible with = and != only, not with IN'],
    ['summary = NOW()', 'NOW() cannot be compared'],
    ['story_points = NOW()', 'NOW() cannot be compared'],
    ['due_date = MYSELF()', 'MYSELF() cannot be compared'],
    ['status = MYSELF()', 'MYSELF() cannot be compared'],
    ['status = OPEN()', 'OPEN() is not possible in queries of a tracker'],
    ['submitted_by = MYSELF()', 'MYSELF() means nobody here'],
    ['@comments > "a"', '> is not possible with @comments'],
    ['IS LINKED TO WITH TYPE "friend"', 'position 24, "friend": unknown type of link; there are "_is_child"'],
    ['WITHOUT PARENT TRACKER != "tql"', 'Double negative'],
    ['IS NOT LINKED FROM TRACKER != "tql"', 'Double negative'],
    ['summary = 1 AND details = 2 AND story_points = "x" AND due_date = "y"', 'is not a number\nAt position'],
    ['SELECT @id FROM @project = "self" WHERE summary = "bug1" ORDER BY summary ASC', 'SELECT'],
    [
      Array.from({ length: 15 }, () => 'summary = 1').join(' AND '),
      'counts 31 comparisons, values and operators, at most 30',
    ],
  ])('refuses %s', async (query, reason) => {
    const response = await ask(query)
    expect(response.status).toBe(400)
    const { message } = response.json<{ error: { message: string } }>().error
    expect(message).toContain(reason)
    // A fault of the whole query has no position.
    if (!/SELECT|too complex|counts/.test(message)) expect(message).toMatch(/position \d+/)
  })

  it('tells administrators which kinds cannot be searched', async () => {
    expect(await found('link = 1', crocus.admin)).toContain(
      'position 1, link: fields of type art_link cannot be searched with this language',
    )
  })

  it('takes queries up to the limit, and any with the limit off', async () => {
    const ofParts = (count: number) => Array.from({ length: count }, () => 'summary = "bug1"').join(' AND ')
    expect(await found(ofParts(14))).toBe('1')
    await crocus.app.modules.settings.set('query_complexity_limit', '0', actor)
    expect(await found(ofParts(60))).toBe('1')
    await crocus.app.modules.settings.set('query_complexity_limit', '30', actor)
  })
})
