import type { Db } from '../../../platform/db/db.ts'
import { takesPart, type Sight, type Sights } from '../../artifacts/index.ts'
import type { Viewer } from '../../users/index.ts'
import { findChangedLinks, type ChangedField, type KeptLink } from './link-changes.store.ts'

/** The change of a field of links, with the facts that decide who sees the other ends. */
export interface LinkChange {
  readonly before: readonly KeptLink[]
  readonly after: readonly KeptLink[]
  readonly ends: ReadonlyMap<number, Sight>
}

/** By changeset, then by field. */
export type LinkChanges = ReadonlyMap<number, ReadonlyMap<number, LinkChange>>

export const NO_LINK_CHANGES: ReadonlyMap<number, LinkChange> = new Map()

export const loadLinkChanges = async (
  { db, sights }: { readonly db: Pick<Db, 'query'>; readonly sights: Sights },
  fields: readonly ChangedField[],
): Promise<LinkChanges> => {
  const found = new Map<number, Map<number, LinkChange>>()
  if (fields.length === 0) return found
  const changes = await findChangedLinks(db, fields)
  const ids = new Set(changes.flatMap(({ before, after }) => [...before, ...after].map(({ id }) => id)))
  const ends = await sights.find([...ids])
  for (const { changesetId, fieldId, before, after } of changes) {
    const ofChangeset = found.get(changesetId) ?? new Map<number, LinkChange>()
    found.set(changesetId, ofChangeset.set(fieldId, { before, after, ends }))
  }
  return found
}

/**
 * Whether the viewer sees a difference: links with a hidden or deleted end are not there for them (trackers.md §4.2). If an end becomes visible
 * later, its own change brings the link.
 */
export const isLinkChangeSeen = (
  sights: Pick<Sights, 'contextFor'>,
  viewer: Viewer,
  { before, after, ends }: LinkChange,
): boolean => {
  const isSeen = ({ id }: KeptLink): boolean => {
    const end = ends.get(id)
    return end !== undefined && takesPart(end) && sights.contextFor(viewer, end) !== undefined
  }
  const seenBefore = before.filter(isSeen)
  const seenAfter = after.filter(isSeen)
  return (
    seenBefore.length !== seenAfter.length ||
    seenBefore.some(({ id, type }, index) => seenAfter[index]?.id !== id || seenAfter[index].type !== type)
  )
}
