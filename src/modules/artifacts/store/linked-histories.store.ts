import { parseJsonb, statement, type Db } from '../../../platform/db/db.ts'

/** An artifact whose linked artifacts are wanted, at some moments. */
export interface HistoryRequest {
  readonly artifactId: number
  /** Ascending. */
  readonly moments: readonly Date[]
  /** Trackers of the linked artifacts. */
  readonly trackerIds: readonly number[]
}

/** A value of a field, with the index of the first moment at which it holds. */
export type DatedValue = readonly [fieldId: number, from: number, value: unknown]

export interface LinkedHistory {
  /** The artifact of the request, an artifact that it linked at one of the moments, or a child of such an artifact. */
  readonly role: 'source' | 'linked' | 'child'
  readonly id: number
  readonly trackerId: number
  readonly submittedBy: number
  readonly grantedGroupIds: readonly number[] | null
  /** Index of the first moment at which the artifact existed. */
  readonly since: number
  /** Values of link fields, status and initial effort, in the order of time. A value that no moment sees is left out. */
  readonly values: readonly DatedValue[]
}

/** A moment sees all changes up to its own time. */
const indexOf = (time: string): string => `width_bucket(${time} - interval '1 microsecond', root.moments)`

const valuesOf = (members: string, kinds: string): string => `
  select distinct on (m.root_id, m.id, watched.field_id, ${indexOf('c.submitted_on')})
    m.root_id, m.id, watched.field_id, ${indexOf('c.submitted_on')} as since,
    c.delta -> watched.field_id::text -> 'a' as value
  from ${members} m
  join root on root.id = m.root_id
  join watched on watched.tracker_id = m.tracker_id and watched.kind in (${kinds})
  join changeset c on c.artifact_id = m.id and c.delta ? watched.field_id::text
    and c.submitted_on <= root.moments[cardinality(root.moments)]
  order by 1, 2, 3, 4, c.id desc`

const linksIn = (values: string): string => `
  ${values} as held
  join form_element f on f.id = held.field_id and f.type = 'art_link'
  cross join lateral jsonb_array_elements(case jsonb_typeof(held.value) when 'array' then held.value else '[]' end) as link`

const COLUMNS = 'a.id, a.tracker_id, a.submitted_by, a.granted_group_ids, a.submitted_on'

const readHistories = statement<{
  rootId: number
  role: LinkedHistory['role']
  id: number
  trackerId: number
  submittedBy: number
  grantedGroupIds: number[] | null
  since: number
  values: string
}>(
  'linked-histories',
  `with root as materialized (
    select * from jsonb_to_recordset($1::jsonb) as r(id bigint, trackers bigint[], moments timestamptz[])
  ), watched as not materialized (
    select tracker_id, id as field_id, 'link' as kind from form_element where type = 'art_link' and is_used
    union all
    select tracker_id, (definition ->> 'fieldId')::bigint, type from semantic where type in ('status', 'initial_effort')
  ), source as materialized (
    select root.id as root_id, ${COLUMNS} from root join artifact a on a.id = root.id
  ), source_value as materialized (${valuesOf('source', `'link'`)}
  ), linked as materialized (
    select distinct held.root_id, ${COLUMNS} from ${linksIn('source_value')}
    join artifact a on a.id = (link ->> 'id')::bigint
    join root on root.id = held.root_id and a.tracker_id = any(root.trackers)
  ), linked_value as materialized (${valuesOf('linked', `'link', 'status', 'initial_effort'`)}
  ), child as materialized (
    select distinct held.root_id, ${COLUMNS} from ${linksIn('linked_value')}
    join artifact a on a.id = (link ->> 'id')::bigint
    where link ->> 'type' = '_is_child'
      and not exists (select from linked where linked.root_id = held.root_id and linked.id = a.id)
  ), child_value as materialized (${valuesOf('child', `'status'`)}
  ), member as (
    select 'source' as role, * from source
    union all select 'linked', * from linked
    union all select 'child', * from child
  ), member_value as (
    select role, root_id, id, jsonb_agg(jsonb_build_array(field_id, since, value) order by since) as list
    from (
      select 'source' as role, * from source_value
      union all select 'linked', * from linked_value
      union all select 'child', * from child_value
    ) as value group by role, root_id, id
  )
  select m.root_id as "rootId", m.role, m.id, m.tracker_id as "trackerId", m.submitted_by as "submittedBy",
    m.granted_group_ids as "grantedGroupIds", ${indexOf('m.submitted_on')} as since, coalesce(v.list, '[]') as values
  from member m join root on root.id = m.root_id
  left join member_value v on v.role = m.role and v.root_id = m.root_id and v.id = m.id`,
)

/**
 * The artifacts that some artifacts linked at moments of the past, and the children of these, with the values that they had then, in one
 * statement. Only artifacts that still exist are there.
 */
export const listLinkedHistories = async (
  db: Db,
  requests: readonly HistoryRequest[],
): Promise<ReadonlyMap<number, readonly LinkedHistory[]>> => {
  if (requests.length === 0) return new Map()
  const roots = requests.map(({ artifactId, moments, trackerIds }) => ({
    id: artifactId,
    trackers: trackerIds,
    moments,
  }))
  const rows = await db.query(readHistories, [JSON.stringify(roots)])
  return Map.groupBy(
    rows.map(row => ({ ...row, values: parseJsonb<DatedValue[]>(row.values) })),
    ({ rootId }) => rootId,
  )
}
