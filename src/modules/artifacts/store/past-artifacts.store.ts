import { statement, type Db } from '../../../platform/db/db.ts'
import type { ArtifactWithLinks, Delta } from '../model/artifact.ts'
import { ARTIFACT_COLUMNS, toArtifact, type ArtifactRow } from './artifacts.store.ts'

/** Author and time of a changeset. */
export interface VersionStamp {
  readonly id: number
  readonly submittedBy: number
  readonly submittedByEmail: string | null
  readonly submittedOn: Date
}

/** A changeset after the version of a time. */
export interface LaterChangeset extends VersionStamp {
  readonly delta: Delta
  /** The tracker that it moved the artifact from; null if it is no move. */
  readonly movedFromTrackerId: number | null
}

/** An artifact of now without its links, with the way back to a time. */
export interface ArtifactWithPast {
  readonly artifact: ArtifactWithLinks
  /** The version of the time; undefined: the artifact was not there. */
  readonly version: VersionStamp | undefined
  /** The changesets after that version, oldest first. */
  readonly later: readonly LaterChangeset[]
}

type LaterRow = readonly [
  id: number,
  submittedBy: number,
  submittedByEmail: string | null,
  submittedOn: string,
  delta: Delta,
  movedFromTrackerId: number | null,
]

interface Row extends Omit<ArtifactRow, 'connections'> {
  version_id: number | null
  version_by: number
  version_by_email: string | null
  version_on: Date
  later: string | null
}

/**
 * The version of the time `bound.until`: the changeset with the greatest id up to it. Imported changesets have greater ids than older ones,
 * and may have earlier dates.
 */
export const versionAt = (artifactId: string): string => `(
  select v.id, v.submitted_by, v.submitted_by_email, v.submitted_on from changeset v
  where v.artifact_id = ${artifactId} and v.submitted_on <= bound.until order by v.id desc limit 1)`

const pastStatement = statement<Row>(
  'artifacts-with-past',
  `select ${ARTIFACT_COLUMNS}, v.id as version_id, v.submitted_by as version_by, v.submitted_by_email as version_by_email,
    v.submitted_on as version_on,
    (select json_agg(json_build_array(c.id, c.submitted_by, c.submitted_by_email, c.submitted_on, c.delta, c.moved_from_tracker_id))
      from changeset c where c.artifact_id = a.id and c.id > coalesce(v.id, 0))::text as later
  from (select $2::timestamptz as until) bound cross join unnest($1::bigint[]) as k (id) join artifact a on a.id = k.id
    left join lateral ${versionAt('a.id')} v on true`,
)

/** From one snapshot, by id; without artifacts that do not exist now. */
export const findArtifactsWithPast = async (
  db: Db,
  ids: readonly number[],
  until: Date,
): Promise<Map<number, ArtifactWithPast>> => {
  const rows = ids.length === 0 ? [] : await db.query(pastStatement, [ids, until])
  return new Map(rows.map(row => [row.id, toPast(row)]))
}

const toPast = (row: Row): ArtifactWithPast => ({
  artifact: toArtifact({ ...row, connections: null }),
  version:
    row.version_id === null
      ? undefined
      : {
          id: row.version_id,
          submittedBy: row.version_by,
          submittedByEmail: row.version_by_email,
          submittedOn: row.version_on,
        },
  later: (row.later === null ? [] : (JSON.parse(row.later) as LaterRow[]))
    .map(([id, submittedBy, submittedByEmail, submittedOn, delta, movedFromTrackerId]) => ({
      id,
      submittedBy,
      submittedByEmail,
      submittedOn: new Date(submittedOn),
      delta,
      movedFromTrackerId,
    }))
    .sort((left, right) => left.id - right.id),
})
