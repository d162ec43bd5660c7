import { sql } from 'kysely'
import { statement, type Db, type Queryable, type Tx } from '../../../platform/db/db.ts'
import type { ExtraRows, LoadedRows } from '../model/tracker-tables.ts'

interface KindRow {
  kind: string
  row: string
}

const byKind = <Kinds extends string>(kinds: readonly Kinds[], rows: readonly KindRow[]): Record<Kinds, unknown[]> => {
  const sorted = Object.fromEntries(kinds.map(kind => [kind, [] as unknown[]])) as Record<Kinds, unknown[]>
  for (const { kind, row } of rows) sorted[kind as Kinds].push(JSON.parse(row))
  return sorted
}

const loadedKinds = [
  'tracker',
  'form_element',
  'bind_value',
  'group_bind_value',
  'open_value',
  'none_decorator',
  'field_permission',
  'tracker_permission',
  'semantic',
  'date_rule',
  'list_rule',
  'workflow',
  'workflow_transition',
  'workflow_action',
  'workflow_trigger',
] as const

/** All rows of the configuration of some trackers, in one round trip. Rows with an order are sorted. */
export const loadTrackerRows = async (db: Queryable, ids: readonly number[]): Promise<LoadedRows> => {
  const { rows } = await sql<KindRow>`
    with wanted as (select unnest(${ids}::bigint[]) as id),
      element as (select e.* from form_element e where e.tracker_id in (select id from wanted))
    (select 'tracker' as kind, to_jsonb(t) as row from tracker t where t.id in (select id from wanted) order by t.id)
    union all (select 'form_element', to_jsonb(e) from element e order by e.rank, e.id)
    union all (select 'bind_value', to_jsonb(v) from bind_value v where v.field_id in (select id from element)
      order by v.rank, v.id)
    union all (select 'group_bind_value', to_jsonb(v) from group_bind_value v where v.field_id in (select id from element)
      order by v.rank, v.id)
    union all (select 'open_value', to_jsonb(v) from open_value v where v.field_id in (select id from element) order by v.id)
    union all (select 'none_decorator', to_jsonb(d) from none_decorator d where d.field_id in (select id from element))
    union all (select 'field_permission', to_jsonb(p) from field_permission p where p.field_id in (select id from element)
      order by p.user_group_id)
    union all (select 'tracker_permission', to_jsonb(p) from tracker_permission p
      where p.tracker_id in (select id from wanted) order by p.user_group_id)
    union all (select 'semantic', to_jsonb(s) from semantic s where s.tracker_id in (select id from wanted))
    union all (select 'date_rule', to_jsonb(r) from date_rule r where r.tracker_id in (select id from wanted) order by r.id)
    union all (select 'list_rule', to_jsonb(r) from list_rule r where r.tracker_id in (select id from wanted) order by r.id)
    union all (select 'workflow', to_jsonb(w) from workflow w where w.tracker_id in (select id from wanted))
    union all (select 'workflow_transition', to_jsonb(x) from workflow_transition x
      where x.tracker_id in (select id from wanted) order by x.id)
    union all (select 'workflow_action', to_jsonb(a) from workflow_action a join workflow_transition x
      on x.id = a.transition_id where x.tracker_id in (select id from wanted) order by a.id)
    union all (select 'workflow_trigger', to_jsonb(g) || jsonb_build_object('sources', (select jsonb_agg(to_jsonb(s)
        order by s.field_id, s.value_id) from workflow_trigger_source s where s.trigger_id = g.id))
      from workflow_trigger g
      where g.target_tracker_id in (select id from wanted)
        or g.id in (select trigger_id from workflow_trigger_source where tracker_id in (select id from wanted))
      order by g.id)`.execute(db)
  return byKind(loadedKinds, rows) as unknown as LoadedRows
}

const extraKinds = ['report', 'report_renderer', 'canned_response', 'tracker_webhook'] as const

