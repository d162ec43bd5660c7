import { Invalid } from '../../platform/errors.ts'
import type { Reason } from '../../platform/reasons.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Field, ReverseLinks, StoredLink } from '../fields/index.ts'
import type { Tracker, TrackersModule } from '../trackers/index.ts'
import type { Viewer } from '../users/index.ts'
import type { ArtifactAccess, Place } from './access.ts'
import type { ArtifactWithLinks, LinkEnd } from './artifact.ts'
import { canUpdate } from './artifacts.permissions.ts'
import { findArtifacts } from './artifacts.store.ts'
import type { UpdateRows } from './write-artifact.store.ts'
import { withLiveLinks } from './live-links.ts'
import { NO_COMMENT } from './plan.ts'
import { updateRows } from './update-rows.ts'
import { visibleReverse } from './visible-links.ts'
import { restrictionsOf } from './workflow-state.ts'

/**
 * Plans the changes of *other* artifacts that an entry with `parent` or `all_links` asks for: each of them gets, changes or loses a
 * link towards this one, with a changeset of its own (artifacts.md §6). What comes back takes the id of this artifact, which a
 * creation knows only after its own row is written.
 */
export type ReversePlanner = (
  viewer: Viewer,
  place: Place,
  asked: ReverseLinks | null,
  present: readonly LinkEnd[],
  now: Date,
) => Promise<(artifactId: number) => readonly UpdateRows[]>

// Links have no text in which references could be.
const NO_KEYWORDS = (): boolean => false
const NO_OTHERS = (): readonly UpdateRows[] => []

interface Other {
  readonly artifact: ArtifactWithLinks
  readonly tracker: Tracker
  readonly field: Field
  /** null = the link goes away. */
  readonly type: string | null
}

export const createReversePlanner =
  (dependencies: {
    readonly db: Db
    readonly access: ArtifactAccess
    readonly trackers: TrackersModule
  }): ReversePlanner =>
  async (viewer, _place, asked, present, now) => {
    if (!asked) return NO_OTHERS
    const { db, access } = dependencies
    const wanted = new Map(asked.wanted.map(link => [link.id, link.type]))
    const types = await typesToWrite(access, viewer, asked, wanted, present)
    if (types.size === 0) return NO_OTHERS

    const artifacts = await findArtifacts(db, [...types.keys()])
    const places = await access.visiblePlaces(viewer, [...artifacts.values()])
    const others: Other[] = []
    for (const [id, type] of types) {
      const artifact = artifacts.get(id)
      const place = places.get(id)
      if (!artifact || !place) throw refused(`Artifact ${id} does not exist or you cannot see it`, 'link.target')
      access.requireWritable(place)
      const { tracker } = place
      const field = tracker.fields.find(candidate => candidate.isUsed && candidate.type === 'art_link')
      if (!field) throw refused(`The tracker of artifact ${id} has no field for links`, 'link.target')
      if (restrictionsOf(tracker, artifact.document).frozenFieldIds.has(field.id))
        throw refused(`The workflow freezes the links of artifact ${id} in its present state`, 'field.frozen')
      if (!canUpdate(place.standing, field))
        throw refused(`You are not allowed to change the links of artifact ${id}`, 'permission.field_update')
      others.push({ artifact: withLiveLinks(tracker, artifact), tracker, field, type })
    }
    return artifactId => others.map(other => planOther(other, artifactId, viewer, now))
  }

const refused = (text: string, reason: Reason): Invalid => new Invalid('', { localised: text, reason })

/** By id: the type of the link that shall be there, null where one goes away; those that are right already are left out. */
const typesToWrite = async (
  access: ArtifactAccess,
  viewer: Viewer,
  asked: ReverseLinks,
  wanted: ReadonlyMap<number, string>,
  present: readonly LinkEnd[],
): Promise<Map<number, string | null>> => {
  const types = new Map<number, string | null>()
  // Only what the requester is shown is compared; links from hidden artifacts, hidden fields and inactive projects stay.
  const shown = await visibleReverse(access, viewer, present)
  const typeNow = new Map(shown.map(end => [end.id, end.type]))
  for (const [id, type] of wanted) if (typeNow.get(id) !== type) types.set(id, type)
  if (!asked.isComplete) return types
  for (const { id } of shown) if (!wanted.has(id)) types.set(id, null)
  return types
}

const planOther = (
  { artifact, tracker, field, type }: Other,
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

/** Links keep the order in which they were written (artifacts.md §10): another type does not move one. */
const withLink = (links: readonly StoredLink[], id: number, type: string | null): readonly StoredLink[] => {
  if (type === null) return links.filter(link => link.id !== id)
  const isThere = links.some(link => link.id === id)
  return isThere ? links.map(link => (link.id === id ? { id, type } : link)) : [...links, { id, type }]
}
