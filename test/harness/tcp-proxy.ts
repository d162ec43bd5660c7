// A TCP proxy on loopback that misbehaves when told to: between clients and servers, and between servers and the database (which may
// listen on a Unix socket).
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

export interface Target {
  readonly host: string
  readonly port: number
  /** A Unix socket, which goes before host and port. */
  readonly path?: string
}

/** `up`: from the client to the target; `down`: the answers. */
export type Direction = 'up' | 'down'

export interface CutAfter {
  /** Bytes that still arrive. */
  readonly bytes: number
  readonly direction: Direction
  /** How it ends: by RST (default), or by an orderly end in the middle. */
  readonly by?: 'reset' | 'end'
}

export interface ProxiedConnection {
  readonly target: Target
  /** No byte goes on in these directions (default: both) until `release`. Nothing is lost: it waits. */
  stall(...directions: readonly Direction[]): void
  release(): void
  /** Both ends see a reset connection (RST). */
  reset(): void
  /** Both ends see the end of the connection, whatever was under way (FIN). */
  cut(): void
  cutAfter(rule: CutAfter): void
}

export interface ProxyCounts {
  /** New connections, whatever became of them. */
  accepted: number
  /** New ones that were reset at once: told to, or no target took them. */
  refused: number
  /** New ones that get no answer at all. */
  swallowed: number
  /** Attempts at a target that did not take the connection; the next one was tried. */
  unreachable: number
  reset: number
  cut: number
  stalled: number
  bytesUp: number
  bytesDown: number
}

export interface TcpProxy extends Target {
  readonly counts: ProxyCounts
  /** In the order in which new connections go to them; changed by `setTargets`. */
  readonly targets: readonly Target[]
  /** Connections that stand keep their target; those to a target that is no longer listed can be ended by `connectionsTo`. */
  setTargets(targets: readonly Target[]): void
  addTarget(target: Target): void
  removeTarget(target: Target): void
  /** Treatment of new connections: passed to a target, reset at once, or left without an answer. */
  newConnections: 'pass' | 'refuse' | 'swallow'
  /** Each portion of bytes waits this long, in each direction. */
  latencyMs: number
  /** Holds for the next new connection only. */
  cutNextAfter(rule: CutAfter): void
  /** All that stand, oldest first. */
  connections(): readonly ProxiedConnection[]
  connectionsTo(target: Target): readonly ProxiedConnection[]
  /** Ends the listener and every connection. */
  close(): Promise<void>
}

const isSame = (one: Target, other: Target): boolean =>
  one.host === other.host && one.port === other.port && one.path === other.path

