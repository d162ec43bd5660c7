import { sql } from 'kysely'
import { TRASHED_FILES } from './trashed-files.ts'
import type { Db } from '../../../platform/db/db.ts'

export interface KnownFile {
  readonly id: number
  readonly name: string
  readonly artifactId: number | null
  readonly size: number
  readonly sha256: Buffer | null
  /** `arriving`: the upload is not finished, only reserved or in pieces; `removed`: only the history names the file. */
  readonly state: 'finished' | 'arriving' | 'removed'
}

interface Row {
  id: number
  name: string
  artifact_id: number | null
  size: number
  sha256: Buffer | null
  is_finished: boolean
  removed_at: Date | null
}

const toKnown = (row: Row): KnownFile => ({
  id: row.id,
  name: row.name,
  artifactId: row.artifact_id,
  size: row.size,
  sha256: row.sha256,
  state: row.removed_at ? 'removed' : row.is_finished ? 'finished' : 'arriving',
})

/** All files with a content, those of artifacts in the trash included. */
const FILES = sql.raw(`(
    select id, name, artifact_id, size, sha256, is_finished, removed_at from file
    union all ${TRASHED_FILES}) as file`)
const COLUMNS = sql.raw('id, name, artifact_id, size, sha256, is_finished, removed_at')

export const findKnownFiles = async (db: Db, ids: readonly number[]): Promise<Map<number, KnownFile>> => {
  const { rows } = await sql<Row>`
    select ${COLUMNS} from ${FILES} where id = any(${[...ids]}::bigint[])`.execute(db.kysely)
  return new Map(rows.map(row => [row.id, toKnown(row)]))
}

/** Files that have a content, by id, after the given id. */
export const listFinishedFiles = async (db: Db, afterId: number, limit: number): Promise<KnownFile[]> => {
  const { rows } = await sql<Row>`
    select ${COLUMNS} from ${FILES}
    where id > ${afterId} and is_finished and removed_at is null order by id limit ${limit}`.execute(db.kysely)
  return rows.map(toKnown)
}

/** The newest files, the newest first. */
export const listNewestFiles = async (db: Db, limit: number): Promise<KnownFile[]> => {
  const { rows } = await sql<Row>`
    select ${COLUMNS} from ${FILES} where is_finished and removed_at is null order by id desc limit ${limit}`.execute(
    db.kysely,
  )
  return rows.map(toKnown)
}

export const countFinishedFiles = async (db: Db): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${FILES} where is_finished and removed_at is null`.execute(db.kysely)
  return rows[0]?.count ?? 0
}

/** The ids whose contents wait for erasure. */
export const findWaitingErasures = async (db: Db, ids: readonly number[]): Promise<Set<number>> => {
  const { rows } = await sql<{ file_id: number }>`
    select file_id from content_erasure where file_id = any(${[...ids]}::bigint[])`.execute(db.kysely)
  return new Set(rows.map(row => row.file_id))
}

/** Marks that the content of a file is gone; the other columns of the file stay. */
export const markRemoved = async (db: Db, id: number, at: Date): Promise<void> => {
  await sql`update file set removed_at = ${at} where id = ${id} and removed_at is null`.execute(db.kysely)
}

export const setSha256 = async (db: Db, id: number, sha256: Buffer): Promise<void> => {
  await sql`update file set sha256 = ${sha256} where id = ${id} and sha256 is null`.execute(db.kysely)
}
