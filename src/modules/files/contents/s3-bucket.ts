import {
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  AbortMultipartUploadCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  ListPartsCommand,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
  UploadPartCommand,
  UploadPartCopyCommand,
} from '@aws-sdk/client-s3'
import type { Readable } from 'node:stream'
import type { S3Settings } from '../../../platform/config.ts'
import { ServiceUnavailable } from '../../../platform/errors.ts'
import { NoRoomForContents } from './content-store.ts'

export interface BucketObject {
  readonly key: string
  readonly size: number
  readonly modifiedAt: Date
}

export interface Part {
  readonly number: number
  readonly size: number
  readonly tag: string
}

export interface PartialUpload {
  readonly key: string
  readonly uploadId: string
  readonly startedAt: Date
}

/** The operations of a bucket that the content store needs. Returns undefined for objects that do not exist. */
export interface Bucket {
  check(): Promise<void>
  put(key: string, content: Buffer | string): Promise<void>
  get(key: string, range?: string): Promise<Readable | undefined>
  head(key: string): Promise<number | undefined>
  /** Copies within the bucket, an object of any size. */
  copy(from: string, to: string, size: number): Promise<void>
  remove(keys: readonly string[]): Promise<void>
  list(prefix: string): AsyncIterable<BucketObject>
  startParts(key: string): Promise<string>
  putPart(key: string, uploadId: string, number: number, content: Buffer): Promise<Part>
  /** In their order; undefined if the upload was completed or cancelled. */
  parts(key: string, uploadId: string): Promise<Part[] | undefined>
  completeParts(key: string, uploadId: string, parts: readonly Part[]): Promise<void>
  dropParts(key: string, uploadId: string): Promise<void>
  partialUploads(): AsyncIterable<PartialUpload>
}

const CONNECT_MS = 5_000
/** Maximum time without a byte in either direction. */
const IDLE_TIMEOUT_MS = 60_000
const MAX_KEYS_PER_REQUEST = 1000
/** S3 copies no larger object with one request. */
const MAX_COPY_BYTES = 1024 ** 3

export const openBucket = (dependencies: S3Settings): Bucket => new S3Bucket(dependencies)

class S3Bucket implements Bucket {
  readonly #endpoint: S3Settings['endpoint']
  readonly #bucket: S3Settings['bucket']
  readonly #client

