import { beforeAll, expect, it } from 'vitest'
import { testApp, type TestApp } from '../../../../test/harness/app.ts'
import { givenArtifact, givenProject, type FixtureTracker } from '../../../../test/harness/fixture.ts'
import { ALL } from '../../fields/index.ts'
import { findTexts } from './find-texts.store.ts'

let crocus: TestApp
let tracker: FixtureTracker
const ids: number[] = []
beforeAll(async () => {
  crocus = await testApp()
  tracker = (await givenProject(crocus, 'lighthouse')).tracker('bug')
  const described = (content: string) => [
    { field_id: tracker.field('description'), value: { content, format: 'text' } },
  ]
  const give = async (title: string, content: string) =>
    ids.push(await givenArtifact(crocus, tracker, title, { as: crocus.admin, values: described(content) }))
  await give('The fog is thick', 'Nothing')
  await give('A door', 'In the fog nobody finds it')
  // Texts of fields are indexed later than titles.
  await crocus.work()
  await give('A window', 'It opens to the fog')
  await give('Foghorn', 'Sounds in fog')
})

const find = (words: readonly string[], walked?: number) =>
  findTexts(
    crocus.db,
    {
      words,
      seen: [{ trackerIds: [tracker.id], groupIds: null, submittedBy: null, condition: ALL }],
      textFieldIds: [tracker.field('title'), tracker.field('description')],
      fileFieldIds: [],
      comments: [],
      by: undefined,
      from: undefined,
      until: undefined,
      timeoutSeconds: 10,
      signal: undefined,
    },
    walked,
  )

it.each([undefined, 1, 2, 3])('finds titles before texts, then the newest, walking %s artifacts', async walked => {
  const { texts } = await find(['fog'], walked)
  expect(texts.map(({ artifactId, isTitle }) => [ids.indexOf(artifactId), isTitle])).toEqual([
    [3, true],
    [0, true],
    [2, false],
    [1, false],
  ])
  expect((await find(['fog', 'door'], walked)).texts).toEqual([])
  expect((await find(['fog', 'nobody'], walked)).texts.map(({ artifactId }) => ids.indexOf(artifactId))).toEqual([1])
  expect((await find(['in'], walked)).texts.map(({ artifactId }) => ids.indexOf(artifactId))).toEqual([3, 1])
})
