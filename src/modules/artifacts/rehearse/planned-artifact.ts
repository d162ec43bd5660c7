import type { StoredLink } from '../../fields/index.ts'
import type { Viewer } from '../../users/index.ts'
import type { CreationRows, UpdateRows } from '../commit/write-artifact.store.ts'
import type { Artifact, ArtifactDocument, ArtifactWithLinks, LinkEnd, ReferenceEnd } from '../model/artifact.ts'
import type { FindArtifacts } from '../store/artifacts.store.ts'
import type { PlannedWrite } from '../write/planned-write.ts'

/** Stands for the id of an artifact that does not exist yet: no artifact has it. */
export const NO_ID = 0

type Rows = CreationRows | UpdateRows

/** Artifacts as they would be after a write. */
export interface PlannedArtifacts {
  readonly artifact: ArtifactWithLinks
  /** Artifacts that the write would link to this one, or unlink. */
  readonly others: readonly ArtifactWithLinks[]
}

/** Applies a plan to the artifacts that it changes, without writing. */
export const planArtifacts = async (
  find: FindArtifacts,
  viewer: Viewer,
  { before, context, rows, additionalWrites }: PlannedWrite<Rows | undefined>,
  now: Date,
  /** Id of a new artifact, if it is known. */
  newId = NO_ID,
): Promise<PlannedArtifacts> => {
  const author = rows?.author ?? { userId: viewer.userId, email: null, at: now }
  const self = before ?? { ...newArtifact(author, context.project.id, context.tracker.id), id: newId }
  const updates = additionalWrites.otherArtifacts(self.id)
  const named = new Set([
    ...(rows?.links?.written ?? []).map(({ id }) => id),
    ...(rows?.references ?? []).map(({ artifactId }) => artifactId),
    ...updates.map(({ artifactId }) => artifactId),
  ])
  const known = await find([...named])
  const written = rows ? afterWrite(self, rows, known) : self
  const artifact = { ...written, reverse: reverseAfter(written, updates, known) }
  const others = updates.flatMap(update => {
    const other = known.get(update.artifactId)
    return other ? [afterWrite(other, update, new Map([...known, [self.id, artifact]]))] : []
  })
  return { artifact, others }
}

type Author = Pick<Rows['author'], 'userId' | 'email' | 'at'>

const newArtifact = (author: Author, projectId: number, trackerId: number): ArtifactWithLinks => ({
  id: NO_ID,
  projectId,
  trackerId,
  number: 0,
  changesetId: 0,
  document: {},
  title: null,
  submittedBy: author.userId,
  submittedByEmail: author.email,
  submittedOn: author.at,
  updatedBy: author.userId,
  updatedByEmail: author.email,
  updatedOn: author.at,
  grantedGroupIds: null,
  forward: [],
  reverse: [],
  references: [],
})

const afterWrite = (
  artifact: ArtifactWithLinks,
  rows: Pick<Rows, 'document' | 'title' | 'grantedGroupIds' | 'links' | 'references' | 'author'>,
  known: ReadonlyMap<number, ArtifactWithLinks>,
): ArtifactWithLinks => ({
  ...artifact,
  document: { ...artifact.document, ...(JSON.parse(rows.document) as ArtifactDocument) },
  title: rows.title,
  grantedGroupIds: rows.grantedGroupIds,
  updatedBy: rows.author.userId,
  updatedByEmail: rows.author.email,
  updatedOn: rows.author.at,
  forward: forwardAfter(artifact.forward, rows.links, known),
  references: referencesAfter(artifact.references, rows.references, known),
})

const endOf = (
  { id, trackerId, submittedBy, grantedGroupIds }: Artifact,
  { type }: StoredLink,
  fieldId: number,
): LinkEnd => ({ id, type, fieldId, trackerId, submittedBy, grantedGroupIds })

const forwardAfter = (
  ends: readonly LinkEnd[],
  links: Rows['links'],
  known: ReadonlyMap<number, Artifact>,
): readonly LinkEnd[] => {
  if (!links) return ends
  const { fieldId, written, removedIds } = links
  const types = new Map(written.map(link => [link.id, link.type]))
  const kept = ends
    .filter(end => end.fieldId !== fieldId || !removedIds.includes(end.id))
    .map(end => (end.fieldId === fieldId ? { ...end, type: types.get(end.id) ?? end.type } : end))
  const present = new Set(kept.filter(end => end.fieldId === fieldId).map(end => end.id))
  const added = written.flatMap(link => {
    const target = present.has(link.id) ? undefined : known.get(link.id)
    return target ? [endOf(target, link, fieldId)] : []
  })
  return [...kept, ...added]
}

const reverseAfter = (
  self: ArtifactWithLinks,
  updates: readonly UpdateRows[],
  known: ReadonlyMap<number, Artifact>,
): readonly LinkEnd[] => {
  let ends = self.reverse
  for (const { artifactId, links } of updates) {
    const source = known.get(artifactId)
    if (!links || !source) continue
    const others = ends.filter(end => end.id !== artifactId || end.fieldId !== links.fieldId)
    const written = links.written.find(link => link.id === self.id)
    if (written) ends = [...others, endOf(source, written, links.fieldId)]
    else if (links.removedIds.includes(self.id)) ends = others
  }
  return ends
}

const referencesAfter = (
  ends: readonly ReferenceEnd[],
  mentioned: Rows['references'],
  known: ReadonlyMap<number, Artifact>,
): readonly ReferenceEnd[] => [
  ...ends,
  ...mentioned.flatMap(({ artifactId, keyword }): ReferenceEnd[] => {
    const target = known.get(artifactId)
    const isThere = ends.some(end => end.isOutgoing && end.id === artifactId && end.keyword === keyword)
    if (!target || isThere) return []
    const { trackerId, submittedBy, grantedGroupIds } = target
    return [{ isOutgoing: true, keyword, id: artifactId, trackerId, submittedBy, grantedGroupIds }]
  }),
]
