import type { Readable } from 'node:stream'
import type { S3Settings } from '../../../platform/config.ts'
import { ContentMissing, isContentKey, type Content, type ContentKey, type ContentStore } from './content-store.ts'
import { hashContent, HashingReader } from './hash-content.ts'
import { partSizeFor, PartWriter } from './part-writer.ts'
import { RunningHashes } from './running-hashes.ts'
import { openBucket, type Bucket } from './s3-bucket.ts'
import { contentObject, S3Uploads } from './s3-uploads.ts'

const FILES = 'files/'
const ASIDE = 'aside/'
/** Part size for a stream of unknown length: the parts hold 48 GiB. */
const PART_SIZE = partSizeFor(0)

/** Contents as objects `files/<key>` of a bucket. An object is visible only when it is complete. All bytes pass through the server. */
export const createS3ContentStore = (settings: S3Settings): ContentStore => {
  const bucket = openBucket(settings)
  const uploads = new S3Uploads({ bucket, hashes: new RunningHashes() })
  const read = async (key: ContentKey, range?: string): Promise<Readable> => {
    const content = await bucket.get(contentObject(key), range)
    if (!content) throw new ContentMissing(key)
    return content
  }

  return {
    kind: 's3',
    check: () => bucket.check(),
    write: async (key, content) => writeObject(bucket, contentObject(key), content),
    read: (key, range) => read(key, range && `bytes=${range.start}-${range.end}`),
    size: key => bucket.head(contentObject(key)),
    remove: keys => bucket.remove(keys.map(contentObject)),
    list: async function* () {
      for await (const { key, ...rest } of bucket.list(FILES)) {
        const name = key.slice(FILES.length)
        if (isContentKey(name)) yield { key: name, ...rest }
      }
    },
    setAside: async key => {
      const object = contentObject(key)
      const size = await bucket.head(object)
      if (size === undefined) throw new ContentMissing(key)
      const target = `${ASIDE}${key}.${new Date().toISOString().replaceAll(':', '-')}`
      await bucket.copy(object, target, size)
      await bucket.remove([object])
      return `${settings.bucket}/${target}`
    },
    uploads,
    finish: async key => {
      await uploads.complete(key)
      const size = await bucket.head(contentObject(key))
      if (size === undefined) throw new ContentMissing(key)
      const content = uploads.streamed(key, size) ?? (await hashContent(await read(key)))
      await uploads.discard(key)
      return content
    },
    sweep: before => uploads.sweep(before),
  }
}

/** A content that fits into one part is sent with one request. */
const writeObject = async (bucket: Bucket, object: string, content: Readable): Promise<Content> => {
  const hashing = new HashingReader()
  let started: { uploadId: string; writer: PartWriter } | undefined
  const pending: Buffer[] = []
  let pendingSize = 0
  try {
    for await (const chunk of content as AsyncIterable<Buffer>) {
      hashing.update(chunk)
      if (started) {
        await started.writer.write(chunk)
        continue
      }
      pending.push(chunk)
      pendingSize += chunk.length
      if (pendingSize <= PART_SIZE) continue
      const uploadId = await bucket.startParts(object)
      const writer = new PartWriter({ bucket, key: object, uploadId, partSize: PART_SIZE, firstNumber: 1 })
      started = { uploadId, writer }
      for (const bytes of pending.splice(0)) await writer.write(bytes)
    }
    if (!started) await bucket.put(object, Buffer.concat(pending))
    else {
      await started.writer.end()
      await bucket.completeParts(object, started.uploadId, started.writer.parts)
    }
  } catch (error) {
    await started?.writer.settle().catch(() => undefined)
    if (started) await bucket.dropParts(object, started.uploadId).catch(() => undefined)
    throw error
  }
  return hashing.content()
}
