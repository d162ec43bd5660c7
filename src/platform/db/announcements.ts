import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { DatabaseAway } from './outage.ts'
import { watchOver, type DatabaseServers } from './servers.ts'

/** Forgets what it keeps, or loads it anew; a promise where that takes a while. */
type ChangeListener = (key: string | null) => unknown

/** Announcements of committed changes, from this process and from all others on the database: `(topic, key)`. */
export interface Changes {
  /** `listener` gets the changed key, or null when anything may have changed (the connection was lost for a while). */
  on(topic: string, listener: ChangeListener): void
  off(topic: string, listener: ChangeListener): void
  /** `listener` gets the topic of every announcement, after the listeners of the topic; null when anything may have changed. */
  onAny(listener: (topic: string | null) => void): void
  /** False while nothing is heard of what others change: what is read then must not be remembered. */
  isHeard(): boolean
}

/** What this process knows of changes, and tells its caches. */
export class Announcements implements Changes {
  readonly #byTopic = new Map<string, Set<ChangeListener>>()
  readonly #any: ((topic: string | null) => void)[] = []
  readonly #loading = new Set<Promise<unknown>>()
  #isHeard = false

  on(topic: string, listener: ChangeListener): void {
    const listeners = this.#byTopic.get(topic) ?? new Set()
    this.#byTopic.set(topic, listeners.add(listener))
  }
  off(topic: string, listener: ChangeListener): void {
    this.#byTopic.get(topic)?.delete(listener)
  }
  onAny(listener: (topic: string | null) => void): void {
    this.#any.push(listener)
  }
  isHeard(): boolean {
    return this.#isHeard
  }
  announce(topic: string, key: string): void {
    for (const listener of this.#byTopic.get(topic) ?? []) this.#tell(listener, key)
    for (const listener of this.#any) listener(topic)
  }
  /** Something may change, or may have changed, of which nothing is heard. */
  announceAll(isHeard: boolean): void {
    this.#isHeard = isHeard
    for (const listeners of this.#byTopic.values()) for (const listener of listeners) this.#tell(listener, null)
    for (const listener of this.#any) listener(null)
  }
  /** When all that was announced so far has taken effect in this process. */
  async settled(): Promise<void> {
    while (this.#loading.size > 0) await Promise.allSettled(this.#loading)
  }
  #tell(listener: ChangeListener, key: string | null): void {
    const loading = listener(key)
    if (!(loading instanceof Promise)) return
    this.#loading.add(loading)
    const forget = (): void => void this.#loading.delete(loading)
    loading.then(forget, forget)
  }
}

/** The channel that all processes listen to. */
export const CHANGES_CHANNEL = 'crocus_changes'

/** The connection of a process by which it hears of changes, and of the other processes. */
export interface Hearing {
  /**
   * To be announced last in a transaction, so that the others say when they have heard; undefined where nobody else is there. Each is
   * ended by `heard` or `forget`.
   */
  ask(): Question | undefined
  close(): Promise<void>
}

export interface Question {
  readonly payload: string
  /** When every other process has heard, after the commit. Waits a quarter of a second at most. */
  heard(): Promise<void>
  /** The transaction was rolled back. */
  forget(): void
}

const RETRY_MS = 200
/** So often the others hear that this process is still there. */
const STILL_MS = 10_000
const GONE_MS = 25_000
/** A process that does not say in this time that it has heard is not waited for until it speaks again. */
const ANSWER_MS = 250

/**
 * Keeps one connection on LISTEN; after a loss every topic is told that anything may have changed, and again when it is there anew. It
 * is also the one that notices when the server is silent.
 *
 * The processes on a database know of one another by what they say on the channel: `@<process>:hello`, `still`, `bye`. Who announces a
 * change asks (`#<process>:<number>`), and the others answer on its own channel when the change has taken effect with them.
 */
export const hearChanges = (
  servers: DatabaseServers,
  announcements: Announcements,
  onError: (error: Error) => void,
): Hearing => {
  const id = randomBytes(6).toString('hex')
  const channelOf = (process: string): string => `crocus_process_${process}`
  /** Other processes, by when something was heard of them. */
  const others = new Map<string, number>()
  const questions = new Map<string, { readonly missing: Set<string>; readonly done: () => void }>()
  let lastQuestion = 0
  let client: pg.Client | undefined
  let isClosed = false
  let retry: NodeJS.Timeout | undefined
  let stopWatching = (): void => undefined
  let toSay: { readonly channel: string; readonly payload: string }[] = []

  const isOver = (number: string, other: string): void => {
    const question = questions.get(number)
    if (question?.missing.delete(other) && question.missing.size === 0) question.done()
  }
  const isGone = (other: string): void => {
    others.delete(other)
    for (const number of questions.keys()) isOver(number, other)
  }

  /** What is to be said in one turn goes in one query. */
  const say = (channel: string, payload: string): void => {
    toSay.push({ channel, payload })
    if (toSay.length > 1) return
    setImmediate(() => {
      const said = toSay
      toSay = []
      // A connection that cannot say it is lost, and told so by its own events.
      client?.query(NOTIFY_ALL, [said.map(each => each.channel), said.map(each => each.payload)]).catch(() => undefined)
    })
  }

  const hear = (payload: string): void => {
    const colon = payload.indexOf(':')
    const [topic, key] = [payload.slice(0, colon), payload.slice(colon + 1)]
    if (topic[0] !== '#' && topic[0] !== '@') return announcements.announce(topic, key)
    const other = topic.slice(1)
    if (other === id) return
    if (key === 'bye') return isGone(other)
    others.set(other, Date.now())
    if (topic[0] === '#') void announcements.settled().then(() => say(channelOf(other), `${id} ${key}`))
    else if (key === 'hello') say(channelOf(other), `${id} here`)
  }
  const hearAnswer = (payload: string): void => {
    const [other = '', number = ''] = payload.split(' ')
    others.set(other, Date.now())
    isOver(number, other)
  }

  const tryAgain = (error?: unknown): void => {
    if (isClosed) return
    // While there is no database that is said once, by the one who looks for it.
    if (error instanceof Error && !(error instanceof DatabaseAway)) onError(error)
    announcements.announceAll(false)
    for (const { done } of questions.values()) done()
    retry = setTimeout(() => void connect(), RETRY_MS)
  }

  const connect = async (): Promise<void> => {
    let next: pg.Client
    try {
      next = await servers.connect({ application_name: 'crocus changes' })
    } catch (error) {
      return tryAgain(error)
    }
    if (isClosed) return void next.end().catch(() => undefined)
    client = next
    let isLost = false
    stopWatching = watchOver(next, {
      onDoubt: isInDoubt => {
        if (!isLost && !isClosed) announcements.announceAll(!isInDoubt)
      },
      onSilence: () => servers.cut('the server does not answer'),
    })
    const lost = (error?: unknown): void => {
      if (isLost) return
      isLost = true
      stopWatching()
      next.end().catch(() => undefined)
      tryAgain(error)
    }
    next.on('error', lost)
    next.on('end', () => lost())
    next.on('notification', ({ channel, payload = '' }) =>
      channel === CHANGES_CHANNEL ? hear(payload) : hearAnswer(payload),
    )
    try {
      // Answers are of no use after a crash: nobody has to wait for the disk, or for a standby.
      await next.query(
        `set synchronous_commit = off; listen ${CHANGES_CHANNEL}; listen ${channelOf(id)};
         notify ${CHANGES_CHANNEL}, '@${id}:hello'`,
      )
      // Changes made while nobody listened were not heard: everything cached is suspect.
      announcements.announceAll(true)
    } catch (error) {
      lost(error)
    }
  }

  const first = connect()
  const presence = setInterval(() => {
    const now = Date.now()
    for (const [other, at] of others) if (now - at > GONE_MS) isGone(other)
    if (announcements.isHeard()) say(CHANGES_CHANNEL, `@${id}:still`)
  }, STILL_MS).unref()

  return {
    ask: () => {
      if (others.size === 0 || !announcements.isHeard()) return undefined
      const number = String(++lastQuestion)
      const { promise, resolve } = Promise.withResolvers<void>()
      const missing = new Set(others.keys())
      questions.set(number, { missing, done: resolve })
      return {
        payload: `#${id}:${number}`,
        heard: async () => {
          const late = setTimeout(() => {
            for (const other of [...missing]) isGone(other)
          }, ANSWER_MS)
          await promise
          clearTimeout(late)
          questions.delete(number)
        },
        forget: () => void questions.delete(number),
      }
    },
    close: async () => {
      isClosed = true
      clearTimeout(retry)
      clearInterval(presence)
      stopWatching()
      for (const { done } of questions.values()) done()
      await first
      // Who is told need not wait for this process any more.
      const bye = announcements.isHeard() ? client?.query(`notify ${CHANGES_CHANNEL}, '@${id}:bye'`) : undefined
      await Promise.race([bye?.catch(() => undefined), sleep(ANSWER_MS, undefined, { ref: false })])
      await client?.end().catch(() => undefined)
    },
  }
}

const NOTIFY_ALL = 'select pg_notify(channel, payload) from unnest($1::text[], $2::text[]) said(channel, payload)'
