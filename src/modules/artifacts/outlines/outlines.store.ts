import { runStatement, statement, type Db } from '../../../platform/db/db.ts'

/** The data of an artifact that decides who sees it and whether it is open. */
export interface OutlineRow {
  readonly id: number
  readonly trackerId: number
  readonly submittedBy: number
  readonly grantedGroupIds: readonly number[] | null
  /** Id of the value of the status field; null if it is empty or the tracker has no status. */
  readonly status: number | null
}

export interface LinkRow {
  readonly source: OutlineRow
  readonly target: OutlineRow
  readonly type: string
  readonly fieldId: number
}

/** An artifact as a JSON list, in SQL: documents stay in the database. */
const facts = (artifact: string, status: string): string =>
  `json_build_array(${artifact}.id, ${artifact}.tracker_id, ${artifact}.submitted_by, ${artifact}.granted_group_ids,
    ${artifact}.document -> (${status}.definition ->> 'fieldId') -> 0)`

type Facts = [
  id: number,
  trackerId: number,
  submittedBy: number,
  grantedGroupIds: number[] | null,
  // A list of accounts or groups as status holds other things than ids of values.
  status: unknown,
]

const toRow = ([id, trackerId, submittedBy, grantedGroupIds, status]: Facts): OutlineRow => ({
  id,
  trackerId,
  submittedBy,
  grantedGroupIds,
  status: typeof status === 'number' ? status : null,
})

const readByIds = statement<{ outline: Facts }>(
  'outlines',
  `select ${facts('a', 's')} as outline from artifact a
  left join semantic s on s.tracker_id = a.tracker_id and s.type = 'status'
  where a.id = any($1::bigint[]) order by a.rank`,
)

export const findOutlines = async (db: Db, ids: readonly number[]): Promise<OutlineRow[]> =>
  ids.length === 0 ? [] : (await runStatement(db, readByIds, [[...ids]])).map(({ outline }) => toRow(outline))

/** `among`: a condition that an index answers. A condition on an optional list of ids would read all artifacts of the trackers. */
const readOfTrackers = (name: string, among: string) =>
  statement<{ outline: Facts }>(
    name,
    `select ${facts('a', 's')} as outline from artifact a
    left join semantic s on s.tracker_id = a.tracker_id and s.type = 'status'
    where a.tracker_id = any($1::bigint[]) ${among} and not exists (
      select from artifact_link l join artifact o on o.id = l.source_id
      where l.target_id = a.id and o.tracker_id = any($2::bigint[]))
    order by a.rank`,
  )
const readAllOfTrackers = readOfTrackers('outlines-of-trackers', '')
const readSomeOfTrackers = readOfTrackers('some-outlines-of-trackers', 'and a.id = any($3::bigint[])')

const readOfTracker = (name: string, condition: string) =>
  statement<{ outline: Facts }>(
    name,
    `select ${facts('a', 's')} as outline from artifact a
    left join semantic s on s.tracker_id = a.tracker_id and s.type = 'status'
    where a.tracker_id = $1 and ${condition}
    order by a.rank`,
  )
const readWithValues = readOfTracker(
  'outlines-with-values',
  'a.id in (select i.artifact_id from artifact_index i where i.field_id = $2 and i.val = any($3::float8[]))',
)
const readWithoutValue = readOfTracker(
  'outlines-without-value',
  'not exists (select from artifact_index i where i.artifact_id = a.id and i.field_id = $2)',
)

/** Artifacts of a tracker, by rank, with one of these values in a list field. `valueIds` is empty: artifacts without a value in it. */
export const listByValue = async (
  db: Db,
  trackerId: number,
  fieldId: number,
  valueIds: readonly number[],
): Promise<OutlineRow[]> => {
  const rows =
    valueIds.length === 0
      ? await runStatement(db, readWithoutValue, [trackerId, fieldId])
      : await runStatement(db, readWithValues, [trackerId, fieldId, [...valueIds]])
  return rows.map(({ outline }) => toRow(outline))
}

