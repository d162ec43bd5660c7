import type { Queryable, Tx } from '../../platform/db/db.ts'

export const readSettings = (db: Queryable): Promise<{ name: string; value: string }[]> =>
  db.selectFrom('setting').select(['name', 'value']).execute()

export const writeSetting = async (tx: Tx, name: string, value: string): Promise<void> => {
  await tx
    .insertInto('setting')
    .values({ name, value })
    .onConflict(conflict => conflict.column('name').doUpdateSet({ value }))
    .execute()
}

/** The secret of that name, made with `candidate` where there is none yet; the same for all processes. */
export const readOrMakeSecret = async (db: Queryable, name: string, candidate: Buffer): Promise<Buffer> => {
  await db
    .insertInto('instance_secret')
    .values({ name, value: candidate })
    .onConflict(conflict => conflict.column('name').doNothing())
    .execute()
  const row = await db.selectFrom('instance_secret').select('value').where('name', '=', name).executeTakeFirstOrThrow()
  return row.value
}
