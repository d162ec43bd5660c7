import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, type TestApp } from '../../../../test/harness/app.ts'
import { givenAccessKey, givenAccount, givenProject, type Account } from '../../../../test/harness/fixture.ts'
import { declare, givenDeclaration, givenUpload, send, tus } from '../../../../test/harness/uploads.ts'

let crocus: TestApp
let ann: Account
let bob: Account
let fieldId: number
let titleId: number
let projectId: number
beforeAll(async () => {
  crocus = await testApp()
  ann = await givenAccount(crocus, 'ann')
  bob = await givenAccount(crocus, 'bob')
  const project = await givenProject(crocus, 'optics', { members: ['ann', 'bob'] })
  projectId = project.id
  fieldId = project.tracker('bug').field('attachments')
  titleId = project.tracker('bug').field('title')
})
const set = (name: string, text: string): Promise<void> =>
  crocus.app.modules.settings.set(name, text, { actorId: null, means: 'command' })

let count = 0
/** A name that no other test uses. */
const aName = (): string => `lens ${++count}.txt`

describe('declaring a file (files.md §1)', () => {
  it('answers its id and addresses', async () => {
    const name = 'a b/ü"(1).txt'
    const response = await declare(crocus, { as: ann.as, fieldId, name })
    expect(response.status).toBe(200)
    const { id } = response.json<{ id: number }>()
    expect(response.json()).toEqual({
      id,
      download_href: `/plugins/tracker/attachments/${id}-a%20b%2F%C3%BC%22%281%29.txt`,
      upload_href: `/uploads/tracker/file/${id}`,
    })
  })

  it('takes XML', async () => {
    const response = await crocus.request('POST', `/api/tracker_fields/${fieldId}/files`, {
      as: ann.as,
      xml: `<request><name>${aName()}</name><file_size>5</file_size><file_type>text/plain</file_type></request>`,
      headers: { accept: 'application/xml' },
    })
    expect([response.status, response.text]).toEqual([200, expect.stringContaining('<upload_href>/uploads/')])
  })

  it('answers the same file for the same name and size by the same account, and a new one for another size', async () => {
    const name = aName()
    const first = await givenDeclaration(crocus, { as: ann.as, fieldId, name })
    expect(await givenDeclaration(crocus, { as: ann.as, fieldId, name, type: 'image/png' })).toEqual(first)
    expect((await givenDeclaration(crocus, { as: ann.as, fieldId, name, content: 'longer' })).id).not.toBe(first.id)
    await send(crocus, first, 'glass', { as: ann.as })
    expect(await givenDeclaration(crocus, { as: ann.as, fieldId, name })).toEqual(first)
  })

  it('is refused with 409 while the declaration of the same file by another account lives', async () => {
    const name = aName()
    const of = await givenDeclaration(crocus, { as: ann.as, fieldId, name })
    expect((await declare(crocus, { as: bob.as, fieldId, name })).status).toBe(409)
    await tus(crocus, 'DELETE', of, { as: ann.as })
    expect((await declare(crocus, { as: bob.as, fieldId, name })).status).toBe(200)
    crocus.clock.advance(4 * 60 * 60 * 1000)
    expect((await declare(crocus, { as: ann.as, fieldId, name })).status).toBe(200)
  })

  it('accepts one of many concurrent declarations of the same file', async () => {
    const name = aName()
    const statuses = await Promise.all(
      Array.from(
        { length: 8 },
        async (_, i) => (await declare(crocus, { as: (i % 2 ? ann : bob).as, fieldId, name })).status,
      ),
    )
    expect(statuses.filter(status => status === 200)).toHaveLength(4)
    expect(statuses.filter(status => status === 409)).toHaveLength(4)
  })

  it('has an empty file complete at once', async () => {
    const empty = await givenDeclaration(crocus, { as: ann.as, fieldId, name: aName(), content: '' })
    expect(empty.upload_href).toBeNull()
    const head = await tus(crocus, 'HEAD', empty, { as: ann.as })
    expect([head.status, head.headers['upload-length'], head.headers['upload-offset']]).toEqual([204, '0', '0'])
  })

  it('refuses in the order of §1', async () => {
    const status = async (given: Partial<Parameters<typeof declare>[1]>, json?: object): Promise<number> =>
      json
        ? (await crocus.request('POST', `/api/tracker_fields/${fieldId}/files`, { as: ann.as, json })).status
        : (await declare(crocus, { as: ann.as, fieldId, name: aName(), ...given })).status
    expect((await crocus.request('POST', `/api/tracker_fields/${fieldId}/files`, { json: {} })).status).toBe(401)
    expect(await status({ fieldId: 999_999_999 })).toBe(404)
    expect(await status({ fieldId: titleId })).toBe(400)
    expect(await status({}, { name: '  ', file_size: 1, file_type: 'text/plain' })).toBe(400)
    expect(await status({}, { name: 'a\0b', file_size: 1, file_type: 'text/plain' })).toBe(400)
    expect(await status({}, { name: 'a', file_size: -1, file_type: 'text/plain' })).toBe(400)
    expect(await status({}, { name: 'a', file_size: 1, file_type: '' })).toBe(400)
    expect(await status({}, { name: 'a', file_size: 64 * 1024 ** 2 + 1, file_type: 'text/plain' })).toBe(400)
    expect(await status({}, { name: aName(), file_size: 64 * 1024 ** 2, file_type: 'text/plain' })).toBe(200)
  })

  it('needs the right to submit or update the field, and a tracker that is seen', async () => {
    const cleo = await givenAccount(crocus, 'cleo')
    const closed = await givenProject(crocus, 'closed', { isPublic: false })
    expect((await declare(crocus, { as: cleo.as, fieldId: closed.tracker('bug').field('attachments') })).status).toBe(
      404,
    )
    const response = await crocus.request('GET', `/api/tracker_fields/${fieldId}/files`, { as: ann.as })
    expect([response.status, response.headers['allow']]).toEqual([405, 'OPTIONS, POST'])
  })

  it('obeys the quota of bytes that are not attached, and tells it', async () => {
    const dora = await givenAccount(crocus, 'dora')
    await set('max_pending_uploads', '10')
    try {
      const options = await crocus.request('OPTIONS', `/api/tracker_fields/${fieldId}/files`)
      expect([options.status, options.headers['x-quota'], options.headers['x-disk-usage']]).toEqual([200, '10', '0'])
      await crocus.request('PUT', `/api/user_groups/${projectId}_3/users`, {
        as: crocus.admin,
        json: { user_references: ['admin', 'ann', 'bob', 'dora'].map(username => ({ username })) },
      })
      const file = { as: dora.as, fieldId, content: 'seven b' }
      const first = await givenDeclaration(crocus, { ...file, name: aName() })
      const refused = await declare(crocus, { ...file, name: aName() })
      expect(refused.status).toBe(429)
      expect(refused.text).toMatch(/7 bytes.* 10 bytes/)
      expect([refused.headers['x-quota'], refused.headers['x-disk-usage']]).toEqual(['10', '7'])
      expect((await tus(crocus, 'DELETE', first, { as: dora.as })).status).toBe(204)
      expect((await declare(crocus, { ...file, name: aName() })).status).toBe(200)
    } finally {
      await set('max_pending_uploads', String(20 * 1024 ** 3))
    }
  })
})

