import type { LiveConnection, LiveResponse } from '../../../platform/http/response/streams.ts'
import type { Viewer } from '../../users/index.ts'
import type { Cursors } from '../model/cursors.ts'
import { comparePlaces, type Place } from '../model/place.ts'
import type { ChangeFilter } from '../visibility/change-filter.ts'
import { artifactsOf, readChanges, readEnd, representAll, type FeedDependencies } from '../reading/read-changes.ts'
import { withCursor } from '../reading/represent-change.ts'
import type { Representations } from '../reading/representations.ts'
import type { Announcement, Hub, Subscriber } from './hub.ts'
import type { AttachToStream } from './side-events.ts'

const TICK_MS = 1_000
const COMMENT_MS = 15_000
/** An idle reader gets its place, so that it does not fall behind the retention. */
const PLACE_MS = 60_000
/** Bytes that a slow reader may leave untaken. */
const MAX_PENDING = 1024 * 1024
const PAGE = 500
/** Time between two checks of credentials that may have ended; others are checked when something changes. */
const CHECK_MS: Readonly<Record<string, number>> = { session: 1_000, access_key: 1_000, token: 10_000, oauth2: 10_000 }

export interface StreamRequest {
  readonly viewer: Viewer
  /** Asks anew who the caller is; throws if the credentials have ended. */
  readonly identify: () => Promise<Viewer>
  readonly filter: ChangeFilter
  readonly since: Place
  readonly cursors: Cursors
  readonly representation: 'none' | 'values'
  /** Sources of events beside the changes. */
  readonly sides: readonly AttachToStream[]
  readonly release: () => void
}

export interface OpenStreams {
  /** A response that tells the changes until one of both sides ends it. */
  open(request: StreamRequest): LiveResponse
  /** A response that tells that the cursor is no longer good, and ends. */
  refuse(reason: string): LiveResponse
  count(): number
  /** Ends all streams; their readers come back after some seconds. */
  close(): void
}

export interface StreamDependencies extends FeedDependencies {
  readonly hub: Hub
  readonly representations: Representations
  /** Called at each change of rights, accounts or settings. */
  readonly onInvalidation: (listener: () => void) => void
}

