import { renderText, type LinkRepresentation, type StoredLink } from '../../fields/index.ts'
import type { MinimalUserGroup, Project } from '../../projects/index.ts'
import type { Viewer } from '../../users/index.ts'
import type { ArtifactContext } from '../access/artifact-access.ts'
import type { ArtifactDocument, ArtifactWithLinks, LinkEnd } from '../model/artifact.ts'
import {
  RenderContext,
  NO_RELATED_DATA,
  userText,
  writeValuesAt,
  type ArtifactSerializer,
  type PreviousEntries,
  type RelatedData,
} from '../represent/artifact.representation.ts'
import { canSeeComment } from '../model/artifacts.permissions.ts'
import { findArtifacts } from '../store/artifacts.store.ts'
import type { Changeset } from '../store/changesets.store.ts'
import type { PreloadedDependencies, ReadDependencies } from '../read/read-artifacts.ts'
import type { TextsOfProject } from '../represent/references.ts'
import { loadRelatedData, representLinkEnds } from '../represent/related-data.ts'
import { visibleLinks } from '../access/visible-links.ts'

/** A changeset with the values after it. */
export interface ChangesetWithDocument {
  readonly changeset: Changeset
  readonly document: ArtifactDocument
}

/** Replays the whole history from its beginning. */
export const replayHistory = (history: readonly Changeset[]): ChangesetWithDocument[] => {
  const moments: ChangesetWithDocument[] = []
  let document: ArtifactDocument = {}
  for (const changeset of history) {
    const changed = Object.entries(changeset.delta)
    if (changed.length > 0) document = { ...document, ...Object.fromEntries(changed.map(([key, { a }]) => [key, a])) }
    moments.push({ changeset, document })
  }
  return moments
}

/** Accounts that wrote the changesets or edited their comments. */
export const authorsOf = (moments: readonly ChangesetWithDocument[]): number[] =>
  moments.flatMap(({ changeset }) => [changeset.submittedBy, changeset.comment.editedBy])

/** The comments of changesets, as texts of the project. */
export const commentsIn = (
  project: Project,
  edits: readonly { readonly changeset: Pick<Changeset, 'comment'> }[],
): TextsOfProject => ({
  project,
  texts: edits.map(({ changeset }) => changeset.comment.body),
})

/** Stored links that a reader sees at a moment; undefined if the reader may read no link field. */
export const storedLinksOf = (
  serializer: ArtifactSerializer,
): ((moment: ChangesetWithDocument) => readonly StoredLink[]) | undefined => {
  const linkField = serializer.readable.find(({ field }) => field.type === 'art_link')
  return linkField && (({ document }) => (document[linkField.key] as readonly StoredLink[] | undefined) ?? [])
}

/** Links as at each moment; sums, charts and cross references as of now. */
export const relatedDataAt = async (
  dependencies: ReadDependencies,
  viewer: Viewer,
  artifact: ArtifactWithLinks,
  serializer: ArtifactSerializer,
  moments: readonly ChangesetWithDocument[],
): Promise<(moment: ChangesetWithDocument) => RelatedData> => {
  if (moments.length === 0) return () => NO_RELATED_DATA
  const loaded = await loadRelatedData(dependencies, viewer, [{ artifact, serializer }])
  const now = loaded.get(artifact.id) ?? NO_RELATED_DATA
  const linksAt = storedLinksOf(serializer)
  if (!linksAt) return () => now
  const represented = await representStoredLinks(dependencies, viewer, artifact, serializer, moments.flatMap(linksAt))
  return moment => ({ ...now, forwardLinks: linksAt(moment).flatMap(link => represented(link) ?? []) })
}

