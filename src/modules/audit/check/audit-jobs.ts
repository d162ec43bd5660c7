import type { Logger } from 'pino'
import type { Clock } from '../../../platform/clock.ts'
import { inTransaction, type Db } from '../../../platform/db/db.ts'
import type { Job } from '../../../platform/jobs/jobs.ts'
import { readAnchor, removeEntriesBefore } from '../store/audit.store.ts'
import { readCheck, removeHeadsBefore, writeCheck } from '../store/heads.store.ts'
import { signHead, type HeadSigner } from './sign-head.ts'
import { verifyChain } from './verify-chain.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** Rows of one transaction. */
const PORTION = 5_000

interface JobDependencies {
  readonly db: Db
  readonly clock: Clock
  readonly log: Logger
  readonly signer: HeadSigner
  /** Days for which rows are kept. */
  readonly retentionDays: () => number
}

/** Checks the rows since the last check, or all, and keeps what was found for administrators. */
export const checkChain = async ({ db, clock, log, signer }: JobDependencies, isWhole: boolean): Promise<void> => {
  const known = await readCheck(db.kysely)
  // A chain that is broken is looked at as a whole: it may have been mended.
  const from = isWhole || !known || known.brokenAt !== null ? undefined : known.until
  const { until, broken } = await verifyChain(db.kysely, signer, { from })
  if (broken) log.error(broken, 'the chain of the audit is broken')
  await writeCheck(db.kysely, {
    checkedAt: clock.now(),
    until: until.n,
    brokenAt: broken?.n ?? null,
    fault: broken?.fault ?? null,
  })
}

const expire = async ({ db, clock, retentionDays }: JobDependencies): Promise<void> => {
  const before = new Date(clock.now().getTime() - retentionDays() * DAY_MS)
  while ((await inTransaction(db, tx => removeEntriesBefore(tx, before, PORTION))) === PORTION) continue
  await removeHeadsBefore(db.kysely, (await readAnchor(db.kysely)).n)
}

export const auditJobs = (deps: JobDependencies): Job[] => [
  {
    name: 'sign_audit',
    schedule: '0 * * * *',
    run: async () => {
      await checkChain(deps, false)
      await signHead(deps)
    },
  },
  {
    name: 'expire_audit',
    schedule: '41 3 * * *',
    run: async () => {
      await expire(deps)
      await checkChain(deps, true)
    },
  },
]
