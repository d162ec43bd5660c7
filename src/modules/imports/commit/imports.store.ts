import { sql } from 'kysely'
import { parseJsonb, type Queryable, type Tx } from '../../../platform/db/db.ts'

export interface FileRow {
  readonly id: number
  readonly fieldId: number
  readonly artifactId: number
  readonly name: string
  readonly size: number
  readonly type: string
  readonly description: string
  readonly submittedBy: number
  readonly submittedOn: Date
  readonly sha256: Buffer
}

const ROWS_PER_STATEMENT = 2000

/** The first known properties of a file. */
export interface ExpectedFile {
  readonly name: string
  readonly type: string
}

/**
 * Reserves ids for files whose contents will be stored, as pending files of an account. If the import fails, they expire like other pending
 * files, together with their contents.
 */
export const reserveFiles = async (
  db: Queryable,
  files: readonly ExpectedFile[],
  submittedBy: number,
  expiresAt: Date,
): Promise<number[]> => {
  const ids: number[] = []
  for (let start = 0; start < files.length; start += ROWS_PER_STATEMENT) {
    const part = files.slice(start, start + ROWS_PER_STATEMENT)
    const { rows } = await sql<{ id: number }>`
      insert into file (name, type, size, submitted_by, expires_at, is_finished)
      select name, type, 0, ${submittedBy}, ${expiresAt}, false
      from unnest(${part.map(file => file.name)}::text[], ${part.map(file => file.type)}::text[])
        with ordinality as given(name, type, place)
      order by place
      returning id`.execute(db)
    ids.push(...rows.map(row => row.id))
  }
  return ids
}

/** Deletes files that are only reserved; returns their ids. */
export const releaseFiles = async (db: Queryable, ids: readonly number[]): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    delete from file where id = any(${[...ids]}::bigint[]) and artifact_id is null returning id`.execute(db)
  return rows.map(row => row.id)
}

/** Makes reserved files attachments. */
export const attachFiles = async (tx: Tx, files: readonly FileRow[]): Promise<void> => {
  for (let start = 0; start < files.length; start += ROWS_PER_STATEMENT)
    await tx
      .insertInto('file')
      .values(
        files.slice(start, start + ROWS_PER_STATEMENT).map(file => ({
          id: file.id,
          field_id: file.fieldId,
          artifact_id: file.artifactId,
          name: file.name,
          size: file.size,
          type: file.type,
          description: file.description,
          submitted_by: file.submittedBy,
          submitted_on: file.submittedOn,
          sha256: file.sha256,
          is_finished: true,
          expires_at: null,
        })),
      )
      .onConflict(on =>
        on.column('id').doUpdateSet(row => ({
          field_id: row.ref('excluded.field_id'),
          artifact_id: row.ref('excluded.artifact_id'),
          name: row.ref('excluded.name'),
          size: row.ref('excluded.size'),
          type: row.ref('excluded.type'),
          description: row.ref('excluded.description'),
          submitted_by: row.ref('excluded.submitted_by'),
          submitted_on: row.ref('excluded.submitted_on'),
          sha256: row.ref('excluded.sha256'),
          is_finished: row.ref('excluded.is_finished'),
          expires_at: row.ref('excluded.expires_at'),
        })),
      )
      .execute()
}

/** Inserts values of open lists, in the order of their first use; returns their ids. */
export const insertImportedOpenValues = async (
  tx: Tx,
  values: readonly { readonly fieldId: number; readonly label: string }[],
): Promise<number[]> => {
  const ids: number[] = []
  for (let start = 0; start < values.length; start += ROWS_PER_STATEMENT) {
    const part = values.slice(start, start + ROWS_PER_STATEMENT)
    // "with ordinality" makes the ids follow the order of the list, which a plain insert does not guarantee.
    const { rows } = await sql<{ id: number }>`
      insert into open_value (field_id, label)
      select field_id, label
      from unnest(${part.map(value => value.fieldId)}::bigint[], ${part.map(value => value.label)}::text[])
        with ordinality as given(field_id, label, place)
      order by place
      returning id`.execute(tx)
    ids.push(...rows.map(row => row.id))
  }
  return ids
}

/** Repositories of an import that wait for Subversion; dumps by their path in the shared folder. */
export interface DeferredRepositories {
  readonly committerId: number
  readonly repositories: readonly {
    readonly name: string
    readonly accessFile: string | null
    readonly notifications: readonly { readonly path: string; readonly emails: readonly string[] }[]
    readonly dump: { readonly path: string } | null
  }[]
}

/** Names of the waiting repositories of the project's earlier imports. */
export const listDeferredRepositoryNames = async (db: Queryable, projectId: number): Promise<string[]> => {
  const { rows } = await sql<{ content: string }>`
    select content from kept_section where project_id = ${projectId} and section = 'svn'`.execute(db)
  return rows.flatMap(row =>
    parseJsonb<DeferredRepositories>(row.content).repositories.map(repository => repository.name),
  )
}

/** Waiting repositories of existing projects. */
export const listDeferredRepositories = async (
  db: Queryable,
): Promise<{ readonly id: number; readonly projectId: number; readonly content: DeferredRepositories }[]> => {
  const { rows } = await sql<{ id: number; project_id: number; content: string }>`
    select k.id, k.project_id, k.content from kept_section k join project p on p.id = k.project_id
    where k.section = 'svn' and p.status <> 'deleted' order by k.id`.execute(db)
  return rows.map(row => ({
    id: row.id,
    projectId: row.project_id,
    content: parseJsonb<DeferredRepositories>(row.content),
  }))
}

/** Returns false if another process removed it first. */
export const removeDeferredSection = async (tx: Tx, id: number): Promise<boolean> => {
  const { numDeletedRows } = await tx.deleteFrom('kept_section').where('id', '=', id).executeTakeFirst()
  return numDeletedRows === 1n
}
