import type { Page } from '../../../platform/http/routes/pagination.ts'
import type { Viewer } from '../../users/index.ts'
import { findUsedLinkTypes } from '../queries/search-artifacts.ts'

export interface UsedLink {
  readonly shortname: string
  readonly forward_label: string
}

const UNTYPED = 'is Linked to'

/** trackers.md §8: types of the current links of the tracker's artifacts that the viewer sees, by short name. */
export const listUsedLinks =
  (dependencies: Parameters<typeof findUsedLinkTypes>[0]) =>
  async (
    viewer: Viewer,
    trackerId: number,
    page: Page,
  ): Promise<{ readonly links: readonly UsedLink[]; readonly size: number }> => {
    const { projects } = dependencies
    const context = await dependencies.trackers.requireTracker(viewer, trackerId)
    const types = await findUsedLinkTypes(dependencies, viewer, context)
    const known = await projects.linkTypes()
    const links = types.slice(page.offset, page.offset + page.limit).map(type => ({
      shortname: type,
      forward_label: type === '' ? UNTYPED : (known.get(type)?.forwardLabel ?? type),
    }))
    return { links, size: types.length }
  }
