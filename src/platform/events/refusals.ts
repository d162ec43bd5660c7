import { AsyncLocalStorage } from 'node:async_hooks'
import type { Logger } from 'pino'
import { inTransaction, type Db } from '../db/db.ts'
import { currentActing, type ActingCredential, type AuditFacts } from './acting.ts'
import { appendEvents } from './event-log.store.ts'
import type { Means, NewEvent } from './event-log.ts'

/** Something that was refused, for the audit. */
export interface RefusalNote {
  readonly kind: string
  /** The account that asked; null: nobody had signed in. */
  readonly actorId: number | null
  /** The account that it was about, for a refused sign-in. */
  readonly accountId?: number | undefined
  readonly means: Means
  readonly ip: string
  readonly credential: ActingCredential
  readonly reason: string
  /** The project that it was about. */
  readonly projectOf?: () => Promise<number | undefined>
  readonly payload?: Readonly<Record<string, unknown>>
}

/** Records refusals in the event log. */
export interface Refusals {
  note(refusal: RefusalNote): void
  /** Writes all that is not yet in the log. */
  flush(): Promise<void>
}

interface RefusalsOptions {
  readonly db: Db
  readonly log: Logger
  /** Milliseconds; tests shorten them. */
  readonly first?: number
  readonly rest?: number
}

/** Refusals that come within this time go into the log together. */
const FIRST_MS = 100
/** After its first one, refusals of the same caller are one row in this time. */
const REST_MS = 60_000
/** Different callers that are counted apart; all others are one row. */
const MAX_CALLERS = 500

interface Counted {
  readonly refusal: RefusalNote
  readonly requestId: string | undefined
  count: number
}

/**
 * The first refusal of a caller goes into the log at once, later ones once a minute with their number: a flood of refusals cannot fill the
 * disk. Each process counts by itself.
 */
export const createRefusals = ({ db, log, first = FIRST_MS, rest = REST_MS }: RefusalsOptions): Refusals => {
  // Refusals of many calls are written together: not in the transaction scope of the call that begins it.
  const outsideOfCalls = AsyncLocalStorage.snapshot()
  const waiting = new Map<string, Counted>()
  /** Callers whose refusals wait until the minute is over. */
  const held = new Map<string, Counted>()
  const recent = new Map<string, number>()
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> = Promise.resolve()

  const write = async (counted: readonly Counted[]): Promise<void> => {
    if (counted.length === 0) return
    try {
      const events = await Promise.all(counted.map(eventOf))
      await inTransaction(db, tx => appendEvents(tx, events))
    } catch (error) {
      log.error({ err: error }, 'refusals are missing in the audit')
    }
  }
  const sendDue = (isAll: boolean): Promise<void> => {
    const now = performance.now()
    const due = [...waiting.values()]
    waiting.clear()
    for (const [key, until] of recent) {
      const isOver = until <= now
      const more = isAll || isOver ? held.get(key) : undefined
      if (more) {
        held.delete(key)
        due.push(more)
        recent.set(key, now + rest)
      } else if (isOver) recent.delete(key)
    }
    writing = writing.then(() => write(due))
    return writing
  }
  const schedule = (): void => {
    if (timer || (waiting.size === 0 && recent.size === 0)) return
    const next = waiting.size > 0 ? first : Math.min(...recent.values()) - performance.now()
    const send = (): void => {
      timer = undefined
      void sendDue(false).then(schedule)
    }
    timer = outsideOfCalls(() => setTimeout(send, Math.max(first, next)))
    timer.unref()
  }

  return {
    note: refusal => {
      const key = keyOf(refusal, recent)
      const known = held.get(key) ?? waiting.get(key)
      if (known) known.count++
      else {
        const counted = { refusal, requestId: currentActing()?.requestId, count: 1 }
        if (recent.has(key)) held.set(key, counted)
        else {
          waiting.set(key, counted)
          recent.set(key, performance.now() + rest)
          // Refusals that wait for the end of a minute do not delay the first one of another caller.
          clearTimeout(timer)
          timer = undefined
        }
      }
      schedule()
    },
    flush: () => {
      clearTimeout(timer)
      timer = undefined
      return sendDue(true)
    },
  }
}

const keyOf = (
  { kind, ip, actorId, accountId, credential, payload }: RefusalNote,
  known: ReadonlyMap<string, unknown>,
): string => {
  const key = JSON.stringify([kind, ip, actorId, accountId, credential.type, payload?.['operation']])
  return known.has(key) || known.size < MAX_CALLERS ? key : kind
}

const eventOf = async ({ refusal, requestId, count }: Counted): Promise<NewEvent> => {
  const { kind, actorId, accountId, means, ip, credential, reason, projectOf, payload } = refusal
  const projectId = await projectOf?.()
  const audit: AuditFacts = { credential, ip, request_id: requestId, outcome: 'refused', reason, count }
  return {
    kind,
    actorId,
    means,
    ...(projectId !== undefined && { projectId }),
    payload: { ...payload, ...(accountId !== undefined && { userId: accountId }), audit },
  }
}