/** Public reports, canned responses and webhooks of some trackers, in one round trip. */
export const listExtras = async (db: Queryable, trackerIds: readonly number[]): Promise<ExtraRows> => {
  const { rows } = await sql<KindRow>`
    with public_report as (select r.* from report r where r.tracker_id = any(${trackerIds}::bigint[]) and r.owner_id is null)
    (select 'report' as kind, to_jsonb(r) as row from public_report r order by r.id)
    union all (select 'report_renderer', to_jsonb(d) from report_renderer d
      where d.report_id in (select id from public_report) order by d.rank, d.id)
    union all (select 'canned_response', to_jsonb(c) from canned_response c
      where c.tracker_id = any(${trackerIds}::bigint[]) order by c.id)
    union all (select 'tracker_webhook', to_jsonb(w) from tracker_webhook w
      where w.tracker_id = any(${trackerIds}::bigint[]) order by w.id)`.execute(db)
  return byKind(extraKinds, rows) as unknown as ExtraRows
}

/** Trackers of some projects that are not deleted, by id. */
export const listTrackerIds = async (db: Queryable, projectIds: readonly number[]): Promise<Map<number, number[]>> => {
  const { rows } = await sql<{ id: number; project_id: number }>`
    select id, project_id from tracker
    where project_id = any(${projectIds}::bigint[]) and deleted_at is null
    order by id`.execute(db)
  const ids = new Map(projectIds.map(projectId => [projectId, [] as number[]]))
  for (const row of rows) ids.get(row.project_id)?.push(row.id)
  return ids
}

const trackerOfElement = statement<{ tracker_id: number }>(
  'tracker-of-form-element',
  'select tracker_id from form_element where id = $1',
)

/** The tracker of a field or another form element, deleted or not. */
export const findTrackerIdOfElement = async (db: Db, elementId: number): Promise<number | undefined> =>
  (await db.query(trackerOfElement, [elementId]))[0]?.tracker_id

/** Makes transactions that create trackers in the same projects wait for each other. */
export const lockProjects = async (tx: Tx, projectIds: readonly number[]): Promise<void> => {
  await sql`
    select id from project where id = any(${projectIds}::bigint[]) order by id for no key update`.execute(tx)
}

/** Names in use in some projects, which new trackers cannot have. */
export const listTrackerNames = async (
  db: Queryable,
  projectIds: readonly number[],
): Promise<{ projectId: number; name: string; itemName: string }[]> => {
  const { rows } = await sql<{ project_id: number; name: string; item_name: string }>`
    select project_id, name, item_name from tracker
    where project_id = any(${projectIds}::bigint[]) and deleted_at is null`.execute(db)
  return rows.map(row => ({ projectId: row.project_id, name: row.name, itemName: row.item_name }))
}

/** Projects in which an existing tracker grants its administration to one of the groups. */
export const listProjectsAdministeredBy = async (
  db: Queryable,
  by: { memberships: readonly { projectId: number; groupIds: readonly number[] }[]; groupIds: readonly number[] },
): Promise<number[]> => {
  const inProject = by.memberships.flatMap(({ projectId, groupIds }) =>
    groupIds.map(groupId => ({ projectId, groupId })),
  )
  const { rows } = await sql<{ project_id: number }>`
    select distinct t.project_id
    from tracker_permission p join tracker t on t.id = p.tracker_id
    where p.permission = 'admin' and t.deleted_at is null and (
      p.user_group_id = any(${by.groupIds}::bigint[])
      or (t.project_id, p.user_group_id) in (
        select * from unnest(${inProject.map(pair => pair.projectId)}::bigint[], ${inProject.map(pair => pair.groupId)}::bigint[])))
    order by t.project_id`.execute(db)
  return rows.map(row => row.project_id)
}

export const listProjectsWithTrackers = async (
  db: Queryable,
  projectIds: readonly number[] | null,
): Promise<number[]> => {
  const { rows } = await sql<{ project_id: number }>`
    select distinct project_id from tracker
    where deleted_at is null and (${projectIds}::bigint[] is null or project_id = any(${projectIds}::bigint[]))
    order by project_id`.execute(db)
  return rows.map(row => row.project_id)
}

/** All trackers of the platform that are not deleted, by id. */
export const readLiveTrackerIds = async (db: Queryable): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`select id from tracker where deleted_at is null order by id`.execute(db)
  return rows.map(row => row.id)
}

