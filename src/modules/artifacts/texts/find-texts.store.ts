import { sql, type RawBuilder } from 'kysely'
import type { Db, Tx } from '../../../platform/db/db.ts'
import type { SeenArtifacts } from '../../fields/index.ts'
import { isSeen } from '../queries/conditions.store.ts'
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
  /** One for each artifact: its title before other texts. */
  readonly texts: readonly FoundText[]
  readonly files: readonly FoundText[]
  readonly comments: readonly FoundComment[]
}

/** Each list ends after this number: beyond it nobody pages, and totals say "more than". */
export const MAX_FOUND = 1_000

/** The newest artifacts, attachments and comments with all words. Two statements on one snapshot. */
export const findTexts = (db: Db, search: TextSearch): Promise<FoundTexts> =>
  refusingQueries(search, () =>
    searchInTransaction(db, search, async tx => ({
      texts: await findInFields(tx, search, search.textFieldIds),
      files: await findInFields(tx, search, search.fileFieldIds),
      comments: await findInComments(tx, search),
    })),
  )

/**
 * A word of three letters is looked up in the index of trigrams anywhere in the text; a shorter one at the beginning of a word, because only
 * that is in the index.
 */
const hasWord = (content: RawBuilder<unknown>, word: string): RawBuilder<unknown> => {
  const escaped = word.replace(/[\\%_]/g, '\\$&')
  return word.length >= 3
    ? sql`${content} like ${`%${escaped}%`}`
    : sql`(${content} like ${`${escaped}%`} or ${content} like ${`% ${escaped}%`})`
}

const withinTimes = ({ from, until }: TextSearch, at: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(${from ?? null}::timestamptz is null or ${at} >= ${from ?? null}) and (${until ?? null}::timestamptz is null or ${at} < ${until ?? null})`

interface TextRow {
  artifact_id: number
  field_id: number
  is_title: boolean
  at: Date
}

/** Each index is searched by itself: of titles, of other texts, and of texts that are too new for the index. */
const findInFields = async (tx: Tx, search: TextSearch, fieldIds: readonly number[]): Promise<FoundText[]> => {
  if (fieldIds.length === 0 || search.seen.length === 0) return []
  const content = sql`lower(x.content)`
  const words = sql.join(
    search.words.map(word => hasWord(content, word)),
    sql` and `,
  )
  const part = (where: RawBuilder<unknown>) => sql`(
    select x.artifact_id, x.field_id, x.is_title, o.updated_on as at
    from artifact_text x join artifact o on o.id = x.artifact_id
    where ${where} and x.field_id = any(${fieldIds}::bigint[]) and ${words} and ${isSeen(search.seen)}
      and (${search.by ?? null}::bigint is null or o.submitted_by = ${search.by ?? null}) and ${withinTimes(search, sql`o.updated_on`)}
    order by x.artifact_id desc limit ${MAX_FOUND + 1})`
  const { rows } = await sql<TextRow>`
    select distinct on (artifact_id) artifact_id, field_id, is_title, at from (
      ${part(sql`x.is_title`)}
      union all ${part(sql`not x.is_title and x.is_indexed`)}
      union all ${part(sql`not x.is_title and not x.is_indexed`)}
    ) as found order by artifact_id desc, is_title desc, field_id limit ${MAX_FOUND + 1}`.execute(tx)
  return rows.map(row => ({ artifactId: row.artifact_id, fieldId: row.field_id, isTitle: row.is_title, at: row.at }))
}

const findInComments = async (tx: Tx, search: TextSearch): Promise<FoundComment[]> => {
  const { comments, words, by } = search
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
    where x.comment_body <> '' and to_tsvector('simple', x.comment_body) @@ plainto_tsquery('simple', ${words.join(' ')})
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
  readonly body: string
  readonly format: 'text' | 'html' | 'commonmark'
}

/** Bodies of comments by changeset. */
export const readComments = async (
  db: Db,
  changesetIds: readonly number[],
): Promise<ReadonlyMap<number, CommentText>> => {
  if (changesetIds.length === 0) return new Map()
  const { rows } = await sql<{ id: number; body: string; format: CommentText['format'] }>`
    select id, comment_body as body, comment_format as format from changeset where id = any(${changesetIds}::bigint[])`.execute(
    db.kysely,
  )
  return new Map(rows.map(({ id, body, format }) => [id, { body, format }]))
}
