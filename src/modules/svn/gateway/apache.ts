import { mkdir } from 'node:fs/promises'
import { request } from 'node:http'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { ServiceUnavailable } from '../../../platform/errors.ts'
import { tryLock, type FileLock } from '../../../platform/file-lock.ts'
import type { Account } from '../../../platform/system-account.ts'
import { startApache, type ApacheAddress, type ApacheProcess } from './apache-process.ts'
import type { ServedProject } from '../model/served-project.ts'
import { listenForHooks, socketPath, type SocketHandler } from '../hooks/hook-server.ts'
import type { SvnFolders } from '../disk/svn-folders.ts'
import { requireSvnPackages } from '../disk/svn-programs.ts'

/** The private Apache, as every process of the server sees it. The first use starts it. */
export interface Apache {
  /** The address of Apache, which then serves the project's repositories. Throws Unavailable if Apache does not get ready. */
  addressFor(project: ServedProject): Promise<ApacheAddress>
  /** Apache did not answer under that address: the next call asks for the address again. */
  forget(address: ApacheAddress): void
  /** Message of the last failed start. */
  fault(): string | undefined
  close(): Promise<void>
}

export interface ApacheOptions {
  readonly folders: SvnFolders
  readonly prepare: () => Promise<void>
  readonly account: () => Promise<Account | undefined>
  readonly projects: () => Promise<readonly ServedProject[]>
  readonly hooks: Readonly<Record<string, SocketHandler>>
  readonly log: Logger
}

/** This process runs Apache, or knows the process that does. */
interface ApacheRole {
  readonly address: ApacheAddress
  readonly known: Map<number, string>
  readonly serve: (project: ServedProject) => Promise<void>
}

interface ApacheRunner {
  /** The current address: after a crash Apache may have another one. */
  role(): Promise<ApacheRole>
  close(): Promise<void>
}

const FIND_WAIT_MS = 15_000
const POLL_MS = 25

/**
 * One Apache for a server, however many processes answer requests. The process that gets the lock runs Apache and answers its hooks; the
 * other processes ask it over the socket of the hooks. If that process ends, its lock and Apache end, too, and the next process that needs
 * Apache takes over.
 */
export const createApache = (options: ApacheOptions): Apache => new SharedApache(options)

class SharedApache implements Apache {
  readonly #options: ApacheOptions
  readonly #folders
  readonly #socket
  #runner: ApacheRunner | undefined
  #role: Promise<ApacheRole> | undefined
  #lastFault: string | undefined
  #isClosed = false

  constructor(options: ApacheOptions) {
    this.#options = options
    this.#folders = options.folders
    this.#socket = socketPath(this.#folders.apache)
  }

  readonly #find = async (): Promise<ApacheRole> => {
    requireSvnPackages()
    await this.#options.prepare()
    await mkdir(path.dirname(this.#socket), { recursive: true, mode: 0o700 })
    for (const end = Date.now() + FIND_WAIT_MS; ; await sleep(POLL_MS)) {
      if (this.#isClosed) throw new ServiceUnavailable('the server is stopping')
      if (this.#runner) return this.#runner.role()
      const lock = tryLock(path.join(this.#folders.ownRoot, 'apache.lock'), 'exclusive')
      if (lock) this.#runner = await becomeRunner(this.#options, this.#socket, lock)
      if (this.#runner) continue
      try {
        return await otherRunner(this.#socket)
      } catch (error) {
        if (Date.now() > end) throw error
      }
    }
  }

  readonly #current = (): Promise<ApacheRole> =>
    (this.#role ??= this.#find().catch((error: unknown) => {
      this.#role = undefined
      throw error
    }))

  readonly addressFor: Apache['addressFor'] = async project => {
    try {
      const { address, known, serve } = await this.#current()
      if (known.get(project.id) !== project.shortName) {
        await serve(project)
        known.set(project.id, project.shortName)
      }
      this.#lastFault = undefined
      return address
    } catch (error) {
      this.#role = undefined
      if (error instanceof ServiceUnavailable) throw error
      this.#lastFault = error instanceof Error ? error.message : String(error)
      this.#options.log.error({ err: error }, 'Apache, which serves Subversion, cannot be used')
      throw new ServiceUnavailable('the server of the repositories does not start; the log of the server says why')
    }
  }

  readonly forget: Apache['forget'] = address => {
    const before = this.#role
    void before?.then(
      found => {
        if (found.address === address && this.#role === before) this.#role = undefined
      },
      () => undefined,
    )
  }

  readonly fault: Apache['fault'] = () => this.#lastFault

  readonly close: Apache['close'] = async () => {
    this.#isClosed = true
    await this.#role?.catch(() => undefined)
    await this.#runner?.close()
    this.#runner = undefined
  }
}

const becomeRunner = async (options: ApacheOptions, socket: string, lock: FileLock): Promise<ApacheRunner> => {
  // Other processes may ask as soon as the socket exists, which Apache needs from its start.
  const { promise: starting, resolve, reject } = Promise.withResolvers<ApacheProcess>()
  starting.catch(() => undefined)
  const handlers: Record<string, SocketHandler> = {
    ...options.hooks,
    address: async () => ({ status: 200, text: JSON.stringify(await (await starting).address()) }),
    serve: async form => {
      await (await starting).serve({ id: Number(form.get('id')), shortName: form.get('shortName') ?? '' })
      return { status: 200, text: '' }
    },
  }
  const closers: (() => Promise<unknown> | void)[] = [() => lock.release()]
  const close = async (): Promise<void> => {
    for (const closer of closers.splice(0).reverse()) await closer()
  }
  try {
    const account = await options.account()
    const [hooks, projects] = await Promise.all([
      listenForHooks(socket, account, handlers, options.log),
      options.projects(),
    ])
    closers.push(() => hooks.close())
    const apache = await startApache({ ...options, account, projects, hookSocket: socket })
    closers.push(() => apache.stop())
    resolve(apache)
    const known = new Map<number, string>()
    return {
      role: async () => ({ address: await apache.address(), known, serve: project => apache.serve(project) }),
      close,
    }
  } catch (error) {
    reject(error)
    await close()
    throw error
  }
}

const otherRunner = async (socket: string): Promise<ApacheRole> => ({
  address: JSON.parse(await ask(socket, 'address', {})) as ApacheAddress,
  known: new Map(),
  serve: async ({ id, shortName }) => void (await ask(socket, 'serve', { id: String(id), shortName })),
})

const ask = (socketName: string, name: string, form: Record<string, string>): Promise<string> =>
  new Promise((resolve, reject) => {
    const asking = request({ socketPath: socketName, path: `/${name}`, method: 'POST', agent: false }, response => {
      let text = ''
      response
        .setEncoding('utf8')
        .on('data', (chunk: string) => (text += chunk))
        .on('end', () =>
          response.statusCode === 200 ? resolve(text) : reject(new Error(`${name}: ${response.statusCode} ${text}`)),
        )
        .on('error', reject)
    })
    asking.on('error', reject).end(new URLSearchParams(form).toString())
  })
