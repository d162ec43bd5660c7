import type { Clock } from '../clock.ts'
import { inTransactionScope, type Db } from '../db/db.ts'
import type { IdempotentCall } from './idempotency-key.ts'
import {
  claimKey,
  deleteIdempotencyRecord,
  EMPTY_ANSWER,
  storeAnswer,
  type IdempotencyRecord,
  type StoredAnswer,
} from './idempotency.store.ts'
import { keyIsRunning, KeyTaken, once, REPLAYED, REPLAYED_TRUNCATED } from './idempotency.ts'

/** After this time the process of a call without a stored answer has ended. */
const PENDING_MS = 60_000
/** Longest body that is kept, in characters. */
const MAX_BODY_CHARS = 64 * 1024

/** An answer with its body as JSON text. */
export interface KeepableAnswer {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly body: string | undefined
}

/**
 * Answers a call once, for operations that do not record it by themselves. The first transaction of the call records it; what the transaction
 * writes stands if and only if the record does. The answer follows after the commit: if the process ends before, the repeated call gets it
 * without its body.
 */
export const answerOnce =
  ({ db, clock }: { readonly db: Db; readonly clock: Clock }) =>
  async <Answer>(
    call: IdempotentCall,
    status: number,
    answer: () => Promise<Answer>,
    {
      keep,
      restore,
    }: { readonly keep: (answer: Answer) => KeepableAnswer; readonly restore: (answer: KeepableAnswer) => Answer },
  ): Promise<Answer> =>
    once(
      db,
      call,
      async () => {
        let isClaimed = false
        let isClaiming = false
        const claim = async (on: Parameters<typeof claimKey>[0], stored: StoredAnswer): Promise<void> => {
          if (!(await claimKey(on, call, stored, clock.now()))) throw new KeyTaken()
        }
        const scope = {
          begun: async (tx: Parameters<typeof claimKey>[0]) => {
            if (isClaimed) return
            await claim(tx, { ...EMPTY_ANSWER, status, isPending: true })
            isClaiming = true
          },
          committed: () => {
            isClaimed ||= isClaiming
          },
        }
        try {
          const answered = await inTransactionScope(scope, answer)
          const stored = storedOf(keep(answered))
          await (isClaimed ? storeAnswer(db, call, stored) : claim(db, stored))
          return answered
        } catch (error) {
          // A refused call may be tried again with the same key.
          if (isClaimed) await deleteIdempotencyRecord(db, call)
          throw error
        }
      },
      record => {
        if (record.isPending && clock.now().getTime() - record.at.getTime() < PENDING_MS) throw keyIsRunning()
        return restore(restoredFrom(record))
      },
    )

const storedOf = ({ status, headers = {}, body }: KeepableAnswer): StoredAnswer => {
  const isTruncated = body !== undefined && body.length > MAX_BODY_CHARS
  return { ...EMPTY_ANSWER, status, headers, body: isTruncated ? null : (body ?? null), isTruncated }
}

const restoredFrom = ({ status, headers, body, isTruncated, isPending }: IdempotencyRecord): KeepableAnswer => ({
  status,
  headers: { ...headers, ...(isTruncated || isPending ? REPLAYED_TRUNCATED : REPLAYED) },
  body: body ?? undefined,
})
