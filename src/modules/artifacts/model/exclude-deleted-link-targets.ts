import type { StoredLink } from '../../fields/index.ts'
import type { Tracker } from '../../trackers/index.ts'
import type { ArtifactWithLinks } from './artifact.ts'

/**
 * Returns the artifact without links to deleted artifacts. A deletion removes the links, but the documents of other artifacts still name
 * the deleted one. A plan must not see those links: otherwise sending back a representation would be a change.
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
