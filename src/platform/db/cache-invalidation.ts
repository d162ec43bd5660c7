import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { DatabaseUnavailable } from './outage.ts'
import { watchServer, type DatabaseServers } from './database-servers.ts'
import { queriesInTurn, type QueryInTurn } from './queries-in-turn.ts'

/** Removes what it caches, or loads it anew; returns a promise if that takes a while. */
type OnInvalidation = (key: string | null) => unknown

/** Invalidations by committed changes, from all processes on the database: `(topic, key)`. */
export interface Invalidations {
  /** `listener` gets the changed key, or null if anything may have changed (the connection was lost for a while). */
  on(topic: string, listener: OnInvalidation): void
  off(topic: string, listener: OnInvalidation): void
  /** `listener` gets the topic of every invalidation, after the listeners of the topic; null if anything may have changed. */
  onAny(listener: (topic: string | null) => void): void
  /** `listener` gets the payload of each announcement on the topic, from this process too. Some may be lost with a connection. */
  onAnnouncement(topic: string, listener: (payload: string) => void): void
  /** False while this process does not receive the changes of others: data read meanwhile must not be cached. */
  isListening(): boolean
  /**
   * Resolves when everything that was committed before the call has taken effect in the caches of this process, and so in all rights that are
   * read from here on. Costs one NOTIFY: for those who act on what they have read in the event log.
   */
  caughtUp(): Promise<void>
}

