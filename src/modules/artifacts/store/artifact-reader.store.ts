import type { Db } from '../../../platform/db/db.ts'
import { keyRows, sizedQuery } from '../../../platform/db/sized-statement.ts'
import { batchCalls } from '../../../platform/db/batching.ts'
import type { ArtifactDocument, ArtifactWithLinks, RowVersion } from '../model/artifact.ts'
import { HISTORY, toHistory, type Changeset, type HistoryRow } from './changesets.store.ts'
import { CONNECTIONS, connectionChangesOf, toConnections, type ConnectionRow } from './links-and-references.store.ts'
import { isSameRowVersion, NO_ROW_VERSIONS } from './row-version.store.ts'

export interface ArtifactState {
  readonly artifact: ArtifactWithLinks
  readonly rowVersion: RowVersion
  /** Length of the JSON texts of the state. */
  readonly size: number
}

/** A state with its whole history, from one snapshot. */
export interface ArtifactStateWithHistory extends ArtifactState {
  readonly history: readonly Changeset[]
}

/** undefined: there is no such artifact. 'unchanged': the artifact still has the given row version. */
export type StateResult<State extends ArtifactState = ArtifactState> = State | 'unchanged' | undefined

export type ArtifactReader<State extends ArtifactState = ArtifactState> = (
  id: number,
  known?: RowVersion,
) => Promise<StateResult<State>>

interface Row {
  id: number
  written_by: string
  connection_changes: number
  /** null if the state is the known one. */
  content: string | null
  /** null also if there are no connections. */
  connections: string | null
}

interface RowWithHistory extends Row {
  history: string | null
}

/** A requested artifact, with the row version that the caller knows. */
export interface StateRequest {
  readonly id: number
  readonly known: RowVersion | undefined
}

type ContentTuple = readonly [
  projectId: number,
  trackerId: number,
  number: number,
  changesetId: number,
  document: ArtifactDocument,
  title: string | null,
  submittedBy: number,
  submittedByEmail: string | null,
  submittedOn: string,
  updatedBy: number,
  updatedByEmail: string | null,
  updatedOn: string,
  grantedGroupIds: number[] | null,
]

const CONTENT = `json_build_array(a.project_id, a.tracker_id, a.number, a.changeset_id, a.document, a.title, a.submitted_by,
  a.submitted_by_email, a.submitted_on, a.updated_by, a.updated_by_email, a.updated_on, a.granted_group_ids)::text`

const IS_UNCHANGED = 'a.xmin = k.written_by and c.connection_changes = k.connection_changes'

const statesText = (size: number, more = ''): string => `select a.id, a.xmin as written_by, c.connection_changes,
    case when ${IS_UNCHANGED} then null else ${CONTENT} end as content,
    case when c.connection_changes = 0 or ${IS_UNCHANGED} then null else ${CONNECTIONS}::text end as connections${more}
  from (values ${keyRows(size, ['bigint', 'xid', 'bigint'])}) as k (id, written_by, connection_changes)
    join artifact a on a.id = k.id
    cross join lateral (select ${connectionChangesOf('a.id')} as connection_changes) c`

const MAX_READ = 128
const readRows = sizedQuery<Row>('read-artifact', { max: MAX_READ, width: 3, text: size => statesText(size) })
const MAX_HISTORIES = 8
const readHistoryRows = sizedQuery<RowWithHistory>('read-history', {
  max: MAX_HISTORIES,
  width: 3,
  text: size => statesText(size, `, case when ${IS_UNCHANGED} then null else ${HISTORY}::text end as history`),
})
/** No transaction has this id. */
const NO_TRANSACTION = '0'

/**
 * States of the artifacts in the order of the requests, with one query for as many as fit into one. An artifact whose row version was just
 * found equal to the known one is not queried again.
 */
export const findStates = async (
  db: Db,
  requests: readonly StateRequest[],
  listedVersions = NO_ROW_VERSIONS,
): Promise<StateResult[]> => {
  const isUnchanged = ({ id, known }: StateRequest): boolean => isSameRowVersion(known, listedVersions.get(id))
  const others = requests.filter(one => !isUnchanged(one))
  const rows: Row[] = []
  for (let at = 0; at < others.length; at += MAX_READ)
    rows.push(...(await readRows(db, keysOf(others.slice(at, at + MAX_READ)))))
  return inOrder(requests, rows, toState, isUnchanged)
}

/** One round trip for all concurrent calls. */
export const createArtifactReader = (db: Db): ArtifactReader => {
  const read = batchCalls<StateRequest, StateResult>({
    run: requests => findStates(db, requests),
    maxItems: 32,
    extraRunFrom: 8,
    maxRuns: 3,
    tracing: db.tracing,
  })
  return (id, known) => read({ id, known })
}

/** One round trip for concurrent calls, with histories; smaller batches, because histories may be long. */
export const createHistoryReader = (db: Db): ArtifactReader<ArtifactStateWithHistory> => {
  const read = batchCalls<StateRequest, StateResult<ArtifactStateWithHistory>>({
    run: async requests => inOrder(requests, await readHistoryRows(db, keysOf(requests)), toHistoryState),
    maxItems: MAX_HISTORIES,
    extraRunFrom: MAX_HISTORIES,
    maxRuns: 3,
    tracing: db.tracing,
  })
  return (id, known) => read({ id, known })
}

const keysOf = (requests: readonly StateRequest[]): unknown[][] =>
  requests.map(({ id, known }) => [id, known?.writtenBy ?? NO_TRANSACTION, known?.connectionChanges ?? null])

const inOrder = <AnyRow extends Row, State extends ArtifactState>(
  requests: readonly StateRequest[],
  rows: readonly AnyRow[],
  toStateOf: (row: AnyRow) => State,
  isUnchanged: (one: StateRequest) => boolean = () => false,
): StateResult<State>[] => {
  const byId = Map.groupBy(rows, row => row.id)
  return requests.map(one => {
    const found = byId.get(one.id) ?? []
    if (isUnchanged(one) || found.some(row => isSameRowVersion(rowVersionOf(row), one.known))) return 'unchanged'
    // Several requests for one artifact may name different row versions; a row with content serves all of them.
    const row = found.find(({ content }) => content !== null) ?? found[0]
    return row && toStateOf(row)
  })
}

const toHistoryState = (row: RowWithHistory): ArtifactStateWithHistory => ({
  ...toState(row),
  history: toHistory(row.history === null ? [] : (JSON.parse(row.history) as HistoryRow[])),
})

const rowVersionOf = ({ written_by, connection_changes }: Row): RowVersion => ({
  writtenBy: written_by,
  connectionChanges: connection_changes,
})

const toState = (row: Row): ArtifactState => {
  const { id, connections, content } = row
  if (content === null) throw new Error(`artifact ${id} was read without its content`)
  const [
    projectId,
    trackerId,
    number,
    changesetId,
    document,
    title,
    submittedBy,
    submittedByEmail,
    submittedOn,
    updatedBy,
    updatedByEmail,
    updatedOn,
    grantedGroupIds,
  ] = JSON.parse(content) as ContentTuple
  return {
    rowVersion: rowVersionOf(row),
    size: content.length + (connections?.length ?? 0),
    artifact: {
      id,
      projectId,
      trackerId,
      number,
      changesetId,
      document,
      title,
      submittedBy,
      submittedByEmail,
      submittedOn: new Date(submittedOn),
      updatedBy,
      updatedByEmail,
      updatedOn: new Date(updatedOn),
      grantedGroupIds,
      ...toConnections(connections === null ? null : (JSON.parse(connections) as ConnectionRow[])),
    },
  }
}
