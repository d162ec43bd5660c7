import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Logger } from 'pino'
import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/db.ts'
import type { ChainLink } from '../model/entry.ts'
import { readChainEnd } from '../store/audit.store.ts'
import { insertHead, readLastHead, type SignedHead } from '../store/heads.store.ts'

/** Signs ends of the chain with a key of the installation. */
export interface HeadSigner {
  sign(head: ChainLink): Buffer
  isSigned(head: Pick<SignedHead, 'n' | 'hash' | 'signature'>): boolean
}

export const headSigner = (key: Buffer): HeadSigner => {
  const sign = ({ n, hash }: ChainLink): Buffer => createHmac('sha256', key).update(`${n}:`).update(hash).digest()
  return {
    sign,
    isSigned: head => head.signature.length === 32 && timingSafeEqual(sign(head), head.signature),
  }
}

interface SignDependencies {
  readonly db: Db
  readonly clock: Clock
  readonly log: Logger
  readonly signer: HeadSigner
}

/** Signs the end of the chain and writes it to the log of the server, where a change of the database does not reach it. */
export const signHead = async ({ db, clock, log, signer }: SignDependencies): Promise<SignedHead | undefined> => {
  const { n, hash } = await readChainEnd(db.kysely)
  const last = await readLastHead(db.kysely)
  if (n === 0 || last?.n === n) return last
  const signature = signer.sign({ n, hash })
  const head = { n, hash, signedAt: clock.now(), signature }
  await insertHead(db.kysely, head)
  log.info({ n, hash: hash.toString('hex'), signature: signature.toString('hex') }, 'head of the audit')
  return head
}
