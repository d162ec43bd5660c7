import { statement, type Db, type Statement } from './db.ts'

/** Asks for what belongs to keys, each of `width` parameters; the answer has the rows of all of them. */
export type SizedQuery<Row> = (db: Db, keys: readonly (readonly unknown[])[]) => Promise<Row[]>

/**
 * One statement about several keys, with parameters of their own for each (`($1, $2), ($3, $4)`): with an array as its parameter the
 * plan would be made anew each time, for it depends on how long the array is, and that takes longer than to run it. There is one
 * statement for each power of two up to `max`; what is missing to the next is filled up with nulls, which find nothing.
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
