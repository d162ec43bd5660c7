import type pg from 'pg'

export type QueryInTurn = <Row extends pg.QueryResultRow = pg.QueryResultRow>(
  text: string,
  values?: readonly unknown[],
) => Promise<Row[]>

/** Queries of several callers on one connection: each begins when the one before has ended, however it ended. */
export const queriesInTurn = (client: pg.Client): QueryInTurn => {
  let last: Promise<unknown> = Promise.resolve()
  return <Row extends pg.QueryResultRow>(text: string, values: readonly unknown[] = []) => {
    const ask = async (): Promise<Row[]> => (await client.query<Row>(text, values as unknown[])).rows
    const rows = last.then(ask, ask)
    last = rows
    return rows
  }
}
