import type { ArtifactWithLinks, LinkEnd, ReferenceEnd } from '../model/artifact.ts'

/** kind (see below), type of the link or keyword of the reference, id, tracker, submitter, granted groups, rank, field of the link */
export type ConnectionRow = [number, string, number, number, number, number[] | null, number, number | null]

const FORWARD_LINK = 0
const REVERSE_LINK = 1
const OUTGOING_REFERENCE = 2
const INCOMING_REFERENCE = 3

// Links and references in both directions with one join and one aggregate: the nodes of a plan cost more than the few rows that they find.
// A sort in the aggregate has a cost even without rows, so `inOrder` sorts instead.
/** For artifact `a` of the outer query. */
export const CONNECTIONS = `(
  select json_agg(json_build_array(c.kind, c.word, o.id, o.tracker_id, o.submitted_by, o.granted_group_ids, c.rank, c.field_id))
  from (
    select ${FORWARD_LINK} as kind, type as word, target_id as other_id, id as rank, field_id from artifact_link where source_id = a.id
    union all
    select ${REVERSE_LINK}, type, source_id, id, field_id from artifact_link where target_id = a.id
    union all
    select ${OUTGOING_REFERENCE}, keyword, target_artifact_id, 0, null from cross_reference where source_artifact_id = a.id
    union all
    select ${INCOMING_REFERENCE}, keyword, source_artifact_id, 0, null from cross_reference where target_artifact_id = a.id
  ) c join artifact o on o.id = c.other_id)`

/**
 * SQL condition for a reference by the word `k` to the artifact `r`, in a text of a project. The word means artifacts in general, or names
 * the artifact's tracker or a tracker of the project. Names of other trackers make no reference, because it would reveal these trackers.
 */
export const isNamedBy = (k: string, r: string, projectId: string): string =>
  `(${k} in ('art', 'artifact') or exists (select from tracker named
    where named.deleted_at is null and lower(named.item_name) = ${k} and (named.id = ${r}.tracker_id or named.project_id = ${projectId})))`

/** Number of changes of an artifact's links and references, including their other ends; `id` is SQL. */
export const connectionChangesOf = (id: string): string =>
  `(select count(*) from connection_change where artifact_id = ${id})`

const NO_LINKS: readonly LinkEnd[] = []
const NO_REFERENCES: readonly ReferenceEnd[] = []

const compareWords = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** Links in the order in which they were written, references by the other artifact. */
const inOrder = (connections: ConnectionRow[] | null): readonly ConnectionRow[] | null =>
  connections?.sort(
    ([kindA, wordA, idA, , , , rankA], [kindB, wordB, idB, , , , rankB]) =>
      rankA - rankB || idA - idB || compareWords(wordA, wordB) || kindA - kindB,
  ) ?? null

const toLinkEnds = (connections: readonly ConnectionRow[] | null, wanted: number): readonly LinkEnd[] =>
  connections?.flatMap(([kind, type, id, trackerId, submittedBy, grantedGroupIds, , fieldId]) =>
    kind === wanted && fieldId !== null ? { id, type, fieldId, trackerId, submittedBy, grantedGroupIds } : [],
  ) ?? NO_LINKS

const toReferenceEnds = (connections: readonly ConnectionRow[] | null): readonly ReferenceEnd[] =>
  connections?.flatMap(([kind, keyword, id, trackerId, submittedBy, grantedGroupIds]) =>
    kind === OUTGOING_REFERENCE || kind === INCOMING_REFERENCE
      ? { isOutgoing: kind === OUTGOING_REFERENCE, keyword, id, trackerId, submittedBy, grantedGroupIds }
      : [],
  ) ?? NO_REFERENCES

/** Links and references of an artifact, from the rows of the query. */
export const toConnections = (
  rows: ConnectionRow[] | null,
): Pick<ArtifactWithLinks, 'forward' | 'reverse' | 'references'> => {
  const connections = inOrder(rows)
  return {
    forward: toLinkEnds(connections, FORWARD_LINK),
    reverse: toLinkEnds(connections, REVERSE_LINK),
    references: toReferenceEnds(connections),
  }
}
