import { sql, type RawBuilder } from 'kysely'
import type { Db, Tx } from '../../../platform/db/db.ts'
import type { SeenArtifacts } from '../../fields/index.ts'
import { escapeLike, isSeen } from '../queries/conditions.store.ts'

import { refusingQueries, searchInTransaction } from '../queries/find-artifacts.store.ts'

/** Comments of trackers that a viewer sees; `groupIds` null: private ones, too. */
export interface SeenComments {
  readonly trackerIds: readonly number[]
  readonly groupIds: readonly number[] | null
}

export interface TextSearch {
  /** In lower case, at least one. */
  readonly words: readonly string[]
  /** Artifacts that the viewer sees. */
  readonly seen: readonly SeenArtifacts[]
  /** Fields of texts, and fields of files, that the viewer may read. Empty: they are not searched. */
  readonly textFieldIds: readonly number[]
  readonly fileFieldIds: readonly number[]
  readonly comments: readonly SeenComments[]
  /** Account that submitted the artifact, or wrote the comment. */
  readonly by: number | undefined
  /** Bounds of the last change, or of the comment; `until` excluded. */
  readonly from: Date | undefined
  readonly until: Date | undefined
  readonly timeoutSeconds: number
  readonly signal: AbortSignal | undefined
}

/** A text with all words. */
export interface FoundText {
  readonly artifactId: number
  readonly fieldId: number
  readonly isTitle: boolean
  readonly at: Date
}

export interface FoundComment {
  readonly artifactId: number
  readonly changesetId: number
  readonly at: Date
}

export interface FoundTexts {
  /** One for each artifact: its title before other texts. Titles before texts, then the newest artifacts. */
  readonly texts: readonly FoundText[]
  readonly files: readonly FoundText[]
  readonly comments: readonly FoundComment[]
}

/** Each list ends after this number: beyond it nobody pages, and totals say "more than". */
export const MAX_FOUND = 1_000
/**
 * Artifacts whose texts are read one after the other, the newest first. A frequent word is found enough times among them. For a viewer who
 * sees no more artifacts no index is asked: its time would tell how often a word is in hidden texts.
 */
const WALKED = 20_000

/** The newest artifacts, attachments and comments with all words, on one snapshot of the database. */
export const findTexts = (db: Db, search: TextSearch, walked = WALKED): Promise<FoundTexts> =>
  refusingQueries(search, () =>
    searchInTransaction(db, search, async tx => ({
      texts: await findInFields(tx, search, search.textFieldIds, walked),
      files: await findInFields(tx, search, search.fileFieldIds, walked),
      comments: await findInComments(tx, search),
    })),
  )

/**
 * A word of three letters is looked up in the index of trigrams anywhere in the text; a shorter one at the beginning of a word, because only
 * that is in the index.
 */
const hasWord = (word: string): RawBuilder<unknown> => {
  const escaped = escapeLike(word)
  return word.length >= 3
    ? sql`lower(x.content) like ${`%${escaped}%`}`
    : sql`(lower(x.content) like ${`${escaped}%`} or lower(x.content) like ${`% ${escaped}%`})`
}