/** Ids of all trackers of the platform that are not deleted, by their item name in lower case. */
export const loadKeywords = async (db: Queryable): Promise<Map<string, readonly number[]>> => {
  const { rows } = await sql<{ keyword: string; ids: number[] }>`
    select lower(item_name) as keyword, array_agg(id order by id) as ids from tracker where deleted_at is null
    group by lower(item_name)`.execute(db)
  return new Map(rows.map(({ keyword, ids }) => [keyword, ids]))
}

/** Distinct values of one field or pseudo-field in all artifacts: one index probe for each value. */
export const listDistinctValues = async (db: Queryable, fieldId: number): Promise<number[]> => {
  const { rows } = await sql<{ val: number }>`
    with recursive distinct_value as (
      (select val from artifact_index where field_id = ${fieldId} order by val limit 1)
      union all
      select (select val from artifact_index where field_id = ${fieldId} and val > distinct_value.val order by val limit 1)
      from distinct_value where distinct_value.val is not null
    )
    select val from distinct_value where val is not null`.execute(db)
  return rows.map(row => row.val)
}

// --- writing ---

export const writeParents = async (
  tx: Tx,
  parents: readonly { readonly trackerId: number; readonly parentId: number | null }[],
): Promise<void> => {
  await sql`
    update tracker set parent_id = wanted.parent_id
    from unnest(${parents.map(pair => pair.trackerId)}::bigint[], ${parents.map(pair => pair.parentId)}::bigint[])
      as wanted(tracker_id, parent_id)
    where tracker.id = wanted.tracker_id`.execute(tx)
}

export const markTrackerDeleted = async (tx: Tx, id: number, at: Date): Promise<boolean> => {
  const { numAffectedRows } = await sql`
    with versions as (delete from tracker_definition_version where tracker_id = ${id})
    update tracker set deleted_at = ${at}, version = version + 1 where id = ${id} and deleted_at is null`.execute(tx)
  return numAffectedRows === 1n
}

/** Makes writes of artifacts that were planned from the previous definition plan again. */
export const incrementTrackerVersion = async (tx: Tx, id: number): Promise<void> => {
  await sql`update tracker set version = version + 1 where id = ${id}`.execute(tx)
}

/** Makes transactions that change one tracker wait for each other; false if the tracker does not exist. */
export const lockTracker = async (tx: Tx, id: number): Promise<boolean> => {
  const { rows } = await sql`
    select from tracker where id = ${id} and deleted_at is null for no key update`.execute(tx)
  return rows.length > 0
}

/** Removes references to deleted fields from private reports; public reports are part of the tracker. */
export const cleanOwnReports = async (tx: Tx, trackerId: number, fieldIds: readonly number[]): Promise<void> => {
  const keeps = (members: string) =>
    sql`coalesce((select jsonb_agg(member order by place) from jsonb_array_elements(${sql.raw(members)})
      with ordinality as part(member, place) where (member ->> 'field_id')::bigint <> all(${fieldIds}::bigint[])), '[]')`
  await sql`
    update report set criteria = ${keeps('criteria')} where tracker_id = ${trackerId} and owner_id is not null`.execute(
    tx,
  )
  await sql`
    update report_renderer d
    set definition = d.definition || jsonb_build_object(
      'columns', ${keeps(`coalesce(d.definition -> 'columns', '[]')`)},
      'sort', ${keeps(`coalesce(d.definition -> 'sort', '[]')`)})
    from report r
    where r.id = d.report_id and r.tracker_id = ${trackerId} and r.owner_id is not null and d.type = 'table'`.execute(
    tx,
  )
}

/** Removes a tracker from the hierarchy and from the timeframes that other trackers inherit from it; returns these other trackers. */
export const detachTracker = async (tx: Tx, id: number): Promise<number[]> => {
  const { rows: children } = await sql<{ id: number }>`
    update tracker set parent_id = null where parent_id = ${id} returning id`.execute(tx)
  const { rows: implied } = await sql<{ id: number }>`
    delete from semantic
    where type = 'timeframe' and (definition ->> 'impliedFromTrackerId')::bigint = ${id} returning tracker_id as id`.execute(
    tx,
  )
  return [...children, ...implied].map(row => row.id)
}
