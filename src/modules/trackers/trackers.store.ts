import { sql } from 'kysely'
import type { Queryable, Tx } from '../../platform/db/db.ts'
import type { FieldRight, FieldTypeName, LegacyColor } from '../fields/index.ts'
import type { DateRule, ListRule, TrackerPermission, WorkflowAction } from './tracker.ts'

// --- reading: rows as they are in the tables (jsonb members already parsed, times left out) ---

export interface TrackerRow {
  readonly id: number
  readonly project_id: number
  readonly name: string
  readonly item_name: string
  readonly description: string
  readonly color: string
  readonly parent_id: number | null
  readonly submit_instructions: string
  readonly browse_instructions: string
  readonly instantiate_for_new_projects: boolean
  readonly allow_copy: boolean
  readonly enable_email_gateway: boolean
  readonly log_priority_changes: boolean
  readonly notifications_level: number
  readonly is_displayed_in_new_dropdown: boolean
  readonly use_private_comments: boolean
  readonly enable_move_artifacts: boolean
  readonly should_send_event_in_notification: boolean
}

export interface FormElementRow {
  readonly id: number
  readonly tracker_id: number
  readonly parent_id: number | null
  readonly type: FieldTypeName
  readonly name: string
  readonly label: string
  readonly description: string
  readonly rank: number
  readonly is_required: boolean
  readonly is_used: boolean
  readonly has_notifications: boolean
  readonly settings: Readonly<Record<string, unknown>>
  readonly bind_type: 'static' | 'users' | 'ugroups' | null
  readonly is_rank_alpha: boolean
  readonly bind_functions: readonly string[]
  readonly default_user_ids: readonly number[]
}

export interface BindValueRow {
  readonly id: number
  readonly field_id: number
  readonly label: string
  readonly description: string
  readonly rank: number
  readonly is_hidden: boolean
  readonly is_default: boolean
  readonly color_name: string | null
  readonly legacy_color: LegacyColor | null
}

export interface GroupBindValueRow {
  readonly id: number
  readonly field_id: number
  readonly user_group_id: number
  readonly rank: number
  readonly is_hidden: boolean
  readonly is_default: boolean
}

export interface NoneDecoratorRow {
  readonly field_id: number
  readonly color_name: string | null
  readonly legacy_color: LegacyColor | null
}

export interface FieldPermissionRow {
  readonly field_id: number
  readonly user_group_id: number
  readonly permission: FieldRight
}

export interface TrackerPermissionRow {
  readonly tracker_id: number
  readonly user_group_id: number
  readonly permission: TrackerPermission
}

export interface SemanticRow {
  readonly tracker_id: number
  readonly type: string
  readonly definition: Readonly<Record<string, unknown>>
}

export interface DateRuleRow {
  readonly id: number
  readonly tracker_id: number
  readonly source_field_id: number
  readonly target_field_id: number
  readonly comparator: DateRule['comparator']
}

export interface ListRuleRow {
  readonly id: number
  readonly tracker_id: number
  readonly source_field_id: number
  readonly source_value_id: ListRule['sourceValueId']
  readonly target_field_id: number
  readonly target_value_id: number
}

export interface WorkflowRow {
  readonly tracker_id: number
  readonly field_id: number
  readonly is_used: boolean
  readonly is_legacy: boolean
  readonly is_advanced: boolean
}

export interface TransitionRow {
  readonly id: number
  readonly tracker_id: number
  readonly from_value_id: number | null
  readonly to_value_id: number
  readonly authorized_user_group_ids: readonly number[]
  readonly not_empty_field_ids: readonly number[]
  readonly is_comment_required: boolean
}

export interface ActionRow {
  readonly id: number
  readonly transition_id: number
  readonly type: WorkflowAction['type']
  readonly definition: Readonly<Record<string, unknown>>
}

export interface ReportRow {
  readonly id: number
  readonly tracker_id: number
  readonly name: string
  readonly description: string
  readonly is_default: boolean
  readonly is_query_displayed: boolean
  readonly is_in_expert_mode: boolean
  readonly expert_query: string
  readonly criteria: readonly CriterionRow[]
}

