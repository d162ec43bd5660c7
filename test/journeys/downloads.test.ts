// Contents of files and previews, and who may read them (files.md §4, §5).
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { deflateSync } from 'node:zlib'
import { sql } from 'kysely'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, type TestApp, type TestRequest, type TestResponse } from '../harness/app.ts'
import { scratchFolder } from '../harness/archives.ts'
import {
  givenAccessKey,
  givenAccount,
  givenArtifact,
  givenProject,
  type Account,
  type FixtureTracker,
} from '../harness/fixture.ts'
import { declare, givenOptics, givenUpload, tus, type DeclaredUpload, type GivenFile } from '../harness/uploads.ts'

let crocus: TestApp
let ann: Account
let bob: Account
let bug: FixtureTracker
let fieldId: number
beforeAll(async () => {
  crocus = await testApp()
  ;({ ann, bob, bug, fieldId } = await givenOptics(crocus))
})

let count = 0
const upload = (given: Partial<GivenFile> = {}): Promise<DeclaredUpload> =>
  givenUpload(crocus, { as: ann.as, fieldId, name: `lens ${++count}.txt`, ...given })
const attached = async (given: Partial<GivenFile> = {}): Promise<DeclaredUpload & { readonly artifactId: number }> => {
  const file = await upload(given)
  const values = [{ field_id: fieldId, value: [file.id] }]
  return { ...file, artifactId: await givenArtifact(crocus, bug, 'With a file', { as: ann.as, values }) }
}
const get = (path: string, request: TestRequest = {}): Promise<TestResponse> =>
  crocus.request('GET', path, { as: ann.as, ...request })
const previewOf = (file: DeclaredUpload): string => file.download_href.replace('attachments/', 'attachments/preview/')
const runJob = async (name: string): Promise<void> => crocus.app.jobs.find(job => job.name === name)?.run({})

