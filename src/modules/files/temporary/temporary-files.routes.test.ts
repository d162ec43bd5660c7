import { createHash, randomBytes } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, type TestApp, type TestRequest, type TestResponse } from '../../../../test/harness/app.ts'
import {
  givenAccount,
  givenArtifact,
  givenProject,
  type Account,
  type FixtureTracker,
} from '../../../../test/harness/fixture.ts'

const FILES = '/api/artifact_temporary_files'
const MIB = 1024 * 1024

let crocus: TestApp
let ann: Account
let bob: Account
let bug: FixtureTracker
beforeAll(async () => {
  crocus = await testApp()
  ann = await givenAccount(crocus, 'ann')
  bob = await givenAccount(crocus, 'bob')
  bug = (await givenProject(crocus, 'harbour', { members: ['ann', 'bob'] })).tracker('bug')
})

interface Info {
  readonly id: number
  readonly size: number
}
const call = (method: string, path: string, json?: unknown, as = ann.as): Promise<TestResponse> =>
  crocus.request(method, `${FILES}${path}`, { as, ...(json === undefined ? {} : { json }) } satisfies TestRequest)
const base64 = (content: string | Buffer): string => Buffer.from(content).toString('base64')
const begin = async (content: string | Buffer, name = 'log.txt', as = ann.as): Promise<number> => {
  const response = await call('POST', '', { name, mimetype: 'text/plain', content: base64(content) }, as)
  expect(response.status, response.text).toBe(201)
  return response.json<Info>().id
}
const append = (id: number, offset: number, content: string | Buffer, as = ann.as): Promise<TestResponse> =>
  call('PUT', `/${id}`, { content: base64(content), offset }, as)
const attach = (ids: number[], as = ann.as): Promise<TestResponse> =>
  crocus.request('POST', '/api/artifacts', {
    as,
    json: {
      tracker: { id: bug.id },
      values: [
        { field_id: bug.field('title'), value: 'Leak' },
        { field_id: bug.field('attachments'), value: ids },
      ],
    },
  })
const messageOf = (response: TestResponse): string => response.json<{ error: { message: string } }>().error.message
const clear = async (): Promise<void> => {
  for (const { id } of (await call('GET', '?limit=50')).json<Info[]>()) await call('DELETE', `/${id}`)
}

