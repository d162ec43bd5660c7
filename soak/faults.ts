// The faults of a run, and how each is repaired.
import { execFile } from 'node:child_process'
import { open, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { ProxiedConnection, TcpProxy } from '../test/harness/tcp-proxy.ts'
import { backendsOf, type SoakDatabase } from './database.ts'
import { pause, signal, treeOf, until } from './processes.ts'
import type { Random } from './random.ts'
import type { SoakServer } from './servers.ts'

/** A server, with the proxy before its database; none if it has an embedded one. */
export interface ServerUnderTest {
  readonly server: SoakServer
  readonly databaseProxy: TcpProxy | undefined
}

export interface FaultContext {
  readonly stages: readonly ServerUnderTest[]
  readonly database: SoakDatabase
  /** The proxy before the servers. */
  readonly proxy: TcpProxy
  /** A separate file system that may be filled; undefined = none. */
  readonly disk: string | undefined
  readonly random: Random
}

interface Fault {
  readonly title: string
  /** Why the fault cannot be caused here. */
  readonly isMissing?: (world: FaultContext) => string | undefined
  /** Resolves when the fault is over; its result goes into the log. */
  run(world: FaultContext): Promise<string>
}

const pickServer = ({ stages, random }: FaultContext): ServerUnderTest => random.pick(stages)

const needsDatabaseProxy = ({ stages }: FaultContext): string | undefined =>
  stages.some(({ databaseProxy }) => databaseProxy)
    ? undefined
    : 'nothing stands between a server and its embedded database'

/** The server and the proxy between it and the database. */
const pickServerAndProxy = (world: FaultContext): { server: SoakServer; proxy: TcpProxy } => {
  const { server, databaseProxy } = pickServer(world)
  if (!databaseProxy) throw new Error('there is no proxy')
  return { server, proxy: databaseProxy }
}

/** Breaks half of the connections at once, and half in the middle of their next message. */
const breakAll = (connections: readonly ProxiedConnection[], random: Random, mostBytes: number): void => {
  for (const connection of connections)
    if (random.chance(0.5)) connection.reset()
    else connection.cutAfter({ bytes: random.between(0, mostBytes), direction: random.pick(['up', 'down']) })
}

const faults = {
  'kill-server': {
    title: 'kill -9 of a server, started again',
    run: async world => {
      const { server } = pickServer(world)
      const rest = world.random.between(100, 3_000)
      await server.kill()
      await sleep(rest)
      await server.start()
      return `${server.name}, ${rest} ms away`
    },
  },
  'kill-worker': {
    title: 'kill -9 of a process that answers requests',
    isMissing: ({ stages }) =>
      stages.some(({ server }) => server.workers().length > 0) ? undefined : 'servers of one process have no workers',
    run: async world => {
      const { server } = pickServer(world)
      const workers = server.workers()
      if (workers.length === 0) return `${server.name} has none at the moment`
      const pid = world.random.pick(workers)
      signal(pid, 'SIGKILL')
      return server.name
    },
  },
  'stop-server': {
    title: 'SIGTERM of a server under load, started again',
    run: async world => {
      const { server } = pickServer(world)
      const begun = Date.now()
      const isClean = await server.stop()
      const took = Date.now() - begun
      await server.start()
      return `${server.name}, gone after ${took} ms${isClean ? '' : ', NOT BY ITSELF'}`
    },
  },
  'pause-server': {
    title: 'SIGSTOP of all processes of a server',
    run: async world => {
      const { server } = pickServer(world)
      const rest = world.random.between(500, 5_000)
      const { pid } = server
      if (pid !== undefined) await pause(treeOf(pid), rest)
      return `${server.name}, ${rest} ms`
    },
  },
  'kill-database': {
    title: 'kill -9 of the postmaster',
    run: async ({ database }) => {
      const pid = database.postmaster()
      if (pid === undefined) return 'it did not run'
      signal(pid, 'SIGKILL')
      await waitForRestart(database, pid)
      return ''
    },
  },
  'kill-backend': {
    title: 'kill -9 of one process of PostgreSQL, which restarts all',
    run: async ({ database, random }) => {
      const pid = database.postmaster()
      const backends = pid === undefined ? [] : backendsOf(pid)
      if (backends.length > 0) signal(random.pick(backends), 'SIGKILL')
      await sleep(500)
      return ''
    },
  },
  'restart-database': {
    title: 'orderly restart of PostgreSQL',
    run: async ({ database }) => {
      const pid = database.postmaster()
      await database.restart()
      if (pid !== undefined) await waitForRestart(database, pid)
      return ''
    },
  },
  'pause-database': {
    title: 'SIGSTOP of PostgreSQL',
    run: async ({ database, random }) => {
      const pid = database.postmaster()
      const rest = random.between(500, 6_000)
      if (pid !== undefined) await pause(treeOf(pid), rest)
      return `${rest} ms`
    },
  },
  'cut-clients': {
    title: 'connections of clients reset, some in the middle of an answer',
    run: async ({ proxy, random }) => {
      const all = proxy.connections()
      const chosen = all.filter(() => random.chance(0.6))
      breakAll(chosen, random, 2_000)
      return `${chosen.length} of ${all.length}`
    },
  },
  'stall-clients': {
    title: 'connections of clients silent for a while, then on',
    run: async ({ proxy, random }) => {
      const chosen = proxy.connections().filter(() => random.chance(0.5))
      for (const connection of chosen) connection.stall(...random.pick([['up'], ['down'], ['up', 'down']] as const))
      const rest = random.between(500, 8_000)
      await sleep(rest)
      for (const connection of chosen) connection.release()
      return `${chosen.length}, ${rest} ms`
    },
  },
  'cut-database': {
    title: 'connections of a server to PostgreSQL reset',
    isMissing: needsDatabaseProxy,
    run: async world => {
      const { server, proxy } = pickServerAndProxy(world)
      const all = proxy.connections()
      breakAll(all, world.random, 500)
      return `${server.name}, ${all.length}`
    },
  },
  'stall-database': {
    title: 'connections of a server to PostgreSQL silent, then on',
    isMissing: needsDatabaseProxy,
    run: async world => {
      const { server, proxy } = pickServerAndProxy(world)
      const all = proxy.connections()
      for (const connection of all) connection.stall()
      const rest = world.random.between(500, 10_000)
      await sleep(rest)
      for (const connection of all) connection.release()
      return `${server.name}, ${rest} ms`
    },
  },
  'part-database': {
    title: 'a server cut off from PostgreSQL: nothing arrives, nothing is refused',
    isMissing: needsDatabaseProxy,
    run: async world => {
      const { server, proxy } = pickServerAndProxy(world)
      const rest = world.random.between(2_000, 15_000)
      const before = proxy.connections()
      for (const connection of before) connection.stall()
      proxy.newConnections = 'swallow'
      await sleep(rest)
      proxy.newConnections = 'pass'
      // The old connections never answer again: clients must give up by themselves. Here a proxy stands for a dead machine, and
      // PostgreSQL's keep-alive cannot detect it. The test ends the connections at the time at which the keep-alive would.
      const forget = setTimeout(() => {
        for (const connection of before) connection.cut()
      }, KEEP_ALIVE_MS)
      forget.unref()
      return `${server.name}, ${rest} ms, its ${before.length} old connections stay silent`
    },
  },
  'slow-database': {
    title: 'each portion between a server and PostgreSQL 20 ms late',
    isMissing: needsDatabaseProxy,
    run: async world => {
      const { server, proxy } = pickServerAndProxy(world)
      proxy.latencyMs = 20
      await sleep(world.random.between(1_000, 5_000))
      proxy.latencyMs = 0
      return server.name
    },
  },
  'full-disk': {
    title: 'the disk of PostgreSQL and of the files full for a while',
    isMissing: ({ disk }) => (disk === undefined ? 'only root may mount a file system of its own' : undefined),
    run: async ({ disk, random }) => {
      if (disk === undefined) return ''
      const rest = random.between(1_000, 4_000)
      const filler = join(disk, 'filler')
      try {
        const size = await fill(filler, disk)
        await sleep(rest)
        return `${Math.round(size / 1024 ** 2)} MiB, ${rest} ms`
      } finally {
        await rm(filler, { force: true })
      }
    },
  },
} as const satisfies Record<string, Fault>

export type FaultName = keyof typeof faults
export const faultNames = Object.keys(faults) as FaultName[]
export const faultOf = (name: FaultName): Fault => faults[name]

const MAX_FILLS = 20
/** `platform/db/database-servers.ts` */
const KEEP_ALIVE_MS = 30_000

const waitForRestart = async (database: SoakDatabase, before: number): Promise<void> => {
  await until(() => database.postmaster() !== undefined && database.postmaster() !== before, 60_000)
}

/** Fills the disk until not one byte more fits, also while other processes free some. */
const fill = async (file: string, folder: string): Promise<number> => {
  const handle = await open(file, 'w')
  const block = Buffer.alloc(1024 ** 2)
  let size = 0
  const fillUp = async (): Promise<void> => {
    try {
      for (;;) size += (await handle.write(block)).bytesWritten
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
    }
  }
  try {
    for (let turn = 0; turn < MAX_FILLS; turn++) {
      await fillUp()
      const { bavail, bsize } = await statfs(folder)
      if (bavail * bsize <= 4 * block.length) return size
    }
  } finally {
    await handle.close()
  }
  throw new Error('the disk does not become full')
}

const execute = promisify(execFile)

/** Mounts a small file system in memory at `folder`; undefined if that is not allowed. */
export const mountDisk = async (folder: string, megabytes: number): Promise<(() => Promise<void>) | undefined> => {
  try {
    await execute('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0711`, 'tmpfs', folder])
  } catch {
    return undefined
  }
  return async () => {
    await execute('umount', [folder]).catch(() => execute('umount', ['-l', folder]))
  }
}
