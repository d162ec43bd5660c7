import { sql } from 'kysely'
import { parseJsonb, type Db } from '../../../platform/db/db.ts'
import type { Condition } from '../../fields/index.ts'
import type { AccessFacts } from '../model/artifacts.events.ts'
import { probe } from '../queries/conditions.store.ts'
import { stampFields } from './past-rows.ts'

export interface TrackerSpan {
  readonly trackerId: number
  readonly since: Date
}

/** Ids of artifacts whose last changeset is later than the time and for which the condition holds, in ascending order. */
export const listTouchedIds = async (
  db: Db,
  { trackerId, since }: TrackerSpan,
  visible: Condition,
  page: { readonly after: number; readonly limit: number },
): Promise<number[]> => {
  const [lastUpdate] = stampFields(trackerId)
  const { rows } = await sql<{ id: number }>`
    select i.artifact_id as id from artifact_index i
    where i.field_id = ${lastUpdate} and i.val > ${since.getTime() / 1_000}::float8 and i.artifact_id > ${page.after}
      and ${probe(visible, sql`i.artifact_id`, { trackerId, titleFieldId: undefined })}
    order by i.artifact_id limit ${page.limit}`.execute(db.kysely)
  return rows.map(({ id }) => id)
}

/** An artifact that was deleted, with the facts that decided who saw it. */
export interface DeletedArtifact {
  readonly id: number
  readonly access: AccessFacts
}

/** Deletions in the log after `since` and up to `until`, by artifact; without artifacts that were restored since. */
export const listDeleted = async (
  db: Db,
  { trackerId, since }: TrackerSpan,
  until: Date,
  page: { readonly after: number; readonly limit: number },
): Promise<DeletedArtifact[]> => {
  const { rows } = await sql<{ id: number; access: string }>`
    select distinct on (e.artifact_id) e.artifact_id as id, e.payload -> 'access_before' as access from event e
    where e.kind = 'artifact.deleted' and e.tracker_id = ${trackerId} and e.artifact_id > ${page.after}
      and e.at > ${since} and e.at <= ${until} and e.payload ? 'access_before'
      and not exists (select from artifact a where a.id = e.artifact_id)
    order by e.artifact_id, e.seq desc limit ${page.limit}`.execute(db.kysely)
  return rows.map(({ id, access }) => ({ id, access: parseJsonb<AccessFacts>(access) }))
}

/** Time of the oldest event, if older ones were deleted; undefined: the log has all. */
export const oldestEventTime = async (db: Db): Promise<Date | undefined> => {
  const { rows } = await sql<{ at: Date }>`
    select e.at from event_horizon, lateral (select at from event order by xid, seq limit 1) e`.execute(db.kysely)
  return rows[0]?.at
}
