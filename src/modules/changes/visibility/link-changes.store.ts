import { parseJsonb, statement, type Db } from '../../../platform/db/db.ts'

/** A changed field of a changeset. */
export interface ChangedField {
  readonly changesetId: number
  readonly fieldId: number
}

/** A link as the history keeps it. */
export interface KeptLink {
  readonly id: number
  readonly type: string
}

export interface ChangedLinks extends ChangedField {
  readonly before: readonly KeptLink[]
  readonly after: readonly KeptLink[]
}

const linksStatement = statement<{ changeset_id: number; field_id: number; change: string | null }>(
  'feed-links',
  `select wanted.changeset_id, wanted.field_id, (c.delta -> wanted.field_id::text)::text as change
  from unnest($1::bigint[], $2::bigint[]) as wanted (changeset_id, field_id) join changeset c on c.id = wanted.changeset_id`,
)

/** Links before and after changes of fields of links. */
export const findChangedLinks = async (
  db: Pick<Db, 'query'>,
  fields: readonly ChangedField[],
): Promise<ChangedLinks[]> => {
  const rows = await db.query(linksStatement, [
    fields.map(({ changesetId }) => changesetId),
    fields.map(({ fieldId }) => fieldId),
  ])
  return rows.map(row => {
    const { a, b } = parseJsonb<{ a?: readonly KeptLink[] | null; b?: readonly KeptLink[] | null }>(row.change ?? '{}')
    return { changesetId: row.changeset_id, fieldId: row.field_id, before: b ?? [], after: a ?? [] }
  })
}
