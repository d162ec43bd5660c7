import { statement, type Db } from '../db/db.ts'

/** Uses of a caller in a minute, counted by all processes. */
export interface CountedUse {
  readonly caller: string
  readonly used: number
}

const addUses = statement<CountedUse>(
  'add_rate_uses',
  `insert into rate_window (caller, minute, used)
   select caller, $1, used from unnest($2::text[], $3::integer[]) as added (caller, used) order by caller
   on conflict (caller, minute) do update set used = rate_window.used + excluded.used
   returning caller, used`,
)

/** Adds uses of each caller, and returns the sums. */
export const addRateUses = (db: Db, minute: number, added: readonly CountedUse[]): Promise<CountedUse[]> =>
  db.query(addUses, [minute, added.map(({ caller }) => caller), added.map(({ used }) => used)])

const removeWindows = statement('remove_rate_windows', 'delete from rate_window where minute < $1')

export const removeRateWindows = async (db: Db, before: number): Promise<void> => {
  await db.query(removeWindows, [before])
}
