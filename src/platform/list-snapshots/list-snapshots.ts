// Lists whose pages do not move (integrators.md §11): the sorted ids of a moment, kept for some minutes.
import { createHash, randomBytes } from 'node:crypto'
import { Type } from 'typebox'
import type { Clock } from '../clock.ts'
import type { Db } from '../db/db.ts'
import { Gone, Invalid } from '../errors.ts'
import type { Page } from '../http/routes/pagination.ts'
import { SNAPSHOT_HEADER } from '../http/routes/page-links.ts'
import { readSnapshotPage, saveSnapshot, type KeptList } from './list-snapshots.store.ts'

const NEW = 'new'
const KEPT_MS = 10 * 60_000
const MAX_IDS = 100_000
const MAX_OF_OWNER = 5
/** Elements that cost hardly more than a page. */
const SHORT = 1_000
/** No list reaches so far; PostgreSQL counts the places of an array with 32 bits. */
const BEYOND = 1_000_000_000

/** The parameter `snapshot` of a list. */
export const snapshotParameter = Type.Optional(
  Type.String({
    maxLength: 100,
    description:
      'new: keep the list for pages that do not move; the header `X-Snapshot` has its id. An id: a page of that list, with the elements as they ' +
      'are now. Elements that are gone or hidden by now are left out of their page (`X-Snapshot-Missing`).',
  }),
)

/** A request for a page of a kept list. */
export interface SnapshotRequest {
  /** `new`, or the id of a snapshot. */
  readonly snapshot: string
  /** The caller: nobody else gets pages of the list. */
  readonly owner: string
  /** Limits of the credentials. */
  readonly limits: string
  /** All that decides which elements the list has, and their order. */
  readonly list: readonly unknown[]
}

export interface SnapshotPage {
  readonly id: string
  readonly ids: readonly number[]
  readonly size: number
}

/** Finds the elements of a list that the caller sees. */
export type FindIds = (page: Page) => Promise<{ readonly ids: readonly number[]; readonly size: number }>

/** A page of a kept list; `find` runs for a new one only. Throws 400 for too long a list, and 410 for a snapshot that is gone. */
export type SnapshotPages = (request: SnapshotRequest, page: Page, find: FindIds) => Promise<SnapshotPage>

export const createSnapshotPages =
  (db: Db, clock: Clock): SnapshotPages =>
  async ({ snapshot, owner, limits, list }, page, find) => {
    const hash = createHash('sha256').update(JSON.stringify([limits, ...list]))
    const kept: KeptList = { owner, list: hash.digest() }
    const now = clock.now()
    const times = { now, expiry: new Date(now.getTime() - KEPT_MS) }
    if (snapshot !== NEW) {
      const found =
        page.offset > BEYOND
          ? await readSnapshotPage(db, { ...kept, id: snapshot }, times, { offset: BEYOND, limit: 0 })
          : await readSnapshotPage(db, { ...kept, id: snapshot }, times, page)
      if (!found)
        throw new Gone('The list is no longer kept, or it is another list: ask for `snapshot=new`', {
          reason: 'snapshot.gone',
          parameter: 'snapshot',
        })
      return { ...found, id: snapshot }
    }
    // A short list is found whole, and a list that is too long is found out at the price of a page.
    const first = await find({ limit: Math.max(page.limit, SHORT), offset: 0 })
    requireKeepable(first.size)
    const { ids, size } = first.ids.length === first.size ? first : await find({ limit: MAX_IDS, offset: 0 })
    // Somebody may have made it longer.
    requireKeepable(size)
    const id = randomBytes(16).toString('base64url')
    await saveSnapshot(db, { ...kept, id, ids }, { ...times, most: MAX_OF_OWNER })
    return { id, ids: ids.slice(page.offset, page.offset + page.limit), size }
  }

const requireKeepable = (size: number): void => {
  if (size > MAX_IDS)
    throw new Invalid(`The list has ${size} elements; at most ${MAX_IDS} are kept: narrow it down`, {
      reason: 'snapshot.too_large',
      parameter: 'snapshot',
      limit: MAX_IDS,
    })
}

/** The facts about a page of a kept list beside its elements. */
export interface KeptPage {
  readonly id: string
  /** Elements of the page that are gone or hidden by now. */
  readonly missing: number
}

export const snapshotHeaders = (kept: KeptPage | undefined): Record<string, string> =>
  kept ? { [SNAPSHOT_HEADER]: kept.id, 'X-Snapshot-Missing': String(kept.missing) } : {}
