import type { StoredLink } from '../../fields/index.ts'
import type { Tracker } from '../../trackers/index.ts'
import type { Viewer } from '../../users/index.ts'
import type { ArtifactAccess, ArtifactContext } from './artifact-access.ts'
import type { ArtifactWithLinks, LinkEnd } from '../model/artifact.ts'
import { canRead, type EffectiveRights } from '../model/artifacts.permissions.ts'

/**
 * A viewer sees a link if they see both its ends and may read its field, in the tracker of the source artifact (trackers.md §4.2). No
 * representation, count, type or query reveals a hidden link.
 */
export const readableLinkFields = (rights: EffectiveRights, tracker: Tracker): number[] =>
  tracker.fields
    .filter(field => field.isUsed && field.type === 'art_link' && canRead(rights, field))
    .map(field => field.id)

/** Contexts of the visible ends of links, by end. */
export type LinkPlaces = ReadonlyMap<LinkEnd, ArtifactContext>

/** The visible links of artifacts whose contexts are known. */
export const visibleLinks = async (
  access: ArtifactAccess,
  viewer: Viewer,
  artifacts: readonly {
    readonly artifact: Pick<ArtifactWithLinks, 'forward' | 'reverse'>
    readonly context: Pick<ArtifactContext, 'tracker' | 'rights'>
  }[],
): Promise<LinkPlaces> => {
  const visible = new Map<LinkEnd, ArtifactContext>()
  const ends = artifacts.flatMap(({ artifact }) => [...artifact.forward, ...artifact.reverse])
  if (ends.length === 0) return visible
  const contexts = await access.visibleContexts(viewer, ends)
  for (const { artifact, context } of artifacts) {
    const fieldIds = readableLinkFields(context.rights, context.tracker)
    for (const end of artifact.forward) {
      const far = contexts.get(end.id)
      if (far && takesPart(far) && fieldIds.includes(end.fieldId)) visible.set(end, far)
    }
    for (const end of artifact.reverse) {
      const far = contexts.get(end.id)
      if (isVisibleReverse(end, far)) visible.set(end, far)
    }
  }
  return visible
}

/** The links to one artifact that the viewer may know of. */
export const visibleReverse = async (
  access: ArtifactAccess,
  viewer: Viewer,
  ends: readonly LinkEnd[],
): Promise<LinkEnd[]> => {
  if (ends.length === 0) return []
  const contexts = await access.visibleContexts(viewer, ends)
  return ends.filter(end => isVisibleReverse(end, contexts.get(end.id)))
}

const isVisibleReverse = ({ fieldId }: LinkEnd, far: ArtifactContext | undefined): far is ArtifactContext =>
  far !== undefined && takesPart(far) && readableLinkFields(far.rights, far.tracker).includes(fieldId)

export interface LinkLookUp {
  readonly access: ArtifactAccess
  readonly findArtifacts: (ids: readonly number[]) => Promise<ReadonlyMap<number, ArtifactWithLinks>>
}

/** The links of a stored value whose targets the viewer may know of. Deleted targets are left out. */
export const visibleStoredLinks = async (
  { access, findArtifacts }: LinkLookUp,
  viewer: Viewer,
  links: readonly StoredLink[],
): Promise<StoredLink[]> => {
  if (links.length === 0) return []
  const targets = await findArtifacts(links.map(({ id }) => id))
  const contexts = await access.visibleContexts(viewer, [...targets.values()])
  return links.filter(({ id }) => {
    const far = contexts.get(id)
    return far !== undefined && takesPart(far)
  })
}

/** artifacts.md §10: artifacts of deleted trackers, which have no context, and of inactive projects take no part in links. */
export const takesPart = ({ project }: Pick<ArtifactContext, 'project'>): boolean => project.status === 'active'
