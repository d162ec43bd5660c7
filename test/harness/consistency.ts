// Compares the tables of artifacts with each other: data that is stored twice must be equal. For the end of runs that write much, or that
// are interrupted during writes. It reads all artifacts: for test databases.
import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { NO_COMMENT, planDocument, pseudoFieldRows } from '../../src/modules/artifacts/write/plan.ts'
import type { Delta } from '../../src/modules/artifacts/model/artifact.ts'
import type { StoredFile, StoredLink } from '../../src/modules/fields/index.ts'
import { loadTrackers, type Tracker } from '../../src/modules/trackers/index.ts'
import { parseJsonb, type Db, type Queryable } from '../../src/platform/db/db.ts'

export interface ConsistencyOptions {
  /**
   * No tracker lost a field or a value, which removes them from artifacts but not from their history. Then each edit starts at the end
   * state of the one before, and the last edit ends at the current state.
   */
  readonly hasKeptDefinitions?: boolean
}

/** Faults, a sentence each, with ids; empty if there are none. In one snapshot: writes may go on. */
export const findInconsistencies = (db: Db, options: ConsistencyOptions = {}): Promise<string[]> =>
  db.kysely
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(tx => inconsistenciesIn(tx, options))

/** Like `findInconsistencies`, in a transaction. */
export const inconsistenciesIn = async (tx: Queryable, options: ConsistencyOptions = {}): Promise<string[]> => {
  const faults: string[] = []
  for (const [sentence, query] of relations) {
    const { rows } = await sql<{ id: string }>`
      select id::text from (${sql.raw(query)}) found order by 1 limit 20`.execute(tx)
    faults.push(...rows.map(({ id }) => `${sentence}: ${id}`))
  }
  const trackerIds = await tx.selectFrom('tracker').select('id').execute()
  const trackers = await loadTrackers(
    tx,
    trackerIds.map(({ id }) => id),
  )
  for (let after = 0; ;) {
    const { rows } = await sql<StoredArtifact>`
      ${sql.raw(STORED)} where a.id > ${after} order by a.id limit 500`.execute(tx)
    const last = rows.at(-1)
    if (!last) return faults
    for (const row of rows) {
      const tracker = trackers.get(row.tracker_id)
      const found = tracker ? [...checkDerived(tracker, row), ...checkHistory(row, options)] : ['it has no tracker']
      faults.push(...found.map(fault => `artifact ${row.id}: ${fault}`))
    }
    after = last.id
  }
}

/** Queries that must return no row; `id` names the faulty object. */
const relations: readonly (readonly [sentence: string, query: string])[] = [
  [
    'an artifact whose version is not its last changeset',
    `select a.id from artifact a left join lateral (
       select id, submitted_by, submitted_on from changeset where artifact_id = a.id order by id desc limit 1) c on true
     where c.id is distinct from a.changeset_id`,
  ],
  [
    'an artifact that says of its last edit what the changeset does not',
    `select a.id from artifact a join changeset c on c.id = a.changeset_id
     where a.updated_by <> c.submitted_by or a.updated_on <> c.submitted_on or a.updated_by_email is distinct from c.submitted_by_email`,
  ],
  [
    'an artifact that says of its submission what the first changeset does not',
    `select a.id from artifact a join lateral (
       select submitted_by, submitted_on from changeset where artifact_id = a.id order by id limit 1) c on true
     where a.submitted_by <> c.submitted_by or a.submitted_on <> c.submitted_on`,
  ],
  [
    'a changeset without its artifact, or of another tracker than it',
    `select c.id from changeset c left join artifact a on a.id = c.artifact_id where a.id is null or a.tracker_id <> c.tracker_id`,
  ],
  [
    'an artifact in another project than its tracker',
    `select a.id from artifact a left join tracker t on t.id = a.tracker_id where t.project_id is distinct from a.project_id`,
  ],
  [
    'a tracker that counts other artifacts than it has',
    `select t.id from tracker t
     left join tracker_counter c on c.tracker_id = t.id
     left join (select tracker_id, count(*) as count, max(number) as number from artifact group by tracker_id) a on a.tracker_id = t.id
     where coalesce(c.artifact_count, 0) <> coalesce(a.count, 0) or coalesce(c.last_number, 0) < coalesce(a.number, 0)`,
  ],
  [
    'search rows of an artifact that is not there',
    `select artifact_id as id from artifact_index where artifact_id not in (select id from artifact)
     union select artifact_id from artifact_text where artifact_id not in (select id from artifact)`,
  ],
  [
    'a link by a field of another tracker than its source',
    `select l.id from artifact_link l join artifact a on a.id = l.source_id left join form_element f on f.id = l.field_id
     where f.tracker_id is distinct from a.tracker_id`,
  ],
  [
    'an event of a changeset that never was',
    `select e.seq as id from event e where e.kind in ('artifact.created', 'artifact.updated')
       and not exists (select from changeset c where c.id = e.changeset_id) and exists (select from artifact a where a.id = e.artifact_id)`,
  ],
  [
    'an edit by several events',
    `select changeset_id as id from event where kind in ('artifact.created', 'artifact.updated')
     group by changeset_id having count(*) > 1`,
  ],
  [
    'a list value, a permission or a bound group of an element that holds none',
    `select b.id from bind_value b join form_element f on f.id = b.field_id where f.bind_type is distinct from 'static'
     union all select b.id from group_bind_value b join form_element f on f.id = b.field_id where f.bind_type is distinct from 'ugroups'`,
  ],
  [
    'a member of a project or group without an account',
    `select user_id as id from project_member where user_id not in (select id from users)
     union select user_id from user_group_member where user_id not in (select id from users)`,
  ],
  [
    'an attached file with another field than one of its artifact’s tracker',
    `select f.id from file f join artifact a on a.id = f.artifact_id left join form_element e on e.id = f.field_id
     where f.removed_at is null and e.tracker_id is distinct from a.tracker_id`,
  ],
]

