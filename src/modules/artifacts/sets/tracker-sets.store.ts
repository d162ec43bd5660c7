import { sql } from 'kysely'
import type { RunStatement } from '../store/run-statement.store.ts'

/** A set of artifacts of one tracker. */
export type SetKey =
  /** All artifacts of the tracker. */
  | { readonly kind: 'all' }
  /** The number is a value of the field. */
  | { readonly kind: 'value'; readonly fieldId: number; readonly value: number }
  /** The field has a value. */
  | { readonly kind: 'anyValue'; readonly fieldId: number }
  /** The artifact has a restriction of its own. */
  | { readonly kind: 'restricted' }
  /** Its restriction grants the group. */
  | { readonly kind: 'granted'; readonly groupId: number }

export const nameOfKey = (key: SetKey): string => {
  switch (key.kind) {
    case 'all':
    case 'restricted':
      return key.kind
    case 'value':
      return `${key.fieldId}=${key.value}`
    case 'anyValue':
      return `${key.fieldId}`
    case 'granted':
      return `granted ${key.groupId}`
  }
}

/** An artifact that changed, as it is now. */
export interface ChangedArtifact {
  readonly id: number
  /** Whether it is an artifact of the tracker. */
  readonly isThere: boolean
  /** Groups of its restriction; undefined without one. */
  readonly grantedGroupIds: readonly number[] | undefined
  /** Its values in the fields that were asked for. */
  readonly values: readonly { readonly fieldId: number; readonly value: number }[]
}

export interface SetsRequest {
  readonly trackerId: number
  /** The snapshot from which on changes are read; null: there is none. */
  readonly since: string | null
  /** Fields whose values the changed artifacts are read with. */
  readonly fieldIds: readonly number[]
  /** Sets that are read whole. */
  readonly keys: readonly SetKey[]
  /** Maximum events that are read. */
  readonly maxEvents: number
}

export interface SetsResponse {
  /** The snapshot of the response, as PostgreSQL writes it. */
  readonly snapshot: string
  /** Version of the tracker's definition; null: the tracker is gone. */
  readonly version: number | null
  /** Whether there were more events than were read. */
  readonly isCut: boolean
  readonly changed: readonly ChangedArtifact[]
  /** Ids of each key of the request. */
  readonly idsOfKeys: readonly (readonly number[])[]
}

interface Row {
  readonly snapshot: string
  readonly version: number | null
  readonly events: number
  readonly ids: readonly number[]
  readonly artifacts: readonly string[]
  readonly values: readonly string[]
  readonly sets: readonly (string | null)[]
}

/**
 * The changes since a snapshot and whole sets, all from one later snapshot. Each transaction that writes rows of `artifact_index` or
 * restrictions of artifacts appends an event that names the artifact, or changes the version of the tracker. So the events that the later
 * snapshot sees and the earlier one does not name all artifacts that differ.
 */
export const readSets = async (run: RunStatement, request: SetsRequest): Promise<SetsResponse> => {
  const { trackerId, since, fieldIds, keys, maxEvents } = request
  const [row] = await run(sql<Row>`
    with seen as materialized (
      select artifact_id from event
      where xid >= pg_snapshot_xmin(${since}::pg_snapshot) and not pg_visible_in_snapshot(xid, ${since}::pg_snapshot)
        and artifact_id is not null and (tracker_id = ${trackerId} or kind = 'artifact.moved')
      limit ${maxEvents + 1}
    ), changed as materialized (select distinct artifact_id as id from seen)
    select pg_current_snapshot()::text as snapshot, (select version from tracker where id = ${trackerId}) as version,
      (select count(*) from seen) as events, array(select id from changed) as ids,
      array(select a.id || coalesce(':' || array_to_string(a.granted_group_ids, ','), '')
        from changed join artifact a on a.id = changed.id and a.tracker_id = ${trackerId}) as artifacts,
      array(select x.artifact_id || ' ' || x.field_id || ' ' || x.val
        from changed join artifact_index x on x.artifact_id = changed.id and x.field_id = any(${fieldIds}::bigint[])) as values,
      ${setsOf(trackerId, keys)} as sets`)
  if (!row) throw new Error('a statement without a from clause returns one row')
  return {
    snapshot: row.snapshot,
    version: row.version,
    isCut: row.events > maxEvents,
    changed: changedOf(row),
    idsOfKeys: row.sets.map(numbersOf),
  }
}

/** The ids of each key as a text of numbers: PostgreSQL writes and Node reads it faster than an array. */
const setsOf = (trackerId: number, keys: readonly SetKey[]) => sql`array(
  select case k.kind
    when 'value' then (select string_agg(x.artifact_id::text, ' ') from artifact_index x where x.field_id = k.id and x.val = k.val)
    when 'anyValue' then (
      select string_agg(x.artifact_id::text, ' ') from (select distinct artifact_id from artifact_index where field_id = k.id) x)
    when 'all' then (select string_agg(a.id::text, ' ') from artifact a where a.tracker_id = ${trackerId})
    when 'restricted' then (
      select string_agg(a.id::text, ' ') from artifact a where a.tracker_id = ${trackerId} and a.granted_group_ids is not null)
    else (
      select string_agg(a.id::text, ' ') from artifact a
      where a.tracker_id = ${trackerId} and a.granted_group_ids @> array[k.id])
    end
  from unnest(${keys.map(key => key.kind)}::text[], ${keys.map(idOfKey)}::bigint[],
    ${keys.map(key => (key.kind === 'value' ? key.value : null))}::float8[]) with ordinality as k (kind, id, val, place)
  order by k.place)`

const idOfKey = (key: SetKey): number | null => {
  switch (key.kind) {
    case 'all':
    case 'restricted':
      return null
    case 'value':
    case 'anyValue':
      return key.fieldId
    case 'granted':
      return key.groupId
  }
}

const changedOf = ({ ids, artifacts, values }: Row): ChangedArtifact[] => {
  const there = new Map<number, number[] | undefined>()
  for (const artifact of artifacts) {
    const [id, groups] = artifact.split(':')
    there.set(Number(id), groups === undefined ? undefined : groups.split(',').filter(Boolean).map(Number))
  }
  const valuesOf = Map.groupBy(
    values.map(value => value.split(' ').map(Number)),
    ([artifactId]) => artifactId ?? 0,
  )
  return ids.map(id => ({
    id,
    isThere: there.has(id),
    grantedGroupIds: there.get(id),
    values: (valuesOf.get(id) ?? []).map(([, fieldId = 0, value = 0]) => ({ fieldId, value })),
  }))
}

const ZERO = 48
const SPACE = 32

/** Numbers between spaces; `split` would make a text of each. */
const numbersOf = (text: string | null): number[] => {
  const numbers: number[] = []
  if (text === null) return numbers
  let number = 0
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code === SPACE) {
      numbers.push(number)
      number = 0
    } else number = number * 10 + (code - ZERO)
  }
  numbers.push(number)
  return numbers
}
