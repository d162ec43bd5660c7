import { statement, type Db, type Statement } from './db.ts'

/** Reads the rows of several keys, each of which has `width` parameters. */
export type SizedQuery<Row> = (db: Db, keys: readonly (readonly unknown[])[]) => Promise<Row[]>

/**
 * One statement for several keys, with separate parameters for each (`($1, $2), ($3, $4)`). With an array parameter PostgreSQL would plan
 * each time, since the plan depends on the length of the array, and planning takes longer than running. One statement exists for each
 * power of two up to `max`; unused keys are null and match nothing.
 */
export const sizedQuery = <Row>(
  name: string,
  { max, width, text }: { readonly max: number; readonly width: number; readonly text: (size: number) => string },
): SizedQuery<Row> => {
  const statements: { readonly size: number; readonly prepared: Statement<Row> }[] = []
  for (let size = 1; size <= max; size *= 2)
    statements.push({ size, prepared: statement(`${name}-${size}`, text(size)) })
  return (db, keys) => {
    const found = statements.find(({ size }) => size >= keys.length)
    if (!found) throw new Error(`${name}: ${keys.length} keys, at most ${max}`)
    const values = keys.flat()
    while (values.length < found.size * width) values.push(null)
    return db.query(found.prepared, values)
  }
}

/** `($1::bigint, $2::xid), ($3::bigint, $4::xid)` for two keys of these types. */
export const keyRows = (size: number, types: readonly string[]): string =>
  Array.from(
    { length: size },
    (_, row) => `(${types.map((type, column) => `$${row * types.length + column + 1}::${type}`).join(', ')})`,
  ).join(', ')
