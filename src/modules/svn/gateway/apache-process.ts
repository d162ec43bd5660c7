import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chown, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { get } from 'node:http'
import { createServer, type AddressInfo } from 'node:net'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Logger } from 'pino'
import { superviseChild, type SupervisedChild } from '../../../platform/supervised-child.ts'
import { commandAs, type Account } from '../../../platform/system-account.ts'
import {
  apacheFiles,
  generationConfiguration,
  hooksEnvironment,
  mainConfiguration,
  projectConfiguration,
  readyPath,
  SECRET_HEADER,
  secretConfiguration,
  type ApacheFiles,
} from './apache-configuration.ts'
import { ownFolder, type SvnFolders } from '../disk/svn-folders.ts'
import type { ServedProject } from '../model/served-project.ts'
import { closedFolderRefusal } from '../disk/svn-programs.ts'

/** How the gateway reaches Apache. */
export interface ApacheAddress {
  readonly port: number
  readonly secret: string
}

/** The Apache of this installation, run by this process. */
export interface ApacheProcess {
  /** The address, as soon as Apache listens; rejects with the reason if it fails to start. */
  address(): Promise<ApacheAddress>
  /** Resolves when Apache serves the project's repositories. */
  serve(project: ServedProject): Promise<void>
  pid(): number | undefined
  stop(): Promise<void>
}

export interface ApacheProcessOptions {
  readonly folders: SvnFolders
  readonly account: Account | undefined
  readonly hookSocket: string
  /** Projects that Apache serves from its start; others are added when they are first used. */
  readonly projects: readonly ServedProject[]
  readonly log: Logger
}

const APACHE = '/usr/sbin/apache2'
const START_WAIT_MS = 10_000
const RELOAD_WAIT_MS = 10_000
const POLL_MS = 10
/** Reloads requested within this time are one. */
const COALESCE_MS = 20
/** A child process from before the reload may still accept a connection or two. */
const REQUIRED_ANSWERS = 3
/** Configurations of projects are written in batches at the start: there may be thousands. */
const WRITE_BATCH_SIZE = 64

const runFile = promisify(execFile)

export const startApache = async (options: ApacheProcessOptions): Promise<ApacheProcess> => {
  const { folders, account, log } = options
  const files = apacheFiles(folders.apache)
  const secret = randomBytes(24).toString('hex')
  const served = new Map<number, string>()
  let port = 0
  let generation = 1

  const own = async (file: string, content: string): Promise<void> => {
    const fresh = `${file}.new`
    await writeFile(fresh, content, { mode: 0o600 })
    if (account) await chown(fresh, account.uid, account.gid)
    await rename(fresh, file)
  }
  const writeProject = async (project: ServedProject): Promise<void> => {
    await ownFolder(path.join(folders.repositories, String(project.id)), account)
    await own(path.join(files.projects, `${project.id}.conf`), projectConfiguration(files, folders, project))
    served.set(project.id, project.shortName)
  }
  const command = (args: readonly string[], endsWithUs: boolean) => {
    const found = commandAs(account, APACHE, ['-d', files.root, '-f', files.main, ...args], {
      folders: [folders.root, folders.ownRoot],
      endsWithUs,
    })
    if ('closedFolder' in found) throw closedFolderRefusal(found.closedFolder)
    return { ...found, env: { PATH: '/usr/bin:/bin', LC_ALL: 'C.UTF-8', TZ: 'UTC' } }
  }

  await killOrphanedApache(files)
  await rm(files.projects, { recursive: true, force: true })
  for (const folder of [files.root, path.dirname(files.main), files.projects, files.run])
    await ownFolder(folder, account)
  await own(files.secret, secretConfiguration(secret))
  await own(files.generation, generationConfiguration(generation))
  await own(files.hooksEnvironment, hooksEnvironment(options.hookSocket))
  for (let start = 0; start < options.projects.length; start += WRITE_BATCH_SIZE)
    await Promise.all(options.projects.slice(start, start + WRITE_BATCH_SIZE).map(writeProject))

  const untilAnswered = async (wanted: number, withinMs: number, signal?: AbortSignal): Promise<void> => {
    for (const end = Date.now() + withinMs; Date.now() < end;) {
      if ((await ask(port, secret, readyPath(wanted)).catch(() => 0)) === 204) return
      await sleep(POLL_MS, undefined, signal && { signal })
    }
    throw new Error('Apache did not answer in time')
  }

  const child = superviseChild({
    start: async () => {
      // Prefers the former port after a crash, if it is still free.
      port = await freePort(port)
      await own(files.main, mainConfiguration(files, port))
      const { command: program, args, env, ids } = command(['-DFOREGROUND'], true)
      const started = spawn(program, args, { cwd: '/', stdio: ['ignore', 'pipe', 'pipe'], detached: true, env, ...ids })
      copyLog(started, log)
      return started
    },
    untilReady: (_child, signal) => untilAnswered(generation, START_WAIT_MS, signal),
    stopSignals: [
      // SIGWINCH lets running requests finish, up to GracefulShutdownTimeout.
      ['SIGWINCH', 1_500],
      ['SIGTERM', 1_500],
    ],
    onDeath: (reason, pauseMs) => log.error({ reason, pauseMs }, 'Apache, which serves Subversion, is started again'),
  })

  /** Makes Apache read its configuration again if it is valid: an invalid configuration would end Apache. */
  const reload = coalesce(async () => {
    await child.ready(START_WAIT_MS)
    await own(files.generation, generationConfiguration(++generation))
    const { command: program, args, env, ids } = command(['-t'], false)
    await runFile(program, args, { env, ...ids })
    const pid = child.pid()
    if (pid !== undefined) process.kill(pid, 'SIGUSR1')
    for (let count = 0; count < REQUIRED_ANSWERS; count++) await untilAnswered(generation, RELOAD_WAIT_MS)
  })

  const adding = new Map<string, Promise<void>>()
  const add = async (project: ServedProject): Promise<void> => {
    await writeProject(project)
    await reload()
  }
  return {
    address: async () => {
      await child.ready(START_WAIT_MS)
      return { port, secret }
    },
    serve: async project => {
      const key = `${project.id} ${project.shortName}`
      const current = adding.get(key)
      if (current) return current
      if (served.get(project.id) === project.shortName) return
      const own = add(project)
        .catch((error: unknown) => {
          served.delete(project.id)
          throw error
        })
        .finally(() => adding.delete(key))
      adding.set(key, own)
      await own
    },
    pid: () => child.pid(),
    stop: () => stopAndCleanUp(child, files),
  }
}