describe('a download', () => {
  it('is the content as an attachment that runs nothing', async () => {
    const file = await attached({ name: 'Größe "1"/2.html', type: 'text/html', content: '<script>alert(1)</script>' })
    const response = await get(file.download_href)
    expect(response).toMatchObject({
      status: 200,
      text: '<script>alert(1)</script>',
      headers: {
        'content-type': 'text/html',
        'content-length': '25',
        'content-disposition': `attachment; filename="Gre \\"1\\"-2.html"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%20%221%22-2.html`,
        'cache-control': 'private',
        pragma: 'no-cache',
        'accept-ranges': 'bytes',
        'x-dns-prefetch-control': 'off',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
        'access-control-allow-origin': '*',
      },
    })
    const head = await crocus.request('HEAD', file.download_href, { as: ann.as })
    expect([head.status, head.text, head.headers['content-length']]).toEqual([200, '', '25'])
    const etag = String(response.headers['etag'])
    expect((await get(file.download_href, { headers: { 'if-none-match': etag } })).status).toBe(304)
  })

  it('gives ranges', async () => {
    const file = await attached({ content: '0123456789' })
    const range = async (range: string, more: Record<string, string> = {}) => {
      const { status, text, headers } = await get(file.download_href, { headers: { range, ...more } })
      return [status, status === 416 ? '' : text, headers['content-range'], headers['content-length']]
    }
    expect(await range('bytes=2-4')).toEqual([206, '234', 'bytes 2-4/10', '3'])
    expect(await range('bytes=7-')).toEqual([206, '789', 'bytes 7-9/10', '3'])
    expect(await range('bytes=-3')).toEqual([200, '0123456789', undefined, '10'])
    expect(await range('bytes=0-1,4-5')).toEqual([200, '0123456789', undefined, '10'])
    expect(await range('bytes=5-10')).toEqual([200, '0123456789', undefined, '10'])
    expect(await range('bytes=10-')).toEqual([416, '', 'bytes */10', '0'])
    expect(await range('bytes=2-4', { 'if-range': '"another"' })).toEqual([200, '0123456789', undefined, '10'])
  })

  it('is its sender’s alone before it is attached, and nobody’s once it has expired', async () => {
    const file = await upload()
    expect((await get(file.download_href)).text).toBe('glass')
    expect((await get(file.download_href, { as: bob.as })).status).toBe(404)
    expect((await crocus.request('GET', file.download_href)).status).toBe(404)
    crocus.clock.advance(4 * 60 * 60 * 1000)
    expect((await get(file.download_href)).status).toBe(404)
  })

  it('is for those who may see project, artifact and field, asked at every read; for others it is not there', async () => {
    const eve = await givenAccount(crocus, 'eve')
    const closed = await givenProject(crocus, 'closed', { isPublic: false, members: ['ann', 'bob'] })
    const secret = closed.tracker('bug')
    const file = await givenUpload(crocus, { as: ann.as, fieldId: secret.field('attachments'), name: 'secret.txt' })
    await givenArtifact(crocus, secret, 'Secret', {
      as: ann.as,
      values: [{ field_id: secret.field('attachments'), value: [file.id] }],
    })
    const status = async (as?: Account) =>
      (await crocus.request('GET', file.download_href, as ? { as: as.as } : {})).status
    expect([await status(bob), await status(eve), await status()]).toEqual([200, 404, 404])
    await crocus.request('PUT', `/api/user_groups/${closed.id}_3/users`, {
      as: crocus.admin,
      json: { user_references: ['admin', 'ann'].map(username => ({ username })) },
    })
    expect([await status(bob), await status(ann)]).toEqual([404, 200])
    await sql`delete from field_permission where field_id = ${secret.field('attachments')}`.execute(crocus.db.kysely)
    await sql`select pg_notify('crocus_changes', ${`tracker:${secret.id}`})`.execute(crocus.db.kysely)
    await expect.poll(() => status(ann)).toBe(404)
  })

  it('is open to strangers where the artifact is', async () => {
    const file = await attached()
    expect((await crocus.request('GET', file.download_href)).text).toBe('glass')
    expect((await crocus.request('GET', file.download_href, { headers: { 'x-auth-accesskey': 'none' } })).status).toBe(
      403,
    )
    expect((await crocus.request('GET', file.download_href, { as: ['ann', 'wrong'] })).status).toBe(401)
    const key = await givenAccessKey(crocus, ann.as)
    expect((await crocus.request('GET', file.download_href, { headers: { 'x-auth-accesskey': key } })).status).toBe(200)
  })

  it('is 404 for other names, wrong ids, detached files and lost contents', async () => {
    const file = await attached({ name: 'lens.txt' })
    for (const path of [
      `${file.id}-Lens.txt`,
      `${file.id}-`,
      `${file.id}`,
      `0-lens.txt`,
      `999999999-lens.txt`,
      'x-lens.txt',
      `preview/${file.id}-lens.txt`,
    ])
      expect([path, (await get(`/plugins/tracker/attachments/${path}`)).status]).toEqual([path, 404])
    expect((await crocus.request('POST', file.download_href, { as: ann.as })).status).toBe(405)
    const put = await crocus.request('PUT', `/api/artifacts/${file.artifactId}`, {
      as: ann.as,
      json: { values: [{ field_id: fieldId, value: [] }] },
    })
    expect(put.status).toBe(200)
    const gone = await get(file.download_href)
    expect([gone.status, gone.json()]).toMatchObject([404, { error: { code: 404, details: { reason: 'not_found' } } }])

    const lost = await attached()
    await crocus.app.contents.remove([String(lost.id)])
    expect((await get(lost.download_href)).status).toBe(404)
  })

  it('has names that are no paths, whatever they look like', async () => {
    const names = [
      '../../etc/passwd',
      '..\\..\\boot.ini',
      `${'ä'.repeat(200)}.txt`,
      'photo\u202egnp.exe',
      '🔍🔬 lens.txt',
      'a?b#c%2e&d;e.txt',
      'line\r\nbreak.txt',
      '.',
    ]
    for (const name of names) {
      const file = await attached({ name })
      const response = await get(file.download_href)
      expect([name, response.status, response.text]).toEqual([name, 200, 'glass'])
      const disposition = String(response.headers['content-disposition'])
      expect(disposition).toMatch(/^attachment; filename="[ -.0-[\]-~]*"(; filename\*=UTF-8''[\w%.!#$&+^`|~-]*)?$/)
      expect(disposition).not.toMatch(/%E2%80%AE|%0A|%0D/)
    }
    expect((await declare(crocus, { as: ann.as, fieldId, name: 'x'.repeat(20_000) })).status).toBe(400)
  })
})

/** A picture with this many pixels in a few kilobytes. */
const bomb = (width: number, height: number): Buffer => {
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type), data])
    const out = Buffer.alloc(8)
    out.writeUInt32BE(data.length, 0)
    const crcTable = (byte: number): number => {
      for (let bit = 0; bit < 8; bit++) byte = byte & 1 ? (byte >>> 1) ^ 0xedb88320 : byte >>> 1
      return byte
    }
    let crc = 0xffffffff
    for (const byte of body) crc = (crc >>> 8) ^ crcTable((crc ^ byte) & 0xff)
    out.writeUInt32BE((crc ^ 0xffffffff) >>> 0, 4)
    return Buffer.concat([out.subarray(0, 4), body, out.subarray(4)])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([1, 0, 0, 0, 0], 8)
  const rows = deflateSync(Buffer.alloc(Math.min(height, 20_000) * (Math.ceil(width / 8) + 1)))
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** Uses a file, because the product forbids the library to read from memory. */
const sizeOf = async (picture: Buffer): Promise<object> => {
  const file = path.join(await scratchFolder(), 'picture')
  await writeFile(file, picture)
  return sharp(file).metadata()
}

describe('a preview', () => {
  const picture = (format: 'png' | 'jpeg' | 'gif', width = 600, height = 300): Promise<Buffer> =>
    sharp({ create: { width, height, channels: 3, background: '#c33' } })
      .toFormat(format)
      .toBuffer()

  it('is a small picture of the same kind, for those who may see the large one', async () => {
    for (const format of ['png', 'jpeg', 'gif'] as const) {
      const file = await attached({ name: `lens.${format}`, type: `image/${format}`, content: await picture(format) })
      const described = (await get(`/api/artifacts/${file.artifactId}`)).text
      expect(described).toContain(`"html_preview_url":"${previewOf(file)}"`)
      for (const request of [{}, { as: bob.as }]) {
        const preview = await get(previewOf(file), request)
        expect([preview.status, preview.headers['content-type']]).toEqual([200, `image/${format}`])
        expect(await sizeOf(preview.bytes)).toMatchObject({ format, width: 150, height: 75 })
      }
      expect((await get(file.download_href)).bytes).toEqual(await picture(format))
    }
    const high = await attached({ name: 'high.jpg', type: 'image/jpg', content: await picture('jpeg', 100, 400) })
    expect(await sizeOf((await get(previewOf(high))).bytes)).toMatchObject({ width: 28, height: 112 })
    const own = await upload({ name: 'own.png', type: 'image/png', content: await picture('png', 20, 10) })
    expect(await sizeOf((await get(previewOf(own))).bytes)).toMatchObject({ width: 20, height: 10 })
    expect((await get(previewOf(own), { as: bob.as })).status).toBe(404)
  })

  it('is there for nothing that is no picture of the kind that it says to be', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
    const cases: [name: string, type: string, content: string | Buffer][] = [
      ['page.html', 'text/html', '<script>alert(1)</script>'],
      ['drawing.svg', 'image/svg+xml', svg],
      ['drawing.png', 'image/png', svg],
      ['page.png', 'image/png', '<script>alert(1)</script>'],
      ['jpeg.png', 'image/png', await picture('jpeg')],
      ['broken.png', 'image/png', (await picture('png')).subarray(0, 60)],
      ['empty.png', 'image/png', ''],
      ['wide.png', 'image/png', bomb(60_000, 60_000)],
      ['high.png', 'image/png', bomb(20_000, 20_000)],
    ]
    for (const [name, type, content] of cases) {
      const file = await attached({ name, type, content })
      // The second request is answered from the stored result.
      for (let round = 0; round < 2; round++) expect([name, (await get(previewOf(file))).status]).toEqual([name, 404])
      const download = await get(file.download_href)
      expect([download.status, download.headers['content-type']]).toEqual([200, type])
      expect(download.headers['content-disposition']).toMatch(/^attachment/)
    }
  })
})