describe('sending bytes (files.md §2)', () => {
  const declared = () => givenDeclaration(crocus, { as: ann.as, fieldId, name: aName(), content: '0123456789' })
  const offsetOf = async (upload: { id: number }): Promise<unknown> =>
    (await tus(crocus, 'HEAD', upload, { as: ann.as })).headers['upload-offset']

  it('continues at its offset, and is complete at its length', async () => {
    const upload = await declared()
    const begun = await tus(crocus, 'HEAD', upload, { as: ann.as })
    expect(begun).toMatchObject({
      status: 204,
      text: '',
      headers: {
        'tus-resumable': '1.0.0',
        'upload-length': '10',
        'upload-offset': '0',
        'cache-control': 'no-cache',
        'access-control-expose-headers':
          'Tus-Version, Tus-Resumable, Upload-Offset, Upload-Length, Tus-Extension, Tus-Max-Size',
      },
    })
    const first = await send(crocus, upload, '0123', { as: ann.as })
    expect(first).toMatchObject({ status: 204, text: '', headers: { 'upload-offset': '4', 'tus-resumable': '1.0.0' } })
    expect(await offsetOf(upload)).toBe('4')
    const last = await send(crocus, upload, '456789', { as: ann.as, offset: 4 })
    expect(last).toMatchObject({ status: 204, headers: { 'upload-offset': '10' } })
    expect(await offsetOf(upload)).toBe('10')
    expect(await send(crocus, upload, '', { as: ann.as, offset: 10 })).toMatchObject({
      status: 204,
      headers: { 'upload-offset': '10' },
    })
  })

  it('discards bytes beyond the declared length', async () => {
    const upload = await declared()
    expect(await send(crocus, upload, '0123456789 and more', { as: ann.as })).toMatchObject({
      status: 204,
      headers: { 'upload-offset': '10' },
    })
    expect(await send(crocus, upload, 'still more', { as: ann.as, offset: 10 })).toMatchObject({
      status: 204,
      headers: { 'upload-offset': '10' },
    })
  })

  it('refuses in the order of §2, with an empty body, and stores nothing', async () => {
    const upload = await declared()
    const refused = async (headers: Record<string, string>, given: object = {}): Promise<unknown> => {
      const response = await send(crocus, upload, 'bytes', { as: ann.as, headers, ...given })
      expect([response.text, response.headers['tus-resumable']]).toEqual(['', '1.0.0'])
      return response.status
    }
    expect(await refused({ 'tus-resumable': '0.2.2', 'content-type': 'text/plain' }, { as: undefined })).toBe(412)
    expect(
      (await send(crocus, { id: 999_999_999 }, '', { as: ann.as, headers: { 'tus-resumable': '2' } })).headers,
    ).toMatchObject({
      'tus-version': '1.0.0',
    })
    expect(await refused({ 'content-type': 'text/plain' }, { as: bob.as })).toBe(404)
    expect(await refused({}, { as: undefined })).toBe(404)
    expect(await refused({ 'content-type': 'application/json', 'upload-offset': '7' })).toBe(415)
    expect(await refused({ 'upload-offset': '7' })).toBe(409)
    expect(await refused({ 'upload-offset': '-1' })).toBe(409)
    const { status } = await tus(crocus, 'PATCH', upload, {
      as: ann.as,
      headers: { 'content-type': 'application/offset+octet-stream' },
    })
    expect(status).toBe(400)
    expect(await offsetOf(upload)).toBe('0')
    // An offset that is no number counts as 0.
    expect(await refused({ 'upload-offset': 'zero', 'content-type': 'application/offset+octet-stream; x=y' })).toBe(204)
    expect(await offsetOf(upload)).toBe('5')
  })

  it('answers wrong credentials 403 or 401 as §2 says, and a key like a password', async () => {
    const upload = await declared()
    const key = await givenAccessKey(crocus, ann.as)
    const head = async (headers: Record<string, string>) => (await tus(crocus, 'HEAD', upload, { headers })).status
    expect(await head({ 'x-auth-accesskey': key })).toBe(204)
    expect(await head({ 'x-auth-accesskey': `${key}0` })).toBe(403)
    expect(await head({ 'x-auth-token': 'none', 'x-auth-userid': '101' })).toBe(403)
    expect(await head({ authorization: 'Basic bm9ib2R5Om5v' })).toBe(401)
    expect(await head({ authorization: 'Bearer nothing' })).toBe(403)
  })

  it('is discovered without credentials', async () => {
    const response = await crocus.request('OPTIONS', '/uploads/tracker/file/1')
    expect(response).toMatchObject({
      status: 204,
      text: '',
      headers: {
        'tus-version': '1.0.0',
        'tus-extension': 'termination',
        'access-control-allow-methods': 'OPTIONS, HEAD, PATCH, POST, DELETE',
      },
    })
    expect(response.headers['access-control-allow-headers']).toMatch(/Upload-Offset.*X-HTTP-Method-Override/)
    expect(response.headers['tus-resumable']).toBeUndefined()
    expect(response.headers['tus-max-size']).toBeUndefined()
  })

  it('takes the method from X-HTTP-Method-Override on methods that change something', async () => {
    const upload = await declared()
    const status = async (method: string, override?: string) =>
      (
        await crocus.request(method, `/uploads/tracker/file/${upload.id}`, {
          as: ann.as,
          bytes: Buffer.from('01'),
          headers: {
            'tus-resumable': '1.0.0',
            'content-type': 'application/offset+octet-stream',
            'upload-offset': '0',
            ...(override !== undefined && { 'x-http-method-override': override }),
          },
        })
      ).status
    expect(await status('POST')).toBe(405)
    expect(await status('PUT')).toBe(405)
    expect(await status('GET')).toBe(405)
    expect(await status('POST', 'HEAD')).toBe(405)
    expect(await status('GET', 'PATCH')).toBe(405)
    expect(await status('PATCH', 'PUT')).toBe(405)
    expect(await status('POST', 'PATCH')).toBe(204)
    expect(await offsetOf(upload)).toBe('2')
    expect(await status('PUT', 'DELETE')).toBe(204)
    expect((await tus(crocus, 'HEAD', upload, { as: ann.as })).status).toBe(404)
  })

  it('cancels finished and unfinished uploads; the name is free at once', async () => {
    const name = aName()
    const upload = await givenUpload(crocus, { as: ann.as, fieldId, name })
    expect((await tus(crocus, 'DELETE', upload, { as: bob.as })).status).toBe(404)
    expect(await tus(crocus, 'DELETE', upload, { as: ann.as })).toMatchObject({ status: 204, text: '' })
    for (const method of ['HEAD', 'DELETE'])
      expect((await tus(crocus, method, upload, { as: ann.as })).status).toBe(404)
    expect((await send(crocus, upload, 'glass', { as: ann.as })).status).toBe(404)
    expect((await declare(crocus, { as: bob.as, fieldId, name })).status).toBe(200)
  })

  it('knows no upload that has expired', async () => {
    const upload = await givenUpload(crocus, { as: ann.as, fieldId, name: aName() })
    crocus.clock.advance(4 * 60 * 60 * 1000 - 1)
    expect((await tus(crocus, 'HEAD', upload, { as: ann.as })).status).toBe(204)
    crocus.clock.advance(1)
    expect((await tus(crocus, 'HEAD', upload, { as: ann.as })).status).toBe(404)
  })

  it('answers 404 if the path has no valid id', async () => {
    for (const id of ['0', 'abc', '-1', '1e3', '99999999999999999999', '%00'])
      expect(
        (
          await crocus.request('HEAD', `/uploads/tracker/file/${id}`, {
            as: ann.as,
            headers: { 'tus-resumable': '1.0.0' },
          })
        ).status,
      ).toBe(404)
  })
})
