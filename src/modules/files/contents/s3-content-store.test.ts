import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { Upload } from '@tus/utils'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testContentStore } from '../../../../test/content-store-contract.ts'
import { scratchFolder } from '../../../../test/harness/archives.ts'
import { startS3Server, type S3Server } from '../../../../test/harness/s3-server.ts'
import { createS3ContentStore } from './s3-content-store.ts'

let server: S3Server
beforeAll(async () => {
  server = await startS3Server(await scratchFolder())
})
afterAll(() => server.close())

testContentStore('S3', async () => createS3ContentStore(server.settings))

describe('a bucket that cannot be used', () => {
  const complaint = (changes: Partial<S3Server['settings']>): Promise<unknown> =>
    createS3ContentStore({ ...server.settings, ...changes })
      .check()
      .then(
        () => 'usable',
        (error: unknown) => (error as Error).message,
      )

  it('is told in one sentence', async () => {
    expect(await complaint({})).toBe('usable')
    expect(await complaint({ bucket: 'elsewhere' })).toContain('there is no such bucket')
    expect(await complaint({ accessKeyId: 'NOBODY' })).toContain('the access key is unknown')
    expect(await complaint({ endpoint: 'http://127.0.0.1:9' })).toContain('ECONNREFUSED')
  })

  it('is a 503 for a client that sends a file meanwhile', async () => {
    const store = createS3ContentStore({ ...server.settings, endpoint: 'http://127.0.0.1:9' })
    await expect(store.write('5', Readable.from([Buffer.from('x')]))).rejects.toMatchObject({
      status: 503,
      message: 'The place where files are kept cannot be reached; try again later',
    })
  })
})

describe('an upload to S3', () => {
  it('becomes a content when the process died between its last byte and its end', async () => {
    const store = createS3ContentStore(server.settings)
    await store.uploads.create(new Upload({ id: '71', size: 4, offset: 0 }))
    await store.uploads.write(Readable.from([Buffer.from('gull')]), '71', 0)
    // This process did not finish the upload: the next process finds it complete.
    const next = createS3ContentStore(server.settings)
    expect(await next.size('71')).toBeUndefined()
    expect(await next.uploads.getUpload('71')).toMatchObject({ size: 4, offset: 4 })
    await next.finish('71')
    expect(await text(await next.read('71'))).toBe('gull')
  })

  it('refuses to continue at another offset than its own', async () => {
    const store = createS3ContentStore(server.settings)
    await store.uploads.create(new Upload({ id: '72', size: 4, offset: 0 }))
    await expect(store.uploads.write(Readable.from([Buffer.from('ll')]), '72', 2)).rejects.toMatchObject({
      status_code: 409,
    })
  })
})