const withinTimes = ({ from, until }: TextSearch, at: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(${from ?? null}::timestamptz is null or ${at} >= ${from ?? null}) and (${until ?? null}::timestamptz is null or ${at} < ${until ?? null})`

interface TextRow {
  artifact_id: number
  field_id: number
  is_title: boolean
  at: Date
}

/** Condition on the artifact `o`. */
const isWanted = (search: TextSearch): RawBuilder<unknown> => sql`${isSeen(search.seen)}
  and (${search.by ?? null}::bigint is null or o.submitted_by = ${search.by ?? null}) and ${withinTimes(search, sql`o.updated_on`)}`

const findInFields = async (
  tx: Tx,
  search: TextSearch,
  fieldIds: readonly number[],
  walked: number,
): Promise<FoundText[]> => {
  if (fieldIds.length === 0 || search.seen.length === 0) return []
  const { rows, last } = await walkNewest(tx, search, fieldIds, walked)
  const older = last === null || rows.length > MAX_FOUND ? [] : await findInIndexes(tx, search, fieldIds, last)
  return [...rows, ...older]
    .map(row => ({ artifactId: row.artifact_id, fieldId: row.field_id, isTitle: row.is_title, at: row.at }))
    .sort((one, other) => Number(other.isTitle) - Number(one.isTitle) || other.artifactId - one.artifactId)
    .slice(0, MAX_FOUND + 1)
}

const allWords = ({ words }: TextSearch): RawBuilder<unknown> => sql.join(words.map(hasWord), sql` and `)

/** Matches among the newest artifacts; `last`: id of the oldest of them, null if there are no older ones. */
const walkNewest = async (
  tx: Tx,
  search: TextSearch,
  fieldIds: readonly number[],
  walked: number,
): Promise<{ readonly rows: readonly TextRow[]; readonly last: number | null }> => {
  const { rows } = await sql<TextRow & { last: number | null }>`
    with newest as materialized (
      select o.id, o.updated_on from artifact o where ${isWanted(search)} order by o.id desc limit ${walked}
    ), found as materialized (
      select distinct on (n.id) n.id as artifact_id, x.field_id, x.is_title, n.updated_on as at
      from newest n join artifact_text x on x.artifact_id = n.id
      where x.field_id = any(${fieldIds}::bigint[]) and ${allWords(search)}
      order by n.id desc, x.is_title desc, x.field_id
    )
    select found.*, walk.last from (select case when count(*) = ${walked} then min(id) end as last from newest) walk
      left join (select * from found order by is_title desc, artifact_id desc limit ${MAX_FOUND + 1}) found on true`.execute(
    tx,
  )
  return { rows: rows.filter(row => (row.artifact_id as number | null) !== null), last: rows[0]?.last ?? null }
}

/** Each index is searched by itself: of titles, of other texts, and of texts that are too new for the index. */
const findInIndexes = async (
  tx: Tx,
  search: TextSearch,
  fieldIds: readonly number[],
  before: number,
): Promise<TextRow[]> => {
  const part = (where: RawBuilder<unknown>) => sql`(
    select x.artifact_id, x.field_id, x.is_title, o.updated_on as at
    from artifact_text x join artifact o on o.id = x.artifact_id
    where ${where} and x.artifact_id < ${before} and x.field_id = any(${fieldIds}::bigint[]) and ${allWords(search)}
      and ${isWanted(search)}
    order by x.artifact_id desc limit ${MAX_FOUND + 1})`
  const { rows } = await sql<TextRow>`
    select * from (
      select distinct on (artifact_id) artifact_id, field_id, is_title, at from (
        ${part(sql`x.is_title`)}
        union all ${part(sql`not x.is_title and x.is_indexed`)}
        union all ${part(sql`not x.is_title and not x.is_indexed`)}
      ) as found order by artifact_id desc, is_title desc, field_id
    ) as each order by is_title desc, artifact_id desc limit ${MAX_FOUND + 1}`.execute(tx)
  return rows
}

/** Comments are found by the beginnings of their words. */
const wordQuery = ({ words }: TextSearch): RawBuilder<unknown> =>
  sql.join(
    words.map(word => sql`to_tsquery('simple', ${`'${word.replace(/['\\]/g, ' ')}':*`})`),
    sql` && `,
  )

const findInComments = async (tx: Tx, search: TextSearch): Promise<FoundComment[]> => {
  const { comments, by } = search
  if (comments.length === 0 || search.seen.length === 0) return []
  const allowed = sql.join(
    comments.map(
      ({ trackerIds, groupIds }) => sql`(x.tracker_id = any(${trackerIds}::bigint[]) and
        (${groupIds === null} or x.comment_group_ids is null or x.comment_group_ids && ${groupIds ?? []}::bigint[]))`,
    ),
    sql` or `,
  )
  const { rows } = await sql<{ id: number; artifact_id: number; at: Date }>`
    select x.id, x.artifact_id, x.submitted_on as at from changeset x join artifact o on o.id = x.artifact_id
    where x.comment_body <> '' and to_tsvector('simple', x.comment_body) @@ (${wordQuery(search)})
      and (${allowed}) and ${isSeen(search.seen)}
      and (${by ?? null}::bigint is null or x.submitted_by = ${by ?? null}) and ${withinTimes(search, sql`x.submitted_on`)}
    order by x.id desc limit ${MAX_FOUND + 1}`.execute(tx)
  return rows.map(row => ({ artifactId: row.artifact_id, changesetId: row.id, at: row.at }))
}

/** A text by its place; undefined: it is gone. */
export type TextOf = (place: Pick<FoundText, 'artifactId' | 'fieldId'>) => string | undefined

/** The found texts themselves, as they are searched: without markup. */
export const readTexts = async (
  db: Db,
  places: readonly Pick<FoundText, 'artifactId' | 'fieldId'>[],
): Promise<TextOf> => {
  if (places.length === 0) return () => undefined
  const { rows } = await sql<{ artifact_id: number; field_id: number; content: string }>`
    select x.artifact_id, x.field_id, x.content from artifact_text x
      join unnest(${places.map(({ artifactId }) => artifactId)}::bigint[], ${places.map(({ fieldId }) => fieldId)}::bigint[]) as k (a, f)
        on x.artifact_id = k.a and x.field_id = k.f`.execute(db.kysely)
  return ({ artifactId, fieldId }) =>
    rows.find(row => row.artifact_id === artifactId && row.field_id === fieldId)?.content
}

export interface CommentText {
  /** Groups that may read it; null: everybody. */
  readonly groupIds: readonly number[] | null
  readonly body: string
  readonly format: 'text' | 'html' | 'commonmark'
}

/** Bodies of comments by changeset. */
export const readComments = async (
  db: Db,
  changesetIds: readonly number[],
): Promise<ReadonlyMap<number, CommentText>> => {
  if (changesetIds.length === 0) return new Map()
  const { rows } = await sql<{ id: number; group_ids: number[] | null; body: string; format: CommentText['format'] }>`
    select id, comment_group_ids as group_ids, comment_body as body, comment_format as format from changeset where id = any(${changesetIds}::bigint[])`.execute(
    db.kysely,
  )
  return new Map(rows.map(({ id, group_ids: groupIds, body, format }) => [id, { groupIds, body, format }]))
}