describe('an attached file in parts (files.md §6.2)', () => {
  const part = (id: number, query = '', request: TestRequest = {}): Promise<TestResponse> =>
    get(`/api/artifact_files/${id}${query}`, request)
  const bytesIn = (response: TestResponse): string =>
    Buffer.from(response.json<{ data: string }>().data, 'base64').toString()

  it('is given as base64, by bytes, in JSON and XML', async () => {
    const { id } = await attached({ content: '0123456789' })
    const whole = await part(id)
    expect(whole).toMatchObject({
      status: 200,
      headers: {
        'x-pagination-size': '10',
        'x-pagination-offset': '0',
        'x-pagination-limit': '1048576',
        'x-pagination-limit-max': '1048576',
        'x-upload-max-file-chunksize': '1048576',
      },
    })
    expect(whole.json()).toEqual({ data: Buffer.from('0123456789').toString('base64') })
    const page = await part(id, '?offset=2&limit=3', { as: bob.as })
    expect(bytesIn(page)).toBe('234')
    expect(page.headers).toMatchObject({ 'x-pagination-offset': '2', 'x-pagination-limit': '3' })
    expect(bytesIn(await part(id, '?offset=8&limit=9'))).toBe('89')
    for (const nothing of ['?offset=10', '?offset=11&limit=1', '?limit=0'])
      expect([nothing, bytesIn(await part(id, nothing))]).toEqual([nothing, ''])
    const xml = await part(id, '', { headers: { accept: 'application/xml' } })
    expect(xml.text).toContain('<data>MDEyMzQ1Njc4OQ==</data>')
    for (const wrong of ['?offset=-1', '?limit=-1', '?limit=1048577', '?offset=x'])
      expect([wrong, (await part(id, wrong)).status]).toEqual([wrong, 400])
    const options = await crocus.request('OPTIONS', `/api/artifact_files/${id}`)
    expect(options.headers).toMatchObject({ allow: 'OPTIONS, GET', 'x-upload-max-file-chunksize': '1048576' })
  })

  it('is null where the content is missing, and nothing where the file is empty', async () => {
    const [empty, lost] = [await attached({ content: '' }), await attached()]
    await crocus.app.contents.remove([String(lost.id)])
    expect((await part(empty.id)).json()).toEqual({ data: '' })
    const answer = await part(lost.id)
    expect([answer.json(), answer.headers['x-pagination-size']]).toEqual([{ data: null }, '5'])
  })

  it('is there for those who may see artifact and field, while it is attached', async () => {
    const file = await attached()
    const closed = (await givenProject(crocus, 'darkroom', { members: ['ann'], isPublic: false })).tracker('bug')
    const inClosed = closed.field('attachments')
    const secret = await upload({ fieldId: inClosed })
    const values = [{ field_id: inClosed, value: [secret.id] }]
    await givenArtifact(crocus, closed, 'Secret', { as: ann.as, values })
    expect([(await part(secret.id)).status, (await part(secret.id, '', { as: bob.as })).status]).toEqual([200, 404])
    await sql`delete from field_permission where field_id = ${inClosed}`.execute(crocus.db.kysely)
    await sql`select pg_notify('crocus_changes', ${`tracker:${closed.id}`})`.execute(crocus.db.kysely)
    await expect.poll(async () => (await part(secret.id)).status).toBe(404)
    expect((await crocus.request('GET', `/api/artifact_files/${file.id}`)).status).toBe(401)
    expect((await part(999_999_999)).status).toBe(404)
    const pending = await upload()
    expect((await part(pending.id)).status).toBe(404)
    await crocus.request('PUT', `/api/artifacts/${file.artifactId}`, {
      as: ann.as,
      json: { values: [{ field_id: fieldId, value: [] }] },
    })
    expect((await part(file.id)).status).toBe(404)
  })
})

