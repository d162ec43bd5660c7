import type { Db } from '../../../platform/db/db.ts'
import type { Project } from '../../projects/index.ts'
import type { TrackersModule } from '../../trackers/index.ts'
import type { MessageReference } from '../model/commit-references.ts'
import { isArtifact } from '../store/svn-serving.store.ts'

const ARTIFACT = new Set(['art', 'artifact'])
const REVISION = new Set(['rev', 'revision', 'svn'])
const NUMBER = /^\d{1,15}$/

/** svn.md §3.3: whether the target of a reference in a commit message exists. */
export const isReferenced =
  (db: Db, trackers: Pick<TrackersModule, 'keywords'>) =>
  async (project: Project, { keyword, project: named, values }: MessageReference): Promise<boolean> => {
    const [first = '', second] = values
    if (values.length > 2) return false
    if (REVISION.has(keyword) && project.enabledServices.has('plugin_svn')) return NUMBER.test(second ?? first)
    if (second !== undefined || !NUMBER.test(first)) return false
    const isAnyTracker = ARTIFACT.has(keyword)
    if (!isAnyTracker && !(await trackers.keywords()).has(keyword)) return false
    return isArtifact(db, Number(first), isAnyTracker ? null : keyword, named ?? null)
  }
