import type { Logger } from 'pino'
import { inTransaction, type Db } from '../db/db.ts'
import { ServiceUnavailable } from '../errors.ts'
import { findFolderFault, makeUsableFolder } from '../installation.ts'
import { silence } from '../overload/thread-pool.ts'
import { newInstallationId, placeInstallationId, readInstallationId } from './installation-id.ts'
import {
  lockInstallationId,
  planInstallationId,
  getInstallationIds,
  writeInstallationId,
} from './shared-folder.store.ts'

/**
 * The folder with the data that all servers on the database must see. The folder and the database hold the same id. A server with another
 * folder (not mounted, or the wrong one) therefore refuses to use it: it would miss existing files, and write files that no other server
 * finds.
 */
export interface SharedFolder {
  /** Why the folder is not used, as the end of a sentence; undefined = it belongs to the database, as of the last check. */
  readonly fault: () => string | undefined
  /** Throws `ServiceUnavailable` if the folder is not used. */
  readonly require: () => void
  /** Checks whether the folder belongs to the database; changes nothing. */
  check(): Promise<void>
  /** Checks, and claims the folder for a database without one: for servers. */
  claim(): Promise<void>
  /** Makes this folder the database's, whichever it was. */
  accept(): Promise<void>
}

export interface SharedFolderOptions {
  readonly db: Db
  readonly folder: string
  readonly log: Logger
  readonly answerWithinMs?: number
}

/** A file server that is away lets its callers wait without end. Time in which this process was busy does not count. */
const ANSWER_WITHIN_MS = 5_000

const MOUNT_ADVICE = 'mount it, or name the right one by CROCUS_SHARED (or CROCUS_DATA)'
const ACCEPT_ADVICE = 'crocus shared-folder accept takes this one from now on'

export const createSharedFolder = (options: SharedFolderOptions): SharedFolder => new CheckedSharedFolder(options)

class CheckedSharedFolder implements SharedFolder {
  readonly #db
  readonly #folder
  readonly #log
  readonly #answerWithinMs
  #fault: string | undefined
  #looking: Promise<FolderInspection> | undefined

  constructor(options: SharedFolderOptions) {
    this.#db = options.db
    this.#folder = options.folder
    this.#log = options.log
    this.#answerWithinMs = options.answerWithinMs ?? ANSWER_WITHIN_MS
  }

  /** A command reports the fault to its caller. */
  readonly #note = (found: string | undefined, isServer: boolean): void => {
    if (found === this.#fault) return
    this.#fault = found
    if (!isServer) return
    if (found === undefined) this.#log.warn({ folder: this.#folder }, 'the shared folder is in use again')
    else this.#log.error({ folder: this.#folder, fault: found }, 'the shared folder is not used')
  }

  /** One inspection at a time: each that hangs holds a thread. */
  readonly #look = async (): Promise<FolderInspection> => {
    this.#looking ??= inspectFolder(this.#folder).finally(() => (this.#looking = undefined))
    const late = silence(this.#looking, this.#answerWithinMs).then((): FolderInspection => ({
      fault: 'the shared folder does not answer: see to its file server',
    }))
    return Promise.race([this.#looking, late])
  }

  readonly #compareIds = async (isServer: boolean): Promise<void> => {
    const { current, planned } = await getInstallationIds(this.#db.kysely)
    const found = await this.#look()
    if (current !== undefined) return this.#note(found.fault ?? compare(found.id, current), isServer)
    if (found.id !== undefined && found.id !== planned) return this.#note(BELONGS_TO_ANOTHER, isServer)
    // Before the first server has started, a command may find no folder.
    this.#note(found.isAbsent === true && !isServer ? undefined : found.fault, isServer)
  }

  readonly claim = async (): Promise<void> => {
    if ((await getInstallationIds(this.#db.kysely)).current === undefined) {
      await planInstallationId(this.#db.kysely, newInstallationId())
      await inTransaction(this.#db, async tx => {
        await lockInstallationId(tx)
        const { current, planned } = await getInstallationIds(tx)
        if (current !== undefined || planned === undefined) return
        if ((await makeUsableFolder(this.#folder)) !== undefined) return
        const found = await readInstallationId(this.#folder)
        if (found !== undefined && found !== planned) return
        if (found === undefined) await placeInstallationId(this.#folder, planned)
        await writeInstallationId(tx, planned)
      })
    }
    await this.#compareIds(true)
  }

  readonly fault: SharedFolder['fault'] = () => this.#fault

  readonly require: SharedFolder['require'] = () => {
    if (this.#fault !== undefined) throw new ServiceUnavailable(`Not possible on this server: ${this.#fault}`)
  }

  readonly check: SharedFolder['check'] = () => this.#compareIds(false)

  readonly accept: SharedFolder['accept'] = async () => {
    const reason = await makeUsableFolder(this.#folder)
    if (reason !== undefined) throw new ServiceUnavailable(`The folder ${this.#folder} cannot be used: ${reason}.`)
    const id = newInstallationId()
    await inTransaction(this.#db, async tx => {
      await lockInstallationId(tx)
      await placeInstallationId(this.#folder, id)
      await writeInstallationId(tx, id)
    })
    await this.#compareIds(false)
  }
}

interface FolderInspection {
  readonly fault?: string | undefined
  readonly isAbsent?: boolean
  readonly id?: string | undefined
}

const inspectFolder = async (folder: string): Promise<FolderInspection> => {
  const found = await findFolderFault(folder)
  if (found?.code === 'ENOENT') return { fault: `the shared folder is not there: ${MOUNT_ADVICE}`, isAbsent: true }
  if (found) return { fault: `the shared folder cannot be used: ${found.reason}` }
  try {
    return { id: await readInstallationId(folder) }
  } catch (error) {
    return { fault: `the installation-id of the shared folder cannot be read: ${(error as Error).message}` }
  }
}

const BELONGS_TO_ANOTHER = `the shared folder belongs to another installation: name the right one by CROCUS_SHARED (or CROCUS_DATA); ${ACCEPT_ADVICE}`

const compare = (found: string | undefined, current: string): string | undefined => {
  if (found === current) return undefined
  return found === undefined
    ? `the shared folder is not that of this database, it has no installation-id: ${MOUNT_ADVICE}; ${ACCEPT_ADVICE}`
    : BELONGS_TO_ANOTHER
}
