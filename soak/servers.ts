// The servers of a run: real processes, started by the normal command.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, type WriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { childrenOf, nameOf, residentOf, until } from './processes.ts'

const ROOT = join(import.meta.dirname, '..')
const START_WAIT_MS = 120_000
/** README: a server stops within 10 s. */
const STOP_WAIT_MS = 11_000

const ERROR = 50
const SERIOUS_MESSAGES: ReadonlySet<string> = new Set([
  'request failed',
  'error answer failed',
  'background jobs stopped',
  'an event could not be handled and is passed by',
  'stopping failed',
  'the process ends by an error that nobody handles',
])

export interface ServerSettings {
  readonly name: string
  readonly port: number
  readonly folder: string
  readonly logFolder: string
  readonly environment: Readonly<Record<string, string>>
  /** Called for unexpected behaviour. */
  readonly onFinding: (finding: string) => void
}

/** One server, with the settings of each of its starts. */
export class SoakServer {
  readonly name: string
  readonly port: number
  readonly url: string
  readonly folder: string
  readonly #settings: ServerSettings
  #child: ChildProcess | undefined
  #log: WriteStream | undefined
  #isExpectedToEnd = false
  readonly #errors = new Map<string, number>()
  #memory = 0
  #starts = 0
  #slowestStartMs = 0

  constructor(settings: ServerSettings) {
    this.#settings = settings
    this.name = settings.name
    this.port = settings.port
    this.url = `http://127.0.0.1:${settings.port}`
    this.folder = settings.folder
  }

  /** Of the server and of commands about its installation. */
  get environment(): NodeJS.ProcessEnv {
    const own = Object.entries(process.env).filter(
      ([name]) => !/^(CROCUS_|PG|DATABASE_|PORT$|HOST$|NODE_|VITEST)/.test(name),
    )
    return {
      ...Object.fromEntries(own),
      CROCUS_DATA: this.folder,
      CROCUS_LOG_LEVEL: 'warn',
      HOST: '127.0.0.1',
      PORT: String(this.port),
      ...this.#settings.environment,
    }
  }

  get pid(): number | undefined {
    const child = this.#child
    return child && child.exitCode === null && child.signalCode === null ? child.pid : undefined
  }

  /** Maximum MiB that one of its processes held at a sample. */
  get memory(): number {
    return this.#memory
  }
  get starts(): number {
    return this.#starts
  }
  get slowestStartMs(): number {
    return this.#slowestStartMs
  }

  /** Its processes that serve requests. */
  workers(): number[] {
    const { pid } = this
    return pid === undefined ? [] : childrenOf(pid).filter(child => /^(node|MainThread|crocus)/.test(nameOf(child)))
  }

  measure(): void {
    const { pid } = this
    if (pid === undefined) return
    this.#memory = Math.max(this.#memory, ...[pid, ...this.workers()].map(residentOf))
  }

  /** Waits until it listens. A start that fails because the database is away is retried, as a supervisor would do. */
  async start(): Promise<void> {
    const begun = Date.now()
    this.#starts++
    while (!(await this.#startOnce())) {
      if (Date.now() - begun > START_WAIT_MS)
        throw new Error(`${this.name} does not start (log in ${this.#settings.logFolder})`)
    }
    this.#slowestStartMs = Math.max(this.#slowestStartMs, Date.now() - begun)
  }

  async #startOnce(): Promise<boolean> {
    await mkdir(this.folder, { recursive: true })
    this.#log ??= createWriteStream(join(this.#settings.logFolder, `${this.name}.log`), { flags: 'a' })
    const log = this.#log
    const child = spawn(process.execPath, ['--max-semi-space-size=16', join(ROOT, 'src/main.ts')], {
      env: this.environment,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.#child = child
    this.#isExpectedToEnd = false
    let isListening = false
    let pending = ''
    const read = (chunk: string): void => {
      log.write(chunk)
      const lines = (pending + chunk).split('\n')
      pending = lines.pop() ?? ''
      for (const line of lines) {
        if (line.includes(' listens on ')) isListening = true
        this.#judge(line)
      }
    }
    child.stdout.setEncoding('utf8').on('data', read)
    child.stderr.setEncoding('utf8').on('data', read)
    child.once('exit', (code, signal) => {
      log.write(`ended: ${code ?? signal}\n`)
      if (isListening && !this.#isExpectedToEnd && this.#child === child)
        this.#settings.onFinding(`${this.name} ended by itself with ${code ?? signal}`)
    })
    await until(() => isListening || this.pid === undefined, START_WAIT_MS, 20)
    return isListening
  }

  /** Finds log lines that a fault must not cause: answers of 500, skipped events, stuck jobs, a crashed process. */
  #judge(line: string): void {
    if (line.startsWith('{')) {
      const { level, msg } = JSON.parse(line) as { level: number; msg?: string }
      if (level < ERROR) return
      const words =
        (msg ?? '')
          .split('\n', 1)[0]
          ?.replaceAll(/\d[\d.]*/g, '…')
          .slice(0, 120) ?? ''
      this.#errors.set(words, (this.#errors.get(words) ?? 0) + 1)
      if (SERIOUS_MESSAGES.has(msg ?? '')) this.#settings.onFinding(`${this.name} logged: ${line.slice(0, 1_500)}`)
    } else if (/^\S*(Error|Exception)\b.*|^node:|unhandled/i.test(line))
      this.#settings.onFinding(`${this.name} said: ${line.slice(0, 500)}`)
  }

  /** Other logged errors, by message: jobs that failed and are retried. */
  get errors(): ReadonlyMap<string, number> {
    return this.#errors
  }

  async kill(): Promise<void> {
    this.#isExpectedToEnd = true
    await this.#end('SIGKILL')
  }

  /** False if the process did not end in time, or had to be killed. */
  async stop(): Promise<boolean> {
    this.#isExpectedToEnd = true
    if (this.pid === undefined) return true
    const child = this.#child
    const ended = this.#end('SIGTERM')
    if (await Promise.race([ended.then(() => true), until(() => this.pid === undefined, STOP_WAIT_MS)]))
      return child?.exitCode === 0
    await this.#end('SIGKILL')
    return false
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child
    if (!child || this.pid === undefined) return
    const ended = once(child, 'exit')
    child.kill(signal)
    await ended
  }

  /** One of its processes that serve requests, or the only one. */
  expectWorkerToEnd(): void {
    if (this.workers().length === 0) this.#isExpectedToEnd = true
  }

  async isHealthy(): Promise<boolean> {
    return fetch(`${this.url}/health`, { signal: AbortSignal.timeout(3_000) })
      .then(async answer => {
        await answer.body?.cancel()
        return answer.status === 200
      })
      .catch(() => false)
  }
}
