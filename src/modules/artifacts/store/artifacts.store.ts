import { parseJsonb, statement, type Db } from '../../../platform/db/db.ts'
import { keyRows, sizedQuery } from '../../../platform/db/sized-statement.ts'
import type { ArtifactWithLinks, ArtifactIdPage } from '../model/artifact.ts'
import { CONNECTIONS, toConnections, type ConnectionRow } from './links-and-references.store.ts'
import { pageColumns, toPage, type PageRow } from './row-version.store.ts'

export interface ArtifactRow {
  id: number
  project_id: number
  tracker_id: number
  number: number
  changeset_id: number
  document: string
  title: string | null
  submitted_by: number
  submitted_by_email: string | null
  submitted_on: Date
  updated_by: number
  updated_by_email: string | null
  updated_on: Date
  granted_group_ids: number[] | null
  connections: ConnectionRow[] | null
}

export const ARTIFACT_COLUMNS = `a.id, a.project_id, a.tracker_id, a.number, a.changeset_id, a.document, a.title,
  a.submitted_by, a.submitted_by_email, a.submitted_on, a.updated_by, a.updated_by_email, a.updated_on,
  a.granted_group_ids`

const MAX_READ = 128
const artifactsByIds = sizedQuery<ArtifactRow>('artifacts', {
  max: MAX_READ,
  width: 1,
  text: size => `select ${ARTIFACT_COLUMNS}, ${CONNECTIONS} as connections
    from (values ${keyRows(size, ['bigint'])}) as k (id) join artifact a on a.id = k.id`,
})

const listText = (direction: 'asc' | 'desc'): string => `with page as materialized (
    select id from artifact where tracker_id = $1 order by id ${direction} limit $2 offset $3)
  select ${pageColumns('$4')},
    (select artifact_count from tracker_counter where tracker_id = $1) as size`
const listAscending = statement<PageRow>('artifacts-of-tracker', listText('asc'))
const listDescending = statement<PageRow>('artifacts-of-tracker-desc', listText('desc'))

const countOfTracker = statement<{ artifact_count: number }>(
  'artifact-count',
  'select artifact_count from tracker_counter where tracker_id = $1',
)

export const toArtifact = (row: ArtifactRow): ArtifactWithLinks => ({
  id: row.id,
  projectId: row.project_id,
  trackerId: row.tracker_id,
  number: row.number,
  changesetId: row.changeset_id,
  document: parseJsonb(row.document),
  title: row.title,
  submittedBy: row.submitted_by,
  submittedByEmail: row.submitted_by_email,
  submittedOn: row.submitted_on,
  updatedBy: row.updated_by,
  updatedByEmail: row.updated_by_email,
  updatedOn: row.updated_on,
  grantedGroupIds: row.granted_group_ids,
  ...toConnections(row.connections),
})

/** Artifacts by id; ids of artifacts that do not exist are absent. */
export type FindArtifacts = (ids: readonly number[]) => Promise<ReadonlyMap<number, ArtifactWithLinks>>

export const findArtifacts = async (db: Db, ids: readonly number[]): Promise<Map<number, ArtifactWithLinks>> => {
  const found = new Map<number, ArtifactWithLinks>()
  for (let at = 0; at < ids.length; at += MAX_READ) {
    const keys = ids.slice(at, at + MAX_READ).map(id => [id])
    for (const row of await artifactsByIds(db, keys)) found.set(row.id, toArtifact(row))
  }
  return found
}

/** All artifacts by id, including hidden ones. */
export const listArtifactsOfTracker = async (
  db: Db,
  trackerId: number,
  page: { limit: number; offset: number; order: 'asc' | 'desc'; withRowVersions: boolean },
): Promise<ArtifactIdPage> => {
  const list = page.order === 'asc' ? listAscending : listDescending
  const [row] = await db.query(list, [trackerId, page.limit, page.offset, page.withRowVersions])
  if (!row) throw new Error('a list has one row')
  return toPage(row)
}

export const countArtifactsOfTracker = async (db: Db, trackerId: number): Promise<number> =>
  (await db.query(countOfTracker, [trackerId]))[0]?.artifact_count ?? 0
