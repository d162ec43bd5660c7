import type { Db } from '../../../platform/db/db.ts'
import type { Viewer } from '../../users/index.ts'
import type { ArtifactAccess, ArtifactContext } from '../access/artifact-access.ts'
import { readableLinkFields, takesPart } from '../access/visible-links.ts'
import { readableStatus } from '../model/artifacts.permissions.ts'
import {
  findClosings,
  findOutlines,
  listByValue,
  listExisting,
  listLinks,
  listOutlines,
  type LinkFilter,
  type LinkRow,
  type OutlineRow,
} from './outlines.store.ts'

/** An artifact of a long list, without its values. */
export interface Outline {
  readonly id: number
  readonly context: ArtifactContext
  /** By the status, as far as the viewer may read it; true in a tracker without status. */
  readonly isOpen: boolean
  /** Id of the value of the status; null if it is empty, or the viewer may not read it. */
  readonly status: number | null
}

export interface OutlinedLink {
  readonly source: Outline
  readonly target: Outline
  readonly type: string
}

export interface OutlineFilter {
  /** Without artifacts that an artifact of these trackers links, whether the viewer sees that one or not. */
  readonly unlinkedBy?: readonly number[]
  /** Only these artifacts. */
  readonly ids?: readonly number[]
}

/**
 * Lists of many artifacts, of which only few are shown with their values. All hold only what the viewer sees, in ascending rank. One round
 * trip each.
 */
export interface Outlines {
  of(viewer: Viewer, ids: readonly number[]): Promise<Outline[]>
  ofTrackers(viewer: Viewer, trackerIds: readonly number[], filter?: OutlineFilter): Promise<Outline[]>
  /** Artifacts of a tracker with one of these values in a list field; with `[]`, artifacts without a value in it. */
  withValues(viewer: Viewer, trackerId: number, fieldId: number, valueIds: readonly number[]): Promise<Outline[]>
  /** Those of the ids that are ids of artifacts, whether the viewer sees them or not. */
  existing(ids: readonly number[]): Promise<number[]>
  /** When these artifacts, which are closed for the viewer, were closed the last time, by id. */
  closedOn(closed: readonly Outline[]): Promise<ReadonlyMap<number, Date>>
  /** Links from these artifacts. */
  linksFrom(viewer: Viewer, ids: readonly number[], filter?: LinkFilter): Promise<OutlinedLink[]>
  /** Links to these artifacts. */
  linksTo(viewer: Viewer, ids: readonly number[], filter?: LinkFilter): Promise<OutlinedLink[]>
}

export const createOutlines = (db: Db, access: ArtifactAccess): Outlines => {
  const outlined = async (viewer: Viewer, rows: readonly OutlineRow[]): Promise<Outline[]> => {
    const contexts = await access.visibleContexts(viewer, rows)
    return rows.flatMap(row => {
      const context = contexts.get(row.id)
      return context ? [{ id: row.id, context, ...statusOf(row, context) }] : []
    })
  }
  const links = async (viewer: Viewer, rows: readonly LinkRow[]): Promise<OutlinedLink[]> => {
    const ends = new Map(rows.flatMap(({ source, target }) => [source, target]).map(row => [row.id, row]))
    const visible = new Map((await outlined(viewer, [...ends.values()])).map(outline => [outline.id, outline]))
    return rows.flatMap(({ source: { id }, target: { id: targetId }, type, fieldId }) => {
      const [source, target] = [visible.get(id), visible.get(targetId)]
      const isVisible =
        source &&
        target &&
        takesPart(source.context) &&
        takesPart(target.context) &&
        readableLinkFields(source.context.rights, source.context.tracker).includes(fieldId)
      return isVisible ? [{ source, target, type }] : []
    })
  }
  const linksOf =
    (end: 'source' | 'target') =>
    async (viewer: Viewer, ids: readonly number[], filter: LinkFilter = {}): Promise<OutlinedLink[]> =>
      links(viewer, await listLinks(db, end, ids, filter))
  return {
    of: async (viewer, ids) => outlined(viewer, await findOutlines(db, ids)),
    ofTrackers: async (viewer, trackerIds, { unlinkedBy = [], ids } = {}) =>
      outlined(viewer, await listOutlines(db, trackerIds, unlinkedBy, ids ?? null)),
    withValues: async (viewer, trackerId, fieldId, valueIds) =>
      outlined(viewer, await listByValue(db, trackerId, fieldId, valueIds)),
    existing: ids => listExisting(db, ids),
    closedOn: closed => {
      if (closed.some(({ isOpen }) => isOpen)) throw new Error('an open artifact was not closed')
      return findClosings(
        db,
        closed.map(({ id }) => id),
      )
    },
    linksFrom: linksOf('source'),
    linksTo: linksOf('target'),
  }
}

const statusOf = ({ status }: OutlineRow, { tracker, rights }: ArtifactContext): Pick<Outline, 'isOpen' | 'status'> => {
  const readable = readableStatus(rights, tracker)
  return readable
    ? { status, isOpen: status !== null && readable.openValueIds.includes(status) }
    : { status: null, isOpen: true }
}
