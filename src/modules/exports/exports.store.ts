import { sql } from 'kysely'
import { parseJsonb, type Queryable } from '../../platform/db/db.ts'

/** Counts of a project's content that an archive cannot hold. */
export interface UnsupportedContent {
  readonly labels: number
  readonly categories: number
  readonly fieldValues: number
  readonly references: number
  readonly headers: number
  readonly privateReports: number
  readonly subscriptions: number
  readonly applications: number
  /** The archive names all administrators, but not which of them is the owner. */
  readonly administrators: number
}

/** Runs one query. */
export const countUnsupportedContent = async (
  db: Queryable,
  projectId: number,
  trackerIds: readonly number[],
): Promise<UnsupportedContent> => {
  const trackers = sql`any(${[...trackerIds]}::bigint[])`
  const { rows } = await sql<Record<keyof UnsupportedContent, number>>`
    select
      (select count(*) from project_label where project_id = p.id) as labels,
      (select count(*) from project_category where project_id = p.id) as categories,
      (select count(*) from project_field_value where project_id = p.id) as "fieldValues",
      (select count(*) from reference_pattern where project_id = p.id) as references,
      (case when p.header_background is null then 0 else 1 end)::bigint as headers,
      (select count(*) from report where tracker_id = ${trackers} and owner_id is not null) as "privateReports",
      (select count(*) from subscription where tracker_id = ${trackers}) as subscriptions,
      (select count(*) from oauth_app where project_id = p.id) as applications,
      (select count(*) from project_member where project_id = p.id and is_admin) as administrators
    from project p where p.id = ${projectId}`.execute(db)
  const [row] = rows
  if (!row) throw new Error(`There is no project ${projectId}`)
  return row
}

/** The sections that imports stored for missing components, by section, oldest first. */
export const listDeferredSections = async <Content>(
  db: Queryable,
  projectId: number,
  section: 'svn' | 'testmanagement',
): Promise<Content[]> => {
  const { rows } = await sql<{ content: string }>`
    select content from kept_section where project_id = ${projectId} and section = ${section} order by id`.execute(db)
  return rows.map(row => parseJsonb<Content>(row.content))
}

/** Types of the links from artifacts of the trackers. */
export const listLinkTypesInUse = async (db: Queryable, trackerIds: readonly number[]): Promise<string[]> => {
  const { rows } = await sql<{ type: string }>`
    select distinct l.type from artifact_link l join artifact a on a.id = l.source_id
    where a.tracker_id = any(${[...trackerIds]}::bigint[]) and l.type <> '' order by l.type`.execute(db)
  return rows.map(row => row.type)
}

export const countArtifacts = async (db: Queryable, trackerIds: readonly number[]): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from artifact where tracker_id = any(${[...trackerIds]}::bigint[])`.execute(db)
  return rows[0]?.count ?? 0
}
