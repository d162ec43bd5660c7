import { sql } from 'kysely'
import type { Queryable, Tx } from '../../../platform/db/db.ts'
import type { WorkflowAction } from '../model/tracker.ts'

export interface TriggerRow {
  readonly target_tracker_id: number
  readonly target_field_id: number
  readonly target_value_id: number
  readonly direction: 'up' | 'down'
  readonly condition: 'at_least_one' | 'all_of'
  readonly sources: readonly { readonly tracker_id: number; readonly field_id: number; readonly value_id: number }[]
}

/** Inserts triggers and their sources in one statement; they are numbered in the given order. */
export const insertTriggers = async (tx: Tx, triggers: readonly TriggerRow[]): Promise<void> => {
  await sql`
    with given as (
      select nextval(pg_get_serial_sequence('workflow_trigger', 'id')) as id, element.trigger
      from (
        select value as trigger from jsonb_array_elements(${JSON.stringify(triggers)}::jsonb) with ordinality order by ordinality
      ) element
    ), inserted as (
      insert into workflow_trigger (id, target_tracker_id, target_field_id, target_value_id, direction, condition)
      select id, (trigger ->> 'target_tracker_id')::bigint, (trigger ->> 'target_field_id')::bigint,
        (trigger ->> 'target_value_id')::bigint, trigger ->> 'direction', trigger ->> 'condition'
      from given
    )
    insert into workflow_trigger_source (trigger_id, tracker_id, field_id, value_id)
    select given.id, source.tracker_id, source.field_id, source.value_id
    from given, jsonb_to_recordset(given.trigger -> 'sources') as source(tracker_id bigint, field_id bigint, value_id bigint)
    on conflict do nothing`.execute(tx)
}

/** Triggers that change artifacts of these trackers, by id. */
export const listTriggers = async (db: Queryable, trackerIds: readonly number[]): Promise<TriggerRow[]> => {
  const { rows } = await sql<Omit<TriggerRow, 'sources'> & { sources: string }>`
    select t.target_tracker_id, t.target_field_id, t.target_value_id, t.direction, t.condition,
      (select coalesce(jsonb_agg(jsonb_build_object('tracker_id', s.tracker_id, 'field_id', s.field_id, 'value_id', s.value_id)
        order by s.field_id, s.value_id), '[]') from workflow_trigger_source s where s.trigger_id = t.id) as sources
    from workflow_trigger t
    where t.target_tracker_id = any(${trackerIds}::bigint[])
    order by t.id`.execute(db)
  return rows.map(row => ({ ...row, sources: JSON.parse(row.sources) as TriggerRow['sources'] }))
}

/** A field with a value that a trigger of another tracker reads. */
export interface TriggerSource {
  readonly fieldId: number
  readonly valueId: number
  readonly targetTrackerId: number
}

/** Values of this tracker that triggers of other trackers read. */
export const listTriggerSources = async (db: Queryable, trackerId: number): Promise<TriggerSource[]> => {
  const { rows } = await sql<{ field_id: number; value_id: number; target_tracker_id: number }>`
    select s.field_id, s.value_id, t.target_tracker_id
    from workflow_trigger_source s join workflow_trigger t on t.id = s.trigger_id
    where s.tracker_id = ${trackerId} order by s.trigger_id, s.field_id, s.value_id`.execute(db)
  return rows.map(row => ({
    fieldId: row.field_id,
    valueId: row.value_id,
    targetTrackerId: row.target_tracker_id,
  }))
}

export const deleteTriggers = async (tx: Tx, targetTrackerId: number): Promise<void> => {
  await sql`delete from workflow_trigger where target_tracker_id = ${targetTrackerId}`.execute(tx)
}