describe('contents of files that are gone', () => {
  const isKept = async (file: { id: number }): Promise<boolean> =>
    (await crocus.app.contents.size(String(file.id))) !== undefined

  it('are erased after the change is committed: detached, expired, of purged artifacts', async () => {
    const png = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#3c3' } })
      .png()
      .toBuffer()
    const [kept, detached, deleted] = [
      await attached(),
      await attached({ name: 'd.png', type: 'image/png', content: png }),
      await attached(),
    ]
    expect((await get(previewOf(detached))).status).toBe(200)
    await crocus.request('PUT', `/api/artifacts/${detached.artifactId}`, {
      as: ann.as,
      json: { values: [{ field_id: fieldId, value: [] }] },
    })
    const expired = await upload()
    await crocus.request('DELETE', `/api/artifacts/${deleted.artifactId}`, { as: crocus.admin })
    await runJob('erase_contents')
    expect(await isKept(deleted)).toBe(true)
    await crocus.request('DELETE', `/api/trash/${deleted.artifactId}`, { as: crocus.admin })
    await runJob('expire_files')
    await runJob('erase_contents')
    expect([await isKept(kept), await isKept(detached), await isKept(deleted), await isKept(expired)]).toEqual([
      true,
      false,
      false,
      true,
    ])
    expect(await crocus.app.contents.size(`${detached.id}.preview`)).toBeUndefined()
    crocus.clock.advance(4 * 60 * 60 * 1000)
    await runJob('expire_files')
    await runJob('erase_contents')
    expect([await isKept(kept), await isKept(expired)]).toEqual([true, false])
    expect((await get(kept.download_href)).text).toBe('glass')
    const { rows } = await sql`select from content_erasure`.execute(crocus.db.kysely)
    expect(rows).toEqual([])
  })

  it('are erased at once when the upload is cancelled', async () => {
    const file = await upload()
    await tus(crocus, 'DELETE', file, { as: ann.as })
    expect(await isKept(file)).toBe(false)
  })
})
