import type { StoredLink } from '../../fields/index.ts'
import type { Tracker } from '../../trackers/index.ts'
import type { ArtifactWithLinks } from './artifact.ts'

/**
 * The artifact without links to artifacts that were deleted since: a deletion takes the links away, not what the documents of others
 * say of them. What is planned from the document must not see them, or sending back what was read would be a change.
 */
export const excludeDeletedLinkTargets = (tracker: Tracker, artifact: ArtifactWithLinks): ArtifactWithLinks => {
  const live = new Set(artifact.forward.map(end => end.id))
  let document = artifact.document
  for (const field of tracker.fields) {
    if (field.type !== 'art_link') continue
    const links = document[field.id] as readonly StoredLink[] | undefined
    if (links?.some(link => !live.has(link.id)))
      document = { ...document, [field.id]: links.filter(link => live.has(link.id)) }
  }
  return document === artifact.document ? artifact : { ...artifact, document }
}