describe('a file in pieces (files.md §6.1)', () => {
  it('is begun, continued, read back, listed and deleted', async () => {
    const created = await call('POST', '', {
      name: 'log.txt',
      mimetype: 'text/plain',
      description: 'Of the night',
      content: base64('first '),
    })
    expect(created.status).toBe(201)
    const { id } = created.json<Info>()
    const info = {
      id,
      submitted_by: ann.id,
      description: 'Of the night',
      name: 'log.txt',
      size: 6,
      type: 'text/plain',
      html_url: null,
      html_preview_url: null,
      uri: `artifact_files/${id}`,
    }
    expect(created.json()).toEqual(info)
    expect((await append(id, 2, 'second ')).json()).toEqual({ ...info, size: 13 })
    expect((await append(id, 3, 'third')).json<Info>().size).toBe(18)

    const read = async (query = ''): Promise<string> =>
      Buffer.from((await call('GET', `/${id}${query}`)).json<{ data: string }>().data, 'base64').toString()
    expect(await read()).toBe('first second third')
    expect(await read('?offset=4&limit=6')).toBe('t seco')
    expect(await read('?offset=6&limit=7')).toBe('second ')
    expect(await read('?offset=18')).toBe('')
    expect(await read('?limit=0')).toBe('')
    const page = await call('GET', `/${id}?offset=2&limit=5`)
    expect(page.headers).toMatchObject({
      'x-pagination-size': '18',
      'x-pagination-limit': '5',
      'x-pagination-offset': '2',
      'x-pagination-limit-max': '1048576',
    })

    const list = await call('GET', '')
    expect(list.json()).toEqual([{ ...info, size: 18 }])
    expect(list.headers['x-pagination-size']).toBe('1')
    const gone = await call('DELETE', `/${id}`)
    expect([gone.status, gone.text]).toEqual([200, ''])
    expect((await call('GET', `/${id}`)).status).toBe(404)
  })

  it('speaks XML, too', async () => {
    const response = await crocus.request('POST', FILES, {
      as: ann.as,
      xml: `<request><name>log.xml</name><mimetype>text/xml</mimetype><content>${base64('<a/>')}</content></request>`,
      headers: { accept: 'application/xml' },
    })
    expect(response.status, response.text).toBe(201)
    expect(response.text).toContain('<size>4</size>')
    await clear()
  })

  it('tells quota, use and the largest piece with every answer', async () => {
    const id = await begin('12345')
    const limits = { 'x-quota': String(64 * MIB), 'x-upload-max-file-chunksize': '1048576' }
    const used = { ...limits, 'x-disk-usage': '5' }
    expect((await call('GET', '')).headers).toMatchObject(used)
    expect((await call('GET', `/${id}`)).headers).toMatchObject(used)
    expect((await append(id, 7, 'x')).headers).toMatchObject(used)
    expect((await call('POST', '', { name: 'x', mimetype: 'y' })).headers).toMatchObject(used)
    expect((await call('GET', '/999999')).headers).toMatchObject(used)
    expect((await append(id, 2, '67', bob.as)).headers).toMatchObject({ ...limits, 'x-disk-usage': '0' })
    // Refused before the handler.
    const largePages = await Promise.all(['?limit=51', `/${id}?limit=1048577`].map(page => call('GET', page)))
    for (const { status, headers } of largePages) expect({ status, ...headers }).toMatchObject({ ...used, status: 400 })
    expect((await call('DELETE', `/${id}`)).headers).toMatchObject({ ...limits, 'x-disk-usage': '0' })
    // OPTIONS ignores credentials; a caller without credentials uses nothing.
    const ofNobody = { ...limits, 'x-disk-usage': '0' }
    const refused = await crocus.request('GET', FILES)
    expect({ status: refused.status, ...refused.headers }).toMatchObject({ ...ofNobody, status: 401 })
    const options = await crocus.request('OPTIONS', FILES)
    expect(options.headers).toMatchObject({ ...ofNobody, allow: 'OPTIONS, GET, POST' })
    const one = await crocus.request('OPTIONS', `${FILES}/1`)
    expect(one.headers).toMatchObject({ ...ofNobody, allow: 'OPTIONS, GET, PUT, DELETE' })
  })

  it('belongs to its sender: 404 for unknown ids, 401 for files of others, before any other check', async () => {
    const id = await begin('mine')
    for (const [method, json] of [
      ['GET', undefined],
      ['PUT', { content: '§', offset: 9 }],
      ['DELETE', undefined],
    ] as const) {
      expect((await call(method, '/999999', json)).status, method).toBe(404)
      const foreign = await call(method, `/${id}`, json, bob.as)
      expect([foreign.status, messageOf(foreign)], method).toEqual([401, expect.stringContaining('not yours')])
      expect((await crocus.request(method, `${FILES}/${id}`, json ? { json } : {})).status, method).toBe(401)
    }
    expect((await call('GET', '', undefined, bob.as)).json()).toEqual([])
    await clear()
  })

  it('refuses a piece that is no base64 or too large, a wrong number, a missing name', async () => {
    const id = await begin('x')
    const refused = async (json: unknown): Promise<string> => {
      const response = await call('PUT', `/${id}`, json)
      expect(response.status).toBe(400)
      return messageOf(response)
    }
    expect(await refused({ content: 'a§b=', offset: 2 })).toContain('not valid base64')
    expect(await refused({ content: 'abc', offset: 2 })).toContain('not valid base64')
    expect(await refused({ content: base64(Buffer.alloc(MIB + 1)), offset: 2 })).toContain('1048576 bytes at most')
    expect(await refused({ content: base64('y'), offset: 3 })).toContain('which is 2')
    expect(await refused({ content: base64('y'), offset: 1 })).toContain('which is 2')
    expect((await append(id, 2, Buffer.alloc(MIB, 7))).status).toBe(200)
    expect((await call('POST', '', { name: ' ', mimetype: 'a/b', content: '' })).status).toBe(400)
    expect((await call('GET', '?limit=51')).status).toBe(400)
    expect((await call('GET', `/${id}?limit=1048577`)).status).toBe(400)
    await clear()
  })

  it('ends at the quota, which is that of the largest upload', async () => {
    await crocus.app.modules.settings.set('max_upload_size', '10', { actorId: null, means: 'command' })
    try {
      const id = await begin('12345678')
      const full = await append(id, 2, '90a')
      expect([full.status, messageOf(full)]).toEqual([400, expect.stringContaining('quota of 10 bytes')])
      expect((await append(id, 2, '90')).status).toBe(200)
    } finally {
      await crocus.app.modules.settings.set('max_upload_size', String(64 * MIB), { actorId: null, means: 'command' })
      await clear()
    }
  })

  it('takes one of two pieces with the same number', async () => {
    const id = await begin('a')
    const both = await Promise.all([append(id, 2, 'b'), append(id, 2, 'b')])
    expect(both.map(response => response.status).toSorted()).toEqual([200, 400])
    expect((await call('GET', `/${id}`)).json()).toEqual({ data: base64('ab') })
    await clear()
  })
})

