import type { Queryable, Tx } from '../../platform/db/db.ts'

export const loadSettings = (db: Queryable): Promise<{ name: string; value: string }[]> =>
  db.selectFrom('setting').select(['name', 'value']).execute()

export const writeSettings = async (
  tx: Tx,
  settings: readonly { readonly name: string; readonly value: string }[],
): Promise<void> => {
  if (settings.length === 0) return
  await tx
    .insertInto('setting')
    .values([...settings])
    .onConflict(conflict => conflict.column('name').doUpdateSet(row => ({ value: row.ref('excluded.value') })))
    .execute()
}

export const removeSettings = async (tx: Tx, names: readonly string[]): Promise<void> => {
  if (names.length === 0) return
  await tx.deleteFrom('setting').where('name', 'in', names).execute()
}

/** The secret of that name; created from `candidate` if there is none yet. All processes get the same secret. */
export const findOrCreateSecret = async (db: Queryable, name: string, candidate: Buffer): Promise<Buffer> => {
  await db
    .insertInto('instance_secret')
    .values({ name, value: candidate })
    .onConflict(conflict => conflict.column('name').doNothing())
    .execute()
  const row = await db.selectFrom('instance_secret').select('value').where('name', '=', name).executeTakeFirstOrThrow()
  return row.value
}
