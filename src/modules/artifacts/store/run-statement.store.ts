import type { RawBuilder } from 'kysely'

/** Runs one statement. */
export type RunStatement = <Row>(statement: RawBuilder<Row>) => Promise<Row[]>
