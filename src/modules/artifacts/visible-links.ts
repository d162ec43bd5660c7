import type { Tracker } from '../trackers/index.ts'
import type { Viewer } from '../users/index.ts'
import type { ArtifactAccess, Place } from './access.ts'
import type { ArtifactWithLinks, LinkEnd } from './artifact.ts'
import { canRead, type Standing } from './artifacts.permissions.ts'

/**
 * A link is there for those who see both its ends and may read its field, in the tracker of the artifact where it starts (trackers.md
 * §4.2). For all others nothing tells of it: neither a representation nor a count, a type or a query.
 */
export const readableLinkFields = (standing: Standing, tracker: Tracker): number[] =>
  tracker.fields
    .filter(field => field.isUsed && field.type === 'art_link' && canRead(standing, field))
    .map(field => field.id)

/** Where the ends of links are that the viewer may know of, by end. */
export type LinkPlaces = ReadonlyMap<LinkEnd, Place>

/** The links of artifacts whose places are known, and which the viewer may see. */
export const visibleLinks = async (
  access: ArtifactAccess,
  viewer: Viewer,
  artifacts: readonly {
    readonly artifact: Pick<ArtifactWithLinks, 'forward' | 'reverse'>
    readonly place: Pick<Place, 'tracker' | 'standing'>
  }[],
): Promise<LinkPlaces> => {
  const visible = new Map<LinkEnd, Place>()
  const ends = artifacts.flatMap(({ artifact }) => [...artifact.forward, ...artifact.reverse])
  if (ends.length === 0) return visible
  const places = await access.visiblePlaces(viewer, ends)
  for (const { artifact, place } of artifacts) {
    const fieldIds = readableLinkFields(place.standing, place.tracker)
    for (const end of artifact.forward) {
      const far = places.get(end.id)
      if (far && takesPart(far) && fieldIds.includes(end.fieldId)) visible.set(end, far)
    }
    for (const end of artifact.reverse) {
      const far = places.get(end.id)
      if (isVisibleReverse(end, far)) visible.set(end, far)
    }
  }
  return visible
}

/** Those of the links towards one artifact that the viewer may know of. */
export const visibleReverse = async (
  access: ArtifactAccess,
  viewer: Viewer,
  ends: readonly LinkEnd[],
): Promise<LinkEnd[]> => {
  if (ends.length === 0) return []
  const places = await access.visiblePlaces(viewer, ends)
  return ends.filter(end => isVisibleReverse(end, places.get(end.id)))
}

const isVisibleReverse = ({ fieldId }: LinkEnd, far: Place | undefined): far is Place =>
  far !== undefined && takesPart(far) && readableLinkFields(far.standing, far.tracker).includes(fieldId)

/** artifacts.md §10: deleted trackers, which have no place, and inactive projects take no part in links. */
export const takesPart = ({ project }: Pick<Place, 'project'>): boolean => project.status === 'active'
