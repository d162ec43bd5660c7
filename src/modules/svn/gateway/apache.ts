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
export const createApache = (options: ApacheOptions): Apache => {
  const { folders } = options
  const socket = socketPath(folders.apache)
  let runner: ApacheRunner | undefined
  let role: Promise<ApacheRole> | undefined
  let lastFault: string | undefined
  let isClosed = false

  const find = async (): Promise<ApacheRole> => {
    requireSvnPackages()
    await options.prepare()
    await mkdir(path.dirname(socket), { recursive: true, mode: 0o700 })
    for (const end = Date.now() + FIND_WAIT_MS; ; await sleep(POLL_MS)) {
      if (isClosed) throw new ServiceUnavailable('the server is stopping')
      if (runner) return runner.role()
      const lock = tryLock(path.join(folders.ownRoot, 'apache.lock'), 'exclusive')
      if (lock) runner = await becomeRunner(options, socket, lock)
      if (runner) continue
      try {
        return await otherRunner(socket)
      } catch (error) {
        if (Date.now() > end) throw error
      }
    }
  }
  const current = (): Promise<ApacheRole> =>
    (role ??= find().catch((error: unknown) => {
      role = undefined
      throw error
    }))

  return {
    addressFor: async project => {
      try {
        const { address, known, serve } = await current()
        if (known.get(project.id) !== project.shortName) {
          await serve(project)
          known.set(project.id, project.shortName)
        }
        lastFault = undefined
        return address
      } catch (error) {
        role = undefined
        if (error instanceof ServiceUnavailable) throw error
        lastFault = error instanceof Error ? error.message : String(error)
        options.log.error({ err: error }, 'Apache, which serves Subversion, cannot be used')
        throw new ServiceUnavailable('the server of the repositories does not start; the log of the server says why')
      }
    },
    forget: address => {
      const before = role
      void before?.then(
        found => {
          if (found.address === address && role === before) role = undefined
        },
        () => undefined,
      )
    },
    fault: () => lastFault,
    close: async () => {
      isClosed = true
      await role?.catch(() => undefined)
      await runner?.close()
      runner = undefined
    },
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
