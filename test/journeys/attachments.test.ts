// The life of a file over HTTP: declare, send, attach, replace, detach (files.md, fields.md §3.8).
import { hash } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, type TestApp, type TestResponse } from '../harness/app.ts'
import {
  givenArtifact,
  givenProject,
  type Account,
  type FixtureProject,
  type FixtureTracker,
} from '../harness/fixture.ts'
import {
  declare,
  givenDeclaration,
  givenOptics,
  givenUpload,
  send,
  tus,
  type DeclaredUpload,
} from '../harness/uploads.ts'

let crocus: TestApp
let ann: Account
let bob: Account
let project: FixtureProject
let bug: FixtureTracker
let fieldId: number
beforeAll(async () => {
  crocus = await testApp()
  ;({ ann, bob, project, bug, fieldId } = await givenOptics(crocus))
})

let count = 0
const upload = (given: Partial<Parameters<typeof givenUpload>[1]> = {}): Promise<DeclaredUpload> =>
  givenUpload(crocus, { as: ann.as, fieldId, name: `lens ${++count}.txt`, ...given })

const put = (id: number, files: unknown, as = ann.as): Promise<TestResponse> =>
  crocus.request('PUT', `/api/artifacts/${id}`, { as, json: { values: [{ field_id: fieldId, value: files }] } })

interface DescribedFile {
  readonly id: number
  readonly sha256: string | null
  readonly html_url: string
  readonly html_preview_url: string | null
}
const filesOf = async (id: number, as = ann.as): Promise<DescribedFile[]> => {
  const response = await crocus.request('GET', `/api/artifacts/${id}`, { as })
  const { values } = response.json<{ values: { field_id: number; file_descriptions?: DescribedFile[] }[] }>()
  return values.find(value => value.field_id === fieldId)?.file_descriptions ?? []
}
const idsOf = async (id: number): Promise<number[]> => (await filesOf(id)).map(file => file.id)
const erasures = async (): Promise<number[]> =>
  (await sql<{ file_id: number }>`select file_id from content_erasure`.execute(crocus.db.kysely)).rows.map(
    row => row.file_id,
  )

