import type { Db } from '../../platform/db/db.ts'
import { keyRows, sizedQuery } from '../../platform/db/sized-statement.ts'
import { together } from '../../platform/db/together.ts'
import type { ArtifactDocument, ArtifactWithLinks } from './artifact.ts'
import { CONNECTIONS, toConnections, type ConnectionRow } from './connections.store.ts'

/**
 * A state of an artifact as the database names it: the transaction that wrote its row, which is another one after every change of
 * the row, and how often its links and references have changed, other ends included. Two reads with equal marks found the same.
 */
export interface StateMark {
  readonly writtenBy: string
  readonly connectionChanges: number
}

export interface ReadState {
  readonly artifact: ArtifactWithLinks
  readonly mark: StateMark
}

/** Undefined: there is none. 'unchanged': it stands as the mark says that was given. */
export type FoundState = ReadState | 'unchanged' | undefined

export type ArtifactReader = (id: number, known?: StateMark) => Promise<FoundState>

interface Row {
  id: number
  written_by: string
  connection_changes: number
  /** null where the state is the known one. */
  content: string | null
  /** null also where there are none. */
  connections: string | null
}

/** An artifact that is asked for, and the state in which it is known. */
export interface Asked {
  readonly id: number
  readonly known: StateMark | undefined
}

type Content = readonly [
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
  rank: number | null,
]

const CONTENT = `json_build_array(a.project_id, a.tracker_id, a.number, a.changeset_id, a.document, a.title, a.submitted_by,
  a.submitted_by_email, a.submitted_on, a.updated_by, a.updated_by_email, a.updated_on, a.granted_group_ids, a.rank)::text`

const IS_KNOWN = 'a.xmin = k.written_by and c.connection_changes = k.connection_changes'

const MAX_READ = 128
const readRows = sizedQuery<Row>('read-artifact', {
  max: MAX_READ,
  width: 3,
  text: size => `select a.id, a.xmin as written_by, c.connection_changes,
    case when ${IS_KNOWN} then null else ${CONTENT} end as content,
    case when c.connection_changes = 0 or ${IS_KNOWN} then null else ${CONNECTIONS}::text end as connections
  from (values ${keyRows(size, ['bigint', 'xid', 'bigint'])}) as k (id, written_by, connection_changes)
    join artifact a on a.id = k.id
    cross join lateral (select count(*) as connection_changes from connection_change where artifact_id = a.id) c`,
})
/** No transaction has it. */
const NEVER = '0'

/** What each of them stands at, in the order in which they are asked for; one query for as many as fit into one. */
export const readStates = async (db: Db, asked: readonly Asked[]): Promise<FoundState[]> => {
  const found: FoundState[] = []
  for (let at = 0; at < asked.length; at += MAX_READ) {
    const some = asked.slice(at, at + MAX_READ)
    const keys = some.map(({ id, known }) => [id, known?.writtenBy ?? NEVER, known?.connectionChanges ?? null])
    const rows = Map.groupBy(await readRows(db, keys), row => row.id)
    found.push(...some.map(({ id, known }) => stateFrom(rows.get(id) ?? [], known)))
  }
  return found
}

/** One round trip for all that is asked for at a time. */
export const createArtifactReader = (db: Db): ArtifactReader => {
  const read = together<Asked, FoundState>({
    run: asked => readStates(db, asked),
    maxItems: 32,
    crowd: 8,
    maxRuns: 3,
    tracing: db.tracing,
  })
  return (id, known) => read({ id, known })
}

/** Of several rows of one artifact, asked for with different marks, one with content serves all. */
const stateFrom = (rows: readonly Row[], known: StateMark | undefined): FoundState => {
  const isKnown = rows.some(
    row => known && row.written_by === known.writtenBy && row.connection_changes === known.connectionChanges,
  )
  if (isKnown) return 'unchanged'
  const row = rows.find(({ content }) => content !== null) ?? rows[0]
  return row && toState(row)
}

const toState = ({ id, written_by, connection_changes, connections, content }: Row): ReadState => {
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
    rank,
  ] = JSON.parse(content) as Content
  return {
    mark: { writtenBy: written_by, connectionChanges: connection_changes },
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
      rank: rank ?? id,
      ...toConnections(connections === null ? null : (JSON.parse(connections) as ConnectionRow[])),
    },
  }
}
