// The package of the client in a browser: lists, conditions, keys, uploads and the feed.
import { execFile } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { packClient } from '../../tools/pack-client.ts'
import { describePages, testBrowser } from '../harness/browser.ts'
import { allEventsVisible } from '../harness/events.ts'
import { givenAccessKey, givenAccount, givenArtifact, givenProject } from '../harness/fixture.ts'
import { testFolder } from '../harness/process.ts'

/** Runs in the page. */
const PROGRAM = `async ({ server, accessKey, trackerId, artifactId, titleId, filesId }) => {
  const { changeArtifact, createClient, listAll, openFeed, uploadFile } = await import('/packed/index.js')
  const sent = []
  const client = createClient({
    server,
    credentials: { accessKey },
    fetch: request => {
      sent.push([request.method, request.headers.has('Idempotency-Key'), request.headers.has('If-Match')])
      // The answer of the first write is lost.
      const isLost = request.method === 'PUT' && sent.filter(([method]) => method === 'PUT').length === 1
      return fetch(request).then(response => isLost ? Promise.reject(new TypeError('lost')) : response)
    },
  })
  await changeArtifact(client, artifactId, ({ title }) => ({ values: [{ field_id: titleId, value: title + ' again' }] }))
  const fileId = await uploadFile(client, filesId, new File(['a plan'], 'plan.txt'), { chunkSize: 4 })
  await client.PUT('/artifacts/{id}', {
    params: { path: { id: artifactId } },
    body: { values: [{ field_id: filesId, value: [fileId] }] },
  })
  const titles = []
  for await (const { title } of listAll(client, '/trackers/{id}/artifacts', { path: { id: trackerId }, query: { limit: 1 } }))
    titles.push(title)
  const copied = []
  const store = { load: () => undefined, save: () => undefined, versionOf: () => undefined }
  for await (const { steps } of openFeed(client, { store, trackerIds: [trackerId], wait: 0 }))
    for (const { artifacts = [] } of steps) copied.push(...artifacts.map(({ id }) => id))
  return { titles, copied, writes: sent.filter(([method]) => method === 'PUT') }
}`

interface Outcome {
  readonly titles: readonly string[]
  readonly copied: readonly number[]
  readonly writes: readonly (readonly [method: string, hasKey: boolean, hasCondition: boolean])[]
}

describePages('the package of the client in a browser', () => {
  it('reads lists, writes once with a condition and a key, uploads and follows the feed', async () => {
    const folder = await testFolder()
    await mkdir(join(folder, 'package'))
    await promisify(execFile)('tar', ['-xzf', await packClient(folder), '-C', folder])
    const browser = await testBrowser()
    const { crocus, origin } = browser
    const owner = await givenAccount(crocus, 'owner')
    const bug = (await givenProject(crocus, 'garden', { as: owner.as })).tracker('bug')
    const first = await givenArtifact(crocus, bug, 'Weeds', { as: owner.as })
    const second = await givenArtifact(crocus, bug, 'Snails', { as: owner.as })
    await allEventsVisible(crocus)
    const page = await browser.newPage()
    await page.route(`${origin}/packed/*`, route =>
      route.request().url().endsWith('.js')
        ? route.fulfill({ path: join(folder, 'package/index.js'), contentType: 'text/javascript' })
        : route.fulfill({ body: '<!doctype html><title>A page</title>', contentType: 'text/html' }),
    )
    await page.goto(`${origin}/packed/page`)
    const given = {
      server: origin,
      accessKey: await givenAccessKey(crocus, owner.as, { scopes: ['write:rest'] }),
      trackerId: bug.id,
      artifactId: first,
      titleId: bug.field('title'),
      filesId: bug.field('attachments'),
    }
    const { titles, copied, writes } = await page.evaluate<Outcome>(`(${PROGRAM})(${JSON.stringify(given)})`)
    expect(titles.toSorted()).toEqual(['Snails', 'Weeds again'])
    expect(copied).toEqual([first, second])
    expect(writes).toEqual([
      ['PUT', true, true],
      ['PUT', true, true],
      ['PUT', true, false],
    ])
    const history = await crocus.request('GET', `/api/artifacts/${first}/changesets`, { as: owner.as })
    expect(history.json<unknown[]>()).toHaveLength(3)
  })
})