/** Removes triggers that set values of a tracker, and trigger sources in it. Returns the trackers that lost a trigger. */
export const deleteTriggersAround = async (tx: Tx, trackerId: number): Promise<number[]> => {
  await deleteTriggers(tx, trackerId)
  await sql`delete from workflow_trigger_source where tracker_id = ${trackerId}`.execute(tx)
  const { rows } = await sql<{ target_tracker_id: number }>`
    delete from workflow_trigger t
    where not exists (select from workflow_trigger_source s where s.trigger_id = t.id)
    returning t.target_tracker_id`.execute(tx)
  return rows.map(row => row.target_tracker_id)
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

/** Gives each transition of the list the conditions and actions of another transition of the same tracker. */
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

export const insertWorkflow = async (tx: Tx, trackerId: number, fieldId: number): Promise<void> => {
  await sql`insert into workflow (tracker_id, field_id) values (${trackerId}, ${fieldId})`.execute(tx)
}

/** Deletes the workflow with its transitions and their actions. */
export const deleteWorkflow = async (tx: Tx, trackerId: number): Promise<void> => {
  await sql`delete from workflow where tracker_id = ${trackerId}`.execute(tx)
}

export const writeWorkflowUse = async (tx: Tx, trackerId: number, isUsed: boolean): Promise<void> => {
  await sql`update workflow set is_used = ${isUsed} where tracker_id = ${trackerId}`.execute(tx)
}

export const leaveLegacyMode = async (tx: Tx, trackerId: number): Promise<void> => {
  await sql`update workflow set is_legacy = false where tracker_id = ${trackerId}`.execute(tx)
}

export const findTrackerOfTransition = async (db: Queryable, transitionId: number): Promise<number | undefined> => {
  const { rows } = await sql<{ tracker_id: number }>`
    select tracker_id from workflow_transition where id = ${transitionId}`.execute(db)
  return rows[0]?.tracker_id
}

export const insertTransition = async (
  tx: Tx,
  trackerId: number,
  fromValueId: number | null,
  toValueId: number,
): Promise<number> => {
  const { rows } = await sql<{ id: number }>`
    insert into workflow_transition (tracker_id, from_value_id, to_value_id)
    values (${trackerId}, ${fromValueId}, ${toValueId}) returning id`.execute(tx)
  if (!rows[0]) throw new Error('a new transition returned no row')
  return rows[0].id
}

export interface TransitionConditions {
  readonly authorizedUserGroupIds: readonly number[]
  readonly notEmptyFieldIds: readonly number[]
  readonly isCommentRequired: boolean
}

/** Gives some transitions the same conditions; a comment is never required for a new artifact. */
export const writeConditions = async (
  tx: Tx,
  transitionIds: readonly number[],
  conditions: TransitionConditions,
): Promise<void> => {
  await sql`
    update workflow_transition
    set authorized_user_group_ids = ${conditions.authorizedUserGroupIds}::bigint[],
      not_empty_field_ids = ${conditions.notEmptyFieldIds}::bigint[],
      is_comment_required = ${conditions.isCommentRequired} and from_value_id is not null
    where id = any(${transitionIds}::bigint[])`.execute(tx)
}

export const deleteTransitionRow = async (tx: Tx, transitionId: number): Promise<void> => {
  await sql`delete from workflow_transition where id = ${transitionId}`.execute(tx)
}

/** Replaces the actions of some transitions by the same ones. */
export const writeActions = async (
  tx: Tx,
  transitionIds: readonly number[],
  actions: readonly Pick<WorkflowAction, 'type' | 'definition'>[],
): Promise<void> => {
  await sql`delete from workflow_action where transition_id = any(${transitionIds}::bigint[])`.execute(tx)
  await sql`
    insert into workflow_action (transition_id, type, definition)
    select transition.id, action.type, action.definition
    from unnest(${transitionIds}::bigint[]) as transition(id),
      rows from (jsonb_to_recordset(${JSON.stringify(actions)}::jsonb) as (type text, definition jsonb))
        with ordinality as action(type, definition, place)
    order by transition.id, action.place`.execute(tx)
}
