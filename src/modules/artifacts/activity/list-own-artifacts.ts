import { Forbidden, Invalid, Unauthorized } from '../../../platform/errors.ts'
import type { Page } from '../../../platform/http/routes/pagination.ts'
import type {
  FindIds,
  KeptPage,
  SnapshotPages,
  SnapshotRequest,
} from '../../../platform/list-snapshots/list-snapshots.ts'
import { parseObject } from '../../../platform/json-object.ts'
import type { Viewer } from '../../users/index.ts'
import { listOwnOpen, type OwnView } from './activity.store.ts'
import { readableStatus } from '../model/artifacts.permissions.ts'
import { seenTrackers, visibilityDependencies, type SearchDependencies } from '../queries/search-artifacts.ts'
import { seenArtifacts } from '../queries/visibility.ts'
import type { FindVisible, VisibleArtifact } from '../access/visible-artifacts.ts'

/** The caller's relation to an artifact in the list; at least one is true. */
export interface OwnQuery {
  readonly isSubmitted: boolean
  readonly isAssigned: boolean
}

/** Parses `query` of GET /users/self/artifacts; throws an Invalid that names the mistake. */
export const parseOwnQuery = (text: string): OwnQuery => {
  const query = parseObject(text)
  const flag = (name: string): boolean => {
    const value = query?.[name]
    if (value !== undefined && typeof value !== 'boolean')
      throw new Invalid(`\`${name}\` of \`query\` is to be true or false`, {
        reason: 'parameter.type',
        parameter: `query[${name}]`,
      })
    return value === true
  }
  const wanted = { isSubmitted: flag('submitted_by'), isAssigned: flag('assigned_to') }
  if (!wanted.isSubmitted && !wanted.isAssigned)
    throw new Invalid('`query` is to be a JSON object with `submitted_by` or `assigned_to` true, or both', {
      reason: 'parameter.type',
      parameter: 'query',
    })
  return wanted
}

/** artifacts.md §12: open artifacts of active projects that the viewer sees, by id. */
export const listOwnArtifacts =
  (dependencies: SearchDependencies & { readonly snapshotPages: SnapshotPages }, findVisible: FindVisible) =>
  async (
    viewer: Viewer,
    id: string,
    queryText: string,
    page: Page,
    kept: Omit<SnapshotRequest, 'list'> | undefined,
  ): Promise<{ readonly artifacts: readonly VisibleArtifact[]; readonly size: number; readonly kept?: KeptPage }> => {
    if (viewer.isAnonymous) throw new Unauthorized('', { reason: 'credentials.missing' })
    if (id !== 'self')
      throw new Forbidden('Everybody lists their own artifacts only: `self`', { reason: 'permission.owner' })
    const query = parseOwnQuery(queryText)
    const trackers = await seenTrackers(dependencies, viewer)
    const view: OwnView = {
      seen: await seenArtifacts(visibilityDependencies(dependencies), trackers),
      hiddenStatusFieldIds: trackers.flatMap(({ tracker, rights }) =>
        tracker.semantics.status && !readableStatus(rights, tracker) ? [tracker.semantics.status.fieldId] : [],
      ),
    }
    const find: FindIds = ({ limit, offset }) =>
      listOwnOpen(dependencies.db, { userId: viewer.userId, ...query, limit, offset }, view)
    if (!kept) {
      const { ids, size } = await find(page)
      return { artifacts: await findVisible(viewer, ids), size }
    }
    const list = ['own', query.isSubmitted, query.isAssigned]
    const { id: snapshot, ids, size } = await dependencies.snapshotPages({ ...kept, list }, page, find)
    const artifacts = await findVisible(viewer, ids)
    return { artifacts, size, kept: { id: snapshot, missing: ids.length - artifacts.length } }
  }