describe('attaching a file in pieces', () => {
  it('attaches the received bytes to any field, with their hash; afterwards the file is not temporary', async () => {
    const bytes = randomBytes(MIB + 77)
    const id = await begin(bytes.subarray(0, MIB), 'tide.bin')
    await append(id, 2, bytes.subarray(MIB))
    const attached = await attach([id])
    expect(attached.status, attached.text).toBe(201)
    const { rows } = await sql<{ size: number; sha256: Buffer; chunks: number }>`
      select size, sha256, (select count(*)::int from temporary_chunk where file_id = ${id}) as chunks
      from file where id = ${id}`.execute(crocus.db.kysely)
    const sha256 = createHash('sha256').update(bytes).digest()
    expect(rows).toEqual([{ size: bytes.length, sha256, chunks: 0 }])
    expect(await crocus.app.contents.size(String(id))).toBe(bytes.length)
    expect((await call('GET', `/${id}`)).status).toBe(404)
    expect((await append(id, 3, 'more')).status).toBe(404)
    expect((await call('GET', '')).headers['x-disk-usage']).toBe('0')
  })

  it('accepts further pieces if no artifact took the file', async () => {
    const id = await begin('one ')
    // Fails because the required title is missing.
    const failed = await crocus.request('POST', '/api/artifacts', {
      as: ann.as,
      json: { tracker: { id: bug.id }, values: [{ field_id: bug.field('attachments'), value: [id] }] },
    })
    expect(failed.status).toBe(400)
    expect((await append(id, 2, 'two')).status).toBe(200)
    expect((await attach([id])).status).toBe(201)
    expect(await text(await crocus.app.contents.read(String(id)))).toBe('one two')
  })

  it('is for its sender only', async () => {
    const id = await begin('mine')
    expect((await attach([id], bob.as)).status).toBe(404)
    await clear()
  })

  it('ends when the platform’s delay is over', async () => {
    const id = await begin('late')
    const before = crocus.clock.now()
    crocus.clock.set(new Date(before.getTime() + 3 * 24 * 3600 * 1000 + 1000))
    try {
      expect((await call('GET', `/${id}`)).status).toBe(404)
      expect((await attach([id])).status).toBe(404)
    } finally {
      crocus.clock.set(before)
    }
    await givenArtifact(crocus, bug, 'Dry', { as: ann.as })
    await clear()
  })
})
