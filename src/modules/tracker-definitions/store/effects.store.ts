import { sql } from 'kysely'
import type { Tx } from '../../../platform/db/db.ts'

/** Numbers of artifacts that lose a field's value, or one value of a list; `total` counts each artifact once. */
export interface LossCounts {
  readonly byField: ReadonlyMap<number, number>
  /** Counts by `<field> <value>`. */
  readonly byValue: ReadonlyMap<string, number>
  readonly total: number
}

/** Numbers of artifacts with any value in these fields, or with these values, in one round trip. */
export const countLosses = async (
  tx: Tx,
  trackerId: number,
  fieldIds: readonly number[],
  values: readonly { readonly fieldId: number; readonly value: number }[],
): Promise<LossCounts> => {
  const { rows } = await sql<{
    field_id: number | null
    val: number | null
    artifacts: number
    is_field: boolean | null
  }>`
    with lost as (
      select a.id as artifact_id, field.id as field_id, null::float8 as val
      from artifact a, unnest(${fieldIds}::bigint[]) as field(id), lateral (select a.document -> field.id::text as stored) s
      where a.tracker_id = ${trackerId} and s.stored is not null
        and s.stored not in ('null', '[]', '""', '{}') and coalesce(s.stored ->> 'content', 'x') <> ''
      union all
      select i.artifact_id, i.field_id, i.val
      from artifact_index i
      join unnest(${values.map(one => one.fieldId)}::bigint[], ${values.map(one => one.value)}::float8[]) as gone(field_id, val)
        on i.field_id = gone.field_id and i.val = gone.val
    )
    select field_id, val, count(distinct artifact_id)::integer as artifacts from lost
    group by grouping sets ((field_id, val), ())`.execute(tx)
  return {
    byField: new Map(
      rows.flatMap(row => (row.field_id !== null && row.val === null ? [[row.field_id, row.artifacts] as const] : [])),
    ),
    byValue: new Map(
      rows.flatMap(row => (row.val === null ? [] : [[`${row.field_id ?? ''} ${row.val}`, row.artifacts] as const])),
    ),
    total: rows.find(row => row.field_id === null)?.artifacts ?? 0,
  }
}

/**
 * Removes the values of fields from all artifacts of a tracker: from documents, search rows, links, files and restrictions. The history
 * stays, but shows no deleted fields. Database triggers of `file` handle the contents.
 */
export const clearFields = async (
  tx: Tx,
  trackerId: number,
  fields: readonly { readonly id: number; readonly type: string }[],
  at: Date,
): Promise<void> => {
  if (fields.length === 0) return
  const ids = fields.map(field => field.id)
  const ofTracker = sql`select id from artifact where tracker_id = ${trackerId}`
  if (fields.some(field => field.type === 'file'))
    await sql`
      update file set removed_at = ${at}
      where removed_at is null and (field_id = any(${ids}::bigint[]) or id in (
        select (entry ->> 'id')::bigint
        from artifact a, unnest(${ids}::text[]) as field(id), jsonb_path_query(a.document -> field.id, '$[*] ? (exists (@.id))') entry
        where a.tracker_id = ${trackerId} and artifact_id = a.id))`.execute(tx)
  await sql`
    update artifact set document = document - ${ids.map(String)}::text[]
    where tracker_id = ${trackerId} and document ?| ${ids.map(String)}::text[]`.execute(tx)
  await sql`delete from artifact_index where field_id = any(${ids}::bigint[])`.execute(tx)
  await sql`
    delete from artifact_text where field_id = any(${ids}::bigint[]) and artifact_id in (${ofTracker})`.execute(tx)
  if (fields.some(field => field.type === 'art_link'))
    await sql`
      delete from artifact_link where field_id = any(${ids}::bigint[]) and source_id in (${ofTracker})`.execute(tx)
  if (fields.some(field => field.type === 'perm'))
    await sql`
      update artifact set granted_group_ids = null
      where tracker_id = ${trackerId} and granted_group_ids is not null`.execute(tx)
}