const stopAndCleanUp = async (child: SupervisedChild, files: ApacheFiles): Promise<void> => {
  await child.stop()
  await rm(files.secret, { force: true })
}

/** Calls that wait for the start share the next run; none joins a run that has started. */
const coalesce = (work: () => Promise<void>): (() => Promise<void>) => {
  let next: Promise<void> | undefined
  let last = Promise.resolve()
  return () =>
    (next ??= last =
      last
        .catch(() => undefined)
        .then(() => sleep(COALESCE_MS))
        .then(() => {
          next = undefined
          return work()
        }))
}

const ask = (port: number, secret: string, url: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const headers = { [SECRET_HEADER]: secret }
    const request = get({ host: '127.0.0.1', port, path: url, agent: false, headers, timeout: 2_000 }, response => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
    request.on('timeout', () => request.destroy(new Error('no answer'))).on('error', reject)
  })

/** `wanted` if it is free and not 0, otherwise any free port. */
const freePort = async (wanted: number): Promise<number> => {
  const probe = createServer()
  try {
    probe.listen(wanted, '127.0.0.1')
    await once(probe, 'listening')
  } catch (error) {
    if (wanted === 0) throw error
    return freePort(0)
  }
  const { port } = probe.address() as AddressInfo
  const closed = once(probe, 'close')
  probe.close()
  await closed
  return port
}

/** Ends the children of an Apache whose parent process was killed: the processes that use our configuration. */
const killOrphanedApache = async (files: ApacheFiles): Promise<void> => {
  const processes = await readdir('/proc').catch(() => [])
  for (const pid of processes.filter(name => /^\d+$/.test(name))) {
    const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    const args = line.split('\0')
    if (path.basename(args[0] ?? '') !== 'apache2' || !args.includes(files.main)) continue
    try {
      process.kill(Number(pid), 'SIGKILL')
    } catch {
      // It ended meanwhile.
    }
  }
  await mkdir(files.run, { recursive: true, mode: 0o700 })
  await rm(path.join(files.run, 'httpd.pid'), { force: true })
}

const copyLog = (child: ChildProcess, log: Logger): void => {
  for (const stream of [child.stdout, child.stderr]) {
    if (!stream) continue
    createInterface({ input: stream }).on('line', line => writeLog(log, line))
  }
}

/** Lines of `ErrorLogFormat`, `module:level text`, and lines that Apache writes before it has read its configuration. */
const writeLog = (log: Logger, line: string): void => {
  if (line.trim() === '') return
  const [, apacheModule, level = 'error', text = line] = /^(\S*):(\w+) (.*)$/s.exec(line) ?? []
  const entry = { apacheModule }
  if (/^(emerg|alert|crit)$/.test(level)) log.error(entry, text)
  // Apache logs each refusal of a client as an error; the operator need not act on it.
  else if (/^(authz_\w+|dav\w*|-)$/.test(apacheModule ?? '')) log.info(entry, text)
  else if (level === 'error' || level === 'warn') log.warn(entry, text)
  else log.debug(entry, text)
}