export const createOpenStreams = (deps: StreamDependencies): OpenStreams => {
  const streams = new Set<Stream>()
  const rights: Rights = { generation: 0 }
  deps.onInvalidation(() => rights.generation++)
  let timer: NodeJS.Timeout | undefined
  const tick = (): void => {
    const now = performance.now()
    for (const stream of streams) stream.tick(now)
  }
  const remove = (stream: Stream): void => {
    streams.delete(stream)
    if (streams.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
  return {
    open: request => ({
      open: connection => {
        const stream = new Stream(deps, request, connection, rights)
        streams.add(stream)
        timer ??= setInterval(tick, TICK_MS).unref()
        stream.start()
        return () => {
          stream.closed()
          remove(stream)
        }
      },
    }),
    refuse: reason => ({
      open: connection => {
        connection.write(resetText(reason))
        connection.end()
        return () => undefined
      },
    }),
    count: () => streams.size,
    close: () => {
      for (const stream of [...streams]) stream.end()
    },
  }
}

const resetText = (reason: string): string => `event: reset\ndata: ${JSON.stringify({ reason })}\n\n`

/** Counts the changes of rights, accounts and settings that this process has learnt of. */
interface Rights {
  generation: number
}

/** One open stream. */
class Stream {
  readonly #deps: StreamDependencies
  readonly #request: StreamRequest
  readonly #connection: LiveConnection
  readonly #subscriber: Subscriber
  #viewer: Viewer
  #isClosed = false
  #unsubscribe: (() => void) | undefined
  #detach: readonly (() => void)[] = []
  /** Announcements are written one after the other, also when they wait for artifacts. */
  #writing: Promise<void> | undefined
  readonly #rights: Rights
  /** The caller has the rights of this generation. */
  #generation: number
  #checkedAt = performance.now()
  #writtenAt = performance.now()
  #placedAt = performance.now()

  constructor(deps: StreamDependencies, request: StreamRequest, connection: LiveConnection, rights: Rights) {
    this.#deps = deps
    this.#request = request
    this.#connection = connection
    this.#viewer = request.viewer
    this.#rights = rights
    this.#generation = rights.generation
    this.#subscriber = {
      viewer: () => this.#viewer,
      refresh: () => (this.#isClosed || this.#generation === this.#rights.generation ? undefined : this.#identify()),
      filter: request.filter,
      place: request.since,
      announce: announcement => this.#announce(announcement),
      reset: () => this.#reset('feed.other_history'),
    }
  }

  start(): void {
    this.#connection.write('retry: 3000\n\n')
    this.#writePlace(this.#request.since)
    const stream = { viewer: () => this.#viewer, tell: this.#tellBeside }
    this.#detach = this.#request.sides.map(attach => attach(stream))
    void this.#catchUp().catch(() => this.#connection.destroy())
  }

  closed(): void {
    this.#isClosed = true
    this.#unsubscribe?.()
    for (const detach of this.#detach) detach()
    this.#request.release()
  }

  /** Ends the stream; not all readers come back at the same moment. */
  end(): void {
    if (this.#isClosed) return
    this.#connection.write(`retry: ${Math.round(1_000 + 4_000 * Math.random())}\n\n`)
    this.#connection.end()
  }

  tick(now: number): void {
    if (this.#isClosed) return
    if (now - this.#placedAt >= PLACE_MS) this.#writePlace(this.#subscriber.place)
    else if (now - this.#writtenAt >= COMMENT_MS) this.#write(':\n\n')
    const every = CHECK_MS[this.#viewer.credential ?? '']
    const isDue =
      this.#generation !== this.#rights.generation || (every !== undefined && now - this.#checkedAt >= every)
    if (isDue) void this.#identify()
  }

  /** Never fails: a caller whose credentials have ended loses the stream. */
  readonly #identify = async (): Promise<void> => {
    this.#generation = this.#rights.generation
    this.#checkedAt = performance.now()
    try {
      this.#viewer = await this.#request.identify()
    } catch {
      this.#isClosed = true
      this.#unsubscribe?.()
      this.#connection.destroy()
    }
  }

  readonly #identifyAnew = async (): Promise<Viewer> => {
    await this.#identify()
    return this.#viewer
  }

  /** Reads what happened since the place of the reader, then joins the readers of the hub. */
  readonly #catchUp = async (): Promise<void> => {
    const { db } = this.#deps
    const { filter } = this.#request
    for (;;) {
      const { state, end } = await readEnd(db)
      this.#deps.hub.note(state)
      const since = this.#subscriber.place
      if (this.#isClosed) return
      if (comparePlaces(since, end) >= 0) break
      const page = await readChanges(
        this.#deps,
        { viewer: this.#viewer, identify: this.#identifyAnew },
        { filter, since, upTo: end, limit: PAGE },
      )
      const texts = await representAll(this.#deps, page.viewer, page.changes)
      this.#subscriber.place = page.next
      this.#announce({
        places: page.changes.map(({ place }) => place),
        texts,
        changes: page.changes.map(({ change }) => change),
        upTo: page.next,
      })
      await this.#writing
      if (!page.more) break
    }
    if (!this.#isClosed) this.#unsubscribe = this.#deps.hub.subscribe(this.#subscriber)
  }

  readonly #announce = (announcement: Announcement): void => {
    if (this.#isClosed || announcement.changes.length === 0) return
    if (this.#request.representation === 'none' && !this.#writing) return this.#writeChanges(announcement, new Map())
    const before = this.#writing ?? Promise.resolve()
    const writing = before
      .then(async () => {
        const ids = artifactsOf(announcement.changes)
        const { representation } = this.#request
        this.#writeChanges(announcement, await this.#deps.representations.read(this.#viewer, ids, representation))
      })
      .catch(() => this.#connection.destroy())
      .finally(() => {
        if (this.#writing === writing) this.#writing = undefined
      })
    this.#writing = writing
  }

  readonly #writeChanges = ({ places, texts, changes }: Announcement, artifacts: ReadonlyMap<number, string>): void => {
    if (this.#isClosed) return
    const cursors = this.#request.cursors.writeAll(places, this.#viewer.userId)
    const written = changes.map((change, index) => {
      const cursor = cursors[index] ?? ''
      const artifact =
        'artifactId' in change && change.artifactId !== null ? artifacts.get(change.artifactId) : undefined
      const members = texts[index] ?? ''
      const whole = artifact === undefined ? members : `${members.slice(0, -1)},"artifact":${artifact}}`
      return `id: ${cursor}\nevent: ${change.kind}\ndata: ${withCursor(cursor, whole)}\n\n`
    })
    this.#placedAt = performance.now()
    this.#write(written.join(''))
  }

  readonly #writePlace = (place: Place): void => {
    this.#placedAt = performance.now()
    this.#write(`event: place\nid: ${this.#request.cursors.write(place, this.#viewer.userId)}\n\n`)
  }

  readonly #tellBeside = (event: string, data: object): void => {
    if (!this.#isClosed) this.#write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
  }

  readonly #write = (text: string): void => {
    this.#writtenAt = performance.now()
    this.#connection.write(text)
    // The reader goes on from its last cursor when it comes back.
    if (this.#connection.pending() > MAX_PENDING) this.#connection.destroy()
  }

  readonly #reset = (reason: string): void => {
    if (this.#isClosed) return
    this.#connection.write(resetText(reason))
    this.#connection.end()
  }
}
