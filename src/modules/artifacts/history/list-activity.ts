import type { StoredLink } from '../../fields/index.ts'
import type { UsersModule, Viewer } from '../../users/index.ts'
import { noSuchArtifact, type ArtifactContext } from '../access/artifact-access.ts'
import { summaryOf } from '../access/artifact-summary.ts'
import { takesPart } from '../access/visible-links.ts'
import type { ArtifactWithLinks, ValueChange } from '../model/artifact.ts'
import { canEditComment, canSeeComment } from '../model/artifacts.permissions.ts'
import { preloadNames, type PreloadedDependencies, type ReadDependencies } from '../read/read-artifacts.ts'
import { NO_RELATED_DATA, RenderContext, type ArtifactSerializer } from '../represent/artifact.representation.ts'
import type { SerializerOf } from '../represent/serializer-cache.ts'
import type { ArtifactReader, ArtifactStateWithHistory } from '../store/artifact-reader.store.ts'
import { findArtifacts } from '../store/artifacts.store.ts'
import { listRankChanges, type RankChange } from '../store/ranks.store.ts'
import type { Changeset } from '../store/changesets.store.ts'
import { commentsIn, representComment, type CommentRepresentation } from './changeset.representation.ts'

export interface ActivityPage {
  readonly limit: number
  /** Id of a changeset; only older ones are listed. */
  readonly before?: number
  readonly kind: 'all' | 'comments'
}

type RepresentedUser = ReturnType<UsersModule['representMinimal']>

interface FieldChangeRepresentation {
  readonly field_id: number
  readonly name: string
  readonly label: string
  readonly type: string
  readonly before: object | null
  readonly after: object | null
}

interface ActivityEntry {
  readonly changeset_id: number
  readonly at: string
  readonly by: RepresentedUser | null
  readonly agent: string | null
  readonly comment:
    | (CommentRepresentation & {
        readonly is_deleted: boolean
        readonly submitted_by: RepresentedUser | null
        readonly submitted_on: string
        readonly last_modified_by: RepresentedUser | null
        readonly last_modified_on: string
        readonly can_edit: boolean
      })
    | null
  readonly comment_etag: string | null
  readonly changes: readonly FieldChangeRepresentation[]
  readonly rank_moves: readonly RankMoveRepresentation[]
}

interface RankMoveRepresentation {
  readonly at: string
  readonly by: RepresentedUser | null
  readonly direction: 'before' | 'after'
  /** null: hidden from the viewer. */
  readonly neighbor: { readonly id: number; readonly uri: string; readonly title: string | null } | null
}

export interface Activity {
  readonly entries: readonly ActivityEntry[]
  /** Number of newer entries that are not on the page. */
  readonly offset: number
  /** Number of all entries of this kind that the viewer sees. */
  readonly size: number
}

type ReadableField = ArtifactSerializer['readable'][number]

interface SeenChange {
  readonly readable: ReadableField
  readonly before: unknown
  readonly after: unknown
}

/** A changeset as far as the viewer sees it. */
interface SeenEdit {
  readonly changeset: Changeset
  readonly isCommentSeen: boolean
  readonly changes: readonly SeenChange[]
}

export type ActivityDependencies = ReadDependencies & {
  readonly readHistory: ArtifactReader<ArtifactStateWithHistory>
}

/**
 * GET /artifacts/{id}/activity: one query, and a second one if the history has links. Trackers that log changes of the order need two more.
 * The size counts only what the viewer sees, so hidden edits do not show in it.
 */
