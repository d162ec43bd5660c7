import { statement, type Db } from '../../../platform/db/db.ts'

/** Outdated rows that each new failure removes: more than one, so that the table shrinks. */
const REMOVED_AT_ONCE = 10

const failuresBySubject = statement<{ subject: string; failures: number }>(
  'sign_in_failures',
  `select encode(subject, 'hex') as subject, failures from sign_in_failure
   where subject in (select decode(name, 'hex') from unnest($1::text[]) name) and last_failed_at > $2`,
)

/** Keyed by subject, as hexadecimal text; counts only failures since then. */
export const listFailures = async (db: Db, subjects: readonly string[], since: Date): Promise<Map<string, number>> =>
  new Map((await db.query(failuresBySubject, [subjects, since])).map(row => [row.subject, row.failures]))

const addFailures = statement(
  'add_sign_in_failures',
  `insert into sign_in_failure (subject, failures, last_failed_at)
   select decode(name, 'hex'), 1, $2::timestamptz from unnest($1::text[]) name order by 1
   on conflict (subject) do update set
     failures = case when sign_in_failure.last_failed_at > $3::timestamptz then sign_in_failure.failures + 1 else 1 end,
     last_failed_at = excluded.last_failed_at`,
)

/** Adds one failure to each subject; failures before `since` do not count. */
export const recordFailures = async (db: Db, subjects: readonly string[], now: Date, since: Date): Promise<void> => {
  await db.query(addFailures, [subjects, now, since])
}

const removeFailures = statement(
  'remove_sign_in_failures',
  `delete from sign_in_failure where subject = decode($1, 'hex')`,
)

export const forgetFailures = async (db: Db, subject: string): Promise<void> => {
  await db.query(removeFailures, [subject])
}

const removeOld = statement(
  'remove_old_sign_in_failures',
  `delete from sign_in_failure where subject in (
     select subject from sign_in_failure where last_failed_at <= $1 order by last_failed_at limit ${REMOVED_AT_ONCE}
     for update skip locked)`,
)

/** Removes a few rows older than `before`, so that the table holds only the last minutes. */
export const removeOldFailures = async (db: Db, before: Date): Promise<void> => {
  await db.query(removeOld, [before])
}