describe('attaching', () => {
  it('gives a new artifact its files, described with their hash', async () => {
    const file = await upload({ name: 'lens.png', type: 'image/png', description: 'The lens', content: 'glass' })
    const id = await givenArtifact(crocus, bug, 'Scratched', {
      as: ann.as,
      values: [{ field_id: fieldId, value: [file.id] }],
    })
    expect(await filesOf(id, bob.as)).toEqual([
      {
        id: file.id,
        submitted_by: ann.id,
        description: 'The lens',
        name: 'lens.png',
        size: 5,
        type: 'image/png',
        html_url: file.download_href,
        // The file declares to be a picture, but is none.
        html_preview_url: null,
        uri: `artifact_files/${file.id}`,
        sha256: hash('sha256', 'glass'),
      },
    ])
    expect((await tus(crocus, 'HEAD', file, { as: ann.as })).status).toBe(404)
    // The name can be declared again.
    expect((await givenDeclaration(crocus, { as: bob.as, fieldId, name: 'lens.png' })).id).not.toBe(file.id)
  })

  it('replaces the set by PUT, in JSON and in XML, and keeps what was there in history', async () => {
    const [first, second, third] = [await upload(), await upload(), await upload()]
    const id = await givenArtifact(crocus, bug, 'Dull', {
      as: ann.as,
      values: [{ field_id: fieldId, value: [first.id] }],
    })
    expect((await put(id, [first.id, second.id])).status).toBe(200)
    expect(await idsOf(id)).toEqual([first.id, second.id])
    const xml = await crocus.request('PUT', `/api/artifacts/${id}`, {
      as: ann.as,
      xml: `<request><values><item><field_id>${fieldId}</field_id><value><item>${third.id}</item><item>${second.id}</item></value></item></values></request>`,
    })
    expect(xml.status).toBe(200)
    expect(await idsOf(id)).toEqual([third.id, second.id])
    expect(await erasures()).toContain(first.id)
    // A detached file cannot be attached again: its id is unknown.
    expect((await put(id, [first.id, second.id, third.id])).status).toBe(404)
    const history = await crocus.request('GET', `/api/artifacts/${id}/changesets`, { as: ann.as })
    const described = history
      .json<{ values: { field_id: number; file_descriptions?: { id: number }[] }[] }[]>()
      .map(changeset =>
        changeset.values.find(value => value.field_id === fieldId)?.file_descriptions?.map(file => file.id),
      )
    expect(described).toEqual([[first.id], [first.id, second.id], [third.id, second.id]])
    expect((await put(id, [])).status).toBe(200)
    expect(await idsOf(id)).toEqual([])
  })

  it('takes empty files', async () => {
    const file = await upload({ content: '' })
    const id = await givenArtifact(crocus, bug, 'Nothing', {
      as: ann.as,
      values: [{ field_id: fieldId, value: [file.id] }],
    })
    expect(await filesOf(id)).toMatchObject([{ id: file.id, size: 0, sha256: hash('sha256', '') }])
  })

  it('answers 404 to files that are unfinished, foreign, expired, of another field or unknown, and saves nothing', async () => {
    const id = await givenArtifact(crocus, bug, 'Before', { as: ann.as })
    const good = await upload()
    const unfinished = await givenDeclaration(crocus, { as: ann.as, fieldId, name: `lens ${++count}.txt` })
    await send(crocus, unfinished, 'gla', { as: ann.as })
    const foreign = await upload({ as: bob.as })
    const story = project.tracker('story')
    const elsewhere = await upload({ fieldId: story.field('attachments') })
    for (const wrong of [unfinished.id, foreign.id, elsewhere.id, 999_999_999]) {
      const response = await crocus.request('PUT', `/api/artifacts/${id}`, {
        as: ann.as,
        json: {
          values: [
            { field_id: bug.field('title'), value: 'After' },
            { field_id: fieldId, value: [good.id, wrong] },
          ],
        },
      })
      expect([wrong, response.status, response.text]).toEqual([wrong, 404, expect.stringContaining(String(wrong))])
    }
    const { title } = (await crocus.request('GET', `/api/artifacts/${id}`, { as: ann.as })).json<{ title: string }>()
    expect(title).toBe('Before')
    // The failed request left the upload attachable.
    expect((await put(id, [good.id])).status).toBe(200)

    const late = await upload()
    crocus.clock.advance(4 * 60 * 60 * 1000)
    expect((await put(id, [good.id, late.id])).status).toBe(404)
  })

  it('refuses a file of another artifact with 400', async () => {
    const file = await upload()
    await givenArtifact(crocus, bug, 'First', { as: ann.as, values: [{ field_id: fieldId, value: [file.id] }] })
    const other = await givenArtifact(crocus, bug, 'Second', { as: ann.as })
    const refused = await put(other, [file.id])
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining(`file ${file.id}`)])
  })

  it('does not tell that a file is attached to an artifact which the caller cannot see', async () => {
    const hidden = await givenProject(crocus, 'hidden', { as: bob.as, isPublic: false })
    const tracker = hidden.tracker('bug')
    const file = await upload({ as: bob.as, fieldId: tracker.field('attachments') })
    const values = [{ field_id: tracker.field('attachments'), value: [file.id] }]
    await givenArtifact(crocus, tracker, 'Hidden', { as: bob.as, values })
    const own = await givenArtifact(crocus, bug, 'Own', { as: ann.as })
    const answerTo = async (id: number) => {
      const { status, text } = await put(own, [id])
      return [status, text.replaceAll(String(id), 'N')]
    }
    const unknown = await answerTo(999_999_999)
    expect(unknown[0]).toBe(404)
    expect(await answerTo(file.id)).toEqual(unknown)
  })

  it('leaves the upload attachable when the request fails for another reason', async () => {
    const file = await upload()
    const failed = await crocus.request('POST', '/api/artifacts', {
      as: ann.as,
      json: {
        tracker: { id: bug.id },
        values: [
          { field_id: fieldId, value: [file.id] },
          { field_id: bug.field('title'), value: '' },
        ],
      },
    })
    expect(failed.status).toBe(400)
    expect((await tus(crocus, 'HEAD', file, { as: ann.as })).status).toBe(204)
    await givenArtifact(crocus, bug, 'At last', { as: ann.as, values: [{ field_id: fieldId, value: [file.id] }] })
  })

  it('gives a file to one of many that attach it at once', async () => {
    const file = await upload()
    const responses = await Promise.all(
      Array.from({ length: 8 }, (_, i) =>
        crocus.request('POST', '/api/artifacts', {
          as: ann.as,
          json: {
            tracker: { id: bug.id },
            values: [
              { field_id: bug.field('title'), value: `Taker ${i}` },
              { field_id: fieldId, value: [file.id] },
            ],
          },
        }),
      ),
    )
    expect(responses.map(response => response.status).sort()).toEqual([201, ...Array<number>(7).fill(400)])
    const { rows } = await sql<{ count: number }>`select count(*) from artifact
      where document -> ${String(fieldId)} @> ${JSON.stringify([{ id: file.id }])}::jsonb`.execute(crocus.db.kysely)
    expect(rows).toEqual([{ count: 1 }])
  })

  it('is refused when the right to the field was taken away since the declaration', async () => {
    const file = await upload()
    const id = await givenArtifact(crocus, bug, 'Sealed', { as: ann.as })
    await sql`delete from field_permission where field_id = ${fieldId} and permission in ('submit', 'update')`.execute(
      crocus.db.kysely,
    )
    await sql`select pg_notify('crocus_changes', ${`tracker:${bug.id}`})`.execute(crocus.db.kysely)
    await expect.poll(async () => (await declare(crocus, { as: ann.as, fieldId, name: 'more.txt' })).status).toBe(403)
    expect((await put(id, [file.id])).status).toBe(400)
    expect(await idsOf(id)).toEqual([])
    // The sender can still see and cancel the file.
    expect((await tus(crocus, 'DELETE', file, { as: ann.as })).status).toBe(204)
  })
})