  constructor({ endpoint, bucket, region, accessKeyId, secretAccessKey }: S3Settings) {
    this.#endpoint = endpoint
    this.#bucket = bucket
    this.#client = new S3Client({
      endpoint,
      region,
      credentials: { accessKeyId, secretAccessKey },
      // Servers other than Amazon's address buckets by path, and some do not support its newer checksums. Bodies are signed by their SHA-256.
      forcePathStyle: true,
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      requestHandler: { connectionTimeout: CONNECT_MS, socketTimeout: IDLE_TIMEOUT_MS },
    })
  }

  readonly #sending = async <T>(request: Promise<T>): Promise<T> => {
    try {
      return await request
    } catch (error) {
      throw explainFailure(error, this.#endpoint)
    }
  }

  readonly startParts = async (key: string): Promise<string> => {
    const { UploadId } = await this.#sending(
      this.#client.send(new CreateMultipartUploadCommand({ Bucket: this.#bucket, Key: key })),
    )
    if (UploadId === undefined) throw new Error('the S3 server gave no number to an upload')
    return UploadId
  }

  readonly completeParts = async (key: string, UploadId: string, parts: readonly Part[]): Promise<void> => {
    const Parts = parts.map(part => ({ PartNumber: part.number, ETag: part.tag }))
    await this.#sending(
      this.#client.send(
        new CompleteMultipartUploadCommand({ Bucket: this.#bucket, Key: key, UploadId, MultipartUpload: { Parts } }),
      ),
    )
  }

  readonly dropParts = async (key: string, UploadId: string): Promise<void> => {
    await unlessMissing(
      this.#sending(this.#client.send(new AbortMultipartUploadCommand({ Bucket: this.#bucket, Key: key, UploadId }))),
    )
  }

  readonly remove = async (keys: readonly string[]): Promise<void> => {
    for (let start = 0; start < keys.length; start += MAX_KEYS_PER_REQUEST) {
      const Objects = keys.slice(start, start + MAX_KEYS_PER_REQUEST).map(Key => ({ Key }))
      const { Errors = [] } = await this.#sending(
        this.#client.send(new DeleteObjectsCommand({ Bucket: this.#bucket, Delete: { Objects, Quiet: true } })),
      )
      const [fault] = Errors.filter(error => error.Code !== 'NoSuchKey')
      if (fault) throw new Error(`${fault.Key} could not be removed from the bucket: ${fault.Message ?? fault.Code}`)
    }
  }

  readonly check: Bucket['check'] = async () => {
    try {
      await this.#client.send(new HeadBucketCommand({ Bucket: this.#bucket }))
    } catch (error) {
      throw new ServiceUnavailable(`The bucket ${this.#bucket} at ${this.#endpoint} cannot be used: ${reason(error)}.`)
    }
  }

  readonly put: Bucket['put'] = async (key, content) => {
    await this.#sending(this.#client.send(new PutObjectCommand({ Bucket: this.#bucket, Key: key, Body: content })))
  }

  readonly get: Bucket['get'] = async (key, range) => {
    const answer = await unlessMissing(
      this.#sending(
        this.#client.send(
          new GetObjectCommand({ Bucket: this.#bucket, Key: key, ...(range !== undefined && { Range: range }) }),
        ),
      ),
    )
    return answer?.Body as Readable | undefined
  }

  readonly head: Bucket['head'] = async key =>
    (await unlessMissing(this.#sending(this.#client.send(new HeadObjectCommand({ Bucket: this.#bucket, Key: key })))))
      ?.ContentLength

  readonly copy: Bucket['copy'] = async (from, to, size) => {
    const CopySource = `${this.#bucket}/${from}`
    if (size <= MAX_COPY_BYTES) {
      await this.#sending(this.#client.send(new CopyObjectCommand({ Bucket: this.#bucket, Key: to, CopySource })))
      return
    }
    const UploadId = await this.startParts(to)
    try {
      const parts: Part[] = []
      for (let start = 0; start < size; start += MAX_COPY_BYTES) {
        const number = parts.length + 1
        const end = Math.min(size, start + MAX_COPY_BYTES) - 1
        const where = { Bucket: this.#bucket, Key: to, UploadId, PartNumber: number }
        const { CopyPartResult } = await this.#sending(
          this.#client.send(
            new UploadPartCopyCommand({ ...where, CopySource, CopySourceRange: `bytes=${start}-${end}` }),
          ),
        )
        parts.push({ number, size: end - start + 1, tag: CopyPartResult?.ETag ?? '' })
      }
      await this.completeParts(to, UploadId, parts)
    } catch (error) {
      await this.dropParts(to, UploadId).catch(() => undefined)
      throw error
    }
  }

  async *list(Prefix: string): AsyncIterable<BucketObject> {
    for (let ContinuationToken: string | undefined; ;) {
      const page = await this.#sending(
        this.#client.send(
          new ListObjectsV2Command({ Bucket: this.#bucket, Prefix, ...(ContinuationToken && { ContinuationToken }) }),
        ),
      )
      for (const { Key, Size, LastModified } of page.Contents ?? [])
        if (Key !== undefined) yield { key: Key, size: Size ?? 0, modifiedAt: LastModified ?? new Date(0) }
      ContinuationToken = page.NextContinuationToken
      if (page.IsTruncated !== true || ContinuationToken === undefined) return
    }
  }

  readonly putPart: Bucket['putPart'] = async (key, UploadId, number, content) => {
    const where = { Bucket: this.#bucket, Key: key, UploadId, PartNumber: number }
    const { ETag } = await this.#sending(this.#client.send(new UploadPartCommand({ ...where, Body: content })))
    return { number, size: content.length, tag: ETag ?? '' }
  }

  readonly parts: Bucket['parts'] = async (Key, UploadId) => {
    const parts: Part[] = []
    for (let PartNumberMarker: string | undefined; ;) {
      const where = { Bucket: this.#bucket, Key, UploadId, ...(PartNumberMarker !== undefined && { PartNumberMarker }) }
      const page = await unlessMissing(this.#sending(this.#client.send(new ListPartsCommand(where))))
      if (!page) return undefined
      for (const { PartNumber = 0, Size = 0, ETag = '' } of page.Parts ?? [])
        parts.push({ number: PartNumber, size: Size, tag: ETag })
      PartNumberMarker = page.NextPartNumberMarker
      if (page.IsTruncated !== true || PartNumberMarker === undefined) break
    }
    return parts.toSorted((left, right) => left.number - right.number)
  }

  async *partialUploads(): AsyncIterable<PartialUpload> {
    for (let after: { KeyMarker?: string; UploadIdMarker?: string } = {}; ;) {
      const page = await this.#sending(
        this.#client.send(new ListMultipartUploadsCommand({ Bucket: this.#bucket, ...after })),
      )
      for (const { Key, UploadId, Initiated } of page.Uploads ?? [])
        if (Key !== undefined && UploadId !== undefined)
          yield { key: Key, uploadId: UploadId, startedAt: Initiated ?? new Date() }
      if (page.IsTruncated !== true || page.NextKeyMarker === undefined) return
      after = {
        KeyMarker: page.NextKeyMarker,
        ...(page.NextUploadIdMarker !== undefined && { UploadIdMarker: page.NextUploadIdMarker }),
      }
    }
  }
}

const MISSING: ReadonlySet<string> = new Set(['NotFound', 'NoSuchKey', 'NoSuchUpload'])

const unlessMissing = async <T>(request: Promise<T>): Promise<T | undefined> => {
  try {
    return await request
  } catch (error) {
    if (error instanceof S3ServiceException && MISSING.has(error.name)) return undefined
    throw error
  }
}

const INSUFFICIENT_STORAGE = 507

/** The part of a failure that a client may read; the log gets the rest. */
const explainFailure = (error: unknown, endpoint: string): unknown => {
  if (error instanceof S3ServiceException) {
    const status = error.$metadata.httpStatusCode
    return status === INSUFFICIENT_STORAGE || error.name.includes('QuotaExceeded')
      ? new NoRoomForContents(error)
      : error
  }
  const refusal = new ServiceUnavailable('The place where files are kept cannot be reached; try again later')
  refusal.cause = new Error(`S3 at ${endpoint}: ${reason(error)}`, { cause: error })
  return refusal
}

const reason = (error: unknown): string => {
  if (error instanceof S3ServiceException) {
    const status = error.$metadata.httpStatusCode
    if (status === 404) return 'there is no such bucket'
    if (status === 403) return 'the access key is unknown, or may not use the bucket'
    return `the server answers ${status ?? '?'} ${error.name}`
  }
  const { code, message } = error as NodeJS.ErrnoException
  return code ?? (message || 'the server does not answer')
}