/** Listens on a free port of 127.0.0.1 (or the given one). The caller must close it. */
export const tcpProxy = async (targets: readonly Target[], port = 0): Promise<TcpProxy> => {
  const open = new Set<Connection>()
  const sockets = new Set<Socket>()
  let current = [...targets]
  let turn = 0
  let nextCut: CutAfter | undefined
  const counts: ProxyCounts = {
    accepted: 0,
    refused: 0,
    swallowed: 0,
    unreachable: 0,
    reset: 0,
    cut: 0,
    stalled: 0,
    bytesUp: 0,
    bytesDown: 0,
  }

  const keep = (socket: Socket): Socket => {
    sockets.add(socket)
    socket.setNoDelay(true)
    return socket.on('error', () => undefined).on('close', () => sockets.delete(socket))
  }

  const accept = async (client: Socket): Promise<void> => {
    counts.accepted++
    keep(client)
    if (proxy.newConnections === 'swallow') {
      counts.swallowed++
      return
    }
    const reached = proxy.newConnections === 'refuse' ? undefined : await reach()
    if (reached === undefined) {
      counts.refused++
      client.resetAndDestroy()
      return
    }
    if (client.destroyed) {
      reached.socket.destroy()
      return
    }
    const connection = new Connection(reached.target, client, reached.socket, proxy)
    open.add(connection)
    client.on('close', () => open.delete(connection))
    if (nextCut) connection.cutAfter(nextCut)
    nextCut = undefined
    connection.run()
  }

  /** The next target that takes a connection; each is tried once. */
  const reach = async (): Promise<{ target: Target; socket: Socket } | undefined> => {
    const start = turn++
    const order = current.map((_, index) => current[(start + index) % current.length] as Target)
    for (const target of order) {
      const socket = keep(connect({ ...target, allowHalfOpen: true }))
      try {
        await once(socket, 'connect')
        return { target, socket }
      } catch {
        counts.unreachable++
      }
    }
    return undefined
  }

  const server = createServer({ allowHalfOpen: true, pauseOnConnect: true }, client => void accept(client))
  const proxy: TcpProxy = {
    host: '127.0.0.1',
    port: 0,
    counts,
    get targets() {
      return current
    },
    newConnections: 'pass',
    latencyMs: 0,
    setTargets: next => void (current = [...next]),
    addTarget: target => void (current = [...current.filter(other => !isSame(other, target)), target]),
    removeTarget: target => void (current = current.filter(other => !isSame(other, target))),
    cutNextAfter: rule => void (nextCut = rule),
    connections: () => [...open],
    connectionsTo: target => [...open].filter(connection => isSame(connection.target, target)),
    close: async () => {
      const closed = once(server, 'close')
      server.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return Object.assign(proxy, { port: (server.address() as AddressInfo).port })
}

/** One client with its target. A portion is passed on before the next one is read, so both ends feel each other's pace. */
class Connection implements ProxiedConnection {
  readonly target: Target
  readonly #client: Socket
  readonly #server: Socket
  readonly #proxy: TcpProxy
  readonly #stalled = new Set<Direction>()
  #released: PromiseWithResolvers<void> | undefined
  #cut: { left: number; direction: Direction; by: 'reset' | 'end' } | undefined

  constructor(target: Target, client: Socket, server: Socket, proxy: TcpProxy) {
    this.target = target
    this.#client = client
    this.#server = server
    this.#proxy = proxy
  }

  run(): void {
    this.#pass(this.#client, this.#server, 'up')
    this.#pass(this.#server, this.#client, 'down')
  }

  stall(...directions: readonly Direction[]): void {
    this.#proxy.counts.stalled++
    for (const direction of directions.length === 0 ? (['up', 'down'] as const) : directions)
      this.#stalled.add(direction)
    this.#released ??= Promise.withResolvers()
  }

  release(): void {
    this.#stalled.clear()
    this.#released?.resolve()
    this.#released = undefined
  }

  reset(): void {
    this.#proxy.counts.reset++
    this.#client.resetAndDestroy()
    this.#resetServer()
  }

  cut(): void {
    this.#proxy.counts.cut++
    this.#client.destroy()
    this.#server.destroy()
  }

  cutAfter({ bytes, direction, by = 'reset' }: CutAfter): void {
    this.#cut = { left: bytes, direction, by }
  }

  /** Unix sockets know only one end of a connection. */
  #resetServer(): void {
    if (this.target.path === undefined) this.#server.resetAndDestroy()
    else this.#server.destroy()
  }

  #pass(from: Socket, to: Socket, direction: Direction): void {
    from.on('data', chunk => {
      from.pause()
      void this.#deliver(chunk, to, direction).then(() => from.resume())
    })
    from.on('end', () => void this.#gate(direction).then(() => to.end()))
    from.on('error', () => (to === this.#server ? this.#resetServer() : to.resetAndDestroy()))
    from.on('close', () => {
      if (!from.readableEnded) to.destroy()
    })
    from.resume()
  }

  async #gate(direction: Direction): Promise<void> {
    while (this.#stalled.has(direction)) await this.#released?.promise
  }

  async #deliver(chunk: Buffer, to: Socket, direction: Direction): Promise<void> {
    if (this.#proxy.latencyMs > 0) await wait(this.#proxy.latencyMs)
    await this.#gate(direction)
    const rule = this.#cut?.direction === direction ? this.#cut : undefined
    const passed = rule ? chunk.subarray(0, rule.left) : chunk
    this.#proxy.counts[direction === 'up' ? 'bytesUp' : 'bytesDown'] += passed.length
    const isTaken = new Promise<void>(resolve => void to.write(passed, () => resolve()))
    // A socket that is destroyed calls back, too: with the error that nobody needs.
    await isTaken
    if (!rule) return
    rule.left -= passed.length
    if (rule.left > 0) return
    // A reset discards what the other end has not read yet.
    await wait(rule.by === 'reset' ? 20 : 0)
    if (rule.by === 'reset') this.reset()
    else this.cut()
  }
}
