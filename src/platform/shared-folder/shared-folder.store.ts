import { sql } from 'kysely'
import type { Queryable, Tx } from '../db/db.ts'

/** Name of the secret that holds the id. */
export const CURRENT_INSTALLATION_ID = 'installation_id'
const PLANNED_INSTALLATION_ID = 'planned_installation_id'

export interface InstallationIds {
  /** Id of the folder with the files of this database; undefined while no server has written it into a folder. */
  readonly current: string | undefined
  /** Id that the first server writes. It is stored first, so that the next server completes the work of one that died in between. */
  readonly planned: string | undefined
}

export const getInstallationIds = async (db: Queryable): Promise<InstallationIds> => {
  const rows = await db
    .selectFrom('instance_secret')
    .select(['name', 'value'])
    .where('name', 'in', [CURRENT_INSTALLATION_ID, PLANNED_INSTALLATION_ID])
    .execute()
  const find = (wanted: string): string | undefined => rows.find(({ name }) => name === wanted)?.value.toString('utf8')
  return { current: find(CURRENT_INSTALLATION_ID), planned: find(PLANNED_INSTALLATION_ID) }
}

/** Stores the candidate if no id is planned: all servers get the same id. */
export const planInstallationId = async (db: Queryable, candidate: string): Promise<void> => {
  await db
    .insertInto('instance_secret')
    .values({ name: PLANNED_INSTALLATION_ID, value: Buffer.from(candidate) })
    .onConflict(conflict => conflict.column('name').doNothing())
    .execute()
}

export const writeInstallationId = async (tx: Tx, id: string): Promise<void> => {
  await tx
    .insertInto('instance_secret')
    .values({ name: CURRENT_INSTALLATION_ID, value: Buffer.from(id) })
    .onConflict(conflict => conflict.column('name').doUpdateSet(row => ({ value: row.ref('excluded.value') })))
    .execute()
}

/** Lets no other transaction give a folder an id until this one ends. */
export const lockInstallationId = async (tx: Tx): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended('installation id', 0))`.execute(tx)
}
