import type { Queryable } from '../../../platform/db/db.ts'
import { hashOf } from '../model/row-hash.ts'
import type { ChainLink } from '../model/entry.ts'
import { listRowsToCheck, readAnchor, type RowToCheck } from '../store/audit.store.ts'
import { listHeads } from '../store/heads.store.ts'
import type { HeadSigner } from './sign-head.ts'

export interface ChainReport {
  /** First row that was checked; 0: there is none. */
  readonly from: number
  /** Last row that was checked. */
  readonly until: ChainLink
  /** First row that is broken, and what is wrong with it. */
  readonly broken: { readonly n: number; readonly fault: string } | undefined
}

const PORTION = 1_000

interface VerifyOptions {
  /** Row before which nothing is checked. */
  readonly from?: number | undefined
  /** Hash of a row that somebody kept elsewhere: the chain must hold it. */
  readonly head?: string | undefined
}

/** Walks the chain from its front, or from a row on, and compares it with its signed heads. */
export const verifyChain = async (
  db: Queryable,
  signer: HeadSigner,
  options: VerifyOptions = {},
): Promise<ChainReport> => {
  for (;;) {
    const anchor = await readAnchor(db)
    const report = await walk(db, signer, anchor, options)
    // The retention removed rows meanwhile: those were not missing.
    if (!report.broken || (await readAnchor(db)).n === anchor.n) return report
  }
}

const walk = async (
  db: Queryable,
  signer: HeadSigner,
  anchor: ChainLink,
  { from, head }: VerifyOptions,
): Promise<ChainReport> => {
  const start = Math.max(anchor.n + 1, from ?? 0)
  // The row before the first one is taken as it is.
  let last: ChainLink = anchor
  let first = 0
  let isKeptHeadFound = head === undefined || (anchor.n > 0 && head === anchor.hash.toString('hex'))
  const broken = (n: number, fault: string): ChainReport => ({ from: first, until: last, broken: { n, fault } })
  // Before the rows: rows and heads that come meanwhile are whole or not at all.
  const heads = new Map((await listHeads(db, start)).map(one => [one.n, one]))
  for (;;) {
    const rows = await listRowsToCheck(db, Math.max(last.n, start - 1), PORTION)
    if (rows.length === 0) break
    for (const row of rows) {
      const isFirst = first === 0
      if (isFirst) first = row.n
      const fault =
        isFirst && row.n === start && start > anchor.n + 1 ? faultOfRow(row, undefined) : faultOfRow(row, last)
      if (fault !== undefined) return broken(row.n, fault)
      const signed = heads.get(row.n)
      if (signed && !(signer.isSigned(signed) && signed.hash.equals(row.hash)))
        return broken(row.n, 'the signed head is another one')
      heads.delete(row.n)
      isKeptHeadFound ||= row.hash.toString('hex') === head
      last = row
    }
  }
  const [missing] = [...heads.values()].filter(({ n }) => n > anchor.n)
  if (missing) return broken(missing.n, 'the row was signed, and is not there')
  if (!isKeptHeadFound) return broken(last.n, 'no row has the given head')
  return { from: first, until: last, broken: undefined }
}

/** `before` undefined: the row before is not known, and is not compared. */
const faultOfRow = (row: RowToCheck, before: ChainLink | undefined): string | undefined => {
  if (before && row.n !== before.n + 1) return `the rows ${before.n + 1} to ${row.n - 1} are missing`
  if (before && !row.previous.equals(before.hash)) return 'the row does not follow from the one before'
  if (!hashOf(row.previous, row.entry).equals(row.hash)) return 'the row is not what was sealed'
  const { entry } = row
  const isSame =
    entry.n === row.n &&
    entry.kind === row.kind &&
    (entry.actor?.id ?? null) === row.actorId &&
    entry.project_id === row.projectId &&
    entry.subject === row.subject &&
    // Rows have whole seconds.
    Math.abs(new Date(entry.at).getTime() - row.eventAt.getTime()) < 1_000
  return isSame ? undefined : 'the columns of the row are not what was sealed'
}
