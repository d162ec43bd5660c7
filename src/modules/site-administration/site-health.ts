import { stat, statfs } from 'node:fs/promises'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/db.ts'
import { getDatabaseStatistics, type DatabaseStatistics } from '../../platform/db/database-statistics.store.ts'
import { Forbidden } from '../../platform/errors.ts'
import { listConsumerLags, type ConsumerLag } from '../../platform/events/consumers.store.ts'
import type { Viewer } from '../users/index.ts'

/** Facts about the running server for site administrators. */
export interface RuntimeEnvironment {
  readonly version: string
  readonly dataFolder: string
  /** Equals `dataFolder`, unless several servers share one folder. */
  readonly sharedFolder: string
  /** Number of processes that answer requests. */
  readonly processes: number
  readonly svn: {
    /** `on`, or `off: ` and the reason. */
    state(): string
    /** Undefined if Subversion is not installed. */
    version(): Promise<string | undefined>
  }
}

/** A file system, in bytes. */
export interface Disk {
  readonly freeBytes: number
  readonly usedBytes: number
}

export interface SiteHealth {
  readonly svn: string
  readonly versions: {
    readonly crocus: string
    readonly node: string
    readonly postgresql: string
    readonly subversion: string | undefined
  }
  readonly database: DatabaseStatistics
  readonly disk: Disk
  /** Undefined if the shared folder is on the disk of the data folder. */
  readonly sharedDisk: Disk | undefined
  readonly uptimeSeconds: number
  readonly processes: number
  readonly consumers: readonly (ConsumerLag & { readonly lagSeconds: number })[]
}

export const getSiteHealth =
  (db: Db, clock: Clock, { version, dataFolder, sharedFolder, processes, svn }: RuntimeEnvironment) =>
  async (viewer: Viewer): Promise<SiteHealth> => {
    if (!viewer.isSiteAdministrator)
      throw new Forbidden('Only site administrators look into the platform', { reason: 'permission.admin' })
    const [database, lags, disk, sharedDisk, subversion] = await Promise.all([
      getDatabaseStatistics(db.kysely),
      listConsumerLags(db.kysely),
      diskOf(dataFolder),
      otherDiskOf(sharedFolder, dataFolder),
      svn.version(),
    ])
    return {
      svn: svn.state(),
      versions: { crocus: version, node: process.versions.node, postgresql: database.version, subversion },
      database,
      disk,
      sharedDisk,
      uptimeSeconds: Math.floor(process.uptime()),
      processes,
      consumers: lags.map(lag => ({
        ...lag,
        lagSeconds: lag.since ? Math.max(0, Math.round((clock.now().getTime() - lag.since.getTime()) / 1000)) : 0,
      })),
    }
  }

/** The file system of the folder. */
const diskOf = async (folder: string): Promise<Disk> => {
  const { bsize, blocks, bfree, bavail } = await statfs(folder)
  return { freeBytes: bavail * bsize, usedBytes: (blocks - bfree) * bsize }
}

const otherDiskOf = async (folder: string, known: string): Promise<Disk | undefined> => {
  if (folder === known) return undefined
  // The folder may not be mounted; another check reports that.
  const [disk, knownDisk] = await Promise.all([stat(folder).catch(() => undefined), stat(known)])
  return disk === undefined || disk.dev === knownDisk.dev ? undefined : diskOf(folder)
}
