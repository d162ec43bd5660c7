import { sql } from 'kysely'
import { invalidateMany, type Db, type Queryable, type Tx } from '../../../platform/db/db.ts'

/** A revision that an artifact names, or that names an artifact. */
export interface RevisionReference {
  readonly artifactId: number
  readonly isOutgoing: boolean
  readonly keyword: string
  readonly projectId: number
  readonly repositoryName: string
  readonly revision: number
}

interface ReferenceRow {
  readonly artifact_id: number
  readonly is_outgoing: boolean
  readonly keyword: string
  readonly project_id: number
  readonly name: string
  readonly revision: number
}

/** References in both directions, with existing repositories and revisions only. */
export const findRevisionReferences = async (db: Db, artifactIds: readonly number[]): Promise<RevisionReference[]> => {
  const { rows } = await sql<ReferenceRow>`
    select m.artifact_id, false as is_outgoing, m.keyword, r.project_id, r.name, m.revision
    from svn_revision_reference m join svn_repository r on r.id = m.repository_id and r.deleted_at is null
    where m.artifact_id = any(${[...artifactIds]}::bigint[])
    union all
    select m.artifact_id, true, m.keyword, r.project_id, r.name, m.revision
    from svn_artifact_reference m
    join svn_repository r on r.project_id = m.project_id and lower(r.name) = lower(m.repository_name) and r.deleted_at is null
    join svn_revision v on v.repository_id = r.id and v.revision = m.revision
    where m.artifact_id = any(${[...artifactIds]}::bigint[])
    order by 4, 5, 6, 2 desc, 3`.execute(db.kysely)
  return rows.map(row => ({
    artifactId: row.artifact_id,
    isOutgoing: row.is_outgoing,
    keyword: row.keyword,
    projectId: row.project_id,
    repositoryName: row.name,
    revision: row.revision,
  }))
}

/** Ids of artifacts that name a revision, or that a revision names. */
export const listReferencingArtifacts = async (db: Db): Promise<number[]> => {
  const { rows } = await sql<{ artifact_id: number }>`
    select artifact_id from svn_revision_reference union select artifact_id from svn_artifact_reference`.execute(
    db.kysely,
  )
  return rows.map(row => row.artifact_id)
}

/** Topic of the references between artifacts and revisions, keyed by artifact. */
export const REFERENCES_CHANGED = 'svn_reference'

/** Invalidates, on every process, the artifacts with references to the repository, or to one of its revisions. */
export const invalidateReferences = async (tx: Tx, repositoryId: number, revision?: number): Promise<void> => {
  const isIt = (column: string) => (revision === undefined ? sql`true` : sql`${sql.ref(column)} = ${revision}`)
  const { rows } = await sql<{ artifact_id: number }>`
    select artifact_id from svn_revision_reference m where m.repository_id = ${repositoryId} and ${isIt('m.revision')}
    union
    select m.artifact_id from svn_repository r
    join svn_artifact_reference m on m.project_id = r.project_id and lower(m.repository_name) = lower(r.name)
    where r.id = ${repositoryId} and ${isIt('m.revision')}`.execute(tx)
  await invalidateMany(
    tx,
    REFERENCES_CHANGED,
    rows.map(row => row.artifact_id),
  )
}

export type ArtifactReference = Omit<RevisionReference, 'isOutgoing'>

/** Ignores artifacts that do not exist. */
export const insertArtifactReferences = async (tx: Tx, references: readonly ArtifactReference[]): Promise<void> => {
  if (references.length === 0) return
  await sql`
    insert into svn_artifact_reference (artifact_id, project_id, repository_name, revision, keyword)
    select distinct a.id, p, n, r, k
    from unnest(${references.map(each => each.artifactId)}::bigint[], ${references.map(each => each.projectId)}::bigint[],
      ${references.map(each => each.repositoryName)}::text[], ${references.map(each => each.revision)}::bigint[],
      ${references.map(each => each.keyword)}::text[]) as u (t, p, n, r, k)
    join artifact a on a.id = t
    on conflict do nothing`.execute(tx)
  const artifactIds = new Set(references.map(reference => reference.artifactId))
  await invalidateMany(tx, REFERENCES_CHANGED, [...artifactIds])
}

/** The texts of an edit of an artifact: the changed values, and the comment if everybody may read it. */
export interface EditTexts {
  readonly artifactId: number
  readonly comment: string
  /** JSON: before and after, by field. */
  readonly delta: string
}

export const listEditTexts = async (db: Queryable, changesetIds: readonly number[]): Promise<EditTexts[]> => {
  const rows = await db
    .selectFrom('changeset')
    .select(['artifact_id', 'comment_body', 'comment_group_ids', 'delta'])
    .where('id', 'in', [...changesetIds])
    .execute()
  return rows.map(row => ({
    artifactId: row.artifact_id,
    comment: row.comment_group_ids === null ? row.comment_body : '',
    delta: row.delta,
  }))
}