export const listActivity =
  (dependencies: ActivityDependencies, serializerOf: SerializerOf) =>
  async (viewer: Viewer, artifactId: number, { limit, before, kind }: ActivityPage): Promise<Activity> => {
    const state = await dependencies.readHistory(artifactId)
    if (typeof state !== 'object') throw noSuchArtifact()
    const { artifact, history } = state
    const context = await dependencies.access.requireViewable(viewer, artifact)
    const serializer = serializerOf(context)
    const links = await linkFinder(dependencies, viewer, serializer, history)
    const seen = history
      .map((changeset, index) => ({ ...see(changeset, context, serializer, links), isFirst: index === 0 }))
      .filter(({ isFirst, isCommentSeen, changes, changeset }) =>
        kind === 'comments'
          ? isCommentSeen && changeset.comment.body !== ''
          : isFirst || isCommentSeen || changes.length > 0,
      )
      .reverse()
    const found = before === undefined ? 0 : seen.findIndex(({ changeset }) => changeset.id < before)
    const offset = found === -1 ? seen.length : found
    const shown = seen.slice(offset, offset + limit)
    const moves =
      kind === 'all' && context.tracker.logPriorityChanges
        ? await movesOfPage(dependencies, viewer, artifact, {
            shown,
            newer: seen[offset - 1],
            isLast: offset + shown.length === seen.length,
          })
        : NO_MOVES
    const held = await preloadNames(
      dependencies,
      viewer,
      [{ artifact, serializer }, ...shown.flatMap(edit => documentsOf(edit, artifact, serializer))],
      {
        userIds: [
          ...shown.flatMap(({ changeset }) => [changeset.submittedBy, changeset.comment.editedBy]),
          ...moves.changes.map(({ userId }) => userId),
        ],
        texts: commentsIn(context.project, shown),
      },
    )
    const represent = entryWriter(held, viewer, context, artifact, links, moves)
    return { entries: shown.map(represent), offset, size: seen.length }
  }

/** Moves in the order on a page of the history, and what the viewer may know of their neighbours. */
interface RankMoves {
  readonly changes: readonly RankChange[]
  readonly byEntry: ReadonlyMap<SeenEdit, readonly RankChange[]>
  readonly neighborOf: (id: number) => RankMoveRepresentation['neighbor']
}

const NO_MOVES: RankMoves = { changes: [], byEntry: new Map(), neighborOf: () => null }

interface HistoryPage {
  readonly shown: readonly SeenEdit[]
  /** The entry before the page; undefined: the page has the newest. */
  readonly newer: SeenEdit | undefined
  /** The page ends with the first entry of the history. */
  readonly isLast: boolean
}

/** Each move belongs to the newest entry that is not after it; the first entry of the history also has earlier ones. */
const movesOfPage = async (
  { db, access }: ActivityDependencies,
  viewer: Viewer,
  artifact: ArtifactWithLinks,
  { shown, newer, isLast }: HistoryPage,
): Promise<RankMoves> => {
  const last = shown.at(-1)
  if (!last) return NO_MOVES
  const changes = await listRankChanges(db, artifact.id, {
    from: isLast ? new Date(0) : last.changeset.submittedOn,
    to: newer?.changeset.submittedOn ?? null,
  })
  if (changes.length === 0) return NO_MOVES
  const entryOf = ({ at }: RankChange) => shown.find(({ changeset }) => changeset.submittedOn <= at) ?? last
  const neighbors = await findArtifacts(db, [...new Set(changes.map(({ neighborId }) => neighborId))])
  const contexts = await access.visibleContexts(viewer, [...neighbors.values()])
  const titleOf = summaryOf(access)
  return {
    changes,
    byEntry: Map.groupBy(changes, entryOf),
    neighborOf: id => {
      const neighbor = neighbors.get(id)
      const context = contexts.get(id)
      return neighbor && context && takesPart(context)
        ? { id, uri: `artifacts/${id}`, title: titleOf(viewer, { artifact: neighbor, ...context }).title }
        : null
    },
  }
}

const hasValue = (value: unknown): boolean => value !== undefined && value !== null

const see = (
  changeset: Changeset,
  { rights }: ArtifactContext,
  { readable }: ArtifactSerializer,
  links: LinkFinder,
): SeenEdit => {
  const changes: SeenChange[] = []
  for (const field of readable) {
    const change = changeset.delta[field.key]
    const seen = change && seeChange(field, change, links)
    if (seen) changes.push(seen)
  }
  const { comment } = changeset
  return { changeset, changes, isCommentSeen: comment.versionCount > 0 && canSeeComment(rights, comment.groupIds) }
}

const seeChange = (readable: ReadableField, { b, a }: ValueChange, links: LinkFinder): SeenChange | undefined => {
  // Charts have no value of their own, and the past of a sum is not stored.
  if (readable.type.needs?.includes('charts') || !(hasValue(b) || hasValue(a))) return undefined
  if (readable.field.type !== 'art_link') return { readable, before: b, after: a }
  const [before, after] = [links.visible(b), links.visible(a)]
  const isSame =
    before.length === after.length &&
    before.every(one => after.some(other => one.id === other.id && one.type === other.type))
  return isSame ? undefined : { readable, before, after }
}

