import { createWriteStream } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, type TestApp } from '../harness/app.ts'
import { scratchFolder } from '../harness/archives.ts'

/** An archive larger than the memory: its artifacts are never all in memory (ADR 23). Half of it is more than what an import loads once. */
const ARTIFACTS = 4_800
/** Length of the text of each artifact, in characters. */
const WORDS = 12_000

let crocus: TestApp
let archive: string
const bytes = ARTIFACTS * WORDS

const field = (id: string, type: string, name: string): string =>
  `<formElement ID="${id}" type="${type}" rank="1"><name>${name}</name><label>${name}</label></formElement>`

function* projectXml(): Generator<string> {
  yield '<?xml version="1.0"?><project unix-name="large" full-name="Large" description="" access="public"><long-description/><services/><trackers>'
  for (const tracker of [1, 2]) {
    yield `<tracker id="T${tracker}"><name>Lamps ${tracker}</name><item_name>lamp${tracker}</item_name><cannedResponses/>
      <formElements>${field(`F${tracker}1`, 'string', 'title')}${field(`F${tracker}2`, 'text', 'story')}${field(`F${tracker}3`, 'art_link', 'links')}</formElements>
      <semantics>${tracker === 1 ? '<semantic type="timeframe"><inherited_from_tracker id="T2"/></semantic>' : ''}<semantic type="title"><field REF="F${tracker}1"/></semantic></semantics><artifacts>`
    for (let index = 0; index < ARTIFACTS / 2; index++) {
      const id = 2 * index + tracker
      // The target is a later artifact, in the other tracker.
      const target = ARTIFACTS + 1 - id
      yield `<artifact id="${id}"><changeset><submitted_by format="username">ann</submitted_by>
        <submitted_on format="ISO8601">2022-03-02T09:00:00+01:00</submitted_on><comments/>
        <field_change field_name="title" type="string"><value>Lamp ${id}</value></field_change>
        <field_change field_name="links" type="art_link"><value>${target}</value></field_change>
        <field_change field_name="story" type="text"><value format="text">${id} ${'x'.repeat(WORDS)}</value></field_change>
        </changeset></artifact>\n`
    }
    yield '</artifacts></tracker>'
  }
  yield '</trackers></project>'
}

beforeAll(async () => {
  crocus = await testApp()
  archive = path.join(await scratchFolder(), 'large')
  await mkdir(archive)
  await pipeline(projectXml(), createWriteStream(path.join(archive, 'project.xml')))
  await writeFile(
    path.join(archive, 'users.xml'),
    '<users><user><id>1</id><username>ann</username><realname>Ann</realname><email>ann@example.org</email><ldapid/></user></users>',
  )
})

describe('the import of an archive with many artifacts', () => {
  it('holds few of them at a time', { timeout: 300_000 }, async () => {
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc') as () => void
    const used = (): number => {
      collect()
      const { heapUsed, external } = process.memoryUsage()
      return heapUsed + external
    }
    const before = used()
    const most = new Map<string, number>()
    const report = await crocus.app.modules.imports.importProject(archive, {
      automap: 'no-email,create:A',
      onProgress: phase => most.set(phase, Math.max(most.get(phase) ?? 0, used() - before)),
    })
    expect(report.messages.filter(({ level }) => level === 'error')).toEqual([])
    expect(report.counts).toMatchObject({ artifacts: ARTIFACTS, changesets: ARTIFACTS })
    for (const phase of ['reading', 'checking', 'writing']) {
      expect([phase, most.has(phase)]).toEqual([phase, true])
      expect([phase, (most.get(phase) ?? 0) < bytes / 2]).toEqual([phase, true])
    }
  })

  it('numbers them in the order of the trackers, and links them all the same', async () => {
    const trackers = await crocus.request('GET', '/api/projects/101/trackers?limit=50', { as: crocus.admin })
    const [first] = trackers
      .json<{ id: number; item_name: string }[]>()
      .filter(({ item_name }) => item_name === 'lamp1')
    const list = await crocus.request('GET', `/api/trackers/${first?.id}/artifacts?limit=1`, { as: crocus.admin })
    expect(Number(list.headers['x-pagination-size'])).toBe(ARTIFACTS / 2)
    // The tracker with the inherited timeframe is created last (import.md §5.4), and so are its artifacts.
    expect(list.json<{ id: number }[]>()[0]?.id).toBe(ARTIFACTS / 2 + 1)
    const { rows } = await crocus.db.kysely
      .selectFrom('artifact_link')
      .select(eb => eb.fn.countAll<number>().as('links'))
      .execute()
      .then(rows => ({ rows }))
    expect(Number(rows[0]?.links)).toBe(ARTIFACTS)
  })
})