const representStoredLinks = async (
  dependencies: ReadDependencies,
  viewer: Viewer,
  { forward }: ArtifactWithLinks,
  { tracker, readable }: ArtifactSerializer,
  links: readonly StoredLink[],
): Promise<(link: StoredLink) => LinkRepresentation | undefined> => {
  // The viewer may read the field, because callers ask for links only then.
  const fieldId = readable.find(({ field }) => field.type === 'art_link')?.field.id ?? 0
  const ends = new Map<number, LinkEnd>(forward.map(end => [end.id, end]))
  const gone = new Set(links.flatMap(({ id }) => (ends.has(id) ? [] : id)))
  for (const target of (await findArtifacts(dependencies.db, [...gone])).values())
    ends.set(target.id, { ...target, type: '', fieldId })
  const { access, trackers } = dependencies
  const context = { tracker, rights: access.rightsIn(viewer, tracker) }
  const artifact = { forward: [...ends.values()], reverse: [] }
  const shown = representLinkEnds(trackers, await visibleLinks(access, viewer, [{ artifact, context }]))
  const byId = new Map([...shown].map(([end, representation]) => [end.id, representation]))
  return ({ id, type }) => {
    const representation = byId.get(id)
    return representation && { ...representation, type: type === '' ? null : type }
  }
}

/** `before` holds the entries of the moment that was written before this one. */
export const writeChangeset = (
  dependencies: PreloadedDependencies,
  viewer: Viewer,
  artifactContext: ArtifactContext,
  serializer: ArtifactSerializer,
  artifact: ArtifactWithLinks,
  { changeset, document }: ChangesetWithDocument,
  relatedData: RelatedData,
  fields: 'all' | 'comments',
  before: PreviousEntries,
): string => {
  const dates = dependencies.settings.datesIn(viewer.timezone)
  const userOf = (id: number, email: string | null): string =>
    id === 0 && email === null ? 'null' : userText(dependencies, id, email, viewer.nameStyle)
  const { comment } = changeset
  const isSeen = comment.versionCount > 0 && canSeeComment(artifactContext.rights, comment.groupIds)
  const isCommentVisible = isSeen && comment.body !== ''
  const context = new RenderContext(dependencies, serializer.project, artifact, relatedData, viewer)
  const submitter = userOf(changeset.submittedBy, changeset.submittedByEmail)
  const submittedOn = dates.isoDate(changeset.submittedOn)
  return (
    `{"id":${changeset.id},"submitted_by":${changeset.submittedBy},"submitted_by_details":${submitter},` +
    `"submitted_on":"${submittedOn}","agent":${JSON.stringify(changeset.agent)},"email":${JSON.stringify(changeset.submittedByEmail)},` +
    `"last_comment":${isCommentVisible ? JSON.stringify(representComment(dependencies, artifactContext, changeset)) : NO_COMMENT},` +
    `"comment_etag":${isSeen ? JSON.stringify(dependencies.commentTag(changeset.id, comment.versionCount)) : 'null'},` +
    `"comment_deletion":${
      isSeen && comment.body === ''
        ? `{"by":${userOf(comment.editedBy, comment.editedByEmail)},"on":"${dates.isoDate(comment.editedOn)}"}`
        : 'null'
    },` +
    `"values":${fields === 'all' ? writeValuesAt(serializer, document, context, before) : '[]'},` +
    `"last_modified_by":${isCommentVisible ? userOf(comment.editedBy, comment.editedByEmail) : submitter},` +
    `"last_modified_date":"${isCommentVisible ? dates.isoDate(comment.editedOn) : submittedOn}"}`
  )
}

export interface CommentRepresentation {
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

export const representComment = (
  { projects, textLinks }: Pick<PreloadedDependencies, 'projects' | 'textLinks'>,
  { project, rights }: ArtifactContext,
  { comment }: Changeset,
): CommentRepresentation => {
  const rendered = renderText(comment.body, comment.format, textLinks.linkIn(project))
  const known = comment.groupIds?.filter(id => rights.isAdmin || rights.groups.has(id)) ?? null
  const ugroups =
    known && [...known].sort((left, right) => left - right).map(id => projects.representUserGroup(project.id, id))
  return comment.format === 'commonmark'
    ? { body: rendered, post_processed_body: rendered, format: 'html', commonmark: comment.body, ugroups }
    : { body: comment.body, post_processed_body: rendered, format: comment.format, ugroups }
}
