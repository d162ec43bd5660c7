import { createCipheriv, createDecipheriv, hash, timingSafeEqual } from 'node:crypto'
import { Gone, Invalid } from '../../../platform/errors.ts'
import type { Place } from './place.ts'

/** Where a reader whose cursor is no longer good begins anew. */
export const START_AGAIN = '/api/changes/snapshot'

/**
 * Cursors as callers get them: version, history, the encrypted place, and two checks, in base64url. The place is encrypted, because bare
 * numbers would tell how much happens that the caller does not see. The same place gives the same text.
 */
export interface Cursors {
  write(place: Place, accountId: number): string
  /** Many at once: three calls of the cipher. */
  writeAll(places: readonly Place[], accountId: number): string[]
  /** Throws 400 for a text that is no cursor of the account, and 410 for one of another history. */
  read(text: string, accountId: number): Place
}

const VERSION = 1
const HISTORY_BYTES = 9
const BLOCK_BYTES = 16
const CHECK_BYTES = 8
const HEAD_BYTES = 1 + HISTORY_BYTES
/** A multiple of three: the texts of many cursors are one text in base64url. */
const BYTES = HEAD_BYTES + BLOCK_BYTES + 2 * CHECK_BYTES
const TEXT_LENGTH = (BYTES / 3) * 4
const MAX_KEYS = 1_000
const LOW_BITS = 0xffff_ffffn

/**
 * `history`: the installation and the timeline of its database, as text. The checks are AES of the encrypted place, cut to their length. Their
 * keys depend on the history, one of them also on the account. One block of AES is a pseudorandom function, so it is a good check.
 */
export const createCursors = (secret: Buffer, history: string): Cursors => {
  const hex = secret.toString('hex')
  const keyOf = (purpose: string): Buffer => hash('sha256', `${hex}:${purpose}`, 'buffer')
  const placeKey = keyOf('place')
  const head = Buffer.concat([Buffer.from([VERSION]), keyOf(`history:${history}`).subarray(0, HISTORY_BYTES)])
  const checkKey = keyOf(`check:${history}`)
  const accountKeys = new Map<number, Buffer>()
  const accountKey = (accountId: number): Buffer => {
    let key = accountKeys.get(accountId)
    if (!key) {
      if (accountKeys.size >= MAX_KEYS) accountKeys.clear()
      accountKeys.set(accountId, (key = keyOf(`account:${accountId}:${history}`)))
    }
    return key
  }

  const writeAll = (places: readonly Place[], accountId: number): string[] => {
    if (places.length === 0) return []
    const blocks = encrypt(placeKey, plainOf(places))
    const checks = encrypt(checkKey, blocks)
    const ofAccount = encrypt(accountKey(accountId), blocks)
    const bytes = Buffer.allocUnsafe(places.length * BYTES)
    for (let index = 0; index < places.length; index++) {
      const from = index * BLOCK_BYTES
      const to = index * BYTES
      head.copy(bytes, to)
      blocks.copy(bytes, to + HEAD_BYTES, from, from + BLOCK_BYTES)
      checks.copy(bytes, to + HEAD_BYTES + BLOCK_BYTES, from, from + CHECK_BYTES)
      ofAccount.copy(bytes, to + BYTES - CHECK_BYTES, from, from + CHECK_BYTES)
    }
    const text = bytes.toString('base64url')
    return places.map((_, index) => text.slice(index * TEXT_LENGTH, (index + 1) * TEXT_LENGTH))
  }

  return {
    writeAll,
    write: (place, accountId) => writeAll([place], accountId)[0] ?? '',
    read: (text, accountId) => {
      const bytes = CURSOR.test(text) ? Buffer.from(text, 'base64url') : undefined
      if (bytes?.[0] !== VERSION) throw badCursor()
      if (!bytes.subarray(0, HEAD_BYTES).equals(head)) throw otherHistory()
      const block = bytes.subarray(HEAD_BYTES, HEAD_BYTES + BLOCK_BYTES)
      const checks = bytes.subarray(HEAD_BYTES + BLOCK_BYTES)
      const isRight = (check: Buffer, key: Buffer): boolean =>
        timingSafeEqual(check, encrypt(key, block).subarray(0, CHECK_BYTES))
      if (!isRight(checks.subarray(0, CHECK_BYTES), checkKey)) throw badCursor()
      if (!isRight(checks.subarray(CHECK_BYTES), accountKey(accountId)))
        throw new Invalid('The cursor was given to another account, whose copy would be wrong for this one', {
          reason: 'feed.other_account',
        })
      const plain = createDecipheriv('aes-256-ecb', placeKey, null).setAutoPadding(false).update(block)
      return { xid: plain.readBigUInt64BE(0), seq: plain.readBigUInt64BE(8) }
    },
  }
}

const CURSOR = new RegExp(`^[\\w-]{${TEXT_LENGTH}}$`)

/** Block by block: equal places give equal blocks, and nobody sees two blocks that belong together. */
const encrypt = (key: Buffer, blocks: Buffer): Buffer =>
  createCipheriv('aes-256-ecb', key, null).setAutoPadding(false).update(blocks)

const plainOf = (places: readonly Place[]): Buffer => {
  const plain = Buffer.allocUnsafe(places.length * BLOCK_BYTES)
  let at = 0
  for (const { xid, seq } of places) {
    plain.writeUInt32BE(Number(xid >> 32n), at)
    plain.writeUInt32BE(Number(xid & LOW_BITS), at + 4)
    plain.writeUInt32BE(Number(seq >> 32n), at + 8)
    plain.writeUInt32BE(Number(seq & LOW_BITS), at + 12)
    at += BLOCK_BYTES
  }
  return plain
}

const badCursor = (): Invalid => new Invalid('This is no cursor of the feed', { reason: 'feed.bad_cursor' })

const otherHistory = (): Gone =>
  new Gone('The cursor belongs to another history of the platform: it was restored, or another server took over', {
    reason: 'feed.other_history',
    start_again: START_AGAIN,
  })

/** The job of the retention has deleted events after the cursor. */
export const expired = (): Gone =>
  new Gone('The cursor is older than the events that the platform keeps', {
    reason: 'feed.expired',
    start_again: START_AGAIN,
  })
