import { JsonText } from '../../platform/http/answer.ts'
import type { Page } from '../../platform/http/pagination.ts'
import type { Viewer } from '../users/index.ts'
import type { Place } from './access.ts'
import type { ArtifactReader, ReadHistory } from './artifact-reader.store.ts'
import type { ArtifactWriter, EntriesBefore } from './artifact.representation.ts'
import { canSeeComment } from './artifacts.permissions.ts'
import type { KeptAnswers, Written } from './kept-answers.ts'
import { loadShown, type ReadDependencies } from './read-artifacts.ts'
import { authorsOf, replay, storedLinksOf, surroundingsAt, writeChangeset, type Moment } from './write-changesets.ts'
import type { WriterOf } from './writer-cache.ts'

export interface ChangesetPage extends Page {
  readonly fields: 'all' | 'comments'
  readonly order: 'asc' | 'desc'
}

export interface ChangesetList extends Written {
  /** All changesets, those that are left out included. */
  readonly size: number
}

/** GET /artifacts/{id}/changesets (artifacts.md §9): one query, and another where there were links that are gone. */
export const listChangesets =
  (
    dependencies: ReadDependencies & { readonly readHistory: ArtifactReader<ReadHistory> },
    writerOf: WriterOf,
    answers: KeptAnswers,
  ) =>
  (viewer: Viewer, artifactId: number, page: ChangesetPage): Promise<ChangesetList> =>
    answers.answer(viewer, artifactId, {
      name: `changesets ${page.fields} ${page.order} ${page.limit} ${page.offset}`,
      read: dependencies.readHistory,
      write: (state, place) => writeList(dependencies, writerOf(place), viewer, state, place, page),
    })

const writeList = async (
  dependencies: ReadDependencies,
  writer: ArtifactWriter,
  viewer: Viewer,
  { artifact, history }: ReadHistory,
  place: Place,
  page: ChangesetPage,
): Promise<ChangesetList> => {
  const moments = replay(history)
  if (page.order === 'desc') moments.reverse()
  const onPage = moments.slice(page.offset, page.offset + page.limit)
  const shown = onPage.filter(moment => isShown(moment, onPage, place, writer, page))

  const held = await loadShown(
    dependencies,
    [{ artifact, writer }, ...shown.map(({ document }) => ({ artifact: { ...artifact, document }, writer }))],
    authorsOf(shown),
  )
  const valued = page.fields === 'all' ? shown : []
  const surroundings = await surroundingsAt(held, viewer, artifact, writer, valued)
  const before: EntriesBefore = new Map()
  const texts = shown.map(moment =>
    writeChangeset(held, viewer, place, writer, artifact, moment, surroundings(moment), page.fields, before),
  )
  const linksAt = storedLinksOf(writer)
  return {
    text: new JsonText(`[${texts.join(',')}]`),
    // What it was linked with once changes unnoticed.
    isLasting: valued.every(
      moment => linksAt?.(moment).every(link => artifact.forward.some(({ id }) => id === link.id)) ?? true,
    ),
    size: history.length,
  }
}

/** Left out: what has neither a comment for the viewer, nor one that was deleted, nor a readable change; the first of a page always shows. */
const isShown = (
  moment: Moment,
  onPage: readonly Moment[],
  { standing }: Place,
  writer: ArtifactWriter,
  { fields, order }: ChangesetPage,
): boolean => {
  const { comment, delta } = moment.changeset
  if (comment.versionCount > 0 && canSeeComment(standing, comment.groupIds)) {
    // A comment that was deleted has its place in the history, and is none among the comments.
    if (comment.body !== '' || fields === 'all') return true
  }
  if (fields === 'comments') return false
  // "First" is in time: with the newest first it is the last one of the page.
  if (moment === onPage.at(order === 'asc' ? 0 : -1)) return true
  return writer.readable.some(({ key }) => key in delta)
}
