import { Invalid } from '../../../platform/errors.ts'
import type { Reason } from '../../../platform/reasons.ts'
import type { Field, ReverseLinks, StoredLink } from '../../fields/index.ts'
import type { Tracker, TrackersModule } from '../../trackers/index.ts'
import type { Viewer } from '../../users/index.ts'
import type { ArtifactAccess, ArtifactContext } from '../access/artifact-access.ts'
import type { ArtifactWithLinks, LinkEnd } from '../model/artifact.ts'
import { canUpdate } from '../model/artifacts.permissions.ts'
import type { FindArtifacts } from '../store/artifacts.store.ts'
import type { UpdateRows } from '../commit/write-artifact.store.ts'
import { excludeDeletedLinkTargets } from '../model/exclude-deleted-link-targets.ts'
import { NO_COMMENT } from './plan.ts'
import { updateRows } from './update-rows.ts'
import { visibleReverse } from '../access/visible-links.ts'
import { restrictionsOf } from '../workflow/workflow-state.ts'

/**
 * Plans the changes of *other* artifacts for an entry with `parent` or `all_links`. Each of them gets, changes or loses a link to this
 * artifact, in its own changeset (artifacts.md §6). The returned function takes the id of this artifact, which a creation knows only after
 * its row is written.
 */
export type ReverseLinkPlanner = (
  viewer: Viewer,
  context: ArtifactContext,
  asked: ReverseLinks | null,
  present: readonly LinkEnd[],
  now: Date,
) => Promise<(artifactId: number) => readonly UpdateRows[]>

// A change of links contains no text with references.
const NO_KEYWORDS = (): boolean => false
const NO_OTHER_ARTIFACTS = (): readonly UpdateRows[] => []

interface LinkingArtifact {
  readonly artifact: ArtifactWithLinks
  readonly tracker: Tracker
  readonly field: Field
  /** null removes the link. */
  readonly type: string | null
}

export const createReverseLinkPlanner =
  (dependencies: {
    readonly findArtifacts: FindArtifacts
    readonly access: ArtifactAccess
    readonly trackers: TrackersModule
  }): ReverseLinkPlanner =>
  async (viewer, _place, asked, present, now) => {
    if (!asked) return NO_OTHER_ARTIFACTS
    const { access } = dependencies
    const wanted = new Map(asked.wanted.map(link => [link.id, link.type]))
    const types = await typesToWrite(access, viewer, asked, wanted, present)
    if (types.size === 0) return NO_OTHER_ARTIFACTS

    const artifacts = await dependencies.findArtifacts([...types.keys()])
    const contexts = await access.visibleContexts(viewer, [...artifacts.values()])
    const others: LinkingArtifact[] = []
    for (const [id, type] of types) {
      const artifact = artifacts.get(id)
      const context = contexts.get(id)
      if (!artifact || !context) throw refused(`Artifact ${id} does not exist or you cannot see it`, 'link.target')
      access.requireWritable(context)
      const { tracker } = context
      const field = tracker.fields.find(candidate => candidate.isUsed && candidate.type === 'art_link')
      if (!field) throw refused(`The tracker of artifact ${id} has no field for links`, 'link.target')
      if (restrictionsOf(tracker, artifact.document).frozenFieldIds.has(field.id))
        throw refused(`The workflow freezes the links of artifact ${id} in its present state`, 'field.frozen')
      if (!canUpdate(context.rights, field))
        throw refused(`You are not allowed to change the links of artifact ${id}`, 'permission.field_update')
      others.push({ artifact: excludeDeletedLinkTargets(tracker, artifact), tracker, field, type })
    }
    return artifactId => others.map(other => planLinkingArtifact(other, artifactId, viewer, now))
  }

const refused = (text: string, reason: Reason): Invalid => new Invalid('', { localised: text, reason })

/** Types of the links to write, by id of the source; null removes a link. Links that are correct already are left out. */
const typesToWrite = async (
  access: ArtifactAccess,
  viewer: Viewer,
  asked: ReverseLinks,
  wanted: ReadonlyMap<number, string>,
  present: readonly LinkEnd[],
): Promise<Map<number, string | null>> => {
  const types = new Map<number, string | null>()
  // Only links that the requester sees are compared; links from hidden artifacts, hidden fields and inactive projects stay.
  const shown = await visibleReverse(access, viewer, present)
  const typeNow = new Map(shown.map(end => [end.id, end.type]))
  for (const [id, type] of wanted) if (typeNow.get(id) !== type) types.set(id, type)
  if (!asked.isComplete) return types
  for (const { id } of shown) if (!wanted.has(id)) types.set(id, null)
  return types
}

const planLinkingArtifact = (
  { artifact, tracker, field, type }: LinkingArtifact,
  artifactId: number,
  viewer: Viewer,
  now: Date,
): UpdateRows => {
  const before = (artifact.document[field.id] as readonly StoredLink[] | undefined) ?? []
  return updateRows(
    viewer,
    tracker,
    artifact,
    new Map([[field.id, withLink(before, artifactId, type)]]),
    NO_COMMENT,
    now,
    NO_KEYWORDS,
  )
}

/** Links keep the order in which they were written (artifacts.md §10): a new type does not move a link. */
const withLink = (links: readonly StoredLink[], id: number, type: string | null): readonly StoredLink[] => {
  if (type === null) return links.filter(link => link.id !== id)
  const isThere = links.some(link => link.id === id)
  return isThere ? links.map(link => (link.id === id ? { id, type } : link)) : [...links, { id, type }]
}
