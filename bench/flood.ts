// The load generator of an overload: requests go out by the clock, whether answers come or not. A process of its own, told by messages.
import { connect, type Socket } from 'node:net'
import { Durations } from '../tools/durations.ts'

export interface FloodOrder {
  readonly port: number
  readonly connections: number
  /** Idle ones send one request each at their start and are held; 0 requests per second else. */
  readonly requestsPerSecond: number
  readonly seconds: number
  /** Whole requests, ready to be sent; taken in turn. */
  readonly requests: readonly string[]
  /** Of those that are admitted. */
  readonly expectedStatus: number
}

export interface FloodResult {
  /** Connections that stood from the beginning to the end. */
  readonly held: number
  /** By status; `lost`: the connection ended before the answer; `unsent`: no connection was free when it was due. */
  readonly counts: Readonly<Record<string, number>>
  /** Milliseconds from when the request was due, of answers with the expected status and with 503. */
  readonly admitted: { readonly p50: number; readonly p99: number; readonly max: number }
  readonly refused: { readonly p50: number; readonly p99: number }
  /** Milliseconds by which requests went out too late, most of them less: that is the generator's, not the server's. */
  readonly lateP99: number
}

/** First that all connections stand and it begins, then how it was. */
export type FloodMessage = { readonly hasBegun: true } | { readonly result: FloodResult } | { readonly failure: string }

const tell = (message: FloodMessage): void => void process.send?.(message)

/** Ports of one address are too few for many connections that come and go. */
const addresses = Array.from({ length: 8 }, (_, index) => `127.0.0.${index + 1}`)
const TICK_MS = 2
const LAST_ANSWERS_MS = 5_000

process.on('disconnect', () => process.exit(1))
process.on('message', (order: FloodOrder) => {
  run(order).then(
    result => tell({ result }),
    (error: unknown) => tell({ failure: String(error) }),
  )
})

const run = async (order: FloodOrder): Promise<FloodResult> => {
  const counts: Record<string, number> = {}
  const count = (name: string): void => void (counts[name] = (counts[name] ?? 0) + 1)
  const admitted = new Durations()
  const refused = new Durations()
  const free: Connection[] = []
  const all: Connection[] = []
  let isCounted = false
  let outstanding = 0

  for (let index = 0; index < order.connections; index++) {
    const address = addresses[index % addresses.length] ?? ''
    all.push(
      await Connection.open(order.port, address, (connection, status, due) => {
        outstanding--
        if (isCounted) {
          count(status === 0 ? 'lost' : String(status))
          if (status === order.expectedStatus) admitted.add(performance.now() - due)
          if (status === 503) refused.add(performance.now() - due)
        }
        if (status !== 0) free.push(connection)
      }),
    )
  }
  const send = (connection: Connection, due: number): void => {
    outstanding++
    connection.send(order.requests[next++ % order.requests.length] ?? '', due)
  }
  let next = 0
  // One request each, so that all of them are connections that are kept alive.
  for (const connection of all) {
    send(connection, performance.now())
    if (outstanding >= 32) await pause(5)
  }
  while (outstanding > 0) await pause(5)

  isCounted = true
  tell({ hasBegun: true })
  const lateness = new Durations()
  const started = performance.now()
  let sent = 0
  while (performance.now() - started < order.seconds * 1_000) {
    const due = Math.floor(((performance.now() - started) / 1_000) * order.requestsPerSecond)
    for (; sent < due; sent++) {
      const wasDue = started + (sent * 1_000) / order.requestsPerSecond
      lateness.add(performance.now() - wasDue)
      const connection = free.pop()
      if (connection) send(connection, wasDue)
      else count('unsent')
    }
    await pause(TICK_MS)
  }
  const end = performance.now() + LAST_ANSWERS_MS
  while (outstanding > 0 && performance.now() < end) await pause(5)
  if (outstanding > 0) counts['unanswered'] = outstanding
  const held = all.filter(connection => connection.isOpen).length
  for (const connection of all) connection.end()
  return {
    held,
    counts,
    admitted: { ...medianAndWorst(admitted), max: admitted.max },
    refused: medianAndWorst(refused),
    lateP99: lateness.percentile(99),
  }
}

const medianAndWorst = (durations: Durations): { p50: number; p99: number } => ({
  p50: durations.percentile(50),
  p99: durations.percentile(99),
})

const pause = (milliseconds: number): Promise<void> => new Promise(resolve => setTimeout(resolve, milliseconds))

type OnAnswer = (connection: Connection, status: number, due: number) => void

/** One connection that is kept alive, with one request at a time; knows of HTTP what these answers need. */
class Connection {
  readonly #socket: Socket
  readonly #onAnswer: OnAnswer
  #due = 0
  #isWaiting = false
  #status = 0
  /** Bytes of the answer that are still to come; -1: its headers are. */
  #left = -1
  #head = ''
  isOpen = true

  static open(port: number, address: string, onAnswer: OnAnswer): Promise<Connection> {
    return new Promise((resolve, reject) => {
      const socket = connect({ port, host: '127.0.0.1', localAddress: address, noDelay: true })
      socket.once('error', reject)
      socket.once('connect', () => resolve(new Connection(socket, onAnswer)))
    })
  }

  constructor(socket: Socket, onAnswer: OnAnswer) {
    this.#socket = socket
    this.#onAnswer = onAnswer
    socket.on('data', (chunk: Buffer) => this.#take(chunk))
    socket.on('error', () => socket.destroy())
    socket.on('close', () => {
      this.isOpen = false
      if (this.#isWaiting) this.#answered(0)
    })
  }

  send(request: string, due: number): void {
    this.#due = due
    this.#isWaiting = true
    this.#left = -1
    this.#head = ''
    if (this.isOpen) this.#socket.write(request, 'latin1')
    else this.#answered(0)
  }

  end(): void {
    this.#socket.destroy()
  }

  #take(chunk: Buffer): void {
    if (this.#left < 0) {
      this.#head += chunk.toString('latin1')
      const end = this.#head.indexOf('\r\n\r\n')
      if (end < 0) return
      this.#status = Number(this.#head.slice(9, 12))
      const length = Number(/\r\ncontent-length: (\d+)/i.exec(this.#head)?.[1] ?? 0)
      this.#left = length - (this.#head.length - end - 4)
    } else this.#left -= chunk.length
    if (this.#left <= 0) this.#answered(this.#status)
  }

  #answered(status: number): void {
    this.#isWaiting = false
    this.#onAnswer(this, status, this.#due)
  }
}
