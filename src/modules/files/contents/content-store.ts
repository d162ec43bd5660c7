import type { Readable } from 'node:stream'
import type { DataStore } from '@tus/utils'
import { InsufficientStorage } from '../../../platform/errors.ts'

/**
 * Where the contents of files lie. `12` is the content of file 12; `12.preview` is something made from it, which may be made again.
 * Ids of files are never used twice, so a content that a crash left behind is in nobody's way.
 */
export type ContentKey = string

/** What is known of a content once all of it is there. */
export interface Content {
  readonly size: number
  readonly sha256: Buffer
}

/** Both ends included, as in HTTP. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

export interface ListedContent {
  readonly key: ContentKey
  readonly size: number
  readonly modifiedAt: Date
}

/**
 * Keeps contents that are whole, and those that are still arriving apart from them. A key is seen only when its content is whole and
 * lasting: a power cut or `kill -9` at any moment leaves the old content or none. No content is ever in memory as a whole.
 *
 * Where there is no room for more, writing throws `InsufficientStorage` and the store stays as it was.
 */
export interface ContentStore {
  readonly kind: 'disk' | 's3'
  /** Fails with a sentence for the operator when the place cannot be used. */
  check(): Promise<void>

  /** Keeps a stream; takes the place of what was kept by the key. */
  write(key: ContentKey, content: Readable): Promise<Content>
  /** Throws `ContentMissing` before a byte is read, not on the stream. The range must lie within the content. */
  read(key: ContentKey, range?: ByteRange): Promise<Readable>
  /** undefined = there is none. */
  size(key: ContentKey): Promise<number | undefined>
  /** Erases contents; those that are not there are no fault. */
  remove(keys: readonly ContentKey[]): Promise<void>
  /** All that is kept, in no order. Uploads are not in it. */
  list(): AsyncIterable<ListedContent>
  /** Puts a content aside, out of reach of all but the operator; answers where it is. */
  setAside(key: ContentKey): Promise<string>

  /**
   * Uploads that are arriving; the id of an upload is the key of its content. `create` it with its size. What a
   * broken connection brought stays. Only one may write to an upload at a time: that is for the caller to see to. One that is finished
   * answers as an upload that is complete. `remove` erases an upload, or the content that became of it.
   */
  readonly uploads: DataStore
  /**
   * Makes the content of a complete upload lasting and visible. May be called again, after a crash: it answers the same. Hashes what
   * streamed through this process while it streamed; what did not is read again. Throws `ContentMissing` where there is no such
   * upload, and refuses one that is not complete.
   */
  finish(key: ContentKey): Promise<Content>

  /** Erases what processes that died left half-written before that moment, unfinished uploads included. */
  sweep(before: Date): Promise<void>
}

const KEY = /^([1-9]\d{0,15})(?:[.][a-z]{1,16})?$/

export const contentKey = (fileId: number, variant?: string): ContentKey => {
  const key = variant === undefined ? String(fileId) : `${fileId}.${variant}`
  fileOfKey(key)
  return key
}

/** The file that a content belongs to. Keys become paths, so nothing else may ever be one. */
export const fileOfKey = (key: ContentKey): number => {
  const id = KEY.exec(key)?.[1]
  if (id === undefined) throw new Error(`${JSON.stringify(key)} is no key of a content`)
  return Number(id)
}

export const isContentKey = (text: string): boolean => KEY.test(text)

export class ContentMissing extends Error {
  constructor(key: ContentKey) {
    super(`the content ${key} is not in the store`)
    this.name = 'ContentMissing'
  }
}

export class NoRoomForContents extends InsufficientStorage {
  constructor(cause: unknown) {
    super('There is no room left for files on this server; nothing of what was complete is lost')
    this.cause = cause
  }
}