/** Passes invalidations to the caches of this process. */
export class InvalidationBus implements Invalidations {
  readonly #byTopic = new Map<string, Set<OnInvalidation>>()
  readonly #any: ((topic: string | null) => void)[] = []
  readonly #announced = new Map<string, ((payload: string) => void)[]>()
  readonly #loading = new Set<Promise<unknown>>()
  #isListening = false
  #receiveAll = (): Promise<void> => Promise.resolve()

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
  onAnnouncement(topic: string, listener: (payload: string) => void): void {
    this.#announced.set(topic, [...(this.#announced.get(topic) ?? []), listener])
  }
  announce(topic: string, payload: string): void {
    for (const listener of this.#announced.get(topic) ?? []) listener(payload)
  }
  isListening(): boolean {
    return this.#isListening
  }
  invalidate(topic: string, key: string): void {
    for (const listener of this.#byTopic.get(topic) ?? []) this.#tell(listener, key)
    for (const listener of this.#any) listener(topic)
  }
  /** Removes everything: changes may have been missed, or (`isListening` false) may be missed from here on. */
  invalidateAll(isListening: boolean): void {
    this.#isListening = isListening
    for (const listeners of this.#byTopic.values()) for (const listener of listeners) this.#tell(listener, null)
    for (const listener of this.#any) listener(null)
  }
  /** `receiveAll` resolves when the listener has received what was committed before its call. */
  receiveBy(receiveAll: () => Promise<void>): void {
    this.#receiveAll = receiveAll
  }
  async caughtUp(): Promise<void> {
    // Without a listener nothing is cached.
    if (this.#isListening) await this.#receiveAll()
    await this.settled()
  }
  /** Resolves when all invalidations so far have taken effect in this process. */
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
/** Before the topic of an announcement: nothing is removed from caches, and nobody waits for an acknowledgement. */
export const ANNOUNCEMENT = '~'

/** The connection on which a process receives invalidations and messages of its peers. */
export interface InvalidationListener {
  /**
   * The request to acknowledge, sent last in a transaction; undefined if no other process listens. The caller ends each request by
   * `acknowledged` or `cancel`.
   */
  requestAck(): AckRequest | undefined
  close(): Promise<void>
}

export interface AckRequest {
  readonly payload: string
  /** Resolves when every other process has acknowledged after the commit, or after a quarter of a second. */
  acknowledged(): Promise<void>
  /** The transaction was rolled back. */
  cancel(): void
}

const RETRY_MS = 200
/** Interval at which a process tells its peers that it is alive. */
const HEARTBEAT_MS = 10_000
const PEER_TIMEOUT_MS = 25_000
/** A peer that does not acknowledge within this time is not waited for until it sends a message again. */
const ACK_TIMEOUT_MS = 250

/**
 * Keeps one connection on LISTEN. After a loss, and again after the reconnect, every topic is told that anything may have changed. This
 * connection also detects a silent server.
 *
 * The processes on a database know each other by messages on the channel: `@<process>:hello`, `still`, `bye`. A process that invalidates
 * requests an acknowledgement (`#<process>:<number>`). The peers acknowledge on its own channel when the change has taken effect in them.
 */
export const listenForInvalidations = (
  servers: DatabaseServers,
  bus: InvalidationBus,
  onError: (error: Error) => void,
): InvalidationListener => new PeerListener(servers, bus, onError)

class PeerListener implements InvalidationListener {
  readonly #servers: DatabaseServers
  readonly #bus: InvalidationBus
  readonly #onError: (error: Error) => void
  readonly #id = randomBytes(6).toString('hex')
  /** Peers, and when each of them sent its last message. */
  readonly #peers = new Map<string, number>()
  readonly #ackRequests = new Map<string, { readonly missing: Set<string>; readonly done: () => void }>()
  #lastAckRequest = 0
  /** Resolvers of messages to this process itself, which the database delivers after all that was committed before. */
  readonly #toItself = new Map<string, () => void>()
  #lastToItself = 0
  #client: pg.Client | undefined
  #query: QueryInTurn | undefined
  #isClosed = false
  #retry: NodeJS.Timeout | undefined
  #outgoing: { readonly channel: string; readonly payload: string }[] = []
  readonly #first
  readonly #presence

  constructor(servers: DatabaseServers, bus: InvalidationBus, onError: (error: Error) => void) {
    this.#servers = servers
    this.#bus = bus
    this.#onError = onError
    bus.receiveBy(this.#receiveAll)
    this.#first = this.#connect()
    this.#presence = setInterval(() => {
      const now = Date.now()
      for (const [peer, at] of this.#peers) if (now - at > PEER_TIMEOUT_MS) this.#removePeer(peer)
      if (bus.isListening()) this.#notify(CHANGES_CHANNEL, `@${this.#id}:still`)
    }, HEARTBEAT_MS).unref()
  }

  readonly #channelOf = (process: string): string => `crocus_process_${process}`
  #stopWatching = (): void => undefined

  readonly #acknowledge = (number: string, peer: string): void => {
    const ackRequest = this.#ackRequests.get(number)
    if (ackRequest?.missing.delete(peer) && ackRequest.missing.size === 0) ackRequest.done()
  }

  readonly #removePeer = (peer: string): void => {
    this.#peers.delete(peer)
    for (const number of this.#ackRequests.keys()) this.#acknowledge(number, peer)
  }

  /** Messages of one turn of the event loop go in one query. */
  readonly #notify = (channel: string, payload: string): void => {
    this.#outgoing.push({ channel, payload })
    if (this.#outgoing.length > 1) return
    setImmediate(() => {
      const batch = this.#outgoing
      this.#outgoing = []
      // A connection that cannot send is lost and reports its end by its own events.
      this.#query?.(NOTIFY_ALL, [batch.map(each => each.channel), batch.map(each => each.payload)]).catch(
        () => undefined,
      )
    })
  }

  readonly #handleNotification = (payload: string): void => {
    const colon = payload.indexOf(':')
    const [topic, key] = [payload.slice(0, colon), payload.slice(colon + 1)]
    if (topic[0] === ANNOUNCEMENT) return this.#bus.announce(topic.slice(1), key)
    if (topic[0] !== '#' && topic[0] !== '@') return this.#bus.invalidate(topic, key)
    const peer = topic.slice(1)
    if (peer === this.#id) return
    if (key === 'bye') return this.#removePeer(peer)
    this.#peers.set(peer, Date.now())
    if (topic[0] === '#') void this.#bus.settled().then(() => this.#notify(this.#channelOf(peer), `${this.#id} ${key}`))
    else if (key === 'hello') this.#notify(this.#channelOf(peer), `${this.#id} here`)
  }

  readonly #receiveAll = (): Promise<void> => {
    // A closed listener receives nothing any more, and its process ends.
    if (this.#isClosed) return Promise.resolve()
    const number = String(++this.#lastToItself)
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#toItself.set(number, resolve)
    this.#notify(this.#channelOf(this.#id), `${this.#id} ${number}`)
    return promise
  }

  /** The caches are empty now, so they hold nothing that is older than a commit. */
  readonly #stopReceiving = (): void => {
    for (const received of this.#toItself.values()) received()
    this.#toItself.clear()
  }

  readonly #handleAck = (payload: string): void => {
    const [peer = '', number = ''] = payload.split(' ')
    if (peer === this.#id) {
      this.#toItself.get(number)?.()
      this.#toItself.delete(number)
      return
    }
    this.#peers.set(peer, Date.now())
    this.#acknowledge(number, peer)
  }

  readonly #tryAgain = (error?: unknown): void => {
    if (this.#isClosed) return
    // A missing database is reported once, by the code that searches for servers.
    if (error instanceof Error && !(error instanceof DatabaseUnavailable)) this.#onError(error)
    this.#bus.invalidateAll(false)
    this.#stopReceiving()
    for (const { done } of this.#ackRequests.values()) done()
    this.#retry = setTimeout(() => void this.#connect(), RETRY_MS)
  }

  readonly #connect = async (): Promise<void> => {
    let next: pg.Client
    try {
      next = await this.#servers.connect({ application_name: 'crocus changes' })
    } catch (error) {
      return this.#tryAgain(error)
    }
    if (this.#isClosed) return void next.end().catch(() => undefined)
    const query = queriesInTurn(next)
    this.#client = next
    this.#query = query
    let isLost = false
    this.#stopWatching = watchServer(query, {
      onDoubt: isInDoubt => {
        if (isLost || this.#isClosed) return
        this.#bus.invalidateAll(!isInDoubt)
        if (isInDoubt) this.#stopReceiving()
      },
      onSilence: () => this.#servers.cut('the server does not answer'),
    })
    const lost = (error?: unknown): void => {
      if (isLost) return
      isLost = true
      this.#stopWatching()
      next.end().catch(() => undefined)
      this.#tryAgain(error)
    }
    next.on('error', lost)
    next.on('end', () => lost())
    next.on('notification', ({ channel, payload = '' }) =>
      channel === CHANGES_CHANNEL ? this.#handleNotification(payload) : this.#handleAck(payload),
    )
    try {
      // Acknowledgements are useless after a crash: no commit here waits for the disk or for a standby.
      await query(
        `set synchronous_commit = off; listen ${CHANGES_CHANNEL}; listen ${this.#channelOf(this.#id)};
         notify ${CHANGES_CHANNEL}, '@${this.#id}:hello'`,
      )
      // Changes made while this process did not listen were missed: every cached value is suspect.
      this.#bus.invalidateAll(true)
    } catch (error) {
      lost(error)
    }
  }

  readonly requestAck: InvalidationListener['requestAck'] = () => {
    if (this.#peers.size === 0 || !this.#bus.isListening()) return undefined
    const number = String(++this.#lastAckRequest)
    const { promise, resolve } = Promise.withResolvers<void>()
    const missing = new Set(this.#peers.keys())
    this.#ackRequests.set(number, { missing, done: resolve })
    return {
      payload: `#${this.#id}:${number}`,
      acknowledged: async () => {
        const late = setTimeout(() => {
          for (const peer of [...missing]) this.#removePeer(peer)
        }, ACK_TIMEOUT_MS)
        await promise
        clearTimeout(late)
        this.#ackRequests.delete(number)
      },
      cancel: () => void this.#ackRequests.delete(number),
    }
  }

  readonly close: InvalidationListener['close'] = async () => {
    this.#isClosed = true
    clearTimeout(this.#retry)
    clearInterval(this.#presence)
    this.#stopWatching()
    this.#stopReceiving()
    for (const { done } of this.#ackRequests.values()) done()
    await this.#first
    // Peers that receive this message no longer wait for this process.
    const bye = this.#bus.isListening() ? this.#query?.(`notify ${CHANGES_CHANNEL}, '@${this.#id}:bye'`) : undefined
    await Promise.race([bye?.catch(() => undefined), sleep(ACK_TIMEOUT_MS, undefined, { ref: false })])
    await this.#client?.end().catch(() => undefined)
  }
}

const NOTIFY_ALL = 'select pg_notify(channel, payload) from unnest($1::text[], $2::text[]) said(channel, payload)'