export interface CriterionRow {
  readonly field_id: number
  readonly is_advanced: boolean
  readonly value: string | { readonly none: boolean; readonly value_ids: readonly number[] } | null
}

export interface RendererRow {
  readonly id: number
  readonly report_id: number
  readonly type: string
  readonly name: string
  readonly description: string
  readonly rank: number
  readonly definition: RendererDefinition
}

export interface RendererDefinition {
  readonly chunk_size: number
  readonly multisort: boolean
  readonly columns: readonly { readonly field_id: number; readonly link_type?: string; readonly link_format?: string }[]
  readonly sort: readonly { readonly field_id: number }[]
}

export interface CannedResponseRow {
  readonly id: number
  readonly tracker_id: number
  readonly title: string
  readonly body: string
}

export interface WebhookRow {
  readonly id: number
  readonly tracker_id: number
  readonly url: string
}

/** Rows of every table that describes trackers, as they are read and as they are written. */
export interface TrackerTables {
  readonly tracker: readonly TrackerRow[]
  readonly form_element: readonly FormElementRow[]
  readonly bind_value: readonly BindValueRow[]
  readonly group_bind_value: readonly GroupBindValueRow[]
  readonly none_decorator: readonly NoneDecoratorRow[]
  readonly field_permission: readonly FieldPermissionRow[]
  readonly tracker_permission: readonly TrackerPermissionRow[]
  readonly semantic: readonly SemanticRow[]
  readonly date_rule: readonly DateRuleRow[]
  readonly list_rule: readonly ListRuleRow[]
  readonly workflow: readonly WorkflowRow[]
  readonly workflow_transition: readonly TransitionRow[]
  readonly workflow_action: readonly ActionRow[]
  readonly report: readonly ReportRow[]
  readonly report_renderer: readonly RendererRow[]
  readonly canned_response: readonly CannedResponseRow[]
  readonly tracker_webhook: readonly WebhookRow[]
}

export interface OpenValueRow {
  readonly id: number
  readonly field_id: number
  readonly label: string
  readonly is_hidden: boolean
}

/** What the value `Tracker` is made of. */
export interface LoadedRows extends Omit<
  TrackerTables,
  'tracker' | 'report' | 'report_renderer' | 'canned_response' | 'tracker_webhook'
> {
  readonly tracker: readonly (TrackerRow & { readonly deleted_at: string | null })[]
  readonly open_value: readonly OpenValueRow[]
}

/** What a tracker has beside it, needed only where trackers are copied. */
export type ExtraRows = Pick<TrackerTables, 'report' | 'report_renderer' | 'canned_response' | 'tracker_webhook'>

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
] as const

/** Everything that is configured about some trackers, in one round trip. Rows that have an order come in it. */
export const readTrackers = async (db: Queryable, ids: readonly number[]): Promise<LoadedRows> => {
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
      on x.id = a.transition_id where x.tracker_id in (select id from wanted) order by a.id)`.execute(db)
  return byKind(loadedKinds, rows) as unknown as LoadedRows
}

const extraKinds = ['report', 'report_renderer', 'canned_response', 'tracker_webhook'] as const

/** Public reports, canned responses and webhooks of some trackers, in one round trip. */
export const readExtras = async (db: Queryable, trackerIds: readonly number[]): Promise<ExtraRows> => {
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
export const readTrackerIds = async (db: Queryable, projectIds: readonly number[]): Promise<Map<number, number[]>> => {
  const { rows } = await sql<{ id: number; project_id: number }>`
    select id, project_id from tracker
    where project_id = any(${projectIds}::bigint[]) and deleted_at is null
    order by id`.execute(db)
  const ids = new Map(projectIds.map(projectId => [projectId, [] as number[]]))
  for (const row of rows) ids.get(row.project_id)?.push(row.id)
  return ids
}

export const readTrackerIdsByItemName = async (db: Queryable, itemName: string): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select id from tracker where lower(item_name) = lower(${itemName}) and deleted_at is null order by id`.execute(db)
  return rows.map(row => row.id)
}