const readExisting = statement<{ id: number }>(
  'existing-artifacts',
  'select id from artifact where id = any($1::bigint[])',
)

/** Those of the ids that are ids of artifacts. */
export const listExisting = async (db: Db, ids: readonly number[]): Promise<number[]> =>
  ids.length === 0 ? [] : (await runStatement(db, readExisting, [[...ids]])).map(({ id }) => id)

/** Artifacts of some trackers that no artifact of other trackers links, by rank. `ids`: only these; null: all. */
export const listOutlines = async (
  db: Db,
  trackerIds: readonly number[],
  unlinkedBy: readonly number[],
  ids: readonly number[] | null,
): Promise<OutlineRow[]> => {
  const given = [[...trackerIds], [...unlinkedBy]]
  const rows = ids
    ? await runStatement(db, readSomeOfTrackers, [...given, [...ids]])
    : await runStatement(db, readAllOfTrackers, given)
  return rows.map(({ outline }) => toRow(outline))
}

const readClosings = statement<{ id: number; closedOn: Date }>(
  'closings',
  `select a.id, coalesce(max(c.submitted_on), a.updated_on) as "closedOn"
  from artifact a
  join semantic s on s.tracker_id = a.tracker_id and s.type = 'status'
  left join changeset c on c.artifact_id = a.id
    and not s.definition -> 'openValueIds' @> coalesce(c.delta -> (s.definition ->> 'fieldId') -> 'a' -> 0, 'null')
    and (c.delta -> (s.definition ->> 'fieldId') ? 'a')
    and (not c.delta -> (s.definition ->> 'fieldId') ? 'b'
      or s.definition -> 'openValueIds' @> (c.delta -> (s.definition ->> 'fieldId') -> 'b' -> 0))
  where a.id = any($1::bigint[]) group by a.id`,
)

/** When closed artifacts were closed the last time, by id. */
export const findClosings = async (db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, Date>> =>
  new Map(
    ids.length === 0
      ? []
      : (await runStatement(db, readClosings, [[...ids]])).map(({ id, closedOn }) => [id, closedOn]),
  )

const readLinks = (end: 'source' | 'target') => {
  const far = end === 'source' ? 'target' : 'source'
  return statement<{ source: Facts; target: Facts; type: string; fieldId: number }>(
    `outlines-of-links-by-${end}`,
    `select ${facts('source', 'of_source')} as source, ${facts('target', 'of_target')} as target, l.type, l.field_id as "fieldId"
    from artifact_link l
    join artifact source on source.id = l.source_id
    join artifact target on target.id = l.target_id
    left join semantic of_source on of_source.tracker_id = source.tracker_id and of_source.type = 'status'
    left join semantic of_target on of_target.tracker_id = target.tracker_id and of_target.type = 'status'
    where l.${end}_id = any($1::bigint[])
      and ($2::text[] is null or l.type = any($2))
      and ($3::bigint[] is null or ${far}.tracker_id = any($3))
      and ($4::bigint[] is null or l.${far}_id = any($4))
    order by ${far}.rank`,
  )
}
const linksOf = { source: readLinks('source'), target: readLinks('target') }

export interface LinkFilter {
  readonly types?: readonly string[]
  /** Trackers of the artifact at the far end. */
  readonly trackerIds?: readonly number[]
  /** Artifacts at the far end. */
  readonly farIds?: readonly number[]
}

/** Links of some artifacts, by the rank of the artifact at the far end. */
export const listLinks = async (
  db: Db,
  end: 'source' | 'target',
  ids: readonly number[],
  { types, trackerIds, farIds }: LinkFilter,
): Promise<LinkRow[]> => {
  if (ids.length === 0 || farIds?.length === 0) return []
  const rows = await runStatement(db, linksOf[end], [
    [...ids],
    types ? [...types] : null,
    trackerIds ? [...trackerIds] : null,
    farIds ? [...farIds] : null,
  ])
  return rows.map(({ source, target, type, fieldId }) => ({
    source: toRow(source),
    target: toRow(target),
    type,
    fieldId,
  }))
}