const documentsOf = ({ changes }: SeenEdit, artifact: ArtifactWithLinks, serializer: ArtifactSerializer) =>
  (['before', 'after'] as const).map(side => ({
    artifact: {
      ...artifact,
      document: Object.fromEntries(changes.map(change => [change.readable.key, change[side] ?? undefined])),
    },
    serializer,
  }))

interface LinkFinder {
  /** The links of a stored value whose other end the viewer sees. */
  visible(stored: unknown): readonly StoredLink[]
  represent(links: readonly StoredLink[]): object
}

const linkFinder = async (
  { db, access, trackers }: ActivityDependencies,
  viewer: Viewer,
  { readable }: ArtifactSerializer,
  history: readonly Changeset[],
): Promise<LinkFinder> => {
  const keys = readable.flatMap(({ field, key }) => (field.type === 'art_link' ? [key] : []))
  const linksOf = (stored: unknown) => (stored ?? []) as readonly StoredLink[]
  const stored = history.flatMap(({ delta }) =>
    keys.flatMap(key => [...linksOf(delta[key]?.b), ...linksOf(delta[key]?.a)]),
  )
  const targets =
    stored.length === 0 ? new Map<number, never>() : await findArtifacts(db, [...new Set(stored.map(({ id }) => id))])
  const contexts = await access.visibleContexts(viewer, [...targets.values()])
  const titleOf = summaryOf(access)
  return {
    visible: value =>
      linksOf(value).filter(({ id }) => {
        const context = contexts.get(id)
        return context !== undefined && takesPart(context)
      }),
    represent: links => ({
      links: links.flatMap(({ id, type }) => {
        const artifact = targets.get(id)
        const context = contexts.get(id)
        if (!artifact || !context) return []
        return {
          type: type === '' ? null : type,
          id,
          uri: `artifacts/${id}`,
          tracker: trackers.representReference(context.tracker, context.project),
          title: titleOf(viewer, { artifact, ...context }).title,
        }
      }),
    }),
  }
}

const entryWriter = (
  dependencies: PreloadedDependencies,
  viewer: Viewer,
  context: ArtifactContext,
  artifact: ArtifactWithLinks,
  links: LinkFinder,
  moves: RankMoves,
): ((edit: SeenEdit) => ActivityEntry) => {
  const { users, settings, commentTag } = dependencies
  const dates = settings.datesIn(viewer.timezone)
  const rendering = new RenderContext(dependencies, context.project, artifact, NO_RELATED_DATA, viewer)
  const userOf = (id: number, email: string | null) =>
    id === 0 && email === null
      ? null
      : users.representMinimal(id === 0 ? undefined : users.peek(id), email ?? undefined, viewer.nameStyle)
  const valueOf = ({ type, field }: ReadableField, value: unknown): object | null => {
    if (!hasValue(value)) return null
    return field.type === 'art_link'
      ? links.represent(value as readonly StoredLink[])
      : type.represent(value, field, rendering)
  }
  const isWritable = context.project.status === 'active'
  return edit => {
    const { changeset, changes, isCommentSeen } = edit
    const { comment } = changeset
    const by = userOf(changeset.submittedBy, changeset.submittedByEmail)
    const at = dates.isoDate(changeset.submittedOn)
    return {
      changeset_id: changeset.id,
      at,
      by,
      agent: changeset.agent,
      comment: isCommentSeen
        ? {
            ...representComment(dependencies, context, changeset),
            is_deleted: comment.body === '',
            submitted_by: by,
            submitted_on: at,
            last_modified_by: userOf(comment.editedBy, comment.editedByEmail),
            last_modified_on: dates.isoDate(comment.editedOn),
            can_edit: isWritable && canEditComment(context.rights, viewer, changeset.submittedBy),
          }
        : null,
      comment_etag: isCommentSeen ? commentTag(changeset.id, comment.versionCount) : null,
      changes: changes.map(({ readable, before, after }) => ({
        field_id: readable.field.id,
        name: readable.field.name,
        label: readable.field.label,
        type: readable.field.type,
        before: valueOf(readable, before),
        after: valueOf(readable, after),
      })),
      rank_moves: (moves.byEntry.get(edit) ?? []).map(move => ({
        at: dates.isoDate(move.at),
        by: userOf(move.userId, null),
        direction: move.direction,
        neighbor: moves.neighborOf(move.neighborId),
      })),
    }
  }
}
