// The browser's own database of an account: unsent texts, unfinished uploads, and the lists from which somebody opened artifacts.
import type { DBSchema, IDBPDatabase } from 'idb'

export interface Draft {
  readonly key: string
  readonly value: unknown
  /** Milliseconds since 1970. */
  readonly at: number
  /** The tab that wrote it. */
  readonly tab: string
}

/** A list that somebody opened artifacts from: Previous and Next follow it. */
export interface ListView {
  readonly key: string
  /** Ids of artifacts that follow each other in the list, as far as they are loaded. */
  readonly ids: readonly number[]
  /** Index of the first id in the whole list, from 0. */
  readonly first: number
  readonly total: number
  /** Address of the list. */
  readonly href: string
  readonly trackerId?: number
  readonly tql?: string
  /** JSON criteria of a report that TQL cannot say. */
  readonly criteria?: string
  /** As `order_by`. */
  readonly sort?: string
  readonly at: number
}

/** The folder `uploads` knows the other members. */
export interface StoredUpload {
  readonly id: string
  readonly [member: string]: unknown
}

export interface DraftsSchema extends DBSchema {
  readonly drafts: { readonly key: string; readonly value: Draft }
  readonly uploads: { readonly key: string; readonly value: StoredUpload }
  readonly views: { readonly key: string; readonly value: ListView }
}

const nameOf = (accountId: number): string => `crocus-${accountId}`

const opened = new Map<number, Promise<IDBPDatabase<DraftsSchema>>>()

const openDatabase = (accountId: number): Promise<IDBPDatabase<DraftsSchema>> => {
  const known = opened.get(accountId)
  if (known) return known
  const database = createDatabase(accountId)
  opened.set(accountId, database)
  database.catch(() => opened.delete(accountId))
  return database
}

const createDatabase = async (accountId: number): Promise<IDBPDatabase<DraftsSchema>> => {
  // No page waits for its first frame until this is loaded.
  const { openDB } = await import('idb')
  return openDB<DraftsSchema>(nameOf(accountId), 1, {
    upgrade: created => {
      created.createObjectStore('drafts', { keyPath: 'key' })
      created.createObjectStore('uploads', { keyPath: 'id' })
      created.createObjectStore('views', { keyPath: 'key' })
    },
    // Another tab signs out and deletes the database, or has a newer page.
    blocking: () => closeDatabase(accountId),
    terminated: () => void opened.delete(accountId),
  })
}

const closeDatabase = (accountId: number): void => {
  void opened.get(accountId)?.then(database => database.close())
  opened.delete(accountId)
}

/**
 * Runs something with the database of the account. Without an account there is none, and a browser may refuse to store anything: the result
 * is then `otherwise`, and the page works without drafts.
 */
export const withDatabase = async <Result>(
  accountId: number | undefined,
  run: (database: IDBPDatabase<DraftsSchema>) => Promise<Result>,
  otherwise: Result,
): Promise<Result> => {
  if (accountId === undefined) return otherwise
  try {
    return await run(await openDatabase(accountId))
  } catch {
    return otherwise
  }
}

/** Deletes everything that the account left in this browser. */
export const forgetDrafts = async (accountId: number): Promise<void> => {
  closeDatabase(accountId)
  const { deleteDB } = await import('idb')
  await deleteDB(nameOf(accountId))
}
