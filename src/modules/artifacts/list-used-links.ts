import type { Db } from '../../platform/db/db.ts'
import type { Page } from '../../platform/http/pagination.ts'
import type { ProjectsModule } from '../projects/index.ts'
import type { TrackersModule } from '../trackers/index.ts'
import type { Viewer } from '../users/index.ts'
import { readUsedLinkTypes } from './tracker-lists.store.ts'

export interface UsedLink {
  readonly shortname: string
  readonly forward_label: string
}

const UNTYPED = 'is Linked to'

/** trackers.md §8: types of links that artifacts of the tracker have now, by short name. */
export const listUsedLinks =
  (db: Db, trackers: TrackersModule, projects: Pick<ProjectsModule, 'linkTypes'>) =>
  async (
    viewer: Viewer,
    trackerId: number,
    page: Page,
  ): Promise<{ readonly links: readonly UsedLink[]; readonly size: number }> => {
    const { tracker } = await trackers.requireTracker(viewer, trackerId)
    const types = await readUsedLinkTypes(db, tracker.id)
    const known = await projects.linkTypes()
    const links = types.slice(page.offset, page.offset + page.limit).map(type => ({
      shortname: type,
      forward_label: type === '' ? UNTYPED : (known.get(type)?.forwardLabel ?? type),
    }))
    return { links, size: types.length }
  }
