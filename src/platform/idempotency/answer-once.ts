import type { Clock } from '../clock.ts'
import { inTransactionScope, type Db, type Tx } from '../db/db.ts'
import type { IdempotentCall } from './idempotency-key.ts'
import {
  deleteIdempotencyRecord,
  EMPTY_ANSWER,
  storeAnswer,
  type IdempotencyRecord,
  type StoredResponse,
} from './idempotency.store.ts'
import { isRefused, keyIsRunning, once, REPLAYED, REPLAYED_TRUNCATED, takeKey } from './idempotency.ts'

/** After this time the process of a call without a stored answer has ended. */
const PENDING_MS = 60_000
/** Longest body that is kept, in characters. */
const MAX_BODY_CHARS = 64 * 1024

/** An answer with its body as JSON text. */
export interface StorableResponse {
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
    }: {
      /** undefined: nothing was done, and the key stays free. */
      readonly keep: (answer: Answer) => StorableResponse | undefined
      readonly restore: (answer: StorableResponse) => Answer
    },
  ): Promise<Answer> =>
    once(
      db,
      call,
      async () => {
        let isClaimed = false
        let isClaiming = false
        const claim = (on: Db | Tx, stored: StoredResponse): Promise<void> => takeKey(on, call, stored, clock.now())
        const release = async (): Promise<void> => {
          if (isClaimed) await deleteIdempotencyRecord(db, call)
        }
        const scope = {
          begun: async (tx: Tx) => {
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
          const kept = keep(answered)
          if (!kept) await release()
          else if (isClaimed) await storeAnswer(db, call, storedOf(kept))
          else await claim(db, storedOf(kept))
          return answered
        } catch (error) {
          // A refused call may be tried again with the same key. Every other error may follow a commit: a repeated call must not write again.
          if (isRefused(error)) await release()
          // If this fails too, the record stays pending and ends as this one.
          else if (isClaimed)
            await storeAnswer(db, call, { ...EMPTY_ANSWER, status, isTruncated: true }).catch(() => undefined)
          throw error
        }
      },
      record => {
        if (record.isPending && clock.now().getTime() - record.at.getTime() < PENDING_MS) throw keyIsRunning()
        return restore(restoredFrom(record))
      },
    )

const storedOf = ({ status, headers = {}, body }: StorableResponse): StoredResponse => {
  const isTruncated = body !== undefined && body.length > MAX_BODY_CHARS
  return { ...EMPTY_ANSWER, status, headers, body: isTruncated ? null : (body ?? null), isTruncated }
}

const restoredFrom = ({ status, headers, body, isTruncated, isPending }: IdempotencyRecord): StorableResponse => ({
  status,
  headers: { ...headers, ...(isTruncated || isPending ? REPLAYED_TRUNCATED : REPLAYED) },
  body: body ?? undefined,
})
