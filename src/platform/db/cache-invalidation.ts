import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { DatabaseUnavailable } from './outage.ts'
import { watchServer, type DatabaseServers } from './database-servers.ts'

/** Forgets what it keeps, or loads it anew; a promise where that takes a while. */
type OnInvalidation = (key: string | null) => unknown

/** Announcements of committed changes, from this process and from all others on the database: `(topic, key)`. */
export interface Invalidations {
  /** `listener` gets the changed key, or null when anything may have changed (the connection was lost for a while). */
  on(topic: string, listener: OnInvalidation): void
  off(topic: string, listener: OnInvalidation): void
  /** `listener` gets the topic of every announcement, after the listeners of the topic; null when anything may have changed. */
  onAny(listener: (topic: string | null) => void): void
  /** False while nothing is heard of what others change: what is read then must not be remembered. */
  isListening(): boolean
}

/** What this process knows of changes, and tells its caches. */
export class InvalidationBus implements Invalidations {
  readonly #byTopic = new Map<string, Set<OnInvalidation>>()
  readonly #any: ((topic: string | null) => void)[] = []
  readonly #loading = new Set<Promise<unknown>>()
  #isHeard = false

  on(topic: string, listener: OnInvalidation): void {
    const listeners = this.#byTopic.get(topic) ?? new Set()
    this.#byTopic.set(topic, listeners.add(listener))
  }
  off(topic: string, listener: OnInvalidation): void {
    this.#byTopic.get(topic)?.delete(listener)
  }
  onAny(listener: (topic: string | null) => void): void {
    this.#any.push(listener)
  }
  isListening(): boolean {
    return this.#isHeard
  }
  invalidate(topic: string, key: string): void {
    for (const listener of this.#byTopic.get(topic) ?? []) this.#tell(listener, key)
    for (const listener of this.#any) listener(topic)
  }
  /** Something may change, or may have changed, of which nothing is heard. */
  invalidateAll(isHeard: boolean): void {
    this.#isHeard = isHeard
    for (const listeners of this.#byTopic.values()) for (const listener of listeners) this.#tell(listener, null)
    for (const listener of this.#any) listener(null)
  }
  /** When all that was announced so far has taken effect in this process. */
  async settled(): Promise<void> {
    while (this.#loading.size > 0) await Promise.allSettled(this.#loading)
  }
  #tell(listener: OnInvalidation, key: string | null): void {
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
export interface InvalidationListener {
  /**
   * To be announced last in a transaction, so that the others say when they have heard; undefined where nobody else is there. Each is
   * ended by `heard` or `forget`.
   */
  requestAck(): AckRequest | undefined
  close(): Promise<void>
}

export interface AckRequest {
  readonly payload: string
  /** When every other process has heard, after the commit. Waits a quarter of a second at most. */
  acknowledged(): Promise<void>
  /** The transaction was rolled back. */
  cancel(): void
}

const RETRY_MS = 200
/** So often the others hear that this process is still there. */
const HEARTBEAT_MS = 10_000
const PEER_TIMEOUT_MS = 25_000
/** A process that does not say in this time that it has heard is not waited for until it speaks again. */
const ACK_TIMEOUT_MS = 250

/**
 * Keeps one connection on LISTEN; after a loss every topic is told that anything may have changed, and again when it is there anew. It
 * is also the one that notices when the server is silent.
 *
 * The processes on a database know of one another by what they say on the channel: `@<process>:hello`, `still`, `bye`. Who announces a
 * change asks (`#<process>:<number>`), and the others answer on its own channel when the change has taken effect with them.
 */
export const listenForInvalidations = (
  servers: DatabaseServers,
  bus: InvalidationBus,
  onError: (error: Error) => void,
): InvalidationListener => {
  const id = randomBytes(6).toString('hex')
  const channelOf = (process: string): string => `crocus_process_${process}`
  /** Other processes, by when something was heard of them. */
  const peers = new Map<string, number>()
  const ackRequests = new Map<string, { readonly missing: Set<string>; readonly done: () => void }>()
  let lastAckRequest = 0
  let client: pg.Client | undefined
  let isClosed = false
  let retry: NodeJS.Timeout | undefined
  let stopWatching = (): void => undefined
  let outgoing: { readonly channel: string; readonly payload: string }[] = []

  const acknowledge = (number: string, peer: string): void => {
    const ackRequest = ackRequests.get(number)
    if (ackRequest?.missing.delete(peer) && ackRequest.missing.size === 0) ackRequest.done()
  }
  const removePeer = (peer: string): void => {
    peers.delete(peer)
    for (const number of ackRequests.keys()) acknowledge(number, peer)
  }

  /** What is to be said in one turn goes in one query. */
  const notify = (channel: string, payload: string): void => {
    outgoing.push({ channel, payload })
    if (outgoing.length > 1) return
    setImmediate(() => {
      const batch = outgoing
      outgoing = []
      // A connection that cannot say it is lost, and told so by its own events.
      client
        ?.query(NOTIFY_ALL, [batch.map(each => each.channel), batch.map(each => each.payload)])
        .catch(() => undefined)
    })
  }

  const handleNotification = (payload: string): void => {
    const colon = payload.indexOf(':')
    const [topic, key] = [payload.slice(0, colon), payload.slice(colon + 1)]
    if (topic[0] !== '#' && topic[0] !== '@') return bus.invalidate(topic, key)
    const peer = topic.slice(1)
    if (peer === id) return
    if (key === 'bye') return removePeer(peer)
    peers.set(peer, Date.now())
    if (topic[0] === '#') void bus.settled().then(() => notify(channelOf(peer), `${id} ${key}`))
    else if (key === 'hello') notify(channelOf(peer), `${id} here`)
  }
  const handleAck = (payload: string): void => {
    const [peer = '', number = ''] = payload.split(' ')
    peers.set(peer, Date.now())
    acknowledge(number, peer)
  }

  const tryAgain = (error?: unknown): void => {
    if (isClosed) return
    // While there is no database that is said once, by the one who looks for it.
    if (error instanceof Error && !(error instanceof DatabaseUnavailable)) onError(error)
    bus.invalidateAll(false)
    for (const { done } of ackRequests.values()) done()
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
    stopWatching = watchServer(next, {
      onDoubt: isInDoubt => {
        if (!isLost && !isClosed) bus.invalidateAll(!isInDoubt)
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
      channel === CHANGES_CHANNEL ? handleNotification(payload) : handleAck(payload),
    )
    try {
      // Answers are of no use after a crash: nobody has to wait for the disk, or for a standby.
      await next.query(
        `set synchronous_commit = off; listen ${CHANGES_CHANNEL}; listen ${channelOf(id)};
         notify ${CHANGES_CHANNEL}, '@${id}:hello'`,
      )
      // Changes made while nobody listened were not heard: everything cached is suspect.
      bus.invalidateAll(true)
    } catch (error) {
      lost(error)
    }
  }

  const first = connect()
  const presence = setInterval(() => {
    const now = Date.now()
    for (const [peer, at] of peers) if (now - at > PEER_TIMEOUT_MS) removePeer(peer)
    if (bus.isListening()) notify(CHANGES_CHANNEL, `@${id}:still`)
  }, HEARTBEAT_MS).unref()

  return {
    requestAck: () => {
      if (peers.size === 0 || !bus.isListening()) return undefined
      const number = String(++lastAckRequest)
      const { promise, resolve } = Promise.withResolvers<void>()
      const missing = new Set(peers.keys())
      ackRequests.set(number, { missing, done: resolve })
      return {
        payload: `#${id}:${number}`,
        acknowledged: async () => {
          const late = setTimeout(() => {
            for (const peer of [...missing]) removePeer(peer)
          }, ACK_TIMEOUT_MS)
          await promise
          clearTimeout(late)
          ackRequests.delete(number)
        },
        cancel: () => void ackRequests.delete(number),
      }
    },
    close: async () => {
      isClosed = true
      clearTimeout(retry)
      clearInterval(presence)
      stopWatching()
      for (const { done } of ackRequests.values()) done()
      await first
      // Who is told need not wait for this process any more.
      const bye = bus.isListening() ? client?.query(`notify ${CHANGES_CHANNEL}, '@${id}:bye'`) : undefined
      await Promise.race([bye?.catch(() => undefined), sleep(ACK_TIMEOUT_MS, undefined, { ref: false })])
      await client?.end().catch(() => undefined)
    },
  }
}

const NOTIFY_ALL = 'select pg_notify(channel, payload) from unnest($1::text[], $2::text[]) said(channel, payload)'
