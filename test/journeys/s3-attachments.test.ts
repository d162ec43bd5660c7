// A file with contents in S3, from its declaration to its erasure; a real TUS client sends the bytes.
import { hash, randomBytes } from 'node:crypto'
import { Upload } from 'tus-js-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testApp, type TestApp } from '../harness/app.ts'
import { scratchFolder } from '../harness/archives.ts'
import { startS3Server, type S3Server } from '../harness/s3-server.ts'
import { givenAccessKey, givenAccount, givenArtifact, givenProject } from '../harness/fixture.ts'
import { givenDeclaration } from '../harness/uploads.ts'

let server: S3Server
let crocus: TestApp
beforeAll(async () => {
  server = await startS3Server(await scratchFolder())
  crocus = await testApp({ s3: server.settings })
})
afterAll(() => server.close())

describe('a file in S3', () => {
  it('is declared, sent by TUS, attached, downloaded whole and in parts, detached and erased', async () => {
    const ann = await givenAccount(crocus, 'ann')
    const bug = (await givenProject(crocus, 'optics', { members: ['ann'] })).tracker('bug')
    const fieldId = bug.field('attachments')
    // Two parts of a multipart upload; two requests send the second one.
    const content = randomBytes(6 * 1024 * 1024 + 77)
    const file = await givenDeclaration(crocus, { as: ann.as, fieldId, name: 'night.bin', content })
    const address = await crocus.app.fastify.listen({ host: '127.0.0.1', port: 0 })
    const key = await givenAccessKey(crocus, ann.as)
    await new Promise<void>((resolve, reject) => {
      new Upload(content, {
        uploadUrl: `${address}${file.upload_href ?? ''}`,
        headers: { 'X-Auth-AccessKey': key },
        chunkSize: 5.5 * 1024 * 1024,
        onSuccess: () => resolve(),
        onError: reject,
      }).start()
    })
    expect(crocus.app.contents.kind).toBe('s3')

    const artifactId = await givenArtifact(crocus, bug, 'Dark', {
      as: ann.as,
      values: [{ field_id: fieldId, value: [file.id] }],
    })
    const artifact = await crocus.request('GET', `/api/artifacts/${artifactId}`, { as: ann.as })
    expect(artifact.text).toContain(hash('sha256', content))
    const whole = await crocus.request('GET', file.download_href, { as: ann.as })
    expect([whole.status, whole.bytes.equals(content)]).toEqual([200, true])
    const range = await crocus.request('GET', file.download_href, { as: ann.as, headers: { range: 'bytes=5-1004' } })
    expect([range.status, range.bytes.equals(content.subarray(5, 1005))]).toEqual([206, true])
    const part = await crocus.request('GET', `/api/artifact_files/${file.id}?offset=6291456`, { as: ann.as })
    expect(part.json()).toEqual({ data: content.subarray(6_291_456).toString('base64') })

    await crocus.request('PUT', `/api/artifacts/${artifactId}`, {
      as: ann.as,
      json: { values: [{ field_id: fieldId, value: [] }] },
    })
    expect((await crocus.request('GET', file.download_href, { as: ann.as })).status).toBe(404)
    await crocus.app.jobs.find(job => job.name === 'erase_contents')?.run({})
    expect(await crocus.app.contents.size(String(file.id))).toBeUndefined()
    const left: string[] = []
    for await (const { key } of crocus.app.contents.list()) left.push(key)
    expect(left).toEqual([])
  })
})
