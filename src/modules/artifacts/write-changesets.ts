import { renderText, type LinkRepresentation, type StoredLink } from '../fields/index.ts'
import type { MinimalUserGroup } from '../projects/index.ts'
import type { Viewer } from '../users/index.ts'
import type { Place } from './access.ts'
import type { ArtifactDocument, ArtifactWithLinks, LinkEnd } from './artifact.ts'
import {
  ArtifactContext,
  NO_SURROUNDINGS,
  userText,
  writeValuesAt,
  type ArtifactWriter,
  type EntriesBefore,
  type Surroundings,
} from './artifact.representation.ts'
import { canSeeComment } from './artifacts.permissions.ts'
import { findArtifacts } from './artifacts.store.ts'
import type { Changeset } from './changesets.store.ts'
import type { ReadDependencies } from './read-artifacts.ts'
import type { ReaderIn } from './summands.ts'
import { loadSurroundings, representLinkEnds } from './surroundings.ts'
import { visibleLinks } from './visible-links.ts'

/** A changeset with the values that stood after it. */
export interface Moment {
  readonly changeset: Changeset
  readonly document: ArtifactDocument
}

/** The whole history, from its beginning. */
export const replay = (history: readonly Changeset[]): Moment[] => {
  const moments: Moment[] = []
  let document: ArtifactDocument = {}
  for (const changeset of history) {
    const changed = Object.entries(changeset.delta)
    if (changed.length > 0) document = { ...document, ...Object.fromEntries(changed.map(([key, { a }]) => [key, a])) }
    moments.push({ changeset, document })
  }
  return moments
}

/** Accounts that wrote them. */
export const authorsOf = (moments: readonly Moment[]): number[] =>
  moments.flatMap(({ changeset }) => [changeset.submittedBy, changeset.comment.editedBy])

/** Links that a reader sees at a moment, as they are stored; undefined: the reader sees no field with links. */
export const storedLinksOf = (writer: ArtifactWriter): ((moment: Moment) => readonly StoredLink[]) | undefined => {
  const linkField = writer.readable.find(({ field }) => field.type === 'art_link')
  return linkField && (({ document }) => (document[linkField.key] as readonly StoredLink[] | undefined) ?? [])
}

/** Links as they were at each moment; sums, charts and cross references as they are now. */
export const surroundingsAt = async (
  dependencies: ReadDependencies,
  viewer: Viewer,
  artifact: ArtifactWithLinks,
  writer: ArtifactWriter,
  moments: readonly Moment[],
  readerIn?: ReaderIn,
): Promise<(moment: Moment) => Surroundings> => {
  if (moments.length === 0) return () => NO_SURROUNDINGS
  const loaded = await loadSurroundings(dependencies, viewer, [{ artifact, writer }], readerIn)
  const now = loaded.get(artifact.id) ?? NO_SURROUNDINGS
  const linksAt = storedLinksOf(writer)
  if (!linksAt) return () => now
  const represented = await representStoredLinks(dependencies, viewer, artifact, writer, moments.flatMap(linksAt))
  return moment => ({ ...now, forwardLinks: linksAt(moment).flatMap(link => represented(link) ?? []) })
}

const representStoredLinks = async (
  dependencies: ReadDependencies,
  viewer: Viewer,
  { forward }: ArtifactWithLinks,
  { tracker, readable }: ArtifactWriter,
  links: readonly StoredLink[],
): Promise<(link: StoredLink) => LinkRepresentation | undefined> => {
  // The viewer reads the field, or nobody would ask.
  const fieldId = readable.find(({ field }) => field.type === 'art_link')?.field.id ?? 0
  const ends = new Map<number, LinkEnd>(forward.map(end => [end.id, end]))
  const gone = new Set(links.flatMap(({ id }) => (ends.has(id) ? [] : id)))
  for (const target of (await findArtifacts(dependencies.db, [...gone])).values())
    ends.set(target.id, { ...target, type: '', fieldId })
  const { access, trackers } = dependencies
  const place = { tracker, standing: access.standingIn(viewer, tracker) }
  const artifact = { forward: [...ends.values()], reverse: [] }
  const shown = representLinkEnds(trackers, await visibleLinks(access, viewer, [{ artifact, place }]))
  const byId = new Map([...shown].map(([end, representation]) => [end.id, representation]))
  return ({ id, type }) => {
    const representation = byId.get(id)
    return representation && { ...representation, type: type === '' ? null : type }
  }
}

/** `before`: entries of the moment that was written before this one. */
export const writeChangeset = (
  dependencies: ReadDependencies,
  viewer: Viewer,
  place: Place,
  writer: ArtifactWriter,
  artifact: ArtifactWithLinks,
  { changeset, document }: Moment,
  surroundings: Surroundings,
  fields: 'all' | 'comments',
  before: EntriesBefore,
): string => {
  const dates = dependencies.settings.datesIn(viewer.timezone)
  const userOf = (id: number, email: string | null): string =>
    id === 0 && email === null ? 'null' : userText(dependencies, id, email, viewer.nameStyle)
  const { comment } = changeset
  const isSeen = comment.versionCount > 0 && canSeeComment(place.standing, comment.groupIds)
  const isCommentVisible = isSeen && comment.body !== ''
  const context = new ArtifactContext(dependencies, writer.project, artifact, surroundings, viewer)
  const submitter = userOf(changeset.submittedBy, changeset.submittedByEmail)
  const submittedOn = dates.isoDate(changeset.submittedOn)
  return (
    `{"id":${changeset.id},"submitted_by":${changeset.submittedBy},"submitted_by_details":${submitter},` +
    `"submitted_on":"${submittedOn}","email":${JSON.stringify(changeset.submittedByEmail)},` +
    `"last_comment":${isCommentVisible ? JSON.stringify(representComment(dependencies, place, changeset)) : NO_COMMENT},` +
    `"comment_etag":${isSeen ? JSON.stringify(dependencies.commentTag(changeset.id, comment.versionCount)) : 'null'},` +
    `"comment_deletion":${
      isSeen && comment.body === ''
        ? `{"by":${userOf(comment.editedBy, comment.editedByEmail)},"on":"${dates.isoDate(comment.editedOn)}"}`
        : 'null'
    },` +
    `"values":${fields === 'all' ? writeValuesAt(writer, document, context, before) : '[]'},` +
    `"last_modified_by":${isCommentVisible ? userOf(comment.editedBy, comment.editedByEmail) : submitter},` +
    `"last_modified_date":"${isCommentVisible ? dates.isoDate(comment.editedOn) : submittedOn}"}`
  )
}

interface CommentRepresentation {
  readonly body: string
  readonly post_processed_body: string
  readonly format: 'text' | 'html'
  readonly commonmark?: string
  readonly ugroups: readonly MinimalUserGroup[] | null
}

const NO_COMMENT = JSON.stringify({
  body: '',
  post_processed_body: '',
  format: 'text',
  ugroups: null,
} satisfies CommentRepresentation)

const representComment = (
  { projects, references }: ReadDependencies,
  { project, standing }: Place,
  { comment }: Changeset,
): CommentRepresentation => {
  const rendered = renderText(comment.body, comment.format, references.linkIn(project))
  const known = comment.groupIds?.filter(id => standing.isAdmin || standing.groups.has(id)) ?? null
  const ugroups =
    known && [...known].sort((left, right) => left - right).map(id => projects.representUserGroup(project.id, id))
  return comment.format === 'commonmark'
    ? { body: rendered, post_processed_body: rendered, format: 'html', commonmark: comment.body, ugroups }
    : { body: comment.body, post_processed_body: rendered, format: comment.format, ugroups }
}
