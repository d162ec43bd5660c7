import type { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { DataStore, ERRORS, Upload } from '@tus/utils'
import { fileOfKey, type Content, type ContentKey } from './content-store.ts'
import { UPLOAD_NOT_FOUND } from './disk-uploads.ts'
import { partSizeFor, PartWriter } from './part-writer.ts'
import type { RunningHashes } from './running-hashes.ts'
import type { Bucket, Part } from './s3-bucket.ts'

/** The stored properties of an upload without its bytes. */
interface UploadDescription {
  readonly size: number
  readonly metadata: Record<string, string | null>
  readonly creation_date: string
  readonly uploadId: string
  readonly partSize: number
}

interface ArrivingUpload extends UploadDescription {
  /** undefined = completed: there are no parts. */
  readonly parts: readonly Part[] | undefined
  /** Number of bytes after the last part. */
  readonly tailSize: number
  readonly offset: number
}

/** Objects of contents and uploads in the bucket. */
export const contentObject = (key: ContentKey): string => {
  fileOfKey(key)
  return `files/${key}`
}
export const UPLOADS = 'uploads/'
const folderOf = (key: ContentKey): string => {
  fileOfKey(key)
  return `${UPLOADS}${key}/`
}
const descriptionObject = (key: ContentKey): string => `${folderOf(key)}description.json`
/** The name contains the number of the part that the tail begins, so that an outdated tail is never taken for the current one. */
const tailObject = (key: ContentKey, part: number): string => `${folderOf(key)}tail-${part}`

export interface S3UploadsOptions {
  readonly bucket: Bucket
  readonly hashes: RunningHashes
}

/**
 * Unfinished uploads in a bucket: the parts of a multipart upload, an object with the bytes after the last whole part, and a description.
 * Acknowledged bytes are removed only when they are safe elsewhere. No file of this machine is involved, so any process can continue any
 * upload.
 */
export class S3Uploads extends DataStore {
  readonly #bucket: Bucket
  readonly #hashes: RunningHashes

  constructor({ bucket, hashes }: S3UploadsOptions) {
    super()
    this.#bucket = bucket
    this.#hashes = hashes
    this.extensions = ['termination']
  }

  override async create(upload: Upload): Promise<Upload> {
    const { id, size, metadata = {} } = upload
    if (size === undefined) throw new Error(`upload ${id} has no size`)
    this.#hashes.forget(id)
    const uploadId = await this.#bucket.startParts(contentObject(id))
    const creation_date = new Date().toISOString()
    const description: UploadDescription = { size, metadata, creation_date, uploadId, partSize: partSizeFor(size) }
    await this.#bucket.put(descriptionObject(id), JSON.stringify(description))
    return new Upload({ id, size, metadata, offset: 0, creation_date })
  }

  override async write(content: Readable, key: ContentKey, offset: number): Promise<number> {
    const upload = await this.#find(key)

    if (!upload) throw UPLOAD_NOT_FOUND
    // eslint-disable-next-line @typescript-eslint/only-throw-error -- and for a 409
    if (upload.offset !== offset || !upload.parts) throw ERRORS.INVALID_OFFSET
    const { uploadId, partSize, parts, size } = upload
    const firstNumber = parts.length + 1
    const head = upload.tailSize > 0 ? await this.#tail(key, firstNumber) : undefined
    const writer = new PartWriter({
      bucket: this.#bucket,
      key: contentObject(key),
      uploadId,
      partSize,
      firstNumber,
      ...(head && { head }),
    })
    const running = this.#hashes.take(key, offset)
    let position = offset
    try {
      for await (const chunk of content as AsyncIterable<Buffer>) {
        running?.hash.update(chunk)
        await writer.write(chunk)
        position += chunk.length
        if (running) running.size = position
      }
    } finally {
      // Also stores the bytes that a broken connection delivered.
      await this.#keepRest(key, writer, position === size)
    }
    if (head && writer.parts.length > 0) await this.#bucket.remove([tailObject(key, firstNumber)])
    this.#hashes.keep(key, running)
    return position
  }

  async #keepRest(key: ContentKey, writer: PartWriter, isComplete: boolean): Promise<void> {
    if (isComplete) return writer.end()
    await writer.settle()
    if (writer.rest.length > 0) await this.#bucket.put(tailObject(key, writer.nextNumber), writer.rest)
  }

  async #tail(key: ContentKey, part: number): Promise<Buffer> {
    const tail = await this.#bucket.get(tailObject(key, part))
    if (!tail) throw new Error(`the end of upload ${key} is gone from the bucket`)
    return buffer(tail)
  }

  async #find(key: ContentKey): Promise<ArrivingUpload | undefined> {
    const description = await this.#describe(key)
    if (!description) return undefined
    const { uploadId, partSize, size } = description
    const found = await this.#bucket.parts(contentObject(key), uploadId)
    if (!found) return { ...description, parts: undefined, tailSize: 0, offset: size }
    const parts = inOrder(found, partSize, size)
    const bytes = parts.reduce((sum, part) => sum + part.size, 0)
    const tailSize = bytes < size ? ((await this.#bucket.head(tailObject(key, parts.length + 1))) ?? 0) : 0
    return { ...description, parts, tailSize, offset: bytes + tailSize }
  }

  async #describe(key: ContentKey): Promise<UploadDescription | undefined> {
    const content = await this.#bucket.get(descriptionObject(key))
    return content && (JSON.parse(await text(content)) as UploadDescription)
  }

  override async getUpload(key: ContentKey): Promise<Upload> {
    const upload = await this.#find(key)
    if (upload) {
      const { size, metadata, creation_date, offset } = upload
      return new Upload({ id: key, size, metadata, creation_date, offset })
    }
    const size = await this.#bucket.head(contentObject(key))

    if (size === undefined) throw UPLOAD_NOT_FOUND
    return new Upload({ id: key, size, offset: size })
  }

  /** Makes an object from all parts. Returns false if there is no such upload. */
  async complete(key: ContentKey): Promise<boolean> {
    const upload = await this.#find(key)
    if (!upload) return false
    const { size, offset, parts, uploadId } = upload
    if (offset !== size) throw new Error(`upload ${key} has ${offset} bytes of ${size}: it is not complete`)
    if (!parts) return true
    const object = contentObject(key)
    if (parts.length === 0 || upload.tailSize > 0) {
      // All bytes have arrived, but the last ones are not in a part, or the object is empty. An object has at least one part.
      const tail = upload.tailSize > 0 ? await this.#tail(key, parts.length + 1) : Buffer.alloc(0)
      const last = await this.#bucket.putPart(object, uploadId, parts.length + 1, tail)
      await this.#bucket.completeParts(object, uploadId, [...parts, last])
    } else await this.#bucket.completeParts(object, uploadId, parts)
    return true
  }

  /** Size and SHA-256 of an upload, if this process received all its bytes. */
  streamed(key: ContentKey, size: number): Content | undefined {
    const sha256 = this.#hashes.digest(key, size)
    return sha256 && { size, sha256 }
  }

  override async remove(key: ContentKey): Promise<void> {
    await this.discard(key)
    await this.#bucket.remove([contentObject(key)])
  }

  /** Erases an unfinished upload, and leaves a finished one. */
  async discard(key: ContentKey): Promise<void> {
    this.#hashes.forget(key)
    const description = await this.#describe(key)
    if (!description) return
    await this.#bucket.dropParts(contentObject(key), description.uploadId)
    const objects: string[] = []
    for await (const object of this.#bucket.list(folderOf(key))) objects.push(object.key)
    // Removes the description last: without it the other objects would not be found.
    await this.#bucket.remove(objects.filter(object => object !== descriptionObject(key)))
    await this.#bucket.remove([descriptionObject(key)])
  }

  async sweep(before: Date): Promise<void> {
    const abandoned: string[] = []
    for await (const { key, modifiedAt } of this.#bucket.list(UPLOADS)) {
      const [id = '', name] = key.slice(UPLOADS.length).split('/')
      if (name === 'description.json' && modifiedAt < before) abandoned.push(id)
    }
    for (const key of abandoned) await this.discard(key)
    // Uploads whose process died before it wrote the description, and interrupted writes of contents.
    for await (const { key, uploadId, startedAt } of this.#bucket.partialUploads())
      if (startedAt < before) await this.#bucket.dropParts(key, uploadId)
  }
}

/** The leading parts without a gap, each complete. */
const inOrder = (found: readonly Part[], partSize: number, size: number): Part[] => {
  const parts: Part[] = []
  for (const part of found) {
    const whole = Math.min(partSize, size - parts.length * partSize)
    if (part.number !== parts.length + 1 || part.size !== whole) break
    parts.push(part)
  }
  return parts
}
