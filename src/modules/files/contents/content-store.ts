import type { Readable } from 'node:stream'
import type { DataStore } from '@tus/utils'
import { InsufficientStorage } from '../../../platform/errors.ts'

/**
 * Key of a content in the store. `12` is the content of file 12; `12.preview` is derived from it and can be made again. Ids of files are
 * never reused, so a content left over from a crash does no harm.
 */
export type ContentKey = string

/** Size and hash of a complete content. */
export interface Content {
  readonly size: number
  readonly sha256: Buffer
}

/** Both ends are included, as in HTTP. */
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
 * Stores complete contents, and incomplete uploads apart from them. A key becomes visible only when its content is complete and durable: a
 * power cut or `kill -9` at any moment leaves the old content or none. No content is ever in memory as a whole.
 *
 * If the store has no more room, writing throws `InsufficientStorage` and the store stays as it was.
 */
export interface ContentStore {
  readonly kind: 'disk' | 's3'
  /** Throws an error with a sentence for the operator if the store cannot be used. */
  check(): Promise<void>

  /** Stores a stream; replaces the former content of the key. */
  write(key: ContentKey, content: Readable): Promise<Content>
  /** Throws `ContentMissing` before it reads a byte, not on the stream. The range must lie within the content. */
  read(key: ContentKey, range?: ByteRange): Promise<Readable>
  /** Undefined if there is no such content. */
  size(key: ContentKey): Promise<number | undefined>
  /** Erases contents; ignores keys without content. */
  remove(keys: readonly ContentKey[]): Promise<void>
  /** All stored contents, in no order, without uploads. */
  list(): AsyncIterable<ListedContent>
  /** Moves a content to a place that only the operator reads; returns that place. */
  setAside(key: ContentKey): Promise<string>

  /**
   * Incomplete uploads; the id of an upload is the key of its content. `create` needs the size. The bytes that a broken connection
   * delivered stay. The caller must ensure that one writer at a time writes to an upload. A finished upload appears as a complete one.
   * `remove` erases an upload, or the content made from it.
   */
  readonly uploads: DataStore
  /**
   * Makes the content of a complete upload durable and visible. May be called again after a crash, with the same result. Uses the hash of
   * the bytes that this process received, and reads the content again if other processes received some. Throws `ContentMissing` if there is
   * no such upload, and refuses an incomplete one.
   */
  finish(key: ContentKey): Promise<Content>

  /** Erases incomplete data that dead processes left before that moment, including unfinished uploads. */
  sweep(before: Date): Promise<void>
}

const KEY = /^([1-9]\d{0,15})(?:[.][a-z]{1,16})?$/

export const contentKey = (fileId: number, variant?: string): ContentKey => {
  const key = variant === undefined ? String(fileId) : `${fileId}.${variant}`
  fileOfKey(key)
  return key
}

/** The file of a content. Keys become paths, so no other text is accepted as a key. */
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
