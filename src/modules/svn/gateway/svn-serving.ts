import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/db.ts'
import { missingSvnPackages } from '../../../platform/health.ts'
import type { ArtifactsModule } from '../../artifacts/index.ts'
import type { AuthModule } from '../../auth/index.ts'
import type { TrackersModule } from '../../trackers/index.ts'
import type { UsersModule } from '../../users/index.ts'
import { createAccessFiles, keepAccessCurrent } from '../disk/access-files.ts'
import { createApache } from './apache.ts'
import { hookHandlers } from '../hooks/hook-handlers.ts'
import { isReferenced } from '../hooks/is-referenced.ts'
import { findRepositoryByName } from '../store/repositories.store.ts'
import type { RepositoryDisk } from '../disk/repository-disk.ts'
import { createRepositoryDisk, prepareFolders } from '../disk/svn-disk.ts'
import { svnAccount, svnFolders } from '../disk/svn-folders.ts'
import { createSvnGateway, type SvnGateway } from './svn-gateway.ts'
import { svnPrograms, svnVersion, type SvnPrograms } from '../disk/svn-programs.ts'
import type { ServingDependencies } from '../model/svn-serving.dependencies.ts'
import { listServedProjects } from '../store/svn-serving.store.ts'

/** Repositories on the disk, and the clients that work on them. */
export interface SvnServing {
  readonly disk: RepositoryDisk
  readonly programs: SvnPrograms
  /** Writes the access file at this path again if groups, members or the text changed. */
  readonly makeAccessCurrent: ReturnType<typeof keepAccessCurrent>
  readonly gateway: SvnGateway
  /** `on`, or `off: ` and the reason; for `GET /health`. */
  readonly state: () => string
  /** Version of the installed programs; undefined if there are none. */
  readonly version: () => Promise<string | undefined>
  /** Ends Apache if this process runs it. */
  close(): Promise<void>
}

export interface SvnServingOptions extends Omit<
  ServingDependencies,
  'findRepository' | 'servedProjects' | 'isReferenced' | 'authenticate'
> {
  readonly db: Db
  readonly clock: Clock
  readonly auth: Pick<AuthModule, 'authenticateSvn' | 'viewerOf'>
  readonly trackers: Pick<TrackersModule, 'keywords'>
  readonly users: Pick<UsersModule, 'findByLogin'>
  readonly artifacts: Pick<ArtifactsModule, 'requireViewable'>
}

export const createSvnServing = ({
  db,
  clock,
  auth,
  trackers,
  users,
  artifacts,
  ...options
}: SvnServingOptions): SvnServing => {
  const { projects, settings, log, folderState } = options
  const dependencies: ServingDependencies = {
    ...options,
    authenticate: auth.authenticateSvn,
    findRepository: ({ shortName }, name) => findRepositoryByName(db, shortName, name),
    servedProjects: () => listServedProjects(db),
    isReferenced: isReferenced({ db, trackers, users, auth, artifacts }),
  }
  const folders = svnFolders(options)
  const account = lazily(svnAccount)
  const programs = svnPrograms([folders.root], account)
  const files = createAccessFiles({ projects, programs, account, stagingFolder: folders.staging })
  const disk = createRepositoryDisk({
    folders,
    requireFolder: folderState.require,
    account,
    programs,
    accessFiles: files,
    clock,
  })
  const apache = createApache({
    folders,
    prepare: lazily(() => prepareFolders(folders, account)),
    account,
    projects: () => dependencies.servedProjects(),
    hooks: hookHandlers(dependencies, programs, folders),
    log,
  })
  const keepCurrent = keepAccessCurrent({
    files,
    roster: projectId => projects.roster(projectId),
    accessMode: () => settings.get('access_mode'),
    onFault: repository => log.error({ repository }, 'the access file is not valid: nobody has access'),
  })
  const makeAccessCurrent: typeof keepCurrent = async (...at) => {
    folderState.require()
    return keepCurrent(...at)
  }
  return {
    disk,
    programs,
    makeAccessCurrent,
    gateway: createSvnGateway(dependencies, folders, apache, makeAccessCurrent),
    state: () => stateOf(folderState.fault() ?? apache.fault()),
    version: () => svnVersion(programs),
    close: () => {
      programs.close()
      return apache.close()
    },
  }
}

const stateOf = (fault: string | undefined): string => {
  const missing = missingSvnPackages()
  if (missing.length > 0) return `off: install ${missing.join(' ')}`
  return fault === undefined ? 'on' : `off: ${fault}`
}

/** Runs `make` once, and again after a failure. */
const lazily = <Value>(make: () => Promise<Value>): (() => Promise<Value>) => {
  let made: Promise<Value> | undefined
  return () =>
    (made ??= make().catch((error: unknown) => {
      made = undefined
      throw error
    }))
}
