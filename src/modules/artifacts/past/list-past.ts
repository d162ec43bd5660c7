import type { Page } from '../../../platform/http/routes/pagination.ts'
import type { Text } from '../../../platform/http/response/response.ts'
import { ALL } from '../../fields/index.ts'
import type { Viewer } from '../../users/index.ts'
import {
  inSearchLimits,
  prepareSearch,
  visibilityDependencies,
  wholeList,
  type CancelOptions,
  type PreparedSearch,
  type SearchDependencies,
  type TrackerInProject,
} from '../queries/search-artifacts.ts'
import { visibilityOf } from '../queries/visibility.ts'
import {
  inBatches,
  keptList,
  listOf,
  type ArtifactList,
  type ListDependencies,
  type ListInput,
} from '../read/read-artifacts.ts'
import { parseRowShape } from '../read/row-shape.ts'
import { findPastPage, type PastPage } from './find-past.store.ts'
import { representPast, type PastDependencies } from './past-artifact.ts'
import { needsOf, pastRows } from './past-rows.ts'
import { findPast } from './read-past.ts'
import { endOfSecond } from './rewind.ts'

/** Without the tracker. */
type RowsArguments = Parameters<typeof pastRows> extends [unknown, ...infer Rest] ? Rest : never

/** A page of the artifacts that matched at the time and that the viewer sees now, and their total. */
export const searchPast = async (
  dependencies: SearchDependencies,
  { context, condition, order }: PreparedSearch,
  { project }: TrackerInProject,
  { at, limit, offset, signal }: Page & CancelOptions & { readonly at: Date },
): Promise<PastPage> => {
  const { db, settings } = dependencies
  const { tracker, rights } = context
  const needs = { condition: needsOf(tracker, condition, []), order: needsOf(tracker, ALL, order) }
  const visible = await visibilityOf(visibilityDependencies(dependencies), tracker, project, rights)
  const search = {
    trackerId: tracker.id,
    titleFieldId: tracker.semantics.title?.fieldId,
    condition,
    visible,
    order,
    needs,
    until: endOfSecond(at),
    limit,
    offset,
    timeoutSeconds: settings.get('query_timeout'),
    signal,
    pastRows: (...rows: RowsArguments) => pastRows(tracker, ...rows),
  }
  return inSearchLimits(db, () => findPastPage(db, search))
}

/** GET /trackers/{id}/artifacts?as_of= (integrators.md §10): as the list of now, by the values of then. */
export const listPast =
  (dependencies: PastDependencies & ListDependencies) =>
  async (viewer: Viewer, trackerId: number, at: Date, input: ListInput): Promise<ArtifactList> => {
    const { trackers, access, snapshotPages } = dependencies
    const place = await trackers.requireTracker(viewer, trackerId)
    const rights = access.rightsIn(viewer, place.tracker)
    const row = await parseRowShape(dependencies, viewer, { tracker: place.tracker, rights }, input)
    const shape = { values: input.values || row?.fieldIds !== undefined, valuesByField: false, row }
    const find = async (page: Page): Promise<PastPage> => {
      const search =
        (await prepareSearch(dependencies, viewer, place, input)) ?? wholeList(dependencies, viewer, place, input.order)
      return searchPast(dependencies, search, place, { ...page, signal: input.signal, at })
    }
    const represent = async (ids: readonly number[]): Promise<Text[]> =>
      representPast(dependencies, viewer, await findPast(dependencies, viewer, ids, at), shape)
    const { limit, offset, kept } = input
    if (kept)
      return keptList(
        await snapshotPages({ ...kept, list: listOf(trackerId, input, at) }, { limit, offset }, find),
        represent,
      )
    const found = await find({ limit, offset })
    return { json: await inBatches(found.ids, represent), size: found.size }
  }