interface StoredArtifact {
  readonly id: number
  readonly tracker_id: number
  readonly document: string
  readonly title: string | null
  readonly granted_group_ids: number[] | null
  readonly submitted_by: number
  readonly submitted_on: Date
  readonly updated_by: number
  readonly updated_on: Date
  readonly index: readonly (readonly [fieldId: number, value: number])[]
  readonly texts: readonly (readonly [fieldId: number, content: string, isTitle: boolean])[]
  readonly links: readonly (readonly [fieldId: number, targetId: number, type: string])[]
  /** Linked artifacts of its document that exist. */
  readonly present: readonly number[]
  readonly files: readonly (readonly [fieldId: number, id: number])[]
  readonly deltas: readonly Delta[]
}

// Lists as `json`, which arrive parsed; the document is `jsonb`, which arrives as text.
const STORED = `select a.*,
  (select coalesce(json_agg(json_build_array(field_id, val) order by field_id, val), '[]') from artifact_index where artifact_id = a.id) as index,
  (select coalesce(json_agg(json_build_array(field_id, content, is_title) order by field_id), '[]') from artifact_text where artifact_id = a.id) as texts,
  (select coalesce(json_agg(json_build_array(field_id, target_id, type)), '[]') from artifact_link where source_id = a.id) as links,
  (select coalesce(json_agg(o.id), '[]') from artifact o where exists (
    select from jsonb_path_query(a.document, '$.*[*].id') as named(id) where named.id = to_jsonb(o.id))) as present,
  (select coalesce(json_agg(json_build_array(field_id, id)), '[]') from file where artifact_id = a.id and removed_at is null) as files,
  (select coalesce(json_agg(delta order by id), '[]') from changeset where artifact_id = a.id) as deltas
  from artifact a`

/** Compares the data derived from the document with a new derivation, as a creation makes it. */
const checkDerived = (tracker: Tracker, row: StoredArtifact): string[] => {
  const document = parseJsonb<Record<string, unknown>>(row.document)
  const foreign = Object.keys(document).filter(fieldId => !tracker.fieldById.has(Number(fieldId)))
  if (foreign.length > 0) return [`it holds values of fields that its tracker has not: ${foreign.join(', ')}`]
  const values = new Map(Object.entries(document).map(([fieldId, value]) => [Number(fieldId), value]))
  const plan = planDocument(tracker, undefined, values, NO_COMMENT, () => false)
  const stamps = pseudoFieldRows(
    tracker.id,
    { userId: row.submitted_by, at: row.submitted_on },
    { userId: row.updated_by, at: row.updated_on },
  )
  const faults: string[] = []
  const compare = (what: string, kept: readonly unknown[], derived: readonly unknown[]): void => {
    const [left, right] = [kept, derived].map(list => list.map(item => JSON.stringify(item)))
    const missing = right?.filter(item => !left?.includes(item)) ?? []
    const extra = left?.filter(item => !right?.includes(item)) ?? []
    if (missing.length > 0) faults.push(`${what} that are missing: ${missing.join(' ').slice(0, 300)}`)
    if (extra.length > 0) faults.push(`${what} that should not be: ${extra.join(' ').slice(0, 300)}`)
  }
  compare('search rows', row.index, [...plan.index.added, ...stamps])
  compare(
    'searched texts',
    row.texts.filter(([, content]) => content !== ''),
    plan.index.texts.map(text => [text.fieldId, text.content, text.isTitle]),
  )
  if (row.title !== plan.title)
    faults.push(`the title is ${JSON.stringify(row.title)}, by its document ${JSON.stringify(plan.title)}`)
  if (!isDeepStrictEqual(row.granted_group_ids, plan.grantedGroupIds && [...plan.grantedGroupIds]))
    faults.push(`the groups that may see it are not those of its document`)

  const ofType = (type: string): [number, unknown][] =>
    [...values].filter(([fieldId]) => tracker.fieldById.get(fieldId)?.type === type)
  // A document may go on to name an artifact that was deleted: it is read without it.
  const present = new Set(row.present)
  compare(
    'links',
    row.links,
    ofType('art_link').flatMap(([fieldId, links]) =>
      (links as StoredLink[]).filter(link => present.has(link.id)).map(link => [fieldId, link.id, link.type]),
    ),
  )
  compare(
    'attached files',
    row.files,
    ofType('file').flatMap(([fieldId, files]) => (files as StoredFile[]).map(file => [fieldId, file.id])),
  )
  return faults
}

const checkHistory = ({ document, deltas }: StoredArtifact, options: ConsistencyOptions): string[] => {
  if (options.hasKeptDefinitions !== true) return []
  const faults: string[] = []
  const state: Record<string, unknown> = {}
  for (const [edit, delta] of deltas.entries()) {
    for (const [fieldId, change] of Object.entries(delta)) {
      if (!isDeepStrictEqual(change.b, state[fieldId]))
        faults.push(`edit ${edit + 1} starts from another value of field ${fieldId} than the edit before left`)
      state[fieldId] = change.a
    }
  }
  if (!isDeepStrictEqual(state, parseJsonb(document))) faults.push('its history does not end at what it holds')
  return faults
}
