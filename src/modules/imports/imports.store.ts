import { sql } from 'kysely'
import { parseJsonb, type Queryable, type Tx } from '../../platform/db/db.ts'

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

/** The next numbers of files: their contents are put in place under them. */
export const allocateFileIds = async (tx: Tx, count: number): Promise<number[]> => {
  if (count === 0) return []
  const { rows } = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence('file', 'id')) id from generate_series(1, ${count}::int)`.execute(tx)
  return rows.map(row => row.id)
}

const ROWS_A_STATEMENT = 2000

export const insertFiles = async (tx: Tx, files: readonly FileRow[]): Promise<void> => {
  for (let start = 0; start < files.length; start += ROWS_A_STATEMENT)
    await tx
      .insertInto('file')
      .values(
        files.slice(start, start + ROWS_A_STATEMENT).map(file => ({
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
        })),
      )
      .execute()
}

/** Values typed into open lists, in the order in which they were first used; answers their ids. */
export const insertImportedOpenValues = async (
  tx: Tx,
  values: readonly { readonly fieldId: number; readonly label: string }[],
): Promise<number[]> => {
  const ids: number[] = []
  for (let start = 0; start < values.length; start += ROWS_A_STATEMENT) {
    const part = values.slice(start, start + ROWS_A_STATEMENT)
    // "with ordinality" keeps ids in the order of the list, which a plain insert does not promise.
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

export interface KeptRepositories {
  readonly repositories: readonly { readonly name: string }[]
}

/** Names of the repositories that earlier imports brought into the project. */
export const readKeptRepositoryNames = async (db: Queryable, projectId: number): Promise<string[]> => {
  const { rows } = await sql<{ content: string }>`
    select content from kept_section where project_id = ${projectId} and section = 'svn'`.execute(db)
  return rows.flatMap(row => parseJsonb<KeptRepositories>(row.content).repositories.map(repository => repository.name))
}
