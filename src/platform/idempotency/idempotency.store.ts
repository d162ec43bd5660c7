import { sql } from 'kysely'
import { parseJsonb, runWrite, statement, type Db, type Tx } from '../db/db.ts'
import type { IdempotentCall } from './idempotency-key.ts'

/** The answer of a call, or what it is made of. */
export interface StoredResponse {
  readonly status: number
  readonly artifactId: number | null
  readonly changesetId: number | null
  readonly modifiedAt: Date | null
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
  /** The body was too long to be kept. */
  readonly isTruncated: boolean
  /** The write is committed, but its answer is not stored yet. */
  readonly isPending: boolean
}

export interface IdempotencyRecord extends StoredResponse {
  readonly fingerprint: string
  readonly at: Date
}

export const EMPTY_ANSWER: StoredResponse = {
  status: 200,
  artifactId: null,
  changesetId: null,
  modifiedAt: null,
  headers: {},
  body: null,
  isTruncated: false,
  isPending: false,
}

const claimStatement = statement<{ changes: number }>(
  'claim-idempotency-key',
  `with locked as materialized (select pg_try_advisory_xact_lock($1::bigint) as is_locked)
  insert into idempotency_record
    (account_id, key_hash, fingerprint, status, artifact_id, changeset_id, modified_at, headers, body, is_truncated, is_pending, at)
  select $2::bigint, decode($3, 'hex'), decode($4, 'hex'), $5::int, $6::bigint, $7::bigint, $8::timestamptz, $9::jsonb, $10::text,
    $11::boolean, $12::boolean, $13::timestamptz
  from locked where is_locked
  on conflict do nothing returning 1 as changes`,
)

/** Stores the answer if no other call has the key; false: another one has it, or runs with it. */
export const claimKey = async (
  on: Db | Tx,
  call: IdempotentCall,
  answer: StoredResponse,
  at: Date,
): Promise<boolean> => {
  const values = [
    call.lock,
    call.accountId,
    call.keyHash,
    call.fingerprint,
    answer.status,
    answer.artifactId,
    answer.changesetId,
    answer.modifiedAt,
    JSON.stringify(answer.headers),
    answer.body,
    answer.isTruncated,
    answer.isPending,
    at,
  ]
  const rows = await runWrite(on, claimStatement, values)
  return rows.length > 0
}

const findStatement = statement<{
  fingerprint: string
  status: number
  artifact_id: number | null
  changeset_id: number | null
  modified_at: Date | null
  headers: string | null
  body: string | null
  is_truncated: boolean
  is_pending: boolean
  at: Date
}>(
  'idempotency-record',
  `select encode(fingerprint, 'hex') as fingerprint, status, artifact_id, changeset_id, modified_at, headers, body, is_truncated,
    is_pending, at
  from idempotency_record where account_id = $1 and key_hash = decode($2, 'hex')`,
)

export const findIdempotencyRecord = async (db: Db, call: IdempotentCall): Promise<IdempotencyRecord | undefined> => {
  const [row] = await db.query(findStatement, [call.accountId, call.keyHash])
  return (
    row && {
      fingerprint: row.fingerprint,
      status: row.status,
      artifactId: row.artifact_id,
      changesetId: row.changeset_id,
      modifiedAt: row.modified_at,
      headers: row.headers === null ? {} : parseJsonb<Record<string, string>>(row.headers),
      body: row.body,
      isTruncated: row.is_truncated,
      isPending: row.is_pending,
      at: row.at,
    }
  )
}

/** Replaces the version in the answer of a call that has its key. The body keeps the id of the changeset that the call itself wrote. */
export const storeVersion = async (
  db: Db,
  call: IdempotentCall,
  { changesetId, modifiedAt }: { readonly changesetId: number; readonly modifiedAt: Date },
): Promise<void> => {
  await sql`
    update idempotency_record set changeset_id = ${changesetId}, modified_at = ${modifiedAt}, body = coalesce(body, changeset_id::text)
    where account_id = ${call.accountId} and key_hash = decode(${call.keyHash}, 'hex')`.execute(db.kysely)
}

/** Replaces the answer of a call that has its key. */
export const storeAnswer = async (db: Db, call: IdempotentCall, answer: StoredResponse): Promise<void> => {
  await sql`
    update idempotency_record set status = ${answer.status}, headers = ${JSON.stringify(answer.headers)}::jsonb, body = ${answer.body},
      is_truncated = ${answer.isTruncated}, is_pending = ${answer.isPending}
    where account_id = ${call.accountId} and key_hash = decode(${call.keyHash}, 'hex')`.execute(db.kysely)
}

export const deleteIdempotencyRecord = async (db: Db, call: IdempotentCall): Promise<void> => {
  await sql`
    delete from idempotency_record where account_id = ${call.accountId} and key_hash = decode(${call.keyHash}, 'hex')`.execute(
    db.kysely,
  )
}

/** Deletes up to `limit` records that are older, and returns how many it found. */
export const deleteExpiredRecords = async (db: Db, before: Date, limit: number): Promise<number> => {
  const { numAffectedRows } = await sql`
    delete from idempotency_record where (account_id, key_hash) in (
      select account_id, key_hash from idempotency_record where at < ${before} order by at limit ${limit} for update skip locked
    )`.execute(db.kysely)
  return Number(numAffectedRows ?? 0)
}
