import type { Db } from '../../../platform/db/db.ts'
import { unlessRefused } from '../../../platform/errors.ts'
import type { ArtifactsModule } from '../../artifacts/index.ts'
import type { AuthModule } from '../../auth/index.ts'
import type { TrackersModule } from '../../trackers/index.ts'
import type { UsersModule } from '../../users/index.ts'
import type { ServingDependencies } from '../model/svn-serving.dependencies.ts'
import { projectOfArtifact } from '../store/svn-serving.store.ts'

const ARTIFACT = new Set(['art', 'artifact'])
const REVISION = new Set(['rev', 'revision', 'svn'])
const NUMBER = /^\d{1,15}$/

export interface ReferenceDependencies {
  readonly db: Db
  readonly trackers: Pick<TrackersModule, 'keywords'>
  readonly users: Pick<UsersModule, 'findByLogin'>
  readonly auth: Pick<AuthModule, 'viewerOf'>
  readonly artifacts: Pick<ArtifactsModule, 'requireViewable'>
}

/**
 * svn.md §3.3: whether the target of a reference in a commit message exists. An artifact of another project must be visible to the
 * committer: otherwise the hook would tell names of hidden trackers and projects to everybody who tries some.
 */
export const isReferenced =
  ({ db, trackers, users, auth, artifacts }: ReferenceDependencies): ServingDependencies['isReferenced'] =>
  async (project, { keyword, project: named, values }, committer) => {
    const [first = '', second] = values
    if (values.length > 2) return false
    if (REVISION.has(keyword) && project.enabledServices.has('plugin_svn')) return NUMBER.test(second ?? first)
    if (second !== undefined || !NUMBER.test(first)) return false
    const isAnyTracker = ARTIFACT.has(keyword)
    if (!isAnyTracker && !(await trackers.keywords()).has(keyword)) return false
    const id = Number(first)
    const projectId = await projectOfArtifact(db, id, isAnyTracker ? null : keyword, named ?? null)
    if (projectId === undefined || projectId === project.id) return projectId !== undefined
    const user = await users.findByLogin(await committer())
    if (!user) return false
    const isViewable = async (): Promise<boolean> => {
      await artifacts.requireViewable(await auth.viewerOf(user.id, 'svn'), id)
      return true
    }
    return (await unlessRefused(isViewable)) ?? false
  }
