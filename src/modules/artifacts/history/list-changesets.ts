import { JsonText } from '../../../platform/http/response/response.ts'
import type { Page } from '../../../platform/http/routes/pagination.ts'
import type { Viewer } from '../../users/index.ts'
import type { ArtifactContext } from '../access/artifact-access.ts'
import { isChangesetSeen } from '../access/visible-changesets.ts'
import type { ArtifactReader, ArtifactStateWithHistory } from '../store/artifact-reader.store.ts'
import {
  representedTexts,
  type ArtifactSerializer,
  type PreviousEntries,
} from '../represent/artifact.representation.ts'
import { canSeeComment } from '../model/artifacts.permissions.ts'
import type { ResponseCache, CachedResponse } from '../read/response-cache.ts'
import { preloadNames, type ReadDependencies } from '../read/read-artifacts.ts'
import {
  authorsOf,
  commentsIn,
  replayHistory,
  storedLinksOf,
  relatedDataAt,
  writeChangeset,
  type ChangesetWithDocument,
} from './changeset.representation.ts'
import type { SerializerOf } from '../represent/serializer-cache.ts'

export interface ChangesetPage extends Page {
  readonly fields: 'all' | 'comments'
  readonly order: 'asc' | 'desc'
}

export interface ChangesetList extends CachedResponse {
  /** Number of all changesets, including hidden ones. */
  readonly size: number
}

/** GET /artifacts/{id}/changesets (artifacts.md §9): one query, and a second one if there are links that no longer exist. */
export const listChangesets =
  (
    dependencies: ReadDependencies & { readonly readHistory: ArtifactReader<ArtifactStateWithHistory> },
    serializerOf: SerializerOf,
    responseCache: ResponseCache,
  ) =>
  (viewer: Viewer, artifactId: number, page: ChangesetPage): Promise<ChangesetList> =>
    responseCache.getOrBuild(viewer, artifactId, {
      name: `changesets ${page.fields} ${page.order} ${page.limit} ${page.offset}`,
      read: dependencies.readHistory,
      write: (state, context) => writeList(dependencies, serializerOf(context), viewer, state, context, page),
    })

const writeList = async (
  dependencies: ReadDependencies,
  serializer: ArtifactSerializer,
  viewer: Viewer,
  { artifact, history }: ArtifactStateWithHistory,
  context: ArtifactContext,
  page: ChangesetPage,
): Promise<ChangesetList> => {
  const moments = replayHistory(history)
  if (page.order === 'desc') moments.reverse()
  const onPage = moments.slice(page.offset, page.offset + page.limit)
  const shown = onPage.filter(moment => isShown(moment, onPage, context, page))

  const comments = commentsIn(context.project, shown)
  const held = await preloadNames(
    dependencies,
    viewer,
    [{ artifact, serializer }, ...shown.map(({ document }) => ({ artifact: { ...artifact, document }, serializer }))],
    { userIds: authorsOf(shown), texts: comments },
  )
  const valued = page.fields === 'all' ? shown : []
  const relatedData = await relatedDataAt(held, viewer, artifact, serializer, valued)
  const before: PreviousEntries = new Map()
  const texts = shown.map(moment =>
    writeChangeset(held, viewer, context, serializer, artifact, moment, relatedData(moment), page.fields, before),
  )
  const linksAt = storedLinksOf(serializer)
  return {
    text: new JsonText(`[${texts.join(',')}]`),
    // Former link targets may change without changing the row version of this artifact.
    isLasting:
      !held.textLinks.dependOnViewer(comments) &&
      valued.every(
        moment =>
          !held.textLinks.dependOnViewer(representedTexts(serializer, { ...artifact, document: moment.document })) &&
          (linksAt?.(moment).every(link => artifact.forward.some(({ id }) => id === link.id)) ?? true),
      ),
    size: history.length,
  }
}

/**
 * A changeset is hidden if the viewer sees neither a comment, nor a deletion of a comment, nor a change. The first changeset of a page is
 * always shown.
 */
const isShown = (
  moment: ChangesetWithDocument,
  onPage: readonly ChangesetWithDocument[],
  context: ArtifactContext,
  { fields, order }: ChangesetPage,
): boolean => {
  const { comment } = moment.changeset
  // A deleted comment is in the history, but not among the comments.
  if (fields === 'comments') return comment.body !== '' && canSeeComment(context.rights, comment.groupIds)
  // "First" means the oldest: with the newest first it is the last changeset of the page.
  return moment === onPage.at(order === 'asc' ? 0 : -1) || isChangesetSeen(context, moment.changeset)
}
