import { sql } from 'kysely'
import { parseJsonb, statement, type Db, type Queryable, type Tx } from '../../../platform/db/db.ts'
import { isNamedBy } from '../../artifacts/index.ts'

/** One changed path in the form of `svnlook changed`: `A`, `U`, `D`, `_U`, `UU` and the path, with a slash after directories. */
export interface RevisionChange {
  readonly how: string
  readonly path: string
}

/** A mention of an artifact in a message. */
export interface ArtifactMention {
  readonly keyword: string
  readonly artifactId: number
}

/** A commit as it is stored. */
export interface Revision {
  readonly revision: number
  readonly author: string | null
  readonly authorId: number | null
  readonly committedAt: Date | null
  readonly message: string
  readonly changes: readonly RevisionChange[]
  readonly changeCount: number
}

/** The last processed revision of a repository, whose row is locked until the transaction ends; undefined if the repository is gone. */
export const lockLastRevision = async (tx: Tx, repositoryId: number): Promise<number | undefined> => {
  const row = await tx
    .selectFrom('svn_repository')
    .select('last_revision')
    .where('id', '=', repositoryId)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  return row?.last_revision
}

/** Stores the revision and its mentions, and marks it as processed. Returns the existing artifacts among the mentions. */
export const insertRevision = async (
  tx: Tx,
  repositoryId: number,
  revision: Revision,
  mentions: readonly ArtifactMention[],
): Promise<number[]> => {
  await tx
    .insertInto('svn_revision')
    .values({
      repository_id: repositoryId,
      revision: revision.revision,
      author: revision.author,
      author_id: revision.authorId,
      committed_at: revision.committedAt,
      message: revision.message,
      changes: JSON.stringify(revision.changes.map(({ how, path }) => [how, path])),
      change_count: revision.changeCount,
    })
    .execute()
  await tx
    .updateTable('svn_repository')
    .set({ last_revision: revision.revision, last_commit_at: revision.committedAt })
    .where('id', '=', repositoryId)
    .execute()
  return insertMentions(tx, repositoryId, revision.revision, mentions)
}

const insertMentions = async (
  tx: Tx,
  repositoryId: number,
  revision: number,
  mentions: readonly ArtifactMention[],
): Promise<number[]> => {
  if (mentions.length === 0) return []
  const { rows } = await sql<{ artifact_id: number }>`
    insert into svn_revision_reference (repository_id, revision, artifact_id, keyword)
    select distinct ${repositoryId}::bigint, ${revision}::bigint, a.id, k
    from unnest(${mentions.map(mention => mention.artifactId)}::bigint[], ${mentions.map(mention => mention.keyword)}::text[])
      as u (t, k) join artifact a on a.id = t join svn_repository r on r.id = ${repositoryId}
    where ${sql.raw(isNamedBy('k', 'a', 'r.project_id'))}
    on conflict do nothing
    returning artifact_id`.execute(tx)
  return [...new Set(rows.map(row => row.artifact_id))]
}

/** Returns false if the revision is not processed yet: its processing will read the new message. */
export const updateMessage = async (
  tx: Tx,
  repositoryId: number,
  revision: number,
  message: string,
  mentions: readonly ArtifactMention[],
): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('svn_revision')
    .set({ message })
    .where('repository_id', '=', repositoryId)
    .where('revision', '=', revision)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  await tx
    .deleteFrom('svn_revision_reference')
    .where('repository_id', '=', repositoryId)
    .where('revision', '=', revision)
    .execute()
  await insertMentions(tx, repositoryId, revision, mentions)
  return true
}

/** Repositories that clients can reach, for jobs that visit all of them. */
export const listLiveRepositories = async (
  db: Queryable,
): Promise<
  { readonly id: number; readonly projectId: number; readonly name: string; readonly lastRevision: number }[]
> => {
  const rows = await db
    .selectFrom('svn_repository')
    .select(['id', 'project_id', 'name', 'last_revision'])
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()
  return rows.map(row => ({ id: row.id, projectId: row.project_id, name: row.name, lastRevision: row.last_revision }))
}

interface RevisionRow {
  readonly revision: number
  readonly author: string | null
  readonly author_id: number | null
  readonly committed_at: Date | null
  readonly message: string
  readonly changes: string
  readonly change_count: number
  readonly mentions: string | null
}

/**
 * Revisions that touch a path ($2, without slashes around it; '' is every path): it, something below it, or a directory above it that came
 * or went. Large revisions hold only their first paths, so they count.
 */
const TOUCHES = `($2 = '' or r.change_count > jsonb_array_length(r.changes) or exists (
    select from jsonb_array_elements(r.changes) as change, rtrim(change ->> 1, '/') as touched
    where touched = $2 or starts_with(touched, $2 || '/')
      or (change ->> 0 ~ '[ADR]' and starts_with($2, touched || '/'))))`
const page = statement<RevisionRow>(
  'svn-revisions',
  `select r.revision, r.author, r.author_id, r.committed_at, r.message, r.changes, r.change_count,
    (select jsonb_agg(jsonb_build_array(keyword, artifact_id) order by artifact_id, keyword) from svn_revision_reference m
      where m.repository_id = r.repository_id and m.revision = r.revision) as mentions
  from svn_revision r where r.repository_id = $1 and ${TOUCHES} order by r.revision desc limit $3 offset $4`,
)
const countOf = statement<{ size: number }>(
  'svn-revision-count',
  `select count(*) as size from svn_revision r where r.repository_id = $1 and ${TOUCHES}`,
)

/** The newest first. */
export const listRevisionRows = async (
  db: Db,
  repositoryId: number,
  { limit, offset, path }: { readonly limit: number; readonly offset: number; readonly path: string },
): Promise<{
  readonly revisions: (Revision & { readonly mentions: readonly ArtifactMention[] })[]
  readonly size: number
}> => {
  const rows = await db.query(page, [repositoryId, path, limit, offset])
  const [count] = await db.query(countOf, [repositoryId, path])
  return {
    revisions: rows.map(row => ({
      revision: row.revision,
      author: row.author,
      authorId: row.author_id,
      committedAt: row.committed_at,
      message: row.message,
      changes: parseJsonb<[string, string][]>(row.changes).map(([how, path]) => ({ how, path })),
      changeCount: row.change_count,
      mentions:
        row.mentions === null
          ? []
          : parseJsonb<[string, number][]>(row.mentions).map(([keyword, artifactId]) => ({ keyword, artifactId })),
    })),
    size: count?.size ?? 0,
  }
}