/** Keeps those who create trackers in the same projects apart until the transaction ends. */
export const lockProjects = async (tx: Tx, projectIds: readonly number[]): Promise<void> => {
  await sql`
    select id from project where id = any(${projectIds}::bigint[]) order by id for no key update`.execute(tx)
}

/** Names in use in some projects: what new trackers may not be called. */
export const readTrackerNames = async (
  db: Queryable,
  projectIds: readonly number[],
): Promise<{ projectId: number; name: string; itemName: string }[]> => {
  const { rows } = await sql<{ project_id: number; name: string; item_name: string }>`
    select project_id, name, item_name from tracker
    where project_id = any(${projectIds}::bigint[]) and deleted_at is null`.execute(db)
  return rows.map(row => ({ projectId: row.project_id, name: row.name, itemName: row.item_name }))
}

/** Projects in which a tracker that is not deleted grants its administration to one of the groups. */
export const readProjectsAdministeredBy = async (
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

export const readProjectsWithTrackers = async (
  db: Queryable,
  projectIds: readonly number[] | null,
): Promise<number[]> => {
  const { rows } = await sql<{ project_id: number }>`
    select distinct project_id from tracker
    where deleted_at is null and (${projectIds}::bigint[] is null or project_id = any(${projectIds}::bigint[]))
    order by project_id`.execute(db)
  return rows.map(row => row.project_id)
}

/** Lower-case item names of all trackers of the platform that are not deleted. */
export const readKeywords = async (db: Queryable): Promise<string[]> => {
  const { rows } = await sql<{ keyword: string }>`
    select distinct lower(item_name) as keyword from tracker where deleted_at is null`.execute(db)
  return rows.map(row => row.keyword)
}

/** Values that one (pseudo-)field has in any artifact: jumps from one to the next along the index, whatever their number. */
export const readDistinctValues = async (db: Queryable, fieldId: number): Promise<number[]> => {
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

/** Tables whose rows get ids, in the order in which they are filled. */
export type NumberedTable =
  | 'tracker'
  | 'form_element'
  | 'bind_value'
  | 'group_bind_value'
  | 'date_rule'
  | 'list_rule'
  | 'workflow_transition'
  | 'workflow_action'
  | 'report'
  | 'report_renderer'
  | 'canned_response'
  | 'tracker_webhook'

export type Ids = Readonly<Record<NumberedTable, readonly number[]>>

/** First id of what a fresh server brings itself: far above the sequences that imports count on (import.md §11). */
export const FIRST_SITE_ID = 1_000_000_001

const collectIds = (
  counts: Readonly<Record<NumberedTable, number>>,
  rows: readonly { name: string; id: number }[],
): Ids => {
  const ids = Object.fromEntries(Object.keys(counts).map(name => [name, [] as number[]])) as Record<
    NumberedTable,
    number[]
  >
  for (const row of rows) ids[row.name as NumberedTable].push(row.id)
  for (const list of Object.values(ids)) list.sort((a, b) => a - b)
  return ids
}

/** Ids for rows still to be written, ascending, from the sequences of their tables: one round trip for all. */
export const allocateIds = async (tx: Tx, counts: Readonly<Record<NumberedTable, number>>): Promise<Ids> => {
  const { rows } = await sql<{ name: string; id: number }>`
    select wanted.key as name, nextval(pg_get_serial_sequence(wanted.key, 'id')) as id
    from jsonb_each_text(${JSON.stringify(counts)}::jsonb) wanted, generate_series(1, wanted.value::integer)`.execute(
    tx,
  )
  return collectIds(counts, rows)
}

/** The same from `FIRST_SITE_ID`, leaving the sequences alone. The caller makes sure that nobody does it at the same time. */
export const allocateSiteIds = async (tx: Tx, counts: Readonly<Record<NumberedTable, number>>): Promise<Ids> => {
  const tables = Object.keys(counts) as NumberedTable[]
  const last = sql.join(
    tables.map(
      name => sql`select ${name}::text as name, max(id) as id from ${sql.table(name)} where id >= ${FIRST_SITE_ID}`,
    ),
    sql` union all `,
  )
  const { rows } = await sql<{ name: NumberedTable; id: number | null }>`${last}`.execute(tx)
  const ids = rows.flatMap(({ name, id }) =>
    Array.from({ length: counts[name] }, (_, index) => ({ name, id: (id ?? FIRST_SITE_ID - 1) + 1 + index })),
  )
  return collectIds(counts, ids)
}

/** Whether this server was given its own trackers, even if they are deleted by now. */
export const hasSiteTrackers = async (db: Queryable): Promise<boolean> => {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from tracker where id >= ${FIRST_SITE_ID}) as found`.execute(db)
  return rows[0]?.found === true
}

type WrittenTable = keyof TrackerTables

/** Columns by table, in an order in which every row's references are there before it. */
const columns: Readonly<Record<WrittenTable, readonly string[]>> = {
  tracker: [
    'id bigint',
    'project_id bigint',
    'name text',
    'item_name text',
    'description text',
    'color text',
    'parent_id bigint',
    'submit_instructions text',
    'browse_instructions text',
    'instantiate_for_new_projects boolean',
    'allow_copy boolean',
    'enable_email_gateway boolean',
    'log_priority_changes boolean',
    'notifications_level smallint',
    'is_displayed_in_new_dropdown boolean',
    'use_private_comments boolean',
    'enable_move_artifacts boolean',
    'should_send_event_in_notification boolean',
  ],
  form_element: [
    'id bigint',
    'tracker_id bigint',
    'parent_id bigint',
    'type text',
    'name text',
    'label text',
    'description text',
    'rank integer',
    'is_required boolean',
    'is_used boolean',
    'has_notifications boolean',
    'settings jsonb',
    'bind_type text',
    'is_rank_alpha boolean',
    'bind_functions text[]',
    'default_user_ids bigint[]',
  ],
  bind_value: [
    'id bigint',
    'field_id bigint',
    'label text',
    'description text',
    'rank integer',
    'is_hidden boolean',
    'is_default boolean',
    'color_name text',
    'legacy_color jsonb',
  ],
  group_bind_value: [
    'id bigint',
    'field_id bigint',
    'user_group_id bigint',
    'rank integer',
    'is_hidden boolean',
    'is_default boolean',
  ],
  none_decorator: ['field_id bigint', 'color_name text', 'legacy_color jsonb'],
  field_permission: ['field_id bigint', 'user_group_id bigint', 'permission text'],
  tracker_permission: ['tracker_id bigint', 'user_group_id bigint', 'permission text'],
  semantic: ['tracker_id bigint', 'type text', 'definition jsonb'],
  date_rule: ['id bigint', 'tracker_id bigint', 'source_field_id bigint', 'target_field_id bigint', 'comparator text'],
  list_rule: [
    'id bigint',
    'tracker_id bigint',
    'source_field_id bigint',
    'source_value_id bigint',
    'target_field_id bigint',
    'target_value_id bigint',
  ],
  workflow: ['tracker_id bigint', 'field_id bigint', 'is_used boolean', 'is_legacy boolean', 'is_advanced boolean'],
  workflow_transition: [
    'id bigint',
    'tracker_id bigint',
    'from_value_id bigint',
    'to_value_id bigint',
    'authorized_user_group_ids bigint[]',
    'not_empty_field_ids bigint[]',
    'is_comment_required boolean',
  ],
  workflow_action: ['id bigint', 'transition_id bigint', 'type text', 'definition jsonb'],
  report: [
    'id bigint',
    'tracker_id bigint',
    'name text',
    'description text',
    'is_default boolean',
    'is_query_displayed boolean',
    'is_in_expert_mode boolean',
    'expert_query text',
    'criteria jsonb',
  ],
  report_renderer: [
    'id bigint',
    'report_id bigint',
    'type text',
    'name text',
    'description text',
    'rank integer',
    'definition jsonb',
  ],
  canned_response: ['id bigint', 'tracker_id bigint', 'title text', 'body text'],
  tracker_webhook: ['id bigint', 'tracker_id bigint', 'url text'],
}

/** Writes the rows of new trackers, whatever their number: one statement a table that gets any. */
export const insertTrackers = async (tx: Tx, tables: TrackerTables): Promise<void> => {
  for (const name of Object.keys(columns) as WrittenTable[]) await insertRows(tx, name, tables[name])
  await sql`
    insert into tracker_counter (tracker_id) select unnest(${tables.tracker.map(row => row.id)}::bigint[])`.execute(tx)
}

const insertRows = async (tx: Tx, table: WrittenTable, rows: readonly object[]): Promise<void> => {
  if (rows.length === 0) return
  const names = sql.raw(columns[table].map(column => `"${column.slice(0, column.indexOf(' '))}"`).join(', '))
  const types = sql.raw(columns[table].map(column => column.replace(/^\S+/, '"$&"')).join(', '))
  await sql`
    insert into ${sql.table(table)} (${names})
    select ${names} from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row(${types})`.execute(tx)
}

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

export interface TriggerRow {
  readonly target_tracker_id: number
  readonly target_field_id: number
  readonly target_value_id: number
  readonly condition: 'at_least_one' | 'all_of'
  readonly sources: readonly { readonly tracker_id: number; readonly field_id: number; readonly value_id: number }[]
}

/** Triggers and their sources in one statement; they are numbered in the order given. */
export const insertTriggers = async (tx: Tx, triggers: readonly TriggerRow[]): Promise<void> => {
  await sql`
    with given as (
      select nextval(pg_get_serial_sequence('workflow_trigger', 'id')) as id, element.trigger
      from (
        select value as trigger from jsonb_array_elements(${JSON.stringify(triggers)}::jsonb) with ordinality order by ordinality
      ) element
    ), inserted as (
      insert into workflow_trigger (id, target_tracker_id, target_field_id, target_value_id, condition)
      select id, (trigger ->> 'target_tracker_id')::bigint, (trigger ->> 'target_field_id')::bigint,
        (trigger ->> 'target_value_id')::bigint, trigger ->> 'condition'
      from given
    )
    insert into workflow_trigger_source (trigger_id, tracker_id, field_id, value_id)
    select given.id, source.tracker_id, source.field_id, source.value_id
    from given, jsonb_to_recordset(given.trigger -> 'sources') as source(tracker_id bigint, field_id bigint, value_id bigint)
    on conflict do nothing`.execute(tx)
}

/** Triggers whose parent tracker is one of these, by id. */
export const readTriggers = async (db: Queryable, trackerIds: readonly number[]): Promise<TriggerRow[]> => {
  const { rows } = await sql<Omit<TriggerRow, 'sources'> & { sources: string }>`
    select t.target_tracker_id, t.target_field_id, t.target_value_id, t.condition,
      (select coalesce(jsonb_agg(jsonb_build_object('tracker_id', s.tracker_id, 'field_id', s.field_id, 'value_id', s.value_id)
        order by s.field_id, s.value_id), '[]') from workflow_trigger_source s where s.trigger_id = t.id) as sources
    from workflow_trigger t
    where t.target_tracker_id = any(${trackerIds}::bigint[])
    order by t.id`.execute(db)
  return rows.map(row => ({ ...row, sources: JSON.parse(row.sources) as TriggerRow['sources'] }))
}

/** Marks a tracker deleted; false when it already was. Its id stays used, its names become free. */
export const markTrackerDeleted = async (tx: Tx, id: number, at: Date): Promise<boolean> => {
  const { numAffectedRows } = await sql`
    update tracker set deleted_at = ${at} where id = ${id} and deleted_at is null`.execute(tx)
  return numAffectedRows === 1n
}

/** Keeps writers of one workflow apart until the transaction ends; the mode it is in, undefined without workflow. */
export const lockWorkflow = async (tx: Tx, trackerId: number): Promise<{ isAdvanced: boolean } | undefined> => {
  const { rows } = await sql<{ is_advanced: boolean }>`
    select is_advanced from workflow where tracker_id = ${trackerId} for update`.execute(tx)
  return rows[0] && { isAdvanced: rows[0].is_advanced }
}

export const writeWorkflowMode = async (tx: Tx, trackerId: number, isAdvanced: boolean): Promise<void> => {
  await sql`update workflow set is_advanced = ${isAdvanced} where tracker_id = ${trackerId}`.execute(tx)
}

export const deleteActionsOfTypes = async (
  tx: Tx,
  trackerId: number,
  types: readonly WorkflowAction['type'][],
): Promise<void> => {
  await sql`
    delete from workflow_action
    where type = any(${types}::text[])
      and transition_id in (select id from workflow_transition where tracker_id = ${trackerId})`.execute(tx)
}

/** Gives each transition of the list the conditions and actions of another one of the same tracker. */
export const copyTransitionSettings = async (
  tx: Tx,
  copies: readonly { readonly fromId: number; readonly toId: number }[],
): Promise<void> => {
  const pairs = sql`unnest(${copies.map(copy => copy.fromId)}::bigint[], ${copies.map(copy => copy.toId)}::bigint[])
    as pair(from_id, to_id)`
  await sql`
    update workflow_transition target
    set authorized_user_group_ids = source.authorized_user_group_ids, not_empty_field_ids = source.not_empty_field_ids,
      is_comment_required = source.is_comment_required and target.from_value_id is not null
    from ${pairs}, workflow_transition source
    where target.id = pair.to_id and source.id = pair.from_id`.execute(tx)
  await sql`delete from workflow_action where transition_id = any(${copies.map(copy => copy.toId)}::bigint[])`.execute(
    tx,
  )
  await sql`
    insert into workflow_action (transition_id, type, definition)
    select pair.to_id, action.type, action.definition
    from ${pairs} join workflow_action action on action.transition_id = pair.from_id
    order by pair.to_id, action.id`.execute(tx)
}

// --- plannings (trackers.md §10) ---

export interface Planning {
  readonly id: number
  readonly projectId: number
  readonly name: string
  readonly planningTrackerId: number
  readonly backlogTrackerIds: readonly number[]
}

export const insertPlannings = async (tx: Tx, plannings: readonly Omit<Planning, 'id'>[]): Promise<void> => {
  await sql`
    insert into planning (project_id, name, planning_tracker_id, backlog_tracker_ids)
    select project_id, name, planning_tracker_id, backlog_tracker_ids
    from rows from (jsonb_to_recordset(${JSON.stringify(
      plannings.map(planning => ({
        project_id: planning.projectId,
        name: planning.name,
        planning_tracker_id: planning.planningTrackerId,
        backlog_tracker_ids: planning.backlogTrackerIds,
      })),
    )}::jsonb) as (project_id bigint, name text, planning_tracker_id bigint, backlog_tracker_ids bigint[])) with ordinality
    order by ordinality`.execute(tx)
}

/** Plannings of some projects, by id. */
export const readPlannings = async (db: Queryable, projectIds: readonly number[]): Promise<Map<number, Planning[]>> => {
  const { rows } = await sql<{
    id: number
    project_id: number
    name: string
    planning_tracker_id: number
    backlog_tracker_ids: string[]
  }>`
    select id, project_id, name, planning_tracker_id, backlog_tracker_ids from planning
    where project_id = any(${projectIds}::bigint[]) order by id`.execute(db)
  const plannings = new Map(projectIds.map(projectId => [projectId, [] as Planning[]]))
  for (const row of rows)
    plannings.get(row.project_id)?.push({
      id: row.id,
      projectId: row.project_id,
      name: row.name,
      planningTrackerId: row.planning_tracker_id,
      // Arrays of int8 arrive as texts.
      backlogTrackerIds: row.backlog_tracker_ids.map(Number),
    })
  return plannings
}