/** Removes single values from lists of artifacts. */
export const removeValues = async (
  tx: Tx,
  values: readonly { readonly fieldId: number; readonly value: number }[],
): Promise<void> => {
  if (values.length === 0) return
  const gone = sql`unnest(${values.map(one => one.fieldId)}::bigint[], ${values.map(one => one.value)}::float8[])
    as gone(field_id, val)`
  await sql`
    with hit as (
      delete from artifact_index i using ${gone} where i.field_id = gone.field_id and i.val = gone.val
      returning i.artifact_id, i.field_id, i.val
    ), lost as (
      select artifact_id, field_id, array_agg(val) as vals from hit group by artifact_id, field_id
    ), patch as (
      select a.id, jsonb_object_agg(lost.field_id::text, (
        select coalesce(jsonb_agg(item order by place), '[]')
        from jsonb_array_elements(a.document -> lost.field_id::text) with ordinality as list(item, place)
        where jsonb_typeof(item) <> 'number' or item::float8 <> all(lost.vals))) as changed
      from lost join artifact a on a.id = lost.artifact_id
      where jsonb_typeof(a.document -> lost.field_id::text) = 'array'
      group by a.id
    )
    update artifact set document = document || patch.changed from patch where artifact.id = patch.id`.execute(tx)
}

/** Gives artifacts with a value of a list another value instead; an artifact that has both keeps one. */
export const mergeValues = async (
  tx: Tx,
  values: readonly { readonly fieldId: number; readonly value: number; readonly into: number }[],
): Promise<void> => {
  if (values.length === 0) return
  const gone = sql`unnest(${values.map(one => one.fieldId)}::bigint[], ${values.map(one => one.value)}::float8[],
    ${values.map(one => one.into)}::bigint[]) as gone(field_id, val, target)`
  await sql`
    with hit as (
      delete from artifact_index i using ${gone} where i.field_id = gone.field_id and i.val = gone.val
      returning i.artifact_id, i.field_id, i.val, gone.target
    ), added as (
      insert into artifact_index (field_id, val, artifact_id)
      select distinct field_id, target::float8, artifact_id from hit on conflict do nothing
    ), merged as (
      select artifact_id, field_id, jsonb_object_agg(val::bigint::text, target) as targets
      from hit group by artifact_id, field_id
    ), patch as (
      select a.id, jsonb_object_agg(merged.field_id::text, (
        select coalesce(jsonb_agg(item order by place), '[]') from (
          select item, min(place) as place from (
            select case when jsonb_typeof(list.item) = 'number' and merged.targets ? (list.item #>> '{}')
              then merged.targets -> (list.item #>> '{}') else list.item end as item, list.place
            from jsonb_array_elements(a.document -> merged.field_id::text) with ordinality as list(item, place)
          ) as replaced group by item
        ) as single)) as changed
      from merged join artifact a on a.id = merged.artifact_id
      where jsonb_typeof(a.document -> merged.field_id::text) = 'array'
      group by a.id
    )
    update artifact set document = document || patch.changed from patch where artifact.id = patch.id`.execute(tx)
}

export interface StoredTitle {
  readonly id: number
  /** JSON text of the stored value; null for none. */
  readonly stored: string | null
}

/** Stored values of a field in artifacts of a tracker with an id greater than `after`, by id. */
export const listStoredTitles = async (
  tx: Tx,
  by: { readonly trackerId: number; readonly fieldId: number; readonly after: number; readonly limit: number },
): Promise<StoredTitle[]> => {
  const { rows } = await sql<StoredTitle>`
    select id, document -> ${String(by.fieldId)}::text as stored from artifact
    where tracker_id = ${by.trackerId} and id > ${by.after} order by id limit ${by.limit}`.execute(tx)
  return rows
}

export const writeTitles = async (
  tx: Tx,
  titles: readonly { readonly id: number; readonly title: string | null }[],
): Promise<void> => {
  await sql`
    update artifact set title = given.title
    from unnest(${titles.map(one => one.id)}::bigint[], ${titles.map(one => one.title)}::text[]) as given(id, title)
    where artifact.id = given.id`.execute(tx)
}

export const clearTitles = async (tx: Tx, trackerId: number): Promise<void> => {
  await sql`update artifact set title = null where tracker_id = ${trackerId} and title is not null`.execute(tx)
}

/** Marks the texts of titles, which searches by title need. */
export const markTitleTexts = async (
  tx: Tx,
  trackerId: number,
  fields: { readonly before: number | null; readonly after: number | null },
): Promise<void> => {
  await sql`
    update artifact_text set is_title = coalesce(field_id = ${fields.after}::bigint, false), is_indexed = true
    where field_id in (${fields.before}::bigint, ${fields.after}::bigint)
      and artifact_id in (select id from artifact where tracker_id = ${trackerId})`.execute(tx)
}
